"""The games as stable-baselines3 sees them: a ``VecEnv`` directly over the batch.

Each row is a table with one learner. Opponents from a league act between its decisions, all
tables at once. The reward of a step holds everything until the learner is asked again: losses,
which usually come on an opponent's turn, included.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from hanafuda_envs.batch import Batch
from hanafuda_envs.game import Game
from hanafuda_envs.learners import LearnerTables
from hanafuda_envs.opponents import ask_many, role_of
from hanafuda_training.learn.league import League

__all__ = ["Foresight", "LeagueEnv", "learner_seats"]


def learner_seats(game: Game, seat: str) -> tuple[int, ...]:
    """The seats in which the learner sits: of an agent, of a role, or ``"any"`` of all."""
    seats = tuple(
        number for number, agent in enumerate(game.agents) if seat in ("any", agent, role_of(agent))
    )
    allowed = ", ".join(sorted({"any", *game.agents, *map(role_of, game.agents)}))
    if not seats or len({game.action_counts[number] for number in seats}) > 1:
        raise ValueError(
            f"seat={seat!r} is not possible in {game.name}: allowed is one of {allowed}, if all "
            "its seats have the same actions"
        )
    return seats


class Foresight(NamedTuple):
    """What follows each legal action at each table, until the learner is asked again."""

    rows: np.ndarray
    """The table of each."""
    actions: np.ndarray
    """The action that is tried."""
    rewards: np.ndarray
    """What comes of it until then."""
    observations: np.ndarray
    """What the learner sees then."""
    asked: np.ndarray
    """Whether it is asked again at all in this episode."""


class LeagueEnv(VecEnv):
    """``num_envs`` tables with one learner each.

    For each episode the learner's seat and its opponents are drawn anew. Everything is
    reproducible from the seed; ``get_state`` and ``set_state`` continue exactly.
    """

    render_mode = None

    def __init__(
        self,
        game: Game,
        league: League,
        num_envs: int,
        *,
        seats: Sequence[int],
        seed: int,
        reward_scale: float = 1.0,
    ) -> None:
        self.game, self.reward_scale = game, reward_scale
        self._tables = _LeagueTables(game, league, num_envs, seats, seed)
        self.batch = self._tables.batch
        self._count = game.action_counts[seats[0]]
        # Two, because stable-baselines3 keeps the last observation by reference.
        self._buffers = [np.zeros_like(self.batch.observation) for _ in range(2)]
        self._actions = np.zeros(num_envs, dtype=np.int64)
        super().__init__(num_envs, game.observation_space(), game.action_space(seats[0]))

    def reset(self) -> np.ndarray:
        """Start all tables anew, with the same seed, and play until every learner is asked."""
        self._tables.begin(self.batch.seed)
        return self.observation()

    def observation(self) -> np.ndarray:
        """What every learner sees, in the buffer that was not handed out last."""
        self._buffers.reverse()
        self._buffers[0][:] = self.batch.observation
        return self._buffers[0]

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """The learners act, then the others until every learner is asked again."""
        self._tables.infos = [{} for _ in range(self.num_envs)]
        rewards, done = self._tables.step(self._actions)
        self._tables.count(rewards, done)
        scaled = (rewards * self.reward_scale).astype(np.float32)
        return self.observation(), scaled, done, self._tables.infos

    def action_masks(self) -> np.ndarray:
        """The legal actions of every learner as bools."""
        return self.batch.mask[:, : self._count].astype(bool)

    def foresee(self) -> Foresight:
        """Try every legal action of every learner, and play on until it is asked again.

        Nothing changes at the tables. Chance, hidden cards and opponents are those of the table:
        one true sample of what can follow, and in one row the same luck for all actions.
        """
        return self._tables.foresee(self._count)

    # --- to continue exactly ----------------------------------------------------------------

    def get_state(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Arrays and plain data from which ``set_state`` continues."""
        return self._tables.get_state()

    def set_state(self, arrays: dict[str, np.ndarray], plain: dict[str, Any]) -> np.ndarray:
        """Continue where ``get_state`` was called; returns what every learner sees."""
        self._tables.set_state(arrays, plain)
        return self.observation()

    # --- what else a VecEnv must have -------------------------------------------------------

    def close(self) -> None:
        """Nothing is open."""

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """Only ``action_masks``, which MaskablePPO asks for."""
        if method_name != "action_masks":
            raise AttributeError(f"a table has no method {method_name!r}")
        return list(self.action_masks()[list(self._get_indices(indices))])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name!r} cannot be set: all tables are alike")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]


class _LeagueTables(LearnerTables):
    """At every table its own opponents, drawn from the league for each episode."""

    def __init__(
        self, game: Game, league: League, size: int, seats: Sequence[int], seed: int
    ) -> None:
        super().__init__(game, size, seed)
        self.league = league
        self._learner_seats = np.array(seats)
        self._rng = np.random.default_rng([seed, 1])
        self._who = np.zeros((size, game.seats), dtype=np.int64)
        self._result = np.zeros(size)
        self._length = np.zeros(size, dtype=np.int64)
        self._closed: list[tuple[int, list[int]]] = []
        self.infos: list[dict[str, Any]] = []

    def begin(self, seed: int | None = None) -> None:
        self._rng = np.random.default_rng([seed or 0, 1])
        self._result[:] = 0.0
        self._length[:] = 0
        super().begin(seed)

    def sit(self, rows: np.ndarray) -> None:
        places = self._rng.integers(self._learner_seats.size, size=rows.size)
        self.seats[rows] = self._learner_seats[places]
        for seat in range(self.game.seats):
            self._who[rows, seat] = self.league.draw(self._rng, seat, rows.size)

    def answers(self, rows: np.ndarray) -> np.ndarray:
        return self._answers(self.batch, self._who, rows)

    def _answers(self, batch: Batch, who: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """What those who sit at the tables of a batch do in these rows."""
        actions, seats = np.empty(rows.size, dtype=np.int64), batch.seat[rows]
        who = who[rows, seats]
        counts = np.array(self.game.action_counts)[seats]
        for member, count in np.unique(np.stack([who, counts]), axis=1).T.tolist():
            here = (who == member) & (counts == count)
            mine = rows[here]
            actions[here] = ask_many(
                self.league.player(member), batch.observation[mine], batch.mask[mine, :count]
            )
        return actions

    def foresee(self, count: int) -> Foresight:
        rows, actions = np.nonzero(self.batch.mask[:, :count])
        ahead, seats, who = self.batch.copies(rows), self.seats[rows], self._who[rows]
        ahead.step(actions, restart=False)
        rewards = self.owed[rows] + ahead.rewards[np.arange(rows.size), seats]
        while (waiting := np.flatnonzero((ahead.seat != seats) & ~ahead.done)).size:
            ahead.step(self._answers(ahead, who, waiting), waiting, restart=False)
            rewards[waiting] += ahead.rewards[waiting, seats[waiting]]
        return Foresight(rows, actions, rewards, ahead.observation, ~ahead.done)

    def close(self, row: int) -> None:
        seat = int(self.seats[row])
        others = [who for at, who in enumerate(self._who[row].tolist()) if at != seat]
        self._closed.append((row, others))
        self.infos[row]["terminal_observation"] = self.batch.observe(row, seat)

    def count(self, rewards: np.ndarray, done: np.ndarray) -> None:
        """Book the rewards of a step, and the results of the episodes that it ended."""
        self._result += rewards
        self._length += 1
        for row, others in self._closed:
            result = float(self._result[row])
            self.league.book(others, result)
            self.infos[row]["episode"] = {"r": result, "l": int(self._length[row]), "t": 0.0}
        self._closed = []
        self._result[done] = 0.0
        self._length[done] = 0

    _KEPT = ("seats", "owed", "_who", "_result", "_length")
    _KEPT_OF_BATCH = ("episodes", "observation", "_masks", "seat")

    def get_state(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        arrays = {name: getattr(self, name).copy() for name in self._KEPT}
        arrays |= {
            f"batch.{name}": getattr(self.batch, name).copy() for name in self._KEPT_OF_BATCH
        }
        arrays["batch.states"] = self.batch.states.view(np.uint64).copy()
        return arrays, {"seed": self.batch.seed, "rng": self._rng.bit_generator.state}

    def set_state(self, arrays: dict[str, np.ndarray], plain: dict[str, Any]) -> None:
        for name in self._KEPT:
            getattr(self, name)[:] = arrays[name]
        for name in self._KEPT_OF_BATCH:
            getattr(self.batch, name)[:] = arrays[f"batch.{name}"]
        self.batch.states.view(np.uint64)[:] = arrays["batch.states"]
        self.batch.seed = plain["seed"]
        self._rng.bit_generator.state = plain["rng"]
