"""The table of Jū Mai: what lies where, and how a turn is told."""

from dataclasses import dataclass, replace

from hanafuda_app.table.scene import Fact, Frame, Move, Scene, Seat, Zone, backs, items
from hanafuda_app.table.sight import Sight
from hanafuda_app.table.words import Words, card_name, card_names
from hanafuda_envs.cards import CARDS, JU_MAI_POINTS
from hanafuda_envs.games.ju_mai import CHOOSE_DRAWN, FIVE, PLAY

__all__ = ["moves", "retell", "scene"]

Cards = frozenset[int]
OTHERS_PILE, OWN_PILE = Words("taken by the other", "相手の取り札"), Words("taken by you", "取り札")


@dataclass(frozen=True)
class _Lying:
    """Where the cards lie, seats in their order."""

    hand: Cards
    other_hand: int
    field: Cards
    captured: tuple[Cards, Cards]
    pile: int

    @classmethod
    def seen_by(cls, sight: Sight) -> "_Lying":
        mine, others = (Cards(sight.cards(p)) for p in ("captured", "captured_by_other"))
        return cls(
            hand=Cards(sight.cards("hand")),
            other_hand=sight.number("other_hand"),
            field=Cards(sight.cards("field") + sight.cards("card")),
            captured=(mine, others) if sight.seat == 0 else (others, mine),
            pile=sight.number("pile"),
        )

    def played(self, card: int, own: bool) -> "_Lying":
        if own:
            return replace(self, hand=self.hand - {card}, field=self.field | {card})
        return replace(self, other_hand=self.other_hand - 1, field=self.field | {card})

    def drawn(self, card: int) -> "_Lying":
        return replace(self, pile=self.pile - 1, field=self.field | {card})

    def captured_by(self, seat: int, cards: Cards) -> "_Lying":
        piles = list(self.captured)
        piles[seat] |= cards
        return replace(self, field=self.field - cards, captured=(piles[0], piles[1]))

    def matches(self, card: int) -> Cards:
        """The cards of the field that a card lying there can take."""
        return Cards(other for other in self.field if other // 4 == card // 4 and other != card)


def points(cards: Cards) -> int:
    return int(JU_MAI_POINTS[sorted(cards)].sum())


def scene(sight: Sight, lit: Cards = frozenset()) -> Scene:
    return _lay(sight, _Lying.seen_by(sight), lit)


def _lay(sight: Sight, lying: _Lying, lit: Cards = frozenset()) -> Scene:
    me = sight.seat
    other_hand, pile = backs(lying.other_hand), backs(min(lying.pile, 1))
    field, hand = items(sorted(lying.field), lit), items(sorted(lying.hand), lit)
    left = Words.same(lying.pile)
    zones = (
        _captured_zone("captured_by_other", OTHERS_PILE, lying, 1 - me, lit),
        Zone("other_hand", "backs", Words("other hand", "相手の手札"), other_hand, seat=1 - me),
        Zone("field", "field", Words("field", "場札"), field),
        Zone("pile", "pile", Words("draw pile", "山札"), pile, left),
        Zone("hand", "hand", Words("your hand", "手札"), hand, seat=me),
        _captured_zone("captured", OWN_PILE, lying, me, lit),
    )
    return Scene(zones, _seats(sight, lying), _facts(sight), _prompt(sight))


def _captured_zone(name: str, title: Words, lying: _Lying, seat: int, lit: Cards) -> Zone:
    cards = sorted(lying.captured[seat], key=lambda card: (-CARDS[card].kind, card))
    worth = points(lying.captured[seat])
    note = Words(f"{worth} points", f"{worth}点")
    return Zone(name, "captured", title, items(cards, lit), note, seat=seat)


def _seats(sight: Sight, lying: _Lying) -> tuple[Seat, ...]:
    dealer = sight.seat if sight.number("dealer") else 1 - sight.seat
    seats = []
    for seat in range(2):
        worth = points(lying.captured[seat])
        notes = (Words("dealer", "親"),) if seat == dealer else ()
        seats.append(Seat(Words(f"{worth} points", f"{worth}点"), notes))
    return tuple(seats)


def _facts(sight: Sight) -> tuple[Fact, ...]:
    number = sight.number("round") + 1
    lead, most = sight.rules["lead"], sight.rules["max_rounds"]
    carried = FIVE * sight.number("carried")
    ahead = {
        True: Words(f"you by {carried}", f"あなた +{carried}"),
        False: Words(f"other by {-carried}", f"相手 +{-carried}"),
    }[carried > 0]
    level = Words("level", "互角")
    return (
        Fact(Words("Round", "回"), Words(f"{number} of {most}", f"{number}/{most}")),
        Fact(Words("Ahead", "リード"), ahead if carried else level),
        Fact(Words("To win", "勝ち"), Words(f"{lead} ahead", f"{lead}点差")),
    )


def _prompt(sight: Sight) -> Words:
    if sight.over:
        return Words("The match is over.", "勝負あり。")
    if sight.acting != sight.seat:
        return Words("The other player thinks.", "相手の番です。")
    if sight.one_of("phase") == PLAY:
        return Words("Play a card from your hand.", "手札から一枚出してください。")
    card = card_name(sight.cards("card")[0])
    return Words(f"Which card does {card.en} take?", f"{card.ja}で取る札を選んでください。")


def moves(sight: Sight) -> list[Move]:
    if not sight.legal:
        return []
    lying = _Lying.seen_by(sight)
    if sight.one_of("phase") != PLAY:
        taker = card_name(sight.cards("card")[0])
        return [_choice(card, taker) for card in sight.legal]
    return [_play(card, lying) for card in sight.legal]


def _choice(card: int, taker: Words) -> Move:
    name, worth = card_name(card), int(JU_MAI_POINTS[card])
    words = Words(f"take {name.en} with {taker.en}", f"{taker.ja}で{name.ja}を取る")
    return Move(card, words, "field", card, effect=Words(f"{worth} points", f"{worth}点"))


def _play(card: int, lying: _Lying) -> Move:
    name, matches = card_name(card), sorted(lying.matches(card))
    words = Words(f"play {name.en}", f"{name.ja}を出す")
    if not matches:
        effect = Words("stays on the field", "場に残る")
    elif len(matches) == 2:
        names = card_names(matches)
        effect = Words(f"takes one of {names.en}", f"{names.ja}のどちらかを取る")
    else:
        names, worth = card_names(matches), points(Cards([*matches, card]))
        effect = Words(f"takes {names.en}: {worth} points", f"{names.ja}を取る({worth}点)")
    return Move(card, words, "hand", card, effect=effect, takes=tuple(matches))


# --- a turn -----------------------------------------------------------------------------------


def retell(before: Sight, actor: int, action: int | None, after: Sight) -> list[Frame]:
    """Everything in a turn is seen by both; the frames follow the rules card by card."""
    assert action is not None, "cards are played face up"
    frames, lying = [], _Lying.seen_by(before)
    phase = before.one_of("phase")
    if phase == PLAY:
        lying = lying.played(action, own=actor == before.seat)
        told, lying = _resolve(before, lying, actor, action, Words("play", "出す"))
        frames += told
        waits = len(lying.matches(action)) == 2 and action in lying.field
    else:
        taker = before.cards("card")[0]
        lying = lying.captured_by(actor, Cards({taker, action}))
        frames.append(_frame(before, lying, actor, _takes(taker, [action]), {taker, action}))
        waits = False
    if not waits and phase != CHOOSE_DRAWN and lying.pile:
        card = _drawn_card(before, after, action)
        lying = lying.drawn(card)
        told, lying = _resolve(before, lying, actor, card, Words("turn up", "めくる"))
        frames += told
    if not before.same_round(after):
        frames.append(_end_of_round(before, lying, actor, after))
    return frames


def _drawn_card(before: Sight, after: Sight, action: int) -> int:
    """The card that was turned up: what is newly open, or in the last turn all that is left."""
    if before.same_round(after):
        open_before, open_after = _open_cards(before), _open_cards(after)
        (card,) = open_after - open_before - {action}
    else:
        (card,) = Cards(before.cards("unseen")) - {action}
    return card


def _open_cards(sight: Sight) -> Cards:
    lying = _Lying.seen_by(sight)
    return lying.field | lying.captured[0] | lying.captured[1]


def _takes(taker: int, taken: list[int]) -> Words:
    card, names = card_name(taker), card_names(taken)
    return Words(f"{card.en} takes {names.en}", f"{card.ja}で{names.ja}を取る")


def _resolve(
    sight: Sight, lying: _Lying, actor: int, card: int, verb: Words
) -> tuple[list[Frame], _Lying]:
    """A card that has just come to the field takes what it can, unless there is a choice."""
    matches, name = sorted(lying.matches(card)), card_name(card)
    touched = {card, *matches}
    if len(matches) == 2:
        words = Words(
            f"{verb.en} {name.en}: two cards match", f"{name.ja}を{verb.ja}。合う札が二枚"
        )
        return [_frame(sight, lying, actor, words, touched)], lying
    if not matches:
        words = Words(
            f"{verb.en} {name.en}; it stays on the field", f"{name.ja}を{verb.ja}。場に残る"
        )
        return [_frame(sight, lying, actor, words, touched)], lying
    laid = _frame(sight, lying, actor, None, touched)
    lying = lying.captured_by(actor, Cards(touched))
    taken = card_names(matches)
    words = Words(
        f"{verb.en} {name.en}, which takes {taken.en}", f"{name.ja}を{verb.ja}。{taken.ja}を取る"
    )
    return [laid, _frame(sight, lying, actor, words, touched)], lying


def _frame(
    sight: Sight, lying: _Lying, actor: int, words: Words | None, touched: set[int]
) -> Frame:
    return Frame(_lay(sight, lying, Cards(touched)), words, Cards(touched), actor=actor)


def _end_of_round(before: Sight, lying: _Lying, actor: int, after: Sight) -> Frame:
    me, scores = before.seat, [points(cards) for cards in lying.captured]
    mine, others = scores[me], scores[1 - me]
    words = Words(
        f"End of the round: you {mine}, the other {others} points.",
        f"この回の終わり: あなた {mine}点、相手 {others}点。",
    )
    shown = replace(
        _lay(before, lying), prompt=words, facts=_facts(after if after.over else before)
    )
    return Frame(shown, words, hold=True, scores=tuple(map(float, scores)))
