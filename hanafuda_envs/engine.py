"""The compiled loops between a game's rules and its faces: built once for each game.

A game brings five functions (``Kernel``); ``build`` wraps them into what the faces call from
Python (``Engine``). Every call checks legality against the mask that the game itself writes,
so the mask is exactly what is accepted, and an illegal action changes nothing.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hanafuda_envs.bits import count, nth
from hanafuda_envs.chance import draw_any, episode_seed, sample_key
from hanafuda_envs.compiled import entry, kernel, wraps_around

__all__ = [
    "ILLEGAL",
    "OVER",
    "Engine",
    "Kernel",
    "build",
    "next_seat",
    "redeal_future",
    "sample_rows",
    "seats_between",
    "state_of",
]

OVER = -1
"""The seat to act when the episode has ended."""
ILLEGAL = -2
"""What ``advance`` returns instead of a seat when the action is not legal."""

_WORD = 8  # bytes

Function = Callable[..., Any]


class Kernel(NamedTuple):
    """The rules of a game: compiled functions over an array of states.

    All take ``(states, i, rules)`` first, where ``rules`` is the record of the options.
    ``mask`` and ``row`` are one-dimensional and are written completely.
    """

    start: Function
    """``(…, seed)``: begin an episode."""
    legal: Function
    """``(…, mask)``: write 1 for each action that the seat to act may take, else 0."""
    apply: Function
    """``(…, action)``: take a legal action; sets ``seat`` and ``rewards``."""
    observe: Function
    """``(…, seat, row)``: write what this seat may know."""
    redeal: Function
    """``(…, seat, seed)``: replace the seed and all that this seat cannot know."""


class Engine(NamedTuple):
    """What the faces call. Single-game functions use ``states[0]``."""

    begin: Function
    advance: Function
    apply: Function
    legal: Function
    observe: Function
    redeal: Function
    begin_rows: Function
    step_rows: Function


def state_of(seats: int, fields: list[tuple[Any, ...]]) -> np.dtype:
    """One game in memory: what the faces read of every game, and its own fields.

    There are no hidden gaps, whose bytes NumPy would not copy: a state is all of its bytes.
    """
    every_game: list[tuple[Any, ...]] = [
        ("seed", np.uint64),
        ("rewards", np.int64, (seats,)),  # of the last action, in units
        ("seat", np.int8),  # who acts, or OVER
    ]
    widest_first = sorted(every_game + fields, key=lambda field: -np.dtype(field[1]).itemsize)
    gap = -np.dtype(widest_first).itemsize % _WORD
    return np.dtype([*widest_first, ("unused", np.uint8, (gap,))] if gap else widest_first)


@kernel
def next_seat(seat, seats):
    """The seat to the right."""
    return seat + 1 if seat + 1 < seats else 0  # a division would cost more than a whole piece


@kernel
def seats_between(here, there, seats):
    """How many seats to the right of one the other is."""
    return there - here if there >= here else there - here + seats


@kernel
def redeal_future(states, i, rules, seat, seed):
    """The ``redeal`` of games in which nothing is hidden but the future."""
    states[i]["seed"] = seed


def build(owner: str, rules: Kernel) -> Engine:
    """Compile the loops around a game's rules (on first call), kept on disk under ``owner``."""
    rules_start, rules_legal, rules_apply, rules_observe, rules_redeal = rules

    @entry(owner)
    def begin(states, rules, seed, row, mask):
        """Start an episode; write what the first to act sees. Returns the seat to act."""
        rules_start(states, 0, rules, np.uint64(seed))
        seat = states[0]["seat"]
        rules_observe(states, 0, rules, seat, row)
        rules_legal(states, 0, rules, mask)
        return seat

    @entry(owner)
    def advance(states, rules, action, row, mask):
        """Take an action; write what the next to act sees.

        Returns the seat to act (or OVER, or ILLEGAL) and whether anybody has a reward. At the
        end the last one who acted is the one who looks.
        """
        rules_legal(states, 0, rules, mask)
        if action < 0 or action >= mask.size or mask[action] == 0:
            return ILLEGAL, False
        actor = states[0]["seat"]
        rules_apply(states, 0, rules, action)
        seat = states[0]["seat"]
        rules_observe(states, 0, rules, actor if seat == OVER else seat, row)
        rules_legal(states, 0, rules, mask)
        paid = False
        for reward in states[0]["rewards"]:
            paid = paid or reward != 0
        return seat, paid

    @entry(owner)
    def apply(states, rules, action, mask):
        """Take an action and nothing else; False if it is not legal. ``mask`` is scratch."""
        rules_legal(states, 0, rules, mask)
        if action < 0 or action >= mask.size or mask[action] == 0:
            return False
        rules_apply(states, 0, rules, action)
        return True

    @entry(owner)
    def legal(states, rules, mask):
        rules_legal(states, 0, rules, mask)

    @entry(owner)
    def observe(states, rules, seat, row):
        rules_observe(states, 0, rules, seat, row)

    @entry(owner)
    def redeal(states, rules, seat, seed):
        rules_redeal(states, 0, rules, seat, np.uint64(seed))

    @entry(owner)
    def begin_rows(states, rules, rows, seed, episodes, rows_out, masks, seats):
        """Start the next episode in each of the given rows of a batch."""
        for row in rows:
            rules_start(states, row, rules, episode_seed(np.uint64(seed), row, episodes[row]))
            episodes[row] += 1
            seats[row] = states[row]["seat"]
            rules_observe(states, row, rules, seats[row], rows_out[row])
            rules_legal(states, row, rules, masks[row])

    @entry(owner)
    def step_rows(
        states,
        rules,
        rows,
        actions,
        seed,
        episodes,
        rows_out,
        masks,
        seats,
        rewards,
        done,
        unit,
        restart,
    ):
        """One action in each of the given rows; finished games restart at once if wanted.

        ``masks`` must be as the last call left it. Returns -1, or the place in ``rows`` of the
        first illegal action; then nothing moved.
        """
        for place in range(rows.size):
            row, action = rows[place], actions[place]
            if action < 0 or action >= masks.shape[1] or masks[row, action] == 0:
                return place
        for place in range(rows.size):
            row = rows[place]
            looking = states[row]["seat"]
            rules_apply(states, row, rules, actions[place])
            for seat in range(rewards.shape[1]):
                units = states[row]["rewards"][seat]
                rewards[row, seat] = units / unit if units != 0 else 0.0
            done[row] = states[row]["seat"] == OVER
            if done[row] and restart:
                rules_start(states, row, rules, episode_seed(np.uint64(seed), row, episodes[row]))
                episodes[row] += 1
            seats[row] = states[row]["seat"]
            if seats[row] != OVER:
                looking = seats[row]
            rules_observe(states, row, rules, looking, rows_out[row])
            rules_legal(states, row, rules, masks[row])
        return -1

    return Engine(begin, advance, apply, legal, observe, redeal, begin_rows, step_rows)


_CHUNK = 64  # actions that fit into one set
_GATHER = np.uint64(0x0102040810204080)
_TOP = np.uint64(56)


@kernel
def _legal_set(words, row, chunk):
    """Up to 64 actions of a mask as a set: the lowest bit of each of its bytes."""
    first = chunk * _CHUNK // _WORD
    bits = np.uint64(0)
    for word in range(min(_CHUNK // _WORD, words.shape[1] - first)):
        byte = (words[row, first + word] * _GATHER) >> _TOP
        bits |= byte << np.uint64(_WORD * word)
    return bits


@wraps_around
@entry("batch")
def sample_rows(masks, rows, seed, call, actions):
    """For each of the rows a legal action, each as likely as the others; -1 where none is.

    ``call`` numbers the calls under one seed: another number, other actions.
    """
    key = sample_key(np.uint64(seed), call)
    words = masks.view(np.uint64)
    chunks = (masks.shape[1] + _CHUNK - 1) // _CHUNK
    for place in range(rows.size):
        row = rows[place]
        chunk, here = 0, _legal_set(words, row, 0)
        legal = size = count(here)
        for later in range(1, chunks):
            legal += count(_legal_set(words, row, later))
        wanted = draw_any(key, place, legal)
        while wanted >= size and chunk + 1 < chunks:
            wanted -= size
            chunk += 1
            here = _legal_set(words, row, chunk)
            size = count(here)
        actions[place] = chunk * _CHUNK + nth(here, wanted) if legal != 0 else -1
