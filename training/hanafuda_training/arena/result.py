"""What a contest found out."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from hanafuda_envs.opponents import role_of
from hanafuda_training.arena import ratings as rating_model
from hanafuda_training.arena.bootstrap import LEVEL, RESAMPLES, Interval, interval
from hanafuda_training.arena.chunk import Chunk
from hanafuda_training.arena.contest import Contest
from hanafuda_training.arena.optimum import optimum
from hanafuda_training.arena.scale import Scale, scale
from hanafuda_training.arena.statistics import Tally

__all__ = ["Pair", "Player", "Rating", "Result", "evaluate"]


@dataclass(frozen=True)
class Pair:
    """Two contestants, from the view of the first."""

    a: str
    b: str
    deals: int
    games: int
    """All that they played, every deal in all lineups."""
    wins: int
    draws: int
    losses: int
    score: Interval
    """Wins and half the draws, as a share of all three."""
    difference: Interval
    """How much better the first did on the same deals: reward of a seat in an episode."""
    difference_told: Interval
    """The same in the unit of the result: chips a round, …"""


@dataclass(frozen=True)
class Player:
    """One contestant, over all that it played."""

    label: str
    games: int
    net: Interval
    """What its seat won: reward of an episode."""
    net_told: Interval
    """The same in the unit of the result."""
    gap: Interval | None
    """What the best possible player would win more, in the same unit, if that is known."""
    forfeits: int
    reason: str | None
    """Why it forfeited a game first."""


@dataclass(frozen=True)
class Rating:
    """A rating in Elo points, with its interval."""

    label: str
    elo: Interval


@dataclass(frozen=True)
class Result:
    """The outcome of a contest: equal contests give equal results."""

    setup: dict[str, Any]
    title: str
    unit: Scale
    players: list[Player]
    pairs: list[Pair]
    ratings: list[Rating]
    """Best first; none where all sat at one table."""
    nu: float | None
    """How likely draws are in the model of the ratings."""
    optimum: float | None
    """What the best player wins, in the unit of the result, where it is known."""
    others: list[Player] = field(default_factory=list)
    """Those in fixed seats who forfeited games; only their forfeits mean something."""

    def pair(self, a: str, b: str) -> Pair | None:
        """What is known of two contestants in this order, if they met in it."""
        return next((pair for pair in self.pairs if (pair.a, pair.b) == (a, b)), None)

    def score(self, a: str, b: str) -> Interval | None:
        """The score of the first against the second, whichever way they were named."""
        if pair := self.pair(a, b):
            return pair.score
        if pair := self.pair(b, a):
            return Interval(1 - pair.score.value, 1 - pair.score.high, 1 - pair.score.low)
        return None

    def to_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it; an interval is {value, low, high}."""
        data = _plain(self)
        data["confidence"] = {"level": LEVEL, "resamples": RESAMPLES, "of": "deals"}
        return data

    def to_json(self) -> str:
        """Everything, as text that programs read."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False) + "\n"

    def to_markdown(self) -> str:
        """Everything, as tables that people read."""
        from hanafuda_training.arena.markdown import page

        return page(self)

    def save_picture(self, path: str | Path) -> None:
        """Draw the scores and ratings; needs matplotlib."""
        from hanafuda_training.arena.picture import draw

        draw(self, Path(path))


def _plain(value: Any) -> Any:
    if isinstance(value, (Interval, Scale)):
        return value._asdict()
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value


# --- from chunks to results --------------------------------------------------------------------


def evaluate(contest: Contest, setup: dict[str, Any], chunks: Sequence[Sequence[Chunk]]) -> Result:
    """The result of what was played."""
    tallies = [Tally(contest, number, played) for number, played in enumerate(chunks)]
    forfeits = _forfeits(chunks)
    players = [_player(contest, tallies, forfeits, place) for place in _places(contest)]
    ratings, nu = _ratings(contest, tallies)
    return Result(
        setup=setup,
        title=contest.game.title,
        unit=scale(contest.game),
        players=players,
        pairs=[pair for tally in tallies for pair in _pairs(tally)],
        ratings=ratings,
        nu=nu,
        optimum=_known_optimum(contest),
        others=_others(contest, forfeits),
    )


def _places(contest: Contest) -> range:
    return range(len(contest.contestants))


def _known_optimum(contest: Contest) -> float | None:
    """The best of a bettor: a dealer's is another."""
    roles = {role_of(contest.game.agents[seat]) for seat in contest.contested}
    return None if "dealer" in roles else optimum(contest.game)


def _pairs(tally: Tally) -> list[Pair]:
    labels, told = tally.contest.labels(tally.match), scale(tally.contest.game)
    pairs = []
    for number, (a, b) in enumerate(tally.pairs):
        wins, draws, losses = (int(count) for count in tally.outcomes(number))
        difference = tally.difference(number)
        pairs.append(
            Pair(
                labels[a],
                labels[b],
                tally.deals,
                tally.games,
                wins,
                draws,
                losses,
                tally.score(number),
                difference,
                difference.times(1 / told.divisor),
            )
        )
    return pairs


def _player(
    contest: Contest, tallies: Sequence[Tally], forfeits: dict[str, tuple[int, str]], place: int
) -> Player:
    """Everything that one contestant did, in all its matches."""
    mine = [
        (tally, tally.match.members.index(place))
        for tally in tallies
        if place in tally.match.members
    ]
    seats = sum(int(tally.seats[member]) * tally.deals for tally, member in mine)
    factor = 1 / (seats * contest.game.unit)
    net = interval([tally.won(member) for tally, member in mine], [factor] * len(mine))
    told = net.times(1 / scale(contest.game).divisor)
    best = _known_optimum(contest)
    gap = None if best is None else Interval(best - told.value, best - told.high, best - told.low)
    games = sum(_games_of(tally, member) for tally, member in mine)
    label = contest.contestants[place].label
    count, reason = forfeits.get(label, (0, None))
    return Player(label, games, net, told, gap, count, reason)


def _games_of(tally: Tally, member: int) -> int:
    return tally.deals * sum(member in lineup for lineup in tally.match.lineups)


def _forfeits(chunks: Sequence[Sequence[Chunk]]) -> dict[str, tuple[int, str]]:
    """Each player's forfeits over all chunks, with the first reason in their order."""
    found: dict[str, tuple[int, str]] = {}
    for chunk in (chunk for played in chunks for chunk in played):
        for label, (count, reason) in chunk.forfeits.items():
            before, first = found.get(label, (0, reason))
            found[label] = (before + count, first)
    return found


def _others(contest: Contest, forfeits: dict[str, tuple[int, str]]) -> list[Player]:
    nothing = Interval(0.0, 0.0, 0.0)
    return [
        Player(one.label, 0, nothing, nothing, None, *forfeits[one.label])
        for one in contest.fixed.values()
        if one.label in forfeits
    ]


def _ratings(contest: Contest, tallies: Sequence[Tally]) -> tuple[list[Rating], float | None]:
    if contest.mode != "pairs":
        return [], None
    labels = [one.label for one in contest.contestants]
    pairs = list(combinations(_places(contest), 2))
    found = rating_model.rate(labels, pairs, [tally.patterns(0) for tally in tallies])
    rated = [Rating(label, elo) for label, elo in zip(labels, found.elo, strict=True)]
    return sorted(rated, key=lambda one: -one.elo.value), found.nu
