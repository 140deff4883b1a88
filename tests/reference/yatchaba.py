"""Yatchaba: guess three months, raise the pot (rules, section 4)."""

from collections import Counter

from .cards import month_of
from .chance import Deck
from .chance import first_dealer as random_dealer

CHIP = 20  # units
LADDER = (3, 7, 11, 12, 16, 22, 26, 30, 31, 35, 41, 45, 50)
FREE_PASSES = 2  # "the first two passes of a game cost nothing else"

PASS = 12
PLACE = 13  # the first of R placing actions


class Yatchaba:
    """One episode of Yatchaba.

    agents    ["player_0", ...]
    seat      who must act, None when the episode is over
    over      True when the episode is over
    game      games count from 0 (stays at the last one when the episode is over)
    round     rounds as played in this game, from 0 (likewise)
    dealer    seat of the dealer of this game
    guesser   seat of the guesser of this round
    phase     "guess", "place", "decide" or "over"
    guess     months, 1..12, named in this round so far
    lap       laps finished in this round; counts from 0
    amount    chips placed last in this round, 0 at its start: the amount to beat
    placings  number of placings in this round (the rung of the ladder)
    out       for each seat: out for the rest of this round
    passes    for each seat: passes in this game
    rights    for each seat: has a right to guess that is neither used nor lost
    shown     card ids shown in this game, in the order drawn
    pot       units in the pot
    house     units that were burnt
    balance   units won or lost by each agent since the start
    last_showdown  None, or a dict: game, round, guesser, guess [months], cards [ids], hits,
                   hit (True or False), pot (units before anything was paid out)
    """

    def __init__(
        self,
        seed,
        *,
        players=4,
        max_laps=3,
        hits_to_win=3,
        raise_mode="free",
        max_raise=5,
        pass_rule="book",
        games=None,
        after_dealer_hit="end",
        leftover="split",
        bankroll=None,
        first_dealer="random",
    ):
        self.players = players
        self.max_laps = max_laps
        self.hits_to_win = hits_to_win
        self.ladder = raise_mode == "ladder"
        self.raises = max_raise if raise_mode == "free" else 1  # R of the action numbers
        self.stop = PLACE + self.raises
        self.go_on = PLACE + self.raises + 1
        self.pass_rule = pass_rule
        self.games = players if games is None else games
        self.after_dealer_hit = after_dealer_hit
        self.leftover = leftover
        self.bankroll = bankroll

        self.agents = [f"player_{i}" for i in range(players)]
        self.dealer = random_dealer(seed, players) if first_dealer == "random" else first_dealer
        self.deck = Deck(range(48), seed)
        self.pot = 0
        self.house = 0
        self.balance = [0] * players
        self.last_showdown = None
        self.over = False
        self.game = 0
        self.start_game()

    # ---- games and rounds

    def start_game(self):
        """Shuffle; passes and rights are new; the dealer guesses first."""
        self.deck.shuffle()
        self.shown = []
        self.passes = [0] * self.players
        self.rights = [True] * self.players
        self.round = 0
        self.start_round(self.dealer)

    def start_round(self, guesser):
        self.deck.start_round(self.game, self.round)
        self.guesser = guesser
        self.rights[guesser] = False  # "used: from the start of one's own round"
        self.guess = []
        self.lap = 0
        self.amount = 0
        self.placings = 0
        self.out = [False] * self.players
        self.phase = "guess"
        self.seat = guesser

    def lap_order(self):
        """From the guesser round to the player at his left."""
        return [(self.guesser + i) % self.players for i in range(self.players)]

    # ---- money

    def move(self, seat, units):
        """Pay from the pot to a seat (or, with negative units, into the pot)."""
        self.pot -= units
        self.balance[seat] += units
        self.rewards[seat] += units

    def can_pay(self, seat, chips):
        if self.bankroll is None:
            return True
        return self.bankroll * CHIP + self.balance[seat] >= chips * CHIP

    # ---- decisions

    def amount_of(self, action):
        """Chips that a placing action puts down."""
        if self.ladder:
            return LADDER[min(self.placings, len(LADDER) - 1)]  # "then 50 again"
        return self.amount + action - PLACE + 1

    def placing_actions(self, seat):
        """What the seat may do on its turn of a lap; [] if it must be passed over."""
        actions = []
        if self.pass_rule == "book" and self.can_pay(seat, 1):
            actions.append(PASS)
        for action in range(PLACE, PLACE + self.raises):
            if self.can_pay(seat, self.amount_of(action)):
                actions.append(action)
        return actions

    def legal(self):
        """Legal action numbers of the seat."""
        if self.over:
            return []
        if self.phase == "guess":
            lowest = self.guess[-1] if self.guess else 1  # "not below the one before"
            return list(range(lowest - 1, 12))
        if self.phase == "place":
            return self.placing_actions(self.seat)
        return [self.stop, self.go_on]

    def apply(self, action):
        """Name a month, place, pass, or decide; return the rewards in units."""
        assert action in self.legal()
        self.rewards = [0] * self.players
        if self.phase == "guess":
            self.name_month(action + 1)
        elif self.phase == "place":
            self.place_or_pass(action)
        elif action == self.stop:
            self.showdown()
        else:
            self.lap += 1
            self.start_lap()
        return self.rewards

    def name_month(self, month):
        self.guess.append(month)
        if len(self.guess) == 3:
            self.start_lap()

    def place_or_pass(self, action):
        seat = self.seat
        if action == PASS:
            self.move(seat, -CHIP)
            self.out[seat] = True
            self.passes[seat] += 1
            if self.passes[seat] > FREE_PASSES:
                self.rights[seat] = False  # lost, unless it was used anyway
        else:
            chips = self.amount_of(action)
            self.move(seat, -chips * CHIP)
            self.amount = chips
            self.placings += 1
        order = self.lap_order()
        self.ask_next(order[order.index(seat) + 1 :])

    # ---- laps

    def start_lap(self):
        self.phase = "place"
        self.ask_next(self.lap_order())

    def ask_next(self, seats):
        """Ask the first of the seats that is still in; after the last one the lap ends."""
        for seat in seats:
            if self.out[seat]:
                continue
            if self.placing_actions(seat):
                self.seat = seat
                return
            self.out[seat] = True  # passed over: free, not counted
        self.end_lap()

    def end_lap(self):
        """Ask the last one who is not out and can pay a chip to decide, or show down."""
        # Reading: "can still pay a chip" is one chip, even if the next amount is higher.
        deciders = [s for s in self.lap_order() if not self.out[s] and self.can_pay(s, 1)]
        if not deciders or self.lap + 1 == self.max_laps:
            self.showdown()
        else:
            self.phase = "decide"
            self.seat = deciders[-1]

    # ---- showdown

    def showdown(self):
        """Draw three cards, pay a hit, and go on to the next round or game."""
        cards = self.deck.draw_many(3)
        self.shown += cards
        hits = self.count_hits(cards)
        hit = hits >= self.hits_to_win
        self.last_showdown = {
            "game": self.game,
            "round": self.round,
            "guesser": self.guesser,
            "guess": list(self.guess),
            "cards": cards,
            "hits": hits,
            "hit": hit,
            "pot": self.pot,
        }
        if hit and self.round == 0:
            self.move(self.dealer, self.pot)  # the dealer takes the whole pot
            if self.after_dealer_hit == "end":
                self.end_game()
            else:
                # Reading: a later hit is paid as ever (20 % and the rest, from the new pot)
                # and ends the game; without one the dealer takes 20 %, the rest is carried.
                self.next_round()
        elif hit:
            self.move(self.dealer, self.pot // 5)  # 20 %, rounded down to units
            self.move(self.guesser, self.pot)
            self.end_game()
        else:
            self.next_round()

    def count_hits(self, cards):
        """In how many months the two multisets agree."""
        common = Counter(self.guess) & Counter(month_of(card) for card in cards)
        return sum(common.values())

    def next_round(self):
        """The next seat to the right that still has the right guesses; none: the game ends."""
        for i in range(1, self.players):
            seat = (self.dealer + i) % self.players
            if self.rights[seat]:  # seats before have used or lost theirs
                self.round += 1
                self.start_round(seat)
                return
        self.move(self.dealer, self.pot // 5)  # no hit; the rest is carried
        self.end_game()

    def end_game(self):
        """Move the deal one seat, or end the episode."""
        if self.game + 1 < self.games:
            self.game += 1
            self.dealer = (self.dealer + 1) % self.players
            self.start_game()
            return
        self.pay_leftover()
        self.over = True
        self.phase = "over"
        self.seat = None

    def pay_leftover(self):
        """What is carried out of the last game is split or burnt."""
        if self.leftover == "burn":
            self.house += self.pot
            self.pot = 0
            return
        share = self.pot // self.players
        for seat in range(self.players):
            self.move(seat, share)
        self.move(self.dealer, self.pot)  # "the remainder to that game's dealer"
