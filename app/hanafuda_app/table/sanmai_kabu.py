"""The table of Sanmai Kabu: three stacks against the dealer's hand."""

from dataclasses import replace
from functools import partial

from hanafuda_app.table.betting import (
    bet_words,
    house_fact,
    owned,
    round_fact,
    seen_grid,
    stakes,
    won_words,
)
from hanafuda_app.table.scene import Fact, Frame, Move, Scene, Seat, Zone, backs, items
from hanafuda_app.table.sight import Sight
from hanafuda_app.table.words import Words, both
from hanafuda_envs.games.sanmai_kabu import ARASHI_WIN, HAND, LOSE, STACKS, TIE, WIN
from hanafuda_envs.render.sanmai_kabu import digit_in_words

__all__ = ["moves", "retell", "scene"]

IDS = ("stack_0", "stack_1", "stack_2")
NAMES = (
    Words("first stack", "一の札"),
    Words("second stack", "二の札"),
    Words("third stack", "三の札"),
)
OUTCOMES = {LOSE: "lost", TIE: "tied", WIN: "won", ARASHI_WIN: "won"}
IN_WORDS = {
    LOSE: Words("loses", "負け"),
    TIE: Words("ties", "分け"),
    WIN: Words("wins", "勝ち"),
    ARASHI_WIN: Words("wins double", "嵐の勝ち"),
}


def scene(sight: Sight, lit: frozenset[int] = frozenset()) -> Scene:
    return _lay(sight, sight.by_seat("bets"))


def _lay(sight: Sight, bets: list[list[int]]) -> Scene:
    zones = [
        Zone(IDS[stack], "batch", NAMES[stack], backs(3), stakes=stakes([b[stack] for b in bets]))
        for stack in range(STACKS)
    ]
    zones.append(Zone("dealer", "batch", Words("dealer's hand", "親の札"), backs(3)))
    staked = sum(map(sum, bets))
    limit = sight.rules["table_limit"]
    facts = [
        round_fact(sight, sight.rules["rounds"]),
        Fact(Words("On the table", "張り"), Words(f"{staked} of {limit}", f"{staked}/{limit}")),
    ]
    if sight.house:
        facts.append(house_fact(sight))
    seen = seen_grid(sight.cards("seen"))
    return Scene(tuple(zones), _seats(sight), tuple(facts), _prompt(sight), seen)


def _dealer(sight: Sight) -> int | None:
    away = sight.number("dealer")
    return None if away < 0 else (sight.seat + away) % sight.game.seats


def _seats(sight: Sight) -> tuple[Seat, ...]:
    dealer, bankroll = _dealer(sight), sight.rules["bankroll"]
    return tuple(
        Seat(owned(units, bankroll), (Words("dealer", "親"),) if seat == dealer else ())
        for seat, units in enumerate(sight.by_seat("chips"))
    )


def _prompt(sight: Sight) -> Words:
    if sight.over:
        return Words("The game is over.", "終わりです。")
    if sight.acting != sight.seat:
        return Words("The others bet.", "ほかの人の番です。")
    name = NAMES[sight.one_of("stack") or 0]
    return Words(f"How many chips on the {name.en}?", f"{name.ja}に何枚張りますか。")


def moves(sight: Sight) -> list[Move]:
    if not sight.legal:
        return []
    stack = sight.one_of("stack") or 0
    return [Move(action, _words(stack, action), IDS[stack], chips=action) for action in sight.legal]


def _words(stack: int, chips: int) -> Words:
    name = NAMES[stack]
    return bet_words(chips, Words(f"the {name.en}", name.ja))


def retell(before: Sight, actor: int, action: int | None, after: Sight) -> list[Frame]:
    assert action is not None, "the betting is open"
    stack = before.one_of("stack") or 0
    words = _words(stack, action)
    if before.same_round(after):
        return [Frame(scene(after), words, actor=actor)]
    bets = [list(row) for row in before.by_seat("bets")]
    bets[actor][stack] = action
    placed = _lay(before, bets)
    return [Frame(placed, words, actor=actor), _showdown(before, placed, after)]


def _showdown(before: Sight, placed: Scene, after: Sight) -> Frame:
    last, results = after.lying_open("last"), after.lying_open("results")
    zones = []
    for place, zone in enumerate(placed.zones):
        note = both(partial(digit_in_words, last[place]))
        outcome = None
        if place != HAND:
            verdict, outcome = IN_WORDS[results[place]], OUTCOMES[results[place]]
            note = Words(f"{note.en}: {verdict.en}", f"{note.ja}: {verdict.ja}")
        zones.append(replace(zone, items=items(last[place]), note=note, outcome=outcome))
    stacks = [
        Words(f"the {name.en} {IN_WORDS[result].en}", f"{name.ja}は{IN_WORDS[result].ja}")
        for name, result in zip(NAMES, results, strict=True)
    ]
    told = Words.join(stacks)
    result = Words(told.en[0].upper() + told.en[1:] + ".", told.ja + "。")
    words = Words.join([result, won_words(before, after)], " ", "")
    shown = replace(placed, zones=tuple(zones), prompt=words, seats=_money(placed, after))
    return Frame(shown, words, hold=True)


def _money(placed: Scene, after: Sight) -> tuple[Seat, ...]:
    """The seats as they were, with what they own now."""
    paid = _seats(after)
    return tuple(replace(old, score=new.score) for old, new in zip(placed.seats, paid, strict=True))
