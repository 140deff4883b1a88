"""How likely a guess in Yatchaba is to come true, exactly.

A guess is three months, 1 to 12, in any order and with repetitions; the three cards are drawn
from those that have not been shown. A guess hits as many months as the two multisets have in
common. There are 364 guesses, and as many things that three cards can show, so the chance of
all guesses together is one product of a matrix and a vector.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from hanafuda_envs.cards import DECK, MONTHS
from hanafuda_envs.games.yatchaba import PICKS

__all__ = ["GUESSES", "best_guesses", "chance_of_guess", "chances_of_guesses"]

GUESSES: tuple[tuple[int, ...], ...] = tuple(
    combinations_with_replacement([month.number for month in MONTHS], PICKS)
)
"""Every guess, its months ascending, in lexicographic order."""

_PLACE = {guess: place for place, guess in enumerate(GUESSES)}
_PICKED = np.array([[guess.count(month.number) for month in MONTHS] for guess in GUESSES])
"""How often each guess names each month."""
_WAYS = np.array([[comb(cards, k) for k in range(PICKS + 1)] for cards in range(5)], dtype=float)
"""In how many ways k cards can be drawn from so many of a month."""


def chance_of_guess(
    guess: Sequence[int], shown: Iterable[int] = (), hits_to_win: int = PICKS
) -> Fraction:
    """The exact chance that at least ``hits_to_win`` months of the guess come.

    ``shown`` are the numbers of the cards that cannot come any more.
    """
    months = tuple(sorted(guess))
    if months not in _PLACE:
        raise ValueError(f"guess={guess!r} is not possible: allowed are three months, 1 to 12")
    winning, draws = _winning_draws(shown, hits_to_win)
    return Fraction(int(winning[_PLACE[months]]), draws)


def chances_of_guesses(shown: Iterable[int] = (), hits_to_win: int = PICKS) -> np.ndarray:
    """The chance of every guess as a float, in the order of ``GUESSES``."""
    winning, draws = _winning_draws(shown, hits_to_win)
    return winning / draws


def best_guesses(
    shown: Iterable[int] = (), hits_to_win: int = PICKS
) -> tuple[list[tuple[int, ...]], Fraction]:
    """All guesses that are most likely to hit, and their exact chance."""
    winning, draws = _winning_draws(shown, hits_to_win)
    best = [GUESSES[place] for place in np.flatnonzero(winning == winning.max())]
    return best, Fraction(int(winning.max()), draws)


def _winning_draws(shown: Iterable[int], hits_to_win: int) -> tuple[np.ndarray, int]:
    """For every guess the draws with which it wins, and how many draws there are."""
    left = _left_by_month(shown)
    # Floats make the product fast; they are exact, since there are 17,296 draws at most.
    draws = _WAYS[left[np.newaxis, :], _PICKED].prod(axis=1)
    return _wins(hits_to_win) @ draws, comb(int(left.sum()), PICKS)


def _left_by_month(shown: Iterable[int]) -> np.ndarray:
    """How many cards of each month have not been shown."""
    cards = {int(card) for card in shown}
    if not all(0 <= card < DECK for card in cards):
        raise ValueError(f"shown={sorted(cards)} is not possible: cards are 0 to {DECK - 1}")
    if len(cards) > DECK - PICKS:
        raise ValueError(f"{len(cards)} cards shown leave no {PICKS} to draw")
    left = np.full(len(MONTHS), 4)
    for card in cards:
        left[card // 4] -= 1
    return left


@cache
def _wins(hits_to_win: int) -> np.ndarray:
    """1 where a guess (row) wins against what is drawn (column)."""
    if hits_to_win not in range(1, PICKS + 1):
        raise ValueError(f"hits_to_win={hits_to_win!r} is not possible: allowed is 1 to {PICKS}")
    hits = np.minimum(_PICKED[:, np.newaxis, :], _PICKED[np.newaxis, :, :]).sum(axis=2)
    return (hits >= hits_to_win).astype(float)
