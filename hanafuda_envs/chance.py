"""Draws: a hash of (seed, counters), nothing else.

The k-th draw of a round depends on ``(seed, game, round, k)`` alone, so the same seed gives
the same cards whatever was played before, on every machine and with every version of NumPy.
All counters start at 0; ``game`` is the number of the game inside the episode.

With ``mix`` the finaliser of SplitMix64 and ``G`` its odd constant, modulo 2**64::

    key  = mix(seed + G * (1 + (game << 32 | round)))
    bits = mix(key + G * (k + 1))
    draw = (bits >> 8) * n >> 56          # one of 0 .. n-1, n at most 256

A card is drawn by using ``draw`` as an index into the cards that have not been drawn since
the last shuffle, in ascending order. What must not shift other draws (who deals first, what a
seat cannot know when it is dealt anew, the seeds of a batch) has a key of its own.
"""

import secrets
from typing import Any, SupportsIndex

import numpy as np

from hanafuda_envs.bits import count, nth
from hanafuda_envs.compiled import kernel, wraps_around

__all__ = [
    "check_seed",
    "draw",
    "draw_any",
    "draw_card",
    "episode_seed",
    "first_dealer",
    "fresh_seed",
    "next_seed",
    "redeal_key",
    "round_key",
    "sample_key",
]

_G = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32, _S8, _S56 = (np.uint64(n) for n in (30, 27, 31, 32, 8, 56))
_ONE = np.uint64(1)
_LAST = 0xFFFFFFFF
"""A game and round that are never played: the draws there shift no other."""


@wraps_around
@kernel
def _mix(z):
    z = (z ^ (z >> _S30)) * _M1
    z = (z ^ (z >> _S27)) * _M2
    return z ^ (z >> _S31)


@wraps_around
@kernel
def round_key(seed, game, round_):
    """What the draws of one round share."""
    where = (np.uint64(game) << _S32) | np.uint64(round_)
    return _mix(seed + _G * (_ONE + where))


@wraps_around
@kernel
def _bits(key, k):
    return _mix(key + _G * (np.uint64(k) + _ONE))


@kernel
def draw(key, k, n):
    """The k-th draw under a key: one of ``0 .. n-1``, each as likely as the others."""
    return np.int64(((_bits(key, k) >> _S8) * np.uint64(n)) >> _S56)


@kernel
def draw_any(key, k, n):
    """As ``draw``, for any ``n`` below 2**32; a little less even, which only chance players use."""
    return np.int64(((_bits(key, k) >> _S32) * np.uint64(n)) >> _S32)


@kernel
def draw_card(key, k, undrawn):
    """The k-th draw under a key, taken as a card of the set ``undrawn``."""
    return nth(undrawn, draw(key, k, count(undrawn)))


@kernel
def first_dealer(seed, seats):
    """Who deals first where that is left to chance."""
    return draw(round_key(seed, _LAST, _LAST), 0, seats)


@kernel
def redeal_key(seed):
    """The key for dealing anew what a seat cannot know."""
    return round_key(seed, _LAST, 0)


@kernel
def sample_key(seed, call):
    """The key for the ``call``-th random actions of players who play at random."""
    return round_key(seed, _LAST - 1, call)


@kernel
def episode_seed(seed, row, episode):
    """The seed of the ``episode``-th game in row ``row`` of a batch that began with ``seed``."""
    return _bits(round_key(seed, row, episode), _LAST)


def fresh_seed() -> int:
    """A seed that nobody has used: for those who give none."""
    return secrets.randbits(64)


def next_seed(seed: int) -> int:
    """The seed of the episode after this one, for those who give a seed only once."""
    # Not a step of _G: that would be another round of the same episode.
    return (seed * 6364136223846793005 + 1442695040888963407) % 2**64


def check_seed(seed: SupportsIndex | Any) -> int:
    """The seed as an ``int``; a ``TypeError`` or ``ValueError`` says what a seed may be."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(f"seed must be an integer, not {type(seed).__name__} {seed!r}")
    value = seed.__index__()
    if not 0 <= value < 2**64:
        raise ValueError(f"seed must be from 0 to 2**64 - 1, not {value}")
    return value
