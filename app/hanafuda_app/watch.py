"""``hanafuda watch``: look at a replay, in the terminal, as a page or as a film."""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hanafuda_app.film import write_gif, write_mp4
from hanafuda_app.replay_page import write_page
from hanafuda_app.replay_steps import Step, steps_of
from hanafuda_envs.render import to_text
from hanafuda_envs.replay import Replay

__all__ = ["add_command"]

BACK = ("b", "\x1b[D", "\x7f")  # b, left, backspace
QUIT = ("q", "\x04", "")  # q, Ctrl-D, the end of the input

_DESCRIPTION = """\
Shows a replay step by step. In a terminal: Enter or space for the next step, b to go back, q to
quit; where the output is no terminal, all steps are printed. Or writes a page with controls
(--html), or a film (--gif, --mp4).
"""

_EXAMPLES = """\
examples:
  hanafuda watch game.json
      step by step in the terminal

  hanafuda watch game.json --view player_0
      as player_0 saw it: what was hidden from that seat is face down

  hanafuda watch game.json --html game.html
      one page that needs nothing else: play, step, scrub, look from every seat, and see what a
      player thought where it tells

  hanafuda watch game.json --gif game.gif --width 480 --seconds 0.8
      a small film

where replays come from:
  hanafuda arena ju_mai heuristic greedy --out runs/two --replays 10
  or in Python: Replay.of(env.position(), players=["me", "greedy"]).save("game.json")
"""


def add_command(commands: Any) -> None:
    parser = commands.add_parser(
        "watch",
        help="look at a replay: in the terminal, as a page, as a film",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a replay")
    add("--view", metavar="AGENT", help="who looks (default: a spectator, who sees everything)")
    add("--html", metavar="OUT", help="write one page with controls; it has every view in it")
    add("--gif", metavar="OUT", help="write an animated picture (needs pillow)")
    add("--mp4", metavar="OUT", help="write a film (needs imageio-ffmpeg)")
    add(
        "--seconds",
        metavar="S",
        type=float,
        default=1.0,
        help="how long a step is shown in a film (default 1)",
    )
    add(
        "--width",
        metavar="N",
        type=int,
        default=960,
        help="how wide a film is, in pixels (default 960)",
    )
    add(
        "--label",
        action="store_true",
        help="number and kind of each card in a corner of it, on a page",
    )
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    replay = Replay.load(chosen.file)
    if chosen.view is not None and chosen.view not in replay.game.agents:
        agents = ", ".join(replay.game.agents)
        raise ValueError(f"there is no agent {chosen.view!r} in this game: allowed is {agents}")
    steps = steps_of(replay, lambda trouble: print(f"hanafuda: {trouble}", file=sys.stderr))
    films: list[tuple[str | None, Callable[..., None]]] = [
        (chosen.gif, write_gif),
        (chosen.mp4, write_mp4),
    ]
    if chosen.html:
        write_page(replay, steps, Path(chosen.html), label=chosen.label)
        _told(chosen.html)
    for out, write in films:
        if out:
            positions = [step.position for step in steps]
            write(positions, Path(out), chosen.view, seconds=chosen.seconds, width=chosen.width)
            _told(out)
    if not (chosen.html or chosen.gif or chosen.mp4):
        _show(replay, steps, chosen.view)
    return 0


def _told(out: str) -> None:
    print(f"{out}: {Path(out).stat().st_size / 1024:.0f} KiB")


# --- in the terminal -------------------------------------------------------------------------


def _show(replay: Replay, steps: list[Step], view: str | None) -> None:
    seats = ", ".join(
        f"{agent}: {name or 'unknown'}"
        for agent, name in zip(replay.game.agents, replay.players, strict=True)
    )
    head = f"{replay.game.title}, seed {replay.seed}. {seats}"
    if not (sys.stdout.isatty() and sys.stdin.isatty()):
        print(head)
        for number in range(len(steps)):
            print(f"\n{_told_step(steps, number)}\n\n{to_text(steps[number].position, view=view)}")
        return
    with _keyboard() as pressed, contextlib.suppress(KeyboardInterrupt):
        _step_through(steps, view, head, pressed)
    print()


def _step_through(
    steps: list[Step], view: str | None, head: str, pressed: Callable[[], str]
) -> None:
    """Show one step after the other, as the keys say."""
    clear = "" if os.environ.get("TERM") == "dumb" else "\x1b[2J\x1b[H"
    number = 0
    while True:
        print(f"{clear}{head}\n{_told_step(steps, number)}\n")
        print(to_text(steps[number].position, view=view))
        print("\nEnter next, b back, q quit", end=" ", flush=True)
        key = pressed()
        if key in QUIT:
            return
        number = min(max(number + (-1 if key in BACK else 1), 0), len(steps) - 1)


def _told_step(steps: list[Step], number: int) -> str:
    """Where in the replay we are, what was done, what it brought, what the player thought."""
    step = steps[number]
    parts = [f"[{number} of {len(steps) - 1}] {step.told}", *step.paid()]
    return "\n".join([" ".join(parts), *step.thoughts()])


@contextlib.contextmanager
def _keyboard() -> Iterator[Callable[[], str]]:
    """Gives a function that waits for a key; for a line where the system has no such terminals."""
    try:
        import termios
        import tty
    except ImportError:
        yield lambda: sys.stdin.readline().rstrip("\r\n") or "\n"
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor, termios.TCSADRAIN)
    try:
        yield lambda: os.read(descriptor, 8).decode(errors="replace")
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
