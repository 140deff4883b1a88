"""Pictures of a position. The rules know nothing of this; this reads states and layouts."""

import importlib

import numpy as np

from hanafuda_envs.position import Position
from hanafuda_envs.render.text import Pen, use_color

__all__ = ["to_pixels", "to_svg", "to_text"]


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
    seat = _seat(position, view)
    pen = Pen(color=use_color() if color is None else color, language=language)
    # Imported here, as below: a table is drawn by few, the games are imported by all.
    drawing = importlib.import_module(f"hanafuda_envs.render.{position.game.family}")
    return "\n".join(drawing.table(position, seat, pen))


def to_svg(position: Position, *, view: str | None = None, label: bool = False) -> str:
    """The table as an SVG document with our own cards; ``view`` as for ``to_text``.

    ``label`` adds the number of the month and the kind to every card, for beginners.
    """
    from hanafuda_envs.render.scenes import scene_of
    from hanafuda_envs.render.svg import scene_svg

    return scene_svg(scene_of(position, _seat(position, view)), label=label)


def to_pixels(position: Position, *, view: str | None = None) -> np.ndarray:
    """The table as a new array (640, 960, 3) of uint8; ``view`` as for ``to_text``."""
    from hanafuda_envs.render.pixels import scene_pixels
    from hanafuda_envs.render.scenes import scene_of

    return scene_pixels(scene_of(position, _seat(position, view)))


def _seat(position: Position, view: str | None) -> int | None:
    """Who looks, as a number."""
    if view is None:
        return None
    if view not in position.game.agents:
        raise ValueError(f"view={view!r} is not possible: allowed is {position.game.agents}")
    return position.game.agents.index(view)
