"""Jū Mai (十枚): two players fish for the points of the cards on the field.

Each player plays one card from the hand in turn, then turns up one from the pile; a card takes
what it matches by month. Who is ``lead`` points ahead after a round, over all rounds, wins.
"""

import numpy as np

from hanafuda_envs.bits import bit, count, set_of
from hanafuda_envs.cards import CARDS, JU_MAI_POINTS, Kind, of_month
from hanafuda_envs.chance import draw_card, first_dealer, redeal_key, round_key
from hanafuda_envs.compiled import kernel, wraps_around
from hanafuda_envs.engine import OVER, Kernel, state_of
from hanafuda_envs.game import Game
from hanafuda_envs.layout import Layout, Piece, put, put_bits, put_cards, put_choice
from hanafuda_envs.rules import Choice, Count, Rules

__all__ = ["JuMai", "JuMaiRules"]

# --- options --------------------------------------------------------------------------------


class JuMaiRules(Rules):
    """The options of Jū Mai."""

    game = "ju_mai"

    lead = Count(30, "S", "the match ends after a round that leaves one player this far ahead")
    max_rounds = Count(12, "D", "the match ends here at the latest; who is ahead wins")
    next_dealer = Choice(
        "alternate",
        "fixed",
        "winner",
        ground="S, winner W",
        meaning="who deals the next round; after an equal round the winner is the last dealer",
    )
    misdeal = Choice(
        "redeal",
        "leave",
        ground="W, leave D",
        meaning="four of one month on the field at the deal: deal anew, or leave them there",
    )
    reward = Choice(
        "win",
        "points",
        ground="D",
        meaning="+1 or -1 at the end of the match, or the difference of each round in points",
    )
    first_dealer = Choice("random", 0, 1, ground="D", meaning="who deals the first round")
    months = Count(12, "D", "the deck is the first so many months", least=2, most=12)
    hand = Count(10, "D", "cards dealt to each player", most=24)
    field = Count(10, "D", "cards dealt to the field", least=0, most=46)

    def check(self) -> None:
        """The deal must leave a pile that can be played out."""
        pile = 4 * self.months - 2 * self.hand - self.field
        if not 0 <= pile <= 2 * self.hand:
            raise ValueError(
                f"months={self.months}, hand={self.hand}, field={self.field} leave {pile} cards "
                f"in the pile: allowed are 0 to 2*hand = {2 * self.hand}"
            )
        if self.misdeal == "redeal" and self.field > 2 * self.months:
            raise ValueError(
                f"field={self.field} is not possible with misdeal='redeal': allowed are at most "
                f"2*months = {2 * self.months}, or misdeal='leave'"
            )


WINNER, FIXED = (JuMaiRules.next_dealer.values.index(way) for way in ("winner", "fixed"))
REDEAL = JuMaiRules.misdeal.values.index("redeal")
BY_POINTS = JuMaiRules.reward.values.index("points")
RANDOM_DEALER = JuMaiRules.first_dealer.values.index("random")

# --- state ----------------------------------------------------------------------------------

PLAY, CHOOSE_PLAYED, CHOOSE_DRAWN, ENDED = range(4)
NO_CARD = -1
FIVE = 5  # all points are multiples of five; observations count in fives

STATE = state_of(
    2,
    [
        ("card", np.int8),  # the one to be resolved by a choice, or NO_CARD
        ("phase", np.int8),
        ("dealer", np.int8),
        ("draws", np.int32),  # in this round, redeals included
        ("hands", np.uint64, (2,)),
        ("field", np.uint64),
        ("captured", np.uint64, (2,)),
        ("passed_up", np.uint64, (2,)),  # what would have served a seat better than its plays
        ("carried", np.int64),  # points that player_0 is ahead of player_1
        ("round", np.int64),
    ],
)

_BRIGHTS, _ANIMALS, _RIBBONS = (
    np.uint64(set_of([card.id for card in CARDS if card.kind == kind]))
    for kind in (Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON)
)
_NONE, _ONE, _TWO, _WHOLE_MONTH = (np.uint64(number) for number in (0, 1, 2, 15))
_LOWEST_OF_MONTHS, _ALL = np.uint64(0x111111111111), np.uint64(0xFFFFFFFFFFFF)
_THROWN = -1  # what a card takes that is thrown away: less than nothing but chaff
_LEAST, _MOST = _THROWN - 6, 9  # a card thrown away beside a bright; a whole month


def _by_worth(sets: list[set[int]]) -> np.ndarray:
    """The union of those sets of cards that are worth more than ``_LEAST .. _MOST`` fives."""
    worth = [int(JU_MAI_POINTS[sorted(one)].sum()) // FIVE for one in sets]
    unions = [
        set().union(*(one for one, fives_in in zip(sets, worth, strict=True) if fives_in > least))
        for least in range(_LEAST, _MOST + 1)
    ]
    return np.array([set_of(one) for one in unions], dtype=np.uint64)


_CARDS_BY_WORTH = _by_worth([{card.id} for card in CARDS])
_MONTHS_BY_WORTH = _by_worth([set(range(low, low + 4)) for low in range(0, len(CARDS), 4)])

# --- rules ----------------------------------------------------------------------------------


@kernel
def fives(cards):
    """What a set of cards is worth, in fives."""
    return 6 * count(cards & _BRIGHTS) + 2 * count(cards & _ANIMALS) + count(cards & _RIBBONS)


@kernel
def deck_of(r):
    return (_ONE << np.uint64(4 * r["months"])) - _ONE


@kernel
def _in_sight(s):
    """All cards that are in a hand, on the field, captured or being resolved."""
    cards = s["hands"][0] | s["hands"][1] | s["field"] | s["captured"][0] | s["captured"][1]
    return cards | bit(s["card"]) if s["card"] != NO_CARD else cards


@kernel
def _pile(s, r):
    """The cards that have not been drawn in this round."""
    return deck_of(r) & ~_in_sight(s)


@kernel
def _has_four_of_a_month(cards):
    both = cards & (cards >> np.uint64(1))
    return both & (both >> np.uint64(2)) & _LOWEST_OF_MONTHS != 0


@kernel
def draw_cards(key, k, size, undrawn):
    """The set of the draws ``k .. k+size-1`` from ``undrawn``."""
    left = undrawn
    for i in range(size):
        left &= ~bit(draw_card(key, k + i, left))
    return undrawn & ~left


@kernel
def _deal(s, r):
    """Deal a round; the dealer plays first."""
    key = round_key(s["seed"], 0, s["round"])
    deck, k = deck_of(r), 0
    while True:
        first = draw_cards(key, k, r["hand"], deck)
        second = draw_cards(key, k + r["hand"], r["hand"], deck & ~first)
        field = draw_cards(key, k + 2 * r["hand"], r["field"], deck & ~first & ~second)
        k += 2 * r["hand"] + r["field"]
        if r["misdeal"] != REDEAL or not _has_four_of_a_month(field):
            break
    s["hands"][0], s["hands"][1], s["field"] = first, second, field
    s["captured"][0] = s["captured"][1] = _NONE
    s["passed_up"][0] = s["passed_up"][1] = _NONE
    s["draws"] = k
    s["card"] = NO_CARD
    s["phase"] = PLAY
    s["seat"] = s["dealer"]


@kernel
def start(states, i, rules, seed):
    s, r = states[i], rules[0]
    s["seed"] = seed
    s["rewards"][0] = s["rewards"][1] = 0
    s["round"] = s["carried"] = 0
    if r["first_dealer"] == RANDOM_DEALER:
        s["dealer"] = first_dealer(seed, 2)
    else:
        s["dealer"] = r["first_dealer"] - 1
    _deal(s, r)


@kernel
def _choices(s):
    """The field cards that the card to be resolved may capture."""
    return s["field"] & of_month(s["card"]) if s["card"] != NO_CARD else _NONE


@kernel
def _legal_cards(s):
    if s["phase"] == PLAY:
        return s["hands"][s["seat"]]
    return _choices(s)


@kernel
def legal(states, i, rules, mask):
    put_bits(mask, 0, _legal_cards(states[i]), mask.size)


@kernel
def _resolve(s, card):
    """Lay a card on the field; False if it matches two there and the player must choose."""
    matches = s["field"] & of_month(card)
    size = count(matches)
    if size == 2:
        s["card"] = card
        return False
    # One or three are captured, none lets the card lie: in sets, because a processor cannot
    # guess which it will be, and a wrong guess costs more than doing both.
    taken = matches | bit(card) if size != 0 else _NONE
    left = bit(card) if size == 0 else _NONE
    s["field"] = s["field"] & ~taken | left
    s["captured"][s["seat"]] |= taken
    return True


@kernel
def _capture_chosen(s, chosen):
    s["field"] &= ~bit(chosen)
    s["captured"][s["seat"]] |= bit(chosen) | bit(s["card"])
    s["card"] = NO_CARD


@kernel
def _worth_more(sets, worth):
    """All cards of the sets that are worth more than so many fives."""
    return sets[np.uint64(worth - _LEAST)]  # unsigned: there is no counting from the end


@wraps_around
@kernel
def _better_plays(field, card):
    """The cards that would have taken more from the field, or have been cheaper to throw away.

    A player who looks for points and plays this card holds none of them.
    """
    matches = field & of_month(card)
    prize = matches if count(matches) == 3 else matches & (~matches + _ONE)
    taken = fives(prize | bit(card)) if matches != 0 else _THROWN

    # Which months hold what, in their lowest bit. What serves where chaff lies does so all the
    # more where a better card lies with it, so the sets may overlap.
    both, either = field & field >> _ONE, field | field >> _ONE
    chaff = (either | either >> _TWO) & _LOWEST_OF_MONTHS
    ribbon = field & _RIBBONS
    ribbon = (ribbon >> _ONE | ribbon >> _TWO) & _LOWEST_OF_MONTHS
    animal = field & _ANIMALS
    animal = (animal | animal >> _ONE) & _LOWEST_OF_MONTHS
    bright = field & _BRIGHTS  # always the lowest of its month
    three = (both & either >> _TWO | either & both >> _TWO) & _LOWEST_OF_MONTHS
    better = chaff * _WHOLE_MONTH & _worth_more(_CARDS_BY_WORTH, taken)
    better |= ribbon * _WHOLE_MONTH & _worth_more(_CARDS_BY_WORTH, taken - 1)
    better |= animal * _WHOLE_MONTH & _worth_more(_CARDS_BY_WORTH, taken - 2)
    better |= bright * _WHOLE_MONTH & _worth_more(_CARDS_BY_WORTH, taken - 6)
    better |= three * _WHOLE_MONTH & _worth_more(_MONTHS_BY_WORTH, taken)
    if matches == 0:
        better |= _ALL & ~_worth_more(_CARDS_BY_WORTH, fives(bit(card)) - 1)
    return better


@kernel
def _turn_up(s, r):
    """The second half of a turn: the top card of the pile, if there is one, is resolved."""
    pile = _pile(s, r)
    if pile == 0:
        return True
    card = draw_card(round_key(s["seed"], 0, s["round"]), s["draws"], pile)
    s["draws"] += 1
    return _resolve(s, card)


@kernel
def _end_turn(s, r):
    s["phase"] = PLAY
    s["seat"] = 1 - s["seat"]
    if s["hands"][0] | s["hands"][1] == 0:
        _end_round(s, r)


@kernel
def _end_round(s, r):
    difference = FIVE * (fives(s["captured"][0]) - fives(s["captured"][1]))
    s["carried"] += difference
    if r["reward"] == BY_POINTS:
        s["rewards"][0], s["rewards"][1] = difference, -difference
    if abs(s["carried"]) >= r["lead"] or s["round"] + 1 == r["max_rounds"]:
        _end_match(s, r)
        return
    if r["next_dealer"] == WINNER:
        if difference != 0:
            s["dealer"] = 0 if difference > 0 else 1
    elif r["next_dealer"] != FIXED:
        s["dealer"] = 1 - s["dealer"]
    s["round"] += 1
    _deal(s, r)


@kernel
def _end_match(s, r):
    s["phase"], s["seat"] = ENDED, OVER
    if r["reward"] != BY_POINTS:
        result = np.sign(s["carried"])
        s["rewards"][0], s["rewards"][1] = result, -result


@kernel
def apply(states, i, rules, action):
    s, r = states[i], rules[0]
    s["rewards"][0] = s["rewards"][1] = 0
    phase = s["phase"]
    if phase != PLAY:
        _capture_chosen(s, action)
    else:
        s["hands"][s["seat"]] &= ~bit(action)
        s["passed_up"][s["seat"]] |= _better_plays(s["field"], action)
        if not _resolve(s, action):
            s["phase"] = CHOOSE_PLAYED
            return
    if phase != CHOOSE_DRAWN and not _turn_up(s, r):
        s["phase"] = CHOOSE_DRAWN
        return
    _end_turn(s, r)


@kernel
def observe(states, i, rules, seat, row):
    s, r = states[i], rules[0]
    other = 1 - seat
    hand = s["hands"][seat]
    hidden = deck_of(r) & ~(_in_sight(s) & ~s["hands"][other])
    card = bit(s["card"]) if s["card"] != NO_CARD else _NONE
    carried = s["carried"] // FIVE * (1 - 2 * seat)
    lead = (r["lead"] + FIVE - 1) // FIVE
    in_hand, in_other_hand = count(hand), count(s["hands"][other])

    at = put_cards(row, 0, hand)
    at = put_cards(row, at, s["field"])
    at = put_cards(row, at, s["captured"][seat])
    at = put_cards(row, at, s["captured"][other])
    at = put_cards(row, at, hidden)
    at = put_cards(row, at, hidden & s["passed_up"][other])
    at = put_cards(row, at, card)
    at = put_cards(row, at, _choices(s))
    at = put_choice(row, at, s["phase"], 4)
    at = put(row, at, s["seat"] == seat)
    at = put(row, at, s["dealer"] == seat)
    at = put(row, at, 2 * r["hand"] - in_hand - in_other_hand)
    at = put(row, at, in_other_hand)
    at = put(row, at, count(hidden) - in_other_hand)
    at = put(row, at, fives(s["captured"][seat]))
    at = put(row, at, fives(s["captured"][other]))
    at = put(row, at, carried)
    at = put(row, at, lead - carried)
    at = put(row, at, lead + carried)
    at = put(row, at, s["round"])
    put(row, at, r["max_rounds"] - 1 - s["round"])


@kernel
def redeal(states, i, rules, seat, seed):
    """The other hand is dealt anew from what this seat has not seen; so is the future."""
    s, r = states[i], rules[0]
    other = 1 - seat
    size = count(s["hands"][other])
    s["hands"][other] = _NONE
    unseen = _pile(s, r)
    s["hands"][other] = draw_cards(redeal_key(seed), 0, size, unseen)
    s["seed"] = seed


# --- the game -------------------------------------------------------------------------------


class JuMai(Game):
    """Jū Mai: a two-player fishing game for the points of the captured cards."""

    name = "ju_mai"
    title = "Jū Mai"
    family = "ju_mai"
    rules_class = JuMaiRules
    rules: JuMaiRules
    state_dtype = STATE
    kernel = Kernel(start, legal, apply, observe, redeal)
    unit = 1

    def _agents(self) -> tuple[str, ...]:
        return ("player_0", "player_1")

    def _action_counts(self) -> tuple[int, ...]:
        return (4 * self.rules.months,) * 2

    def _layout(self) -> Layout:
        rules = self.rules
        most = int(JU_MAI_POINTS.sum()) // FIVE
        # A match goes on while nobody is `lead` ahead, and one more round can follow.
        furthest = (rules.lead - 1) // FIVE + most
        turns = 2 * rules.hand
        pieces = [
            Piece.cards("hand", "the cards in one's hand"),
            Piece.cards("field", "the cards on the field"),
            Piece.cards("captured", "the cards that one has captured this round"),
            Piece.cards("captured_by_other", "the cards that the other player has captured"),
            Piece.cards("unseen", "the cards in the other hand or in the pile"),
            Piece.cards(
                "passed_up",
                "those of them that would have taken more for the other than what "
                "he played, or would have been cheaper to throw away: he hardly holds them",
            ),
            Piece.cards("card", "the card to be resolved, while somebody chooses for it"),
            Piece.cards("choices", "the field cards that it may capture"),
            Piece("phase", "play, choose for the played card, for the drawn card, over", (4,)),
            Piece("to_act", "whether this seat acts now"),
            Piece("dealer", "whether this seat deals this round"),
            Piece("turn", "cards played from the hands this round", high=turns),
            Piece("other_hand", "cards in the other hand", high=rules.hand),
            Piece("pile", "cards left in the pile", high=turns),
            Piece("score", "one's points this round, in fives", high=most),
            Piece("score_of_other", "the other's points this round, in fives", high=most),
            Piece("carried", "one's lead from earlier rounds, in fives", (), -furthest, furthest),
            Piece("to_win", "fives still missing to the lead", (), -most, 2 * furthest),
            Piece("to_lose", "fives the other still misses", (), -most, 2 * furthest),
            Piece("round", "rounds played before this one", high=rules.max_rounds - 1),
            Piece("rounds_left", "rounds that may follow", high=rules.max_rounds - 1),
        ]
        return Layout(pieces)

    def action_to_string(self, state: np.void, action: int) -> str:
        """As "play Crane (松に鶴)" or "capture Moon (芒に月) with …"."""
        card = CARDS[action]
        if state["phase"] in (CHOOSE_PLAYED, CHOOSE_DRAWN):
            return f"capture {card} with {CARDS[state['card']].name}"
        return f"play {card}"

    def reward_bounds(self) -> tuple[float, float]:
        """One match, or the points of all rounds."""
        if self.rules.reward == "win":
            return -1.0, 1.0
        most = float(self.rules.lead - 1 + JU_MAI_POINTS.sum())
        return -most, most
