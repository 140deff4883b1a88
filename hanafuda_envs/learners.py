"""Many games with one learner each: what the vector faces share.

The learner acts, then the others, until it is asked again; what happened in between, whoever
acted, is its reward. Finished games restart at once.
"""

from abc import ABC, abstractmethod

import numpy as np

from hanafuda_envs.batch import Batch
from hanafuda_envs.game import Game
from hanafuda_envs.single import PATIENCE, never_asked

__all__ = ["LearnerTables"]


class LearnerTables(ABC):
    """The games of ``batch``, each waiting for its learner, who sits in ``seats``.

    A subclass says where learners sit, what the others do, and what becomes of an episode that
    has ended.
    """

    def __init__(self, game: Game, size: int, seed: int | None = None) -> None:
        self.game = game
        self.batch = Batch(game, size, seed)
        self.seats = np.zeros(self.batch.size, dtype=np.int64)
        self.owed = np.zeros(self.batch.size)
        """What came to learners in a new episode before their first decision."""
        self._rows = np.arange(self.batch.size)

    @abstractmethod
    def sit(self, rows: np.ndarray) -> None:
        """Set ``seats`` for the episodes that begin in these rows."""

    @abstractmethod
    def answers(self, rows: np.ndarray) -> np.ndarray:
        """What the opponents who are to act in these rows do."""

    @abstractmethod
    def close(self, row: int) -> None:
        """An episode has ended here in which the learner had decided something."""

    def begin(self, seed: int | None = None) -> None:
        """Start all games anew and play until every learner is asked."""
        self.batch.reset(seed)
        self.owed[:] = 0.0
        self.sit(self._rows)
        self._play_on(self.owed, np.ones(self.batch.size, dtype=bool))

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """One action of every learner, then the others. Returns rewards and what has ended."""
        self.batch.step(actions, restart=False)
        rewards, self.owed = self.owed, np.zeros(self.batch.size)
        done = np.zeros(self.batch.size, dtype=bool)
        self._settle(self._rows, rewards, done)
        self._play_on(rewards, done)
        return rewards, done

    def _play_on(self, rewards: np.ndarray, done: np.ndarray) -> None:
        """The others play until every learner is asked."""
        idle = np.zeros(self.batch.size, dtype=np.int64)
        while True:
            waiting = np.flatnonzero(self.batch.seat != self.seats)
            if not waiting.size:
                return
            self.batch.step(self.answers(waiting), waiting, restart=False)
            idle[self._settle(waiting, rewards, done)] += 1
            if idle.max() >= PATIENCE:
                raise never_asked(self.game, int(self.seats[idle.argmax()]))

    def _settle(self, rows: np.ndarray, rewards: np.ndarray, done: np.ndarray) -> np.ndarray:
        """Book what the last actions brought the learners, and restart what has ended.

        It counts for this step, or, in a game that has restarted, for the learner's first one.
        Returns the rows that ended without a decision of the learner: they are passed over.
        """
        gain = self.batch.rewards[rows, self.seats[rows]]
        old = ~done[rows]
        rewards[rows[old]] += gain[old]
        self.owed[rows[~old]] += gain[~old]
        ended = rows[self.batch.done[rows]]
        idle = ended[done[ended]]
        self.owed[idle] = 0.0
        for row in ended[~done[ended]].tolist():
            self.close(row)
        if ended.size:
            done[ended] = True
            self.batch.restart(ended)
            self.sit(ended)
        return idle
