"""Players of Batta Maki and its family: they differ in how much they bet, and when.

Both batches are equally likely to win whatever has been seen, so a bet is judged by its amount
and by what lies on the table, never by its side.
"""

from typing import Any

import numpy as np

from hanafuda_agents.rule_player import Family, RulePlayer, any_legal, knowledge_of, where
from hanafuda_envs import exact as exact_answers
from hanafuda_envs.compiled import kernel
from hanafuda_envs.game import Game
from hanafuda_envs.games.batta_maki import CALL, REFUND, RETURN
from hanafuda_envs.games.batta_maki import DEALER_TAKES as TO_DEALER
from hanafuda_envs.money import CHIP

__all__ = ["FAMILY", "bold", "cautious", "exact", "kelly", "random"]

RANDOM, CAUTIOUS, BOLD, EXACT, KELLY = range(5)

KNOWLEDGE = np.dtype(
    [
        *where("phase", "bets", "totals", "chips", "pot", "rounds_left"),
        ("bettors", np.int64),
        ("max_bet", np.int64),
        ("payout", np.int64),
        ("tie", np.int64),
        ("equal_split", np.int64),
        ("pot_settlement", np.int64),
        ("tie_chance", np.float64),
    ]
)


@kernel
def _gain(row, k, side, chips, mine):
    """Units that the seat wins if its batch does, with ``chips`` more on it than now."""
    stake = mine + chips
    if not k["pot_settlement"]:
        return float(stake * k["payout"])
    here = row[k["totals_at"] + side] + chips
    there = row[k["totals_at"] + 1 - side]
    total = max(here, there)  # the dealer evens the totals
    pot = row[k["pot_at"]] + 2.0 * CHIP * total
    if not k["equal_split"]:
        return pot * stake / total - CHIP * stake
    heads = 1 if there > here else 0
    for bettor in range(1, k["bettors"]):
        heads += row[k["bets_at"] + 2 * bettor + side] > 0
    return pot / (heads + 1) - CHIP * stake


@kernel
def _units_at_a_tie(row, k, stake):
    """What a tie brings: the stake comes back, or the dealer or the next round's pot has it."""
    if k["tie"] == RETURN or k["tie"] == REFUND:
        return 0.0
    if k["tie"] != TO_DEALER and row[k["rounds_left_at"]] == 0:
        return 0.0  # what is carried after the last round goes back
    return -float(CHIP * stake)


@kernel
def _happiness(units, chips, by_growth):
    """What an outcome is worth: its units, or how they let one's chips grow."""
    if not by_growth:
        return units
    return np.log(max((chips + units) / max(chips, 1.0), 1e-9))


@kernel
def _value(row, k, action, by_growth):
    """What an action is worth if nobody bets after it."""
    side = 1 if action > k["max_bet"] else 0
    chips = action - k["max_bet"] if side else action
    mine = np.int64(row[k["bets_at"] + side])
    stake, owned = mine + chips, float(row[k["chips_at"]])
    half = (1.0 - k["tie_chance"]) / 2.0
    won = _happiness(_gain(row, k, side, chips, mine), owned, by_growth)
    lost = _happiness(-float(CHIP * stake), owned, by_growth)
    tied = _happiness(_units_at_a_tie(row, k, stake), owned, by_growth)
    return half * won + half * lost + k["tie_chance"] * tied


_LITTLE = 1e-9  # a bet must be worth more than rounding errors


@kernel
def _best_bet(row, mask, k, by_growth):
    """The action that is worth most; no bet unless one is worth more than that."""
    staked = row[k["bets_at"]] + row[k["bets_at"] + 1]
    best, best_value = 0, _LITTLE
    if staked > 0:  # one's chips lie there already: what matters is what more of them change
        side = 0 if row[k["bets_at"]] > 0 else 1
        best_value += _value(row, k, k["max_bet"] * side, by_growth)
    for action in range(1, min(mask.size, 2 * k["max_bet"] + 1)):
        if mask[action]:
            value = _value(row, k, action, by_growth)
            if value > best_value + _LITTLE:
                best, best_value = action, value
    return best


@kernel
def _most_on_one(mask, k):
    """As many chips as possible on the first batch, or on the second if that is the only one."""
    for chips in range(k["max_bet"], 0, -1):
        if mask[chips]:
            return chips
        if mask[k["max_bet"] + chips]:
            return k["max_bet"] + chips
    return 0


@kernel
def _one_chip(row, mask, k):
    """A chip on the first batch, once a round."""
    staked = row[k["bets_at"]] + row[k["bets_at"] + 1]
    return 1 if mask[1] and staked == 0 else 0


@kernel
def choose(code, row, mask, knowledge, who, key):
    """What a player of the family does."""
    k = knowledge[who]
    if code == RANDOM:
        return any_legal(mask, key)
    if row[k["phase_at"] + CALL]:
        # More bets bring the dealer more wherever they bring him anything at all.
        return 0 if code == CAUTIOUS else 1
    if code == CAUTIOUS:
        return _one_chip(row, mask, k)
    if code == BOLD:
        return _most_on_one(mask, k)
    return _best_bet(row, mask, k, code == KELLY)


FAMILY = Family("batta_maki", choose)


def _player(game: Game, code: int, **facts: Any) -> RulePlayer:
    facts = {"tie_chance": 0.0, **facts}
    return RulePlayer(FAMILY, game, code, knowledge_of(KNOWLEDGE, game, **facts))


def _tie_chance(game: Game) -> float:
    # Of the full deck. Where it is dealt through, a count changes this chance, but never whether
    # a bet is worth anything: those games have no pot, and their bets are worth nothing at best.
    return float(exact_answers.batch_chances(game).tie)


def random(game: Game) -> RulePlayer:
    """Any legal bet, each as likely as the others."""
    return _player(game, RANDOM)


def cautious(game: Game) -> RulePlayer:
    """One chip on the first batch, every round; as dealer never calls."""
    return _player(game, CAUTIOUS)


def bold(game: Game) -> RulePlayer:
    """As many chips as it may, every round; as dealer always calls."""
    return _player(game, BOLD)


def exact(game: Game) -> RulePlayer:
    """Bets what is worth most by the exact chances, and nothing where nothing is worth it."""
    return _player(game, EXACT, tie_chance=_tie_chance(game))


def kelly(game: Game) -> RulePlayer:
    """As exact, but bets what makes its chips grow fastest; for games with a bankroll."""
    if game.rules.as_dict()["bankroll"] is None:
        raise ValueError("kelly plays with limited chips: give the game a bankroll")
    return _player(game, KELLY, tie_chance=_tie_chance(game))


PLAYERS = (random, bold, cautious, exact, kelly)
