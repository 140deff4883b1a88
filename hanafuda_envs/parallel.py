"""The PettingZoo face for games in which all decide at once."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import gymnasium
import numpy as np
from pettingzoo import ParallelEnv

from hanafuda_envs.aec import AECGame, Observation
from hanafuda_envs.chance import check_seed, fresh_seed, next_seed
from hanafuda_envs.errors import GameOverError, IllegalActionError, NotStartedError
from hanafuda_envs.game import Game
from hanafuda_envs.games import GAMES, make_game
from hanafuda_envs.position import Position
from hanafuda_envs.render.display import Display

__all__ = ["ParallelGame", "parallel_env_factory"]

Infos = dict[str, dict[str, Any]]


class ParallelGame(ParallelEnv[str, Observation, int]):
    """A simultaneous game as a PettingZoo Parallel environment: one step is one round.

    Spaces, observations, masks and infos are those of ``AECGame``; every agent gets what it
    would see there when it is asked, and the same seed and actions give the same episode.
    Arrays that were handed out never change.

    A step needs one legal action of every agent. Otherwise it raises ``IllegalActionError`` and
    changes nothing; ``illegal`` knows no other way here.

    ``copy.deepcopy`` and ``pickle`` keep the position. ``reset(seed)`` starts the episode of
    that seed; ``reset()`` goes on from the last seed to another one.
    """

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        view: str | None = None,
        illegal: Literal["raise"] = "raise",
    ) -> None:
        if not game.simultaneous:
            known = ", ".join(repr(name) for name, kind in GAMES.items() if kind.simultaneous)
            raise ValueError(
                f"{game.name} has no parallel environment, because its players act in turn: "
                f"allowed is {known}"
            )
        if illegal != "raise":
            raise ValueError(f"illegal={illegal!r} is not possible: allowed is 'raise'")
        asked_in_turn = AECGame(game, render_mode=render_mode, view=view)  # checks the arguments
        self.game, self.render_mode, self.view = game, render_mode, view
        self._display = Display(render_mode)
        self.metadata = {**asked_in_turn.metadata, "is_parallelizable": True}
        self.possible_agents = list(game.agents)
        self.agents: list[str] = []
        self.action_spaces = asked_in_turn.action_spaces
        self.observation_spaces = asked_in_turn.observation_spaces
        self.state_space = asked_in_turn.state_space
        self._seed = fresh_seed()
        self._position: Position | None = None
        self._state = np.zeros(0, dtype=game.layout.dtype)

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """The flat observation and the mask; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The action numbers of the agent; the same object every time."""
        return self.action_spaces[agent]

    # --- playing ------------------------------------------------------------------------------

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Start an episode. ``options`` is ignored: the rules are chosen when the game is made."""
        self._seed = next_seed(self._seed) if seed is None else check_seed(seed)
        self.agents = list(self.game.agents)
        return self._show(self.game.new(self._seed))

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """One round: every agent acts, and nobody knows what another does.

        Returns observations, rewards, terminations, truncations (always False) and infos.
        """
        position = self._present().clone()
        if position.over:
            raise GameOverError(
                f"this episode of {self.metadata['name']} is over: call reset() for the next one"
            )
        self._check_agents(actions)
        paid = [0.0] * self.game.seats
        for _ in self.game.agents:
            position.apply(actions[self.game.agents[position.seat or 0]])
            paid = [old + new for old, new in zip(paid, position.rewards, strict=True)]
        agents = self.game.agents
        observations, infos = self._show(position)
        if position.over:
            self.agents = []
        return (
            observations,
            dict(zip(agents, paid, strict=True)),
            dict.fromkeys(agents, position.over),
            dict.fromkeys(agents, False),
            infos,
        )

    def state(self) -> np.ndarray:
        """What all agents know together: their observations one after the other."""
        self._present()
        return self._state.copy()

    def position(self) -> Position:
        """A copy of the present position, to look at or to think about."""
        return self._present().clone()

    def render(self) -> "str | np.ndarray | None":
        """The table as ``render_mode`` says; what ``view`` cannot see is face down."""
        return self._display.draw(self._present(), self.view)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._display.close()

    # --- inside -------------------------------------------------------------------------------

    def _present(self) -> Position:
        if self._position is None:
            raise NotStartedError(f"{self.metadata['name']} has no episode yet: call reset() first")
        return self._position

    def _check_agents(self, actions: Mapping[str, int]) -> None:
        if not isinstance(actions, Mapping):
            raise IllegalActionError(
                f"actions are a dictionary by agent, not {type(actions).__name__} {actions!r}"
            )
        missing = [agent for agent in self.game.agents if agent not in actions]
        if missing:
            raise IllegalActionError(f"all act at once, but there is no action for {missing}")
        foreign = [agent for agent in actions if agent not in self.game.agents]
        if foreign:
            raise IllegalActionError(
                f"there is no agent {foreign[0]!r}: allowed is each of {self.game.agents}"
            )

    def _show(self, position: Position) -> tuple[dict[str, Observation], Infos]:
        """Make this the present, and tell every agent what it sees of it."""
        game = self.game
        observations: dict[str, Observation] = {}
        asked = position.clone()
        for seat, (agent, actions) in enumerate(zip(game.agents, game.action_counts, strict=True)):
            mask = np.zeros(actions, dtype=np.int8) if position.over else asked.mask()
            observations[agent] = {"observation": asked.observe(seat), "action_mask": mask}
            if not position.over and seat + 1 < game.seats:
                # What those before do is hidden from those who follow, so anything will do.
                asked.apply(int(mask.argmax()))
        bank = game.info(position.state)
        infos = {
            agent: {"action_mask": seen["action_mask"], **bank}
            for agent, seen in observations.items()
        }
        self._position = position
        self._state = np.concatenate([seen["observation"] for seen in observations.values()])
        self._display.show(position, self.view)
        return observations, infos

    def __repr__(self) -> str:
        return f"<{self.metadata['name']} parallel {self.game.rules!r}>"


def parallel_env_factory(name: str) -> Callable[..., ParallelGame]:
    """The ``parallel_env`` of a game's module: takes the arguments of ``ParallelGame`` and the
    game's options.
    """

    def parallel_env(
        *,
        render_mode: str | None = None,
        view: str | None = None,
        illegal: Literal["raise"] = "raise",
        **options: Any,
    ) -> ParallelGame:
        game = make_game(name, **options)
        return ParallelGame(game, render_mode=render_mode, view=view, illegal=illegal)

    parallel_env.__doc__ = f"{GAMES[name].title} as a PettingZoo Parallel environment."
    return parallel_env
