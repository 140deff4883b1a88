"""Exact chances and values of the betting games, for any cards that are still undrawn.

Everything is counted, nothing is estimated: results are ``fractions.Fraction`` (``float(...)``
where speed of arithmetic matters), computed once for each remaining deck and kept.

How it counts: three cards are a *batch*, and every batch has a *key* that decides (its digit,
its points, whether it is an arashi …). The number of ways to draw two batches that share no
card, with keys a and b, follows by inclusion and exclusion from how many batches with each key
there are, contain each card, and contain each pair of cards. So no pair of batches is ever
listed, and a full deck takes milliseconds.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from hanafuda_envs.bits import members
from hanafuda_envs.cards import HANA_AWASE_POINTS, HON_BANA_POINTS
from hanafuda_envs.game import Game
from hanafuda_envs.games.batta_maki import FIRST, NEITHER, SECOND, BattaMakiGame
from hanafuda_envs.games.batta_maki_variants import POT
from hanafuda_envs.games.sanmai_kabu import SanmaiKabu
from hanafuda_envs.money import CHIP, in_units
from hanafuda_envs.position import Position

__all__ = [
    "BatchChances",
    "StackChances",
    "batch_chances",
    "bet_value",
    "round_values",
    "stack_chances",
    "undrawn_cards",
]


class BatchChances(NamedTuple):
    """Which of two batches wins, once all that breaks a tie has been tried."""

    first: Fraction
    tie: Fraction
    second: Fraction


class StackChances(NamedTuple):
    """How a stack does against the dealer's hand."""

    arashi: Fraction
    """It wins double."""
    win: Fraction
    tie: Fraction
    loss: Fraction


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


# --- counting ---------------------------------------------------------------------------------


class _Batches:
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


# --- Batta Maki and its family ------------------------------------------------------------------

_ARASHI, _TSUKE = 11, 10
_WEIGHTY = 10_000  # a rank weighs more than what breaks its ties


def _rank_keys(game: BattaMakiGame, batches: _Batches) -> np.ndarray:
    """What decides between two batches, ties broken as the rules say."""
    values = batches.total(game.variant.values, by_month=True)
    rank = values % 10
    if game.variant.nagoya_ranks:
        willows, pines = (batches.months == 10).sum(axis=1), (batches.months == 0).sum(axis=1)
        rank = np.where((willows == 2) & (pines == 1), _TSUKE, rank)
        rank = np.where(batches.arashi(), _ARASHI, rank)
        return rank * _WEIGHTY + batches.total(HON_BANA_POINTS)
    tie = game.rules.chosen()["tie"]
    if tie == "type_points":
        return rank * _WEIGHTY + batches.total(HANA_AWASE_POINTS)
    return rank * _WEIGHTY + values if tie == "total" else rank


@lru_cache(maxsize=4096)
def _batch_chances(game: BattaMakiGame, cards: tuple[int, ...]) -> BatchChances:
    batches = _Batches(cards)
    tie = Fraction(batches.ties(_rank_keys(game, batches)), batches.draws())
    if game.rules.chosen()["tie"] == "draw":
        tie = Fraction(0)  # one more card to each, until they differ
    # Exchanging the batches turns every way for the first to win into one for the second.
    return BatchChances((1 - tie) / 2, tie, (1 - tie) / 2)


def batch_chances(game: Game, undrawn: Iterable[int] | None = None) -> BatchChances:
    """The chances of the two batches, drawn from these cards (by default the full deck)."""
    if not isinstance(game, BattaMakiGame):
        raise TypeError(f"{game.title} has no two batches to bet on")
    return _batch_chances(game, _cards(game, undrawn))


def _cards(game: Game, undrawn: Iterable[int] | None) -> tuple[int, ...]:
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


Bet = tuple[int, int]
"""(batch, chips): batch 1 or 2, or 0 with 0 chips."""


def _shares(game: BattaMakiGame, pot: int, stakes: Sequence[int]) -> list[int]:
    """How the winners share a pot, in units: rounded down, the rest to the earliest."""
    heads, total = sum(stake > 0 for stake in stakes), sum(stakes)
    if game.rules.chosen()["split"] == "equal":
        shares = [pot // heads if stake else 0 for stake in stakes]
    else:
        shares = [pot * stake // total for stake in stakes]
    earliest = next(seat for seat, stake in enumerate(stakes) if stake)
    shares[earliest] += pot - sum(shares)
    return shares


def _pot_moves(
    game: BattaMakiGame, bets: Sequence[Bet], paid_in: Sequence[int], winner: int, last: bool
) -> list[int]:
    stakes = [[chips if side == batch else 0 for side, chips in bets] for batch in (FIRST, SECOND)]
    totals = [sum(stake) for stake in stakes]
    for batch in (0, 1):  # the dealer evens the totals
        stakes[batch].append(max(0, totals[1 - batch] - totals[batch]))
    staked = [CHIP * (a + b) for a, b in zip(*stakes, strict=True)]
    tie = game.rules.chosen()["tie"]
    if not any(staked) or (winner == NEITHER and tie == "refund"):
        return list(paid_in) if last else [0] * len(staked)
    if winner == NEITHER:
        return list(paid_in) if last else [-units for units in staked]
    shares = _shares(game, sum(paid_in) + sum(staked), stakes[winner - 1])
    return [share - units for share, units in zip(shares, staked, strict=True)]


def _bank_moves(game: BattaMakiGame, bets: Sequence[Bet], winner: int) -> list[int]:
    chosen = game.rules.chosen()
    gain = in_units(chosen["payout"])
    moves = []
    for side, chips in bets:
        if winner == NEITHER:
            moves.append(-CHIP * chips if chosen["tie"] == "dealer" else 0)
        else:
            moves.append(chips * (gain if side == winner else -CHIP))
    return [*moves, -sum(moves)]


def round_values(
    game: Game,
    bets: Sequence[Bet],
    *,
    paid_in: Sequence[int] | None = None,
    undrawn: Iterable[int] | None = None,
    last_round: bool = False,
) -> tuple[Fraction, ...]:
    """What each bettor, and last the dealer, expects of a round, in chips, with these bets.

    ``bets`` has (batch, chips) for each bettor as they stand at the showdown. ``paid_in`` are the
    units of each of them, the dealer last, in a carried pot. A stake that is carried counts as
    lost, as it does in the rewards, except in the last round, after which it goes back.
    """
    if not isinstance(game, BattaMakiGame):
        raise TypeError(f"{game.title} has no two batches to bet on")
    if len(bets) != game.rules.bettors:
        raise ValueError(f"{game.rules.bettors} bettors have that many bets, not {len(bets)}")
    pot = [0] * (len(bets) + 1) if paid_in is None else list(paid_in)
    chances = batch_chances(game, undrawn)
    values = [Fraction(0)] * (len(bets) + 1)
    for winner, chance in zip((FIRST, NEITHER, SECOND), chances, strict=True):
        if game.variant.settlement == POT:
            moves = _pot_moves(game, bets, pot, winner, last_round)
        else:
            moves = _bank_moves(game, bets, winner)
        values = [value + chance * move for value, move in zip(values, moves, strict=True)]
    return tuple(value / CHIP for value in values)


# --- Sanmai Kabu ------------------------------------------------------------------------------

_YAKU = 20  # the key of a dealer's hand that beats everything; digits and arashi are 0..19
_KABU_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0)
_ORDERS = 6  # of three cards; the house yaku depend on it


def _kabu_keys(batches: _Batches) -> np.ndarray:
    return batches.total(_KABU_VALUES, by_month=True) % 10 + 10 * batches.arashi()


def _yaku_orders(game: SanmaiKabu, batches: _Batches) -> np.ndarray:
    """In how many of its six orders each batch begins with a house yaku."""
    firsts = [{"shippin": 4, "kuppin": 9}[yaku] for yaku in game.rules.house_yaku]
    pines = (batches.months + 1 == 1).sum(axis=1)
    return sum(
        ((batches.months + 1 == month).sum(axis=1) * pines for month in firsts),
        np.zeros(len(pines), dtype=np.int64),
    )


def _outcome(game: SanmaiKabu, stack: int, hand: int) -> str:
    """How a stack with one key does against a hand with another: a field of StackChances."""
    rules = game.rules
    if hand == _YAKU:
        return "loss"
    (stack_arashi, mine), (hand_arashi, dealers) = divmod(stack, 10), divmod(hand, 10)
    by_digit = "tie" if mine == dealers else "win" if mine > dealers else "loss"
    if hand_arashi and rules.dealer_arashi != "plain":
        if rules.dealer_arashi == "beats_all" or not stack_arashi:
            return "loss"
        if rules.both_arashi == "compare":
            return "arashi" if by_digit == "win" else by_digit
        return "tie" if rules.both_arashi == "tie" else "arashi"
    return "arashi" if stack_arashi else by_digit


@lru_cache(maxsize=4096)
def _stack_chances(game: SanmaiKabu, cards: tuple[int, ...]) -> StackChances:
    batches = _Batches(cards)
    keys, orders = _kabu_keys(batches), _yaku_orders(game, batches)
    stacks = [(keys, np.ones(len(keys)))]
    hands = [(keys, _ORDERS - orders), (np.full_like(keys, _YAKU), orders)]
    ways = batches.ways(stacks, hands, _YAKU + 1)
    sums = dict.fromkeys(StackChances._fields, 0)
    for stack in range(_YAKU):
        for hand in range(_YAKU + 1):
            sums[_outcome(game, stack, hand)] += int(ways[stack, hand])
    total = sum(sums.values())
    return StackChances(*(Fraction(sums[name], total) for name in StackChances._fields))


def stack_chances(game: Game, undrawn: Iterable[int] | None = None) -> StackChances:
    """How any one stack of Sanmai Kabu does, drawn from these cards (by default all)."""
    if not isinstance(game, SanmaiKabu):
        raise TypeError(f"{game.title} has no stacks to bet on")
    return _stack_chances(game, _cards(game, undrawn))


# --- one bet ----------------------------------------------------------------------------------


def bet_value(game: Game, undrawn: Iterable[int] | None = None) -> Fraction:
    """What one chip on any batch or stack is expected to bring, nobody else betting.

    Where the winners share a pot, this is a round without a carried one, not the last.
    """
    if isinstance(game, SanmaiKabu):
        chances = stack_chances(game, undrawn)
        lost_ties = chances.tie if game.rules.tie == "dealer" else 0
        return 2 * chances.arashi + chances.win - chances.loss - lost_ties
    if not isinstance(game, BattaMakiGame):
        raise TypeError(f"{game.title} has no bets with exact values")
    bets = [(FIRST, 1), *[(NEITHER, 0)] * (game.rules.bettors - 1)]
    return round_values(game, bets, undrawn=undrawn)[0]
