"""N games in arrays, at full speed."""

from typing import Any

import numpy as np

from hanafuda_envs.chance import check_seed, fresh_seed
from hanafuda_envs.engine import sample_rows
from hanafuda_envs.errors import IllegalActionError
from hanafuda_envs.game import Game
from hanafuda_envs.position import Position

__all__ = ["Batch"]


class Batch:
    """``size`` games of one kind, one a row, each waiting for the seat that acts.

    ``step`` takes one action a row and writes into arrays that are allocated once: they hold
    the present and change with the next ``step``; copy what you keep.

    * ``observation`` (size, layout.size): what the seat to act may know
    * ``mask`` (size, actions) int8: what it may do; read-only
    * ``seat`` (size,): who acts
    * ``rewards`` (size, seats): what the last action brought to every seat
    * ``done`` (size,) bool: whether it ended an episode; the row then shows the next one

    Row ``i`` plays the episodes with the seeds ``episode_seed(seed, i, 0), (seed, i, 1), …``,
    whatever happens in other rows.
    """

    def __init__(self, game: Game, size: int, seed: int | None = None) -> None:
        if isinstance(size, bool) or not hasattr(size, "__index__") or size < 1:
            raise ValueError(f"size={size!r} is not possible: allowed is an integer from 1")
        self.game, self.size = game, int(size)
        self.states = np.zeros(self.size, dtype=game.state_dtype)
        self.seat = np.zeros(self.size, dtype=np.int64)
        self.rewards = np.zeros((self.size, game.seats))
        self.done = np.zeros(self.size, dtype=bool)
        self.observation = np.zeros((self.size, game.layout.size), dtype=game.layout.dtype)
        self._masks = np.zeros((self.size, game.mask_width), dtype=np.int8)
        self.mask = self._mask_view()
        self._all = np.arange(self.size)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Start all games anew; without a seed with one that was never used."""
        self.seed = fresh_seed() if seed is None else check_seed(seed)
        self.episodes = np.zeros(self.size, dtype=np.int64)
        self._sampled = 0
        self.rewards[:] = 0
        self.done[:] = False
        self.restart(self._all)

    def restart(self, rows: np.ndarray) -> None:
        """Start the next episode in each of the given rows."""
        self.game.engine.begin_rows(
            self.states,
            self.game.record,
            rows,
            np.uint64(self.seed),
            self.episodes,
            self.observation,
            self._masks,
            self.seat,
        )

    def step(
        self, actions: np.ndarray, rows: np.ndarray | None = None, *, restart: bool = True
    ) -> None:
        """One action in every row, or in the given rows only.

        With ``restart=False`` finished games stay as they are (their seat is -1) until
        ``restart`` is called. An illegal action raises ``IllegalActionError`` and no game
        changes.
        """
        rows = self._all if rows is None else rows
        actions = _whole_numbers(actions)
        if actions.shape != rows.shape:
            raise ValueError(f"expected {rows.size} actions, one a row; got {actions.shape}")
        wrong = self.game.engine.step_rows(
            self.states,
            self.game.record,
            rows,
            actions,
            np.uint64(self.seed),
            self.episodes,
            self.observation,
            self._masks,
            self.seat,
            self.rewards,
            self.done,
            self.game.unit,
            restart,
        )
        if wrong >= 0:
            row = int(rows[wrong])
            error = self.game.illegal(self.states[row : row + 1], int(actions[wrong]))
            raise IllegalActionError(f"row {row}: {error}") from None

    def sample(self, rows: np.ndarray | None = None) -> np.ndarray:
        """Random legal actions, each as likely as the others; reproducible from the seed."""
        rows = self._all if rows is None else rows
        actions = np.empty(rows.size, dtype=np.int64)
        sample_rows(self._masks, rows, np.uint64(self.seed), self._sampled, actions)
        self._sampled += 1
        return actions

    def observe(self, row: int, seat: int) -> np.ndarray:
        """What a seat may know in one of the games, as a new array."""
        observation = np.empty(self.game.layout.size, dtype=self.game.layout.dtype)
        states = self.states[row : row + 1]
        self.game.engine.observe(states, self.game.record, seat, observation)
        return observation

    def copies(self, rows: np.ndarray) -> "Batch":
        """A batch of its own with copies of the games in these rows, to try something in them.

        A row may come several times: once for each of its legal actions, for example.
        """
        twin = object.__new__(Batch)
        twin.game, twin.size, twin.seed = self.game, len(rows), self.seed
        words = self.states.view(np.uint64).reshape(self.size, -1)  # much faster than records
        twin.states = words[rows].reshape(-1).view(self.states.dtype)
        for name in ("seat", "rewards", "done", "observation", "_masks", "episodes"):
            setattr(twin, name, getattr(self, name)[rows])
        twin.mask, twin._all, twin._sampled = twin._mask_view(), np.arange(len(rows)), 0
        return twin

    def position(self, row: int) -> Position:
        """A copy of one game, to look at or to think about."""
        return Position(self.game, self.states[row : row + 1].copy())

    def _mask_view(self) -> np.ndarray:
        # Read-only, because legality is checked against it.
        view = self._masks[:, : max(self.game.action_counts)]
        view.setflags(write=False)
        return view

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["mask"]  # a view: it is made anew
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.mask = self._mask_view()

    def __repr__(self) -> str:
        return f"<{self.size} games of {self.game.title}, seed {self.seed}>"


def _whole_numbers(actions: np.ndarray) -> np.ndarray:
    actions = np.asarray(actions)
    if actions.dtype.kind not in "iu":
        raise IllegalActionError(f"actions are integers, not {actions.dtype}")
    return np.ascontiguousarray(actions, dtype=np.int64)
