"""Players of Jū Mai: greedy, a heuristic that counts what is unseen, and a search."""

from functools import cache
from typing import Any

import numpy as np

from hanafuda_agents.rule_player import (
    Family,
    RulePlayer,
    any_legal,
    knowledge_of,
    play_games,
    where,
)
from hanafuda_envs.bits import bit, count, nth
from hanafuda_envs.cards import DECK, of_month
from hanafuda_envs.chance import draw_any, round_key
from hanafuda_envs.compiled import kernel
from hanafuda_envs.engine import OVER
from hanafuda_envs.game import Game
from hanafuda_envs.games import ju_mai as rules_of
from hanafuda_envs.games import make_game
from hanafuda_envs.games.ju_mai import FIVE, NO_CARD, PLAY, JuMaiRules, fives

__all__ = ["FAMILY", "greedy", "heuristic", "random", "search"]

RANDOM, GREEDY, HEURISTIC, SEARCH = range(4)

FURTHEST = 100  # fives of carried lead that are told apart
LATER = 4  # rounds that may follow, told apart
KNOWLEDGE = np.dtype(
    [
        *where("hand", "field", "captured", "captured_by_other", "unseen", "card", "phase"),
        *where("dealer", "other_hand", "carried", "round"),
        *[(option.name, np.int64) for option in JuMaiRules.options()],
        ("weights", np.float64, (4,)),
        ("rollouts", np.int64),
        ("greedily", np.int64),
        ("worth", np.float64, (LATER, 2, 2 * FURTHEST + 1)),
    ]
)
_RULES = JuMaiRules().record().dtype
_NONE = np.uint64(0)

# --- what a row shows -------------------------------------------------------------------------


@kernel
def _cards_at(row, at):
    """A set of cards that is written as 0 and 1."""
    cards = _NONE
    for card in range(DECK):
        cards |= np.uint64(row[at + card]) << np.uint64(card)
    return cards


@kernel
def _legal_cards(mask):
    """The legal actions as a set of cards; a mask may be shorter or longer than the deck."""
    cards = _NONE
    for card in range(min(mask.size, DECK)):
        cards |= np.uint64(mask[card]) << np.uint64(card)
    return cards


# --- greedy -----------------------------------------------------------------------------------

_TAKES = 1000  # to capture anything is worth more than to throw anything


@kernel
def _best_of(cards):
    """The most valuable card of a month's cards: within a month the lowest number is."""
    return cards & (~cards + np.uint64(1))


@kernel
def _taken_with(card, field):
    """What a card captures, itself included; nothing if it stays on the field."""
    matches = field & of_month(card)
    size = count(matches)
    if size == 0:
        return _NONE
    return bit(card) | (matches if size == 3 else _best_of(matches))


@kernel
def greedy_action(legal, field, choosing):
    """Take the most points now; where nothing can be taken, throw the cheapest card."""
    best, best_value = -1, -_TAKES
    left = legal
    while left != 0:
        card = nth(left, 0)
        left &= left - np.uint64(1)
        value = fives(bit(card))
        if not choosing:
            taken = _taken_with(card, field)
            value = _TAKES + fives(taken) if taken != 0 else -value
        if value > best_value:
            best, best_value = card, value
    return best


# --- heuristic --------------------------------------------------------------------------------

DENY, MATCH, KEEP, SPEND = range(4)


@kernel
def _chance_held(copies, unseen, held):
    """How likely at least one of ``copies`` cards is among ``held`` of ``unseen`` cards."""
    none = 1.0
    for drawn in range(copies):
        none *= max(0.0, (unseen - held - drawn) / (unseen - drawn))
    return 1.0 - none


@kernel
def _prospect(field, hand, unseen, held, weights):
    """What the field is worth to a player who has just acted, in fives.

    Every month that lies there may be taken by one's own draw, by the other, who holds ``held``
    of the unseen cards, or later by oneself, if one has kept a card for it.
    """
    value, total = 0.0, count(unseen)
    left = field
    while left != 0:
        month = of_month(nth(left, 0))
        here, left = field & month, left & ~month
        prize = fives(here if count(here) == 3 else _best_of(here))
        copies = count(unseen & month)
        if copies > 0:
            match = fives(unseen & month) / copies  # what he or the pile would match it with
            taken = _chance_held(copies, total, held)
            value -= taken * (weights[DENY] * prize + weights[MATCH] * match)
        else:
            taken = 0.0
        mine = hand & month
        if mine != 0:
            value += weights[KEEP] * (1.0 - taken) * (prize + fives(_best_of(mine)))
    return value


@kernel
def heuristic_action(legal, field, hand, unseen, held, resolved, weights):
    """The action after which points taken and what is left on the field are worth most."""
    best, best_value = -1, -1e9
    left = legal
    while left != 0:
        card = nth(left, 0)
        left &= left - np.uint64(1)
        if resolved != 0:
            taken, kept = bit(card) | resolved, hand
        else:
            taken, kept = _taken_with(card, field), hand & ~bit(card)
        thrown = bit(card) if taken == 0 else _NONE
        after = field & ~taken | thrown
        value = fives(taken) + _prospect(after, kept, unseen, held, weights)
        value -= weights[SPEND] * fives(bit(card) & hand)
        if value > best_value:
            best, best_value = card, value
    return best


# --- search -----------------------------------------------------------------------------------


@kernel
def _set_up(states, rules, row, k):
    """The position as this seat knows it, itself as player_0, the other's hand still empty."""
    r = rules[0]
    r["lead"], r["months"], r["hand"], r["field"] = k["lead"], k["months"], k["hand"], k["field"]
    r["next_dealer"], r["misdeal"], r["first_dealer"] = 0, k["misdeal"], 0
    r["reward"] = 0
    r["max_rounds"] = row[k["round_at"]] + 1  # the play-out ends with the round
    s = states[0]
    s["seed"] = np.uint64(0)
    s["rewards"][0] = s["rewards"][1] = 0
    s["seat"] = 0
    resolved = _cards_at(row, k["card_at"])
    s["card"] = nth(resolved, 0) if resolved != 0 else NO_CARD
    s["phase"] = 0
    for phase in range(4):
        if row[k["phase_at"] + phase]:
            s["phase"] = phase
    s["dealer"] = 0 if row[k["dealer_at"]] else 1
    s["draws"] = 0
    s["hands"][0], s["hands"][1] = _cards_at(row, k["hand_at"]), _NONE
    s["field"] = _cards_at(row, k["field_at"])
    s["captured"][0] = _cards_at(row, k["captured_at"])
    s["captured"][1] = _cards_at(row, k["captured_by_other_at"])
    s["carried"] = FIVE * np.int64(row[k["carried_at"]])
    s["round"] = row[k["round_at"]]


@kernel
def _play_out(states, rules, k):
    """Both play to the end of the round as the heuristic does, or greedily."""
    deck = rules_of.deck_of(rules[0])
    while states[0]["seat"] != OVER:
        s = states[0]
        choosing = s["phase"] != PLAY
        hand, field = s["hands"][s["seat"]], s["field"]
        legal = field & of_month(s["card"]) if choosing else hand
        if k["greedily"]:
            action = greedy_action(legal, field, choosing)
        else:
            resolved = bit(s["card"]) if choosing else _NONE
            seen = hand | field | s["captured"][0] | s["captured"][1] | resolved
            held = count(s["hands"][1 - s["seat"]])
            action = heuristic_action(
                legal, field, hand, deck & ~seen, held, resolved, k["weights"]
            )
        rules_of.apply(states, 0, rules, action)


@kernel
def _worth(k, carried, before, dealer, round_):
    """What it is worth to be ahead by so much after the round."""
    later = k["max_rounds"] - 1 - round_
    if k["reward"] == rules_of.BY_POINTS:
        return float(carried)
    if abs(carried) >= k["lead"] or later == 0:
        return float(np.sign(carried))
    if k["next_dealer"] == rules_of.WINNER:
        if carried != before:
            dealer = 0 if carried > before else 1
    elif k["next_dealer"] != rules_of.FIXED:
        dealer = 1 - dealer
    place = min(max(carried // FIVE, -FURTHEST), FURTHEST) + FURTHEST
    return k["worth"][min(later, LATER) - 1, dealer, place]


@kernel
def _search_action(row, mask, k, key):
    """The action with the best average over deals of what is unseen, each played out greedily.

    All actions are tried on the same deals. Every quarter of the deals the worse half of the
    actions is dropped.
    """
    states, begin = np.zeros(2, dtype=rules_of.STATE), np.zeros(1, dtype=rules_of.STATE)
    rules = np.zeros(1, dtype=_RULES)
    _set_up(begin, rules, row, k)
    unseen, held = _cards_at(row, k["unseen_at"]), np.int64(row[k["other_hand_at"]])
    round_, before, dealer = begin[0]["round"], begin[0]["carried"], begin[0]["dealer"]
    legal = _legal_cards(mask)
    size = count(legal)
    if size == 1:
        return nth(legal, 0)
    actions, sums = np.empty(size, dtype=np.int64), np.zeros(size)
    for place in range(size):
        actions[place] = nth(legal, place)
    alive, stage = size, max(1, k["rollouts"] // 4)
    here, there = begin.view(np.uint64), states[:1].view(np.uint64)
    for deal in range(k["rollouts"]):
        seed = round_key(key, 3, deal)
        other = rules_of.draw_cards(round_key(seed, 4, 0), 0, held, unseen)
        for place in range(alive):
            there[:] = here
            states[0]["seed"] = seed
            states[0]["hands"][1] = other
            rules_of.apply(states, 0, rules, actions[place])
            _play_out(states, rules, k)
            sums[place] += _worth(k, states[0]["carried"], before, dealer, round_)
        if (deal + 1) % stage == 0 and alive > 2:
            order = np.argsort(-sums[:alive])
            actions[:alive], sums[:alive] = actions[:alive][order], sums[:alive][order]
            alive = (alive + 1) // 2
    return actions[np.argmax(sums[:alive])]


# --- the family -------------------------------------------------------------------------------


@kernel
def choose(code, row, mask, knowledge, who, key):
    """What a player of Jū Mai does."""
    k = knowledge[who]
    if code == GREEDY:
        choosing = row[k["phase_at"] + PLAY] == 0
        return greedy_action(_legal_cards(mask), _cards_at(row, k["field_at"]), choosing)
    if code == HEURISTIC:
        return heuristic_action(
            _legal_cards(mask),
            _cards_at(row, k["field_at"]),
            _cards_at(row, k["hand_at"]),
            _cards_at(row, k["unseen_at"]),
            row[k["other_hand_at"]],
            _cards_at(row, k["card_at"]),
            k["weights"],
        )
    if code == SEARCH:
        return _search_action(row, mask, k, key)
    return any_legal(mask, key)


FAMILY = Family("ju_mai", choose)


def _player(game: Game, code: int, **settings: Any) -> RulePlayer:
    facts = {"weights": 0.0, "rollouts": 0, "greedily": 1, "worth": 0.0, **settings}
    return RulePlayer(FAMILY, game, code, knowledge_of(KNOWLEDGE, game, **facts))


def random(game: Game) -> RulePlayer:
    """Any legal action, each as likely as the others."""
    return _player(game, RANDOM)


def greedy(game: Game) -> RulePlayer:
    """Takes the most points now; where nothing can be taken, throws the cheapest card."""
    return _player(game, GREEDY)


def heuristic(
    game: Game, deny: float = 0.16, match: float = 0.05, keep: float = 0.25, spend: float = 0.62
) -> RulePlayer:
    """Counts what is unseen, denies the other what he may hold, keeps pairs."""
    return _player(game, HEURISTIC, weights=(deny, match, keep, spend))


def search(game: Game, rollouts: int = 1000, greedily: int = 1) -> RulePlayer:
    """Tries every action on deals of the unseen cards, played out greedily, and the match after."""
    if isinstance(rollouts, bool) or not isinstance(rollouts, int) or rollouts < 1:
        raise ValueError(f"rollouts={rollouts!r} is not possible: allowed is an integer from 1")
    return _player(game, SEARCH, rollouts=rollouts, greedily=greedily, weights=(.16,.05,.25,.62), worth=worth_of_leads(game))


# --- what a lead is worth ---------------------------------------------------------------------

_ROUNDS_PLAYED = 20_000


@cache
def worth_of_leads(game: Game) -> np.ndarray:
    """What a lead is worth before a round, from -1 (the match is lost) to 1.

    ``[later - 1, dealer, lead / 5 + FURTHEST]``: ``later`` rounds may still be played, dealer 0 is
    oneself. Counted, not played: how rounds between greedy players end is sampled once, and the
    match is a walk with such steps.
    """
    one_round = game.rules.as_dict() | {"max_rounds": 1, "reward": "points", "first_dealer": 0}
    sample = make_game("ju_mai", **one_round)
    seeds = np.arange(_ROUNDS_PLAYED, dtype=np.uint64)
    ends = play_games(sample, [greedy(sample)] * 2, seeds)[:, 0].astype(np.int64) // FIVE
    steps, times = np.unique(ends, return_counts=True)
    worth = np.zeros((LATER + 1, 2, 2 * FURTHEST + 1))
    leads = np.arange(-FURTHEST, FURTHEST + 1)
    worth[0] = np.sign(leads)  # nothing follows: who is ahead has won
    for later in range(1, LATER + 1):
        for dealer in (0, 1):
            worth[later, dealer] = sum(
                share * _after_step(game, worth[later - 1], leads, dealer, int(step))
                for step, share in zip(steps, times / times.sum(), strict=True)
            )
    return worth[1:]


def _after_step(
    game: Game, worth: np.ndarray, leads: np.ndarray, dealer: int, step: int
) -> np.ndarray:
    """What every lead is worth if the dealer wins the next round by ``step``."""
    mine = step if dealer == 0 else -step
    after = np.clip(leads + mine, -FURTHEST, FURTHEST)
    nobody = step == 0
    next_dealer = {
        "alternate": 1 - dealer,
        "fixed": dealer,
        "winner": dealer if nobody else int(mine < 0),
    }[game.rules.as_dict()["next_dealer"]]
    won = np.abs(FIVE * after) >= game.rules.as_dict()["lead"]
    return np.where(won, np.sign(after), worth[next_dealer, after + FURTHEST])


PLAYERS = (random, greedy, heuristic, search)
