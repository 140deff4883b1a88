"""One game in hand: what a person, a test or a search thinks about."""

from collections.abc import Callable, Iterable
from typing import Any, Self

import numpy as np

from hanafuda_envs.chance import check_seed, fresh_seed
from hanafuda_envs.engine import OVER
from hanafuda_envs.game import Game

__all__ = ["Position"]

_Past = tuple[Any, int, int] | None  # (what came before, seat, action): shared between clones


class Position:
    """A position of one game. Get one from ``game.new(seed)``.

    ``apply`` changes it, ``after`` leaves it alone. Two positions are equal when their game,
    rules and state are; ``hash`` follows, so do not ``apply`` to one that is a key somewhere.
    """

    __slots__ = ("_past", "_states", "game")

    def __init__(self, game: Game, states: np.ndarray, past: _Past = None) -> None:
        self.game = game
        self._states = states
        self._past = past

    @classmethod
    def start(cls, game: Game, seed: int) -> Self:
        """A new episode of the game."""
        states = np.zeros(1, dtype=game.state_dtype)
        row = np.empty(game.layout.size, dtype=game.layout.dtype)
        game.engine.begin(states, game.record, np.uint64(seed), row, _mask_of(game))
        return cls(game, states)

    @classmethod
    def with_history(
        cls, game: Game, states: np.ndarray, history: Iterable[tuple[int, int]]
    ) -> Self:
        """A position that was reached by these (seat, action)."""
        past: _Past = None
        for seat, action in history:
            past = (past, seat, action)
        return cls(game, states, past)

    # --- looking ------------------------------------------------------------------------------

    @property
    def state(self) -> np.void:
        """The whole state, hidden things included, as a read-only record."""
        view = self._states.view()
        view.setflags(write=False)
        return view[0]

    @property
    def seat(self) -> int | None:
        """Who acts now; ``None`` when the episode is over."""
        seat = int(self._states["seat"][0])
        return None if seat == OVER else seat

    @property
    def agent(self) -> str | None:
        """The name of who acts now."""
        return None if self.seat is None else self.game.agents[self.seat]

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return self.seat is None

    @property
    def rewards(self) -> tuple[float, ...]:
        """What each seat got by the last action."""
        units = self._states["rewards"][0, : self.game.seats]
        return tuple((units / self.game.unit).tolist())

    @property
    def history(self) -> tuple[tuple[int, int], ...]:
        """All that was done since the start, as (seat, action)."""
        done, past = [], self._past
        while past is not None:
            past, seat, action = past
            done.append((seat, action))
        return tuple(reversed(done))

    def legal(self) -> list[int]:
        """The legal actions, ascending; empty when the episode is over."""
        return self.game.legal_actions(self._states)

    def mask(self) -> np.ndarray:
        """The legal actions of the seat to act as int8 0 and 1."""
        mask = _mask_of(self.game)
        self.game.engine.legal(self._states, self.game.record, mask)
        return mask[: self.game.action_counts[self.seat or 0]]

    def observe(self, seat: int | None = None) -> np.ndarray:
        """What this seat (by default the one to act) may know."""
        seat = self._check_seat(self.seat or 0 if seat is None else seat)
        row = np.empty(self.game.layout.size, dtype=self.game.layout.dtype)
        self.game.engine.observe(self._states, self.game.record, seat, row)
        return row

    def action_to_string(self, action: int) -> str:
        """What the action means here, in words."""
        return self.game.action_to_string(self._states[0], self.game.check_action(action))

    # --- moving -------------------------------------------------------------------------------

    def apply(self, action: int | np.integer) -> Self:
        """Take a legal action, and return this position."""
        number, seat = self.game.check_action(action), int(self._states["seat"][0])
        small = -(2**31) < number < 2**31
        if not small or not self.game.engine.apply(
            self._states, self.game.record, number, _mask_of(self.game)
        ):
            raise self.game.illegal(self._states, number)
        self._past = (self._past, seat, number)
        return self

    def after(self, action: int) -> Self:
        """The position after a legal action; this one stays as it is."""
        return self.clone().apply(action)

    def clone(self) -> Self:
        """An independent copy, future draws included."""
        return type(self)(self.game, _copied(self._states), self._past)

    def determinize(self, seat: int, rng: np.random.Generator | int | None = None) -> Self:
        """A copy that looks the same to this seat, with everything else dealt anew.

        What lies ahead is drawn from a new seed, so a search over such copies cannot see the
        future. ``rng`` is a generator or a seed.
        """
        seat = self._check_seat(seat)
        if isinstance(rng, np.random.Generator):
            seed = int(rng.integers(2**64, dtype=np.uint64))
        else:
            seed = fresh_seed() if rng is None else check_seed(rng)
        other = self.clone()
        self.game.engine.redeal(other._states, self.game.record, seat, np.uint64(seed))
        return other

    def _check_seat(self, seat: int) -> int:
        if isinstance(seat, str) and seat in self.game.agents:
            return self.game.agents.index(seat)
        if isinstance(seat, bool) or not hasattr(seat, "__index__"):
            raise TypeError(f"a seat is an integer or one of {self.game.agents}, not {seat!r}")
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"seat {seat} does not exist: there are 0 to {self.game.seats - 1}")
        return int(seat)

    # --- pictures -----------------------------------------------------------------------------

    def to_svg(self, *, view: str | None = None, label: bool = False) -> str:
        """The table as an SVG document, for a page or a paper.

        ``view`` names the agent who looks: what it cannot see is face down; without it a
        spectator sees everything. ``label`` explains each card in a corner.
        """
        from hanafuda_envs.render import to_svg

        return to_svg(self, view=view, label=label)

    def _repr_html_(self) -> str:
        return f'<div style="max-width: 720px">{self.to_svg()}</div>'

    # --- bytes --------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """The position with its history, for ``game.from_bytes``."""
        history = np.array(self.history, dtype="<i4")
        return b"\n".join([self.game.signature.encode(), self._states.tobytes()]) + (
            history.tobytes()
        )

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> Self:
        """Read ``to_bytes`` back; a ``ValueError`` if it is damaged or of other rules."""
        head, _, body = bytes(data).partition(b"\n")
        if head != game.signature.encode():
            raise ValueError(
                f"these bytes are no position of {game!r}: they begin with "
                f"{head[:80].decode(errors='replace')!r}, expected {game.signature!r}"
            )
        size = game.state_dtype.itemsize
        if len(body) < size or (len(body) - size) % 8:
            raise ValueError(f"damaged position: {len(body)} bytes after the first line")
        states = np.frombuffer(body[:size], dtype=game.state_dtype).copy()
        if not OVER <= int(states["seat"][0]) < game.seats:
            raise ValueError(f"damaged position: seat {int(states['seat'][0])} does not exist")
        pairs = np.frombuffer(body[size:], dtype="<i4").reshape(-1, 2).tolist()
        return cls.with_history(game, states, ((seat, action) for seat, action in pairs))

    def __reduce__(self) -> "tuple[Callable[..., Position], tuple[Any, ...]]":
        return _read, (self.game, self.game.signature, self.to_bytes())

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and other.game == self.game
            and other._states.tobytes() == self._states.tobytes()
        )

    def __hash__(self) -> int:
        return hash((self.game, self._states.tobytes()))

    def __repr__(self) -> str:
        who = "over" if self.over else f"{self.agent} to act"
        return f"<{self.game.title}: {len(self.history)} actions, {who}>"


def _read(game: Game, signature: str, data: bytes) -> Position:
    return Position.from_bytes(game, data)


def _mask_of(game: Game) -> np.ndarray:
    return np.empty(game.mask_width, dtype=np.int8)


def _copied(states: np.ndarray) -> np.ndarray:
    # Through plain words: NumPy copies structured arrays field by field.
    return states.view(np.uint64).copy().view(states.dtype)
