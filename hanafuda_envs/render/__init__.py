"""Pictures of a position. The rules know nothing of this; this reads states and layouts."""

import importlib

from hanafuda_envs.position import Position
from hanafuda_envs.render.text import Pen, use_color

__all__ = ["NOT_DRAWN", "to_text"]

NOT_DRAWN = 'nothing is drawn: make the environment with render_mode="ansi"'


def to_text(
    position: Position,
    *,
    view: str | None = None,
    color: bool | None = None,
    language: str = "en",
) -> str:
    """The table as text.

    ``view`` names the agent who looks: what it cannot see is drawn face down; without it a
    spectator sees everything. ``color`` is on where the terminal has colours (``NO_COLOR`` and
    ``FORCE_COLOR`` are heeded). ``language`` is ``"en"`` or ``"ja"``.
    """
    if view is not None and view not in position.game.agents:
        raise ValueError(f"view={view!r} is not possible: allowed is {position.game.agents}")
    pen = Pen(color=use_color() if color is None else color, language=language)
    seat = None if view is None else position.game.agents.index(view)
    # Imported here: a table is drawn by few, the games are imported by all.
    drawing = importlib.import_module(f"hanafuda_envs.render.{position.game.family}")
    return "\n".join(drawing.table(position, seat, pen))
