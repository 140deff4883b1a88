"""The command ``hanafuda``."""

import argparse
import os
import sys
from ast import literal_eval
from collections.abc import Sequence
from typing import Any

from hanafuda_app import arena, listing, play, train, watch
from hanafuda_envs import __version__

__all__ = ["main"]

MISTAKE, STOPPED = 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code: 0, 2 for a mistake of the user, 130 for Ctrl-C."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        return chosen.run(chosen)
    except BrokenPipeError:  # who was reading has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, TypeError, OSError) as error:
        print(f"hanafuda: {' '.join(str(error).split())}", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        print(f"hanafuda: stopped. {chosen.after_ctrl_c(chosen)}".rstrip(), file=sys.stderr)
        return STOPPED


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="hanafuda",
        description="Traditional hanafuda games: what there is to play, who plays it, who is "
        "better, a table to play at, and how a game went.",
        epilog="hanafuda COMMAND --help says more, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"hanafuda-envs {__version__}")
    parser.set_defaults(after_ctrl_c=lambda chosen: "")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    listing.add_commands(commands)
    arena.add_command(commands, setting)
    train.add_command(commands, setting)
    play.add_command(commands, setting)
    watch.add_command(commands)
    return parser


class _Parser(argparse.ArgumentParser):
    """Says one line about a mistake, not the whole usage."""

    def error(self, message: str) -> Any:
        self.exit(MISTAKE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def setting(text: str) -> tuple[str, Any]:
    """``key=value`` of the command line; numbers and tuples are such, everything else is text."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise argparse.ArgumentTypeError(f"expected key=value, not {text!r}")
    try:
        return key.strip(), literal_eval(value.strip())
    except (ValueError, SyntaxError):
        return key.strip(), value.strip()


if __name__ == "__main__":
    sys.exit(main())
