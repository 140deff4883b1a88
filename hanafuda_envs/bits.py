"""Sets of small numbers (cards, actions) as one ``uint64``: bit ``c`` stands for number ``c``.

``set_of`` and ``members`` are for people; the others are compiled and belong to the kernels.
"""

from collections.abc import Iterable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba.core import types
from numba.extending import intrinsic

from hanafuda_envs.compiled import kernel, wraps_around

__all__ = ["bit", "count", "members", "nth", "set_of"]


def set_of(numbers: Iterable[int]) -> int:
    """The set of the given numbers."""
    return sum({1 << int(number) for number in numbers})


def members(bits: "int | np.uint64") -> list[int]:
    """The numbers in a set, ascending."""
    rest = int(bits)
    return [number for number in range(rest.bit_length()) if rest >> number & 1]


_S1, _S2, _S4, _S8, _S56 = (np.uint64(n) for n in (1, 2, 4, 8, 56))
_ONE = np.uint64(1)
_ODD = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_TOP_BITS = np.uint64(0x8080808080808080)
_LOW = np.uint64(0xFF)


@kernel
def bit(number):
    """The set that holds this number alone."""
    return _ONE << np.uint64(number)


@kernel
def _count_by_byte(bits):
    """How many bits each byte of the word has, in the same byte of the result."""
    bits = bits - ((bits >> _S1) & _ODD)
    bits = (bits & _PAIRS) + ((bits >> _S2) & _PAIRS)
    return (bits + (bits >> _S4)) & _NIBBLES


@wraps_around
@kernel
def count(bits):
    """How many numbers the set holds."""
    # LLVM knows this idiom and emits a single instruction where the machine has one.
    return np.int64((_count_by_byte(bits) * _BYTES) >> _S56)


def _select_table() -> np.ndarray:
    """For each byte and n: the position of its n-th set bit (0 where it has fewer)."""
    table = np.zeros((256, 8), dtype=np.uint8)
    for byte in range(256):
        places = members(byte)
        table[byte, : len(places)] = places
    return table


_SELECT = _select_table()


@wraps_around
@kernel
def nth_by_table(bits, n):
    """``nth`` for every machine, without a branch."""
    up_to = _count_by_byte(bits) * _BYTES  # byte b: how many lie in bytes 0..b
    wanted = np.uint64(n)
    passed = ((wanted * _BYTES | _TOP_BITS) - up_to) & _TOP_BITS  # bytes with up_to <= wanted
    place = np.uint64(count(passed) * 8)
    before = ((up_to << _S8) >> place) & _LOW
    byte = (bits >> place) & _LOW
    return np.int64(place) + np.int64(_SELECT[np.int64(byte), np.int64(wanted - before)])


@intrinsic
def _lowest_deposited(typingctx: Any, bits: Any, places: Any) -> Any:
    """The lowest bit of ``bits`` spread over the set bits of ``places`` (BMI2 alone)."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        deposit = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word])
        )
        return builder.cttz(builder.call(deposit, args), ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64, types.uint64), codegen


@kernel
def nth_by_deposit(bits, n):
    """``nth`` in three instructions, where the processor has them."""
    return _lowest_deposited(bit(n), bits)


def _deposits_fast() -> bool:
    """Whether bits can be deposited at once; two AMD generations have it, but slowly."""
    if numba.config.DISABLE_JIT or get_host_cpu_name() in ("znver1", "znver2"):
        return False
    return bool(get_host_cpu_features().get("bmi2", False))


nth = nth_by_deposit if _deposits_fast() else nth_by_table
"""The n-th number of the set in ascending order, counted from 0. Dealing is made of this."""
