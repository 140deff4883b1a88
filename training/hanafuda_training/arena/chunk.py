"""A chunk: some deals of one match, played in all its lineups and counted."""

import time
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from hanafuda_training.arena.contest import Contest, Match
from hanafuda_training.arena.lineups import Lineup
from hanafuda_training.arena.table import Played, play_lineup

__all__ = ["Chunk", "play_chunk", "seat_games"]


@dataclass(frozen=True)
class Chunk:
    """What the deals of a chunk brought.

    ``cells`` has a row for each kind of deal: the units that each member won over all lineups;
    then, for each two members, how many games the first of them won and how many were drawn;
    last, how many such deals there were.
    """

    match: int
    number: int
    cells: np.ndarray
    forfeits: dict[str, tuple[int, str]]
    """For each player that forfeited games: how many, and why at first."""
    seconds: float

    def to_json(self) -> dict[str, Any]:
        return {
            "match": self.match,
            "chunk": self.number,
            "cells": self.cells.tolist(),
            "forfeits": {label: list(what) for label, what in self.forfeits.items()},
            "seconds": round(self.seconds, 3),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Chunk":
        forfeits = {label: (count, why) for label, (count, why) in data["forfeits"].items()}
        cells = np.array(data["cells"], dtype=np.int64)
        return cls(data["match"], data["chunk"], cells, forfeits, data["seconds"])


def seat_games(match: Match) -> np.ndarray:
    """For each member, in how many seats it plays a deal, over all lineups."""
    return np.bincount(np.concatenate(match.lineups), minlength=len(match.members))


def play_chunk(contest: Contest, match_number: int, number: int) -> Chunk:
    """Play one chunk; depends on nothing but the contest and the two numbers."""
    begun = time.perf_counter()
    match = contest.matches[match_number]
    seed = contest.chunk_seed(match, number)
    forfeits: dict[str, tuple[int, str]] = {}
    played = []
    for lineup in match.lineups:
        seated = contest.seated(match, lineup)
        played.append(play_lineup(contest, seated, seed, contest.chunk))
        for seat, why in played[-1].reasons.items():
            label = seated[seat].label
            count, first = forfeits.get(label, (0, why))
            forfeits[label] = (count + int(played[-1].forfeited[:, seat].sum()), first)
    cells = _counted(_columns(contest, match, played))
    return Chunk(match_number, number, cells, forfeits, time.perf_counter() - begun)


def _counted(columns: np.ndarray) -> np.ndarray:
    kinds, counts = np.unique(columns, axis=0, return_counts=True)
    return np.column_stack([kinds, counts]).astype(np.int64)


def _columns(contest: Contest, match: Match, played: list[Played]) -> np.ndarray:
    """For each deal the units of the members, then wins and draws of every two."""
    members = range(len(match.members))
    seats = np.array(contest.contested)
    games = [
        _by_member(seats, lineup, one, members)
        for lineup, one in zip(match.lineups, played, strict=True)
    ]
    units = np.sum([game.units for game in games], axis=0)
    if len(seats) == 1:  # nobody meets: a deal is one comparison
        games = [
            _ByMember(units, np.any([game.forfeited for game in games], axis=0), seat_games(match))
        ]
    columns = [units]
    for a, b in combinations(members, 2):
        signs = np.stack([game.sign(a, b) for game in games], axis=1)
        columns += [(signs > 0).sum(axis=1)[:, None], (signs == 0).sum(axis=1)[:, None]]
    return np.concatenate(columns, axis=1)


@dataclass
class _ByMember:
    """One game of every deal, by member: units, who forfeited, how many seats each had."""

    units: np.ndarray
    forfeited: np.ndarray
    seats: np.ndarray

    def sign(self, a: int, b: int) -> np.ndarray:
        """1 where the first did better, -1 where the second did, 0 where both did as well."""
        # Means compared by cross-multiplication: exact.
        signs = np.sign(self.units[:, a] * self.seats[b] - self.units[:, b] * self.seats[a])
        lost_a, lost_b = self.forfeited[:, a], self.forfeited[:, b]
        signs[lost_a & ~lost_b] = -1
        signs[lost_b & ~lost_a] = 1
        signs[lost_a & lost_b] = 0
        return signs


def _by_member(seats: np.ndarray, lineup: Lineup, played: Played, members: range) -> _ByMember:
    holds = np.array([[member == sitting for member in members] for sitting in lineup])
    units = played.units[:, seats] @ holds.astype(np.int64)
    forfeited = (played.forfeited[:, seats].astype(np.int64) @ holds.astype(np.int64)) > 0
    return _ByMember(units, forfeited, holds.sum(axis=0))
