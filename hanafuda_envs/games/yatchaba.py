"""Yatchaba (やっちゃば): guess which three months lie face down while the pot is raised."""

import numpy as np

from hanafuda_envs.bits import bit, count
from hanafuda_envs.cards import DECK, MONTHS
from hanafuda_envs.chance import draw_card, first_dealer, round_key
from hanafuda_envs.compiled import kernel
from hanafuda_envs.engine import OVER, Kernel, redeal_future, state_of
from hanafuda_envs.game import Game
from hanafuda_envs.layout import Layout, Piece, put, put_cards, put_choice
from hanafuda_envs.money import CHIP, affordable
from hanafuda_envs.rules import Choice, Count, OptionalCount, Rules

__all__ = ["Yatchaba", "YatchabaRules"]

MOST_PLAYERS = 8
PICKS = 3  # months in a guess, and cards in a showdown
FREE_PASSES = 2  # in a game; those that follow lose the right to guess
DEALERS_SHARE = 5  # he takes one part in five, 20 %

LADDER = np.array([3, 7, 11, 12, 16, 22, 26, 30, 31, 35, 41, 45, 50])
"""What the first, second, … placing of a round puts down; the last rung repeats."""

# --- options --------------------------------------------------------------------------------


class YatchabaRules(Rules):
    """The options of Yatchaba."""

    game = "yatchaba"

    players = Count(4, "S", "how many play", least=2, most=MOST_PLAYERS)
    hits_to_win = Choice(
        3,
        2,
        1,
        ground="S, others D",
        meaning="in how many months, as a multiset, guess and cards must agree",
    )
    raise_mode = Choice(
        "free",
        "step",
        "ladder",
        ground="S",
        meaning="a placing is any number above the last one, exactly one more, or the next of "
        + ", ".join(map(str, LADDER)),
    )
    max_raise = Count(5, "D", "chips by which a free raise can exceed the last amount")
    max_laps = Count(3, "D", "laps of placing in a round")
    pass_rule = Choice(
        "book",
        "off",
        ground="S, off W",
        meaning="one may pass for a chip, a third pass loses the right to guess; or never",
    )
    after_dealer_hit = Choice(
        "end",
        "continue",
        ground="S",
        meaning="a hit of the dealer ends the game, or the next guesses for a new pot",
    )
    games = OptionalCount(None, "D", "games in an episode; without it as many as players")
    leftover = Choice(
        "split",
        "burn",
        ground="D",
        meaning="what is carried out of the last game: to all alike, or to the house",
    )
    first_dealer = Choice(
        "random", *range(MOST_PLAYERS), ground="D", meaning="who deals the first game"
    )
    bankroll = OptionalCount(
        None, "D", "chips that each player begins with; without it they may go into debt"
    )

    def check(self) -> None:
        """Options that mean nothing must stay as they are."""
        if self.max_raise != type(self).max_raise.default and self.raise_mode != "free":
            raise ValueError(
                f"max_raise={self.max_raise} is possible only with raise_mode='free': allowed is "
                f"{type(self).max_raise.default} with raise_mode={self.raise_mode!r}"
            )
        if self.first_dealer != "random" and self.first_dealer >= self.players:
            raise ValueError(
                f"first_dealer={self.first_dealer} is not possible: allowed is 'random' or "
                f"0 to {self.players - 1}"
            )

    @property
    def raises(self) -> int:
        """How many amounts a player can choose from when he places."""
        return self.max_raise if self.raise_mode == "free" else 1

    def record(self) -> np.ndarray:
        """What is left to other options is filled in, and hits are a number."""
        record = super().record().copy()
        record["hits_to_win"] = self.hits_to_win
        record["max_raise"] = self.raises
        record["games"] = self.players if self.games is None else self.games
        record.setflags(write=False)
        return record


BY_LADDER = YatchabaRules.raise_mode.values.index("ladder")
BY_THE_BOOK = YatchabaRules.pass_rule.values.index("book")
GO_ON_AFTER_DEALER = YatchabaRules.after_dealer_hit.values.index("continue")
BURN = YatchabaRules.leftover.values.index("burn")
RANDOM_DEALER = YatchabaRules.first_dealer.values.index("random")

# --- state ----------------------------------------------------------------------------------

GUESS, PLACE, DECIDE, ENDED = range(4)
PASS, FIRST_PLACING = 12, 13  # actions; below are the months, after the placings stop, continue
NOBODY = NO_CARD = NO_MONTH = -1

STATE = state_of(
    MOST_PLAYERS,
    [
        ("phase", np.int8),
        ("dealer", np.int8),
        ("guesser", np.int8),
        ("picks", np.int8),  # months named so far
        ("guess", np.int8, (PICKS,)),  # they, counted from 0, or NO_MONTH
        ("out", np.int8, (MOST_PLAYERS,)),  # for the rest of the round
        ("passes", np.int8, (MOST_PLAYERS,)),  # in this game
        ("rights", np.int8, (MOST_PLAYERS,)),  # to guess, neither used nor lost
        ("last_guesser", np.int8),  # the last showdown
        ("last_hits", np.int8),
        ("last_guess", np.int8, (PICKS,)),
        ("last_cards", np.int8, (PICKS,)),
        ("last_pot", np.int64),  # units, before anybody was paid
        ("game", np.int64),
        ("round", np.int64),  # of this game, as played
        ("lap", np.int64),
        ("amount", np.int64),  # chips placed last in this round
        ("least", np.int64),  # chips that the next placing needs
        ("placings", np.int64),  # in this round
        ("paid", np.int64, (MOST_PLAYERS,)),  # chips in this round, passes included
        ("balance", np.int64, (MOST_PLAYERS,)),  # units won since the start
        ("pot", np.int64),  # units
        ("house", np.int64),  # units that were burnt
        ("shown", np.uint64),  # cards shown in this game
    ],
)

_NONE, _ALL_CARDS = np.uint64(0), np.uint64(2**DECK - 1)
_A_MONTH = np.uint64(0b1111)

# --- seats and chips ------------------------------------------------------------------------


@kernel
def _to_the_right(r, seat, steps):
    """The seat so many steps to the right; at most once round the table."""
    other = seat + steps
    return other - r["players"] if other >= r["players"] else other


@kernel
def _chips(s, r, seat):
    """How many chips the seat can pay."""
    return affordable(r["bankroll"], s["balance"][seat], 0)


@kernel
def _take(s, seat, units):
    """From the pot to a seat; negative: into the pot."""
    s["pot"] -= units
    s["balance"][seat] += units
    s["rewards"][seat] += units


@kernel
def _pay_in(s, seat, chips):
    s["paid"][seat] += chips
    _take(s, seat, -chips * CHIP)


# --- games and rounds -----------------------------------------------------------------------


@kernel
def _begin_game(s):
    """Shuffle; passes and rights are new."""
    s["shown"] = _NONE
    s["round"] = 0
    for seat in range(MOST_PLAYERS):
        s["passes"][seat] = 0
        s["rights"][seat] = 1


@kernel
def _expect_placing(s, r):
    """Say what the next placing needs: the next rung, or more than the last amount."""
    if r["raise_mode"] == BY_LADDER:
        s["least"] = LADDER[min(s["placings"], LADDER.size - 1)]
    else:
        s["least"] = s["amount"] + 1


@kernel
def _begin_round(s, r, guesser):
    s["guesser"] = s["seat"] = guesser
    s["rights"][guesser] = 0
    s["phase"] = GUESS
    s["picks"] = 0
    for pick in range(PICKS):
        s["guess"][pick] = NO_MONTH
    s["lap"] = s["amount"] = s["placings"] = 0
    for seat in range(MOST_PLAYERS):
        s["out"][seat] = 0
        s["paid"][seat] = 0
    _expect_placing(s, r)


@kernel
def _next_guesser(s, r):
    """The next to the right of the dealer who still has the right to guess, or NOBODY."""
    for steps in range(1, r["players"]):
        seat = _to_the_right(r, s["dealer"], steps)
        if s["rights"][seat]:
            return seat
    return NOBODY


# --- the showdown ---------------------------------------------------------------------------


@kernel
def _turn_up(s):
    """Draw three cards; they stay face up for the rest of the game."""
    key = round_key(s["seed"], s["game"], s["round"])
    for place in range(PICKS):
        card = draw_card(key, place, ~s["shown"] & _ALL_CARDS)
        s["shown"] |= bit(card)
        s["last_cards"][place] = card
        s["last_guess"][place] = s["guess"][place]
    s["last_guesser"] = s["guesser"]
    s["last_pot"] = s["pot"]
    s["last_hits"] = _hits(s)


@kernel
def _hits(s):
    """In how many months guess and cards agree: each card answers one pick at most."""
    hits = 0
    for pick in range(PICKS):
        month = s["guess"][pick]
        cards = picks_before = 0
        for place in range(PICKS):
            cards += s["last_cards"][place] // 4 == month
        for earlier in range(pick):
            picks_before += s["guess"][earlier] == month
        hits += picks_before < cards
    return hits


@kernel
def _pay_a_hit(s, r):
    """Pay out the pot; whether the game ends."""
    if s["round"] == 0:
        _take(s, s["dealer"], s["pot"])
        return r["after_dealer_hit"] != GO_ON_AFTER_DEALER
    _take(s, s["dealer"], s["pot"] // DEALERS_SHARE)
    _take(s, s["guesser"], s["pot"])
    return True


@kernel
def _end_episode(s, r):
    """What is carried out of the last game is burnt or split."""
    s["phase"], s["seat"] = ENDED, OVER
    if r["leftover"] == BURN:
        s["house"] += s["pot"]
        s["pot"] = 0
        return
    share = s["pot"] // r["players"]
    for seat in range(r["players"]):
        _take(s, seat, share)
    _take(s, s["dealer"], s["pot"])


@kernel
def _showdown(s, r):
    _turn_up(s)
    won = s["last_hits"] >= r["hits_to_win"] and _pay_a_hit(s, r)
    guesser = NOBODY if won else _next_guesser(s, r)
    if guesser != NOBODY:
        s["round"] += 1
    else:
        if not won:
            _take(s, s["dealer"], s["pot"] // DEALERS_SHARE)
        if s["game"] + 1 == r["games"]:
            _end_episode(s, r)
            return
        s["game"] += 1
        guesser = s["dealer"] = _to_the_right(r, s["dealer"], 1)
        _begin_game(s)
    _begin_round(s, r, guesser)


# --- laps -----------------------------------------------------------------------------------


@kernel
def _ask_next(s, r, place):
    """Ask the next in lap order, from this place on, to place or pass; False if nobody can."""
    for later in range(place, r["players"]):
        seat = _to_the_right(r, s["guesser"], later)
        if s["out"][seat]:
            continue
        chips = _chips(s, r, seat)
        if chips >= s["least"] or (r["pass_rule"] == BY_THE_BOOK and chips > 0):
            s["phase"], s["seat"] = PLACE, seat
            return True
        s["out"][seat] = 1  # passed over
    return False


@kernel
def _decider(s, r):
    """Who decides after this lap, as things stand, or NOBODY."""
    if s["lap"] + 1 == r["max_laps"]:
        return NOBODY
    for steps in range(r["players"] - 1, -1, -1):
        seat = _to_the_right(r, s["guesser"], steps)
        if not s["out"][seat] and _chips(s, r, seat) > 0:
            return seat
    return NOBODY


@kernel
def _ask_to_decide(s, r):
    decider = _decider(s, r)
    if decider == NOBODY:
        return False
    s["phase"], s["seat"] = DECIDE, decider
    return True


@kernel
def _place_or_pass(s, r, action):
    seat = s["seat"]
    if action == PASS:
        _pay_in(s, seat, 1)
        s["out"][seat] = 1
        s["passes"][seat] += 1
        if s["passes"][seat] > FREE_PASSES:
            s["rights"][seat] = 0
    else:
        s["amount"] = s["least"] + action - FIRST_PLACING
        _pay_in(s, seat, s["amount"])
        s["placings"] += 1
        _expect_placing(s, r)


# --- the kernel -----------------------------------------------------------------------------


@kernel
def start(states, i, rules, seed):
    s, r = states[i], rules[0]
    s["seed"] = seed
    for seat in range(MOST_PLAYERS):
        s["rewards"][seat] = s["balance"][seat] = 0
    s["pot"] = s["house"] = s["game"] = s["last_pot"] = 0
    s["last_guesser"] = NOBODY
    s["last_hits"] = 0
    for place in range(PICKS):
        s["last_guess"][place] = NO_MONTH
        s["last_cards"][place] = NO_CARD
    if r["first_dealer"] == RANDOM_DEALER:
        s["dealer"] = first_dealer(seed, r["players"])
    else:
        s["dealer"] = r["first_dealer"] - 1
    _begin_game(s)
    _begin_round(s, r, s["dealer"])


@kernel
def legal(states, i, rules, mask):
    s, r = states[i], rules[0]
    mask[:] = 0
    if s["phase"] == GUESS:
        lowest = s["guess"][s["picks"] - 1] if s["picks"] > 0 else 0
        for month in range(lowest, 12):
            mask[month] = 1
    elif s["phase"] == PLACE:
        chips = _chips(s, r, s["seat"])
        mask[PASS] = r["pass_rule"] == BY_THE_BOOK and chips > 0
        for more in range(min(r["max_raise"], chips - s["least"] + 1)):
            mask[FIRST_PLACING + more] = 1
    elif s["phase"] == DECIDE:
        stop = FIRST_PLACING + r["max_raise"]
        mask[stop] = mask[stop + 1] = 1


@kernel
def apply(states, i, rules, action):
    s, r = states[i], rules[0]
    for seat in range(MOST_PLAYERS):
        s["rewards"][seat] = 0
    stop, place = False, 0
    if s["phase"] == GUESS:
        s["guess"][s["picks"]] = action
        s["picks"] += 1
        if s["picks"] < PICKS:
            return
    elif s["phase"] == PLACE:
        _place_or_pass(s, r, action)
        place = (s["seat"] - s["guesser"]) % r["players"] + 1
    else:
        stop = action == FIRST_PLACING + r["max_raise"]
        s["lap"] += 0 if stop else 1
    if stop or not (_ask_next(s, r, place) or _ask_to_decide(s, r)):
        _showdown(s, r)


@kernel
def _put_seats(row, at, s, r, seat):
    """Write nine numbers about each player, piece by piece, from this seat on to the right."""
    # One loop for all pieces: a loop for each would take longer than all the rest.
    players = r["players"]
    decider = _decider(s, r) if s["phase"] != ENDED else NOBODY
    begin = r["bankroll"] * CHIP if r["bankroll"] > 0 else 0
    acting, dealer, guesser = s["seat"], s["dealer"], s["guesser"]
    for place in range(at, at + players):
        other = _to_the_right(r, seat, place - at)
        row[place] = other == acting
        row[place + players] = other == dealer
        row[place + 2 * players] = other == guesser
        row[place + 3 * players] = other == decider
        row[place + 4 * players] = s["rights"][other]
        row[place + 5 * players] = s["passes"][other]
        row[place + 6 * players] = s["out"][other]
        row[place + 7 * players] = s["paid"][other]
        row[place + 8 * players] = begin + s["balance"][other]
    return at + 9 * players


@kernel
def observe(states, i, rules, seat, row):
    s, r = states[i], rules[0]

    at = put_cards(row, 0, s["shown"])
    for month in range(12):
        at = put(row, at, count((s["shown"] >> np.uint64(4 * month)) & _A_MONTH))
    for month in range(12):
        row[at + month] = 0
    for pick in range(s["picks"]):
        row[at + s["guess"][pick]] += 1
    at = put(row, at + 12, PICKS - s["picks"])
    at = put_choice(row, at, s["phase"], 4)
    at = put(row, at, s["seat"] == seat)
    at = _put_seats(row, at, s, r, seat)
    at = put(row, at, s["pot"])
    at = put(row, at, s["amount"])
    at = put(row, at, s["least"])
    at = put(row, at, s["lap"])
    at = put(row, at, r["max_laps"] - 1 - s["lap"])
    rounds_left = 0
    for player in range(r["players"]):
        rounds_left += s["rights"][player]
    at = put(row, at, s["round"])
    at = put(row, at, rounds_left)
    at = put(row, at, s["game"])
    put(row, at, r["games"] - 1 - s["game"])


# --- the game -------------------------------------------------------------------------------


class Yatchaba(Game):
    """Yatchaba: each in turn guesses three months while all raise the pot."""

    name = "yatchaba"
    title = "Yatchaba"
    family = "yatchaba"
    rules_class = YatchabaRules
    rules: YatchabaRules
    state_dtype = STATE
    kernel = Kernel(start, legal, apply, observe, redeal_future)
    unit = CHIP

    def _agents(self) -> tuple[str, ...]:
        return tuple(f"player_{number}" for number in range(self.rules.players))

    def _action_counts(self) -> tuple[int, ...]:
        return (FIRST_PLACING + self.rules.raises + 2,) * self.rules.players

    @property
    def games(self) -> int:
        """How many games an episode has."""
        return int(self.record["games"][0])

    def _most_placings(self) -> int:
        """How often chips can be placed in a round."""
        return self.rules.players * self.rules.max_laps

    def _owned(self) -> int | None:
        """Chips that all players own together, if there is a bankroll."""
        bankroll = self.rules.bankroll
        return None if bankroll is None else bankroll * self.rules.players

    def _most_placed(self) -> int:
        """The highest amount that can be placed."""
        placings = self._most_placings()
        if self.rules.raise_mode == "ladder":
            most = int(LADDER[min(placings, LADDER.size) - 1])
        else:
            most = placings * self.rules.raises
        owned = self._owned()
        return most if owned is None else min(most, owned)

    def _most_needed(self) -> int:
        """The highest amount that a player can be asked for, whether he has it or not."""
        if self.rules.raise_mode == "ladder":
            return int(LADDER[min(self._most_placings(), LADDER.size - 1)])
        return self._most_placed() + 1

    def _most_in_a_round(self) -> int:
        """Chips that can be paid in during one round: nobody passes, all raise as they can."""
        placings = self._most_placings()
        if self.rules.raise_mode == "ladder":
            beyond = max(0, placings - LADDER.size)
            most = int(LADDER[:placings].sum()) + beyond * int(LADDER[-1])
        else:
            most = self.rules.raises * placings * (placings + 1) // 2
        owned = self._owned()
        return most if owned is None else min(most, owned)

    def _most_in_all(self) -> int:
        """Chips that can be paid in during an episode, or that can be in the pot."""
        most = self._most_in_a_round() * self.rules.players * self.games
        owned = self._owned()
        return most if owned is None else min(most, owned)

    def _layout(self) -> Layout:
        rules = self.rules
        players, won = rules.players, CHIP * self._most_in_all()
        in_a_round = self._most_in_a_round()
        low, high = (-won, won) if rules.bankroll is None else (0, won)
        seats = (players,)
        pieces = [
            Piece.cards("shown", "the cards shown in this game"),
            Piece("shown_by_month", "how many of each month were shown", (12,), high=4),
            Piece("guess", "how often each month has been named", (12,), high=PICKS),
            Piece("picks_left", "how many months are still to be named", high=PICKS),
            Piece("phase", "guess, place, decide whether to go on, over", (4,)),
            Piece("to_act", "whether this seat acts now"),
            Piece("acting", "who acts, counted from oneself to the right", seats),
            Piece("dealer", "who deals, counted likewise", seats),
            Piece("guesser", "who guesses, counted likewise", seats),
            Piece(
                "decider",
                "who decides after this lap as things stand, counted likewise; none in the last",
                seats,
            ),
            Piece("rights", "who may still guess in this game, from oneself on", seats),
            Piece("passes", "passes of each in this game, from oneself on", seats, high=players),
            Piece("out", "who is out for this round, from oneself on", seats),
            Piece(
                "paid", "chips paid in by each this round, from oneself on", seats, high=in_a_round
            ),
            Piece(
                "chips",
                "what each player owns, from oneself on, in 1/20 chips (without a bankroll: won)",
                seats,
                low,
                high,
            ),
            Piece("pot", "the pot, in 1/20 chips", high=won),
            Piece(
                "amount",
                "chips placed last in this round: what is to beat",
                high=self._most_placed(),
            ),
            Piece("least", "chips that the next placing needs", high=self._most_needed()),
            Piece("lap", "laps done in this round", high=rules.max_laps - 1),
            Piece("laps_left", "laps that may follow", high=rules.max_laps - 1),
            Piece("round", "rounds played in this game before this one", high=players - 1),
            Piece("rounds_left", "rounds that may follow in this game", high=players - 1),
            Piece("game", "games played before this one", high=self.games - 1),
            Piece("games_left", "games that follow", high=self.games - 1),
        ]
        return Layout(pieces)

    def action_to_string(self, state: np.void, action: int) -> str:
        """As "name 3 Cherry (桜)", "place 7 chips", "pass", "stop", "go on"."""
        if action < PASS:
            month = MONTHS[action]
            return f"name {month.number} {month.flower} ({month.japanese})"
        if action == PASS:
            return "pass and pay 1 chip"
        raised = action - FIRST_PLACING
        if raised < self.rules.raises:
            chips = int(state["least"]) + raised
            return f"place {chips} chip{'s' if chips > 1 else ''}"
        return "stop and turn up the cards" if raised == self.rules.raises else "go on to a new lap"

    def reward_bounds(self) -> tuple[float, float]:
        """All that is ever paid in, by one player or by the others."""
        if self.rules.bankroll is not None:
            return float(-self.rules.bankroll), float(self.rules.bankroll * (self.seats - 1))
        most = float(self._most_in_all())
        return -most, most

    def info(self, state: np.void) -> dict[str, float]:
        """What was burnt, and what lies in the pot, in chips."""
        return {"house": int(state["house"]) / CHIP, "pot": int(state["pot"]) / CHIP}
