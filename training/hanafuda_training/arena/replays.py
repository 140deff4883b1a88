"""Some games of a contest to look at, written as replays."""

import re
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from hanafuda_envs.replay import Replay
from hanafuda_training.arena.contest import Contest, Match
from hanafuda_training.arena.table import record_lineup

__all__ = ["FOLDER", "first_games", "write_replays"]

FOLDER = "replays"


def write_replays(contest: Contest, games: int, folder: Path) -> int:
    """Write the first games of every match into a folder of their own; how many there are.

    They are played again: a chunk depends on nothing but the contest and its number.
    """
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    written = 0
    for number, match in enumerate(contest.matches, start=1):
        labels = "-".join(re.sub(r"\W+", "_", label).strip("_") for label in contest.labels(match))
        for game, replay in enumerate(islice(first_games(contest, match, games), games), start=1):
            replay.save(place / f"{number:02}-{labels}-{game:04}.json")
            written += 1
    return written


def first_games(contest: Contest, match: Match, games: int) -> Iterator[Replay]:
    """The games of a match in order: a deal in all its lineups, then the next deal."""
    needed = -(-games // len(match.lineups))  # deals
    for number in count():
        keep = min(contest.chunk, needed - number * contest.chunk)
        if keep <= 0:
            return
        seed = contest.chunk_seed(match, number)
        by_lineup = [
            record_lineup(contest, contest.seated(match, lineup), seed, contest.chunk, keep)
            for lineup in match.lineups
        ]
        for deal in zip(*by_lineup, strict=True):
            yield from deal
