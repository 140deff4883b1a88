"""A contest: what is played, by whom, and from which seed. Everything else follows from it."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from hanafuda_agents.learned import CARD as LEARNED_CARD
from hanafuda_envs.game import Game
from hanafuda_envs.opponents import (
    Entry,
    Opponent,
    entry_of,
    known_opponents,
    make_opponent,
    role_of,
)
from hanafuda_training.arena.lineups import Lineup, pair_lineups, table_lineups

__all__ = ["MODES", "Contest", "Contestant", "Match", "make_contest"]

MODES = ("pairs", "table")


class Contestant(NamedTuple):
    """A player with the name under which its results are told."""

    label: str
    who: str | Opponent


class Match(NamedTuple):
    """Some contestants who play the same deals, in several lineups."""

    members: tuple[int, ...]
    """Places in the list of contestants."""
    lineups: tuple[Lineup, ...]


@dataclass(frozen=True)
class Contest:
    """What determines every game: the same contest gives the same results, always.

    The deals of a match and the seeds of its players depend on the contest's seed, on the names
    of the members and on the number of the chunk, not on who else takes part or in which order
    they are named.
    """

    game: Game
    contestants: tuple[Contestant, ...]
    fixed: Mapping[int, Contestant]
    """Who sits, in every game, in the seats that are not contested."""
    mode: str
    seed: int
    chunk: int
    """Deals that are played, stored and counted together."""
    time_limit: float | None = None
    fine: float = 10.0

    @cached_property
    def contested(self) -> tuple[int, ...]:
        """The seats that the contestants share."""
        return tuple(seat for seat in range(self.game.seats) if seat not in self.fixed)

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """Every two contestants, or all at one table."""
        number, seats = len(self.contestants), len(self.contested)
        if self.mode == "table":
            return (Match(tuple(range(number)), table_lineups(seats, number)),)
        lineups = pair_lineups(seats)
        return tuple(Match(members, lineups) for members in combinations(range(number), 2))

    def labels(self, match: Match) -> list[str]:
        """The names of the members."""
        return [self.contestants[member].label for member in match.members]

    def seated(self, match: Match, lineup: Lineup) -> list[Contestant]:
        """Who sits in each seat."""
        seats = dict(self.fixed)
        for seat, member in zip(self.contested, lineup, strict=True):
            seats[seat] = self.contestants[match.members[member]]
        return [seats[seat] for seat in range(self.game.seats)]

    def chunk_seed(self, match: Match, number: int) -> int:
        """The seed of the deals of a chunk."""
        return _hashed(
            "deals", self.seed, self.game.rules.digest, sorted(self.labels(match)), number
        )

    def entries(self) -> dict[str, Entry]:
        """Those players with a name that take part: for processes that do not know them yet."""
        known = known_opponents(self.game)
        everybody = [*self.contestants, *self.fixed.values()]
        names = {one.who.partition(":")[0] for one in everybody if isinstance(one.who, str)}
        return {name: known[name] for name in sorted(names) if name in known}

    def setup(self) -> dict[str, Any]:
        """All of it, as JSON can hold it."""
        game = self.game
        return {
            "game": game.name,
            "options": json.loads(json.dumps(game.rules.as_dict())),
            "rules": game.rules.digest,
            # A list: chunks number the contestants, so that their order belongs to the setup.
            "contestants": [[one.label, _told(one.who)] for one in self.contestants],
            "fixed": {game.agents[seat]: _told(one.who) for seat, one in self.fixed.items()},
            "mode": self.mode,
            "seed": self.seed,
            "deals_per_chunk": self.chunk,
            "time_limit": self.time_limit,
            "fine": self.fine,
        }


def player_seed(chunk_seed: int, seated: Sequence[Contestant], seat: int) -> int:
    """The seed of the player in one seat of one lineup."""
    return _hashed("player", chunk_seed, [one.label for one in seated], seat)


def _hashed(*parts: Any) -> int:
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()
    return int.from_bytes(digest[:8], "little")


def _told(who: str | Opponent) -> str:
    if isinstance(who, str):
        card = Path(who.partition(":")[0]) / LEARNED_CARD
        # A folder can hold another player tomorrow.
        return f"{who} ({_hashed(card.read_text('utf-8')):x})" if card.is_file() else who
    kind = who if hasattr(who, "__qualname__") else type(who)
    return f"callable {kind.__module__}.{kind.__qualname__}"


# --- making one from what a user says ------------------------------------------------------------


def make_contest(
    game: Game,
    players: Sequence[str | Opponent],
    fixed: Mapping[str, str | Opponent] | None,
    mode: str,
    seed: int,
    chunk_of: Callable[[Match], int],
    time_limit: float | None,
    fine: float,
) -> Contest:
    """A contest that can be played; a ``ValueError`` says what is wrong with it.

    ``chunk_of`` says, once the lineups are known, how many deals make a chunk.
    """
    if mode not in MODES:
        raise ValueError(
            f"mode={mode!r} is not possible: allowed is {' or '.join(map(repr, MODES))}"
        )
    if isinstance(players, str) or len(players) < 2:
        raise ValueError(f"a contest needs at least two players, not {players!r}")
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"time_limit={time_limit!r} is not possible: allowed is more than 0 s")
    if not fine >= 0:
        raise ValueError(f"fine={fine!r} is not possible: allowed is 0 or more")
    seats = _fixed_seats(game, fixed or {})
    contest = Contest(game, _labelled(players), seats, mode, seed, 1, time_limit, float(fine))
    _check_seats(contest)
    _check_players(contest)
    return _with_chunk(contest, chunk_of(contest.matches[0]))


def _with_chunk(contest: Contest, chunk: int) -> Contest:
    fields = {name: getattr(contest, name) for name in contest.__dataclass_fields__}
    return Contest(**{**fields, "chunk": chunk})


def _labelled(players: Sequence[str | Opponent]) -> tuple[Contestant, ...]:
    """Each with a name of its own: the second "greedy" is "greedy#2"."""
    seen: dict[str, int] = {}
    labelled = []
    for who in players:
        label = _label(who)
        seen[label] = seen.get(label, 0) + 1
        number = seen[label]
        labelled.append(Contestant(label if number == 1 else f"{label}#{number}", who))
    return tuple(labelled)


def _label(who: str | Opponent) -> str:
    if isinstance(who, str):
        return who
    if not callable(who):
        raise ValueError(f"a player is a name or a callable, not {type(who).__name__} {who!r}")
    return getattr(who, "__name__", type(who).__name__)


def _fixed_seats(game: Game, fixed: Mapping[str, str | Opponent]) -> dict[int, Contestant]:
    agents, roles = set(game.agents), {role_of(agent) for agent in game.agents}
    for key in fixed:
        if key not in agents | roles:
            names = ", ".join([*game.agents, *sorted(roles - agents)])
            raise ValueError(f"{game.name} has no seat {key!r}: its seats are {names}")
    seats = {}
    for seat, agent in enumerate(game.agents):
        key = agent if agent in fixed else role_of(agent)
        if key in fixed:
            seats[seat] = Contestant(f"{_label(fixed[key])} ({agent})", fixed[key])
    return seats


def _check_seats(contest: Contest) -> None:
    game, seats = contest.game, contest.contested
    if not seats:
        raise ValueError("every seat is fixed: nothing is left to compare players in")
    if len({game.action_counts[seat] for seat in seats}) > 1:
        roles = " or ".join(dict.fromkeys(role_of(game.agents[seat]) for seat in seats))
        raise ValueError(
            f"the seats of {game.name} act differently ({', '.join(game.agents)}): fix who sits "
            f"as {roles}, and compare players in the others"
        )
    number = len(contest.contestants)
    if contest.mode == "table" and number > len(seats):
        raise ValueError(f"{number} players do not fit at {len(seats)} seats: use mode 'pairs'")


def _check_players(contest: Contest) -> None:
    """Each can be made, and may sit where it shall."""
    game = contest.game
    agents = [game.agents[seat] for seat in contest.contested]
    for one in contest.contestants:
        _check_player(game, one.who, agents)
    for seat, one in contest.fixed.items():
        _check_player(game, one.who, [game.agents[seat]])


def _check_player(game: Game, who: str | Opponent, agents: Sequence[str]) -> None:
    if not isinstance(who, str):
        return
    try:
        make_opponent(who, game)
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(f"{who!r} cannot be made: {type(error).__name__}: {error}") from error
    role = entry_of(who, game).role
    wrong = [agent for agent in agents if role is not None and role_of(agent) != role]
    if wrong:
        raise ValueError(
            f"{who!r} plays as {role} only, and cannot sit as {', '.join(wrong)}: fix who sits "
            "there, or compare other players"
        )
