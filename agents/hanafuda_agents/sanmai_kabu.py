"""Players of Sanmai Kabu: they differ in how much they bet, and when."""

from typing import Any

import numpy as np

from hanafuda_agents.rule_player import Family, RulePlayer, any_legal, knowledge_of, where
from hanafuda_envs import exact as exact_answers
from hanafuda_envs.bits import members, set_of
from hanafuda_envs.cards import DECK
from hanafuda_envs.compiled import kernel
from hanafuda_envs.exact import StackChances
from hanafuda_envs.game import Game
from hanafuda_envs.games.sanmai_kabu import STACKS
from hanafuda_envs.money import CHIP

__all__ = ["FAMILY", "Counting", "bold", "cautious", "exact", "kelly", "random"]

RANDOM, CAUTIOUS, BOLD, EXACT, KELLY = range(5)
GAINS = np.array([2.0, 1.0, 0.0, -1.0])
"""Chips for each chip on a stack: arashi, win, tie, loss."""

KNOWLEDGE = np.dtype(
    [
        *where("bets", "chips"),
        ("chances", np.float64, (GAINS.size,)),
    ]
)


@kernel
def _most(mask):
    """The highest legal bet."""
    most = 0
    for chips in range(mask.size):
        if mask[chips]:
            most = chips
    return most


@kernel
def _growth(chips, owned, chances):
    """How this bet lets the chips grow that are not on other stacks."""
    growth = 0.0
    for outcome in range(GAINS.size):
        growth += chances[outcome] * np.log(max((owned + GAINS[outcome] * chips) / owned, 1e-9))
    return growth


@kernel
def kelly_bet(mask, owned, chances):
    """The legal bet with the fastest growth; no bet unless one grows."""
    best, best_growth = 0, 1e-12
    if owned > 0:
        for chips in range(1, mask.size):
            if mask[chips] and _growth(chips, owned, chances) > best_growth:
                best, best_growth = chips, _growth(chips, owned, chances)
    return best


@kernel
def choose(code, row, mask, knowledge, who, key):
    """What a player of Sanmai Kabu does."""
    k = knowledge[who]
    if code == RANDOM:
        return any_legal(mask, key)
    if code == CAUTIOUS:
        return 1 if mask.size > 1 and mask[1] else 0
    if code == BOLD:
        return _most(mask)
    value = 0.0
    for outcome in range(GAINS.size):
        value += k["chances"][outcome] * GAINS[outcome]
    if value <= 0.0:
        return 0
    if code == EXACT:
        return _most(mask)
    owned = row[k["chips_at"]] / CHIP
    for stack in range(STACKS):
        owned -= row[k["bets_at"] + stack]
    return kelly_bet(mask, owned, k["chances"])


FAMILY = Family("sanmai_kabu", choose)


def _player(game: Game, code: int, **facts: Any) -> RulePlayer:
    facts = {"chances": 0.0, **facts}
    return RulePlayer(FAMILY, game, code, knowledge_of(KNOWLEDGE, game, **facts))


def _chances(game: Game, undrawn: list[int] | None = None) -> np.ndarray:
    """The chances of a stack's outcomes; a tie that the dealer takes is a loss."""
    arashi, win, tie, loss = map(float, StackChances(*exact_answers.stack_chances(game, undrawn)))
    if game.rules.as_dict()["tie"] == "dealer":
        tie, loss = 0.0, tie + loss
    return np.array([arashi, win, tie, loss])


class Counting:
    """A player that asks anew what a stack is worth whenever other cards have been seen."""

    def __init__(self, game: Game, by_growth: bool) -> None:
        self._game, self._layout = game, game.layout
        self._code = KELLY if by_growth else EXACT
        self._players: dict[int, RulePlayer] = {}

    def __call__(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        return int(self.batch(observation[np.newaxis], action_mask[np.newaxis])[0])

    def batch(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """The player's actions in many positions."""
        seen = self._layout.split(observations)["seen"].reshape(len(observations), DECK)
        sets, which = np.unique(seen, axis=0, return_inverse=True)
        actions = np.empty(len(observations), dtype=np.int64)
        for number, cards in enumerate(sets):
            rows = np.flatnonzero(which.reshape(-1) == number)
            player = self._knowing(set_of(np.flatnonzero(cards)))
            actions[rows] = player.batch(observations[rows], action_masks[rows])
        return actions

    def _knowing(self, seen: int) -> RulePlayer:
        if seen not in self._players:
            undrawn = [card for card in range(DECK) if card not in members(seen)]
            chances = _chances(self._game, undrawn)
            self._players[seen] = _player(self._game, self._code, chances=chances)
        return self._players[seen]


def _by_chances(game: Game, by_growth: bool) -> "RulePlayer | Counting":
    if game.rules.as_dict()["deck"] == "deal_through":
        return Counting(game, by_growth)
    return _player(game, KELLY if by_growth else EXACT, chances=_chances(game))


def random(game: Game) -> RulePlayer:
    """Any legal bet, each as likely as the others."""
    return _player(game, RANDOM)


def cautious(game: Game) -> RulePlayer:
    """One chip on each stack."""
    return _player(game, CAUTIOUS)


def bold(game: Game) -> RulePlayer:
    """As many chips as it may on each stack."""
    return _player(game, BOLD)


def exact(game: Game) -> "RulePlayer | Counting":
    """Counts cards; bets all it may where a stack is worth a bet, and nothing elsewhere."""
    return _by_chances(game, by_growth=False)


def kelly(game: Game) -> "RulePlayer | Counting":
    """As exact, but bets what makes its chips grow fastest; for games with a bankroll."""
    if game.rules.as_dict()["bankroll"] is None:
        raise ValueError("kelly plays with limited chips: give the game a bankroll")
    return _by_chances(game, by_growth=True)


PLAYERS = (random, bold, cautious, exact, kelly)
