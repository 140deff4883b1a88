"""The league: who sits opposite the learner.

Opponents are drawn for each episode and seat by their shares: fixed players by spec
(``"greedy"``), ``"self"`` (the learner as it is) and ``"past"`` (copies of it that were kept as
files). Which past self it is follows one of three rules:

* ``latest``: the newest;
* ``uniform``: any, all alike;
* ``prioritised``: the more often the learner loses to it, the more likely.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hanafuda_envs.game import Game
from hanafuda_envs.opponents import Opponent, make_opponent, role_of

__all__ = ["PAST", "RULES", "SELF", "League"]

SELF, PAST = "self", "past"
RULES = ("latest", "uniform", "prioritised")
_SLOW = 0.995  # how much of a mean result is kept with each further game
_LOADED = 8  # past selves that are kept in memory


@dataclass
class _Member:
    """An opponent, with what the learner got against it lately: 1 for a game won, 0 for a lost."""

    name: str
    score: float = 0.5
    games: int = 0


class League:
    """A pool of opponents, reproducible from a seed.

    :param shares: for each role at the table how often each opponent sits there
    :param load: makes a player of a file that ``add`` was given
    """

    def __init__(
        self,
        game: Game,
        shares: Mapping[str, Mapping[str, float]],
        *,
        rule: str = "uniform",
        load: Callable[[Path], Opponent],
        seed: int = 0,
    ) -> None:
        self.game, self.rule, self._load, self._seed = game, rule, load, seed
        self._round = 0
        self._members: list[_Member] = [_Member(SELF)]
        self._past: list[tuple[int, Path]] = []
        self._players: dict[int, Opponent] = {}
        self._tables = [self._shares_of(agent, shares) for agent in game.agents]

    def _shares_of(
        self, agent: str, shares: Mapping[str, Mapping[str, float]]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Members and their chances at one seat; -1 stands for a past self."""
        wanted = shares.get(agent, shares.get(role_of(agent), {SELF: 1.0}))
        numbers = [-1 if name == PAST else self._number(name) for name in wanted]
        chances = np.array(list(wanted.values()), dtype=np.float64)
        return np.array(numbers), chances / chances.sum()

    def _number(self, name: str) -> int:
        for number, member in enumerate(self._members):
            if member.name == name:
                return number
        self._members.append(_Member(name))
        return len(self._members) - 1

    # --- the learner ------------------------------------------------------------------------

    def begin(self, iteration: int, myself: Opponent) -> None:
        """A new stretch of games: the learner as it is now, and fresh lots for everybody.

        Lots depend on the seed, the iteration and the member alone, so nothing of them needs to
        be kept to continue a run exactly.
        """
        self._round = iteration
        self._players[0] = myself
        for number, player in self._players.items():
            self._reset(number, player)

    def _reset(self, number: int, player: Opponent) -> None:
        begin = getattr(player, "reset", None)
        if begin is not None:
            lots = np.random.SeedSequence([self._seed, self._round, number])
            begin(int(lots.generate_state(1, np.uint64)[0]))

    def add(self, path: Path) -> None:
        """Add a past self, kept in this file; it is loaded when it is first drawn."""
        self._members.append(_Member(path.name))
        self._past.append((len(self._members) - 1, path))

    # --- the games --------------------------------------------------------------------------

    def draw(self, rng: np.random.Generator, seat: int, size: int) -> np.ndarray:
        """Opponents for a seat of so many tables."""
        members, chances = self._tables[seat]
        drawn = members[rng.choice(len(members), size=size, p=chances)]
        past = np.flatnonzero(drawn < 0)
        if past.size:
            drawn[past] = self._draw_past(rng, past.size)
        return drawn

    def _draw_past(self, rng: np.random.Generator, size: int) -> np.ndarray:
        if not self._past:
            return np.zeros(size, dtype=np.int64)  # nobody yet: oneself
        numbers = np.array([number for number, _ in self._past])
        if self.rule == "latest":
            return np.full(size, numbers[-1])
        weights = np.ones(len(numbers))
        if self.rule == "prioritised":
            # Squared, as in AlphaStar's "hard" curve; never quite zero, so that nobody is lost.
            lost = np.array([1 - self._members[number].score for number in numbers])
            weights = lost**2 + 0.01
        return rng.choice(numbers, size=size, p=weights / weights.sum())

    def player(self, number: int) -> Opponent:
        """A member as a player; past selves are loaded when they are needed."""
        if number not in self._players:
            files = dict(self._past)
            if number in files:
                self._forget_one()
                self._players[number] = self._load(files[number])
            else:
                self._players[number] = make_opponent(self._members[number].name, self.game)
            self._reset(number, self._players[number])
        return self._players[number]

    def fixed_players(self, seat: int) -> list[Opponent]:
        """Those with a name who can sit in this seat."""
        members, _ = self._tables[seat]
        return [self.player(number) for number in members.tolist() if number > 0]

    def _forget_one(self) -> None:
        loaded = [number for number, _ in self._past if number in self._players]
        if len(loaded) >= _LOADED:
            del self._players[loaded[0]]

    def book(self, others: list[int], result: float) -> None:
        """The learner has ended a game against these with this result."""
        score = 1.0 if result > 0 else 0.0 if result < 0 else 0.5
        for number in set(others):
            member = self._members[number]
            keep = min(_SLOW, member.games / (member.games + 1))
            member.score = keep * member.score + (1 - keep) * score
            member.games += 1

    def scores(self) -> dict[str, float]:
        """How often the learner won lately, by opponent that it has met."""
        return {member.name: member.score for member in self._members if member.games}

    # --- to continue exactly ----------------------------------------------------------------

    def get_state(self) -> dict[str, Any]:
        """Plain data from which ``set_state`` continues."""
        return {
            "past": [path.name for _, path in self._past],
            "scores": [[member.score, member.games] for member in self._members],
        }

    def set_state(self, state: dict[str, Any], folder: Path) -> None:
        """Continue where ``get_state`` was called; past selves lie in ``folder``."""
        for name in state["past"]:
            self.add(folder / name)
        for member, (score, games) in zip(self._members, state["scores"], strict=True):
            member.score, member.games = score, games
