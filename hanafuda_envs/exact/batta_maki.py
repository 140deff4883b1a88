"""Exact answers about Batta Maki and its family: which batch wins, what a bet is worth."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from hanafuda_envs.cards import HANA_AWASE_POINTS, HON_BANA_POINTS
from hanafuda_envs.exact.batches import Batches, cards_of
from hanafuda_envs.game import Game
from hanafuda_envs.games.batta_maki import FIRST, NEITHER, SECOND, BattaMakiGame
from hanafuda_envs.games.batta_maki_variants import POT
from hanafuda_envs.money import CHIP, in_units

__all__ = ["BatchChances", "Bet", "batch_chances", "bet_value", "round_values"]


class BatchChances(NamedTuple):
    """Which of two batches wins, once all that breaks a tie has been tried."""

    first: Fraction
    tie: Fraction
    second: Fraction


# --- which batch wins -------------------------------------------------------------------------

_ARASHI, _TSUKE = 11, 10
_WEIGHTY = 10_000  # a rank weighs more than what breaks its ties


def _rank_keys(game: BattaMakiGame, batches: Batches) -> np.ndarray:
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
    batches = Batches(cards)
    tie = Fraction(batches.ties(_rank_keys(game, batches)), batches.draws())
    if game.rules.chosen()["tie"] == "draw":
        tie = Fraction(0)  # one more card to each, until they differ
    # Exchanging the batches turns every way for the first to win into one for the second.
    return BatchChances((1 - tie) / 2, tie, (1 - tie) / 2)


def batch_chances(game: Game, undrawn: Iterable[int] | None = None) -> BatchChances:
    """The chances of the two batches, drawn from these cards (by default the full deck)."""
    if not isinstance(game, BattaMakiGame):
        raise TypeError(f"{game.title} has no two batches to bet on")
    return _batch_chances(game, cards_of(game, undrawn))


# --- what bets are worth ----------------------------------------------------------------------

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


def bet_value(game: Game, undrawn: Iterable[int] | None = None) -> Fraction:
    """What one chip on any batch is expected to bring, nobody else betting.

    Where the winners share a pot, this is a round without a carried one, not the last.
    """
    if not isinstance(game, BattaMakiGame):
        raise TypeError(f"{game.title} has no two batches to bet on")
    bets = [(FIRST, 1), *[(NEITHER, 0)] * (game.rules.bettors - 1)]
    return round_values(game, bets, undrawn=undrawn)[0]
