"""Exact answers about Yatchaba: how likely a guess comes true, what a seat is worth.

A guess is three months, 1 to 12, in any order and with repetitions; the three cards are drawn
from those that have not been shown. A guess hits as many months as the two multisets have in
common. There are 364 guesses, and as many things that three cards can show, so the chance of
all guesses together is one product of a matrix and a vector.

What a seat is worth depends on how all play; ``seat_values`` answers it where they always do the
same. Cards and chips are counted apart then: whether a guess hits depends on the cards of this
game alone, and the pot on nothing but which rounds were hit.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, lcm

import numpy as np

from hanafuda_envs.cards import DECK, MONTHS
from hanafuda_envs.game import Game
from hanafuda_envs.games.yatchaba import (
    DEALERS_SHARE,
    FREE_PASSES,
    LADDER,
    PICKS,
    Yatchaba,
    YatchabaRules,
)
from hanafuda_envs.money import CHIP

__all__ = [
    "BEHAVIOURS",
    "GUESSES",
    "best_guesses",
    "chance_of_guess",
    "chances_of_guesses",
    "seat_values",
]

GUESSES: tuple[tuple[int, ...], ...] = tuple(
    combinations_with_replacement([month.number for month in MONTHS], PICKS)
)
"""Every guess, its months ascending, in lexicographic order."""

_PLACE = {guess: place for place, guess in enumerate(GUESSES)}
_PICKED = np.array([[guess.count(month.number) for month in MONTHS] for guess in GUESSES])
"""How often each guess names each month."""
_WAYS = np.array([[comb(cards, k) for k in range(PICKS + 1)] for cards in range(5)], dtype=float)
"""In how many ways k cards can be drawn from so many of a month."""

# --- guesses ------------------------------------------------------------------------------------


def chance_of_guess(
    guess: Sequence[int], shown: Iterable[int] = (), hits_to_win: int = PICKS
) -> Fraction:
    """The exact chance that at least ``hits_to_win`` months of the guess come.

    ``shown`` are the numbers of the cards that cannot come any more.
    """
    months = tuple(sorted(guess))
    if months not in _PLACE:
        raise ValueError(f"guess={guess!r} is not possible: allowed are three months, 1 to 12")
    winning, draws = _winning_draws(shown, hits_to_win)
    return Fraction(int(winning[_PLACE[months]]), draws)


def chances_of_guesses(shown: Iterable[int] = (), hits_to_win: int = PICKS) -> np.ndarray:
    """The chance of every guess as a float, in the order of ``GUESSES``."""
    winning, draws = _winning_draws(shown, hits_to_win)
    return winning / draws


def best_guesses(
    shown: Iterable[int] = (), hits_to_win: int = PICKS
) -> tuple[list[tuple[int, ...]], Fraction]:
    """All guesses that are most likely to hit, and their exact chance."""
    winning, draws = _winning_draws(shown, hits_to_win)
    best = [GUESSES[place] for place in np.flatnonzero(winning == winning.max())]
    return best, Fraction(int(winning.max()), draws)


def _winning_draws(shown: Iterable[int], hits_to_win: int) -> tuple[np.ndarray, int]:
    """For every guess the draws with which it wins, and how many draws there are."""
    left = _left_by_month(shown)
    # Floats make the product fast; they are exact, since there are 17,296 draws at most.
    return _wins(hits_to_win) @ _draws(left), comb(int(left.sum()), PICKS)


def _draws(left: np.ndarray) -> np.ndarray:
    """In how many ways the cards can show the months of each of ``GUESSES``."""
    return _WAYS[left[np.newaxis, :], _PICKED].prod(axis=1)


def _left_by_month(shown: Iterable[int]) -> np.ndarray:
    """How many cards of each month have not been shown."""
    cards = {int(card) for card in shown}
    if not all(0 <= card < DECK for card in cards):
        raise ValueError(f"shown={sorted(cards)} is not possible: cards are 0 to {DECK - 1}")
    if len(cards) > DECK - PICKS:
        raise ValueError(f"{len(cards)} cards shown leave no {PICKS} to draw")
    left = np.full(len(MONTHS), 4)
    for card in cards:
        left[card // 4] -= 1
    return left


@cache
def _wins(hits_to_win: int) -> np.ndarray:
    """1 where a guess (row) wins against what is drawn (column)."""
    if hits_to_win not in range(1, PICKS + 1):
        raise ValueError(f"hits_to_win={hits_to_win!r} is not possible: allowed is 1 to {PICKS}")
    hits = np.minimum(_PICKED[:, np.newaxis, :], _PICKED[np.newaxis, :, :]).sum(axis=2)
    return (hits >= hits_to_win).astype(float)


# --- the cards of a game ------------------------------------------------------------------------

Left = tuple[int, ...]
"""How many cards of each month are left, the most first: which months they are plays no part."""
Hits = tuple[int, ...]
"""The rounds of a game, counted from 0, in which the guess hit."""

_NOTHING_SHOWN: Left = (4,) * len(MONTHS)
# With 27 cards or more, as before every round of a game, the best guesses are three different
# months of which most are left: with the most first, the months 1, 2 and 3. All of them are alike
# but for the names of the months, so it does not matter which of them is named.
_BEST_GUESS = _PLACE[1, 2, 3]


@cache
def _showdown(left: Left, hits_to_win: int) -> dict[tuple[bool, Left], Fraction]:
    """How likely a best guess hits or not and these cards are left then."""
    counts = np.array(left)
    draws, hit = _draws(counts), _wins(hits_to_win)[_BEST_GUESS] > 0
    possible = np.flatnonzero(draws)
    ways: Counter[tuple[bool, Left]] = Counter()
    then = -np.sort(_PICKED[possible] - counts, axis=1)
    for place, rest in zip(possible, then.tolist(), strict=True):
        ways[bool(hit[place]), tuple(rest)] += int(draws[place])
    return {end: Fraction(number, ways.total()) for end, number in ways.items()}


@cache
def _chances_of_hits(hits_to_win: int, rounds: int, goes_on: bool) -> dict[Hits, Fraction]:
    """How likely a game of so many rounds has exactly these hits.

    A hit ends the game, but for one in the first round if the game ``goes_on`` after it.
    """
    ended: dict[Hits, Fraction] = defaultdict(Fraction)
    running: dict[tuple[Hits, Left], Fraction] = {((), _NOTHING_SHOWN): Fraction(1)}
    for number in range(rounds):
        before, running = running, defaultdict(Fraction)
        for (hits, left), chance in before.items():
            for (hit, rest), share in _showdown(left, hits_to_win).items():
                now = (*hits, number) if hit else hits
                if hit and not (goes_on and number == 0):
                    ended[now] += chance * share
                else:
                    running[now, rest] += chance * share
    for (hits, _), chance in running.items():
        ended[hits] += chance
    return dict(ended)


# --- what a seat is worth -----------------------------------------------------------------------

BEHAVIOURS = ("pass", "place")
"""Ways of playing for which ``seat_values`` has an answer."""


def seat_values(game: Game, behaviour: str) -> tuple[Fraction, ...]:
    """What each seat wins in an episode, in chips, if all behave alike.

    The first value is that of the seat that deals first, the next that of the seat to its
    right, and so on. All name a best guess for the cards shown; with ``"pass"`` everybody
    passes whenever asked, with ``"place"`` everybody places the least that is allowed, and
    stops after the first lap. The values add up to 0, or to less by what is burnt on average.
    """
    rules = _checked(game, behaviour)
    payments = _payments(rules, behaviour)
    rounds = min(rules.players, FREE_PASSES + 1) if behaviour == "pass" else rules.players
    goes_on = rules.after_dealer_hit == "continue"
    chances = _chances_of_hits(rules.hits_to_win, rounds, goes_on)
    games = rules.players if rules.games is None else rules.games

    # Chances become whole numbers of ways: fractions would be reduced at every step.
    whole = lcm(*(chance.denominator for chance in chances.values()))
    ways = {hits: int(chance * whole) for hits, chance in chances.items()}
    won, pots = _play_games(_Table(payments, rounds, goes_on, ways), games, whole)
    if rules.leftover == "split":
        for pot, number in pots.items():
            share, rest = divmod(pot, rules.players)
            won = [units + number * share for units in won]
            won[(games - 1) % rules.players] += number * rest
    return tuple(Fraction(units, CHIP * whole**games) for units in won)


def _checked(game: Game, behaviour: str) -> YatchabaRules:
    if not isinstance(game, Yatchaba):
        raise TypeError(f"{game.title} has no seats with exact values")
    rules = game.rules
    if behaviour not in BEHAVIOURS:
        allowed = " or ".join(map(repr, BEHAVIOURS))
        raise ValueError(f"behaviour={behaviour!r} is not possible: allowed is {allowed}")
    if behaviour == "pass" and rules.pass_rule == "off":
        raise ValueError("behaviour='pass' is not possible with pass_rule='off'")
    if rules.bankroll is not None:
        # Who can pay what would depend on all that was won and lost before.
        raise ValueError(f"bankroll={rules.bankroll} has no exact values: allowed is None")
    return rules


def _payments(rules: YatchabaRules, behaviour: str) -> list[int]:
    """The units that are paid in during a round, in the order of a lap."""
    if behaviour == "pass":
        return [CHIP] * rules.players
    if rules.raise_mode == "ladder":
        return [CHIP * int(chips) for chips in LADDER[: rules.players]]
    return [CHIP * chips for chips in range(1, rules.players + 1)]


def _play_games(table: "_Table", games: int, whole: int) -> tuple[list[int], Counter[int]]:
    """The units that each seat wins, and the pots that remain, summed over all ways."""
    seats = len(table.payments)
    won, pots = [0] * seats, Counter({0: 1})
    for number in range(games):
        won = [units * whole for units in won]
        before, pots = pots, Counter()
        for pot, so_far in before.items():
            moves, carried = table.play(pot)
            for place, units in enumerate(moves):
                won[(number + place) % seats] += so_far * units
            for rest, ways in carried.items():
                pots[rest] += so_far * ways
    return won, pots


class _Table:
    """One game that begins with a given pot; seats are counted from its dealer."""

    def __init__(
        self, payments: list[int], rounds: int, goes_on: bool, ways: dict[Hits, int]
    ) -> None:
        self.payments, self.rounds, self.goes_on, self.ways = payments, rounds, goes_on, ways
        self._played: dict[int, tuple[list[int], Counter[int]]] = {}

    def play(self, pot: int) -> tuple[list[int], Counter[int]]:
        """The units that each seat wins, and the pots that are carried, summed over all ways."""
        if pot not in self._played:  # pots come again and again: a hit empties them
            won, carried = [0] * len(self.payments), Counter[int]()
            for hits, ways in self.ways.items():
                moves, rest = self._moves(pot, hits)
                won = [units + ways * move for units, move in zip(won, moves, strict=True)]
                carried[rest] += ways
            self._played[pot] = won, carried
        return self._played[pot]

    def _moves(self, pot: int, hits: Hits) -> tuple[list[int], int]:
        """What each seat wins in a game with these hits, and what is carried out of it."""
        moves = [0] * len(self.payments)
        for guesser in range(self.rounds):
            for place, units in enumerate(self.payments):
                moves[(guesser + place) % len(moves)] -= units
            pot += sum(self.payments)
            if guesser in hits:
                dealers = pot if guesser == 0 else pot // DEALERS_SHARE
                moves[0] += dealers
                moves[guesser] += pot - dealers
                pot = 0
                if not (self.goes_on and guesser == 0):
                    return moves, pot
        dealers = pot // DEALERS_SHARE
        moves[0] += dealers
        return moves, pot - dealers
