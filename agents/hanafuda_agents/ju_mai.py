"""Players of Jū Mai."""

import numpy as np

from hanafuda_envs.cards import DECK, JU_MAI_POINTS
from hanafuda_envs.game import Game

__all__ = ["Greedy"]

_POINTS = JU_MAI_POINTS.reshape(12, 4)
_TAKES = 1000  # to capture anything is worth more than to throw anything


class Greedy:
    """Captures the most points now; where nothing can be captured, throws the cheapest card."""

    def __init__(self, game: Game) -> None:
        self._layout = game.layout

    def __call__(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        return int(self.batch(observation[None], action_mask[None])[0])

    def batch(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """The action of highest value in each row; the lowest number where several are."""
        pieces = self._layout.split(observations)
        field = pieces["field"].astype(np.int64)
        value = self._value_of_playing(field)
        choosing = pieces["card"].any(axis=(1, 2))
        value[choosing] = JU_MAI_POINTS
        actions = action_masks.shape[1]
        return np.where(action_masks, value[:, :actions], -(10**6)).argmax(axis=1)

    def _value_of_playing(self, field: np.ndarray) -> np.ndarray:
        """For each card: the points that it and what it takes bring, or what throwing it costs."""
        matches = field.sum(axis=2)[:, :, None]
        worth = field * _POINTS
        best, all_of_them = worth.max(axis=2)[:, :, None], worth.sum(axis=2)[:, :, None]
        taken = np.where(matches == 3, all_of_them, best)
        value = np.where(matches > 0, _TAKES + _POINTS + taken, -_POINTS)
        return value.reshape(-1, DECK)
