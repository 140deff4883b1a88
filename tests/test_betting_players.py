"""Players of the betting games do what the exact answers say."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanafuda_agents import play_games
from hanafuda_agents.sanmai_kabu import Counting
from hanafuda_agents.yatchaba import KNOWLEDGE, best_guess
from hanafuda_envs import exact, make_game
from hanafuda_envs.games.batta_maki_variants import POT
from hanafuda_envs.opponents import make_opponent

from .play import random_positions

SEEDS = np.arange(400, dtype=np.uint64) * np.uint64(104_729)


# --- Batta Maki and its family ------------------------------------------------------------------


def bets_after(position, action):
    """(batch, chips) of every bettor if the one to act does this and nobody else bets."""
    state, rules = position.state, position.game.rules
    bets = [(int(state["side"][b]), int(state["bets"][b])) for b in range(rules.bettors)]
    if action > 0:
        side = 2 if action > rules.max_bet else 1
        chips = action - (rules.max_bet if side == 2 else 0)
        bets[position.seat] = (side, bets[position.seat][1] + chips)
    return bets


def pot_values(position):
    """What each legal action is worth to the one who acts, counted with fractions."""
    paid_in = [int(units) for units in position.state["paid_in"][: position.game.rules.bettors + 1]]
    last = position.state["round"] + 1 == position.game.record["rounds"][0]
    values = {}
    for action in position.legal():
        bets = bets_after(position, action)
        worth = exact.round_values(position.game, bets, paid_in=paid_in, last_round=bool(last))
        values[action] = worth[position.seat]
    return values


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("atosaki", {"tie": "carry"}),
        ("atosaki", {"tie": "carry", "split": "equal", "bettors": 4}),
        ("atosaki", {"tie": "type_points", "bankroll": 12}),
        ("shoniban", {"tie": "carry", "split": "equal"}),
        ("batta_maki", {"payout": 0.9}),
        ("hankan", {}),
    ],
)
def test_exact_takes_the_best_bet(name, options):
    """Its action is worth as much as any other, but for what is rounded to whole units."""
    game = make_game(name, **options)
    player = make_opponent("exact", game)
    bets = 0
    for seed in range(12):
        for position in random_positions(game, seed):
            if position.over:
                continue
            action = player(position.observe(), position.mask())
            values = pot_values(position)
            own = position.state["paid_in"][position.seat]
            last = position.state["round"] + 1 == game.record["rounds"][0]
            if own and last:
                continue  # what comes back at the end is one's own, and not in the observation
            assert values[action] >= max(values.values()) - Fraction(2, 20)
            bets += action > 0
    assert bets > 0 if game.variant.settlement == POT else bets == 0


def test_bank_games_have_no_bet_worth_making_whatever_was_seen():
    """Why a count does not matter there: the value of a bet is never above zero."""
    rng = np.random.default_rng(3)
    for name, options in [("batta_maki", {"tie": "dealer"}), ("mutsu_wari", {}), ("hankan", {})]:
        game = make_game(name, **options)
        for _ in range(30):
            left = rng.choice(exact.full_deck(game), size=int(rng.integers(6, 30)), replace=False)
            assert exact.bet_value(game, left) <= 0


def test_kelly_goes_easy_on_its_chips():
    """With a pot worth a bet it bets, but less than exact when it owns little."""
    game = make_game("atosaki", tie="carry", bankroll=6, rounds=40)
    kelly, plain = (make_opponent(spec, game) for spec in ("kelly", "exact"))
    kellys, exacts = [], []
    for seed in range(10):
        for position in random_positions(game, seed):
            if not position.over:
                seen = position.observe(), position.mask()
                kellys.append((kelly(*seen) - 1) % 5 + 1 if kelly(*seen) else 0)
                exacts.append((plain(*seen) - 1) % 5 + 1 if plain(*seen) else 0)
    assert 0 < sum(kellys) < sum(exacts)
    assert all(k <= e for k, e in zip(kellys, exacts) if e == 0)


# --- Sanmai Kabu --------------------------------------------------------------------------------


@pytest.mark.parametrize("tie", ["push", "dealer"])
def test_counting_bets_where_the_cards_that_are_left_are_worth_it(tie):
    game = make_game("sanmai_kabu", deck="deal_through", tie=tie, players=1)
    player = make_opponent("exact", game)
    assert isinstance(player, Counting)
    seen_both = set()
    for seed in range(6):
        for position in random_positions(game, seed):
            if position.over:
                continue
            value = exact.bet_value(game, exact.undrawn_cards(position))
            expected = max(position.legal()) if value > 0 else 0
            assert player(position.observe(), position.mask()) == expected
            seen_both.add(value > 0)
    assert True in seen_both if tie == "push" else False in seen_both


# --- Yatchaba -----------------------------------------------------------------------------------


@given(st.sets(st.integers(0, 47), max_size=40), st.integers(1, 3))
def test_the_guess_is_a_best_one(shown, hits_to_win):
    knowledge = np.zeros(1, dtype=KNOWLEDGE)
    knowledge["hits_to_win"] = hits_to_win
    row = np.array([sum(card // 4 == month for card in shown) for month in range(12)], dtype="i2")
    guess = np.empty(3, dtype=np.int64)
    chance = best_guess(row, knowledge[0], guess)
    months = [int(month) + 1 for month in guess]
    _, expected = exact.yatchaba.best_guesses(shown, hits_to_win)
    assert months == sorted(months)
    assert exact.yatchaba.chance_of_guess(months, shown, hits_to_win) == expected
    assert chance == pytest.approx(float(expected))


def test_a_seat_of_passing_players_is_worth_what_was_counted():
    """The cautious player is the behaviour that exact answers know as "pass"."""
    game = make_game("yatchaba", hits_to_win=2, first_dealer=0)
    results = play_games(
        game,
        [make_opponent("cautious", game)] * 4,
        np.arange(40_000, dtype=np.uint64) * np.uint64(104_729),
    )
    expected = [float(value) for value in exact.yatchaba.seat_values(game, "pass")]
    error = results.std(axis=0) / np.sqrt(len(results))
    assert (np.abs(results.mean(axis=0) - expected) < 5 * error).all()


# --- Echobo -------------------------------------------------------------------------------------

chances = st.lists(st.integers(0, 20), min_size=6, max_size=6).filter(lambda parts: sum(parts) > 0)


@given(chances, st.sampled_from([5.0, 4.6, 4.5]))
def test_the_response_is_a_best_bet(parts, payout):
    dealer = [Fraction(part, sum(parts)) for part in parts]
    game = make_game("echobo", payout=payout)
    names = ("pine", "plum", "cherry", "wisteria", "iris", "peony")
    spec = ",".join(f"{name}={float(chance)}" for name, chance in zip(names, dealer))
    position = game.new(1).apply(0)
    bet = make_opponent(f"response:{spec}", game)(position.observe(), position.mask())
    best = exact.echobo.best_bet(dealer, payout)
    assert exact.echobo.value(bet, dealer, payout) == exact.echobo.value(best, dealer, payout)


def picks_of(spec, rounds=60):
    """What a dealer picks when nobody bets, one row an episode."""
    game = make_game("echobo", bettors=1, rounds=rounds, history=1)
    dealer = make_opponent(spec, game)
    batch = game.batch(400, seed=9)
    picks = []
    for _ in range(rounds):
        picks.append(dealer.batch(batch.observation, batch.mask[:, :6]))
        batch.step(picks[-1])
        batch.step(np.zeros(400, dtype=np.int64))
    return np.stack(picks, axis=1)


def test_dealers_have_the_habits_they_are_named_for():
    near = pytest.approx
    uniform = picks_of("uniform")
    assert np.bincount(uniform.ravel()) / uniform.size == near(1 / 6, abs=0.01)
    assert (uniform[:, 1:] == uniform[:, :-1]).mean() == near(1 / 6, abs=0.01)
    assert (picks_of("favourite:habit=0.4,month=3") == 2).mean() == near(0.4 + 0.6 / 6, abs=0.015)
    avoids = picks_of("avoids")
    assert not (avoids[:, 1:] == avoids[:, :-1]).any()
    cycles = picks_of("cycles:habit=0.5")
    steps = (cycles[:, 1:] - cycles[:, :-1]) % 6
    assert (steps == 1).mean() == near(0.5 + 0.5 / 6, abs=0.015)
    stays = picks_of("reacts:habit=0.6")  # nobody bets, so nobody ever finds it
    assert (stays[:, 1:] == stays[:, :-1]).mean() == near(0.6 + 0.4 / 6, abs=0.015)


@pytest.mark.parametrize("dealer", ["favourite", "avoids", "cycles", "reacts"])
def test_the_reader_takes_chips_from_every_habit(dealer):
    game = make_game("echobo", rounds=100, history=64)
    players = [make_opponent(spec, game) for spec in (dealer, "reader", "cautious", "cautious")]
    won = play_games(game, players, SEEDS)[:, 1]
    assert won.mean() > 5 * won.std() / np.sqrt(won.size)


def test_the_reader_loses_little_to_the_uniform_dealer():
    """It is not fooled often: it loses far less than a bold one."""
    game = make_game("echobo", rounds=100, history=64, payout=4.5)
    specs = ("uniform", "reader", "bold", "cautious")
    won = play_games(game, [make_opponent(spec, game) for spec in specs], SEEDS).mean(axis=0)
    edge = float(exact.echobo.edge(4.5)) * 4 * 100  # four cards a round
    assert won[3] == 0
    assert won[2] == pytest.approx(-edge, abs=4)
    assert -edge / 3 < won[1] <= 1
