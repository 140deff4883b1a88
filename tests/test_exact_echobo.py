"""The exact values of Echobo, against what the game pays and against every bet."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from hanafuda_envs import make_game
from hanafuda_envs.exact import echobo

PAYOUTS = (5.0, 4.6, 4.5)
UNIFORM = [Fraction(1, 6)] * 6


def sets_of(most):
    return [bets for bets in range(64) if bets.bit_count() <= most]


def distributions(parts):
    """All ways to spread so many equal parts over the months."""
    for cuts in product(range(parts + 1), repeat=5):
        if sum(cuts) <= parts:
            yield [Fraction(share, parts) for share in (*cuts, parts - sum(cuts))]


def paid(bets, dealer, payout):
    """The expected gain, by playing every pick in the game itself."""
    game = make_game("echobo", bettors=1, max_cards=6, rounds=1, payout=payout)
    units = [int(game.new(1).apply(a).apply(bets).state["rewards"][1]) for a in range(6)]
    return sum((p * Fraction(won, 20) for p, won in zip(dealer, units)), Fraction(0))


@pytest.mark.parametrize("payout", PAYOUTS)
def test_values_are_what_the_game_pays(payout):
    lopsided = [Fraction(n, 21) for n in (6, 5, 4, 3, 2, 1)]
    for dealer in (UNIFORM, lopsided, [Fraction(0)] * 5 + [Fraction(1)]):
        for bets in range(64):
            assert echobo.value(bets, dealer, payout) == paid(bets, dealer, payout)


@pytest.mark.parametrize("payout", PAYOUTS)
def test_a_month_is_worth_a_bet_above_the_threshold(payout):
    threshold = echobo.threshold(payout)
    assert threshold == {5.0: Fraction(1, 6), 4.6: Fraction(5, 28), 4.5: Fraction(2, 11)}[payout]
    for probability, sign in ((threshold, 0), (threshold + Fraction(1, 999), 1), (Fraction(0), -1)):
        dealer = [probability, 1 - probability] + [Fraction(0)] * 4
        assert np.sign(echobo.value(0b1, dealer, payout)) == sign


@pytest.mark.parametrize("payout", PAYOUTS)
@pytest.mark.parametrize("max_cards", range(1, 7))
def test_the_best_bet_is_the_best_of_all(payout, max_cards):
    for dealer in distributions(5):
        worth = {bets: echobo.value(bets, dealer, payout) for bets in sets_of(max_cards)}
        best = echobo.best_bet(dealer, payout, max_cards)
        assert worth[best] == max(worth.values())
        fewest = min(b.bit_count() for b in worth if worth[b] == worth[best])
        assert best.bit_count() == fewest


@pytest.mark.parametrize("payout", PAYOUTS)
@pytest.mark.parametrize("max_cards", [1, 4, 6])
def test_the_equilibrium(payout, max_cards):
    """The dealer can hold bettors to it, and bettors are sure of it."""
    held_to = max(echobo.value(bets, UNIFORM, payout) for bets in sets_of(max_cards))
    sure_of = max(
        min(echobo.value(bets, _surely(pick), payout) for pick in range(6))
        for bets in sets_of(max_cards)
    )
    assert held_to == sure_of == echobo.equilibrium_value(payout, max_cards) == 0
    for dealer in distributions(6):
        best = echobo.value(echobo.best_bet(dealer, payout, max_cards), dealer, payout)
        assert best >= 0
        assert (best == 0) == echobo.is_safe(dealer, payout)


def _surely(pick):
    return [Fraction(int(month == pick)) for month in range(6)]


def test_the_fee():
    assert [echobo.edge(payout) for payout in PAYOUTS] == [0, Fraction(1, 15), Fraction(1, 12)]
    for payout in PAYOUTS:
        assert echobo.value(0b1, UNIFORM, payout) == -echobo.edge(payout)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: echobo.value(64, UNIFORM), "bets=64.*0 to 63"),
        (lambda: echobo.value(True, UNIFORM), "bets=True"),
        (lambda: echobo.value(1, UNIFORM[:5]), "six probabilities"),
        (lambda: echobo.value(1, [Fraction(1, 5)] * 6), "add up to 6/5"),
        (lambda: echobo.value(1, [2, -1, 0, 0, 0, 0]), "negative"),
        (lambda: echobo.threshold(4.7), "payout=4.7"),
        (lambda: echobo.best_bet(UNIFORM, max_cards=7), "max_cards=7"),
        (lambda: echobo.equilibrium_value(max_cards=0), "max_cards=0"),
    ],
)
def test_values_of_nonsense(call, message):
    with pytest.raises(ValueError, match=message):
        call()
