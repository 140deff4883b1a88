"""``hanafuda watch``: in the terminal, as a page, as a film."""

import json
import os
import re
import select
import subprocess
import sys
import time
from xml.etree import ElementTree

import numpy as np
import pytest

from hanafuda_app import replay_steps
from hanafuda_app.cli import main
from hanafuda_app.replay_page import SPECTATOR, page
from hanafuda_envs import GAMES, Replay, make_game, to_pixels
from hanafuda_envs.opponents import RandomOpponent, register_opponent

from .play import random_positions

SMALL = {"months": 2, "hand": 2, "field": 2, "lead": 5}


def replay_of(name="ju_mai", players=None, **options):
    *_, last = random_positions(make_game(name, **options), 3)
    return Replay.of(last, players)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.json"
    replay_of(players=["me", "greedy"], **SMALL).save(path)
    return str(path)


def quiet(trouble):
    raise AssertionError(trouble)


# --- steps -----------------------------------------------------------------------------------


def test_steps_tell_what_was_done_and_paid():
    replay = replay_of(**SMALL)
    steps = replay_steps.steps_of(replay, quiet)
    assert [step.action for step in steps[1:]] == list(replay.actions)
    assert steps[0].told == "the deal" and steps[0].paid() == []
    assert re.match(r"player_[01]: play ", steps[1].told)
    assert all(re.match(r"player_[01] [+-]1$", paid) for paid in steps[-1].paid())


class Thinker(RandomOpponent):
    """Tells what it thinks."""

    def explain(self, observation, action_mask):
        return {**super().explain(observation, action_mask), "value": 0.25}


def broken(game):
    raise OSError("the checkpoint is gone")


def test_players_who_think_are_asked():
    register_opponent("thinker", Thinker, "ju_mai")
    register_opponent("broken", broken, "ju_mai")
    said: list[str] = []
    steps = replay_steps.steps_of(replay_of(players=["thinker", "broken"], **SMALL), said.append)
    assert said == ["broken cannot be asked what it thought: the checkpoint is gone"]
    for step in steps[1:]:
        mine = step.before.agent == "player_0"
        assert step.value == (0.25 if mine else None)
        assert len(step.options) == (len(step.before.legal()) if mine else 0)
        assert not mine or sum(one.probability for one in step.options) == pytest.approx(1)
        assert not mine or [one.taken for one in step.options].count(True) == 1
        assert bool(list(step.thoughts())) == mine


# --- the terminal ----------------------------------------------------------------------------


def test_all_steps_are_printed_where_there_is_no_terminal(file, capsys):
    assert main(["watch", file]) == 0
    printed = capsys.readouterr().out
    count = len(Replay.load(file).actions)
    assert all(f"[{number} of {count}]" in printed for number in range(count + 1))
    assert "player_0: me, player_1: greedy" in printed and "▒▒" not in printed
    assert main(["watch", file, "--view", "player_0"]) == 0
    assert "▒▒" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_step_by_step_in_a_terminal(file):
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hanafuda_app.cli", "watch", file],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(theirs)

    def until(text):
        seen, end = "", time.monotonic() + 60
        while text not in seen and time.monotonic() < end:
            if select.select([ours], [], [], 1)[0]:
                seen += os.read(ours, 65536).decode(errors="replace")
        assert text in seen
        return seen

    try:
        until("q quit")
        for key, told in (("\n", "[1 of"), (" ", "[2 of"), ("b", "[1 of"), ("\x1b[C", "[2 of")):
            os.write(ours, key.encode())
            assert told in until("q quit")
        os.write(ours, b"q")
        assert process.wait(timeout=30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)


# --- the page --------------------------------------------------------------------------------


def data_of(text):
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])


@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_every_step_and_view(name):
    replay = replay_of(name)
    text = page(replay, replay_steps.steps_of(replay, quiet))
    assert "{{" not in text and "http" not in text.replace("http://www.w3.org/2000/svg", "")
    data = data_of(text)
    assert data["views"] == [SPECTATOR, *replay.game.agents]
    assert len(data["steps"]) == len(replay.actions) + 1
    for step in (data["steps"][0], data["steps"][-1]):
        for scene in step["scenes"]:
            picture = "".join(data["elements"][number] for number in scene)
            used = re.findall(r'href="#([\w-]+)"', picture)
            assert all(f'<g id="{card}">' in text for card in used)
            ElementTree.fromstring(f"<svg>{picture}</svg>")


def test_the_page_hides_what_a_view_cannot_see():
    replay = replay_of()
    data = json.loads(
        re.search(r'id="data">(.*?)</script>', page(replay, replay_steps.steps_of(replay, quiet)))[
            1
        ]
    )
    backs = [
        sum("card-back" in data["elements"][number] for number in scene)
        for scene in data["steps"][0]["scenes"]
    ]
    assert backs == [1, 11, 11]


def test_names_cannot_break_the_page(tmp_path):
    replay = replay_of(players=["<script>alert(1)</script>", "</script>"], **SMALL)
    said: list[str] = []
    text = page(replay, replay_steps.steps_of(replay, said.append))
    assert len(said) == 2 and "cannot be asked" in said[0]  # with a /, they look like folders
    assert "<script>alert" not in text and text.count("</script>") == 2


def test_what_was_thought_is_in_the_page():
    register_opponent("thinker", Thinker, "ju_mai")
    replay = replay_of(players=["thinker", ""], **SMALL)
    text = page(replay, replay_steps.steps_of(replay, quiet), label=True)
    data = data_of(text)
    assert {step["value"] for step in data["steps"] if step["who"] == "player_0"} == {0.25}
    assert any(step["options"] for step in data["steps"])


# --- films -----------------------------------------------------------------------------------


def test_gif(file, tmp_path, capsys):
    image = pytest.importorskip("PIL.Image")
    out = tmp_path / "game.gif"
    assert main(["watch", file, "--gif", str(out), "--width", "480", "--seconds", "0.5"]) == 0
    assert "game.gif" in capsys.readouterr().out
    steps = len(Replay.load(file).actions) + 1
    with image.open(out) as film:
        assert film.size == (480, 320) and film.n_frames == steps
        assert film.info["duration"] == 500
        film.seek(steps - 1)
        last = np.asarray(film.convert("RGB").resize((960, 640)), dtype=float)
    expected = to_pixels(Replay.load(file).last()).astype(float)
    assert np.abs(last - expected).mean() < 12  # a palette, and half the size


def test_mp4(file, tmp_path):
    pytest.importorskip("imageio_ffmpeg")
    out = tmp_path / "game.mp4"
    assert main(["watch", file, "--mp4", str(out), "--width", "481", "--seconds", "0.2"]) == 0
    assert out.read_bytes()[4:8] == b"ftyp"


def test_without_ffmpeg_the_error_says_what_to_install(file, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    assert main(["watch", file, "--mp4", str(tmp_path / "x.mp4")]) == 2
    assert "needs imageio-ffmpeg: pip install" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--view", "nobody"], "no agent 'nobody'"),
        (["--gif", "x.gif", "--width", "7"], "--width 7 is not possible"),
        (["--gif", "x.gif", "--seconds", "0"], "--seconds 0 is not possible"),
        (["--html", "/no/such/folder/x.html"], "No such file"),
    ],
)
def test_mistakes(file, arguments, told, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["watch", file, *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_file_that_is_no_replay(tmp_path, capsys):
    (tmp_path / "x").write_text("hello")
    assert main(["watch", str(tmp_path / "x")]) == 2
    assert "this is no replay" in capsys.readouterr().err
    assert main(["watch", str(tmp_path / "y")]) == 2
    assert "No such file" in capsys.readouterr().err
