"""Writes docs/games.md from the games themselves: ``python docs/make.py``."""

import importlib
import inspect
from pathlib import Path

from hanafuda_envs import GAMES, make_game
from hanafuda_envs.registration import gymnasium_id, pettingzoo_id

PAGE = Path(__file__).parent / "games.md"

HEADING = """# The games

Made from the games by `python docs/make.py`. The ground of an option: **S** the source says so,
**W** another page of the same wiki does, **D** our decision, nothing is attested.
"""


def options_table(name: str) -> str:
    """The options of a game: name, default, what is allowed, ground and meaning."""
    rows = ["| option | default | allowed | ground | meaning |", "|---|---|---|---|---|"]
    for option in GAMES[name].rules_class.options():
        allowed = option.allowed().replace(" to 2147483647", "")
        rows.append(
            f"| `{option.name}` | `{option.default!r}` | {allowed} | {option.ground} "
            f"| {option.meaning} |"
        )
    return "\n".join(rows)


def chapter(name: str) -> str:
    """All about one game."""
    game = make_game(name)
    module = importlib.import_module(f"hanafuda_envs.{name}_v{game.rules.version}")
    text = inspect.cleandoc(module.__doc__ or "").partition("\n")[2].strip()
    names = f"`{module.__name__}.env()`, `{pettingzoo_id(name)}`, `{gymnasium_id(name)}`"
    return "\n\n".join(
        [
            f"## {game.title} (`{name}`)",
            f"Names: {names}.",
            text,
            "### Options",
            options_table(name),
            f"### Observation: {game.layout.size} numbers, {game.layout.dtype}",
            game.layout.table(),
        ]
    )


def page() -> str:
    """The whole page."""
    return "\n\n".join([HEADING.strip(), *map(chapter, GAMES)]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
