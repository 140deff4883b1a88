"""``hanafuda arena``: let players play each other."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hanafuda_app.once import once
from hanafuda_app.show import show_markdown
from hanafuda_training.arena.compare import compare
from hanafuda_training.arena.contest import MODES
from hanafuda_training.arena.markdown import tables
from hanafuda_training.arena.referee import rule

__all__ = ["add_command"]

FINE = 10.0

_DESCRIPTION = """\
Lets players play each other on the same deals and says who is better, and how sure that is.

Every deal is played in all lineups (duplicate), so that luck is shared out. Intervals are 95 %,
from resampling the deals. The same seed gives the same numbers, whatever --workers is.
`hanafuda players GAME` lists the players; settings go behind the name (search:rollouts=200).
"""

_EXAMPLES = """\
examples:
  hanafuda arena ju_mai greedy random
      2000 games, and what came of them

  hanafuda arena ju_mai greedy random --games 100000 --precision 0.005 --out runs/greedy
      until the score is known to half a percent; every game kept. Stopped with Ctrl-C, the same
      command goes on where it was

  hanafuda arena batta_maki random random --option tie=dealer --option max_bet=3
      a game under other rules, and a player against itself

  hanafuda arena echobo random random --seat dealer=random
      seats that act differently cannot all be contested: one side is fixed

  hanafuda arena ju_mai heuristic greedy --out runs/two --replays 10
      ten games to look at with `hanafuda watch`

  hanafuda arena yatchaba random random random --mode table
      all at one table instead of every two

forfeits:
  {rule}
"""


def add_command(commands: Any, setting: Callable[[str], tuple[str, Any]]) -> None:
    parser = commands.add_parser(
        "arena",
        help="let players play each other",
        description=_DESCRIPTION,
        epilog=_EXAMPLES.format(rule=_wrapped(rule(FINE))),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("game", metavar="GAME", help="as `hanafuda games` names it")
    add(
        "players", metavar="PLAYER", nargs="+", help="two or more, as `hanafuda players` names them"
    )
    add(
        "--option",
        metavar="KEY=VALUE",
        type=setting,
        action="append",
        default=[],
        help="an option of the game; can be repeated",
    )
    add(
        "--seat",
        metavar="SEAT=PLAYER",
        type=_seat,
        action="append",
        default=[],
        help="who sits in a seat that is not contested: an agent or a role (dealer=random)",
    )
    add(
        "--mode",
        choices=MODES,
        default="pairs",
        help="every two players for themselves (default), or all at one table",
    )
    add(
        "--games",
        metavar="N",
        type=int,
        default=2000,
        help="games that each pair plays at most (default 2000), rounded up to whole chunks",
    )
    add(
        "--precision",
        metavar="P",
        type=float,
        help="stop a pair once the half-width of its interval is not above this: in score (0 to 1) "
        "in ju_mai, in chips a round or game elsewhere",
    )
    add("--seed", metavar="N", type=int, default=0, help="another seed, other deals (default 0)")
    add("--workers", metavar="N", type=int, help="processes that play (default: one a processor)")
    add(
        "--time-limit",
        metavar="S",
        type=float,
        help="seconds for a decision (default none); a player's first one is off the clock",
    )
    add(
        "--chunk",
        metavar="N",
        type=int,
        help="deals that are played and kept together (default: a fitting number)",
    )
    add("--out", metavar="DIR", help="keep everything there, and go on from what it holds")
    add(
        "--replays",
        metavar="N",
        type=int,
        default=0,
        help="write the first N games of each pair to DIR/replays, for `hanafuda watch`",
    )
    parser.set_defaults(run=_run, after_ctrl_c=_how_to_continue)


def _wrapped(text: str) -> str:
    import textwrap

    return "\n  ".join(textwrap.wrap(text, 94))


def _seat(text: str) -> tuple[str, str]:
    seat, equals, player = text.partition("=")
    if not equals or not seat.strip() or not player.strip():
        raise argparse.ArgumentTypeError(f"expected SEAT=PLAYER, not {text!r}")
    return seat.strip(), player.strip()


def _run(chosen: argparse.Namespace) -> int:
    result = compare(
        chosen.game,
        chosen.players,
        games=chosen.games,
        options=once("--option", chosen.option),
        precision=chosen.precision,
        seed=chosen.seed,
        workers=chosen.workers,
        out=chosen.out,
        fixed=once("--seat", chosen.seat),
        mode=chosen.mode,
        time_limit=chosen.time_limit,
        fine=FINE,
        chunk=chosen.chunk,
        replays=chosen.replays,
    )
    show_markdown(tables(result))
    if chosen.out is None:
        print("\nNothing was kept: --out DIR keeps every game, this result and a picture of it.")
    else:
        kept = ", ".join(sorted(path.name for path in Path(chosen.out).glob("result.*")))
        print(f"\nKept in {chosen.out}: {kept} and every chunk.")
        replays = sorted(Path(chosen.out).glob("replays/*.json"))
        if chosen.replays and replays:
            print(f"Replays: {len(replays)}. Look at one: hanafuda watch {replays[0]}")
    return 0


def _how_to_continue(chosen: argparse.Namespace) -> str:
    """What somebody who has just stopped a contest wants to know."""
    if getattr(chosen, "out", None) is None:
        return "Nothing was kept: with --out DIR it could be continued."
    return f"What was finished is kept in {chosen.out}: the same command goes on from there."
