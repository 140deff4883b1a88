"""Sanmai Kabu (三枚かぶ): bet on any of three stacks against the dealer's hand."""

import numpy as np

from hanafuda_envs.bits import bit
from hanafuda_envs.cards import DECK
from hanafuda_envs.chance import draw_card, first_dealer, round_key
from hanafuda_envs.compiled import kernel
from hanafuda_envs.engine import OVER, Kernel, next_seat, redeal_future, seats_between, state_of
from hanafuda_envs.game import Game
from hanafuda_envs.layout import Layout, Piece, allow_up_to, forbid_all, put, put_cards, put_choice
from hanafuda_envs.money import CHIP, affordable
from hanafuda_envs.rules import Choice, Count, OptionalCount, Rules, Subset

__all__ = ["SanmaiKabu", "SanmaiKabuRules"]

MOST_PLAYERS = 8
STACKS = 3
HAND = STACKS  # the dealer's hand lies beside the stacks
ROUNDS_A_SHUFFLE = 4

# --- options --------------------------------------------------------------------------------


class SanmaiKabuRules(Rules):
    """The options of Sanmai Kabu."""

    game = "sanmai_kabu"

    players = Count(3, "D", "how many play", most=MOST_PLAYERS)
    max_bet = Count(5, "D", "chips that can be bet on one stack")
    table_limit = Count(50, "S, 50 D", "chips that all can bet together in a round")
    bankroll = OptionalCount(
        None, "D", "chips that each player begins with; without it they may go into debt"
    )
    tie = Choice("push", "dealer", ground="S", meaning="a tie returns the bet, or loses it")
    dealer = Choice(
        "house", "rotating", ground="S", meaning="the bank, or a player until all stacks beat him"
    )
    first_dealer = Choice(
        "random",
        *range(MOST_PLAYERS),
        ground="D",
        meaning="who deals first where the dealer rotates",
    )
    rounds = Count(8, "D", "rounds in an episode")
    deck = Choice(
        "shuffle", "deal_through", ground="D", meaning="shuffled every round, or every fourth"
    )
    dealer_arashi = Choice(
        "plain",
        "beats_plain",
        "beats_all",
        ground="S, others W",
        meaning="three of a month in the dealer's hand: its digit, beats all but arashi, or all",
    )
    both_arashi = Choice(
        "field",
        "compare",
        "tie",
        ground="W",
        meaning="arashi against arashi under beats_plain: the stack wins, digits decide, or a tie",
    )
    house_yaku = Subset(
        "shippin",
        "kuppin",
        ground="W",
        meaning="first two cards of the dealer that beat everything: 4 then 1, 9 then 1",
    )

    def check(self) -> None:
        """Options that mean nothing must stay as they are."""
        if self.both_arashi != "field" and self.dealer_arashi != "beats_plain":
            raise ValueError(
                f"both_arashi={self.both_arashi!r} is possible only with "
                "dealer_arashi='beats_plain'"
            )
        if self.dealer == "rotating":
            if self.players < 2:
                raise ValueError(
                    f"players={self.players} is not possible: dealer='rotating' needs 2"
                )
            if self.first_dealer != "random" and self.first_dealer >= self.players:
                raise ValueError(
                    f"first_dealer={self.first_dealer} is not possible: allowed is 'random' or "
                    f"0 to {self.players - 1}"
                )
        elif self.first_dealer != "random":
            raise ValueError(
                f"first_dealer={self.first_dealer!r} is possible only with dealer='rotating'"
            )


ROTATING = SanmaiKabuRules.dealer.values.index("rotating")
RANDOM_DEALER = SanmaiKabuRules.first_dealer.values.index("random")
DEALER_TAKES = SanmaiKabuRules.tie.values.index("dealer")
DEAL_THROUGH = SanmaiKabuRules.deck.values.index("deal_through")
BEATS_PLAIN, BEATS_ALL = (
    SanmaiKabuRules.dealer_arashi.values.index(way) for way in ("beats_plain", "beats_all")
)
FIELD_WINS, COMPARE = (
    SanmaiKabuRules.both_arashi.values.index(way) for way in ("field", "compare")
)
SHIPPIN, KUPPIN = (SanmaiKabuRules.house_yaku.code((yaku,)) for yaku in ("shippin", "kuppin"))

# --- state ----------------------------------------------------------------------------------

HOUSE = -1
NO_CARD = -1
LOSE, TIE, WIN, ARASHI_WIN = range(4)

STATE = state_of(
    MOST_PLAYERS,
    [
        ("dealer", np.int8),  # a seat, or HOUSE
        ("stack", np.int8),  # the one that is decided on now
        ("results", np.int8, (STACKS,)),  # of the last showdown
        ("last", np.int8, (STACKS + 1, 3)),  # its cards, the dealer's hand at the end
        ("bets", np.int64, (MOST_PLAYERS, STACKS)),  # chips
        ("balance", np.int64, (MOST_PLAYERS,)),  # units won since the start
        ("house", np.int64),  # units that the bank has won
        ("round", np.int64),
        ("seen", np.uint64),  # cards seen since the shuffle
    ],
)

_NONE, ALL_CARDS = np.uint64(0), np.uint64(2**DECK - 1)

# --- the showdown -----------------------------------------------------------------------------


@kernel
def _turn_up(s):
    """Draw the stacks, then the dealer's hand."""
    key, k = round_key(s["seed"], 0, s["round"]), 0
    for stack in range(STACKS + 1):
        for place in range(3):
            card = draw_card(key, k, ~s["seen"] & ALL_CARDS)
            s["seen"] |= bit(card)
            s["last"][stack, place] = card
            k += 1


@kernel
def _digit(s, stack):
    """The last digit of the sum; months 10 to 12 count nothing."""
    total = 0
    for place in range(3):
        month = s["last"][stack, place] // 4 + 1
        total += month if month < 10 else 0
    return total % 10


@kernel
def _is_arashi(s, stack):
    """Three cards of one month."""
    month = s["last"][stack, 0] // 4
    return month == s["last"][stack, 1] // 4 and month == s["last"][stack, 2] // 4


@kernel
def _has_yaku(s, r):
    """Whether the dealer's first two cards are 4 then 1, or 9 then 1, where that counts."""
    first, second = s["last"][HAND, 0] // 4 + 1, s["last"][HAND, 1] // 4 + 1
    if second != 1:
        return False
    return (first == 4 and r["house_yaku"] & SHIPPIN != 0) or (
        first == 9 and r["house_yaku"] & KUPPIN != 0
    )


@kernel
def _compare(s, stack, win):
    """By digits; ``win`` is what a higher stack is worth."""
    mine, dealers = _digit(s, stack), _digit(s, HAND)
    if mine == dealers:
        return TIE
    return win if mine > dealers else LOSE


@kernel
def _result(s, r, stack):
    """How a stack does against the dealer's hand."""
    if _has_yaku(s, r):
        return LOSE
    arashi = _is_arashi(s, stack)
    if r["dealer_arashi"] != 0 and _is_arashi(s, HAND):
        if r["dealer_arashi"] == BEATS_ALL or not arashi:
            return LOSE
        if r["both_arashi"] == FIELD_WINS:
            return ARASHI_WIN
        return _compare(s, stack, ARASHI_WIN) if r["both_arashi"] == COMPARE else TIE
    return ARASHI_WIN if arashi else _compare(s, stack, WIN)


@kernel
def _gain(r, result):
    """Units for each chip."""
    if result == TIE:
        return -CHIP if r["tie"] == DEALER_TAKES else 0
    if result == LOSE:
        return -CHIP
    return 2 * CHIP if result == ARASHI_WIN else CHIP


@kernel
def _settle(s, r):
    dealer_gets = 0
    for player in range(r["players"]):
        for stack in range(STACKS):
            units = s["bets"][player, stack] * _gain(r, s["results"][stack])
            s["rewards"][player] += units
            dealer_gets -= units
    if s["dealer"] == HOUSE:
        s["house"] += dealer_gets
    else:
        s["rewards"][s["dealer"]] += dealer_gets
    for player in range(r["players"]):
        s["balance"][player] += s["rewards"][player]


@kernel
def _showdown(s, r):
    _turn_up(s)
    wins = 0
    for stack in range(STACKS):
        s["results"][stack] = _result(s, r, stack)
        wins += s["results"][stack] >= WIN
    _settle(s, r)
    if s["round"] + 1 == r["rounds"]:
        s["seat"] = OVER
        return
    if s["dealer"] != HOUSE and wins == STACKS:
        s["dealer"] = next_seat(s["dealer"], r["players"])
    s["round"] += 1
    _begin_round(s, r)


# --- betting --------------------------------------------------------------------------------


@kernel
def _begin_round(s, r):
    if r["deck"] != DEAL_THROUGH or s["round"] % ROUNDS_A_SHUFFLE == 0:
        s["seen"] = _NONE
    for player in range(MOST_PLAYERS):
        for stack in range(STACKS):
            s["bets"][player, stack] = 0
    s["stack"] = 0
    s["seat"] = 0 if s["dealer"] == HOUSE else next_seat(s["dealer"], r["players"])


@kernel
def _is_last(s, r):
    """Whether nobody bets after the seat that acts."""
    after = next_seat(s["seat"], r["players"])
    return after == (0 if s["dealer"] == HOUSE else s["dealer"])


@kernel
def _on_the_table(s, r):
    chips = 0
    for player in range(r["players"]):
        for stack in range(STACKS):
            chips += s["bets"][player, stack]
    return chips


# --- the kernel -----------------------------------------------------------------------------


@kernel
def start(states, i, rules, seed):
    s, r = states[i], rules[0]
    s["seed"] = seed
    for player in range(MOST_PLAYERS):
        s["rewards"][player] = s["balance"][player] = 0
    s["house"] = s["round"] = 0
    for stack in range(STACKS + 1):
        for place in range(3):
            s["last"][stack, place] = NO_CARD
    for stack in range(STACKS):
        s["results"][stack] = LOSE
    if r["dealer"] != ROTATING:
        s["dealer"] = HOUSE
    elif r["first_dealer"] == RANDOM_DEALER:
        s["dealer"] = first_dealer(seed, r["players"])
    else:
        s["dealer"] = r["first_dealer"] - 1
    _begin_round(s, r)


@kernel
def legal(states, i, rules, mask):
    s, r = states[i], rules[0]
    seat = s["seat"]
    if seat == OVER:
        forbid_all(mask)
        return
    bets = s["bets"][seat, 0] + s["bets"][seat, 1] + s["bets"][seat, 2]
    most = min(r["max_bet"], r["table_limit"] - _on_the_table(s, r))
    most = min(most, affordable(r["bankroll"], s["balance"][seat], bets))
    allow_up_to(mask, most)


@kernel
def apply(states, i, rules, action):
    s, r = states[i], rules[0]
    for player in range(MOST_PLAYERS):
        s["rewards"][player] = 0
    s["bets"][s["seat"], s["stack"]] = action
    s["stack"] += 1
    if s["stack"] < STACKS:
        return
    s["stack"] = 0
    if _is_last(s, r):
        _showdown(s, r)
    else:
        s["seat"] = next_seat(s["seat"], r["players"])


@kernel
def observe(states, i, rules, seat, row):
    s, r = states[i], rules[0]
    players = r["players"]
    acting = seats_between(seat, s["seat"], players) if s["seat"] != OVER else -1
    dealer = seats_between(seat, s["dealer"], players) if s["dealer"] != HOUSE else -1

    at = put_cards(row, 0, s["seen"])
    at = put_choice(row, at, s["stack"] if s["seat"] != OVER else -1, STACKS)
    at = put(row, at, acting == 0)
    at = put(row, at, acting)
    at = put(row, at, dealer)
    at = put(row, at, seat)
    player = seat
    for _ in range(players):
        for stack in range(STACKS):
            at = put(row, at, s["bets"][player, stack])
        player = next_seat(player, players)
    at = put(row, at, r["table_limit"] - _on_the_table(s, r))
    chips = r["bankroll"] * CHIP if r["bankroll"] > 0 else 0
    for _ in range(players):  # round the table, back where it began
        at = put(row, at, chips + s["balance"][player])
        player = next_seat(player, players)
    at = put(row, at, s["round"])
    put(row, at, r["rounds"] - 1 - s["round"])


# --- the game -------------------------------------------------------------------------------


class SanmaiKabu(Game):
    """Sanmai Kabu: three stacks against the bank, or against a player who deals."""

    name = "sanmai_kabu"
    title = "Sanmai Kabu"
    family = "sanmai_kabu"
    rules_class = SanmaiKabuRules
    rules: SanmaiKabuRules
    state_dtype = STATE
    kernel = Kernel(start, legal, apply, observe, redeal_future)
    unit = CHIP

    def _agents(self) -> tuple[str, ...]:
        return tuple(f"player_{number}" for number in range(self.rules.players))

    def _action_counts(self) -> tuple[int, ...]:
        return (self.rules.max_bet + 1,) * self.rules.players

    def _most_in_a_round(self) -> int:
        """Chips that can lie on the table."""
        rules = self.rules
        return min(rules.table_limit, rules.max_bet * STACKS * rules.players)

    def _layout(self) -> Layout:
        rules = self.rules
        players = rules.players
        won = 2 * CHIP * self._most_in_a_round() * rules.rounds
        begin = CHIP * (rules.bankroll or 0)
        pieces = [
            Piece.cards("seen", "the cards seen since the shuffle"),
            Piece(
                "stack", "the stack that is decided on; none when the episode is over", (STACKS,)
            ),
            Piece("to_act", "whether this seat acts now"),
            Piece("acting", "seats to the right to who acts, -1 when over", (), -1, players - 1),
            Piece("dealer", "seats to the right to the dealer, -1: the house", (), -1, players - 1),
            Piece("place", "one's own seat", high=players - 1),
            Piece(
                "bets",
                "chips of each player on each stack, from oneself on",
                (players, STACKS),
                high=rules.max_bet,
            ),
            Piece("room", "chips that the table limit still allows", high=rules.table_limit),
            Piece(
                "chips",
                "what each player owns, from oneself on, in 1/20 chips (without a bankroll: won)",
                (players,),
                begin - won,
                begin + won,
            ),
            Piece("round", "rounds played before this one", high=rules.rounds - 1),
            Piece("rounds_left", "rounds that follow", high=rules.rounds - 1),
        ]
        return Layout(pieces)

    def action_to_string(self, state: np.void, action: int) -> str:
        """As "3 chips on stack 1"."""
        amount = {0: "nothing", 1: "1 chip"}.get(action, f"{action} chips")
        return f"{amount} on stack {int(state['stack'])}"

    def reward_bounds(self) -> tuple[float, float]:
        """Every stack of every round arashi, for the players or for the one who deals."""
        most = 2.0 * self._most_in_a_round() * self.rules.rounds
        return -most, most

    def info(self, state: np.void) -> dict[str, float]:
        """What the bank has won, in chips."""
        return {"house": int(state["house"]) / CHIP}
