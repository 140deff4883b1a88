"""Jū Mai: two players, fishing (rules, section 1)."""

from functools import lru_cache

from .cards import ju_mai_points, month_of
from .chance import Deck
from .chance import first_dealer as random_dealer


class JuMai:
    """One match of Jū Mai.

    agents     ["player_0", "player_1"]
    seat       who must act, None when the match is over
    over       True when the match is over
    round      rounds count from 0 (stays at the last round when the match is over)
    turn       turns finished in this round, 0 .. 2 * hand; the dealer has the even turns
    dealer     seat of this round's dealer
    hands      [set, set] of card ids
    field      set of card ids; a card that waits for a choice is not on it
    captured   [set, set] of card ids captured in this round
    phase      "play", "choose_played" or "choose_drawn" ("play" when the match is over)
    card       the card that waits for a choice, or None
    plays      [list, list] of (field, card) for the cards played from each hand in this round,
               with the field before
    carried    points by which player_0 leads player_1 after the finished rounds
    pile_left  number of cards in the draw pile
    """

    def __init__(
        self,
        seed,
        *,
        lead=30,
        max_rounds=12,
        next_dealer="alternate",
        misdeal="redeal",
        reward="win",
        months=12,
        hand=10,
        field=10,
        first_dealer="random",
    ):
        self.lead = lead
        self.max_rounds = max_rounds
        self.next_dealer = next_dealer
        self.misdeal = misdeal
        self.reward = reward
        self.hand_size = hand
        self.field_size = field

        self.agents = ["player_0", "player_1"]
        self.deck = Deck(range(4 * months), seed)
        self.round = 0
        self.carried = 0
        self.dealer = random_dealer(seed, 2) if first_dealer == "random" else first_dealer
        self.over = False
        self.start_round()

    # ---- the deal

    def start_round(self):
        """Shuffle, deal, and let the dealer play first."""
        self.deck.start_round(0, self.round)
        self.deal()
        while self.misdeal == "redeal" and self.is_misdeal():
            self.deal()  # all cards anew, by the same dealer; the draws count on
        self.captured = [set(), set()]
        self.plays = [[], []]
        self.turn = 0
        self.phase = "play"
        self.card = None
        self.seat = self.dealer

    def deal(self):
        """Draw player_0's hand, player_1's hand and the field, whoever deals."""
        # Reading: "all cards are dealt anew" brings all of them back before the redeal.
        self.deck.shuffle()
        self.hands = [set(self.deck.draw_many(self.hand_size)) for _ in range(2)]
        self.field = set(self.deck.draw_many(self.field_size))

    def is_misdeal(self):
        """Four cards of one month on the field."""
        return any(len(self.matching(card)) == 4 for card in self.field)

    @property
    def pile_left(self):
        return len(self.deck.undrawn)

    # ---- a turn

    def matching(self, card):
        """The field cards of the card's month."""
        return {other for other in self.field if month_of(other) == month_of(card)}

    def legal(self):
        """Cards that the seat may name: its hand, or the two field cards to choose from."""
        if self.over:
            return []
        if self.phase == "play":
            return sorted(self.hands[self.seat])
        return sorted(self.matching(self.card))

    def apply(self, action):
        """Play or choose the card `action`; return the two rewards."""
        assert action in self.legal()
        if self.phase == "play":
            self.hands[self.seat].remove(action)
            self.plays[self.seat].append((frozenset(self.field), action))
            if self.must_choose(action, "choose_played"):
                return [0, 0]
            self.resolve(action)
            return self.turn_draw_card()
        card, phase = self.card, self.phase
        self.card = None
        self.phase = "play"
        self.capture(card, {action})
        if phase == "choose_played":
            return self.turn_draw_card()
        return self.end_turn()

    def must_choose(self, card, phase):
        """Ask for a choice if two field cards match."""
        if len(self.matching(card)) != 2:
            return False
        self.card = card
        self.phase = phase
        return True

    def resolve(self, card):
        """A card that leaves no choice stays, or captures one or all three."""
        matching = self.matching(card)
        if matching:
            self.capture(card, matching)
        else:
            self.field.add(card)

    def capture(self, card, field_cards):
        self.field -= field_cards
        self.captured[self.seat] |= field_cards | {card}

    def turn_draw_card(self):
        """Second half of the turn: turn the top card of the pile, if there is one."""
        if self.pile_left:
            card = self.deck.draw()
            if self.must_choose(card, "choose_drawn"):
                return [0, 0]
            self.resolve(card)
        return self.end_turn()

    def end_turn(self):
        self.turn += 1
        if self.turn == 2 * self.hand_size:
            return self.end_round()
        self.seat = 1 - self.seat
        return [0, 0]

    # ---- what a player remembers

    def passed_up(self, seat):
        """Cards that would have served the seat better than one that it played in this round."""
        return set().union(*(better_plays(field, card) for field, card in self.plays[seat]))

    # ---- the end of a round

    def end_round(self):
        """Score the round, then end the match or deal again; return the rewards."""
        score = [sum(map(ju_mai_points, pile)) for pile in self.captured]
        difference = score[0] - score[1]
        self.carried += difference
        if abs(self.carried) >= self.lead or self.round + 1 == self.max_rounds:
            self.over = True
            self.seat = None
        else:
            self.dealer = self.dealer_after(difference)
            self.round += 1
            self.start_round()
        return self.rewards(difference)

    def dealer_after(self, difference):
        if self.next_dealer == "alternate":
            return 1 - self.dealer
        if self.next_dealer == "winner" and difference != 0:
            return 0 if difference > 0 else 1
        return self.dealer  # "fixed", or an equal round

    def rewards(self, difference):
        """The round's difference in points, or +1 and -1 at the end of the match."""
        if self.reward == "points":
            return [difference, -difference]
        if not self.over or self.carried == 0:
            return [0, 0]
        return [1, -1] if self.carried > 0 else [-1, 1]


@lru_cache(maxsize=1000)  # asked again for every look at the same round
def better_plays(field, played):
    """The cards of the deck that would have served better on this field than the one played."""
    return {card for card in range(48) if use_of(card, field) > use_of(played, field)}


def use_of(card, field):
    """How well a card serves: whether it takes something, and how much; else what is not lost."""
    matching = sorted(other for other in field if month_of(other) == month_of(card))
    if not matching:
        return False, -ju_mai_points(card)
    taken = matching if len(matching) == 3 else matching[:1]  # the lowest is worth most
    return True, sum(map(ju_mai_points, [card, *taken]))
