"""An episode as a small text file: rules, seed, players and actions, to be played again exactly.

The deal follows from the seed, so that this is all there is to know. ``Replay.of(position)``
keeps the episode of a position of any face; ``Replay.load(path)`` reads one back and checks it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hanafuda_envs.chance import check_seed
from hanafuda_envs.errors import GameOverError, IllegalActionError
from hanafuda_envs.game import Game
from hanafuda_envs.games import GAMES, make_game
from hanafuda_envs.position import Position

__all__ = ["Replay", "ReplayError"]

FORMAT = "hanafuda replay"
VERSION = 1

_FIELDS: dict[str, tuple[type, ...]] = {
    "format": (str,),
    "version": (int,),
    "game": (str,),
    "rules": (str,),
    "options": (dict,),
    "seed": (int,),
    "players": (dict,),
    "actions": (list,),
    "result": (dict,),
}


class ReplayError(ValueError):
    """A replay that cannot be played: damaged, or of other rules."""


@dataclass(frozen=True)
class Replay:
    """One episode, from its start; it need not have come to its end.

    ``players`` has a name for each seat, as ``make_opponent`` takes it where it is one of ours;
    an empty one where nobody knows.
    """

    game: Game
    seed: int
    actions: tuple[int, ...]
    players: tuple[str, ...]

    @classmethod
    def of(
        cls, position: Position, players: Sequence[str] | Mapping[str, str] | None = None
    ) -> "Replay":
        """The episode that led to this position.

        ``players`` are names by seat or by agent. A ``ReplayError`` if the history does not
        lead here: that of a determinized copy does not.
        """
        game = position.game
        actions = tuple(action for _, action in position.history)
        replay = cls(game, int(position.state["seed"]), actions, _names(game, players))
        try:
            last = replay.last()
        except ReplayError:
            last = None
        if last != position:
            raise ReplayError(
                "the history of this position does not lead to it from its seed: only positions "
                "that were played from the start can be kept, no determinized copies"
            )
        return replay

    # --- playing it again ---------------------------------------------------------------------

    def positions(self) -> Iterator[Position]:
        """All positions, from the start to the last; each is one's own."""
        position = self.game.new(self.seed)
        yield position
        for step, action in enumerate(self.actions):
            try:
                position = position.after(action)
            except (IllegalActionError, GameOverError) as error:
                raise ReplayError(f"action {step + 1} cannot be played: {error}") from None
            yield position

    def last(self) -> Position:
        """The position after all actions."""
        *_, position = self.positions()
        return position

    def result(self) -> tuple[float, ...]:
        """What each seat got in all."""
        totals = [0.0] * self.game.seats
        for position in self.positions():
            totals = [old + new for old, new in zip(totals, position.rewards, strict=True)]
        return tuple(round(total, 9) for total in totals)

    # --- text ---------------------------------------------------------------------------------

    def to_text(self) -> str:
        """The replay as JSON, a line for each thing that it says."""
        agents = self.game.agents
        about: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.name,
            "rules": self.game.rules.digest,
            "options": self.game.rules.as_dict(),
            "seed": self.seed,
            "players": dict(zip(agents, self.players, strict=True)),
            "actions": list(self.actions),
            "result": dict(zip(agents, self.result(), strict=True)),
        }
        lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in about.items())
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_text(cls, text: str) -> "Replay":
        """Read ``to_text`` back; a ``ReplayError`` says what is wrong with it.

        Rules, every action and the result are checked.
        """
        about = _read(text)
        game = _game(about)
        actions = about["actions"]
        if not all(type(action) is int for action in actions):
            raise ReplayError("damaged replay: an action is no integer")
        try:
            seed = check_seed(about["seed"])
            players = _names(game, about["players"])
        except (ValueError, TypeError) as error:
            raise ReplayError(f"damaged replay: {error}") from None
        replay = cls(game, seed, tuple(actions), players)
        result = dict(zip(game.agents, replay.result(), strict=True))
        if result != about["result"]:
            raise ReplayError(
                f"damaged replay: it says that the result was {about['result']}, but its actions "
                f"lead to {result}"
            )
        return replay

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        Path(path).write_text(self.to_text(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> "Replay":
        """Read a file that ``save`` wrote; a ``ReplayError`` names it and says what is wrong."""
        try:
            return cls.from_text(Path(path).read_text("utf-8"))
        except UnicodeDecodeError:
            raise ReplayError(f"{path}: this is no replay: it is no text") from None
        except ReplayError as error:
            raise ReplayError(f"{path}: {error}") from None


def _names(game: Game, players: Sequence[str] | Mapping[str, str] | None) -> tuple[str, ...]:
    """A name for each seat."""
    if players is None:
        return ("",) * game.seats
    if isinstance(players, Mapping):
        unknown = [agent for agent in players if agent not in game.agents]
        if unknown:
            raise ValueError(f"there is no agent {unknown[0]!r}: allowed is one of {game.agents}")
        players = [players.get(agent, "") for agent in game.agents]
    if isinstance(players, str) or len(players) != game.seats:
        raise ValueError(f"{game.title} has {game.seats} seats: players={players!r} do not fit")
    if not all(isinstance(name, str) for name in players):
        raise ValueError(f"names of players are texts, not {list(players)!r}")
    return tuple(players)


def _read(text: str) -> dict[str, Any]:
    """The fields, each of its type."""
    try:
        about = json.loads(text)
    except ValueError as error:
        raise ReplayError(f"this is no replay: {error}") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise ReplayError(f'this is no replay: it does not say "format": "{FORMAT}"')
    if about.get("version") != VERSION:
        raise ReplayError(
            f"this replay has version {about.get('version')!r} of the format, this program reads "
            f"version {VERSION}"
        )
    for name, types in _FIELDS.items():
        if name not in about:
            raise ReplayError(f"damaged replay: {name!r} is missing")
        if not isinstance(about[name], types) or isinstance(about[name], bool):
            raise ReplayError(f"damaged replay: {name!r} cannot be {about[name]!r}")
    return about


def _game(about: Mapping[str, Any]) -> Game:
    """The game under the rules of the replay, if they are still the same."""
    name, digest = about["game"], about["rules"]
    if name not in GAMES:
        raise ReplayError(f"there is no game {name!r}: allowed is one of {', '.join(GAMES)}")
    try:
        game = make_game(name, **about["options"])
    except (ValueError, TypeError) as error:
        raise ReplayError(f"the rules of this replay are not possible here: {error}") from None
    if game.rules.digest != digest:
        raise ReplayError(
            f"this replay was played under other rules: its digest is {digest}, with the same "
            f"options {name}-v{game.rules.version} has {game.rules.digest} here"
        )
    return game
