"""Asking players under the rules of the arena: a bad answer forfeits the game, nothing else.

A player forfeits where it raises an exception, answers what is not an integer or not legal, or
takes longer than the time limit. Many positions are asked at once; if that fails as a whole,
each is asked for itself, so that only those games are lost in which the player failed.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from hanafuda_envs.game import Game
from hanafuda_envs.opponents import Opponent, ask_many

__all__ = ["FORFEITED", "RULE", "Referee", "rule"]

FORFEITED = -1
"""Stands where an action would."""

_LONGEST_MESSAGE = 200

RULE = (
    "A player that raises an exception, answers something illegal or not an integer, or exceeds "
    "the time limit of a decision (where there is one; many decisions asked at once have it times "
    "their number) forfeits that game. In games that are won or lost the game ends: -1 for it, +1 "
    "for the other. In games for chips its seat goes on with the lowest legal action, the game "
    "counts as lost for it, and it is fined {fine:g} chips that nobody gets."
)


def rule(fine: float) -> str:
    """The rule of forfeits in words."""
    return RULE.format(fine=fine)


class _Overtime(BaseException):
    """The time is up. No ``Exception``: a player that catches all of them must not catch this."""


class _Failed(Exception):
    """Why a player forfeits."""


class Referee:
    """Asks players of one game, with a time limit in seconds or none."""

    def __init__(self, game: Game, time_limit: float | None = None) -> None:
        self.game, self.time_limit = game, time_limit

    def ask(
        self, player: Opponent, observations: np.ndarray, legal: np.ndarray
    ) -> tuple[np.ndarray, dict[int, str]]:
        """One action a row, ``FORFEITED`` where there is none, and why for each such row.

        The player gets copies: what it writes into them changes nothing.
        """
        if getattr(player, "batch", None) is not None:
            try:
                return self._together(player, observations, legal)
            except _Failed:
                pass  # who is to blame?
        actions, reasons = np.full(len(legal), FORFEITED, dtype=np.int64), {}
        for row in range(len(legal)):
            try:
                actions[row] = self._alone(player, observations[row], legal[row])
            except _Failed as failed:
                reasons[row] = str(failed)
        return actions, reasons

    def _together(
        self, player: Opponent, observations: np.ndarray, legal: np.ndarray
    ) -> tuple[np.ndarray, dict[int, str]]:
        rows = len(legal)
        with self._watch(rows):
            answers = ask_many(player, observations.copy(), legal.copy())
        if answers.shape != (rows,) or answers.dtype.kind not in "iu":
            raise _Failed(f"{answers.dtype} of shape {answers.shape} for {rows} positions")
        inside = (answers >= 0) & (answers < legal.shape[1])
        good = inside & (legal[np.arange(rows), np.where(inside, answers, 0)] != 0)
        reasons = {int(row): _illegal(answers[row]) for row in np.flatnonzero(~good)}
        return np.where(good, answers, FORFEITED).astype(np.int64), reasons

    def _alone(self, player: Opponent, observation: np.ndarray, legal: np.ndarray) -> int:
        with self._watch(1):
            action = self.game.check_action(player(observation.copy(), legal.copy()))
        if not 0 <= action < legal.size or not legal[action]:
            raise _Failed(_illegal(action))
        return action

    @contextmanager
    def _watch(self, decisions: int) -> Iterator[None]:
        """Turn whatever goes wrong inside into ``_Failed``."""
        limit = None if self.time_limit is None else self.time_limit * decisions
        begun = time.perf_counter()
        try:
            with _alarm(limit):
                yield
        except _Overtime:
            raise _Failed(self._too_slow()) from None
        except (Exception, SystemExit) as error:
            raise _Failed(_told(error)) from error
        if limit is not None and time.perf_counter() - begun > limit:
            raise _Failed(self._too_slow())  # where no alarm could interrupt it

    def _too_slow(self) -> str:
        return f"took more than {self.time_limit:g} s for a decision"


def _illegal(action: Any) -> str:
    return f"answered {int(action)}, which is not legal"


def _told(error: BaseException) -> str:
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if len(text) <= _LONGEST_MESSAGE else text[: _LONGEST_MESSAGE - 1] + "…"


def _ring(signum: int, frame: Any) -> None:
    raise _Overtime


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise ``_Overtime`` inside after so long, where the platform can do that."""
    possible = hasattr(signal, "setitimer") and (
        threading.current_thread() is threading.main_thread()
    )
    if seconds is None or not possible:
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
