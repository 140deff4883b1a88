"""Batches and stacks: against enumeration on small decks, against simulation on full ones."""

import random
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanafuda_envs import exact, make_game

from .play import random_positions
from .reference.batta_maki import BattaMaki, deck_cards
from .reference.sanmai_kabu import SanmaiKabu
from .variants import GAMES, label

FAMILY = [name for name in GAMES if make_game(name).family == "batta_maki"]
OF_FAMILY = [(name, options) for name in FAMILY for options in GAMES[name]]


def small_deck(game, rng, size=9):
    """A few cards, often of the same months, so that ties and triplets occur."""
    deck = [card for card in exact.full_deck(game) if card // 4 in (0, 1, 3, 8, 10)]
    return sorted(rng.sample(deck, size))


def all_draws(cards):
    """Every way to draw two batches from physical cards."""
    places = range(len(cards))
    for first in combinations(places, 3):
        for second in combinations([p for p in places if p not in first], 3):
            yield [cards[p] for p in first], [cards[p] for p in second]


@pytest.mark.parametrize(("name", "options"), OF_FAMILY, ids=label)
def test_batches_by_enumeration(name, options):
    """The reference compares every pair of batches; both orders must come out alike."""
    game, rng = make_game(name, **options), random.Random(name)
    reference = BattaMaki(name, 0, **options)
    for _ in range(2):
        cards = small_deck(game, rng)
        wins, ties, draws = [Fraction(0), Fraction(0)], Fraction(0), 0
        for batches in all_draws(cards):
            draws += 1
            winner = winner_without_more_cards(reference, list(batches))
            if winner is not None:
                wins[winner] += 1
            elif reference.tie == "draw":
                wins = [wins[0] + Fraction(1, 2), wins[1] + Fraction(1, 2)]
            else:
                ties += 1
        expected = (wins[0] / draws, ties / draws, wins[1] / draws)
        assert exact.batch_chances(game, cards) == expected
        assert sum(expected) == 1


def winner_without_more_cards(reference, batches):
    tie, reference.tie = reference.tie, "carry" if reference.tie == "draw" else reference.tie
    winner, _ = reference.find_winner(batches)
    reference.tie = tie
    return winner


@pytest.mark.parametrize("options", GAMES["sanmai_kabu"], ids=label)
def test_stacks_by_enumeration(options):
    game, rng = make_game("sanmai_kabu", **options), random.Random(label(options))
    reference = SanmaiKabu(0, **options)
    cards = sorted(rng.sample([c for c in range(48) if c // 4 in (0, 3, 8, 11)], 9))
    counts, draws = dict.fromkeys(("arashi", "win", "tie", "lose"), 0), 0
    for stack, hand in all_draws(cards):
        for order in permutations(hand):
            counts[reference.result(stack, list(order))] += 1
            draws += 1
    expected = tuple(Fraction(number, draws) for number in counts.values())
    assert exact.stack_chances(game, cards) == expected


@pytest.mark.parametrize(("name", "options"), OF_FAMILY, ids=label)
def test_batches_by_simulation_of_the_full_deck(name, options):
    game = make_game(name, **options)
    batch = game.batch(60_000, seed=1)
    while (batch.states["last"][:, 0, 0] < 0).any():
        waiting = np.flatnonzero(batch.states["last"][:, 0, 0] < 0)
        batch.step(np.zeros(waiting.size, dtype=int), waiting, restart=False)
    found = np.bincount(batch.states["winner"], minlength=3) / batch.size
    chances = exact.batch_chances(game)
    for share, chance in zip(found, (chances.tie, chances.first, chances.second)):
        sigma = np.sqrt(float(chance) * (1 - float(chance)) / batch.size)
        assert abs(share - float(chance)) <= 5 * sigma


@pytest.mark.parametrize("options", GAMES["sanmai_kabu"], ids=label)
def test_stacks_by_simulation_of_the_full_deck(options):
    game = make_game("sanmai_kabu", **options)
    batch = game.batch(60_000, seed=1)
    while (batch.states["last"][:, 0, 0] < 0).any():
        waiting = np.flatnonzero(batch.states["last"][:, 0, 0] < 0)
        batch.step(np.zeros(waiting.size, dtype=int), waiting, restart=False)
    chances = exact.stack_chances(game)
    for stack in range(3):
        found = np.bincount(batch.states["results"][:, stack], minlength=4) / batch.size
        for share, chance in zip(found, (chances.loss, chances.tie, chances.win, chances.arashi)):
            sigma = np.sqrt(float(chance) * (1 - float(chance)) / batch.size)
            assert abs(share - float(chance)) <= 5 * sigma


def test_how_many_arashi_and_tsuke_there_are():
    deck = deck_cards("shoniban", 1)
    months = [sorted(card // 4 for card in batch) for batch in combinations(deck, 3)]
    assert sum(m[0] == m[2] for m in months) == 11 * 4  # Paulownia has one card left
    assert sum(m == [0, 10, 10] for m in months) == 4 * 6
    chances = exact.stack_chances(make_game("sanmai_kabu"))
    assert chances.arashi == Fraction(12 * 4, 17296)


@pytest.mark.parametrize(("name", "options"), OF_FAMILY, ids=label)
@settings(max_examples=5)
@given(st.integers(0, 2**64 - 1))
def test_the_batches_are_exchangeable_after_any_history(name, options, seed):
    game = make_game(name, **options)
    for position in random_positions(game, seed):
        if not position.over and position.state["phase"] == 0 and position.seat == 0:
            left = exact.undrawn_cards(position)
            chances = exact.batch_chances(game, left)
            assert chances.first == chances.second
            assert sum(chances) == 1


def test_the_undrawn_cards_are_those_that_come():
    for name, options in [*OF_FAMILY, ("sanmai_kabu", {"deck": "deal_through"})]:
        game = make_game(name, **options)
        before = None
        for position in random_positions(game, 5):
            if before is not None and int(position.state["round"]) != int(before.state["round"]):
                drawn = sorted(int(c) for c in position.state["last"][:, :3].ravel())
                left = list(exact.undrawn_cards(before))
                for card in drawn:
                    left.remove(card)
            before = position


# --- values -----------------------------------------------------------------------------------


def simulated_round(game, actions, size=60_000):
    """Mean and error of every seat's reward when the bettors do this in the first round."""
    batch = game.batch(size, seed=3)
    for action in actions:
        batch.step(np.full(size, action))
    return batch.rewards.mean(axis=0), batch.rewards.std(axis=0) / np.sqrt(size)


@pytest.mark.parametrize(("name", "options"), OF_FAMILY, ids=label)
def test_values_of_bets_by_simulation(name, options):
    options = {key: value for key, value in options.items() if key not in ("dealer", "bankroll")}
    game = make_game(name, **{**options, "solicit_laps": 0} if name != "hankan" else options)
    rng = random.Random(name + label(options))
    bets, actions = [], []
    for _ in range(game.rules.bettors):
        side, chips = rng.choice([0, 1, 2]), rng.randint(1, game.rules.max_bet)
        bets.append((side, chips) if side else (0, 0))
        actions.append(chips + game.rules.max_bet * (side == 2) if side else 0)
    last = game.record["rounds"][0] == 1
    values = exact.round_values(game, bets, last_round=bool(last))
    means, errors = simulated_round(game, actions)
    for value, mean, error in zip(values, means, errors):
        assert abs(float(value) - mean) <= 5 * error + 1e-12
    if game.variant.settlement == "bank":
        assert sum(values) == 0


def test_worked_examples():
    """70 chips on the second batch, 40 on the first, the second wins; then with a fee."""
    for payout, expected in ((1.0, [70, -40, -30]), (0.9, [63, -40, -23])):
        game = make_game("batta_maki", bettors=2, max_bet=70, payout=payout)
        seed = next(s for s in range(100) if winner_of_first_round(game, s) == 2)
        position = game.new(seed).apply(70 + 70).apply(40)
        assert list(position.rewards) == expected[:2]
        assert position.game.info(position.state)["house"] == expected[2]


def winner_of_first_round(game, seed):
    position = game.new(seed)
    while position.state["last"][0, 0] < 0:
        position.apply(0)
    return int(position.state["winner"])


def test_house_edges():
    """What a bettor should know: where a bet is fair, and what the fees cost."""
    fair = make_game("batta_maki")
    assert exact.bet_value(fair) == 0
    tie = exact.batch_chances(fair).tie
    assert exact.bet_value(make_game("batta_maki", payout=0.9)) == -(1 - tie) / 2 / 10
    assert exact.bet_value(make_game("batta_maki", tie="dealer")) == -tie
    assert exact.bet_value(make_game("atosaki")) == 0
    assert exact.bet_value(make_game("shoniban")) == 0
    kabu = exact.stack_chances(make_game("sanmai_kabu"))
    assert exact.bet_value(make_game("sanmai_kabu")) == 2 * kabu.arashi + kabu.win - kabu.loss > 0


def test_a_waiting_pot_makes_a_bet_good():
    game = make_game("atosaki", tie="carry", bettors=2)
    waiting = exact.round_values(game, [(1, 1), (0, 0)], paid_in=[100, 100, 0])
    nothing = exact.round_values(game, [(1, 1), (0, 0)])
    assert waiting[0] > 0 > nothing[0]


def test_what_is_asked_of_the_wrong_game():
    with pytest.raises(TypeError, match="Jū Mai"):
        exact.bet_value(make_game("ju_mai"))
    with pytest.raises(TypeError, match="no stacks"):
        exact.stack_chances(make_game("atosaki"))
    with pytest.raises(TypeError, match="no two batches"):
        exact.batch_chances(make_game("sanmai_kabu"))
    with pytest.raises(ValueError, match="at least 6 cards"):
        exact.batch_chances(make_game("atosaki"), [1, 2, 3])
    with pytest.raises(ValueError, match="card 47"):
        exact.batch_chances(make_game("mutsu_wari"), [1, 2, 3, 4, 5, 47])
    with pytest.raises(ValueError, match="3 bettors"):
        exact.round_values(make_game("atosaki"), [(1, 1)])
