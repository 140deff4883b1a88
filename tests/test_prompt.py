"""The table at a plain prompt, and the command that opens it."""

import io
import random
import re

import pytest

from hanafuda_app.cli import main
from hanafuda_app.prompt import matching, play_at_prompt
from hanafuda_app.table import Table
from hanafuda_envs import GAMES
from hanafuda_envs.replay import Replay


def play(table, answers, language="en", replay=None):
    """What is written when these lines are typed; the end of them is the end of the input."""
    lines, written = iter(answers), []

    def read(prompt):
        written.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    play_at_prompt(table, language, replay, read=read, write=written.append)
    return "\n".join(written)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_by_numbers(name, tmp_path):
    table = Table(name, opponents=["random"], seed=3)
    rng = random.Random(name)

    def numbers():
        while True:
            yield str(rng.choice(table.position.legal())) if table.stage == "turn" else ""

    path = tmp_path / "deep" / "game.json"
    written = play(table, numbers(), language=rng.choice(["en", "ja"]), replay=str(path))
    assert table.stage == "over" and str(path) in written
    assert Replay.load(path).last() == table.position


def test_cards_can_be_named():
    table = Table("ju_mai", seed=3, options={"first_dealer": 0})
    view = table.view()
    move = view.moves[0]
    name = move.words.en.removeprefix("play ")
    assert matching(view, name.upper(), "en") == [move]
    assert matching(view, move.words.ja, "ja") == [move]
    assert matching(view, "play", "en") == list(view.moves)
    assert matching(view, "nonsense", "en") == matching(view, "", "en") == []
    written = play(table, ["nonsense", name])
    assert "'nonsense' is not possible here" in written
    assert table.position.history[0] == (0, move.action)


def test_commands():
    table = Table("ju_mai", seed=3, options={"first_dealer": 0}, practice=True)
    legal = table.position.legal()
    written = play(table, ["?", "h", "s", "u", str(legal[0]), "u", "q"])
    for told in ("Ten cards to each hand", "would: play", "total", "nothing to take back"):
        assert told in written
    assert written.endswith("You leave the table.")
    assert table.position.history == () and table.position.legal() == legal


def test_the_command_plays_at_a_prompt_where_the_terminal_is_dumb(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("0\n\n" * 40))
    command = ["play", "mutsu_wari", "--seed", "1", "--opponents", "bold", "--set", "max_bet=2"]
    assert main(command) == 0
    printed = capsys.readouterr().out
    path = re.search(r"The replay is in (replays/mutsu_wari-\S+\.json)", printed).group(1)
    assert Replay.load(tmp_path / path).players == ("person", "bold", "bold")


def test_the_end_of_the_input_leaves_cleanly(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "ju_mai", "--language", "ja"]) == 0
    assert "席を立ちました" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play"], "which game?"),
        (["play", "go"], "there is no game 'go'"),
        (["play", "--web", "--seed", "0"], "--seed needs a GAME"),
        (["play", "ju_mai", "--web", "--replay", "x"], "the page saves replays itself"),
        (["play", "ju_mai", "--seat", "x"], "there is no seat 'x'"),
        (["play", "ju_mai", "--opponents", "nobody"], "knows no opponent"),
        (["play", "ju_mai", "--set", "lead=1", "--set", "lead=2"], "given twice"),
        (["play", "ju_mai", "--language", "fr"], "invalid choice"),
        (["play", "ju_mai", "--web", "--no-browser", "--port", "99999"], "port"),
    ],
)
def test_mistakes_are_one_line_and_code_2(arguments, told, capsys):
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = ended.code
    errors = capsys.readouterr().err
    assert code == 2 and told in errors and errors.count("\n") == 1
