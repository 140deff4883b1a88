"""What must hold in another process: the same bytes, no surprise imports, fresh machine code."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from .play import random_positions
from .variants import EVERY_VARIANT

ROOT = Path(__file__).parent.parent


def run(program: str, *, python: str | Path = sys.executable, cwd: Path = ROOT, **variables: str):
    """Run a program in a new process; returns what it printed."""
    inherited = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    return subprocess.run(
        [str(python), "-c", program],
        env={**inherited, **variables},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )


TRAJECTORIES = """
import hashlib
from tests.test_processes import trajectories
print(trajectories({episodes}))
"""


def trajectories(episodes: int) -> str:
    """A digest of everything that happens in some episodes of every variant."""
    import hashlib

    from hanafuda_envs import make_game

    digest = hashlib.sha256()
    for name, options in EVERY_VARIANT:
        game = make_game(name, **options)
        for seed in range(episodes):
            for position in random_positions(game, seed):
                digest.update(position.to_bytes())
                digest.update(repr(position.rewards).encode())
                for seat in range(game.seats):
                    digest.update(position.observe(seat).tobytes())
    return digest.hexdigest()


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_another_process_plays_the_same(hash_seed):
    printed = run(TRAJECTORIES.format(episodes=3), PYTHONHASHSEED=hash_seed).stdout
    assert printed.strip() == trajectories(3)


def test_the_rules_run_as_plain_python_with_the_same_result():
    printed = run(TRAJECTORIES.format(episodes=1), NUMBA_DISABLE_JIT="1")
    assert printed.stdout.strip() == trajectories(1)
    assert printed.stderr == ""


PLAIN_BATCH = """
from hanafuda_envs import make_game, make_vec
batch = make_game("ju_mai").batch(3, seed=1)
for _ in range(40):
    batch.step(batch.sample())
print(batch.states.tobytes().hex())
"""


def test_the_batch_runs_as_plain_python_too():
    assert run(PLAIN_BATCH, NUMBA_DISABLE_JIT="1").stdout == run(PLAIN_BATCH).stdout


def test_importing_the_environments_imports_nothing_heavy():
    program = """
import sys
import hanafuda_envs
heavy = {"torch", "stable_baselines3", "pygame", "matplotlib", "scipy", "pandas", "hanafuda_agents"}
print(sorted(heavy & set(sys.modules)))
"""
    assert run(program).stdout.strip() == "[]"


def test_imports_go_one_way():
    """The environments know neither players nor training nor the application."""
    order = ["hanafuda_envs", "agents/hanafuda_agents", "training/hanafuda_training"]
    later = ["hanafuda_agents", "hanafuda_training", "hanafuda_app"]
    for place, package in enumerate(order):
        for source in (ROOT / package).rglob("*.py"):
            for line in source.read_text(encoding="utf-8").splitlines():
                if line.strip().startswith(("import ", "from ")):
                    assert not any(name in line for name in later[place:]), (source, line)


FIRST_DEAL = """
from hanafuda_envs import make_game
position = make_game("ju_mai").new(1)
print(position.legal())
"""


def test_machine_code_is_kept_and_follows_every_kernel_source(tmp_path):
    """Numba alone would keep running old code when an imported module changes."""
    package = tmp_path / "hanafuda_envs"
    shutil.copytree(ROOT / "hanafuda_envs", package, ignore=shutil.ignore_patterns("__pycache__"))
    places = {"cwd": tmp_path, "PYTHONPATH": str(tmp_path)}
    first = run(FIRST_DEAL, **places)
    assert first.stderr.count("compiling ju_mai") == 1
    assert first.stderr.count("\n") == 1
    second = run(FIRST_DEAL, **places)
    assert second.stderr == ""
    assert second.stdout == first.stdout

    chance = package / "chance.py"
    source = chance.read_text(encoding="utf-8")
    assert "0x9E3779B97F4A7C15" in source
    chance.write_text(source.replace("0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17"), encoding="utf-8")
    third = run(FIRST_DEAL, **places)
    assert third.stderr.count("compiling ju_mai") == 1
    assert third.stdout != first.stdout


GAME_FROM_A_WHEEL = """
import importlib.util
import numpy as np
import hanafuda_envs, hanafuda_agents, hanafuda_training, hanafuda_app
from hanafuda_envs import ju_mai_v0

assert "site-packages" in hanafuda_envs.__file__, hanafuda_envs.__file__
for general in ("agents", "training", "app", "tests"):
    assert importlib.util.find_spec(general) is None, general
env = ju_mai_v0.env()
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    env.step(None if terminated else int(observation["action_mask"].argmax()))
print("played", hanafuda_envs.__version__)
"""


def test_a_wheel_installs_into_an_empty_environment(tmp_path):
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    wheels = tmp_path / "wheels"
    build = ["wheel", "--no-deps", "--no-build-isolation", "-w", str(wheels), str(ROOT)]
    subprocess.run([*pip, *build], check=True, capture_output=True)
    [wheel] = wheels.glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    install = ["install", "-c", str(ROOT / "constraints.txt"), str(wheel)]
    subprocess.run([python, "-m", "pip", "--quiet", *install], check=True, capture_output=True)
    assert run(GAME_FROM_A_WHEEL, python=python, cwd=tmp_path).stdout.startswith("played 0.")
    listed = subprocess.run(
        [python, "-m", "pip", "list", "--format=freeze"], check=True, capture_output=True, text=True
    )
    assert "torch" not in listed.stdout


PLAYERS = """
from tests.test_processes import results_of_players
print(results_of_players({arguments}))
"""


def results_of_players(search: str = "search:rollouts=3") -> str:
    """What compiled players of every family win, one lineup each."""
    import numpy as np

    from hanafuda_agents import play_games
    from hanafuda_envs import make_game
    from hanafuda_envs.opponents import make_opponent

    lineups = {
        "ju_mai": [search, "heuristic"],
        "atosaki": ["random", "bold", "exact"],
        "sanmai_kabu": ["random", "bold", "exact"],
        "yatchaba": ["random", "bold", "steady", "heuristic"],
        "echobo": ["cycles", "random", "frequencies", "reader"],
    }
    results = {}
    for name, specs in lineups.items():
        game = make_game(name)
        players = [make_opponent(spec, game) for spec in specs]
        results[name] = play_games(game, players, np.arange(3, dtype=np.uint64)).tolist()
    return repr(results)


def test_kept_machine_code_of_players_runs_again():
    """Twice in new processes: at the latest the second one loads what was kept on disk."""
    expected = results_of_players()
    assert [run(PLAYERS.format(arguments="")).stdout.strip() for _ in range(2)] == [expected] * 2


def test_players_run_as_plain_python():
    """All but the search, which samples thousands of rounds before it begins."""
    printed = run(PLAYERS.format(arguments="'greedy'"), NUMBA_DISABLE_JIT="1").stdout
    assert printed.strip() == results_of_players("greedy")
