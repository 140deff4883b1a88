"""Compiled players: rules of thumb that play at the speed of the games.

A family of games brings one compiled function for all its players, ``choose``, and what they
know beside the observation as a record, ``knowledge``: where the pieces of an observation lie,
options of the game, settings of the player. Everything else follows: an opponent for every
face, and ``play_games``, in which whole episodes run without leaving compiled code.

A player is a function of the observation of its seat, so it cannot know more than that.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from hanafuda_envs.chance import check_seed, draw_any, round_key
from hanafuda_envs.compiled import entry, kernel, wraps_around
from hanafuda_envs.engine import OVER, Kernel
from hanafuda_envs.game import Game

__all__ = [
    "Family",
    "RulePlayer",
    "any_legal",
    "knowledge_of",
    "plain",
    "play_games",
    "record_games",
    "where",
]


class Family(NamedTuple):
    """The compiled players of a family of games."""

    name: str
    choose: Callable[..., Any]
    """``(code, row, mask, knowledge, who, key) -> action``: what the player with this number does
    on seeing ``row``, if it may do what ``mask`` says; ``knowledge[who]`` is its own, ``key`` its
    lot."""


class _Entries(NamedTuple):
    choose_rows: Callable[..., Any]
    play_rows: Callable[..., Any]


@kernel
def any_legal(mask, key):
    """One of the legal actions, each as likely as the others."""
    legal = 0
    for action in range(mask.size):
        legal += mask[action]
    left = draw_any(key, 0, legal)
    for action in range(mask.size):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return -1


@cache
def _entries(family: Family, game: Kernel) -> _Entries:
    """The loops around the players of a family, compiled on first call."""
    choose = family.choose
    start, legal, apply, observe, _ = game
    owner = f"{family.name}-players"

    @wraps_around
    @entry(owner)
    def choose_rows(rows, masks, code, knowledge, seed, call, actions):
        """What one player does in many positions."""
        key = round_key(np.uint64(seed), 0, call)
        for place in range(actions.size):
            lot = round_key(key, 1, place)
            actions[place] = choose(code, rows[place], masks[place], knowledge, 0, lot)

    @wraps_around
    @entry(owner)
    def play_rows(states, rules, seeds, codes, knowledge, lots, row, mask, results, actions):
        """Whole episodes, one player a seat. Returns -1, or the episode with an illegal action.

        The first actions of each episode are kept in ``actions``, as many as it has columns.
        """
        for episode in range(seeds.size):
            start(states, 0, rules, seeds[episode])
            decision = 0
            seat = states[0]["seat"]
            while seat != OVER:
                observe(states, 0, rules, seat, row)
                legal(states, 0, rules, mask)
                lot = round_key(seeds[episode] ^ lots[seat], 2, decision)
                action = choose(codes[seat], row, mask, knowledge, seat, lot)
                if action < 0 or action >= mask.size or mask[action] == 0:
                    return episode
                if decision < actions.shape[1]:
                    actions[episode, decision] = action
                apply(states, 0, rules, action)
                for other in range(results.shape[1]):
                    results[episode, other] += states[0]["rewards"][other]
                decision += 1
                seat = states[0]["seat"]
        return -1

    return _Entries(choose_rows, play_rows)


class RulePlayer:
    """A compiled player, for one game: an opponent for every face.

    Reproducible: the same calls after ``reset(seed)`` bring the same answers.
    """

    def __init__(self, family: Family, game: Game, code: int, knowledge: np.ndarray) -> None:
        self.family, self.game = family, game
        self.code, self.knowledge = code, knowledge
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Begin anew: lots depend on this seed and on how often the player was asked since."""
        self.seed, self._calls = check_seed(seed), 0

    def __call__(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        return int(self.batch(observation[np.newaxis], action_mask[np.newaxis])[0])

    def batch(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """The player's actions in many positions."""
        actions = np.empty(len(observations), dtype=np.int64)
        _entries(self.family, self.game.kernel).choose_rows(
            plain(observations),
            plain(action_masks, np.int8),
            self.code,
            self.knowledge,
            np.uint64(self.seed),
            self._calls,
            actions,
        )
        self._calls += 1
        return actions


def plain(array: np.ndarray, dtype: Any = None) -> np.ndarray:
    """The array as the compiled loops take it: every other form would compile them anew."""
    plain = np.ascontiguousarray(array, dtype=dtype)
    return plain if plain.flags.writeable else plain.copy()


def play_games(game: Game, players: Sequence[RulePlayer], seeds: np.ndarray) -> np.ndarray:
    """The results of whole episodes, one a seed (row) for each seat (column).

    ``players`` has one for each seat. The same seeds are the same deals for whoever plays.
    """
    return _play(game, players, seeds, np.empty((len(seeds), 0), dtype=np.int32))


_UNPLAYED = -1


def record_games(
    game: Game, players: Sequence[RulePlayer], seeds: np.ndarray
) -> list[tuple[int, ...]]:
    """The actions of those episodes that ``play_games`` plays with the same arguments."""
    width = 64
    while True:
        actions = np.full((len(seeds), width), _UNPLAYED, dtype=np.int32)
        _play(game, players, seeds, actions)
        if (actions[:, -1] == _UNPLAYED).all():
            break
        width *= 4  # an episode may have been longer
    return [tuple(row[row != _UNPLAYED].tolist()) for row in actions]


def _play(
    game: Game, players: Sequence[RulePlayer], seeds: np.ndarray, actions: np.ndarray
) -> np.ndarray:
    if len(players) != game.seats:
        raise ValueError(f"{game.title} has {game.seats} seats, not {len(players)}")
    results = np.zeros((len(seeds), game.seats))
    illegal = _entries(players[0].family, game.kernel).play_rows(
        np.zeros(1, dtype=game.state_dtype),
        game.record,
        np.ascontiguousarray(seeds, dtype=np.uint64),
        np.array([player.code for player in players]),
        np.concatenate([player.knowledge for player in players]),
        np.array([_lot(player.seed, seat) for seat, player in enumerate(players)], dtype=np.uint64),
        np.empty(game.layout.size, dtype=game.layout.dtype),
        np.empty(game.mask_width, dtype=np.int8),
        results,
        actions,
    )
    if illegal >= 0:
        raise AssertionError(f"a compiled player acted illegally with seed {seeds[illegal]}")
    return results / game.unit


def _lot(seed: int, seat: int) -> int:
    return (seed * 0x9E3779B97F4A7C15 + (seat + 1) * 0xD1342543DE82EF95) % 2**64


def where(*pieces: str) -> list[tuple[str, Any]]:
    """The fields of a knowledge record that say where these pieces of an observation begin."""
    return [(f"{piece}_at", np.int64) for piece in pieces]


def knowledge_of(dtype: np.dtype, game: Game, **facts: Any) -> np.ndarray:
    """A knowledge record: where the pieces lie, the options of the same name, and these facts."""
    knowledge = np.zeros(1, dtype=dtype)
    record = game.record
    for name in dtype.names or ():
        if name in facts:
            knowledge[name] = facts[name]
        elif name.endswith("_at"):
            knowledge[name] = game.layout[name.removesuffix("_at")].start
        elif name in (record.dtype.names or ()):
            knowledge[name] = record[name]
        else:
            raise KeyError(f"nobody says what {name} is in {game.name}")
    return knowledge
