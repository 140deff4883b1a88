"""The PettingZoo face: agents act one at a time."""

import warnings
from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from hanafuda_envs.chance import check_seed, fresh_seed, next_seed
from hanafuda_envs.engine import ILLEGAL, OVER
from hanafuda_envs.errors import GameOverError, NotStartedError
from hanafuda_envs.game import Game
from hanafuda_envs.games import GAMES, make_game
from hanafuda_envs.position import Position
from hanafuda_envs.render.display import RENDER_FPS, RENDER_MODES, Display

__all__ = ["AECGame", "env_factory"]

_INT8 = np.dtype(np.int8)

Observation = dict[str, np.ndarray]

ILLEGAL_REWARD = -1.0
"""With ``illegal="terminate"``: what an illegal action brings to the one who tried it."""


class AECGame(AECEnv[str, Observation, int]):
    """A game as a PettingZoo AEC environment.

    Observations are ``{"observation": …, "action_mask": …}``: the flat array of
    ``game.layout``, and int8 0 and 1 for the actions, all 0 for a seat that is not to act. The
    mask is in ``infos[agent]["action_mask"]`` too, beside the account of a bank that is no agent
    (``"house"``, in chips). Arrays that were handed out never change.

    It checks order and legality itself, so no wrappers are needed. With ``illegal="raise"`` an
    illegal action raises ``IllegalActionError`` and changes nothing; with
    ``illegal="terminate"`` it ends the episode, as PettingZoo's wrapper does.

    ``render_mode`` is ``"ansi"``, ``"rgb_array"`` or ``"human"``; ``view`` names the agent who
    looks, without it a spectator sees everything.

    ``copy.deepcopy`` and ``pickle`` keep the position. ``reset(seed)`` starts the episode of
    that seed; ``reset()`` goes on from the last seed to another one.
    """

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        view: str | None = None,
        illegal: Literal["raise", "terminate"] = "raise",
    ) -> None:
        self._display, self._live = Display(render_mode), render_mode == "human"
        if view is not None and view not in game.agents:
            raise ValueError(f"view={view!r} is not possible: allowed is one of {game.agents}")
        if illegal not in ("raise", "terminate"):
            raise ValueError(
                f"illegal={illegal!r} is not possible: allowed is 'raise' or 'terminate'"
            )
        self.game, self.render_mode, self.view, self.illegal = game, render_mode, view, illegal
        self.metadata = {
            "name": f"{game.name}_v{game.rules.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": False,
            "rules": game.rules.digest,
        }
        self.possible_agents = list(game.agents)
        self.agents: list[str] = []
        self._looking: str | None = None  # who sees what `_seen` holds
        self._seen: Observation = {}
        self._seat = 0  # who acts now
        self._history: list[tuple[int, int]] = []  # (seat, action) since the start
        self._spaces()
        self._states = np.zeros(1, dtype=game.state_dtype)
        self._seed = fresh_seed()
        self._bind()

    def _spaces(self) -> None:
        flat = self.game.observation_space()
        self.action_spaces = {
            agent: self.game.action_space(seat) for seat, agent in enumerate(self.game.agents)
        }
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": flat,
                    "action_mask": gymnasium.spaces.Box(0, 1, (int(actions.n),), np.int8),
                }
            )
            for agent, actions in self.action_spaces.items()
        }
        low, high = (np.tile(bound, self.game.seats) for bound in self.game.layout.bounds())
        self.state_space = gymnasium.spaces.Box(low, high, dtype=flat.dtype.type)
        self._no_action = {
            agent: _zeros(int(actions.n)) for agent, actions in self.action_spaces.items()
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """The flat observation and the mask; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The action numbers of the agent; the same object every time."""
        return self.action_spaces[agent]

    # --- playing ------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode. ``options`` is ignored: the rules are chosen when the game is made."""
        self._seed = next_seed(self._seed) if seed is None else check_seed(seed)
        agents = self.game.agents
        self.agents = list(agents)
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self._skip_agent_selection = None
        self._paid = False
        self._history = []
        row, mask = self._buffers()
        begin = self.game.engine.begin
        seat = begin(self._states, self._record, np.uint64(self._seed), row, mask)
        self.infos = {agent: self._info(none) for agent, none in self._no_action.items()}
        self._show(seat, row, mask)
        if self._live:
            self._display.show(self.position(), self.view)

    def step(self, action: int | None) -> None:
        """The agent in ``agent_selection`` acts; ``None`` once it has terminated."""
        if not self.agents:
            self._refuse_step()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if type(action) is not int:
            action = self.game.check_action(action)
        row, mask = self._buffers()
        try:
            seat, paid = self._advance(self._states, self._record, action, row, mask)
        except OverflowError:  # no 64-bit number
            seat = ILLEGAL
        if seat == ILLEGAL:
            self._on_illegal(agent, action)
            return
        self._history.append((self._seat, action))
        self._cumulative_rewards[agent] = 0.0
        if paid or self._paid:
            self._pay()
            self._paid = paid
        self.infos[agent] = self._info(self._no_action[agent])
        if seat == OVER:
            self._end()
        else:
            self._show(seat, row, mask)
        if self._live:
            self._display.show(self.position(), self.view)

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the agent in ``agent_selection`` sees and what it got since it last acted."""
        if not self.agents:
            self._refuse_step()
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def observe(self, agent: str) -> Observation:
        """What the agent may know now."""
        if agent == self._looking:
            return self._seen
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}: allowed is one of {self.game.agents}")
        seat = self.game.agents.index(agent)
        row = np.empty(self.game.layout.size, dtype=self.game.layout.dtype)
        self.game.engine.observe(self._states, self.game.record, seat, row)
        return {"observation": row, "action_mask": self._no_action[agent]}

    def state(self) -> np.ndarray:
        """What all seats know together: their observations one after the other."""
        position = self.position()
        return np.concatenate([position.observe(seat) for seat in range(self.game.seats)])

    def position(self) -> Position:
        """A copy of the present position, to look at or to think about."""
        self._refuse_before_reset()
        return Position.with_history(self.game, self._states.copy(), self._history)

    def render(self) -> "str | np.ndarray | None":
        """The table as ``render_mode`` says; what ``view`` cannot see is face down.

        ``"ansi"`` gives text, ``"rgb_array"`` pixels (640, 960, 3); ``"human"`` has shown it in
        a window already, as it does after each step.
        """
        return self._display.draw(self.position(), self.view)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._display.close()

    # --- inside -------------------------------------------------------------------------------

    def _bind(self) -> None:
        """Keep at hand what every step uses."""
        self._record, self._advance = self.game.record, self.game.engine.advance
        self._row_size, self._row_dtype = self.game.layout.size, self.game.layout.dtype
        self._mask_size = self.game.mask_width
        self._has_bank = type(self.game).info is not Game.info

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["_advance"], state["_record"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def _buffers(self) -> tuple[np.ndarray, np.ndarray]:
        # New ones every time: what was handed out must not change later.
        return np.empty(self._row_size, self._row_dtype), np.empty(self._mask_size, _INT8)

    def _show(self, seat: int, row: np.ndarray, mask: np.ndarray) -> None:
        """The seat is to act, and sees this."""
        agent = self.game.agents[seat]
        self._seat = seat
        if mask.size != self.game.action_counts[seat]:
            mask = mask[: self.game.action_counts[seat]]
        self.agent_selection = self._looking = agent
        self._seen = {"observation": row, "action_mask": mask}
        self.infos[agent] = self._info(mask)

    def _info(self, mask: np.ndarray) -> dict[str, Any]:
        if self._has_bank:
            return {"action_mask": mask, **self.game.info(self._states[0])}
        return {"action_mask": mask}

    def _pay(self) -> None:
        units = self._states["rewards"][0].tolist()
        for seat, agent in enumerate(self.game.agents):
            self.rewards[agent] = reward = units[seat] / self.game.unit
            self._cumulative_rewards[agent] += reward

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.game.agents, True)
        self.agent_selection = self.game.agents[0]
        self._looking = None
        self.infos = {agent: self._info(none) for agent, none in self._no_action.items()}

    def _on_illegal(self, agent: str, action: int) -> None:
        error = self.game.illegal(self._states, action)
        if self.illegal == "raise":
            raise error
        warnings.warn(f"{error}. The episode ends.", stacklevel=3)
        self.rewards = {name: ILLEGAL_REWARD * (name == agent) for name in self.game.agents}
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self._end()

    def _refuse_before_reset(self) -> None:
        if self._looking is None and not hasattr(self, "terminations"):
            raise NotStartedError(f"{self.metadata['name']} has no episode yet: call reset() first")

    def _refuse_step(self) -> None:
        self._refuse_before_reset()
        raise GameOverError(
            f"this episode of {self.metadata['name']} is over and all agents have left: call "
            "reset() for the next one"
        )

    def __repr__(self) -> str:
        return f"<{self.metadata['name']} {self.game.rules!r}>"


def _zeros(size: int) -> np.ndarray:
    zeros = np.zeros(size, dtype=np.int8)
    zeros.setflags(write=False)  # handed out again and again
    return zeros


def env_factory(name: str) -> Callable[..., AECGame]:
    """The ``env`` of a game's module: takes the arguments of ``AECGame`` and the game's options.

    ``raw_env`` is the same: order and legality are checked inside, so there is nothing to wrap.
    """

    def env(
        *,
        render_mode: str | None = None,
        view: str | None = None,
        illegal: Literal["raise", "terminate"] = "raise",
        **options: Any,
    ) -> AECGame:
        game = make_game(name, **options)
        return AECGame(game, render_mode=render_mode, view=view, illegal=illegal)

    env.__doc__ = f"{GAMES[name].title} as a PettingZoo AEC environment."
    return env
