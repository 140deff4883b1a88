"""Counting batches: three cards at a time, for any cards that are still undrawn.

Every batch has a *key* that decides (its digit, its points, whether it is an arashi …). The
number of ways to draw two batches that share no card, with keys a and b, follows by inclusion
and exclusion from how many batches with each key there are, contain each card, and contain each
pair of cards. So no pair of batches is ever listed, and a full deck takes milliseconds.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from hanafuda_envs.bits import members
from hanafuda_envs.game import Game
from hanafuda_envs.games.batta_maki import BattaMakiGame
from hanafuda_envs.games.sanmai_kabu import SanmaiKabu
from hanafuda_envs.position import Position

__all__ = ["Batches", "Layers", "cards_of", "full_deck", "undrawn_cards"]

# --- which cards are left -----------------------------------------------------------------------


def full_deck(game: Game) -> tuple[int, ...]:
    """All cards of the game, each as often as it is there."""
    if isinstance(game, BattaMakiGame):
        decks = 1 + int(game.record["two_decks"][0])
        return tuple(sorted(list(game.variant.deck) * decks))
    if isinstance(game, SanmaiKabu):
        return tuple(range(48))
    raise TypeError(f"{game.title} is no game of batches: there is nothing to count")


def undrawn_cards(position: Position) -> tuple[int, ...]:
    """The cards from which the next showdown of a running game is drawn."""
    left = list(full_deck(position.game))
    seen = np.atleast_1d(position.state["seen"])
    copies = seen if len(left) > 48 else seen[:1]
    for drawn in copies:
        for card in members(drawn):
            left.remove(card)
    return tuple(left)


def cards_of(game: Game, undrawn: Iterable[int] | None) -> tuple[int, ...]:
    """These cards, sorted and checked against the deck of the game; without any, all of it."""
    deck = full_deck(game)
    if undrawn is None:
        return deck
    cards = tuple(sorted(int(card) for card in undrawn))
    left = list(deck)
    for card in cards:
        if card not in left:
            raise ValueError(f"card {card} is not (so often) in the deck of {game.title}")
        left.remove(card)
    return cards


# --- counting ---------------------------------------------------------------------------------


class Batches:
    """All batches that can be drawn from some cards, with sums over their cards."""

    def __init__(self, cards: Sequence[int]) -> None:
        self.size = len(cards)
        if self.size < 6:
            raise ValueError(f"two batches need at least 6 cards, not {self.size}")
        self.places = _triples(self.size)
        self.cards = np.asarray(cards)[self.places]
        self.months = self.cards // 4

    def total(self, table: Sequence[int] | np.ndarray, by_month: bool = False) -> np.ndarray:
        """The sum of a table over the cards (or months) of every batch."""
        entries = self.months if by_month else self.cards
        return np.asarray(table)[entries].sum(axis=1)

    def arashi(self) -> np.ndarray:
        """Whether all three cards are of one month."""
        return (self.months == self.months[:, :1]).all(axis=1)

    def ties(self, keys: np.ndarray) -> int:
        """Ways to draw two batches without a common card that have the same key."""
        one, cards, pairs = self._sums(np.unique(keys, return_inverse=True)[1])
        # All numbers stay far below 2**53, so floats count exactly.
        same = (one**2).sum() - (cards**2).sum() + (pairs**2).sum() - one.sum()
        return int(same)

    def draws(self) -> int:
        """Ways to draw two batches without a common card."""
        return comb(self.size, 3) * comb(self.size - 3, 3)

    def ways(self, first: "Layers", second: "Layers", keys: int) -> np.ndarray:
        """Ways to draw two batches without a common card, by the keys of both.

        Each side is a list of (key of every batch, weight of every batch): mostly one, with
        weight 1.
        """
        ways = np.zeros((keys, keys))
        for key, weight in first:
            mine = self._sums(key, weight, keys)
            for other_key, other_weight in second:
                others = self._sums(other_key, other_weight, keys)
                for sign, a, b in zip((1, -1, 1), mine, others, strict=True):
                    ways += sign * (a @ b.T)
                np.subtract.at(ways, (key, other_key), weight * other_weight)
        return ways

    def _sums(
        self, keys: np.ndarray, weight: np.ndarray | None = None, number: int = 0
    ) -> list[np.ndarray]:
        """For each key: the weight of its batches, of those with each card, with each pair."""
        number = max(number, int(keys.max()) + 1)
        size, (a, b, c) = self.size, self.places.T
        parts = {
            1: [np.zeros_like(a)],
            size: [a, b, c],
            size * size: [a * size + b, a * size + c, b * size + c],
        }
        sums = []
        for width, columns in parts.items():
            counted = np.zeros(number * width)
            for part in columns:
                counted += np.bincount(keys * width + part, weight, number * width)
            sums.append(counted.reshape(number, width))
        return sums


Layers = list[tuple[np.ndarray, np.ndarray]]


@lru_cache(maxsize=128)
def _triples(size: int) -> np.ndarray:
    return np.array(list(combinations(range(size), 3)))
