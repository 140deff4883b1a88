"""``hanafuda play``: sit down at a table."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import Any

from hanafuda_app.once import once
from hanafuda_app.table import LANGUAGES, Table

__all__ = ["add_command"]

_DESCRIPTION = """\
Play a game yourself, against any of the players: in the terminal, or with --web in a browser.

`hanafuda games` lists the games, `hanafuda players GAME` who plays them. Without --opponents the
strongest known player sits in every other seat. A replay is kept at the end.
"""

_EXAMPLES = """\
examples:
  hanafuda play ju_mai
      a match of Jū Mai in the terminal: mouse or keys, ? for the rules, h for hints

  hanafuda play ju_mai --opponents greedy --seed 7 --practice
      the same deal each time; moves can be taken back with u

  hanafuda play echobo --seat dealer --opponents reader
      hide the months yourself from bettors who read habits

  hanafuda play batta_maki --opponents bettor_1=bold bettor_2=cautious --set tie=dealer
      who sits where, and other rules

  hanafuda play ju_mai --web
      the table in a browser

  hanafuda play --web
      a lobby in which everything is chosen there
"""


def add_command(commands: Any, setting: Callable[[str], tuple[str, Any]]) -> None:
    parser = commands.add_parser(
        "play",
        help="play a game yourself",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", help="as `hanafuda games` names it")
    add(
        "--opponents",
        metavar="PLAYER",
        nargs="+",
        default=[],
        help="who plays: one for all other seats, one for each, or SEAT=PLAYER",
    )
    add("--seat", metavar="SEAT", help="where you sit: bettor_1, dealer, or a number")
    add(
        "--set",
        "--option",
        dest="option",
        metavar="KEY=VALUE",
        type=setting,
        action="append",
        default=[],
        help="an option of the game; can be repeated",
    )
    add("--seed", metavar="N", type=int, help="the deal (default: another one each time)")
    add("--practice", action="store_true", help="moves can be taken back")
    add("--language", choices=LANGUAGES, help="en or ja (default: as the system)")
    add("--replay", metavar="FILE", help="where the replay goes (default: a new file in replays/)")
    add("--plain", action="store_true", help="a plain prompt even where the terminal could do more")
    web = parser.add_argument_group("in a browser")
    web.add_argument("--web", action="store_true", help="play in a browser")
    web.add_argument(
        "--host",
        default="127.0.0.1",
        help="where to listen (default 127.0.0.1: this machine alone); whoever can reach it can "
        "open tables",
    )
    web.add_argument("--port", type=int, help="default 8765, or any if that is taken")
    web.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    _check(chosen)
    language = chosen.language or _system_language()
    table = None if chosen.game is None else _table(chosen)
    if chosen.web:
        return _in_a_browser(chosen, table, language)
    assert table is not None
    if chosen.plain or _is_dumb():
        from hanafuda_app.prompt import play_at_prompt

        play_at_prompt(table, language, chosen.replay)
        return 0
    try:
        from hanafuda_app.terminal import TableApp
    except ModuleNotFoundError as missing:
        raise _needs_play(missing) from None
    TableApp(table, language, chosen.replay).run()
    return 0


def _check(chosen: argparse.Namespace) -> None:
    """Refuse what would otherwise be quietly ignored."""
    if chosen.game is None:
        if not chosen.web:
            raise ValueError("which game? `hanafuda games` lists them; with --web there is a lobby")
        given = {
            "--opponents": bool(chosen.opponents),
            "--seat": chosen.seat is not None,
            "--set": bool(chosen.option),
            "--seed": chosen.seed is not None,
            "--practice": chosen.practice,
        }
        for name, is_given in given.items():
            if is_given:
                raise ValueError(f"{name} needs a GAME; in the lobby it is chosen there")
    if chosen.web and (chosen.replay or chosen.plain):
        raise ValueError("--replay and --plain are for the terminal; the page saves replays itself")


def _table(chosen: argparse.Namespace) -> Table:
    return Table(
        chosen.game,
        options=once("--set", chosen.option),
        seat=chosen.seat,
        opponents=chosen.opponents,
        seed=chosen.seed,
        practice=chosen.practice,
    )


def _in_a_browser(chosen: argparse.Namespace, table: Table | None, language: str) -> int:
    try:
        from hanafuda_app.web.rooms import Rooms
        from hanafuda_app.web.run import serve
    except ModuleNotFoundError as missing:
        raise _needs_play(missing) from None
    rooms = Rooms()
    path = "/" if table is None else f"/table/{rooms.add(table).token}"
    if chosen.language:
        path += f"?lang={language}"
    serve(rooms, path, host=chosen.host, port=chosen.port, browser=not chosen.no_browser)
    return 0


def _needs_play(missing: ModuleNotFoundError) -> ValueError:
    return ValueError(
        f"this table needs {missing.name}: pip install 'hanafuda-envs[play]', or play at the plain "
        "prompt with --plain"
    )


def _is_dumb() -> bool:
    """Whether the terminal can show nothing but lines."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return not terminal or os.environ.get("TERM", "dumb") == "dumb"


def _system_language() -> str:
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return "ja" if next(filter(None, map(os.environ.get, names)), "").startswith("ja") else "en"
