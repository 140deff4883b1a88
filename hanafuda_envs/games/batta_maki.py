"""Batta Maki and its family: bet on which of two face-down batches is higher.

One machine, several rule sets: what makes a variant is its entry in the table of
``batta_maki_variants.py``; the compiled rules here read it as data.
"""

import numpy as np

from hanafuda_envs.bits import bit, count, nth
from hanafuda_envs.cards import HANA_AWASE_POINTS, HON_BANA_POINTS
from hanafuda_envs.chance import draw, round_key
from hanafuda_envs.compiled import kernel
from hanafuda_envs.engine import OVER, Kernel, next_seat, redeal_future, state_of
from hanafuda_envs.game import Game
from hanafuda_envs.games.batta_maki_variants import (
    MOST_BETTORS,
    TIES,
    VARIANTS,
    BattaMakiRules,
    Variant,
)
from hanafuda_envs.layout import (
    Layout,
    Piece,
    allow_and_more,
    allow_up_to,
    forbid_all,
    put,
    put_cards,
    put_choice,
)
from hanafuda_envs.money import CHIP, affordable

__all__ = ["FAMILY", "BattaMakiGame"]

MOST_SEATS = MOST_BETTORS + 1  # the dealer comes after the bettors, agent or house
RETURN, REFUND, DEALER_TAKES, _, DRAW, TYPE_POINTS, TOTAL = range(len(TIES))

# --- state ----------------------------------------------------------------------------------

BET, CALL, ADD, ENDED = range(4)
NEITHER, FIRST, SECOND = range(3)
NO_CARD = -1

STATE = state_of(
    MOST_SEATS,
    [
        ("phase", np.int8),
        ("winner", np.int8),  # of the last showdown: a batch, or NEITHER
        ("side", np.int8, (MOST_BETTORS,)),  # the batch that each has bet on
        ("shown", np.int8, (3,)),  # what lies open before the betting
        ("last", np.int8, (2, 4)),  # the last showdown: three cards each, and one for a tie
        ("bets", np.int64, (MOST_BETTORS,)),  # chips
        ("balance", np.int64, (MOST_SEATS,)),  # units won since the start; the dealer's last
        ("paid_in", np.int64, (MOST_SEATS,)),  # units of each in the carried pot
        ("pot", np.int64),  # units carried from tied rounds
        ("round", np.int64),
        ("lap", np.int64),  # calls of the dealer this round
        ("seen", np.uint64, (2,)),  # cards seen since the shuffle; with two decks: seen twice
    ],
)

_NONE = np.uint64(0)
_ARASHI, _TSUKE = 11, 10  # ranks above every digit
_WILLOW, _PINE = 10, 0  # months, counted from 0

# --- cards ----------------------------------------------------------------------------------


@kernel
def _nth_of_two(once, twice, n):
    """The n-th card, ascending, where cards of ``twice`` count once more than those of ``once``."""
    if twice == 0:
        return nth(once, n)
    card = 0
    for half in (32, 16, 8, 4, 2, 1):
        below = bit(card + half) - np.uint64(1)
        if count(once & below) + count(twice & below) <= n:
            card += half
    return card


@kernel
def _undrawn(s, r):
    """The cards that are left: those with a copy at least, and those with two."""
    if r["two_decks"]:
        return r["deck"] & ~s["seen"][1], r["deck"] & ~s["seen"][0]
    return r["deck"] & ~s["seen"][0], _NONE


@kernel
def _without(once, twice, card):
    """The same after one copy of a card was drawn."""
    return once & ~(bit(card) & ~twice), twice & ~bit(card)


@kernel
def _see(s, r, once, twice):
    """All cards but those that are left have been seen."""
    if r["two_decks"]:
        s["seen"][0], s["seen"][1] = r["deck"] & ~twice, r["deck"] & ~once
    else:
        s["seen"][0] = r["deck"] & ~once


@kernel
def _draw_next(once, twice, size, key, k):
    """One of the ``size`` cards that are left: counting them would wait for the last draw."""
    return _nth_of_two(once, twice, draw(key, k, size))


@kernel
def _total(s, r, batch, size):
    total = 0
    for place in range(size):
        total += r["values"][s["last"][batch, place] // 4]
    return total


@kernel
def _points(s, batch, table):
    points = 0
    for place in range(3):
        points += table[s["last"][batch, place]]
    return points


@kernel
def _rank(s, r, batch):
    """What decides first: the digit, below Tsuke and Arashi where they are played."""
    rank = _total(s, r, batch, 3) % 10
    if r["nagoya_ranks"]:
        a, b, c = s["last"][batch, 0] // 4, s["last"][batch, 1] // 4, s["last"][batch, 2] // 4
        if a == b and b == c:
            return _ARASHI
        willows = np.int64(a == _WILLOW) + np.int64(b == _WILLOW) + np.int64(c == _WILLOW)
        if willows == 2 and (a == _PINE or b == _PINE or c == _PINE):
            return _TSUKE
    return rank


@kernel
def _higher(first, second):
    return FIRST * np.int64(first > second) + SECOND * np.int64(second > first)


@kernel
def _by_one_more_card(s, r, key, k):
    """One more card to each batch, again and again until the digits differ; none counts as seen."""
    winner = NEITHER
    while winner == NEITHER:
        once, twice = _undrawn(s, r)
        size = count(once) + count(twice)
        for batch in range(2):
            card = _draw_next(once, twice, size - batch, key, k)
            once, twice = _without(once, twice, card)
            s["last"][batch, 3] = card
            k += 1
        winner = _higher(_total(s, r, 0, 4) % 10, _total(s, r, 1, 4) % 10)
    return winner


@kernel
def _winner(s, r, key, k):
    """The higher batch, or NEITHER where the rules leave a tie."""
    winner = _higher(_rank(s, r, 0), _rank(s, r, 1))
    if winner != NEITHER:
        return winner
    if r["nagoya_ranks"]:
        return _higher(_points(s, 0, HON_BANA_POINTS), _points(s, 1, HON_BANA_POINTS))
    if r["tie"] == DRAW:
        return _by_one_more_card(s, r, key, k)
    if r["tie"] == TYPE_POINTS:
        return _higher(_points(s, 0, HANA_AWASE_POINTS), _points(s, 1, HANA_AWASE_POINTS))
    if r["tie"] == TOTAL:
        return _higher(_total(s, r, 0, 3), _total(s, r, 1, 3))
    return NEITHER


@kernel
def _turn_up(s, r):
    """The showdown's cards: the first batch, then the second."""
    key, k = round_key(s["seed"], 0, s["round"]), r["shown"]
    once, twice = _undrawn(s, r)
    size = count(once) + count(twice)
    for batch in range(2):
        for place in range(3):
            card = _draw_next(once, twice, size, key, k)
            once, twice = _without(once, twice, card)
            s["last"][batch, place] = card
            k += 1
            size -= 1
        s["last"][batch, 3] = NO_CARD
    _see(s, r, once, twice)
    s["winner"] = _winner(s, r, key, k)


@kernel
def _show(s, r):
    """The cards that lie open before the betting."""
    key = round_key(s["seed"], 0, s["round"])
    once, twice = _undrawn(s, r)
    size = count(once) + count(twice)
    for place in range(r["shown"]):
        card = _draw_next(once, twice, size - place, key, place)
        once, twice = _without(once, twice, card)
        s["shown"][place] = card
    _see(s, r, once, twice)


# --- money ----------------------------------------------------------------------------------


@kernel
def _bet_on(s, bettor, side):
    """Chips of a bettor on a batch."""
    # A product, not a branch: which side it is nobody can guess, a processor neither.
    return s["bets"][bettor] * np.int64(s["side"][bettor] == side)


@kernel
def _staked(s, r, side):
    """Chips of all bettors on a batch."""
    chips = 0
    for bettor in range(r["bettors"]):
        chips += _bet_on(s, bettor, side)
    return chips


@kernel
def _dealer_settles(s, r):
    """The dealer pays the winners ``payout`` for each chip, and takes what the others have bet."""
    dealer = r["bettors"]
    for bettor in range(r["bettors"]):
        won = _bet_on(s, bettor, s["winner"])
        move = won * r["payout"] - (s["bets"][bettor] - won) * CHIP
        s["rewards"][bettor] = move
        s["rewards"][dealer] -= move


@kernel
def _stake_on(s, r, seat, side, cover):
    """Chips of a seat on a batch; the dealer's are the cover of the lighter one."""
    if seat < r["bettors"]:
        return _bet_on(s, seat, side)
    return cover


@kernel
def _share_pot(s, r, total, cover):
    """The winners share all stakes and the carried pot; remainders go to the earliest of them.

    ``total`` chips lie on each side, ``cover`` of them on the winning side are the dealer's.
    """
    heads, earliest = 0, -1
    for seat in range(r["bettors"] + 1):
        if _stake_on(s, r, seat, s["winner"], cover) > 0:
            heads += 1
            if earliest < 0:
                earliest = seat
    pot = s["pot"] + 2 * total * CHIP
    left = pot
    for seat in range(r["bettors"] + 1):
        stake = _stake_on(s, r, seat, s["winner"], cover)
        if stake > 0:
            share = pot // heads if r["equal_split"] else pot * stake // total
            s["rewards"][seat] += share
            left -= share
        s["paid_in"][seat] = 0
    s["rewards"][earliest] += left
    s["pot"] = 0


@kernel
def _settle(s, r):
    if s["winner"] == NEITHER and (r["tie"] == RETURN or r["tie"] == REFUND):
        return
    carried = s["pot"] > 0 or s["winner"] == NEITHER or r["equal_split"]
    if r["pot_settlement"] and carried:
        _settle_the_pot(s, r)
    else:
        # Also for a pot: shared by bets, and with nothing carried, each gains what he has bet.
        _dealer_settles(s, r)


@kernel
def _settle_the_pot(s, r):
    on_first, on_second = _staked(s, r, FIRST), _staked(s, r, SECOND)
    total, cover = max(on_first, on_second), abs(on_first - on_second)
    if total == 0:
        return  # a carried pot waits
    for seat in range(r["bettors"] + 1):
        units = (s["bets"][seat] if seat < r["bettors"] else cover) * CHIP
        s["rewards"][seat] -= units
        if s["winner"] == NEITHER:
            s["paid_in"][seat] += units
            s["pot"] += units
    if s["winner"] != NEITHER:
        on_winner = on_first if s["winner"] == FIRST else on_second
        _share_pot(s, r, total, total - on_winner)


@kernel
def _return_pot(s, r):
    """What is still carried after the last round goes back to those who paid it in."""
    for seat in range(r["bettors"] + 1):
        s["rewards"][seat] += s["paid_in"][seat]
        s["paid_in"][seat] = 0
    s["pot"] = 0


# --- a round --------------------------------------------------------------------------------


@kernel
def _begin_round(s, r):
    if r["shuffled"]:
        s["seen"][0] = s["seen"][1] = _NONE
    if r["shown"] > 0:
        _show(s, r)
    for bettor in range(r["bettors"]):
        s["bets"][bettor] = 0
        s["side"][bettor] = NEITHER
    s["lap"] = 0
    s["phase"], s["seat"] = BET, 0


@kernel
def _showdown(s, r):
    _turn_up(s, r)
    _settle(s, r)
    last = s["round"] + 1 == r["rounds"]
    if last:
        _return_pot(s, r)
    for seat in range(r["bettors"] + 1):
        s["balance"][seat] += s["rewards"][seat]
    if last:
        s["phase"], s["seat"] = ENDED, OVER
    else:
        s["round"] += 1
        _begin_round(s, r)


@kernel
def _lighter(s, r):
    """The batch with less on it, or NEITHER."""
    return _higher(_staked(s, r, SECOND), _staked(s, r, FIRST))


@kernel
def _chips(s, r, bettor):
    return affordable(r["bankroll"], s["balance"][bettor], s["bets"][bettor])


@kernel
def _may_be_asked(s, bettor, lighter):
    return s["side"][bettor] == NEITHER or s["side"][bettor] == lighter


@kernel
def _somebody_may_add(s, r, lighter):
    for bettor in range(r["bettors"]):
        if _may_be_asked(s, bettor, lighter) and _chips(s, r, bettor) > 0:
            return True
    return False


@kernel
def _ask_next(s, r, bettor):
    """Within a lap: ask the next from ``bettor`` on who may add; False if there is nobody."""
    lighter = _lighter(s, r)
    if lighter == NEITHER:
        return False
    while bettor < r["bettors"]:
        if _may_be_asked(s, bettor, lighter):
            s["phase"], s["seat"] = ADD, bettor
            return True
        bettor += 1
    return False


@kernel
def _after_a_lap(s, r):
    """Whether anybody is asked again; else the betting is over."""
    while s["lap"] < r["solicit_laps"]:
        lighter = _lighter(s, r)
        if lighter == NEITHER or not _somebody_may_add(s, r, lighter):
            return False
        if r["dealer_is_agent"]:
            s["phase"], s["seat"] = CALL, r["bettors"]
            return True
        s["lap"] += 1
        if _ask_next(s, r, 0):
            return True
    return False


# --- the kernel -----------------------------------------------------------------------------


@kernel
def start(states, i, rules, seed):
    s, r = states[i], rules[0]
    s["seed"] = seed
    for seat in range(MOST_SEATS):
        s["rewards"][seat] = s["balance"][seat] = s["paid_in"][seat] = 0
    s["pot"] = s["round"] = 0
    for bettor in range(MOST_BETTORS):
        s["bets"][bettor] = s["side"][bettor] = 0
    for place in range(3):
        s["shown"][place] = NO_CARD
    s["seen"][0] = s["seen"][1] = _NONE
    s["winner"] = NEITHER
    for batch in range(2):
        for place in range(4):
            s["last"][batch, place] = NO_CARD
    _begin_round(s, r)


@kernel
def legal(states, i, rules, mask):
    s, r = states[i], rules[0]
    if s["phase"] == ENDED:
        forbid_all(mask)
        return
    if s["phase"] == CALL:
        allow_up_to(mask, 1)
        return
    most = min(r["max_bet"], _chips(s, r, s["seat"]))
    first = second = most
    if s["phase"] == ADD:
        on_first, on_second = _staked(s, r, FIRST), _staked(s, r, SECOND)
        first, second = min(most, on_second - on_first), min(most, on_first - on_second)
    allow_and_more(mask, max(first, 0), r["max_bet"] + 1, max(second, 0))


@kernel
def _place(s, r, action):
    """A bet, or none."""
    if action > 0:
        on_second = action > r["max_bet"]
        s["side"][s["seat"]] = SECOND if on_second else FIRST
        s["bets"][s["seat"]] += action - r["max_bet"] if on_second else action


@kernel
def apply(states, i, rules, action):
    s, r = states[i], rules[0]
    for seat in range(MOST_SEATS):
        s["rewards"][seat] = 0
    if s["phase"] == BET:
        _place(s, r, action)
        s["seat"] += 1
        if s["seat"] < r["bettors"]:
            return
        goes_on = _after_a_lap(s, r)
    elif s["phase"] == ADD:
        _place(s, r, action)
        goes_on = _ask_next(s, r, s["seat"] + 1) or _after_a_lap(s, r)
    else:
        s["lap"] += action
        goes_on = action == 1 and _ask_next(s, r, 0)
    if not goes_on:
        _showdown(s, r)


@kernel
def observe(states, i, rules, seat, row):
    s, r = states[i], rules[0]
    bettors = r["bettors"]

    at = put_cards(row, 0, s["seen"][0])
    if r["two_decks"]:
        at = put_cards(row, at, s["seen"][1])
    at = put_choice(row, at, s["phase"], 4)
    at = put(row, at, s["seat"] == seat)
    at = put(row, at, seat)
    at = put(row, at, s["seat"])
    bettor = seat if seat < bettors else 0
    on_first = on_second = 0
    for _ in range(bettors):
        first, second = _bet_on(s, bettor, FIRST), _bet_on(s, bettor, SECOND)
        at = put(row, at, first)
        at = put(row, at, second)
        on_first, on_second = on_first + first, on_second + second
        bettor = next_seat(bettor, bettors)
    at = put(row, at, on_first)
    at = put(row, at, on_second)
    at = put(row, at, abs(on_first - on_second))
    chips = r["bankroll"] * CHIP if r["bankroll"] > 0 else 0
    for _ in range(bettors):  # round the table, back where it began
        at = put(row, at, chips + s["balance"][bettor])
        bettor = next_seat(bettor, bettors)
    at = put(row, at, s["pot"])
    at = put(row, at, r["solicit_laps"] - s["lap"])
    at = put(row, at, s["round"])
    put(row, at, r["rounds"] - 1 - s["round"])


# --- the games ------------------------------------------------------------------------------


class BattaMakiGame(Game):
    """A game of the family: ``variant`` says which."""

    variant: Variant
    rules: BattaMakiRules
    family = "batta_maki"
    state_dtype = STATE
    kernel = Kernel(start, legal, apply, observe, redeal_future)
    unit = CHIP

    def _agents(self) -> tuple[str, ...]:
        bettors = tuple(f"bettor_{number}" for number in range(self.rules.bettors))
        return (*bettors, "dealer") if self.record["dealer_is_agent"][0] else bettors

    def _action_counts(self) -> tuple[int, ...]:
        bettors = (1 + 2 * self.rules.max_bet,) * self.rules.bettors
        return (*bettors, 2) if self.record["dealer_is_agent"][0] else bettors

    def _most_staked(self) -> int:
        """Chips that one bettor can have on the table."""
        most = self.rules.max_bet * (1 + int(self.record["solicit_laps"][0]))
        if self.rules.bankroll is None:
            return most
        return min(most, self.rules.bankroll + self._most_won() // CHIP)

    def _most_won(self) -> int:
        """Units that one seat can win or lose in an episode."""
        most = self.rules.max_bet * (1 + int(self.record["solicit_laps"][0]))
        return 2 * CHIP * most * self.rules.bettors * int(self.record["rounds"][0])

    def _layout(self) -> Layout:
        bettors, rounds = self.rules.bettors, int(self.record["rounds"][0])
        laps = int(self.record["solicit_laps"][0])
        staked, won = self._most_staked(), self._most_won()
        begin = CHIP * (self.rules.bankroll or 0)
        all_staked = staked * bettors
        pieces = [
            Piece.cards("seen", "the cards seen since the shuffle"),
            Piece("phase", "bet, dealer may call, add to the lighter batch, over", (4,)),
            Piece("to_act", "whether this seat acts now"),
            Piece("place", "one's place in the order of betting, the dealer last", (), 0, bettors),
            Piece("acting", "the place of who acts, -1 when it is over", (), -1, bettors),
            Piece(
                "bets",
                "chips of each bettor on the first and second batch, from oneself on",
                (bettors, 2),
                high=staked,
            ),
            Piece("totals", "chips on the first and second batch", (2,), high=all_staked),
            Piece("missing", "chips by which the totals differ", high=all_staked),
            Piece(
                "chips",
                "what each bettor owns, from oneself on, in 1/20 chips (without a bankroll: won)",
                (bettors,),
                begin - won,
                begin + won,
            ),
            Piece("pot", "what is carried from tied rounds, in 1/20 chips", high=won),
            Piece("laps_left", "how often the dealer may still call", high=laps),
            Piece("round", "rounds played before this one", high=rounds - 1),
            Piece("rounds_left", "rounds that follow", high=rounds - 1),
        ]
        if self.record["two_decks"][0]:
            pieces.insert(1, Piece.cards("seen_twice", "the cards of which both copies were seen"))
        return Layout(pieces)

    def action_to_string(self, state: np.void, action: int) -> str:
        """As "bet 3 on the first batch", "call for bets"."""
        if state["phase"] == CALL:
            return "call for bets on the lighter batch" if action else "close the betting"
        if action == 0:
            return "add nothing" if state["phase"] == ADD else "no bet"
        verb = "add" if state["phase"] == ADD else "bet"
        if action <= self.rules.max_bet:
            return f"{verb} {action} on the first batch"
        return f"{verb} {action - self.rules.max_bet} on the second batch"

    def reward_bounds(self) -> tuple[float, float]:
        """Every stake of every round, lost or won."""
        most = self._most_won() / CHIP * (self.rules.bettors if self.seats > 1 else 1)
        return -most, most

    def info(self, state: np.void) -> dict[str, float]:
        """What the bank has won, and what is carried, in chips."""
        house = 0 if self.record["dealer_is_agent"][0] else state["balance"][self.rules.bettors]
        return {"house": int(house) / CHIP, "pot": int(state["pot"]) / CHIP}


def _game(variant: Variant) -> type[BattaMakiGame]:
    """The class of one variant."""
    camel = "".join(word.capitalize() for word in variant.name.split("_"))
    rules = type(
        f"{camel}Rules",
        (BattaMakiRules,),
        {"game": variant.name, "variant": variant, **variant.options},
    )
    about = {"name": variant.name, "title": variant.title, "variant": variant}
    return type(camel, (BattaMakiGame,), {**about, "rules_class": rules})


FAMILY = tuple(map(_game, VARIANTS))
"""The games of the family."""
