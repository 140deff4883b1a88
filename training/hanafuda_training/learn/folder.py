"""The folder of a run: recipe, manifest, logs, measurements, checkpoints and the player."""

import json
import os
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from hanafuda_envs.game import Game
from hanafuda_training.arena.store import write_whole
from hanafuda_training.learn.recipe import Recipe, RecipeError, recipe_from
from hanafuda_training.learn.strength import Strength

__all__ = ["RunFolder"]

_PACKAGES = ("hanafuda-envs", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")
_FORMAT = 1


@dataclass(frozen=True)
class RunFolder:
    """Where everything of a run lies. Nothing of another run is ever overwritten."""

    path: Path

    @property
    def checkpoints(self) -> Path:
        return self.path / "checkpoints"

    @property
    def past(self) -> Path:
        """Where past selves lie, a folder each."""
        return self.path / "past"

    @property
    def player(self) -> Path:
        """The player: the newest that was measured, at the end the final one."""
        return self.path / "player"

    @property
    def logs(self) -> Path:
        """For TensorBoard."""
        return self.path / "logs"

    @property
    def curve(self) -> Path:
        return self.path / "curve.png"

    @property
    def verdict(self) -> Path:
        return self.path / "verdict.md"

    @property
    def sample_game(self) -> Path:
        return self.path / "game.json"

    @property
    def finished(self) -> bool:
        return self.verdict.exists()

    # --- begin and go on --------------------------------------------------------------------

    def begin(self, recipe: Recipe, game: Game) -> None:
        """Make the folder; it must not hold anything yet."""
        if self.path.exists() and any(self.path.iterdir()):
            raise FileExistsError(f"{self.path} is there already: choose another name")
        self.path.mkdir(parents=True, exist_ok=True)
        write_whole(self.path / "manifest.json", _json(_manifest(recipe, game)))
        write_whole(self.path / "recipe.yaml", recipe.to_yaml())

    @cached_property
    def recipe(self) -> Recipe:
        """The recipe that the run was begun with."""
        path = self.path / "recipe.yaml"
        if not path.is_file():
            raise RecipeError(f"{self.path} holds no run: there is no {path.name}")
        return recipe_from(path.read_text("utf-8"), str(path))

    def manifest(self) -> dict[str, Any]:
        """With what the run was begun."""
        path = self.path / "manifest.json"
        try:
            return json.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise RecipeError(f"{path} cannot be read: {error}") from None

    def check_same_rules(self, game: Game) -> None:
        """The rules must be those of the run: a later version may play differently."""
        rules = self.manifest().get("rules")
        if rules != game.rules.digest:
            raise RecipeError(
                f"{self.path} was begun with rules {rules} of {game.name}; this version has "
                f"{game.rules.digest}: it cannot go on"
            )

    # --- measurements -----------------------------------------------------------------------

    def strengths(self, until: int | None = None) -> list[Strength]:
        """All that was measured, up to so many steps: what came later is measured anew."""
        path = self.path / "strength.json"
        if not path.exists():
            return []
        found = [Strength(**one) for one in json.loads(path.read_text("utf-8"))]
        return [one for one in found if until is None or one.steps <= until]

    def write_strengths(self, found: Sequence[Strength]) -> None:
        write_whole(self.path / "strength.json", _json([one.as_dict() for one in found]))


def _json(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _manifest(recipe: Recipe, game: Game) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "begun": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "game": game.name,
        "rules": game.rules.digest,
        "seed": recipe.seed,
        "versions": versions(),
        "machine": {
            "system": platform.system(),
            "processor": platform.machine(),
            "processors": os.cpu_count(),
        },
    }


def versions() -> dict[str, str]:
    """What the result depends on."""
    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "unknown"
    return found
