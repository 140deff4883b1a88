"""The steps of a replay: what was done, what it brought, and what the player thought."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from hanafuda_envs.opponents import known_opponents, make_opponent
from hanafuda_envs.position import Position
from hanafuda_envs.replay import Replay

__all__ = ["Option", "Step", "steps_of"]


@dataclass(frozen=True)
class Option:
    """A legal action, in words, and how likely the player was to take it."""

    told: str
    probability: float
    taken: bool


@dataclass(frozen=True)
class Step:
    """A position, and the action that led to it; none at the start."""

    before: Position | None
    position: Position
    action: int | None
    player: str = ""
    thought: "dict[str, Any] | None" = None
    """What the player tells of this decision: ``probabilities``, ``value``, or both."""

    @property
    def told(self) -> str:
        """What was done, in words."""
        if self.before is None or self.action is None:
            return "the deal"
        return f"{self.before.agent}: {self.before.action_to_string(self.action)}"

    def paid(self) -> list[str]:
        """What the action brought to whom."""
        if self.before is None:
            return []
        rewards = zip(self.position.game.agents, self.position.rewards, strict=True)
        return [f"{agent} {reward:+g}" for agent, reward in rewards if reward]

    @property
    def value(self) -> float | None:
        """What the player expected before it acted."""
        value = (self.thought or {}).get("value")
        return None if value is None else float(value)

    @cached_property
    def options(self) -> list[Option]:
        """The legal actions with their probabilities, the likeliest first; empty if untold."""
        shares = (self.thought or {}).get("probabilities")
        if shares is None or self.before is None:
            return []
        found = [
            Option(
                self.before.action_to_string(action), float(shares[action]), action == self.action
            )
            for action in self.before.legal()
        ]
        return sorted(found, key=lambda option: -option.probability)

    def thoughts(self, most: int = 3) -> Iterator[str]:
        """What the player thought, in a line or two."""
        if self.value is not None:
            yield f"  expected {self.value:+.3g}"
        if self.options:
            told = (f"{option.probability:.0%} {option.told}" for option in self.options[:most])
            more = len(self.options) - most
            yield "  " + ", ".join(told) + (f", and {more} more" if more > 0 else "")


def steps_of(replay: Replay, say: Callable[[str], None]) -> list[Step]:
    """All steps; ``say`` hears of players that cannot be asked what they thought."""
    thinkers = [_thinker(replay, name, say) for name in replay.players]
    steps: list[Step] = []
    before: Position | None = None
    for position in replay.positions():
        if before is None or before.seat is None:
            steps.append(Step(None, position, None))
        else:
            seat, thinker = before.seat, thinkers[before.seat]
            thought = None if thinker is None else thinker(before.observe(), before.mask())
            action = replay.actions[len(steps) - 1]
            steps.append(Step(before, position, action, replay.players[seat], thought))
        before = position
    return steps


def _thinker(
    replay: Replay, name: str, say: Callable[[str], None]
) -> "Callable[[np.ndarray, np.ndarray], dict[str, Any]] | None":
    """What tells the thoughts of the player of this name, if it is one of ours and does."""
    if name.partition(":")[0] not in known_opponents(replay.game) and "/" not in name:
        return None  # somebody else; one with a / is the folder of a learned player
    try:
        player = make_opponent(name, replay.game)
    except Exception as error:  # a checkpoint that is gone, a library that is missing
        say(f"{name} cannot be asked what it thought: {error}")
        return None
    return getattr(player, "explain", None)
