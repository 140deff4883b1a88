"""Plays what a contest still lacks, in this process or in several.

Chunks are handed out in waves. Which chunks a wave has depends on the results of the earlier
ones alone, never on who finished first: the number of processes changes nothing but the time.
"""

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from math import ceil
from typing import Any, NamedTuple, Protocol

from hanafuda_envs.opponents import Entry, known_opponents, register_opponent
from hanafuda_training.arena.chunk import Chunk, play_chunk
from hanafuda_training.arena.contest import Contest, Match
from hanafuda_training.arena.statistics import Tally, half_width
from hanafuda_training.arena.store import Store

__all__ = ["Plan", "Watcher", "available_cpus", "chunk_size", "run"]

LEAST_DEALS = 400
"""A match does not count as precise before: a few deals that end alike say little."""

_LARGEST_CHUNK = 250
_FEWEST_CHUNKS = 8  # so that several processes have something to do, and little is lost

Key = tuple[int, int]  # match, number of the chunk


class Plan(NamedTuple):
    """When a match is over: after so many games, or when it is known precisely enough."""

    games: int
    precision: float | None


class Watcher(Protocol):
    """Is told what happens."""

    def begin(self, total: int) -> None: ...
    def played(self, chunk: Chunk, *, stored: bool) -> None: ...
    def say(self, text: str) -> None: ...


def available_cpus() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chunk_size(match: Match, games: int) -> int:
    """Deals in a chunk, so that whole chunks make so many games, or a few more."""
    deals = ceil(games / len(match.lineups))
    chunks = max(min(_FEWEST_CHUNKS, deals), ceil(deals / _LARGEST_CHUNK))
    most = ceil(deals / chunks)
    exact = (size for size in range(most, most // 2, -1) if deals % size == 0)
    return next(exact, most)


def run(
    contest: Contest, plan: Plan, store: Store, workers: int, watcher: Watcher
) -> list[list[Chunk]]:
    """Play until every match is over; the chunks of each match in order.

    Each chunk goes to the store as soon as it is finished; those that it has are not played.
    """
    done: list[list[Chunk]] = [[] for _ in contest.matches]
    watcher.begin(_games(contest, plan))
    with _Crew(contest, workers, watcher) as crew:
        while wave := _next_wave(contest, plan, done):
            for key in wave:
                if key in store.chunks:
                    watcher.played(store.chunks[key], stored=True)
            for chunk in crew.play([key for key in wave if key not in store.chunks]):
                store.add(chunk)
                watcher.played(chunk, stored=False)
            for match, number in wave:
                done[match].append(store.chunks[match, number])
    return done


def _last(contest: Contest, plan: Plan, match: int) -> int:
    """How many chunks a match has at most."""
    return ceil(plan.games / (len(contest.matches[match].lineups) * contest.chunk))


def _games(contest: Contest, plan: Plan) -> int:
    return sum(
        _last(contest, plan, number) * contest.chunk * len(match.lineups)
        for number, match in enumerate(contest.matches)
    )


def _next_wave(contest: Contest, plan: Plan, done: Sequence[Sequence[Chunk]]) -> list[Key]:
    """The chunks to play now, those of all matches in turn; none when all is over."""
    wave = []
    for match, chunks in enumerate(done):
        have, last = len(chunks), _last(contest, plan, match)
        if have < last and not _precise(contest, plan, match, chunks):
            # Without a precision to watch, all at once; else half as many again, so that
            # computing intervals stays a small share of the time.
            more = last - have if plan.precision is None else max(1, have // 2)
            wave += [(match, have + place) for place in range(min(more, last - have))]
    return sorted(wave, key=lambda key: (key[1], key[0]))


def _precise(contest: Contest, plan: Plan, match: int, chunks: Sequence[Chunk]) -> bool:
    if plan.precision is None or len(chunks) * contest.chunk < LEAST_DEALS:
        return False
    return half_width(Tally(contest, match, chunks)) <= plan.precision


# --- processes -------------------------------------------------------------------------------


class _Crew:
    """Those who play: this process, or several that know the contest."""

    def __init__(self, contest: Contest, workers: int, watcher: Watcher) -> None:
        self.contest, self.pool = contest, None
        if workers > 1 and not _can_travel(contest):
            watcher.say("these players cannot be sent to other processes: playing in this one")
        elif workers > 1:
            self.pool = ProcessPoolExecutor(
                workers,
                multiprocessing.get_context("spawn"),
                initializer=_join,
                initargs=(contest, contest.entries()),
            )

    def __enter__(self) -> "_Crew":
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if self.pool is not None:
            if kind is not None:
                _dismiss(self.pool)
            self.pool.shutdown(wait=kind is None, cancel_futures=True)

    def play(self, keys: Sequence[Key]) -> Iterator[Chunk]:
        """The chunks as they are finished."""
        if self.pool is None:
            for match, number in keys:
                yield play_chunk(self.contest, match, number)
            return
        try:
            for future in as_completed([self.pool.submit(_play, key) for key in keys]):
                yield future.result()
        except BrokenProcessPool:
            raise RuntimeError(
                "a process that played has died: a player may have crashed it (try workers=1), or "
                'a script calls compare() outside of `if __name__ == "__main__":`'
            ) from None


def _dismiss(pool: ProcessPoolExecutor) -> None:
    """Stop the processes at once: a chunk in play may take minutes, and can be played again."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()


def _can_travel(contest: Contest) -> bool:
    """Whether other processes can make these players."""
    try:
        data = pickle.dumps((contest, contest.entries()))
    except Exception:  # whatever a player's own pickling raises
        return False
    # What was typed in, and not read from a file, cannot be imported elsewhere.
    return b"__main__" not in data or hasattr(sys.modules["__main__"], "__file__")


_contest: Contest | None = None


def _join(contest: Contest, entries: dict[str, Entry]) -> None:
    """Begin as a worker. Ctrl-C is for the main process, which then stops the others."""
    global _contest  # noqa: PLW0603 (a worker has one contest, and tasks are to be small)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # the processes are the parallelism
    known = known_opponents(contest.game)
    for name, entry in entries.items():
        if known.get(name) != entry:
            register_opponent(
                name,
                entry.make,
                contest.game.name,
                about=entry.about,
                role=entry.role,
                fits=entry.fits,
            )
    _contest = contest


def _play(key: Key) -> Chunk:
    assert _contest is not None
    return play_chunk(_contest, *key)
