"""Runs: they learn, go on exactly after any stop, and lose and overwrite nothing."""

import errno
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import torch

from hanafuda_agents.learned import load_player
from hanafuda_app.cli import main
from hanafuda_envs import exact, make_game
from hanafuda_training import arena
from hanafuda_training.learn import checkpoint
from hanafuda_training.learn.checkpoint import CheckpointError
from hanafuda_training.learn.imitation import imitate, watch
from hanafuda_training.learn.recipe import RecipeError, recipe_from
from hanafuda_training.learn.trainer import Run

from .learning import Stopped, stop_after, weights

TINY = """\
game: ju_mai
options: {months: 3, hand: 2, field: 4, lead: 20}
steps: 5000
checkpoint_seconds: 0.000001
network: {month: 8, context: 16, card: 4}
ppo: {tables: 32, decisions: 16, batch_size: 128, epochs: 2}
opponents: {player: {self: 0.5, past: 0.3, greedy: 0.2}}
past: {every: 1500}
imitation: {teacher: greedy, decisions: 500}
evaluation: {every: 2000, games: 50, final_games: 50, matches: [{against: random}]}
"""


def _tiny(**changes):
    return recipe_from(TINY, "tiny", list(changes.items()))


@pytest.fixture
def stopped(tmp_path):
    """A run that was stopped in the middle."""
    run = Run.begin(_tiny(), tmp_path / "run")
    with pytest.raises(Stopped):
        run.train(stop_after(3000))
    return tmp_path / "run"


# --- stopping and going on ----------------------------------------------------------------------


def test_a_run_in_two_halves_gives_the_same_player(stopped, tmp_path):
    whole = Run.begin(_tiny(), tmp_path / "whole")
    whole.train()
    half = Run.resume(stopped)
    assert 3000 < half.steps < whole.steps
    assert not torch.equal(weights(half), weights(whole))
    half.train()
    assert torch.equal(weights(half), weights(whole))
    assert half.strengths == whole.strengths
    assert half.league.get_state() == whole.league.get_state()


def test_checkpoints_change_nothing(tmp_path):
    often, never = (
        Run.begin(_tiny(checkpoint_seconds=seconds, steps=2500), tmp_path / str(seconds))
        for seconds in (0.000001, 1e9)
    )
    often.train()
    never.train()
    assert torch.equal(weights(often), weights(never))


def test_a_finished_run_has_everything(tmp_path, capsys):
    recipe = tmp_path / "tiny.yaml"
    recipe.write_text(TINY)
    assert main(["train", str(recipe), "--runs", str(tmp_path), "--set", "steps=2000"]) == 0
    told = capsys.readouterr().out
    assert "arena's verdict" in told
    assert "Try next" in told
    folder = tmp_path / "tiny"
    names = {path.name for path in folder.iterdir()}
    assert names >= {"recipe.yaml", "manifest.json", "strength.json", "verdict.md", "game.json"}
    assert names >= {"curve.png", "player", "checkpoints", "logs"}
    assert list((folder / "logs").glob("events.*"))
    game = make_game("ju_mai", months=3, hand=2, field=4, lead=20)
    player = load_player(folder / "player", game)
    position = game.new(seed=1)
    assert player(position.observe(), position.mask()) in position.legal()
    assert main(["watch", str(folder / "game.json")]) == 0
    assert "% play" in capsys.readouterr().out  # what it thought
    # The same command does not touch what is finished.
    before = (folder / "verdict.md").stat().st_mtime_ns
    assert main(["train", str(recipe), "--runs", str(tmp_path), "--set", "steps=2000"]) == 0
    assert (folder / "verdict.md").stat().st_mtime_ns == before
    assert (tmp_path / "tiny-2" / "verdict.md").exists()
    assert main(["train", "--resume", str(folder)]) == 0
    assert "is finished" in capsys.readouterr().out


def test_killed_by_force_it_goes_on_as_if_it_had_not_been(tmp_path):
    recipe = tmp_path / "tiny.yaml"
    recipe.write_text(TINY.replace("steps: 5000", "steps: 100_000"))
    command = [sys.executable, "-m", "hanafuda_app.cli", "train", str(recipe), "--runs", "."]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL)
    pointer = tmp_path / "tiny" / "checkpoints" / checkpoint.POINTER
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not list(pointer.parent.glob("step_*[1-9]*.pt")):
        assert process.poll() is None
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    killed = Run.resume(tmp_path / "tiny")
    assert 0 < killed.steps < 99_000
    further = stop_after(killed.steps + 600)
    with pytest.raises(Stopped):
        killed.train(further)
    whole = Run.begin(killed.recipe, tmp_path / "whole")
    with pytest.raises(Stopped):
        whole.train(further)
    assert killed.steps == whole.steps
    assert torch.equal(weights(killed), weights(whole))


def test_stopped_before_the_first_checkpoint_it_begins_again(tmp_path):
    Run.begin(_tiny(), tmp_path / "run")
    run = Run.resume(tmp_path / "run")
    assert run.steps == 0
    with pytest.raises(Stopped):
        run.train(stop_after(100))


def test_a_run_can_begin_with_another_player(stopped, tmp_path):
    old = Run.resume(stopped)
    old.save()
    recipe = _tiny(start=str(old.folder.player), steps=600, imitation=None)
    new = Run.begin(recipe, tmp_path / "new")
    seen = []
    with pytest.raises(Stopped):
        new.train(lambda run, event: seen.append(weights(run)) or stop_after(-1)(run, event))
    assert torch.equal(seen[0], weights(old))
    other = _tiny(**{"start": str(old.folder.player), "network.month": 9, "imitation": None})
    with pytest.raises(ValueError, match=r"network of NetworkSize\(month=8"):
        Run.begin(other, tmp_path / "other").train()


# --- what can go wrong --------------------------------------------------------------------------


def test_damaged_checkpoints_are_told(stopped):
    folder = stopped / "checkpoints"
    path = next(folder.glob("step_*.pt"))
    good = path.read_bytes()
    path.write_bytes(good[:-100] + b"x" * 100)
    with pytest.raises(CheckpointError, match=r"step_0+\d+\.pt is damaged"):
        Run.resume(stopped)
    path.unlink()
    with pytest.raises(CheckpointError, match="cannot be read: No such file"):
        Run.resume(stopped)
    path.write_bytes(good)
    (folder / checkpoint.POINTER).write_text("{")
    with pytest.raises(CheckpointError, match=r"checkpoint\.json is damaged"):
        Run.resume(stopped)


def test_no_run_and_other_rules_are_told(stopped, tmp_path):
    with pytest.raises(RecipeError, match="holds no run"):
        Run.resume(tmp_path / "nothing")
    manifest = stopped / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"rules": "', '"rules": "f00'))
    with pytest.raises(RecipeError, match="was begun with rules f00.*it cannot go on"):
        Run.resume(stopped)


def test_a_full_disk_leaves_the_last_checkpoint_good(stopped, monkeypatch):
    run = Run.resume(stopped)
    steps = run.steps

    def full(number):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device.*before it is still good"):
        run.train()
    monkeypatch.undo()
    assert Run.resume(stopped).steps == steps
    assert not list(stopped.rglob("checkpoints/*.part"))


def test_nothing_is_overwritten(stopped, tmp_path, capsys):
    with pytest.raises(FileExistsError, match="is there already"):
        Run.begin(_tiny(), stopped)
    recipe = tmp_path / "other.yaml"
    recipe.write_text(TINY.replace("greedy: 0.2", "random: 0.2"))
    arguments = ["train", str(recipe), "--runs", str(tmp_path), "--name", "run"]
    assert main(arguments) == 2
    assert "is there already: choose another --name" in capsys.readouterr().err
    assert main(["train", "--resume", str(stopped), "--set", "seed=2"]) == 2
    assert "name no other" in capsys.readouterr().err


# --- it learns ----------------------------------------------------------------------------------


def _learned(tmp_path, text):
    run = Run.begin(recipe_from(text, "known"), tmp_path / "run")
    run.train()
    return run


def test_it_learns_a_known_best_answer_whose_pay_comes_on_anothers_turn(tmp_path):
    """The dealer loves one month: bet on it alone. Bettors are paid after the last has bet.

    All months are alike to the network until it has seen some: in the first round of six it knows
    nothing, and the best is not to bet.
    """
    run = _learned(
        tmp_path,
        """
game: echobo
options: {rounds: 6, history: 2, payout: 4.5}
seat: bettor_0
steps: 30000
network: {month: 16, context: 16}
ppo: {tables: 64, decisions: 16, batch_size: 256, epochs: 4, learning_rate: 4e-3, gamma: 0.0}
opponents: {dealer: {"favourite:habit=1.0,month=3": 1}, bettor: {random: 1}}
""",
    )
    best = exact.echobo.best_bet([0, 0, 1, 0, 0, 0], payout=4.5)
    player = run.player()
    players = {0: "favourite:habit=1.0,month=3", 2: "random", 3: "random"}
    answers = _answers(run.game, player, players)
    assert best == 1 << 2
    assert np.mean(answers == best) > 0.8
    assert np.mean((answers == best) | (answers == 0)) > 0.97


def _answers(game, player, others, seat=1, rounds=200):
    from hanafuda_envs.opponents import make_opponent

    seated = {at: make_opponent(spec, game) for at, spec in others.items()}
    batch, answers = game.batch(32, seed=9), []
    for _ in range(rounds):
        actions = np.empty(32, dtype=np.int64)
        for at in np.unique(batch.seat):
            rows = np.flatnonzero(batch.seat == at)
            count = game.action_counts[at]
            who = player if at == seat else seated[at]
            actions[rows] = who.batch(batch.observation[rows], batch.mask[rows, :count])
            if at == seat:
                answers += actions[rows].tolist()
        batch.step(actions)
    return np.array(answers)


def test_it_learns_not_to_bet_where_every_bet_loses(tmp_path):
    run = _learned(
        tmp_path,
        """
game: hankan
steps: 40000
reward_scale: 0.3
network: {month: 8, context: 16}
ppo: {tables: 128, decisions: 16, batch_size: 512, epochs: 4, learning_rate: 4e-3, gamma: 0.0}
opponents: {bettor: {self: 1}}
""",
    )
    assert exact.bet_value(run.game) < 0
    batch = run.game.batch(512, seed=2)
    assert np.mean(run.player().batch(batch.observation, batch.mask) == 0) > 0.95


def test_against_itself_alone_it_learns_to_beat_random(tmp_path):
    run = _learned(
        tmp_path,
        """
game: ju_mai
options: {months: 4, hand: 4, field: 4, lead: 10, max_rounds: 2}
steps: 60000
network: {month: 16, context: 32, card: 8}
ppo: {tables: 128, decisions: 16, batch_size: 512, epochs: 4, learning_rate: 3e-3}
opponents: {player: {self: 1}}
""",
    )
    result = arena.compare(run.game, [run.player(), "random"], games=3000, progress=False)
    assert result.pairs[0].score.low > 0.52


# --- imitation ----------------------------------------------------------------------------------


def test_a_network_learns_to_do_what_a_teacher_does():
    from hanafuda_agents.network import NetworkSize, TableNet
    from hanafuda_envs.opponents import make_opponent

    game = make_game("ju_mai")
    teacher = make_opponent("greedy", game)
    lessons = watch(game, teacher, [teacher], (0, 1), 6000, seed=3)
    assert len(lessons) == 6000
    assert (lessons.masks.sum(axis=1) > 1).all()
    assert (teacher.batch(lessons.observations, lessons.masks) == lessons.actions).all()
    assert set(np.unique(lessons.returns)) <= {-1.0, 0.0, 1.0}
    assert abs(lessons.returns.mean()) < 0.1
    torch.manual_seed(1)
    net, agreed = TableNet(game, 0, NetworkSize(32, 64, 16)), []
    imitate(
        net,
        lessons,
        epochs=6,
        learning_rate=4e-3,
        reward_scale=1.0,
        seed=0,
        batch_size=256,
        progress=lambda epoch, share: agreed.append(share),
    )
    assert agreed[-1] > 0.7 > 0.45 > agreed[0] - 0.2
    assert agreed == sorted(agreed)


def test_what_came_before_a_decision_is_not_its_return():
    """In chips a game pays several times: a decision counts what comes after it."""
    from hanafuda_envs.opponents import make_opponent

    game = make_game("batta_maki", bettors=1, max_bet=1)
    bold = make_opponent("bold", game)
    lessons = watch(game, bold, [bold], (0,), 800, seed=1)
    left = lessons.observations[:, game.layout["rounds_left"].start] + 1
    assert (np.abs(lessons.returns) <= left).all()
    assert (np.abs(lessons.returns)[left == 1] <= 1).all()
    assert np.abs(lessons.returns).max() > 2
