"""Rules of thumb in Jū Mai, on sets of cards: greedy, and one that counts what is unseen."""

import numpy as np

from hanafuda_envs.bits import bit, count, nth
from hanafuda_envs.cards import DECK, of_month
from hanafuda_envs.compiled import kernel
from hanafuda_envs.games.ju_mai import fives

__all__ = ["cards_at", "greedy_action", "heuristic_action", "legal_cards"]

_NONE = np.uint64(0)

# --- what a row shows -------------------------------------------------------------------------


@kernel
def cards_at(row, at):
    """A set of cards that is written as 0 and 1."""
    cards = _NONE
    for card in range(DECK):
        cards |= np.uint64(row[at + card]) << np.uint64(card)
    return cards


@kernel
def legal_cards(mask):
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
