"""In what the results of a game are told: chips a round, points a match …"""

from typing import NamedTuple

from hanafuda_envs.game import Game

__all__ = ["Scale", "scale", "won_or_lost"]


class Scale(NamedTuple):
    """A result of an episode divided by ``divisor`` is so many ``what`` a ``per``."""

    what: str
    per: str
    divisor: int

    def __str__(self) -> str:
        return f"{self.what} a {self.per}"


def won_or_lost(game: Game) -> bool:
    """Whether an episode is won (+1), lost (-1) or drawn, and nothing else is paid."""
    return game.rules.as_dict().get("reward") == "win"


def scale(game: Game) -> Scale:
    """Betting games of a fixed length are told by the round or game, others by the match."""
    fields = game.record.dtype.names or ()
    if "games" in fields:
        return Scale("chips", "game", int(game.record["games"][0]))
    if "rounds" in fields:
        return Scale("chips", "round", int(game.record["rounds"][0]))
    return Scale("reward" if won_or_lost(game) else "points", "match", 1)
