"""Speed of this library, in the same form as peers.py: one row per process.

    python ours.py ROW [--seconds S] [--repeats R]
    python ours.py --list

Every game of ``hanafuda_envs.GAMES`` gets its rows: a batch of 4096 games (Jū Mai smaller ones
too), and the size of its state. What a face adds is measured on one game only, Jū Mai: the
PettingZoo environment, a position, starting an episode, and starting the program.

As in peers.py a step is one decision of a player, with the observation of the player to act and
its legal actions, drawing one of them uniformly, and applying it. In a batch the rewards of all
seats and the restart of finished games are part of the step.
"""

import random
import subprocess
import sys
from functools import partial
from itertools import count
from typing import Any

from harness import Row, Runner, main, rate

SIZES = {"ju_mai": (1, 128, 4096)}  # what the others cost besides depends little on the game
LARGE = (4096,)
BETWEEN_CLOCKS = 4096  # steps or resets between two looks at the clock, at least
FACES_OF = "ju_mai"
PACKAGES = ("hanafuda-envs", "numpy", "numba", "gymnasium", "pettingzoo")

IMPORTS = "import numpy, numba, gymnasium, pettingzoo"
FIRST_BATCH = f"""
import hanafuda_envs
batch = hanafuda_envs.make_game("{FACES_OF}").batch(1, 0)
batch.step(batch.sample())
"""
FIRST_AEC = f"""
from hanafuda_envs import {FACES_OF}_v0
env = {FACES_OF}_v0.env()
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
"""
TIMED = """
import time
start = time.perf_counter()
{code}
print(1000 * (time.perf_counter() - start))
"""


def batch(name: str, n: int) -> Runner:
    """``n`` games at once: ``step(sample())``, random legal play in all of them."""
    from hanafuda_envs import make_game

    game = make_game(name)
    calls = max(1, BETWEEN_CLOCKS // n)

    def run(seconds: float, seed: int) -> float:
        games = game.batch(n, seed)

        def advance() -> int:
            for _ in range(calls):
                games.step(games.sample())
            return calls * n

        return rate(advance, seconds)

    return run


def aec_env() -> Any:
    from importlib import import_module

    return import_module(f"hanafuda_envs.{FACES_OF}_v0").env()


def aec() -> Runner:
    """The PettingZoo environment as it comes; it checks order and legality itself."""
    from aec_loop import aec_steps

    return partial(aec_steps, aec_env())


def aec_wrapped() -> Runner:
    """The same inside the wrappers that PettingZoo puts around its own classic games."""
    from aec_loop import aec_steps
    from pettingzoo.utils import wrappers

    env = wrappers.TerminateIllegalWrapper(aec_env(), illegal_reward=-1)
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
    return partial(aec_steps, env)


def resets(seeded: bool) -> Runner:
    """Starting an episode of the PettingZoo environment, with a new seed each time or without."""
    env = aec_env()

    def run(seconds: float, seed: int) -> float:
        env.reset(seed=seed)
        seeds = count(seed << 32)

        def advance() -> int:
            for _ in range(BETWEEN_CLOCKS):
                if seeded:
                    env.reset(seed=next(seeds))
                else:
                    env.reset()
            return BETWEEN_CLOCKS

        return rate(advance, seconds)

    return run


def position() -> Runner:
    """One position at a time: its legal actions and applying one of them, no observation."""
    from hanafuda_envs import make_game

    game = make_game(FACES_OF)

    def run(seconds: float, seed: int) -> float:
        draw = random.Random(seed).random
        seeds = count(seed << 32)

        def play_game() -> int:
            steps = 0
            here = game.new(next(seeds))
            while legal := here.legal():
                here.apply(legal[int(draw() * len(legal))])
                steps += 1
            return steps

        return rate(play_game, seconds)

    return run


def fresh_process(code: str) -> Runner:
    """Milliseconds that the code takes in a new process, starting the interpreter not counted.

    The warm-up compiles what is not compiled yet; the values tell what every later process pays.
    """

    def run(seconds: float, seed: int) -> float:
        command = [sys.executable, "-P", "-c", TIMED.format(code=code)]
        result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        return float(result.stdout.split()[-1])

    return run


def state_bytes(name: str) -> Runner:
    from hanafuda_envs import make_game

    size = make_game(name).state_dtype.itemsize
    return lambda seconds, seed: size


def rows_of_game(name: str) -> dict[str, Row]:
    """Give the rows that every game has."""
    from hanafuda_envs import make_game

    game = make_game(name)
    sees = f"observation of {game.layout.size} {game.layout.dtype}"
    rows = {
        f"{name}_batch_{n}": Row(
            partial(batch, name, n),
            f"{game.title}, batch of {n}",
            f"step(sample()); {game.seats} players, {sees}",
            PACKAGES,
            n,
        )
        for n in SIZES.get(name, LARGE)
    }
    rows[f"{name}_state"] = Row(
        partial(state_bytes, name),
        f"{game.title}, state of one game",
        "what a copy in mid-game takes; observation and mask not included",
        PACKAGES,
        unit="bytes",
    )
    return rows


def rows_of_faces() -> dict[str, Row]:
    """Give the rows that one game has for all."""
    from hanafuda_envs import GAMES

    title, name = GAMES[FACES_OF].title, FACES_OF
    loop = "AEC loop with last() and the legal mask"
    start = "in a new process, interpreter not counted"
    return {
        f"{name}_aec": Row(aec, f"{title}, PettingZoo env()", loop, PACKAGES),
        f"{name}_aec_wrapped": Row(
            aec_wrapped,
            f"{title}, PettingZoo env() wrapped",
            f"in the wrappers that PettingZoo's own classic games have; {loop}",
            PACKAGES,
        ),
        f"{name}_position": Row(
            position,
            f"{title}, position",
            "the rules from Python: legal() and apply(), without observation",
            PACKAGES,
        ),
        f"{name}_reset": Row(
            partial(resets, False), f"{title}, reset()", "env()", PACKAGES, unit="resets/s"
        ),
        f"{name}_reset_seed": Row(
            partial(resets, True), f"{title}, reset(seed)", "env()", PACKAGES, unit="resets/s"
        ),
        "start_imports": Row(
            partial(fresh_process, IMPORTS),
            "Start, dependencies alone",
            f"{IMPORTS}; {start}",
            PACKAGES,
            unit="ms",
        ),
        "start_batch": Row(
            partial(fresh_process, FIRST_BATCH),
            f"Start, {title}, first step of a batch",
            f"import hanafuda_envs (and the dependencies) and one step, compiled before; {start}",
            PACKAGES,
            unit="ms",
        ),
        "start_aec": Row(
            partial(fresh_process, FIRST_AEC),
            f"Start, {title}, first step of env()",
            f"import hanafuda_envs (and the dependencies) and one step, compiled before; {start}",
            PACKAGES,
            unit="ms",
        ),
    }


def make_rows() -> dict[str, Row]:
    """All rows: those of every game, then those of the faces."""
    from hanafuda_envs import GAMES

    rows: dict[str, Row] = {}
    for name in GAMES:
        rows |= rows_of_game(name)
    return rows | rows_of_faces()


if __name__ == "__main__":
    main("Speed of one row of this library, on one core.", make_rows)
