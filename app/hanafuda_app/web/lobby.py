"""What the lobby offers, and what it asks for: games, options, seats, players."""

from typing import Any

from hanafuda_app.listing import ABOUT
from hanafuda_app.table import Table, fitting_players, strongest, titles
from hanafuda_app.table.help import ABOUT_JAPANESE, RULES
from hanafuda_app.table.words import agent_name
from hanafuda_envs import GAMES, make_game
from hanafuda_envs.opponents import known_opponents
from hanafuda_envs.rules import Choice, Count, Option, OptionalCount, Subset

__all__ = ["all_games", "help_of", "seats_of", "table_from"]


def all_games() -> list[dict[str, Any]]:
    """Every game with its options."""
    return [
        {
            "name": name,
            "title": titles[name],
            "about": [ABOUT[name], ABOUT_JAPANESE[name]],
            "options": [_described(option) for option in game.rules_class.options()],
        }
        for name, game in GAMES.items()
    ]


def _described(option: Option[Any]) -> dict[str, Any]:
    about: dict[str, Any] = {
        "name": option.name,
        "default": option.default,
        "meaning": option.meaning,
        "ground": option.ground,
    }
    if isinstance(option, Choice):
        return about | {"kind": "choice", "values": option.values}
    if isinstance(option, Count):
        return about | {"kind": "count", "least": option.least, "most": option.most}
    if isinstance(option, OptionalCount):
        return about | {"kind": "optional_count"}
    assert isinstance(option, Subset)
    return about | {"kind": "subset", "values": option.names}


def help_of(game: str) -> dict[str, Any]:
    """The rules of a game in short; a ``KeyError`` if there is no such game."""
    return {"title": titles[game], "rules": RULES[game]}


def _options(body: dict[str, Any]) -> dict[str, Any]:
    options = body.get("options", {})
    if not isinstance(options, dict):
        raise ValueError("options are an object")
    return options


def seats_of(body: dict[str, Any]) -> list[dict[str, Any]]:
    """The seats of a game under options, and who can sit there; ``ValueError`` for a mistake."""
    game = make_game(str(body.get("game")), **_options(body))
    known = known_opponents(game)
    return [
        {
            "agent": agent,
            "name": agent_name(agent),
            "strongest": strongest(game, agent),
            "players": [[name, known[name].about] for name in fitting_players(game, agent)],
        }
        for agent in game.agents
    ]


def table_from(body: dict[str, Any]) -> Table:
    """The table that somebody asks for; ``ValueError`` or ``TypeError`` for a mistake."""
    opponents = body.get("opponents", [])
    if not isinstance(opponents, list) or not all(isinstance(who, str) for who in opponents):
        raise ValueError("opponents are a list of names")
    seed = body.get("seed")
    if isinstance(seed, str) and seed.isascii() and seed.isdecimal() and len(seed) <= 20:
        seed = int(seed)  # browsers count to 2**53 only, seeds go further
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise ValueError("a seed is a whole number")
    return Table(
        str(body.get("game")),
        options=_options(body),
        seat=body.get("seat"),
        opponents=opponents,
        seed=seed,
        practice=body.get("practice") is True,
    )
