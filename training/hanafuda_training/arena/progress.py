"""Says on stderr how a contest goes: a live line on a terminal, else a line now and then."""

import sys
import time
from types import TracebackType
from typing import Any

from hanafuda_training.arena.chunk import Chunk
from hanafuda_training.arena.contest import Contest

__all__ = ["Progress", "spelled_time"]

_EVERY = 10.0  # seconds between lines where there is no terminal
_SHOWN = 6  # players whose scores fit on a line


class Progress:
    """Watches a contest; a context manager that leaves the terminal as it was."""

    def __init__(self, contest: Contest, *, quiet: bool = False) -> None:
        self.contest, self.quiet = contest, quiet
        self.total = self.games = self.new_games = 0
        self.points = dict.fromkeys((one.label for one in contest.contestants), 0.0)
        self.outcomes = dict.fromkeys(self.points, 0)
        self.begun = self.told = time.monotonic()
        drawn: tuple[Any, Any] = (None, None) if quiet else _bar()
        self._bar, self._task = drawn

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def begin(self, total: int) -> None:
        """So many games will be played at most."""
        self.total, self.begun = total, time.monotonic()
        if self._bar is not None:
            self._bar.start()
            self._bar.update(self._task, total=total)

    def played(self, chunk: Chunk, *, stored: bool) -> None:
        """A chunk counts, new or from an earlier run."""
        match = self.contest.matches[chunk.match]
        games = int(chunk.cells[:, -1].sum()) * len(match.lineups)
        self.games += games
        self.new_games += 0 if stored else games
        self._count(chunk)
        if self._bar is not None:
            self._bar.update(self._task, completed=self.games, told=self.line())
        elif not self.quiet and time.monotonic() - self.told >= _EVERY:
            self.say(f"{self.games:,} of {self.total:,} games; {self.line()}")
            self.told = time.monotonic()

    def say(self, text: str) -> None:
        """One line, now."""
        if self._bar is not None:
            self._bar.console.print(text)
        elif not self.quiet:
            print(f"arena: {text}", file=sys.stderr, flush=True)

    def line(self) -> str:
        """Speed, time left to the last game, and the scores so far."""
        seconds = max(time.monotonic() - self.begun, 1e-9)
        rate = self.new_games / seconds
        left = f"{spelled_time((self.total - self.games) / rate)} left" if rate else "…"
        best = sorted(self.points, key=lambda label: -self._score(label))
        scores = " · ".join(f"{label} {self._score(label):.1%}" for label in best[:_SHOWN])
        return f"{rate:,.0f} games/s, {left}; {scores}{' …' if len(best) > _SHOWN else ''}"

    def _score(self, label: str) -> float:
        return self.points[label] / max(self.outcomes[label], 1)

    def _count(self, chunk: Chunk) -> None:
        match = self.contest.matches[chunk.match]
        labels = self.contest.labels(match)
        members, counts = len(labels), chunk.cells[:, -1]
        a_deal = 1 if len(self.contest.contested) == 1 else len(match.lineups)
        number = 0
        for a in range(members):
            for b in range(a + 1, members):
                column = members + 2 * number
                points = float(counts @ (chunk.cells[:, column] + chunk.cells[:, column + 1] / 2))
                outcomes = int(counts.sum()) * a_deal
                self.points[labels[a]] += points
                self.points[labels[b]] += outcomes - points
                self.outcomes[labels[a]] += outcomes
                self.outcomes[labels[b]] += outcomes
                number += 1


def spelled_time(seconds: float) -> str:
    """As "4 min 05 s" or "1 h 20 min"."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {seconds:02} s"


def _bar() -> tuple[Any, Any]:
    """A bar on a terminal, if it can be drawn."""
    if not sys.stderr.isatty():
        return None, None
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    except ImportError:
        return None, None
    bar = Progress(
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[told]}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
    return bar, bar.add_task("games", total=None, told="")
