"""Who sits in the other seats, where a face lets one learner play against others.

An opponent is a callable ``(observation, action_mask) -> action``: it sees what its seat may
see. Two methods are used where it has them: ``reset(seed)`` before an episode, so that a
seeded environment is reproducible, and ``batch(observations, action_masks) -> actions`` for
many positions at once. One who can tell what it thinks has ``explain(observation, action_mask)``:
a dict with ``probabilities`` of all actions, or the ``value`` that it expects, or both.

Opponents have names. A *spec* is a name, with settings if it has any: ``"greedy"``,
``"search:rollouts=200"``, or the folder of a learned player: ``"runs/mine/player"``.
``make_opponent(spec, game)`` makes one.
"""

import importlib
import inspect
import os
from ast import literal_eval
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from hanafuda_envs.game import Game

__all__ = [
    "Entry",
    "Opponent",
    "RandomOpponent",
    "ask",
    "ask_many",
    "entry_of",
    "known_opponents",
    "make_opponent",
    "register_folder_reader",
    "register_opponent",
    "role_of",
    "seat_opponents",
]


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

    def explain(self, observation: np.ndarray, action_mask: np.ndarray) -> dict[str, Any]:
        """How likely each action is."""
        return {"probabilities": action_mask / action_mask.sum()}


Factory = Callable[..., Opponent]
"""Makes an opponent of a game, with its settings as keyword arguments."""


def _any_rules(game: Game) -> bool:
    return True


class Entry(NamedTuple):
    """An opponent that is known by name."""

    make: Factory
    about: str
    """What it does, in a line."""
    role: str | None
    """Where it can sit: at seats whose name begins so ("dealer", "bettor"), or anywhere."""
    fits: Callable[[Game], bool] = _any_rules
    """Whether it can play under the rules of a game."""

    def settings(self) -> dict[str, Any]:
        """What can be set behind the name, with the defaults."""
        parameters = list(inspect.signature(self.make).parameters.values())[1:]
        return {parameter.name: parameter.default for parameter in parameters}


_ENTRIES: dict[tuple[str | None, str], Entry] = {}
_FOLDER_READERS: list[Callable[[Path], Entry]] = []


def register_opponent(
    name: str,
    make: Factory,
    game: str | None = None,
    *,
    about: str = "",
    role: str | None = None,
    fits: Callable[[Game], bool] = _any_rules,
) -> None:
    """Make an opponent known by name, for one game or for all.

    ``make(game, **settings)`` makes it; ``fits(game)`` says whether it knows these rules. What is
    registered for a game goes before what is registered for all.
    """
    if not name.replace("_", "").isalnum():
        raise ValueError(f"name={name!r} is not possible: allowed are letters, digits and _")
    _ENTRIES[game, name] = Entry(make, about, role, fits)


register_opponent("random", RandomOpponent, about="any legal action, each as likely as the others")


def known_opponents(game: Game) -> dict[str, Entry]:
    """All opponents that can play this game, by name: the package of players brings its own."""
    return {name: entry for name, entry in _registered(game).items() if entry.fits(game)}


def _registered(game: Game) -> dict[str, Entry]:
    try:
        importlib.import_module("hanafuda_agents")
    except ModuleNotFoundError as missing:
        if missing.name != "hanafuda_agents":  # it is there, but broken
            raise
    for_all = {name: entry for (of, name), entry in _ENTRIES.items() if of is None}
    own = {name: entry for (of, name), entry in _ENTRIES.items() if of == game.name}
    return for_all | own


def register_folder_reader(read: Callable[[Path], Entry]) -> None:
    """Make players known that are kept in folders: ``read(path)`` says what lies there."""
    _FOLDER_READERS[:] = [read]


def entry_of(spec: str, game: Game) -> Entry:
    """What a spec names: a known opponent, or one in a folder (``"runs/mine/player"``)."""
    name = spec.partition(":")[0]
    registered = _registered(game)
    if name in registered:
        return registered[name]  # one that does not know these rules says so when it is made
    if os.sep in name or "/" in name:
        if not _FOLDER_READERS:
            raise ValueError(f"{name!r}: players in folders need the package hanafuda_agents")
        return _FOLDER_READERS[0](Path(name))
    names = ", ".join(map(repr, sorted(known_opponents(game))))
    raise ValueError(
        f"{game.name} knows no opponent {name!r}: allowed is {names}, or a folder with a / in its "
        "name"
    )


def make_opponent(spec: str, game: Game) -> Opponent:
    """The opponent that a spec names; a ``ValueError`` says what is allowed."""
    name, _, rest = spec.partition(":")
    entry = entry_of(spec, game)
    settings = _read_settings(spec, rest)
    allowed = entry.settings()
    for key in settings:
        if key not in allowed:
            names = ", ".join(f"{key}={default!r}" for key, default in allowed.items()) or "none"
            raise ValueError(f"{spec!r}: {name} has no setting {key!r}; it has {names}")
    return entry.make(game, **settings)


def _read_settings(spec: str, text: str) -> dict[str, Any]:
    """``"a=1,b=x"`` as a dict; numbers are numbers, true is true, everything else is text."""
    settings: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{spec!r}: settings are key=value with commas between, not {part!r}")
        key, value = key.strip(), value.strip()
        try:
            settings[key] = literal_eval(_IN_PYTHON.get(value, value))
        except (ValueError, SyntaxError):
            settings[key] = value
    return settings


_IN_PYTHON = {"true": "True", "false": "False"}


def role_of(agent: str) -> str:
    """What an agent is at the table: ``"bettor_2"`` is a ``"bettor"``."""
    return agent.rstrip("0123456789").rstrip("_")


def _seated(who: Any, game: Game, agent: str | None) -> Opponent:
    if isinstance(who, str):
        role = entry_of(who, game).role
        if role is not None and agent is not None and role_of(agent) != role:
            raise ValueError(f"{who!r} plays as {role} only, and cannot sit as {agent}")
        return make_opponent(who, game)
    if callable(who):
        return who
    raise ValueError(f"an opponent is a name or a callable, not {type(who).__name__} {who!r}")


def seat_opponents(
    who: "str | Opponent | Sequence[str | Opponent] | Mapping[str, str | Opponent]",
    game: Game,
    learner: int | None = None,
) -> list[Opponent]:
    """The opponents for the other seats, in order from the learner's right.

    One name or callable sits in all of them; a list has one for each; a mapping says who sits
    where, by agent (``"bettor_1"``) or by role (``"dealer"``). ``learner`` is the learner's seat
    if it is always the same.
    """
    others = game.seats - 1
    agents: list[str | None] = [None] * others
    if learner is not None:
        agents = [game.agents[(learner + 1 + place) % game.seats] for place in range(others)]
    if isinstance(who, Mapping):
        return _seated_by_name(who, game, agents)
    if isinstance(who, (str, bytes)) or not isinstance(who, Sequence):
        return [_seated(who, game, agent) for agent in agents]
    if len(who) != others:
        raise ValueError(f"{game.name} has {others} other seats, not {len(who)}: {list(who)!r}")
    return [_seated(one, game, agent) for one, agent in zip(who, agents, strict=True)]


def _seated_by_name(
    who: "Mapping[str, str | Opponent]", game: Game, agents: list[str | None]
) -> list[Opponent]:
    seated, used = [], set()
    for agent in agents:
        if agent is None:
            raise ValueError("opponents by name need a learner with a seat of its own")
        key = agent if agent in who else role_of(agent)
        if key not in who:
            raise ValueError(f"nobody sits as {agent}: name one for it or for every {key}")
        used.add(key)
        seated.append(_seated(who[key], game, agent))
    for key in who:
        if key not in used:
            raise ValueError(f"there is no other seat {key!r}: the others are {agents}")
    return seated


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
