"""What a game is: its rules, seats, actions, observation and compiled functions."""

import hashlib
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np

from hanafuda_envs.chance import check_seed, fresh_seed
from hanafuda_envs.engine import OVER, Engine, Kernel, build
from hanafuda_envs.errors import GameOverError, IllegalActionError
from hanafuda_envs.layout import Layout, padded
from hanafuda_envs.rules import Rules

if TYPE_CHECKING:
    from hanafuda_envs.batch import Batch
    from hanafuda_envs.position import Position

__all__ = ["Game"]


class Game(ABC):
    """One game under chosen rules: immutable, shared by all its positions and faces.

    A game family subclasses it and fills in the class attributes and the abstract methods;
    nothing in a face depends on which game it shows.
    """

    name: ClassVar[str]
    """As in ``make_game(name)`` and in the names of modules."""
    title: ClassVar[str]
    """As a person writes it."""
    family: ClassVar[str]
    """The file it is written in: games of one family share their kernel and their table."""
    rules_class: ClassVar[type[Rules]]
    state_dtype: ClassVar[np.dtype]
    """One game in memory; made by ``engine.state_of``."""
    kernel: ClassVar[Kernel]
    unit: ClassVar[int]
    """How many units of the state's integer rewards make a reward of 1."""
    simultaneous: ClassVar[bool] = False
    """Whether a round is one decision of every seat, none of which sees another's before all
    have decided: then the order of asking is a form, and all can act at once."""

    def __init__(self, **options: Any) -> None:
        self.rules = self.rules_class(**options)
        self.record = self.rules.record()
        self.agents = self._agents()
        self.action_counts = self._action_counts()
        self.layout = self._layout()
        self.mask_width = padded(max(self.action_counts))

    # --- what a game family says -------------------------------------------------------------

    @abstractmethod
    def _agents(self) -> tuple[str, ...]:
        """The names of the seats, in order."""

    @abstractmethod
    def _action_counts(self) -> tuple[int, ...]:
        """For each seat, how many action numbers it has."""

    @abstractmethod
    def _layout(self) -> Layout:
        """The pieces of an observation, in the order in which the kernel writes them."""

    @abstractmethod
    def action_to_string(self, state: np.void, action: int) -> str:
        """What the action means now, in words: "play Crane (松に鶴)"."""

    @abstractmethod
    def reward_bounds(self) -> tuple[float, float]:
        """Between what an agent's result of an episode lies."""

    def info(self, state: np.void) -> dict[str, float]:
        """What everybody may know beside the observation: the account of a bank, if there is."""
        return {}

    # --- what follows from it ----------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many agents there are."""
        return len(self.agents)

    @cached_property
    def engine(self) -> Engine:
        """The compiled functions; they are shared by all rules of a game and its family."""
        return _engine(self.family, self.kernel)

    def new(self, seed: int | None = None) -> "Position":
        """A new episode; without a seed a new one each time."""
        from hanafuda_envs.position import Position

        return Position.start(self, fresh_seed() if seed is None else check_seed(seed))

    def from_bytes(self, data: bytes) -> "Position":
        """The position that ``Position.to_bytes`` wrote; it must be of these very rules."""
        from hanafuda_envs.position import Position

        return Position.from_bytes(self, data)

    def batch(self, size: int, seed: int | None = None) -> "Batch":
        """``size`` games at once, in arrays."""
        from hanafuda_envs.batch import Batch

        return Batch(self, size, seed)

    def observation_space(self) -> gymnasium.spaces.Box:
        """The flat observation; the same for every seat."""
        low, high = self.layout.bounds()
        return gymnasium.spaces.Box(low, high, dtype=self.layout.dtype.type)

    def action_space(self, seat: int) -> gymnasium.spaces.Discrete:
        """The action numbers of a seat."""
        return gymnasium.spaces.Discrete(self.action_counts[seat])

    def legal_actions(self, states: np.ndarray) -> list[int]:
        """The legal actions of the seat to act in ``states[0]``."""
        mask = np.empty(self.mask_width, dtype=np.int8)
        self.engine.legal(states, self.record, mask)
        return np.flatnonzero(mask).tolist()

    def check_action(self, action: Any) -> int:
        """The action as an ``int``; an ``IllegalActionError`` if it is no integer at all."""
        try:
            number = operator.index(action)
        except TypeError:
            number = None
        if number is None or isinstance(action, (bool, np.bool_)):
            raise IllegalActionError(
                f"an action is an integer, not {type(action).__name__} {action!r}"
            )
        return number

    def illegal(self, states: np.ndarray, action: int) -> Exception:
        """The error for an action that ``states[0]`` does not allow."""
        state = states[0]
        seat = int(state["seat"])
        if seat == OVER:
            return GameOverError(
                f"this episode of {self.title} is over: no action is possible, not even {action}"
            )
        agent, count = self.agents[seat], self.action_counts[seat]
        legal = ", ".join(
            f"{a} ({self.action_to_string(state, a)})" for a in self.legal_actions(states)
        )
        if 0 <= action < count:
            what = f"action {action} ({self.action_to_string(state, action)}) is not legal"
        else:
            what = f"action {action} is out of range 0..{count - 1}"
        return IllegalActionError(f"{agent}: {what}. Legal now: {legal}")

    @cached_property
    def signature(self) -> str:
        """One line that says what a stored position must agree with to be read again."""
        fields = hashlib.sha256(str(self.state_dtype.descr).encode()).hexdigest()[:8]
        return f"hanafuda {self.name}-v{self.rules.version} {self.rules.digest} {fields}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.rules == self.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def __reduce__(self) -> "tuple[Callable[..., Game], tuple[Any, ...]]":
        return _remade, (self.name, self.rules.as_dict())

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    def __repr__(self) -> str:
        return f"<{self.title} {self.rules!r}>"


def _remade(name: str, options: dict[str, Any]) -> Game:
    from hanafuda_envs.games import make_game

    return make_game(name, **options)


@cache
def _engine(family: str, kernel: Kernel) -> Engine:
    return build(family, kernel)
