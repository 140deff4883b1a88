"""The games, by name."""

from typing import Any

from hanafuda_envs.game import Game
from hanafuda_envs.games.ju_mai import JuMai

__all__ = ["GAMES", "make_game"]

GAMES: dict[str, type[Game]] = {game.name: game for game in (JuMai,)}
"""Every game of the collection."""


def make_game(name: str, **options: Any) -> Game:
    """The game of this name under the given options; the others have their defaults."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}: allowed is {' or '.join(map(repr, GAMES))}")
    return GAMES[name](**options)
