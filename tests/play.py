"""Ways of playing that several tests use."""

import random
from collections.abc import Iterator

import numpy as np

from hanafuda_envs import Game, Position


def random_positions(game: Game, seed: int) -> Iterator[Position]:
    """All positions of one randomly played episode, the start and the end included."""
    chooser = random.Random(seed)
    position = game.new(seed)
    while True:
        yield position
        if position.over:
            return
        position = position.after(chooser.choice(position.legal()))


def random_actions(game: Game, seed: int) -> list[int]:
    """The actions of one randomly played episode."""
    *_, last = random_positions(game, seed)
    return [action for _, action in last.history]


def first_legal(observation: np.ndarray, mask: np.ndarray) -> int:
    """A player that needs no seed."""
    return int(mask.argmax())


def last_legal(observation: np.ndarray, mask: np.ndarray) -> int:
    """Another one."""
    return int(mask.size - 1 - mask[::-1].argmax())
