"""The observation: one flat array of small numbers, in named pieces.

A game lists its pieces; the documentation, the spaces and the networks are made from that
list, and the compiled ``observe`` of the game writes the pieces in the same order with the
``put`` functions below.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from hanafuda_envs.cards import DECK
from hanafuda_envs.compiled import kernel

__all__ = [
    "Layout",
    "Piece",
    "allow_and_more",
    "allow_up_to",
    "forbid_all",
    "padded",
    "put",
    "put_bits",
    "put_cards",
    "put_choice",
]

CARD_PLANE = (DECK // 4, 4)
"""The shape of a set of cards in an observation: month by card of the month."""


@dataclass(frozen=True)
class Piece:
    """A named part of the observation; all its numbers lie in ``low .. high``."""

    name: str
    meaning: str
    shape: tuple[int, ...] = ()
    low: int = 0
    high: int = 1
    start: int = 0

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def slice(self) -> slice:
        """Where the piece lies in the flat array."""
        return slice(self.start, self.start + self.size)

    @classmethod
    def cards(cls, name: str, meaning: str) -> "Piece":
        """A set of cards: 1 where a card is in it. Cards outside a small deck stay 0."""
        return cls(name, meaning, CARD_PLANE)


class Layout(Mapping[str, Piece]):
    """The pieces of an observation by name, in order.

    ``dtype`` is the smallest of int8, int16, int32 and int64 that holds every piece's bounds.
    """

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces: dict[str, Piece] = {}
        start = 0
        for piece in pieces:
            self._pieces[piece.name] = replace(piece, start=start)
            start += piece.size
        self.size = start
        self.dtype = _smallest_dtype(pieces)

    def __getitem__(self, name: str) -> Piece:
        return self._pieces[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pieces)

    def __len__(self) -> int:
        return len(self._pieces)

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The pieces of an observation, or of a stack of them, each in its own shape."""
        lead = observation.shape[:-1]
        return {
            name: observation[..., piece.slice].reshape(lead + piece.shape)
            for name, piece in self.items()
        }

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The lowest and the highest value of each number."""
        low, high = np.empty((2, self.size), dtype=self.dtype)
        for piece in self.values():
            # A number that the options leave constant still needs a range.
            low[piece.slice], high[piece.slice] = piece.low, max(piece.high, piece.low + 1)
        return low, high

    def table(self) -> str:
        """The pieces as a Markdown table."""
        rows = ["| piece | at | shape | values | meaning |", "|---|---|---|---|---|"]
        for piece in self.values():
            shape = " x ".join(map(str, piece.shape)) or "1"
            rows.append(
                f"| `{piece.name}` | {piece.start} | {shape} | {piece.low}..{piece.high} "
                f"| {piece.meaning} |"
            )
        return "\n".join(rows)


def _smallest_dtype(pieces: Sequence[Piece]) -> np.dtype:
    for dtype in (np.int8, np.int16, np.int32, np.int64):
        room = np.iinfo(dtype)
        if all(room.min <= piece.low and piece.high <= room.max for piece in pieces):
            return np.dtype(dtype)
    wide = [p.name for p in pieces if not -(2**63) <= p.low <= p.high < 2**63]
    raise ValueError(f"these options make {', '.join(wide)} too large to count in 64 bits")


def padded(length: int) -> int:
    """The length of a mask's row: a multiple of 16, so that it can be written by lanes."""
    return -(-length // LANES) * LANES


# --- writing, compiled: each returns where the next piece starts ------------------------------

_ONE = np.uint64(1)
LANES = 16
"""How many numbers ``put_bits`` writes at once."""


def _store_lanes_in_python(row: Any, at: int, bits: Any) -> None:
    """Write the lowest 16 bits of a word as 16 numbers of a one-dimensional array."""
    for lane in range(LANES):
        row[at + lane] = int(bits) >> lane & 1


@intrinsic
def _store_lanes_at_once(typingctx: Any, row: Any, at: Any, bits: Any) -> Any:
    """The same in one vector instruction where the machine has it.

    Bit by bit, writing the observation would cost several times what the rules cost.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        lanes = builder.bitcast(
            builder.trunc(args[2], ir.IntType(LANES)), ir.VectorType(ir.IntType(1), LANES)
        )
        number = context.get_data_type(signature.args[0].dtype)
        numbers = ir.VectorType(number, LANES)
        place = builder.bitcast(builder.gep(array.data, [args[1]]), numbers.as_pointer())
        store = builder.store(builder.zext(lanes, numbers), place)
        store.align = 1  # a row may begin anywhere
        return context.get_dummy_value()

    return types.void(row, types.intp, types.uint64), codegen


_store_lanes = _store_lanes_in_python if numba.config.DISABLE_JIT else _store_lanes_at_once


@kernel
def put_bits(row, at, bits, size):
    """Write a set as 0 and 1; ``size`` is a multiple of 16."""
    for lane in range(0, size, LANES):
        _store_lanes(row, at + lane, bits >> np.uint64(lane))
    return at + size


@kernel
def allow_and_more(mask, most, first, more):
    """Write a mask: ``0 .. most`` are legal, and ``more`` actions from ``first`` on."""
    if mask.size <= 64:
        actions = (np.uint64(2) << np.uint64(most)) - _ONE
        actions |= ((_ONE << np.uint64(more)) - _ONE) << np.uint64(first)
        put_bits(mask, 0, actions, mask.size)
    else:
        for action in range(mask.size):
            mask[action] = action <= most or first <= action < first + more


@kernel
def allow_up_to(mask, most):
    """Write a mask: the actions ``0 .. most`` are legal, no others."""
    allow_and_more(mask, most, 0, 0)


@kernel
def forbid_all(mask):
    """Write a mask: nothing is legal."""
    for lane in range(0, mask.size, LANES):
        _store_lanes(mask, lane, np.uint64(0))


@kernel
def put_cards(row, at, bits):
    """Write a set of cards as 0 and 1."""
    return put_bits(row, at, bits, DECK)


@kernel
def put(row, at, number):
    """Write one number."""
    row[at] = number
    return at + 1


@kernel
def put_choice(row, at, chosen, size):
    """Write one of ``size`` possibilities: 1 at the chosen one, all 0 if it is none of them."""
    for place in range(size):
        row[at + place] = place == chosen
    return at + size
