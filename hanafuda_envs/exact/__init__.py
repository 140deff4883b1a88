"""Exact chances and values: everything is counted, nothing is estimated.

Results are ``fractions.Fraction``; ``float(...)`` where speed of arithmetic matters. The games of
batches and stacks, for any cards that are still undrawn, are asked here; what only one game
knows is in a module of its own, ``exact.yatchaba`` and ``exact.echobo``.
"""

from collections.abc import Iterable
from fractions import Fraction

from hanafuda_envs.exact import batta_maki, echobo, sanmai_kabu, yatchaba
from hanafuda_envs.exact.batches import full_deck, undrawn_cards
from hanafuda_envs.exact.batta_maki import BatchChances, batch_chances, round_values
from hanafuda_envs.exact.sanmai_kabu import StackChances, stack_chances
from hanafuda_envs.game import Game
from hanafuda_envs.games.batta_maki import BattaMakiGame
from hanafuda_envs.games.sanmai_kabu import SanmaiKabu

__all__ = [
    "BatchChances",
    "StackChances",
    "batch_chances",
    "batta_maki",
    "bet_value",
    "echobo",
    "full_deck",
    "round_values",
    "sanmai_kabu",
    "stack_chances",
    "undrawn_cards",
    "yatchaba",
]


def bet_value(game: Game, undrawn: Iterable[int] | None = None) -> Fraction:
    """What one chip on any batch or stack is expected to bring, nobody else betting.

    Where the winners share a pot, this is a round without a carried one, not the last.
    """
    if isinstance(game, SanmaiKabu):
        return sanmai_kabu.bet_value(game, undrawn)
    if isinstance(game, BattaMakiGame):
        return batta_maki.bet_value(game, undrawn)
    raise TypeError(f"{game.title} has no bets with exact values")
