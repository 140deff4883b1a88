"""What one seat may know of a position: the only thing that a scene is made of."""

from functools import cached_property
from typing import Any

import numpy as np

from hanafuda_envs.game import Game
from hanafuda_envs.position import Position

__all__ = ["Sight"]

LYING_OPEN = {
    "ju_mai": (),
    "batta_maki": ("last", "winner", "shown"),
    "sanmai_kabu": ("last", "results"),
    "yatchaba": ("last_guesser", "last_hits", "last_guess", "last_cards", "last_pot"),
    "echobo": (),
}
"""Fields of the state that everybody saw at the last showdown, and observations leave out."""


class Sight:
    """The observation of a seat by pieces, and what lies open beside it.

    It keeps no position: whoever is given a sight cannot see more than the seat.
    """

    def __init__(self, position: Position, seat: int) -> None:
        self.game: Game = position.game
        self.seat = seat
        self.acting = position.seat
        self.legal = position.legal() if position.seat == seat else []
        self.rewards = position.rewards
        self.house = position.game.info(position.state).get("house", 0.0)
        self._pieces = position.game.layout.split(position.observe(seat))
        self._open = {name: position.state[name] for name in LYING_OPEN[position.game.family]}
        self._open = {name: np.array(value).tolist() for name, value in self._open.items()}

    @property
    def over(self) -> bool:
        return self.acting is None

    @cached_property
    def rules(self) -> dict[str, Any]:
        return self.game.rules.as_dict()

    def number(self, piece: str) -> int:
        return int(self._pieces[piece])

    def numbers(self, piece: str) -> list[Any]:
        """The numbers of a piece, nested as its shape is."""
        return self._pieces[piece].tolist()

    def cards(self, piece: str) -> list[int]:
        """A piece that is a set of cards, as ids in order."""
        return np.flatnonzero(self._pieces[piece]).tolist()

    def one_of(self, piece: str) -> int | None:
        """Which possibility of a piece is true, if any."""
        true = np.flatnonzero(self._pieces[piece])
        return int(true[0]) if true.size else None

    def by_seat(self, piece: str, me: int | None = None) -> list[Any]:
        """A piece that lists the seats from oneself on, in the order of the seats.

        ``me`` is one's own number in that list, if it is not the seat.
        """
        values, first = self.numbers(piece), self.seat if me is None else me
        return [values[(number - first) % len(values)] for number in range(len(values))]

    def lying_open(self, name: str) -> Any:
        return self._open[name]

    def same_round(self, later: "Sight") -> bool:
        """Whether the later sight is of the same round: nothing was shown down in between."""
        if later.over:
            return False
        counts = [name for name in ("game", "round") if name in self._pieces]
        return all(self.number(name) == later.number(name) for name in counts)
