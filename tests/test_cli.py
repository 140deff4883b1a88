"""The command line: what it prints, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from hanafuda_app.cli import main
from hanafuda_envs import GAMES, __version__

SMALL = ["--option", "months=4", "--option", "hand=3", "--option", "field=4"]
QUICK = ["--games", "40", "--workers", "1", *SMALL]


def test_games_are_listed(capsys):
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(GAMES)
    assert all("seats" in line and len(line.split("  ")[-1]) > 10 for line in lines)


def test_players_are_listed(capsys):
    assert main(["players", "ju_mai"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {"greedy", "random"} <= {line.split()[0] for line in lines}
    assert any("rollouts=1000,reads=false " in line for line in lines)  # as one types them


def test_the_arena_prints_its_tables_and_says_that_nothing_is_kept(capsys):
    assert main(["arena", "ju_mai", "greedy", "random", *QUICK]) == 0
    printed = capsys.readouterr().out
    assert "| `greedy` – `random` | 40 |" in printed
    assert "## Ratings" in printed and "--out DIR keeps" in printed


def test_the_arena_keeps_and_continues(tmp_path, capsys):
    command = ["arena", "ju_mai", "greedy", "random", *QUICK, "--out", str(tmp_path / "a")]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert main(command) == 0
    assert capsys.readouterr().out == first
    assert (
        json.loads((tmp_path / "a" / "result.json").read_text("utf-8"))["pairs"][0]["games"] == 40
    )
    assert main([*command, "--seed", "1"]) == 2
    assert "holds another contest (seed was 0, now 1)" in capsys.readouterr().err


def test_one_side_can_be_fixed(capsys):
    command = ["arena", "echobo", "random", "random", "--games", "20", "--workers", "1"]
    assert main([*command, "--seat", "dealer=random"]) == 0
    assert "chips a round" in capsys.readouterr().out
    assert main(command) == 2
    assert "fix who sits as dealer or bettor" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["players", "go"], "there is no game 'go'"),
        (["arena", "ju_mai", "greedy"], "at least two players"),
        (["arena", "ju_mai", "greedy", "nobody"], "knows no opponent 'nobody'"),
        (["arena", "ju_mai", "greedy", "random", "--option", "lead=x"], "lead='x'"),
        (["arena", "ju_mai", "greedy", "random", "--option", "lead"], "expected key=value"),
        (["arena", "ju_mai", "greedy", "random", "--seat", "x=random"], "no seat 'x'"),
        (["arena", "ju_mai", "greedy", "random", "--games", "many"], "invalid int value"),
        (["arena", "ju_mai", "greedy", "random", "--seed", "-1"], "seed must be from 0"),
        (["arena", "ju_mai", "greedy", "random", "--out", "/dev/null/x"], "Not a directory"),
        (["arena", "ju_mai", "a", "b", "--option", "lead=1", "--option", "lead=2"], "given twice"),
        (["nonsense"], "invalid choice"),
        ([], "required"),
    ],
)
def test_mistakes_are_one_line_and_code_2(arguments, told, capsys):
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = ended.code
    errors = capsys.readouterr().err
    assert code == 2 and told in errors
    assert errors.count("\n") == 1 and "Traceback" not in errors


def test_help_teaches(capsys):
    for arguments, told in [(["--help"], "commands"), (["arena", "--help"], "forfeits that game")]:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
        printed = capsys.readouterr().out
        assert told in " ".join(printed.split())
    assert "examples:" in printed and "hanafuda arena ju_mai greedy random" in printed


def test_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0 and __version__ in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_was_played(workers, tmp_path):
    command = [sys.executable, "-m", "hanafuda_app.cli", "arena", "ju_mai", "greedy", "random"]
    command += ["--games", "10000000", "--workers", workers, "--out", str(tmp_path)]
    chunks = tmp_path / "chunks.jsonl"
    # Tests that were started in the background may ignore Ctrl-C, and what they start would too.
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed,  # noqa: PLW1509 (no thread runs here)
    ) as process:
        while not (chunks.exists() and chunks.stat().st_size) and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=30)[1]
    assert process.returncode == 130, errors
    assert "the same command goes on from there" in errors and "Traceback" not in errors
    for line in chunks.read_bytes().splitlines():
        json.loads(line)
