"""``hanafuda games`` and ``hanafuda players``: what there is."""

import argparse
import inspect
from typing import Any

from hanafuda_app.show import lines_in_columns
from hanafuda_envs import GAMES, make_game
from hanafuda_envs.opponents import known_opponents

__all__ = ["add_commands"]

ABOUT = {
    "ju_mai": "two players fish for the points of the cards on the field",
    "batta_maki": "bet on the higher of two face-down batches; the bank pays",
    "mutsu_wari": "Batta Maki with 40 cards",
    "atosaki": "Batta Maki where the winners share the pot",
    "shoniban": "Atosaki in the Nagoya order, with triplets and Tsuke",
    "hankan": "Shoniban against a bank that shows three cards first",
    "sanmai_kabu": "bet on three stacks against the dealer's hand",
    "yatchaba": "guess three months, raise the pot",
    "echobo": "which of six months did the dealer hide?",
}


def add_commands(commands: Any) -> None:
    games = commands.add_parser(
        "games", help="list the games", description="All games: name, title, seats, what it is."
    )
    games.set_defaults(run=_games)
    players = commands.add_parser(
        "players",
        help="list the players of a game",
        description="All players of a game: name, settings with their defaults, where they can "
        "sit, what they do.",
        epilog="Settings go behind the name: NAME:setting=value,setting=value",
    )
    players.add_argument("game", metavar="GAME", help="as `hanafuda games` names it")
    players.set_defaults(run=_players)


def _games(chosen: argparse.Namespace) -> int:
    rows = []
    for name in GAMES:
        game = make_game(name)
        rows.append([name, game.title, f"{game.seats} seats", ABOUT.get(name, "")])
    print(lines_in_columns(rows))
    return 0


def _players(chosen: argparse.Namespace) -> int:
    rows = []
    for name, entry in sorted(known_opponents(make_game(chosen.game)).items()):
        settings = ",".join(f"{key}={_default(value)}" for key, value in entry.settings().items())
        rows.append([name, settings or "–", entry.role or "any seat", entry.about])
    print(lines_in_columns(rows))
    return 0


def _default(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, bool):
        return str(value).lower()  # as one types it
    return "…" if value is inspect.Parameter.empty else str(value)
