"""The vector face: many learners' games at once, on the batch."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hanafuda_envs import opponents as others
from hanafuda_envs.chance import check_seed, fresh_seed
from hanafuda_envs.errors import NotStartedError
from hanafuda_envs.game import Game
from hanafuda_envs.games import make_game
from hanafuda_envs.learners import LearnerTables
from hanafuda_envs.opponents import Opponent
from hanafuda_envs.single import check_learner_seat, learner_space

__all__ = ["VectorGame", "make_vec"]


class VectorGame(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """``num_envs`` games of one learner each, as a ``gymnasium.vector.VectorEnv``.

    As in ``SingleEnv``, a reward holds everything until the learner is asked again. Finished
    games restart in the same step: ``terminations`` is then True, the observation is that of
    the next episode, and ``infos["final_obs"]`` holds the last one of the old. A random seat is
    drawn anew for every episode. ``infos["action_mask"]`` has a row for each game. Episodes in
    which the learner is never asked are passed over.

    ``batch`` is the games themselves, for those who want every seat.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (as Gymnasium does)

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponents: "str | Opponent | Sequence[str | Opponent]" = "random",
        seat: int | str = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode={render_mode!r} is not possible for many games at once")
        self.game = make_game(game, **options) if isinstance(game, str) else game
        self._fixed_seat = check_learner_seat(self.game, seat)
        self.single_action_space = learner_space(self.game, self._fixed_seat)
        self.single_observation_space = self.game.observation_space()
        seated = others.seat_opponents(opponents, self.game, self._fixed_seat)
        self._tables = _Tables(self.game, num_envs, seated, self._fixed_seat)
        self.batch = self._tables.batch
        self.num_envs = self.batch.size
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._started = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start all games anew and play until every learner is asked."""
        seed = fresh_seed() if seed is None else check_seed(seed)
        super().reset(seed=seed)
        others.reset(self._tables.opponents, seed)
        self._tables.begin(seed)
        self._started = True
        return self.batch.observation.copy(), self._infos()

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One action of every learner, then the others until it is asked again."""
        if not self._started:
            raise NotStartedError(f"{self.game.title} has no episodes yet: call reset() first")
        self._tables.final = {}
        rewards, done = self._tables.step(np.asarray(actions))
        observation = self.batch.observation.copy()
        return observation, rewards, done, np.zeros_like(done), self._infos(done)

    def action_masks(self) -> np.ndarray:
        """The legal actions of every learner as bools."""
        return self._learners_mask().astype(bool)

    def _learners_mask(self) -> np.ndarray:
        # Other seats may have more actions, and the batch has room for all; a random seat is
        # one of seats that act alike.
        return self.batch.mask[:, : self.game.action_counts[self._fixed_seat or 0]]

    def _infos(self, done: np.ndarray | None = None) -> dict[str, Any]:
        everyone = np.ones(self.num_envs, dtype=bool)
        infos: dict[str, Any] = {
            "action_mask": self._learners_mask().copy(),
            "_action_mask": everyone,
            "seat": self._tables.seats.copy(),
            "_seat": everyone.copy(),
        }
        if done is not None and done.any():
            final = np.full(self.num_envs, None, dtype=object)
            for row, observation in self._tables.final.items():
                final[row] = observation
            infos["final_obs"], infos["_final_obs"] = final, done.copy()
        return infos


class _Tables(LearnerTables):
    """The same opponents at every table, counted from the learner to the right."""

    def __init__(
        self, game: Game, size: int, opponents: list[Opponent], fixed_seat: int | None
    ) -> None:
        super().__init__(game, size)
        self.opponents, self._fixed_seat = opponents, fixed_seat
        self.final: dict[int, np.ndarray] = {}
        """The last observations of the episodes that ended in this step."""

    def sit(self, rows: np.ndarray) -> None:
        if self._fixed_seat is None:
            seeds = self.batch.states["seed"][rows]
            self.seats[rows] = (seeds % np.uint64(self.game.seats)).astype(np.int64)
        else:
            self.seats[rows] = self._fixed_seat

    def answers(self, rows: np.ndarray) -> np.ndarray:
        batch, actions = self.batch, np.empty(rows.size, dtype=np.int64)
        places = (batch.seat[rows] - self.seats[rows] - 1) % self.game.seats
        for place in np.unique(places):
            here = places == place
            mine = rows[here]
            # One place is one seat, or all seats act alike.
            count = self.game.action_counts[batch.seat[mine[0]]]
            actions[here] = others.ask_many(
                self.opponents[place], batch.observation[mine], batch.mask[mine, :count]
            )
        return actions

    def close(self, row: int) -> None:
        self.final[row] = self.batch.observe(row, int(self.seats[row]))


def make_vec(name: str, num_envs: int, **arguments: Any) -> VectorGame:
    """``num_envs`` games of the given name; arguments as for ``VectorGame``."""
    return VectorGame(name, num_envs, **arguments)
