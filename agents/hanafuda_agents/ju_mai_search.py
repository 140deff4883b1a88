"""The search of Jū Mai: every action is tried on deals of what the seat cannot see.

A deal is played out greedily to the end of the round; the last few cards are solved instead. A
round that does not end the match counts what its lead is worth for the rounds to come.
"""

import numpy as np

from hanafuda_agents.ju_mai_thumb import cards_at, greedy_action, legal_cards
from hanafuda_envs.bits import bit, count, nth
from hanafuda_envs.cards import of_month
from hanafuda_envs.chance import draw, round_key
from hanafuda_envs.compiled import kernel
from hanafuda_envs.engine import OVER
from hanafuda_envs.games import ju_mai as rules_of
from hanafuda_envs.games.ju_mai import FIVE, NO_CARD, PLAY, JuMaiRules

__all__ = ["FURTHEST", "LATER", "search_action", "search_values"]

FURTHEST = 100
"""Fives of carried lead that are told apart."""
LATER = 4
"""Rounds that may follow, told apart."""

_RULES = JuMaiRules().record().dtype
_WORDS = rules_of.STATE.itemsize // 8
_NONE = np.uint64(0)

# --- the position -------------------------------------------------------------------------------


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
    resolved = cards_at(row, k["card_at"])
    s["card"] = nth(resolved, 0) if resolved != 0 else NO_CARD
    s["phase"] = 0
    for phase in range(4):
        if row[k["phase_at"] + phase]:
            s["phase"] = phase
    s["dealer"] = 0 if row[k["dealer_at"]] else 1
    s["draws"] = 0
    s["hands"][0], s["hands"][1] = cards_at(row, k["hand_at"]), _NONE
    s["field"] = cards_at(row, k["field_at"])
    s["captured"][0] = cards_at(row, k["captured_at"])
    s["captured"][1] = cards_at(row, k["captured_by_other_at"])
    s["carried"] = FIVE * np.int64(row[k["carried_at"]])
    s["round"] = row[k["round_at"]]


@kernel
def _legal_now(states, at):
    """The legal actions of the seat that acts, as a set of cards."""
    s = states[at]
    return s["hands"][s["seat"]] if s["phase"] == PLAY else s["field"] & of_month(s["card"])


@kernel
def _play_out(states, rules):
    """Both play greedily to the end of the round."""
    while states[0]["seat"] != OVER:
        choosing = states[0]["phase"] != PLAY
        action = greedy_action(_legal_now(states, 0), states[0]["field"], choosing)
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


# --- the last cards, solved ---------------------------------------------------------------------

_FEW = 4  # unseen cards of which all arrangements are tried
_DEPTH = 16  # more decisions than can be left then


@kernel
def _copy(words, there, here):
    for word in range(words.shape[1]):
        words[there, word] = words[here, word]


@kernel
def _solve(states, words, rules, k, before, dealer, round_):
    """What ``states[1]`` is worth if both see all cards and play perfectly.

    A loop over its own stack: machine code of a function that calls itself cannot be kept on
    disk, it crashes when it is loaded again.
    """
    left, best = np.zeros(_DEPTH, dtype=np.uint64), np.zeros(_DEPTH)
    depth, entered = 1, True
    while True:
        mine = states[depth]["seat"] == 0
        if entered:
            left[depth] = _legal_now(states, depth) if states[depth]["seat"] != OVER else _NONE
            best[depth] = -np.inf if mine else np.inf
        if left[depth] != 0:
            card = nth(left[depth], 0)
            left[depth] &= left[depth] - np.uint64(1)
            _copy(words, depth + 1, depth)
            depth, entered = depth + 1, True
            rules_of.apply(states, depth, rules, card)
            continue
        value = best[depth]
        if states[depth]["seat"] == OVER:
            value = _worth(k, states[depth]["carried"], before, dealer, round_)
        if depth == 1:
            return value
        depth, entered = depth - 1, False
        above = states[depth]["seat"] == 0
        best[depth] = max(best[depth], value) if above else min(best[depth], value)


@kernel
def _chosen_if(cards, held, subset):
    """The cards that a number names, if these are ``held`` of them; else all."""
    chosen = _NONE
    for place in range(count(cards)):
        if subset >> place & 1:
            chosen |= bit(nth(cards, place))
    return chosen if count(chosen) == held else cards


@kernel
def _seed_that_draws(place, size, draws, round_):
    """A seed under which the next draw from ``size`` cards is the one at ``place``."""
    seed = np.uint64(0)
    while size > 1 and draw(round_key(seed, 0, round_), draws, size) != place:
        seed += np.uint64(1)
    return seed


@kernel
def _solve_all(k, states, words, rules, actions, unseen, holdable, held, sums):
    """Add up what each action brings over all that the few unseen cards can be; how many that is.

    The other holds ``held`` of the cards ``holdable``.

    With one card in the other hand that is the exact answer. With two the other is taken to see
    one's cards, which he does not.
    """
    round_, before, dealer = states[0]["round"], states[0]["carried"], states[0]["dealer"]
    size = count(unseen)
    in_pile, deals = size - held, 0
    for subset in range(1 << size):
        other = _chosen_if(unseen, held, subset)
        if count(other) != held or other & ~holdable != 0:
            continue
        for first in range(max(in_pile, 1)):
            seed = _seed_that_draws(first, in_pile, 0, round_)
            for place in range(actions.size):
                _copy(words, 1, 0)
                states[1]["hands"][1] = other
                states[1]["seed"] = seed
                rules_of.apply(states, 1, rules, actions[place])
                sums[place] += _solve(states, words, rules, k, before, dealer, round_)
            deals += 1
    return deals


# --- the search ---------------------------------------------------------------------------------


@kernel
def _holdable(row, k, unseen, held):
    """What the other may hold: all that is unseen; to one who reads, what he has not passed up."""
    kept = unseen & ~cards_at(row, k["passed_up_at"])
    return kept if k["reads"] and count(kept) >= held else unseen


@kernel
def _tried(row, k, legal, key, dropping):
    """The actions that were tried to the end, what they brought in all, and on how many deals."""
    states, rules = np.zeros(_DEPTH, dtype=rules_of.STATE), np.zeros(1, dtype=_RULES)
    words = states.view(np.uint64).reshape(_DEPTH, _WORDS)
    _set_up(states, rules, row, k)
    actions, sums = np.empty(count(legal), dtype=np.int64), np.zeros(count(legal))
    for place in range(actions.size):
        actions[place] = nth(legal, place)
    unseen, held = cards_at(row, k["unseen_at"]), np.int64(row[k["other_hand_at"]])
    holdable = _holdable(row, k, unseen, held)
    if count(unseen) <= _FEW and held <= 2 and count(unseen) - held <= 2:
        deals = _solve_all(k, states, words, rules, actions, unseen, holdable, held, sums)
        return actions, sums, deals
    alive = _play_out_all(k, states, words, rules, actions, holdable, held, key, dropping, sums)
    return actions[:alive], sums[:alive], k["rollouts"]


@kernel
def _play_out_all(k, states, words, rules, actions, holdable, held, key, dropping, sums):
    """Add up what each action brings on the same deals: ``held`` of the cards ``holdable``.

    If ``dropping``, the worse half of the actions is dropped every quarter of the deals. Returns
    how many are left, which then come first. ``states[1]`` is the position, ``states[0]`` the one
    that is played out.
    """
    _copy(words, 1, 0)
    round_, before, dealer = states[1]["round"], states[1]["carried"], states[1]["dealer"]
    alive = actions.size
    stage = max(1, k["rollouts"] // 4)
    for deal in range(k["rollouts"]):
        seed = round_key(key, 3, deal)
        other = rules_of.draw_cards(round_key(seed, 4, 0), 0, held, holdable)
        for place in range(alive):
            _copy(words, 0, 1)
            states[0]["seed"] = seed
            states[0]["hands"][1] = other
            rules_of.apply(states, 0, rules, actions[place])
            _play_out(states, rules)
            sums[place] += _worth(k, states[0]["carried"], before, dealer, round_)
        if dropping and (deal + 1) % stage == 0 and alive > 2:
            order = np.argsort(-sums[:alive])
            actions[:alive], sums[:alive] = actions[:alive][order], sums[:alive][order]
            alive = (alive + 1) // 2
    return alive


@kernel
def search_action(row, mask, k, key):
    """The action with the best average over deals of what is unseen."""
    legal = legal_cards(mask)
    if count(legal) == 1:
        return nth(legal, 0)
    actions, sums, _ = _tried(row, k, legal, key, True)
    return actions[np.argmax(sums)]


@kernel
def search_values(row, mask, k, key, values):
    """Write what each legal action brings on average; the others are left as they are."""
    actions, sums, deals = _tried(row, k, legal_cards(mask), key, False)
    for place in range(actions.size):
        values[actions[place]] = sums[place] / deals
