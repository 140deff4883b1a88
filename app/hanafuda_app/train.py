"""``hanafuda train``: learn to play, and say honestly how good the result is."""

import argparse
import itertools
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanafuda_app.show import show_markdown
from hanafuda_envs.render import to_text
from hanafuda_envs.replay import Replay
from hanafuda_training.arena.progress import spelled_time

if TYPE_CHECKING:
    from hanafuda_training.learn.recipe import Recipe
    from hanafuda_training.learn.strength import Strength
    from hanafuda_training.learn.trainer import Run

__all__ = ["add_command"]

_DESCRIPTION = """\
Trains a player by the recipe in a YAML file (see configs/), measures it with the arena against
the players that the recipe names, and keeps everything in a folder below runs/.

It can be stopped at any moment, with Ctrl-C or by force: the same command, or --resume, goes on
exactly where the last checkpoint was, at most a minute back.
"""

_EXAMPLES = """\
examples:
  hanafuda train configs/ju_mai_quick.yaml
      a player of Jū Mai in about five minutes

  hanafuda train configs/ju_mai_base.yaml --name mine --set ppo.learning_rate=1e-4 --set seed=7
      the long recipe, changed, in runs/mine

  hanafuda train --resume runs/mine
      goes on with a run that was stopped

  hanafuda arena ju_mai runs/mine/player heuristic
      the player of a run against any other

In the folder: recipe.yaml, manifest.json, curve.png, strength.json, verdict.md, game.json (a game
that it played, for `hanafuda watch`), player/ (the player: safetensors and JSON), checkpoints/,
past/ (past selves), logs/ (tensorboard --logdir runs).
"""

_SAMPLE = 7  # the seed of the game that is kept to be watched
_EVERY = 15.0  # seconds between lines where there is no terminal


def add_command(commands: Any, setting: Callable[[str], tuple[str, Any]]) -> None:
    parser = commands.add_parser(
        "train",
        help="learn to play a game",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("recipe", metavar="RECIPE", nargs="?", help="a YAML file, as those in configs/")
    add(
        "--set",
        metavar="KEY=VALUE",
        type=setting,
        action="append",
        default=[],
        dest="changes",
        help="change the recipe: ppo.learning_rate=1e-4; can be repeated",
    )
    add("--name", metavar="NAME", help="of the folder below --runs (default: the recipe's)")
    add("--runs", metavar="DIR", default="runs", help="where runs are kept (default: runs)")
    add("--new", action="store_true", help="begin another run even if one was stopped")
    add("--resume", metavar="DIR", help="go on with the run in this folder")
    add("--check", action="store_true", help="read the recipe, say what it is, and stop")
    parser.set_defaults(run=_run, after_ctrl_c=_how_to_continue)


def _how_to_continue(chosen: argparse.Namespace) -> str:
    """What somebody who has just stopped a run wants to know."""
    folder = getattr(chosen, "folder", None)
    if folder is None:
        return "Nothing had begun."
    return f"hanafuda train --resume {folder} goes on from the last checkpoint."


def _run(chosen: argparse.Namespace) -> int:
    # Before torch is loaded: threads that wait actively slow each other down on busy processors.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        from hanafuda_training.learn.trainer import Run
    except ImportError as missing:
        raise ValueError(
            f"training needs {missing.name}: pip install 'hanafuda-envs[train]'"
        ) from None
    if chosen.resume is not None:
        if chosen.recipe is not None or chosen.changes:
            raise ValueError("--resume goes on with the recipe of the run: name no other")
        chosen.folder = Path(chosen.resume)
        run = Run.resume(chosen.folder)
    else:
        recipe = _read(chosen)
        if chosen.check:
            print(recipe.to_yaml(), end="")
            return 0
        run = _begin(chosen, recipe)
    if run.folder.finished:
        print(f"{run.folder.path} is finished: {run.folder.verdict} says how good it is.")
        return 0
    _train(run)
    return 0


def _read(chosen: argparse.Namespace) -> "Recipe":
    from hanafuda_training.learn.recipe import read_recipe

    if chosen.recipe is None:
        raise ValueError("name a recipe (configs/ju_mai_quick.yaml) or --resume DIR")
    return read_recipe(chosen.recipe, chosen.changes)


def _begin(chosen: argparse.Namespace, recipe: "Recipe") -> "Run":
    """A new run, or the same one that was stopped earlier."""
    from hanafuda_training.learn.folder import RunFolder
    from hanafuda_training.learn.trainer import Run

    name = chosen.name or Path(chosen.recipe).stem
    path, number = Path(chosen.runs) / name, 1
    while path.exists():
        folder = RunFolder(path)
        if not chosen.new and not folder.finished and folder.recipe == recipe:
            print(f"{path} was stopped: it goes on (--new would begin another).")
            chosen.folder = path
            return Run.resume(path)
        if chosen.name is not None:
            raise FileExistsError(f"{path} is there already: choose another --name")
        number += 1
        path = Path(chosen.runs) / f"{name}-{number}"
    chosen.folder = path
    return Run.begin(recipe, path)


# --- the run ------------------------------------------------------------------------------------


def _train(run: "Run") -> None:
    recipe = run.recipe
    size = sum(value.numel() for value in run.model.policy.parameters())
    print(
        f"{run.game.title}: {recipe.steps:,} decisions at {recipe.ppo.tables} tables, a network of "
        f"{size:,} numbers, in {run.folder.path}",
        flush=True,
    )
    screen = _Screen()
    try:
        run.train(screen)
    finally:
        screen.leave()
    print(
        f"Learned from {run.steps:,} decisions in {spelled_time(run.seconds)}. The arena's verdict "
        "on new deals:",
        flush=True,
    )
    verdict = run.judge(workers=1)
    _keep_verdict(run, verdict)
    show_markdown(run.folder.verdict.read_text("utf-8"))
    print(f"\nHow a game ended that it played as {run.game.agents[run.seats[0]]}:\n")
    print(to_text(Replay.load(run.folder.sample_game).last()))
    _say_what_is_next(run)


def _keep_verdict(run: "Run", verdict: "list[Strength]") -> None:
    """Write the verdict and a game that the learner played; the verdict last, it ends the run."""
    from hanafuda_training.arena.store import write_whole
    from hanafuda_training.learn.sample import play_one
    from hanafuda_training.learn.strength import table

    names, seat = _opponents(run), run.seats[0]
    players: list[Any] = [_make(run, name) for name in names]
    players[seat], names[seat] = run.player(), str(run.folder.player)
    play_one(run.game, players, names, _SAMPLE).save(run.folder.sample_game)
    title = f"# {run.game.title}: {run.folder.path.name}"
    facts = f"{run.steps:,} decisions, {spelled_time(run.seconds)}."
    write_whole(run.folder.verdict, f"{title}\n\n{facts}\n\n{table(verdict)}\n")


def _opponents(run: "Run") -> list[str]:
    """Somebody for each seat, as the first match of the recipe has them."""
    from hanafuda_envs.opponents import role_of

    matches = run.recipe.evaluation.matches
    if not matches:
        return ["random"] * run.game.seats
    seats, others = matches[0].seats, itertools.cycle(matches[0].others)
    return [
        seats.get(agent) or seats.get(role_of(agent)) or next(others) for agent in run.game.agents
    ]


def _make(run: "Run", name: str) -> Any:
    from hanafuda_envs.opponents import make_opponent

    return make_opponent(name, run.game)


def _say_what_is_next(run: "Run") -> None:
    folder, game = run.folder, run.game
    options = "".join(f" --option {key}={value}" for key, value in run.recipe.options.items())
    matches = run.recipe.evaluation.matches
    against = " ".join(matches[0].others) if matches else "random"
    seats = matches[0].seats if matches else {}
    fixed = "".join(f" --seat {seat}={who}" for seat, who in seats.items())
    if matches and len(matches[0].others) > 1:
        fixed += " --mode table"
    print(f"""
Everything is in {folder.path}/:
  player/      the player, as safetensors and JSON
  curve.png    how it grew          verdict.md  the table above
  game.json    a game that it played

Try next:
  hanafuda arena {game.name} {folder.player} {against}{options}{fixed} --games 20000
  hanafuda watch {folder.sample_game}          # and what it thought; --html makes a page
  hanafuda train --help""")


class _Screen:
    """Says how a run goes: one live line on a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._live = sys.stdout.isatty()
        self._first: tuple[float, int] | None = None
        self._told = 0.0

    def __call__(self, run: "Run", event: str) -> None:
        now = time.monotonic()
        if self._first is None or event == "measured":
            self._first = self._first or (now, run.steps)
        if event == "checkpoint":
            return
        if event == "measured":
            self._say("  " + self._strength(run), stay=True)
        elif event != "update":
            self._say(event, stay=not self._live)
        elif self._live or now - self._told > _EVERY:
            self._told = now
            self._say(self._progress(run, now), stay=not self._live)

    def leave(self) -> None:
        if self._live:
            print()

    def _progress(self, run: "Run", now: float) -> str:
        assert self._first is not None
        begun, steps = self._first
        rate = (run.steps - steps) / max(now - begun, 1e-9)
        left = f"{spelled_time((run.recipe.steps - run.steps) / rate)} left" if rate else "…"
        share = run.steps / run.recipe.steps
        return f"{share:4.0%}  {run.steps:,} decisions, {rate:,.0f} a second, {left}"

    def _strength(self, run: "Run") -> str:
        latest = [one for one in run.strengths if one.steps == run.steps]
        parts = " · ".join(f"{one.match} {one.told()}" for one in latest)
        return f"after {run.steps:,}: {parts}"

    def _say(self, text: str, *, stay: bool) -> None:
        if self._live:
            print(f"\r\x1b[K{text}", end="\n" if stay else "", flush=True)
        else:
            print(text, flush=True)
