"""A game against its reference, step by step."""

import random
from collections.abc import Callable
from typing import Any

from hanafuda_envs import Game, Position


def play_both(
    game: Game,
    reference_of: Callable[[int], Any],
    assert_same: Callable[[Position, Any], None],
    steps: int,
    seed: str,
) -> None:
    """Random episodes until so many steps are compared: who acts, what is legal, what is paid.

    ``assert_same`` compares the rest after every step. Rewards are compared in units.
    """
    chooser = random.Random(seed)
    while steps > 0:
        episode = chooser.getrandbits(64)
        position, reference = game.new(episode), reference_of(episode)
        assert list(game.agents) == reference.agents
        assert_same(position, reference)
        while not reference.over:
            steps -= 1
            assert position.seat == reference.seat
            legal = reference.legal()
            assert position.legal() == legal
            action = chooser.choice(legal)
            expected = reference.apply(action)
            position.apply(action)
            assert position.state["rewards"][: game.seats].tolist() == expected
            assert_same(position, reference)
        assert position.over
