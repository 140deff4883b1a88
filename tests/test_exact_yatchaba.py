"""Guesses against counting every draw; what a seat is worth against play, and by hand."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanafuda_envs import make_game
from hanafuda_envs.exact.yatchaba import (
    BEHAVIOURS,
    GUESSES,
    best_guesses,
    chance_of_guess,
    chances_of_guesses,
    seat_values,
)
from hanafuda_envs.games.yatchaba import DECIDE, GUESS, PLACE

from .variants import YATCHABA, label

DECK = range(48)
small_decks = st.sets(st.sampled_from(DECK), min_size=3, max_size=9)
hits_needed = st.integers(1, 3)


def counted(guess, left, hits_to_win) -> Fraction:
    """The chance of a guess, draw by draw."""
    draws = list(combinations(left, 3))
    wins = 0
    for cards in draws:
        common = Counter(guess) & Counter(card // 4 + 1 for card in cards)
        wins += common.total() >= hits_to_win
    return Fraction(wins, len(draws))


@given(small_decks, hits_needed, st.lists(st.integers(1, 12), min_size=3, max_size=3))
def test_chances_are_what_counting_gives(left, hits_to_win, guess):
    shown = set(DECK) - left
    chance = counted(guess, left, hits_to_win)
    assert chance_of_guess(guess, shown, hits_to_win) == chance
    place = GUESSES.index(tuple(sorted(guess)))
    assert chances_of_guesses(shown, hits_to_win)[place] == float(chance)


@given(small_decks, hits_needed)
def test_the_best_guesses_are_all_that_are_best(left, hits_to_win):
    shown = set(DECK) - left
    months = sorted({card // 4 + 1 for card in left})
    chances = {guess: chance_of_guess(guess, shown, hits_to_win) for guess in GUESSES}
    best, chance = best_guesses(shown, hits_to_win)
    assert chance == max(chances.values()) > 0
    assert best == [guess for guess in GUESSES if chances[guess] == chance]
    assert any(set(guess) & set(months) for guess in best)


@pytest.mark.parametrize("hits_to_win", [1, 2, 3])
@pytest.mark.parametrize("guess", [(1, 2, 3), (4, 4, 9), (12, 5, 12), (7, 7, 7)])
def test_the_full_deck_counted(guess, hits_to_win):
    assert chance_of_guess(guess, (), hits_to_win) == counted(guess, DECK, hits_to_win)


def test_what_the_rules_say_is_worth_knowing():
    """Three hits: once in 270 at the start. Two: 11 % there, 17 % in the last of four rounds."""
    best, chance = best_guesses()
    assert chance == Fraction(64, 17296)
    assert round(1 / chance) == 270
    assert len(best) == 220  # all of three different months
    assert all(len(set(guess)) == 3 for guess in best)
    percent = []
    for shown in (0, 3, 6, 9):
        # Nine cards leave three months untouched, whichever they are: nothing beats those.
        spread = [4 * month for month in range(shown)]
        heaped = list(range(shown))
        chance = best_guesses(spread, 2)[1]
        assert best_guesses(heaped, 2)[1] == chance
        percent.append(round(100 * float(chance), 1))
    assert percent == [11.2, 12.6, 14.4, 16.5]


def test_every_guess_is_there_once():
    assert len(GUESSES) == len(set(GUESSES)) == 364
    assert all(list(guess) == sorted(guess) for guess in GUESSES)
    assert chances_of_guesses().dtype == np.float64


def test_guesses_of_the_game_hit_as_often_as_they_should():
    """Random play names months unevenly; what it hits is still what its chances add up to."""
    batch = make_game("yatchaba", players=2, games=1, max_laps=1, hits_to_win=2).batch(512, seed=3)
    chances = dict(zip(GUESSES, chances_of_guesses((), 2)))
    expected = variance = hits = rounds = 0.0
    while rounds < 20_000:
        before = batch.states["round"].copy()
        first = (before == 0) & (batch.states["picks"] == 3)
        batch.step(batch.sample(), restart=False)
        ended = first & ((batch.states["round"] == 1) | (batch.seat < 0))
        for state in batch.states[ended]:
            chance = chances[tuple(int(month) + 1 for month in state["last_guess"])]
            expected, variance = expected + chance, variance + chance * (1 - chance)
            hits, rounds = hits + (state["last_hits"] >= 2), rounds + 1
        batch.restart(np.flatnonzero(batch.seat < 0))
    assert abs(hits - expected) < 5 * variance**0.5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((1, 2), ()), "three months"),
        (((0, 1, 2), ()), "three months, 1 to 12"),
        (((1, 2, 13), ()), "three months, 1 to 12"),
        (((1, 2, 3), [48]), "cards are 0 to 47"),
        (((1, 2, 3), range(46)), "46 cards shown leave no 3"),
        (((1, 2, 3), (), 0), "hits_to_win=0"),
        (((1, 2, 3), (), 4), "hits_to_win=4"),
    ],
)
def test_what_cannot_be_guessed(arguments, message):
    with pytest.raises(ValueError, match=message):
        chance_of_guess(*arguments)


# --- what a seat is worth ---------------------------------------------------------------------

WITHOUT_LIMIT = [
    *(options for options in YATCHABA if "bankroll" not in options),
    {"players": 8, "hits_to_win": 1, "raise_mode": "ladder", "after_dealer_hit": "continue"},
    {"players": 3, "hits_to_win": 2, "raise_mode": "ladder", "games": 4, "leftover": "burn"},
    {"players": 7, "hits_to_win": 2, "games": 5, "max_laps": 1, "after_dealer_hit": "continue"},
]
AS_PLAYED = [
    (options, behaviour)
    for options in WITHOUT_LIMIT
    for behaviour in BEHAVIOURS
    if (behaviour, options.get("pass_rule")) != ("pass", "off")
]


def first_best_guesses(shown_by_month):
    """The lexicographically first best guess for each row, its months counted from 0."""
    return np.sort(np.argsort(shown_by_month, axis=1, kind="stable")[:, :3], axis=1)


def played(game, behaviour, episodes):
    """What each seat won, from the first dealer to the right, and what was burnt, in chips."""
    batch = game.batch(episodes, seed=5)
    dealers, rows = batch.states["dealer"].astype(int), np.arange(episodes)
    shown = game.layout["shown_by_month"].slice
    stop = game.action_counts[0] - 2
    while rows.size:
        states = batch.states[rows]
        guesses = first_best_guesses(batch.observation[rows, shown])
        named = guesses[np.arange(rows.size), states["picks"] % 3]
        act = {GUESS: named, PLACE: 12 if behaviour == "pass" else 13, DECIDE: stop}
        actions = np.select([states["phase"] == phase for phase in act], list(act.values()))
        batch.step(actions, rows, restart=False)
        rows = rows[batch.seat[rows] >= 0]
    seats = (dealers[:, np.newaxis] + np.arange(game.seats)) % game.seats
    won = np.take_along_axis(batch.states["balance"], seats, axis=1)
    return won / 20, batch.states["house"] / 20


def agrees(value, sample):
    error = sample.std() / np.sqrt(sample.size)
    return abs(float(value) - sample.mean()) <= 5 * error + 1e-12


@pytest.mark.parametrize(("options", "behaviour"), AS_PLAYED, ids=label)
def test_seats_win_what_they_are_worth(options, behaviour):
    game = make_game("yatchaba", **options)
    values = seat_values(game, behaviour)
    won, burnt = played(game, behaviour, 20_000)
    assert len(values) == game.seats
    assert all(agrees(value, sample) for value, sample in zip(values, won.T))
    assert agrees(-sum(values), burnt)
    assert (sum(values) == 0) == (game.rules.leftover == "split")


def counts_before_a_round():
    """What can be left of the months before any round: 48, 45, … 27 cards."""
    for left in combinations_with_replacement((4, 3, 2, 1, 0), 12):
        if sum(left) >= 27 and sum(left) % 3 == 0:
            yield left


def shown_of(left):
    return [4 * month + k for month, cards in enumerate(left) for k in range(4 - cards)]


@pytest.mark.parametrize("hits_to_win", [1, 2, 3])
def test_the_best_guesses_are_alike_but_for_the_names_of_the_months(hits_to_win):
    """Three months of which most are left: so any of them leads to the same."""
    for left in counts_before_a_round():
        best, _ = best_guesses(shown_of(left), hits_to_win)
        assert best[0] == (1, 2, 3)
        most = list(left[:3])
        assert {(len(set(guess)), *(left[m - 1] for m in guess)) for guess in best} == {(3, *most)}


def test_the_first_best_guess_is_that_of_the_players_here():
    rng = np.random.default_rng(1)
    for size in (0, 3, 6, 9, 12, 15, 18, 21):
        shown = rng.choice(48, size, replace=False)
        months = np.bincount(shown // 4, minlength=12)
        expected = tuple(first_best_guesses(months[np.newaxis])[0] + 1)
        for hits_to_win in (1, 2, 3):
            assert best_guesses(shown, hits_to_win)[0][0] == expected


def draws(left):
    """All that three cards can show: what is left then, in how many ways, which months."""
    for months in GUESSES:
        drawn = Counter(month - 1 for month in months)
        ways = prod(comb(left[month], number) for month, number in drawn.items())
        if ways:
            yield tuple(left[month] - drawn[month] for month in range(12)), ways, months


@cache
def outcomes(rounds, hits_to_win, goes_on=False):
    """How likely each list of hits in a game is, every month kept by its name."""
    ended, running, known = Counter(), {((), (4,) * 12): Fraction(1)}, {}
    for number in range(rounds):
        before, running = running, Counter()
        for (hits, left), chance in before.items():
            if number == rounds - 1:  # what is left then plays no part, nor does the order
                key = tuple(sorted(left))
                if key not in known:
                    known[key] = best_guesses(shown_of(left), hits_to_win)[1]
                ended[*hits, number] += chance * known[key]
                ended[hits] += chance * (1 - known[key])
                continue
            guess = Counter(best_guesses(shown_of(left), hits_to_win)[0][0])
            for rest, ways, months in draws(left):
                share = chance * Fraction(ways, comb(sum(left), 3))
                if (guess & Counter(months)).total() < hits_to_win:
                    running[hits, rest] += share
                elif number == 0 and goes_on:
                    running[(0,), rest] += share
                else:
                    ended[*hits, number] += share
    return dict(ended)


@pytest.mark.parametrize("hits_to_win", [1, 2, 3])
@pytest.mark.parametrize("leftover", ["split", "burn"])
def test_two_players_and_one_game_by_hand(hits_to_win, leftover):
    """Chips are few: 1 and 2 are placed, then 1 and 2 by the other first, 6 in all."""
    options = {"players": 2, "games": 1, "hits_to_win": hits_to_win, "leftover": leftover}
    chances = outcomes(2, hits_to_win)
    first, second, missed = chances[0,], chances[1,], chances[()]
    left = Fraction(24, 5)  # 6 chips less the dealer's 20 %
    half = left / 2 if leftover == "split" else 0
    dealer = first * (3 - 1) + second * (6 - left - 3) + missed * (6 - left - 3 + half)
    other = first * -2 + second * (left - 3) + missed * (half - 3)
    assert seat_values(make_game("yatchaba", **options), "place") == (dealer, other)

    left = Fraction(16, 5)  # all pass: 4 chips in all
    half = left / 2 if leftover == "split" else 0
    dealer = first * (2 - 1) + second * (4 - left - 2) + missed * (4 - left - 2 + half)
    other = first * -1 + second * (left - 2) + missed * (half - 2)
    assert seat_values(make_game("yatchaba", **options), "pass") == (dealer, other)


def play_round(position, behaviour, months):
    """One round with this guess; the position after its showdown."""
    position = position.clone()
    for month in months:
        position.apply(month)
    while not position.over and position.state["phase"] != GUESS:
        stop = position.game.action_counts[0] - 2
        placing = 12 if behaviour == "pass" else 13
        position.apply(stop if position.state["phase"] == DECIDE else placing)
    return position


def paid(game, behaviour, hits_of_games):
    """The units that each seat wins if just these rounds of each game are hits."""
    position = game.new(seed=1)
    while not position.over:
        # What comes depends on the seed alone: look at it, then guess it or something else.
        coming = play_round(position, behaviour, (0, 0, 0)).state["last_cards"] // 4
        absent = next(month for month in range(12) if month not in coming)
        hit = position.state["round"] in hits_of_games[int(position.state["game"])]
        months = sorted(coming.tolist()) if hit else [absent] * 3
        position = play_round(position, behaviour, months)
    return [int(units) for units in position.state["balance"][: game.seats]]


@pytest.mark.parametrize(
    ("options", "behaviour"),
    [
        ({"players": 2, "games": 4, "hits_to_win": 1}, "place"),
        ({"players": 2, "games": 4, "hits_to_win": 3, "after_dealer_hit": "continue"}, "pass"),
        ({"players": 3, "games": 2, "hits_to_win": 2, "raise_mode": "ladder"}, "place"),
        ({"players": 3, "games": 3, "hits_to_win": 1, "after_dealer_hit": "continue"}, "place"),
        ({"players": 5, "games": 2, "hits_to_win": 2, "leftover": "burn"}, "pass"),
        ({"players": 8, "games": 3, "hits_to_win": 1}, "pass"),
    ],
    ids=label,
)
def test_values_are_what_the_game_pays(options, behaviour):
    """Every way in which the games of an episode can end, paid by the game: equal to the unit."""
    game = make_game("yatchaba", first_dealer=0, **options)
    rounds = min(game.seats, 3)
    chances = outcomes(rounds, game.rules.hits_to_win, game.rules.after_dealer_hit == "continue")
    assert sum(chances.values()) == 1
    values = [Fraction(0)] * game.seats
    for hits_of_games in product(chances, repeat=game.games):
        chance = prod((chances[hits] for hits in hits_of_games), start=Fraction(1))
        won = paid(game, behaviour, hits_of_games)
        values = [value + chance * units / 20 for value, units in zip(values, won)]
    assert seat_values(game, behaviour) == tuple(values)


def test_many_games():
    """Those who dealt early in an episode begin with small pots, however long it lasts."""
    values = seat_values(make_game("yatchaba", hits_to_win=2, games=400), "place")
    assert sum(values) == 0
    assert sorted(values) == list(values)


@pytest.mark.parametrize(
    ("options", "behaviour", "message"),
    [
        ({}, "fold", "behaviour='fold'.*'pass' or 'place'"),
        ({"pass_rule": "off"}, "pass", "pass_rule='off'"),
        ({"bankroll": 30}, "place", "bankroll=30 .*None"),
    ],
)
def test_what_has_no_value(options, behaviour, message):
    with pytest.raises(ValueError, match=message):
        seat_values(make_game("yatchaba", **options), behaviour)


def test_other_games_have_no_such_seats():
    with pytest.raises(TypeError, match="Echobo"):
        seat_values(make_game("echobo"), "pass")
