"""Exact answers about Sanmai Kabu: how a stack does, what a bet on it is worth."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from hanafuda_envs.exact.batches import Batches, cards_of
from hanafuda_envs.game import Game
from hanafuda_envs.games.sanmai_kabu import SanmaiKabu

__all__ = ["StackChances", "bet_value", "stack_chances"]


class StackChances(NamedTuple):
    """How a stack does against the dealer's hand."""

    arashi: Fraction
    """It wins double."""
    win: Fraction
    tie: Fraction
    loss: Fraction


_YAKU = 20  # the key of a dealer's hand that beats everything; digits and arashi are 0..19
_KABU_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0)
_ORDERS = 6  # of three cards; the house yaku depend on it


def _kabu_keys(batches: Batches) -> np.ndarray:
    return batches.total(_KABU_VALUES, by_month=True) % 10 + 10 * batches.arashi()


def _yaku_orders(game: SanmaiKabu, batches: Batches) -> np.ndarray:
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
    batches = Batches(cards)
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
    return _stack_chances(game, cards_of(game, undrawn))


def bet_value(game: Game, undrawn: Iterable[int] | None = None) -> Fraction:
    """What one chip on any stack is expected to bring."""
    if not isinstance(game, SanmaiKabu):
        raise TypeError(f"{game.title} has no stacks to bet on")
    chances = stack_chances(game, undrawn)
    lost_ties = chances.tie if game.rules.tie == "dealer" else 0
    return 2 * chances.arashi + chances.win - chances.loss - lost_ties
