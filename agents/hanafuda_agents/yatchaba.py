"""Players of Yatchaba: all but random name a best guess; they differ in how they pay."""

from typing import Any

import numpy as np

from hanafuda_agents.rule_player import Family, RulePlayer, any_legal, knowledge_of, where
from hanafuda_envs.compiled import kernel
from hanafuda_envs.game import Game
from hanafuda_envs.games.yatchaba import (
    DEALERS_SHARE,
    DECIDE,
    FIRST_PLACING,
    FREE_PASSES,
    GUESS,
    PASS,
    PICKS,
)
from hanafuda_envs.money import CHIP

__all__ = ["FAMILY", "bold", "cautious", "heuristic", "random", "steady"]

RANDOM, CAUTIOUS, STEADY, BOLD, HEURISTIC = range(5)

KNOWLEDGE = np.dtype(
    [
        *where("shown_by_month", "picks_left", "phase", "rights", "passes", "pot", "least"),
        *where("guesser"),
        ("players", np.int64),
        ("hits_to_win", np.int64),
        ("max_raise", np.int64),
        ("nerve", np.float64),
    ]
)

# --- the guess --------------------------------------------------------------------------------

_CHOOSE = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, 2, 1, 0], [1, 3, 3, 1], [1, 4, 6, 4]])
"""In how many ways 0 to 3 cards can be drawn from so many of a month."""


@kernel
def _choose_from(cards, drawn):
    """In how many ways up to three cards can be drawn from any number of cards."""
    ways = 1
    for k in range(drawn):
        ways = ways * (cards - k) // (k + 1)
    return ways


@kernel
def _chance(left, months, times, hits_to_win):
    """How likely a guess is that names ``months[i]`` ``times[i]`` times, given the cards left."""
    a, b, c = left[months[0]], left[months[1]], left[months[2]]
    rest = left.sum() - a - b - c
    wins = 0
    for i in range(min(a, PICKS) + 1):
        for j in range(min(b, PICKS - i) + 1):
            for n in range(min(c, PICKS - i - j) + 1):
                hits = min(i, times[0]) + min(j, times[1]) + min(n, times[2])
                if hits >= hits_to_win:
                    ways = _CHOOSE[a, i] * _CHOOSE[b, j] * _CHOOSE[c, n]
                    wins += ways * _choose_from(rest, PICKS - i - j - n)
    return wins / _choose_from(left.sum(), PICKS)


_SHAPES = np.array([[1, 1, 1], [2, 1, 0], [3, 0, 0]])
"""How often a guess can name the months of which most, second most and third most are left."""


@kernel
def best_guess(row, k, guess):
    """Write a most likely guess, ascending, and return its chance.

    Of the guesses of one shape that with the fullest months is the best: so three are compared.
    """
    left = np.empty(12, dtype=np.int64)
    for month in range(12):
        left[month] = 4 - row[k["shown_by_month_at"] + month]
    months = np.argsort(-left, kind="mergesort")[:PICKS]
    best, shape = -1.0, 0
    for number in range(len(_SHAPES)):
        chance = _chance(left, months, _SHAPES[number], k["hits_to_win"])
        if chance > best:
            best, shape = chance, number
    at = 0
    for place in range(PICKS):
        for _ in range(_SHAPES[shape, place]):
            guess[at] = months[place]
            at += 1
    guess.sort()
    return best


@kernel
def _fullest(row, mask, k):
    """Of the months that can be named the one of which most cards are left."""
    fullest, fewest_shown = -1, 5
    for month in range(12):
        shown = row[k["shown_by_month_at"] + month]
        if mask[month] and shown < fewest_shown:
            fullest, fewest_shown = month, shown
    return fullest


# --- chips ------------------------------------------------------------------------------------


@kernel
def _least(mask):
    """Place the least amount; pass if nothing can be placed."""
    return FIRST_PLACING if mask[FIRST_PLACING] else PASS


@kernel
def _most(mask, k):
    """Place the most that is possible; pass if nothing can be placed."""
    for more in range(k["max_raise"] - 1, -1, -1):
        if mask[FIRST_PLACING + more]:
            return FIRST_PLACING + more
    return PASS


@kernel
def _worth_of_the_right(row, k, chance):
    """Chips that the right to guess is worth: what a hit would bring, if nobody hits before."""
    pot = row[k["pot_at"]] / CHIP + k["players"]  # who stays to the next round pays a chip at least
    return k["nerve"] * chance * pot * (DEALERS_SHARE - 1) / DEALERS_SHARE


@kernel
def _rounds_to_pass(row, k):
    """How many rounds, this one included, come before one's own guess."""
    rounds = 1
    between = False
    for other in range(k["players"]):  # from the guesser to the right, up to oneself
        rounds += between and row[k["rights_at"] + other]
        between = between or row[k["guesser_at"] + other]
    return rounds


@kernel
def _weigh(row, mask, k, chance):
    """Pass, unless that endangers a right to guess and placing costs less than it is worth."""
    if not mask[PASS] or not mask[FIRST_PLACING]:
        return _least(mask)
    safe = row[k["passes_at"]] + _rounds_to_pass(row, k) <= FREE_PASSES
    if safe or not row[k["rights_at"]]:
        return PASS
    dearer = row[k["least_at"]] - 1
    at_stake = dearer == 0 or row[k["passes_at"]] >= FREE_PASSES
    # A right that is kept makes the game a round longer, of which the dealer has his share.
    price = dearer + 1.0 / DEALERS_SHARE
    return FIRST_PLACING if at_stake and price < _worth_of_the_right(row, k, chance) else PASS


@kernel
def choose(code, row, mask, knowledge, who, key):
    """What a player of Yatchaba does."""
    k = knowledge[who]
    if code == RANDOM:
        return any_legal(mask, key)
    stop = FIRST_PLACING + k["max_raise"]
    if row[k["phase_at"] + DECIDE]:
        return stop + 1 if code == BOLD else stop
    guess = np.empty(PICKS, dtype=np.int64)
    if row[k["phase_at"] + GUESS]:
        best_guess(row, k, guess)
        month = guess[PICKS - row[k["picks_left_at"]]]
        # Somebody else may have begun this guess: then the best one cannot be named any more.
        return month if mask[month] else _fullest(row, mask, k)
    if code == CAUTIOUS and mask[PASS]:
        return PASS
    if code == BOLD:
        return _most(mask, k)
    if code == HEURISTIC:
        return _weigh(row, mask, k, best_guess(row, k, guess))
    return _least(mask)


FAMILY = Family("yatchaba", choose)


def _player(game: Game, code: int, **facts: Any) -> RulePlayer:
    facts = {"nerve": 0.0, **facts}
    return RulePlayer(FAMILY, game, code, knowledge_of(KNOWLEDGE, game, **facts))


def random(game: Game) -> RulePlayer:
    """Any legal action, each as likely as the others."""
    return _player(game, RANDOM)


def cautious(game: Game) -> RulePlayer:
    """Names a best guess and always passes."""
    return _player(game, CAUTIOUS)


def steady(game: Game) -> RulePlayer:
    """Names a best guess, places the least that is possible and stops."""
    return _player(game, STEADY)


def bold(game: Game) -> RulePlayer:
    """Names a best guess, places the most that is possible and goes on."""
    return _player(game, BOLD)


def heuristic(game: Game, nerve: float = 2.0) -> RulePlayer:
    """Names a best guess; places where that is no dearer than passing or saves a right to guess."""
    return _player(game, HEURISTIC, nerve=nerve)


PLAYERS = (random, bold, steady, cautious, heuristic)
