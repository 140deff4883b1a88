"""Who sits in the other seats, where a face lets one learner play against others.

An opponent is a callable ``(observation, action_mask) -> action``: it sees what its seat may
see. Two methods are used where it has them: ``reset(seed)`` before an episode, so that a
seeded environment is reproducible, and ``batch(observations, action_masks) -> actions`` for
many positions at once.
"""

import importlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from hanafuda_envs.game import Game

__all__ = ["Opponent", "RandomOpponent", "ask", "ask_many", "register_opponent", "seat_opponents"]


class Opponent(Protocol):
    """The least that an opponent is."""

    def __call__(self, observation: np.ndarray, action_mask: np.ndarray, /) -> int: ...


class RandomOpponent:
    """Plays any legal action, each as likely as the others."""

    def __init__(self, game: Game) -> None:
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def __call__(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        legal = np.flatnonzero(action_mask)
        return int(legal[self._rng.integers(legal.size)])

    def batch(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        lots = self._rng.random(action_masks.shape, dtype=np.float32)
        return np.where(action_masks, lots, -1.0).argmax(axis=1)


Factory = Callable[[Game], Opponent]
_FACTORIES: dict[tuple[str | None, str], Factory] = {(None, "random"): RandomOpponent}


def register_opponent(name: str, factory: Factory, game: str | None = None) -> None:
    """Make an opponent known by name, for one game or for all."""
    _FACTORIES[game, name] = factory


def _known(game: Game) -> dict[str, Factory]:
    """All opponents for this game by name: the package of players brings its own."""
    try:
        importlib.import_module("hanafuda_agents")
    except ModuleNotFoundError as missing:
        if missing.name != "hanafuda_agents":  # it is there, but broken
            raise
    return {name: make for (of, name), make in _FACTORIES.items() if of in (None, game.name)}


def _seated(who: Any, game: Game) -> Opponent:
    if isinstance(who, str):
        known = _known(game)
        if who not in known:
            names = ", ".join(map(repr, sorted(known)))
            raise ValueError(f"{game.name} knows no opponent {who!r}: allowed is {names}")
        return known[who](game)
    if callable(who):
        return who
    raise ValueError(f"an opponent is a name or a callable, not {type(who).__name__} {who!r}")


def seat_opponents(who: "str | Opponent | Sequence[str | Opponent]", game: Game) -> list[Opponent]:
    """The opponents for the other seats, in order from the learner's right.

    One name or callable sits in all of them; a list has one for each.
    """
    others = game.seats - 1
    if isinstance(who, (str, bytes)) or not isinstance(who, Sequence):
        return [_seated(who, game) for _ in range(others)]
    if len(who) != others:
        raise ValueError(f"{game.name} has {others} other seats, not {len(who)}: {list(who)!r}")
    return [_seated(one, game) for one in who]


def reset(opponents: Sequence[Opponent], seed: int) -> None:
    """Tell those who want to know that an episode begins."""
    for place, opponent in enumerate(opponents):
        begin = getattr(opponent, "reset", None)
        if begin is not None:
            begin((seed + place) % 2**64)


def ask(opponent: Opponent, observation: np.ndarray, mask: np.ndarray) -> int:
    """The opponent's action in one position."""
    return int(opponent(observation, mask))


def ask_many(opponent: Opponent, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The opponent's actions in many positions."""
    together = getattr(opponent, "batch", None)
    if together is not None:
        return np.asarray(together(observations, masks))
    return np.array([opponent(o, m) for o, m in zip(observations, masks, strict=True)], dtype=int)
