"""Echobo: which of six months did the dealer hide? (rules, section 5)"""

from .chance import draw

CHIP = 20  # units
MONTHS = 6


class Echobo:
    """One episode of Echobo.

    agents    "dealer" (seat 0, only where he is an agent), then the bettors
    seat      who must act, None when the episode is over
    over      True when the episode is over
    round     rounds count from 0 (stays at the last one when the episode is over)
    pick      the month, 1..6, that the dealer hides in this round, or None (hidden)
    bets      for each bettor the action, a set of months as bits, or None (hidden)
    past      one (pick, [bets]) for each finished round: picks and bets so far, public
    house     units: the balance of the bank (0 where the dealer is an agent)
    balance   units won or lost by each agent since the start
    """

    def __init__(
        self,
        seed,
        *,
        bettors=3,
        decks=1,
        max_cards=4,
        bet_size=1,
        payout=5.0,
        rounds=12,
        dealer="agent",
        bankroll=None,
    ):
        # `decks` only limits the number of bettors.
        self.seed = seed
        self.bettors = bettors
        self.max_cards = max_cards
        self.bet_size = bet_size
        self.gain_per_chip = round(CHIP * payout)  # exact: 100, 92 or 90 units
        self.rounds = rounds
        self.bankroll = bankroll
        self.dealers = 1 if dealer == "agent" else 0  # seats before bettor_0

        names = [f"bettor_{i}" for i in range(bettors)]
        self.agents = ["dealer"] * self.dealers + names
        self.past = []
        self.house = 0
        self.balance = [0] * len(self.agents)
        self.over = False
        self.round = 0
        self.start_round()

    def start_round(self):
        self.pick = None
        self.bets = [None] * self.bettors
        self.seat = 0

    def can_pay(self, seat):
        """Most months that a bettor can put his chips on."""
        if self.bankroll is None:
            return MONTHS
        money = self.bankroll * CHIP + self.balance[seat]
        return max(0, money // (self.bet_size * CHIP))

    def legal(self):
        """The dealer: any month. A bettor: any set of months, not too many."""
        if self.over:
            return []
        if self.seat < self.dealers:
            return list(range(MONTHS))
        most = min(self.max_cards, self.can_pay(self.seat))
        return [bets for bets in range(2**MONTHS) if bets.bit_count() <= most]

    def apply(self, action):
        """Pick or bet; return the rewards in units."""
        assert action in self.legal()
        if self.seat < self.dealers:
            self.pick = action + 1
        else:
            self.bets[self.seat - self.dealers] = action
        if self.seat + 1 < len(self.agents):
            self.seat += 1
            return [0] * len(self.agents)
        return self.showdown()

    def showdown(self):
        """Show and settle everything, then go on to the next round; return the rewards."""
        if not self.dealers:
            # Reading: the uniform pick of the house is draw 0 of the round, an index of 6.
            self.pick = 1 + draw(self.seed, 0, self.round, 0, MONTHS)
        gains = [self.gain(bets) for bets in self.bets]
        self.past.append((self.pick, list(self.bets)))
        if self.dealers:
            rewards = [-sum(gains)] + gains
        else:
            rewards = gains
            self.house -= sum(gains)
        self.balance = [old + new for old, new in zip(self.balance, rewards)]
        if self.round + 1 == self.rounds:
            self.over = True
            self.seat = None
        else:
            self.round += 1
            self.start_round()
        return rewards

    def gain(self, bets):
        """A right card gains payout * bet_size, a wrong one loses bet_size."""
        right = bets >> (self.pick - 1) & 1
        wrong = bets.bit_count() - right
        return self.bet_size * (right * self.gain_per_chip - wrong * CHIP)
