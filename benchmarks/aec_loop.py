"""Random legal play through PettingZoo's agent-by-agent (AEC) interface, timed.

One loop serves every AEC environment, so that two environments timed with it differ only in
their own cost: the loop is the documented one (``agent_iter``, ``last``, ``step``), the action is
drawn uniformly from the legal mask, and the random numbers are made before the clock starts.

The module needs nothing but NumPy, so it can be used without installing any peer.
"""

from itertools import cycle
from typing import Any

import numpy as np
from harness import rate

STREAM = 1 << 16  # random numbers prepared in advance; used round and round


def aec_steps(env: Any, seconds: float, seed: int) -> float:
    """Play whole games for about ``seconds`` and return the decisions taken per second.

    Every decision includes ``env.last()``, that is the observation of the player to act and its
    legal mask, taken from ``observation["action_mask"]`` or else from ``info["action_mask"]``.
    A step that only removes a finished player (``step(None)``) takes time but is not counted,
    and neither is ``reset``. The clock is read once per game, so the last game is played out.
    """
    draw = cycle(np.random.default_rng(seed).random(STREAM).tolist()).__next__

    def play_game() -> int:
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            if isinstance(observation, dict) and "action_mask" in observation:
                mask = observation["action_mask"]
            else:
                mask = info["action_mask"]
            legal = np.flatnonzero(mask)
            env.step(int(legal[int(draw() * len(legal))]))
            steps += 1
        env.reset()
        return steps

    env.reset(seed=seed)
    return rate(play_game, seconds)
