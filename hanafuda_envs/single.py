"""The Gymnasium face: one learner, the other seats play inside ``step``."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from hanafuda_envs import opponents as others
from hanafuda_envs.chance import check_seed, fresh_seed, next_seed
from hanafuda_envs.errors import GameOverError, NotStartedError
from hanafuda_envs.game import Game
from hanafuda_envs.games import make_game
from hanafuda_envs.opponents import Opponent
from hanafuda_envs.position import Position
from hanafuda_envs.render.display import RENDER_FPS, RENDER_MODES, Display

__all__ = ["SingleEnv", "check_learner_seat"]


def check_learner_seat(game: Game, seat: Any) -> int | None:
    """The learner's seat as a number, or ``None`` for a random one each episode."""
    if isinstance(seat, str):
        if seat == "random":
            return None
        if seat in game.agents:
            return game.agents.index(seat)
    elif hasattr(seat, "__index__") and not isinstance(seat, bool) and 0 <= seat < game.seats:
        return int(seat)
    allowed = ", ".join(map(repr, ["random", *game.agents]))
    raise ValueError(f"seat={seat!r} is not possible: allowed is {allowed} or 0..{game.seats - 1}")


PATIENCE = 1000
"""After so many episodes in a row without a decision of the learner we give up."""


def never_asked(game: Game, seat: int) -> RuntimeError:
    """The error for a learner who waits in vain."""
    return RuntimeError(
        f"{game.agents[seat]} was not asked once in {PATIENCE} episodes of {game.title}: with "
        "these rules and opponents it has nothing to decide"
    )


def learner_space(game: Game, seat: int | None) -> gymnasium.spaces.Discrete:
    """The actions of the learner; a random seat needs seats that act alike."""
    if seat is None and len(set(game.action_counts)) > 1:
        raise ValueError(
            f"seat='random' is not possible in {game.name}: its seats have different actions; "
            f"allowed is one of {game.agents}"
        )
    return game.action_space(0 if seat is None else seat)


class SingleEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One learner's view of a game; made by ``gymnasium.make("hanafuda/JuMai-v0")``.

    ``opponents`` is a name, a callable or a list of them (``hanafuda_envs.opponents``);
    ``seat`` is where the learner sits: a number, an agent's name or ``"random"``.

    The reward of a step holds everything that happened to the learner until it is asked again
    or the episode ends, whoever acted: wins and losses alike. Observations are the flat array
    of ``game.layout``; the mask is in ``info["action_mask"]`` and ``action_masks()``. An illegal
    action raises ``IllegalActionError`` and changes nothing.
    """

    metadata = {  # noqa: RUF012 (as Gymnasium declares it)
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: "str | Opponent | Sequence[str | Opponent]" = "random",
        seat: int | str = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._display = Display(render_mode)
        self.game = make_game(game, **options) if isinstance(game, str) else game
        self.render_mode = render_mode
        self._fixed_seat = check_learner_seat(self.game, seat)
        self.action_space = learner_space(self.game, self._fixed_seat)
        self.observation_space = self.game.observation_space()
        self._opponents = others.seat_opponents(opponents, self.game, self._fixed_seat)
        self._seed = fresh_seed()
        self._position: Position | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start an episode and play until the learner is asked.

        An episode in which the learner is never asked (it deals the only round of Sanmai Kabu)
        is passed over.
        """
        if seed is not None:
            seed = check_seed(seed)
        super().reset(seed=seed)
        self._seed = next_seed(self._seed) if seed is None else seed
        for _ in range(PATIENCE):
            if self._begin():
                self._show()
                return self._present().observe(self.seat), self._info()
            self._seed = next_seed(self._seed)
        self._position = None
        raise never_asked(self.game, self.seat)

    def _begin(self) -> bool:
        """Start the episode of the seed; False if it ends before the learner is asked at all."""
        self.seat = self._seed % self.game.seats if self._fixed_seat is None else self._fixed_seat
        others.reset(self._opponents, self._seed)
        self._position = self.game.new(self._seed)
        self._owed = self._play_on()
        return not self._position.over

    def step(self, action: int | np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """The learner acts, then the others until it is asked again."""
        position = self._present()
        if position.over:
            raise GameOverError("this episode is over: call reset() for the next one")
        position.apply(action)
        reward = self._owed + position.rewards[self.seat] + self._play_on()
        self._owed = 0.0
        self._show()
        return position.observe(self.seat), reward, position.over, False, self._info()

    def action_masks(self) -> np.ndarray:
        """The legal actions as bools: what MaskablePPO asks for."""
        return self._info()["action_mask"].astype(bool)

    def position(self) -> Position:
        """A copy of the present position, to look at or to think about."""
        return self._present().clone()

    def render(self) -> Any:
        """The table as the learner sees it, as ``render_mode`` says: text, pixels, a window."""
        position = self._present()
        return self._display.draw(position, self.game.agents[self.seat])

    def close(self) -> None:
        """Close the window, if there is one."""
        self._display.close()

    def _show(self) -> None:
        self._display.show(self._present(), self.game.agents[self.seat])

    def _present(self) -> Position:
        if self._position is None:
            raise NotStartedError(f"{self.game.title} has no episode yet: call reset() first")
        return self._position

    def _play_on(self) -> float:
        """The others play until the learner is asked; returns what that brought the learner."""
        position, reward = self._present(), 0.0
        while position.seat is not None and position.seat != self.seat:
            place = (position.seat - self.seat - 1) % self.game.seats
            opponent = self._opponents[place]
            position.apply(others.ask(opponent, position.observe(), position.mask()))
            reward += position.rewards[self.seat]
        return reward

    def _info(self) -> dict[str, Any]:
        position = self._present()
        count = self.game.action_counts[self.seat]
        mask = np.zeros(count, dtype=np.int8) if position.over else position.mask()
        return {"action_mask": mask, "seat": self.seat, **self.game.info(position.state)}
