"""The Batta Maki family: bet on one of two batches (rules, section 2)."""

from .cards import hana_awase_points, hon_bana_points, month_of
from .chance import Deck

CHIP = 20  # units

# Section 0, Nagoya order; section 2: "but Peony and Plum count 10".
NAGOYA_NUMBER = {1: 1, 11: 2, 3: 3, 4: 4, 5: 5, 12: 6, 7: 7, 8: 8, 9: 9, 10: 10, 6: 11, 2: 12}
WILLOW, PINE = 11, 1

SHUFFLED_EVERY_ROUND = ("atosaki", "shoniban")
NAGOYA_GAMES = ("shoniban", "hankan")
DEFAULT_TIE = {
    "batta_maki": "return",
    "mutsu_wari": "return",
    "atosaki": "draw",
    "shoniban": "refund",
    "hankan": "return",  # no option there
}


def deck_cards(variant, decks):
    """The card ids that a rule set plays with."""
    if variant == "batta_maki":
        return list(range(48)) * decks
    if variant == "mutsu_wari":
        return [card for card in range(48) if month_of(card) <= 10]
    if variant == "atosaki":
        return list(range(48))
    return list(range(45))  # without the 3 Paulownia chaff, ids 45..47


def rounds_of_episode(variant, decks, rounds):
    """Dealt through, the deck decides; else the option."""
    dealt_through = {"batta_maki": 8 * decks, "mutsu_wari": 6, "hankan": 5}
    return dealt_through.get(variant, rounds)


def value(variant, card):
    """What a card adds to the sum of its batch."""
    month = month_of(card)
    if variant in NAGOYA_GAMES:
        return min(NAGOYA_NUMBER[month], 10)
    if variant == "atosaki":
        return min(month, 10)
    return month


def total(variant, batch):
    return sum(value(variant, card) for card in batch)


def digit(variant, batch):
    return total(variant, batch) % 10


def rank(variant, batch):
    """Something that compares as the batches do: the digit, below Tsuke, below Arashi."""
    months = sorted(month_of(card) for card in batch)
    if variant in NAGOYA_GAMES:
        if len(set(months)) == 1:
            return (2, 0)  # Arashi: all are equal in rank
        if months == [PINE, WILLOW, WILLOW]:
            return (1, 0)  # Tsuke
    return (0, digit(variant, batch))


def higher(first, second):
    """0 or 1 for the higher of two, None if they are equal."""
    if first == second:
        return None
    return 0 if first > second else 1


class BattaMaki:
    """One episode of a game of the family.

    variant        "batta_maki", "mutsu_wari", "atosaki", "shoniban" or "hankan"
    agents         the bettors, then "dealer" where he is an agent
    seat           who must act, None when the episode is over
    over           True when the episode is over
    round          rounds count from 0 (stays at the last one when the episode is over)
    rounds         rounds of the episode
    phase          "bet" (first bets), "call" (the dealer is asked), "add" (after a call),
                   "over"
    bets           for each bettor [chips on the first batch, chips on the second]
                   (the last round's stay when the episode is over)
    laps           soliciting laps that have been called in this round
    seen           card ids seen since the last shuffle, in the order drawn
    shi_e          Hankan: the three cards of Shi-e in this round; else []
    pot            units that are carried
    paid_in        units of the pot for each bettor and, last, the dealer who paid them in
    house          units: the balance of the bank (0 where the dealer is an agent)
    balance        units won or lost by each agent since the start
    last_showdown  None, or a dict: round, batches [[ids], [ids]], extra (the two cards that
                   broke a tie in Atosaki, or []), winner (0, 1 or None), bets, cover
                   ([chips, chips] that the dealer put down)
    """

    def __init__(
        self,
        variant,
        seed,
        *,
        bettors=3,
        max_bet=5,
        bankroll=None,
        dealer="house",
        solicit_laps=0,
        decks=1,
        payout=1.0,
        rounds=8,
        split="proportional",
        tie=None,
    ):
        self.variant = variant
        self.bettors = bettors
        self.max_bet = max_bet
        self.bankroll = bankroll
        self.dealer_is_agent = dealer == "agent"
        self.solicit_laps = solicit_laps
        self.gain_per_chip = round(CHIP * payout)  # exact: 20 or 18 units
        self.split = split
        self.tie = DEFAULT_TIE[variant] if tie is None else tie
        self.rounds = rounds_of_episode(variant, decks, rounds)

        self.agents = [f"bettor_{i}" for i in range(bettors)]
        if self.dealer_is_agent:
            self.agents.append("dealer")
        self.dealer_seat = bettors  # "the dealer counts as the last seat"
        self.deck = Deck(deck_cards(variant, decks), seed)
        self.seen = []
        self.shi_e = []
        self.pot = 0
        self.paid_in = [0] * (bettors + 1)
        self.house = 0
        self.balance = [0] * len(self.agents)
        self.last_showdown = None
        self.over = False
        self.round = 0
        self.start_round()

    # ---- a round

    def start_round(self):
        self.deck.start_round(0, self.round)
        if self.variant in SHUFFLED_EVERY_ROUND:
            self.deck.shuffle()
            self.seen = []
        if self.variant == "hankan":
            self.shi_e = self.deck.draw_many(3)  # "drawn and shown before the betting"
            self.seen += self.shi_e
        self.bets = [[0, 0] for _ in range(self.bettors)]
        self.laps = 0
        self.phase = "bet"
        self.seat = 0

    def totals(self):
        """Chips of the bettors on each batch."""
        return [sum(bet[batch] for bet in self.bets) for batch in (0, 1)]

    def missing(self):
        """Chips by which the totals differ."""
        first, second = self.totals()
        return abs(first - second)

    def lighter(self):
        """The batch with less on it."""
        first, second = self.totals()
        return 0 if first < second else 1

    def can_pay(self, bettor):
        """Most chips that a bettor can still add to what lies on the table."""
        # Reading: without a bankroll there is no debt that forbids a bet.
        if self.bankroll is None:
            return self.max_bet
        money = self.bankroll * CHIP + self.balance[bettor] - sum(self.bets[bettor]) * CHIP
        return max(0, money // CHIP)

    def is_solicited(self, bettor):
        """Whether a call is meant for him: no bet yet, or a bet on the lighter batch."""
        return sum(self.bets[bettor]) == 0 or self.bets[bettor][self.lighter()] > 0

    def may_call(self):
        """Totals differ, laps remain, and somebody may add."""
        return (
            self.variant != "hankan"
            and self.missing() > 0
            and self.laps < self.solicit_laps
            and any(
                self.is_solicited(bettor) and self.can_pay(bettor) >= 1
                for bettor in range(self.bettors)
            )
        )

    # ---- decisions

    def legal(self):
        """Legal action numbers of the seat."""
        if self.over:
            return []
        if self.phase == "call":
            return [0, 1]
        most = min(self.max_bet, self.can_pay(self.seat))
        if self.phase == "add":
            most = min(most, self.missing())
            batches = [self.lighter()]
        else:
            batches = [0, 1]
        actions = [0]
        for batch in batches:
            actions += [batch * self.max_bet + chips for chips in range(1, most + 1)]
        return actions

    def apply(self, action):
        """Bet, add, close or call; return the rewards in units."""
        assert action in self.legal()
        if self.phase == "call":
            if action == 0:
                return self.showdown()
            self.start_lap()
            return self.no_rewards()
        if action > 0:
            batch, chips = divmod(action - 1, self.max_bet)
            self.bets[self.seat][batch] += chips + 1
        if self.phase == "bet":
            if self.seat + 1 < self.bettors:
                self.seat += 1
                return self.no_rewards()
            return self.after_lap()
        return self.next_in_lap()

    def no_rewards(self):
        return [0] * len(self.agents)

    # ---- soliciting

    def after_lap(self):
        """Ask the dealer whether to call, if there is reason to; else show down."""
        # Reading: a lap in which nobody added anything does not end the soliciting.
        if not self.may_call():
            return self.showdown()
        if self.dealer_is_agent:
            self.phase = "call"
            self.seat = self.dealer_seat
        else:
            self.start_lap()  # the house "calls whenever it may"
        return self.no_rewards()

    def start_lap(self):
        """The dealer has called: ask the first bettor whom it is meant for."""
        self.laps += 1
        self.phase = "add"
        self.seat = self.next_solicited(0)  # somebody may add, so there is one

    def next_solicited(self, start):
        """The first seat from `start` on that the call is meant for, or None."""
        for bettor in range(start, self.bettors):
            if self.is_solicited(bettor):
                return bettor
        return None

    def next_in_lap(self):
        """Go on to the next bettor; "once the totals are level nobody else is asked"."""
        following = self.next_solicited(self.seat + 1) if self.missing() else None
        if following is None:
            return self.after_lap()
        self.seat = following
        return self.no_rewards()

    # ---- showdown

    def showdown(self):
        """Draw both batches, settle, and go on to the next round; return the rewards."""
        batches = [self.deck.draw_many(3), self.deck.draw_many(3)]
        self.seen += batches[0] + batches[1]
        winner, extra = self.find_winner(batches)
        cover = self.cover()
        self.last_showdown = {
            "round": self.round,
            "batches": batches,
            "extra": extra,
            "winner": winner,
            "bets": [list(bet) for bet in self.bets],
            "cover": cover,
        }
        if self.variant in ("atosaki", "shoniban"):
            moves = self.settle_pot(winner, cover)
        else:
            moves = self.settle_with_bank(winner)
        last = self.round + 1 == self.rounds
        if last:
            refund = self.return_pot()
            moves = [move + back for move, back in zip(moves, refund)]
        rewards = self.pay(moves)
        if last:
            self.over = True
            self.phase = "over"
            self.seat = None
        else:
            self.round += 1
            self.start_round()
        return rewards

    def cover(self):
        """The dealer's own chips: the difference, on the lighter batch."""
        cover = [0, 0]
        if self.variant != "hankan":  # "nobody evens the totals"
            cover[self.lighter()] = self.missing()
        return cover

    def find_winner(self, batches):
        """(winning batch or None, extra cards drawn to break a tie)."""
        # Reading: "showdown, bet on or not" means that a tie is broken, bet on or not, too.
        winner = higher(*(rank(self.variant, batch) for batch in batches))
        if winner is not None:
            return winner, []
        if self.variant in NAGOYA_GAMES:
            points = [sum(map(hon_bana_points, batch)) for batch in batches]
            return higher(*points), []
        if self.variant == "atosaki":
            return self.break_atosaki_tie(batches)
        return None, []

    def break_atosaki_tie(self, batches):
        if self.tie == "draw":
            return self.draw_until_different(batches)
        if self.tie == "type_points":
            return higher(*(sum(map(hana_awase_points, batch)) for batch in batches)), []
        if self.tie == "total":
            return higher(*(total("atosaki", batch) for batch in batches)), []
        return None, []  # "carry"

    def draw_until_different(self, batches):
        """One more card to each batch, again and again; they "are not counted as seen"."""
        while True:
            extra = self.deck.draw_many(2)
            digits = [digit("atosaki", batches[i] + [extra[i]]) for i in (0, 1)]
            # "The two cards go back"; after the last pair the deck is shuffled anyway.
            self.deck.put_back(extra)
            winner = higher(*digits)
            if winner is not None:
                return winner, extra

    # ---- settlement: each returns the moves of the bettors and, last, the dealer, in units

    def settle_with_bank(self, winner):
        """Batta Maki, Mutsu-wari and Hankan: each bet is settled with the dealer."""
        gain = CHIP // 2 if self.variant == "hankan" else self.gain_per_chip
        moves = []
        for bet in self.bets:
            if winner is None:
                # The dealer "takes all bets", or they are returned.
                moves.append(-sum(bet) * CHIP if self.tie == "dealer" else 0)
            else:
                moves.append(bet[winner] * gain - bet[1 - winner] * CHIP)
        return moves + [-sum(moves)]

    def settle_pot(self, winner, cover):
        """Atosaki and Shoniban: both evened sides and a carried pot go to the winners."""
        stakes = [bet[0] + bet[1] for bet in self.bets] + [sum(cover)]
        if winner is None and self.tie == "refund":
            return [0] * len(stakes)
        lost = [-stake * CHIP for stake in stakes]
        if sum(stakes) == 0:
            return lost  # nobody bet: a carried pot waits
        self.pot += sum(stakes) * CHIP
        if winner is None:
            self.paid_in = [paid - loss for paid, loss in zip(self.paid_in, lost)]
            return lost
        shares = self.shares_of_pot([bet[winner] for bet in self.bets] + [cover[winner]])
        self.pot = 0
        self.paid_in = [0] * len(self.paid_in)
        return [loss + share for loss, share in zip(lost, shares)]

    def shares_of_pot(self, winning):
        """Split the pot; `winning` has the chips of each seat on the winning batch."""
        # Reading: per head, the dealer is one head, and only if he covers on that side.
        if self.split == "equal":
            weights = [1 if chips else 0 for chips in winning]
        else:
            weights = winning
        shares = [self.pot * weight // sum(weights) for weight in weights]
        earliest = min(seat for seat, chips in enumerate(winning) if chips)
        shares[earliest] += self.pot - sum(shares)
        return shares

    def return_pot(self):
        """After the last round a carried pot goes back to those who paid it in."""
        refund = self.paid_in
        self.pot = 0
        self.paid_in = [0] * len(refund)
        return refund

    def pay(self, moves):
        """Book the moves; return those of the agents."""
        if not self.dealer_is_agent:
            self.house += moves[-1]
            moves = moves[:-1]
        self.balance = [old + move for old, move in zip(self.balance, moves)]
        return moves
