"""The games, by name."""

from typing import Any

from hanafuda_envs.game import Game
from hanafuda_envs.games import batta_maki
from hanafuda_envs.games.echobo import Echobo
from hanafuda_envs.games.ju_mai import JuMai
from hanafuda_envs.games.sanmai_kabu import SanmaiKabu
from hanafuda_envs.games.yatchaba import Yatchaba

__all__ = ["GAMES", "make_game"]

_ALL: tuple[type[Game], ...] = (JuMai, *batta_maki.FAMILY, SanmaiKabu, Yatchaba, Echobo)

GAMES: dict[str, type[Game]] = {game.name: game for game in _ALL}
"""Every game of the collection."""


def make_game(name: str, **options: Any) -> Game:
    """The game of this name under the given options; the others have their defaults."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}: allowed is {' or '.join(map(repr, GAMES))}")
    return GAMES[name](**options)
