"""Steps per second of other libraries in random legal play, one peer per process.

    python peers.py PEER [--seconds S] [--repeats R]
    python peers.py --list

What is counted: decisions of a player. Every decision includes producing the observation of the
player to act and its legal actions, drawing one of them uniformly, and applying it. Dealing,
chance nodes and starting the next game take time but are not counted.

What keeps it fair: the process is pinned to one core and one thread before anything is imported;
each library is driven in the fastest way its documentation offers that still yields observation
and legal actions at every decision; drawing the action is made as cheap as we could make it;
imports, compilation and a warm-up run are not timed. Batched peers (n > 1) and single games
(n = 1) answer different questions and should not be put in one ranking. Nor are the games alike:
a step of Leduc hold'em is much smaller than a step of crazy eights.

One line of JSON goes to standard output. A peer that cannot be run gives a line with "error"
in place of the numbers, and exit status 0.
"""

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

BATCH = 4096
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")

# A runner plays for about so many seconds from a seed: (decisions, seconds elapsed).
Runner = Callable[[float, int], tuple[int, float]]


class Peer(NamedTuple):
    """One row of the table: how to make its runner, and what to print about it."""

    make: Callable[[], Runner]
    packages: tuple[str, ...]
    what: str
    n: int = 1


def pin_to_one_core() -> None:
    """Leave this process one core, and ask every library for one thread. Call before imports."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for name in ONE_THREAD:
        os.environ[name] = "1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


# OpenSpiel ------------------------------------------------------------------------------------


def chance_is_uniform(game: Any, games: int = 20) -> bool:
    """Play a few games and say whether every chance node met was uniform."""
    rng = random.Random(0)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                if any(abs(p * len(outcomes) - 1) > 1e-9 for _, p in outcomes):
                    return False
            state.apply_action(rng.choice(state.legal_actions()))
    return True


def openspiel(name: str, into_array: bool) -> Runner:
    """OpenSpiel in Python: ``legal_actions`` and the observation at every decision node.

    With ``into_array`` the observation is written into a NumPy array by the library's observer
    (``open_spiel.python.observation``), much the faster way; without it, it is the Python list
    returned by ``observation_tensor``. Both hold the same numbers. Chance nodes are sampled
    through ``legal_actions``, cheaper than listing ``chance_outcomes``, which is right only
    because they are uniform in these games, and that is checked first.
    """
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name)
    if not chance_is_uniform(game):
        raise RuntimeError(f"{name} has a chance node that is not uniform")
    observer = make_observation(game)
    terminal = int(pyspiel.PlayerId.TERMINAL)

    def run(seconds: float, seed: int) -> tuple[int, float]:
        draw = random.Random(seed).random
        steps = 0
        start = time.perf_counter()
        while True:
            state = game.new_initial_state()
            while (player := state.current_player()) != terminal:
                if player >= 0:
                    if into_array:
                        observer.set_from(state, player)
                    else:
                        state.observation_tensor(player)
                    steps += 1
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
            elapsed = time.perf_counter() - start
            if elapsed >= seconds:
                return steps, elapsed

    return run


# RLCard ---------------------------------------------------------------------------------------


def rlcard_leduc() -> Runner:
    """RLCard's ``env.step``, which returns the next player's observation and legal actions."""
    import rlcard

    def run(seconds: float, seed: int) -> tuple[int, float]:
        env = rlcard.make("leduc-holdem", config={"seed": seed})
        draw = random.Random(seed).random
        steps = 0
        start = time.perf_counter()
        while True:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(draw() * len(legal))])
                steps += 1
            elapsed = time.perf_counter() - start
            if elapsed >= seconds:
                return steps, elapsed

    return run


# PettingZoo -----------------------------------------------------------------------------------


def pettingzoo(module: str, factory: str) -> Runner:
    """Play a PettingZoo classic game in the documented AEC loop (see ``aec_loop``)."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from importlib import import_module

    from aec_loop import aec_steps

    env = getattr(import_module(f"pettingzoo.classic.{module}"), factory)()
    return lambda seconds, seed: aec_steps(env, seconds, seed)


# Pgx ------------------------------------------------------------------------------------------


def pgx_leduc(steps_per_call: int) -> Runner:
    """Pgx on the CPU: a batch of games, vmapped and jitted, with its own automatic reset.

    One call draws a legal action on the device (a single random number per game, a little
    faster than the library's ``act_randomly``), steps, and returns the whole state with the
    observation and the legal mask, which is waited for. As the automatic reset puts a new game
    in place of a finished one within the step, every step is a decision. With more than one
    step per call the loop over steps is compiled too, which spares the cost of the calls.
    """
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("leduc_holdem")
    batch_step = jax.vmap(auto_reset(env.step, env.init))

    def one_step(_: Any, carry: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carry
        key, key_draw, key_step = jax.random.split(key, 3)
        rank = jnp.cumsum(state.legal_action_mask.astype(jnp.int32), axis=1)
        uniform = jax.random.uniform(key_draw, (BATCH, 1))
        target = jnp.floor(uniform * rank[:, -1:]).astype(jnp.int32)
        action = jnp.argmax(rank > target, axis=1)
        return batch_step(state, action, jax.random.split(key_step, BATCH)), key

    @jax.jit
    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        if steps_per_call == 1:
            return one_step(0, (state, key))
        return jax.lax.fori_loop(0, steps_per_call, one_step, (state, key))

    first = jax.jit(jax.vmap(env.init))

    def run(seconds: float, seed: int) -> tuple[int, float]:
        key, key_init = jax.random.split(jax.random.key(seed))
        state = first(jax.random.split(key_init, BATCH))
        state, key = jax.block_until_ready(advance(state, key))  # compiles, if not yet compiled
        steps = 0
        start = time.perf_counter()
        while True:
            state, key = jax.block_until_ready(advance(state, key))
            steps += BATCH * steps_per_call
            elapsed = time.perf_counter() - start
            if elapsed >= seconds:
                return steps, elapsed

    return run


# PufferLib ------------------------------------------------------------------------------------


def pufferlib_tripletriad(masked: bool) -> Runner:
    """PufferLib's TripleTriad in C, a batch stepped by one call of its own ``step``.

    The observation holds a mask of 15 numbers (1 = not available) over its 14 actions; it rules
    out occupied cells only, so some moves it allows do nothing. With ``masked`` the action is
    drawn uniformly from what the mask allows, by drawing again where it does not; without, any
    of the 14 actions comes from a table made in advance, as in the library's own speed test
    (the C code ignores an illegal one), which is the cost of the environment alone.

    The opponent is a random player within the same C step and is not counted. A finished game is
    started again by a step of its own which ignores the action: those are taken off, with the
    number of finished games from the library's log (read once in 256 steps, not every step).
    """
    os.chdir(tempfile.mkdtemp())  # importing the package leaves a symbolic link where it is run
    import numpy as np

    try:
        from pufferlib.ocean.tripletriad.tripletriad import TripleTriad
    except ImportError as error:
        raise ImportError(f"{error}; see build_tripletriad.py") from error

    first, actions, interval = 9, 14, 256

    def run(seconds: float, seed: int) -> tuple[int, float]:
        env = TripleTriad(num_envs=BATCH, report_interval=interval, seed=seed)
        env.reset(seed)
        rng = np.random.default_rng(seed)
        table = rng.integers(0, actions, (64, BATCH), dtype=np.int32)
        mask = env.observations.reshape(-1)
        row = np.arange(BATCH) * env.observations.shape[1] + first

        def masked_actions() -> Any:
            choice = rng.integers(0, actions, BATCH, dtype=np.int32)
            wrong = np.flatnonzero(mask[row + choice])
            while wrong.size:
                again = rng.integers(0, actions, wrong.size, dtype=np.int32)
                choice[wrong] = again
                wrong = wrong[mask[row[wrong] + again] != 0]
            return choice

        steps, calls = 0, 0
        start = time.perf_counter()
        while True:
            *_, infos = env.step(masked_actions() if masked else table[calls % len(table)])
            calls += 1
            steps += BATCH
            if infos:
                steps -= int(infos[0].get("n", 0))
                elapsed = time.perf_counter() - start
                if elapsed >= seconds:
                    env.close()
                    return steps, elapsed

    return run


# The table ------------------------------------------------------------------------------------

OPENSPIEL_ARRAY = "pyspiel from Python, observer into a NumPy array, legal_actions"
OPENSPIEL_LIST = "pyspiel from Python, observation_tensor as a list, legal_actions"
PETTINGZOO_LOOP = "AEC loop with last() and the legal mask"

PEERS: dict[str, Peer] = {
    "openspiel_crazy_eights": Peer(
        lambda: openspiel("crazy_eights", True),
        ("open_spiel",),
        f"OpenSpiel crazy_eights, 5 players; {OPENSPIEL_ARRAY}",
    ),
    "openspiel_crazy_eights_list": Peer(
        lambda: openspiel("crazy_eights", False),
        ("open_spiel",),
        f"OpenSpiel crazy_eights, 5 players; {OPENSPIEL_LIST}",
    ),
    "openspiel_leduc": Peer(
        lambda: openspiel("leduc_poker", True),
        ("open_spiel",),
        f"OpenSpiel leduc_poker; {OPENSPIEL_ARRAY}",
    ),
    "openspiel_leduc_list": Peer(
        lambda: openspiel("leduc_poker", False),
        ("open_spiel",),
        f"OpenSpiel leduc_poker; {OPENSPIEL_LIST}",
    ),
    "rlcard_leduc": Peer(
        rlcard_leduc,
        ("rlcard",),
        "RLCard leduc-holdem; env.step with observation and legal actions",
    ),
    "pettingzoo_leduc_raw": Peer(
        lambda: pettingzoo("leduc_holdem_v4", "raw_env"),
        ("pettingzoo", "rlcard"),
        f"PettingZoo leduc_holdem_v4.raw_env (no wrappers); {PETTINGZOO_LOOP}",
    ),
    "pettingzoo_leduc": Peer(
        lambda: pettingzoo("leduc_holdem_v4", "env"),
        ("pettingzoo", "rlcard"),
        f"PettingZoo leduc_holdem_v4.env (wrapped); {PETTINGZOO_LOOP}",
    ),
    "pettingzoo_tictactoe": Peer(
        lambda: pettingzoo("tictactoe_v3", "env"),
        ("pettingzoo",),
        f"PettingZoo tictactoe_v3.env (wrapped); {PETTINGZOO_LOOP}",
    ),
    "pgx_leduc": Peer(
        lambda: pgx_leduc(1),
        ("pgx", "jax"),
        "Pgx leduc_holdem, vmapped and jitted on one CPU core; one call per step",
        BATCH,
    ),
    "pgx_leduc_64": Peer(
        lambda: pgx_leduc(64),
        ("pgx", "jax"),
        "Pgx leduc_holdem, vmapped and jitted on one CPU core; 64 steps in one compiled loop",
        BATCH,
    ),
    "pufferlib_tripletriad": Peer(
        lambda: pufferlib_tripletriad(True),
        ("pufferlib",),
        "PufferLib TripleTriad (C); vectorised step, actions drawn by its mask",
        BATCH,
    ),
    "pufferlib_tripletriad_unmasked": Peer(
        lambda: pufferlib_tripletriad(False),
        ("pufferlib",),
        "PufferLib TripleTriad (C); vectorised step, actions from a table, mask not looked at",
        BATCH,
    ),
}


def versions(packages: tuple[str, ...]) -> str:
    """Give the installed versions of the packages, in one line."""
    found = []
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} (version unknown)")
    return ", ".join(found)


def measure(name: str, seconds: float, repeats: int) -> dict[str, Any]:
    """Run one peer here: set it up, warm it up, then time it ``repeats`` times."""
    peer = PEERS[name]
    try:
        run = peer.make()
        run(min(1.0, seconds), 0)
        rates = []
        for seed in range(1, repeats + 1):
            steps, elapsed = run(seconds, seed)
            rates.append(round(steps / elapsed))
    except Exception as error:  # whatever a peer fails with is what its row has to say
        return {"peer": name, "error": f"not measured: {type(error).__name__}: {error}"}
    return {
        "peer": name,
        "version": versions(peer.packages),
        "what": peer.what,
        "n": peer.n,
        "steps_per_second": rates,
    }


def main() -> None:
    """Read the command line, run one peer, print one line."""
    parser = argparse.ArgumentParser(description="Steps per second of one peer, on one core.")
    parser.add_argument("peer", nargs="?", choices=PEERS, metavar="PEER")
    parser.add_argument("--list", action="store_true", help="list the peers and stop")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of one repeat")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    if arguments.list:
        for name, peer in PEERS.items():
            print(f"{name:32}{peer.what}")
    elif arguments.peer is None:
        parser.error("name a peer, or use --list")
    else:
        pin_to_one_core()
        print(json.dumps(measure(arguments.peer, arguments.seconds, arguments.repeats)))


if __name__ == "__main__":
    main()
