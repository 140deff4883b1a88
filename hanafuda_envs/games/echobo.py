"""Echobo (絵樗蒲): the dealer hides one of six months, and the bettors guess which.

All decide at once: who is asked first makes no difference, because nobody sees anything of a
round before its showdown. Afterwards everything is public, and what the dealer did before is
all that a bettor has to go by.
"""

import numpy as np

from hanafuda_envs.bits import count, members, nth, set_of
from hanafuda_envs.cards import MONTHS
from hanafuda_envs.chance import draw, redeal_key, round_key
from hanafuda_envs.compiled import kernel
from hanafuda_envs.engine import OVER, Kernel, state_of
from hanafuda_envs.game import Game
from hanafuda_envs.layout import LANES, Layout, Piece, put, put_bits, put_choice
from hanafuda_envs.money import CHIP, in_units
from hanafuda_envs.rules import Choice, Count, Rules

__all__ = ["Echobo", "EchoboRules"]

MONTHS_IN_PLAY = 6
ALL_BETS = 2**MONTHS_IN_PLAY
MOST_DECKS = 3  # 11 bettors: what a state of less than a kilobyte has room for
MOST_BETTORS = 4 * MOST_DECKS - 1
LONGEST_HISTORY = 64

# --- options --------------------------------------------------------------------------------


class EchoboRules(Rules):
    """The options of Echobo."""

    game = "echobo"

    bettors = Count(3, "S", "how many bet: at most 4*decks - 1", most=MOST_BETTORS)
    decks = Count(1, "S", "decks of cards; they limit the number of bettors", most=MOST_DECKS)
    max_cards = Count(4, "S", "months that one can bet on in a round", most=MONTHS_IN_PLAY)
    bet_size = Count(1, "S", "chips on each of them")
    payout = Choice(
        5.0,
        4.6,
        4.5,
        ground="S",
        meaning="what a right card gains for each chip; the fee stays with the dealer",
    )
    rounds = Count(12, "D", "rounds in an episode")
    dealer = Choice(
        "agent", "house", ground="S, house D", meaning="an agent, or a bank that picks at random"
    )
    history = Count(
        12, "D", "past rounds that an observation shows one by one", most=LONGEST_HISTORY
    )

    def check(self) -> None:
        """There are only so many cards to bet with."""
        most = 4 * self.decks - 1
        if self.bettors > most:
            raise ValueError(
                f"bettors={self.bettors} is not possible with decks={self.decks}: allowed is an "
                f"integer from 1 to 4*decks - 1 = {most}"
            )


HOUSE = EchoboRules.dealer.values.index("house")
_GAINS = np.array([in_units(payout) for payout in EchoboRules.payout.values])
"""Units that a right card gains for each chip, by the number of the option's value."""
_LEGAL_BETS = np.array(
    [
        set_of(bets for bets in range(ALL_BETS) if bets.bit_count() <= most)
        for most in range(MONTHS_IN_PLAY + 1)
    ],
    dtype=np.uint64,
)
"""For each ``max_cards`` the set of the actions that a bettor may take."""
_LEGAL_PICKS = np.uint64(2**MONTHS_IN_PLAY - 1)

# --- state ----------------------------------------------------------------------------------

# A place at the table: the dealer, agent or house, has place 0 and bettor_b place b + 1.
PLACES = 1 + MOST_BETTORS
DEALER = 0
COUNT_LIMIT = 2**16 - 1
"""Counts stop here, so that any number of rounds can be played."""
_WORD = 64
_WORDS = MONTHS_IN_PLAY * LONGEST_HISTORY // _WORD
_A_ROUND, _CARRIED = np.uint64(MONTHS_IN_PLAY), np.uint64(_WORD - MONTHS_IN_PLAY)

PICK, BET, ENDED = range(3)

STATE = state_of(
    PLACES,
    [
        ("down", np.uint8, (PLACES,)),  # the months that lie face down at each place, as a set
        ("counts", np.uint16, (PLACES, MONTHS_IN_PLAY)),  # rounds in which a month was put down
        ("balance", np.int64, (PLACES,)),  # units won since the start
        ("round", np.int64),
        # What lay at each place in past rounds: six bits a round, the last one in the lowest.
        ("past", np.uint64, (PLACES, _WORDS)),
    ],
)

# --- rules ----------------------------------------------------------------------------------


@kernel
def _seats(r):
    """How many agents there are."""
    return r["bettors"] + (1 if r["dealer"] != HOUSE else 0)


@kernel
def _place(r, seat):
    """Where a seat sits at the table."""
    return seat + (1 if r["dealer"] == HOUSE else 0)


@kernel
def _words(r):
    """How many words hold as many past rounds as are shown."""
    return (MONTHS_IN_PLAY * r["history"] + _WORD - 1) // _WORD


@kernel
def _remember(s, r, place):
    """What lies at a place becomes the past."""
    months = np.int64(s["down"][place])
    for month in range(MONTHS_IN_PLAY):
        known = np.int64(s["counts"][place, month])
        s["counts"][place, month] = min(known + (months >> month & 1), COUNT_LIMIT)
    latest = np.uint64(months)
    for word in range(_words(r)):
        older = s["past"][place, word]
        s["past"][place, word] = older << _A_ROUND | latest
        latest = older >> _CARRIED
    s["down"][place] = 0


@kernel
def _settle(s, r, place):
    """Pay a bettor: each right card gains, each wrong one is lost."""
    bets, pick = np.uint64(s["down"][place]), np.uint64(s["down"][DEALER])
    right = count(bets & pick)
    wrong = count(bets) - right
    units = r["bet_size"] * (right * _GAINS[r["payout"]] - wrong * CHIP)
    s["balance"][place] += units
    s["balance"][DEALER] -= units
    s["rewards"][place - _place(r, 0)] = units
    return units


@kernel
def _showdown(s, r):
    if r["dealer"] == HOUSE:
        pick = draw(round_key(s["seed"], 0, s["round"]), 0, MONTHS_IN_PLAY)
        s["down"][DEALER] = 1 << pick
    paid = 0
    for place in range(1, r["bettors"] + 1):
        paid += _settle(s, r, place)
    if r["dealer"] != HOUSE:
        s["rewards"][0] = -paid
    for place in range(r["bettors"] + 1):
        _remember(s, r, place)
    if s["round"] + 1 == r["rounds"]:
        s["seat"] = OVER
    else:
        s["round"] += 1
        s["seat"] = 0


# --- the kernel -----------------------------------------------------------------------------


@kernel
def start(states, i, rules, seed):
    s, r = states[i], rules[0]
    s["seed"] = seed
    s["seat"] = s["round"] = 0
    for place in range(r["bettors"] + 1):
        s["rewards"][place] = s["balance"][place] = 0
        s["down"][place] = 0
        for month in range(MONTHS_IN_PLAY):
            s["counts"][place, month] = 0
        for word in range(_words(r)):
            s["past"][place, word] = 0


@kernel
def _legal_set(s, r):
    """The legal actions of the seat that acts, as a set."""
    if s["seat"] == OVER:
        return np.uint64(0)
    return _LEGAL_PICKS if _place(r, s["seat"]) == DEALER else _LEGAL_BETS[r["max_cards"]]


@kernel
def legal(states, i, rules, mask):
    put_bits(mask, 0, _legal_set(states[i], rules[0]), mask.size)


@kernel
def apply(states, i, rules, action):
    s, r = states[i], rules[0]
    seats = _seats(r)
    if s["seat"] == 0:  # only a showdown pays, and this is the first action after it
        for seat in range(seats):
            s["rewards"][seat] = 0
    place = _place(r, s["seat"])
    s["down"][place] = 1 << action if place == DEALER else action
    s["seat"] += 1
    if s["seat"] == seats:
        _showdown(s, r)


# Sets of months are written by lanes, 16 numbers at once, and so spill over what follows: that
# is written later, and there is enough of it. One by one they would take several times as long.


@kernel
def _put_past(s, r, row, at, place):
    """Write what lay at a place in the last rounds, the most recent first."""
    size, done = MONTHS_IN_PLAY * r["history"], 0
    while done < size:
        bits = s["past"][place, done // _WORD] >> np.uint64(done % _WORD)
        put_bits(row, at + done, bits, LANES)
        done += LANES
    return at + size


@kernel
def _put_months(row, at, months):
    put_bits(row, at, np.uint64(months), LANES)
    return at + MONTHS_IN_PLAY


@kernel
def _put_counts(s, row, at, place):
    for month in range(MONTHS_IN_PLAY):
        row[at + month] = s["counts"][place, month]
    return at + MONTHS_IN_PLAY


@kernel
def observe(states, i, rules, seat, row):
    s, r = states[i], rules[0]
    bettors, place = r["bettors"], _place(r, seat)
    # Bettors are shown from oneself on; the dealer, who is none, sees bettor_0 first.
    first = place if place != DEALER else 1
    acting = ENDED
    if s["seat"] != OVER:
        acting = PICK if _place(r, s["seat"]) == DEALER else BET

    at = _put_past(s, r, row, 0, DEALER)
    other = first
    for _ in range(bettors):
        at = _put_past(s, r, row, at, other)
        other = other + 1 if other < bettors else 1
    # From here on counted anew: where places are known to the compiler it needs no checks.
    row = row[at:]
    at = _put_months(row, 0, s["down"][place])
    at = put(row, at, s["seat"] > seat)
    at = put(row, at, s["seat"] == seat)
    at = put_choice(row, at, acting, 3)
    at = put(row, at, place == DEALER)
    at = put(row, at, place != DEALER)
    at = put(row, at, s["round"])
    at = put(row, at, r["rounds"] - 1 - s["round"])
    at = put(row, at, s["balance"][DEALER])
    at = _put_counts(s, row, at, DEALER)
    other = first
    for _ in range(bettors):
        at = _put_counts(s, row, at, other)
        other = other + 1 if other < bettors else 1
    other = first
    for _ in range(bettors):
        at = put(row, at, s["balance"][other])
        other = other + 1 if other < bettors else 1


@kernel
def redeal(states, i, rules, seat, seed):
    """What others have put down in this round is put down anew, anything legal alike."""
    s, r = states[i], rules[0]
    key = redeal_key(seed)
    for other in range(s["seat"]):
        if other == seat:
            continue
        place = _place(r, other)
        if place == DEALER:
            s["down"][place] = 1 << draw(key, place, MONTHS_IN_PLAY)
        else:
            bets = _LEGAL_BETS[r["max_cards"]]
            s["down"][place] = nth(bets, draw(key, place, count(bets)))
    s["seed"] = seed


# --- the game -------------------------------------------------------------------------------


class Echobo(Game):
    """Echobo: guess which of six months the dealer has hidden."""

    name = "echobo"
    title = "Echobo"
    family = "echobo"
    rules_class = EchoboRules
    rules: EchoboRules
    state_dtype = STATE
    kernel = Kernel(start, legal, apply, observe, redeal)
    unit = CHIP
    simultaneous = True

    def _agents(self) -> tuple[str, ...]:
        bettors = tuple(f"bettor_{number}" for number in range(self.rules.bettors))
        return bettors if self.rules.dealer == "house" else ("dealer", *bettors)

    def _action_counts(self) -> tuple[int, ...]:
        bettors = (ALL_BETS,) * self.rules.bettors
        return bettors if self.rules.dealer == "house" else (MONTHS_IN_PLAY, *bettors)

    def _most_of_a_bettor(self) -> tuple[int, int]:
        """Units that a bettor can lose and win in an episode."""
        rules = self.rules
        chips = rules.bet_size * rules.rounds
        # Six different cards are never all wrong.
        wrong = min(rules.max_cards, MONTHS_IN_PLAY - 1)
        return wrong * CHIP * chips, in_units(rules.payout) * chips

    def _layout(self) -> Layout:
        rules, months = self.rules, MONTHS_IN_PLAY
        bettors = rules.bettors
        lost, won = self._most_of_a_bettor()
        often = min(rules.rounds, COUNT_LIMIT)
        pieces = [
            Piece(
                "past_picks",
                "the dealer's month in each of the last rounds, the most recent first",
                (rules.history, months),
            ),
            Piece(
                "past_bets",
                "what each bettor, from oneself on (for the dealer from bettor_0), bet on then",
                (bettors, rules.history, months),
            ),
            Piece("down", "the months that one has put face down this round", (months,)),
            Piece("decided", "whether this seat has picked or bet this round"),
            Piece("to_act", "whether this seat acts now"),
            Piece("phase", "the dealer picks, the bettors bet, over", (3,)),
            Piece("role", "dealer, bettor", (2,)),
            Piece("round", "rounds played before this one", high=rules.rounds - 1),
            Piece("rounds_left", "rounds that follow", high=rules.rounds - 1),
            Piece(
                "dealer_chips",
                "what the dealer or the house has won, in 1/20 chips",
                (),
                -bettors * won,
                bettors * lost,
            ),
            Piece("picks", "rounds in which each month was picked", (months,), high=often),
            Piece(
                "bets",
                "rounds in which each bettor, from oneself on, bet on each month",
                (bettors, months),
                high=often,
            ),
            Piece(
                "chips",
                "what each bettor, from oneself on, has won, in 1/20 chips",
                (bettors,),
                -lost,
                won,
            ),
        ]
        return Layout(pieces)

    def past_months(self, state: np.void, place: int, back: int) -> list[int]:
        """The numbers of the months that lay at a place ``back`` rounds before the last one.

        Place 0 is the dealer's, ``b + 1`` that of ``bettor_b``; ``history`` rounds are kept.
        """
        bits = sum(int(word) << _WORD * at for at, word in enumerate(state["past"][place]))
        months = bits >> MONTHS_IN_PLAY * back & ALL_BETS - 1
        return [month + 1 for month in members(months)]

    def action_to_string(self, state: np.void, action: int) -> str:
        """As "pick Pine (松)", "bet on Pine, Iris" or "no bet"."""
        if self.agents[int(state["seat"])] == "dealer":
            month = MONTHS[action]
            return f"pick {month.flower} ({month.japanese})"
        flowers = [m.flower for m in MONTHS[:MONTHS_IN_PLAY] if action >> (m.number - 1) & 1]
        return f"bet on {', '.join(flowers)}" if flowers else "no bet"

    def reward_bounds(self) -> tuple[float, float]:
        """A bettor who is always right or wrong; a dealer against such bettors."""
        lost, won = self._most_of_a_bettor()
        if self.rules.dealer == "agent":
            most_lost = max(lost, self.rules.bettors * won)
            most_won = max(won, self.rules.bettors * lost)
            return -most_lost / CHIP, most_won / CHIP
        return -lost / CHIP, won / CHIP

    def info(self, state: np.void) -> dict[str, float]:
        """What the bank has won, in chips; nothing where an agent deals."""
        units = int(state["balance"][DEALER]) if self.rules.dealer == "house" else 0
        return {"house": units / CHIP}
