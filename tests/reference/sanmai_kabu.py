"""Sanmai Kabu: three stacks against the bank (rules, section 3)."""

from .cards import month_of
from .chance import Deck
from .chance import first_dealer as random_dealer

CHIP = 20  # units
STACKS = 3
ROUNDS_A_SHUFFLE = 4  # "deal_through": 4 rounds of 12 cards


def value(card):
    """The month for 1..9, 0 for 10..12."""
    month = month_of(card)
    return month if month <= 9 else 0


def digit(cards):
    return sum(map(value, cards)) % 10


def is_arashi(cards):
    """Three cards of one month (not only of one value)."""
    return len({month_of(card) for card in cards}) == 1


class SanmaiKabu:
    """One episode of Sanmai Kabu.

    agents         ["player_0", ...]
    seat           who must act, None when the episode is over
    over           True when the episode is over
    round          rounds count from 0 (stays at the last one when the episode is over)
    dealer         seat of this round's dealer, None where the house deals
    stack          the stack, 0..2, that the seat decides on
    bets           for each seat the chips on the three stacks (the last round's stay when
                   the episode is over; all 0 for the dealer)
    seen           card ids seen since the last shuffle, in the order drawn
    house          units: the balance of the bank (0 with a rotating dealer)
    balance        units won or lost by each agent since the start
    last_showdown  None, or a dict: round, dealer, stacks [[ids], [ids], [ids]], hand [ids],
                   results (for each stack "arashi", "win", "tie" or "lose"), bets
    """

    def __init__(
        self,
        seed,
        *,
        players=3,
        max_bet=5,
        table_limit=50,
        bankroll=None,
        tie="push",
        dealer="house",
        rounds=8,
        deck="shuffle",
        dealer_arashi="plain",
        both_arashi="field",
        house_yaku=(),
        first_dealer="random",
    ):
        self.players = players
        self.max_bet = max_bet
        self.table_limit = table_limit
        self.bankroll = bankroll
        self.tie = tie
        self.rounds = rounds
        self.deal_through = deck == "deal_through"
        self.dealer_arashi = dealer_arashi
        self.both_arashi = both_arashi
        self.house_yaku = tuple(house_yaku)

        self.agents = [f"player_{i}" for i in range(players)]
        self.dealer = None
        if dealer == "rotating":
            random = first_dealer == "random"
            self.dealer = random_dealer(seed, players) if random else first_dealer
        self.deck = Deck(range(48), seed)
        self.seen = []
        self.house = 0
        self.balance = [0] * players
        self.last_showdown = None
        self.over = False
        self.round = 0
        self.start_round()

    # ---- betting

    def start_round(self):
        self.deck.start_round(0, self.round)
        if not self.deal_through or self.round % ROUNDS_A_SHUFFLE == 0:
            self.deck.shuffle()
            self.seen = []
        self.bets = [[0] * STACKS for _ in self.agents]
        self.order = self.betting_order()
        self.seat = self.order[0]
        self.stack = 0

    def betting_order(self):
        """From the dealer's right; player_0 first where the house deals."""
        if self.dealer is None:
            return list(range(self.players))
        return [(self.dealer + i) % self.players for i in range(1, self.players)]

    def can_pay(self, seat):
        """Most chips that a player can still add to what lies on the table."""
        # Reading: without a bankroll there is no debt that forbids a bet.
        if self.bankroll is None:
            return self.max_bet
        money = self.bankroll * CHIP + self.balance[seat] - sum(self.bets[seat]) * CHIP
        return max(0, money // CHIP)  # "in debt from dealing": nothing

    def legal(self):
        """0 up to what the limit of the bet, the table and the bankroll allow."""
        if self.over:
            return []
        room = self.table_limit - sum(map(sum, self.bets))
        most = min(self.max_bet, room, self.can_pay(self.seat))
        return list(range(most + 1))

    def apply(self, action):
        """Put `action` chips on the current stack; return the rewards in units."""
        assert action in self.legal()
        self.bets[self.seat][self.stack] = action
        if self.stack + 1 < STACKS:
            self.stack += 1
            return [0] * self.players
        self.stack = 0
        if self.seat != self.order[-1]:
            self.seat = self.order[self.order.index(self.seat) + 1]
            return [0] * self.players
        return self.showdown()

    # ---- showdown

    def showdown(self):
        """Draw stack 0, 1, 2 and the dealer's hand, settle, and go on; return the rewards."""
        stacks = [self.deck.draw_many(3) for _ in range(STACKS)]
        hand = self.deck.draw_many(3)
        self.seen += sum(stacks, []) + hand
        results = [self.result(stack, hand) for stack in stacks]
        self.last_showdown = {
            "round": self.round,
            "dealer": self.dealer,
            "stacks": stacks,
            "hand": hand,
            "results": results,
            "bets": [list(bet) for bet in self.bets],
        }
        rewards = self.settle(results)
        if self.round + 1 == self.rounds:
            self.over = True
            self.seat = None
        else:
            self.pass_the_deal(results)
            self.round += 1
            self.start_round()
        return rewards

    def result(self, stack, hand):
        """How a stack does: "arashi" (+2b), "win" (+b), "tie" (the tie rule), "lose" (-b)."""
        if self.has_house_yaku(hand):
            return "lose"  # "the dealer beats everything"
        if is_arashi(hand) and self.dealer_arashi == "beats_all":
            return "lose"
        if is_arashi(hand) and self.dealer_arashi == "beats_plain":
            return self.both_arashi_result(stack, hand) if is_arashi(stack) else "lose"
        if is_arashi(stack):
            return "arashi"
        return self.compare(stack, hand, win="win")

    def both_arashi_result(self, stack, hand):
        if self.both_arashi == "compare":
            return self.compare(stack, hand, win="arashi")
        return "tie" if self.both_arashi == "tie" else "arashi"

    def compare(self, stack, hand, win):
        """Compare the digits; `win` names a victory of the stack."""
        if digit(stack) == digit(hand):
            return "tie"
        return win if digit(stack) > digit(hand) else "lose"

    def has_house_yaku(self, hand):
        """Shippin: 4 then 1; kuppin: 9 then 1, where they are played."""
        # Reading: 4, 9 and 1 are months, which here is the same as values; the order counts.
        first_two = tuple(month_of(card) for card in hand[:2])
        return ("shippin" in self.house_yaku and first_two == (4, 1)) or (
            "kuppin" in self.house_yaku and first_two == (9, 1)
        )

    def settle(self, results):
        """Pay every stake; "the dealer gets the negative sum"."""
        times = {"arashi": 2, "win": 1, "tie": -1 if self.tie == "dealer" else 0, "lose": -1}
        rewards = [
            sum(chips * CHIP * times[result] for chips, result in zip(bet, results))
            for bet in self.bets
        ]
        if self.dealer is None:
            self.house -= sum(rewards)
        else:
            rewards[self.dealer] = -sum(rewards)  # his own entry was 0
        self.balance = [old + new for old, new in zip(self.balance, rewards)]
        return rewards

    def pass_the_deal(self, results):
        """To the right when all three stacks win, bet on or not; "a tie is no win"."""
        if self.dealer is not None and all(result in ("arashi", "win") for result in results):
            self.dealer = (self.dealer + 1) % self.players
