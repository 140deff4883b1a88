"""The exact chances of a guess, against counting every draw."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanafuda_envs import make_game
from hanafuda_envs.exact.yatchaba import (
    GUESSES,
    best_guesses,
    chance_of_guess,
    chances_of_guesses,
)

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
