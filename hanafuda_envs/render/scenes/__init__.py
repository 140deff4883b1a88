"""The tables as scenes: one module for each game family, each with a function ``scene``."""

import importlib

from hanafuda_envs.position import Position
from hanafuda_envs.render.scene import Scene

__all__ = ["scene_of"]


def scene_of(position: Position, view: int | None) -> Scene:
    """The table as this seat sees it; ``None`` is a spectator, who sees everything."""
    # Imported here: a table is drawn by few, the games are imported by all.
    family = importlib.import_module(f"{__name__}.{position.game.family}")
    return family.scene(position, view)
