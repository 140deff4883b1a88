"""Steps per second of other libraries in random legal play, one row per process.

    python peers.py ROW [--seconds S] [--repeats R]
    python peers.py --list

What is counted: decisions of a player. Every decision includes producing the observation of the
player to act and its legal actions, drawing one of them uniformly, and applying it. Dealing,
chance nodes and starting the next game take time but are not counted.

What keeps it fair: the process is pinned to one core and one thread before anything is imported;
each library is driven in the fastest way its documentation offers that still yields observation
and legal actions at every decision; drawing the action is made as cheap as we could make it;
imports, compilation and a warm-up run are not timed. Batched rows (n > 1) and single games
(n = 1) answer different questions and should not be put in one ranking. Nor are the games alike:
a step of Leduc hold'em is much smaller than a step of crazy eights.

One line of JSON goes to standard output. A row that cannot be measured gives a line with "error"
in place of the values, and exit status 0.
"""

import os
import random
import tempfile
from functools import partial
from typing import Any

from harness import Row, Runner, main, rate

BATCH = 4096

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

    def run(seconds: float, seed: int) -> float:
        draw = random.Random(seed).random

        def play_game() -> int:
            steps = 0
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
            return steps

        return rate(play_game, seconds)

    return run


# RLCard ---------------------------------------------------------------------------------------


def rlcard_leduc() -> Runner:
    """RLCard's ``env.step``, which returns the next player's observation and legal actions."""
    import rlcard

    def run(seconds: float, seed: int) -> float:
        env = rlcard.make("leduc-holdem", config={"seed": seed})
        draw = random.Random(seed).random

        def play_game() -> int:
            steps = 0
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(draw() * len(legal))])
                steps += 1
            return steps

        return rate(play_game, seconds)

    return run


# PettingZoo -----------------------------------------------------------------------------------


def pettingzoo(module: str, factory: str) -> Runner:
    """Play a PettingZoo classic game in the documented AEC loop (see ``aec_loop``)."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from importlib import import_module

    from aec_loop import aec_steps

    env = getattr(import_module(f"pettingzoo.classic.{module}"), factory)()
    return partial(aec_steps, env)


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

    def run(seconds: float, seed: int) -> float:
        key, key_init = jax.random.split(jax.random.key(seed))
        state = first(jax.random.split(key_init, BATCH))

        def call() -> int:
            nonlocal state, key
            state, key = jax.block_until_ready(advance(state, key))
            return BATCH * steps_per_call

        call()  # compiles, if not yet compiled
        return rate(call, seconds)

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

    def run(seconds: float, seed: int) -> float:
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

        def until_report() -> int:
            steps = calls = 0
            while True:
                *_, infos = env.step(masked_actions() if masked else table[calls % len(table)])
                calls += 1
                steps += BATCH
                if infos:
                    return steps - int(infos[0].get("n", 0))

        speed = rate(until_report, seconds)
        env.close()
        return speed

    return run


# The table ------------------------------------------------------------------------------------

ARRAY = "pyspiel from Python, observer into a NumPy array, legal_actions"
LIST = "pyspiel from Python, observation_tensor as a list, legal_actions"
AEC = "AEC loop with last() and the legal mask"

ROWS: dict[str, Row] = {
    "openspiel_crazy_eights": Row(
        lambda: openspiel("crazy_eights", True),
        "OpenSpiel crazy eights, array",
        f"{ARRAY}; 5 players, observation of 372 floats",
        ("open_spiel",),
    ),
    "openspiel_crazy_eights_list": Row(
        lambda: openspiel("crazy_eights", False),
        "OpenSpiel crazy eights, list",
        f"{LIST}; 5 players, observation of 372 floats",
        ("open_spiel",),
    ),
    "openspiel_leduc": Row(
        lambda: openspiel("leduc_poker", True),
        "OpenSpiel Leduc, array",
        f"{ARRAY}; observation of 16 floats",
        ("open_spiel",),
    ),
    "openspiel_leduc_list": Row(
        lambda: openspiel("leduc_poker", False),
        "OpenSpiel Leduc, list",
        f"{LIST}; observation of 16 floats",
        ("open_spiel",),
    ),
    "rlcard_leduc": Row(
        rlcard_leduc,
        "RLCard Leduc",
        "env.step with observation (36 numbers) and legal actions",
        ("rlcard",),
    ),
    "pettingzoo_leduc_raw": Row(
        lambda: pettingzoo("leduc_holdem_v4", "raw_env"),
        "PettingZoo Leduc, raw_env()",
        f"leduc_holdem_v4 without wrappers; {AEC}; observation of 36 floats",
        ("pettingzoo", "rlcard"),
    ),
    "pettingzoo_leduc": Row(
        lambda: pettingzoo("leduc_holdem_v4", "env"),
        "PettingZoo Leduc, env()",
        f"leduc_holdem_v4 with its wrappers; {AEC}; observation of 36 floats",
        ("pettingzoo", "rlcard"),
    ),
    "pettingzoo_tictactoe": Row(
        lambda: pettingzoo("tictactoe_v3", "env"),
        "PettingZoo tic-tac-toe, env()",
        f"tictactoe_v3 with its wrappers; {AEC}; observation of 18 bytes",
        ("pettingzoo",),
    ),
    "pgx_leduc": Row(
        lambda: pgx_leduc(1),
        "Pgx Leduc, one step a call",
        "vmapped and jitted on one CPU core; observation of 34 booleans",
        ("pgx", "jax"),
        BATCH,
    ),
    "pgx_leduc_64": Row(
        lambda: pgx_leduc(64),
        "Pgx Leduc, 64 steps a call",
        "as with one step, but 64 steps in one compiled loop",
        ("pgx", "jax"),
        BATCH,
    ),
    "pufferlib_tripletriad": Row(
        lambda: pufferlib_tripletriad(True),
        "PufferLib TripleTriad, masked",
        "C, vectorised step, actions drawn by its mask; observation of 114 floats",
        ("pufferlib",),
        BATCH,
    ),
    "pufferlib_tripletriad_unmasked": Row(
        lambda: pufferlib_tripletriad(False),
        "PufferLib TripleTriad, unmasked",
        "as the masked row, but actions from a table, the mask not looked at",
        ("pufferlib",),
        BATCH,
    ),
}

if __name__ == "__main__":
    main("Steps per second of one row of other libraries, on one core.", lambda: ROWS)
