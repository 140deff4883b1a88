"""A game that the learner played, to be watched by a person."""

from collections.abc import Sequence

from hanafuda_envs.game import Game
from hanafuda_envs.opponents import Opponent, ask, reset
from hanafuda_envs.replay import Replay

__all__ = ["play_one"]


def play_one(game: Game, players: Sequence[Opponent], names: Sequence[str], seed: int) -> Replay:
    """One whole episode with a player in every seat."""
    reset(players, seed)
    position = game.new(seed)
    while position.seat is not None:
        position.apply(ask(players[position.seat], position.observe(), position.mask()))
    return Replay.of(position, players=names)
