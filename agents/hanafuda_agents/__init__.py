"""Players for the games of ``hanafuda_envs``.

Importing this package makes them known by name wherever a face takes opponents.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from hanafuda_agents import batta_maki, echobo, ju_mai, learned, sanmai_kabu, yatchaba
from hanafuda_agents.rule_player import RulePlayer, play_games
from hanafuda_envs.games.batta_maki import FAMILY as _BATTA_MAKI_GAMES
from hanafuda_envs.opponents import register_folder_reader, register_opponent

__all__ = ["RulePlayer", "play_games"]

Players = tuple[Callable[..., Any], ...]


def _register(game: str, players: Players, role: str | None = None) -> None:
    """Make players known under the names of the functions that make them."""
    for make in players:
        about = (make.__doc__ or "").strip().partition("\n")[0]
        register_opponent(make.__name__, make, game, about=about, role=role)


_register("ju_mai", ju_mai.PLAYERS)
for _game in _BATTA_MAKI_GAMES:
    _register(_game.name, batta_maki.PLAYERS)
_register("sanmai_kabu", sanmai_kabu.PLAYERS)
_register("yatchaba", yatchaba.PLAYERS)
_register("echobo", (echobo.random,))
_register("echobo", echobo.DEALERS, role="dealer")
_register("echobo", echobo.BETTORS, role="bettor")


def _register_learned(game: str, role: str, name: str = "learned", seat: str | None = None) -> None:
    """Make the learned players that ship with this package known, for the rules they know."""
    if learned.shipped(game, role):
        register_opponent(
            name,
            partial(learned.make_shipped, role),
            game,
            about="A network that learned by playing; answers without search.",
            role=seat,
            fits=partial(learned.is_shipped, role),
        )


_register_learned("ju_mai", "player")
_register_learned("yatchaba", "player")
_register_learned("echobo", "bettor", seat="bettor")
_register_learned("echobo", "dealer", "learned_dealer", seat="dealer")
register_folder_reader(learned.read_folder)
