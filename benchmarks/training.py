"""Where the time of training goes: ``python benchmarks/training.py [RECIPE]``.

Runs a few updates of a recipe and says what share of the time the rules took, the opponents, the
learner's decisions, its coach and its learning, and how many decisions a second that makes.
"""

import sys
import tempfile
import time
from pathlib import Path

UPDATES = 8


class Clock:
    """Adds up the time that is spent in some functions."""

    def __init__(self):
        self.seconds = {}

    def watch(self, owner, name, label):
        function = getattr(owner, name)

        def timed(*arguments, **settings):
            begun = time.perf_counter()
            try:
                return function(*arguments, **settings)
            finally:
                self.seconds[label] = self.seconds.get(label, 0.0) + time.perf_counter() - begun

        setattr(owner, name, timed)


def main():
    from hanafuda_training.learn import env as tables
    from hanafuda_training.learn.recipe import read_recipe
    from hanafuda_training.learn.trainer import Run

    path = sys.argv[1] if len(sys.argv) > 1 else "configs/ju_mai_quick.yaml"
    recipe = read_recipe(path, [("imitation", None), ("evaluation.matches", [])])
    steps = (UPDATES + 1) * recipe.ppo.tables * recipe.ppo.decisions
    recipe = recipe.model_copy(update={"steps": steps, "checkpoint_seconds": 1e9})
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        run = Run.begin(recipe, Path(folder) / "run")
        run.env.batch.game.engine  # noqa: B018 (compiled before the clock starts)
        clock.watch(run.env.batch, "step", "rules")
        clock.watch(run.env.batch, "restart", "rules")
        clock.watch(tables, "ask_many", "opponents")
        clock.watch(run.model.policy, "forward", "the learner's decisions")
        clock.watch(run.model, "train", "learning")
        if recipe.coaching is not None:
            clock.watch(run.model.coach, "values", "the coach")
        begun = []

        def watcher(run, event):
            if event == "update" and not begun and run.steps:  # the first update warms up
                clock.seconds.clear()
                begun.append((time.perf_counter(), run.steps))

        run.train(watcher)
        (start, first), end = begun[0], time.perf_counter()
    whole = end - start
    print(f"{path}: {(run.steps - first) / whole:,.0f} decisions a second")
    told = clock.seconds | {"the rest": whole - sum(clock.seconds.values())}
    for label, seconds in told.items():
        print(f"  {label:24} {seconds / whole:6.1%}")


if __name__ == "__main__":
    main()
