"""The table of Batta Maki and its family: two batches, and chips on them."""

from dataclasses import replace
from functools import partial

from hanafuda_app.table.betting import house_fact, owned, round_fact, seen_grid, stakes, won_words
from hanafuda_app.table.scene import Fact, Frame, Grid, Move, Scene, Seat, Zone, backs, items
from hanafuda_app.table.sight import Sight
from hanafuda_app.table.words import Words, both
from hanafuda_envs.games.batta_maki import ADD, BET, CALL, FIRST, NEITHER, SECOND, BattaMakiGame
from hanafuda_envs.money import CHIP
from hanafuda_envs.render.batta_maki import rank_in_words

__all__ = ["moves", "retell", "scene"]

IDS = ("first", "second")
BATCHES = (Words("first batch", "先"), Words("second batch", "後"))
CALL_WORDS = (Words("close the betting", "締め切る"), Words("call for bets", "誘う"))
NAGOYA_BATCHES = (Words("Naka-e", "中絵"), Words("Oto-e", "乙絵"))


def _game(sight: Sight) -> BattaMakiGame:
    assert isinstance(sight.game, BattaMakiGame)
    return sight.game


def _names(sight: Sight) -> tuple[Words, Words]:
    return NAGOYA_BATCHES if _game(sight).variant.nagoya_ranks else BATCHES


def _me(sight: Sight) -> int:
    """One's place among the bettors; the dealer sees them from the first on."""
    return sight.seat if sight.seat < sight.rules["bettors"] else 0


def _bets(sight: Sight) -> list[list[int]]:
    return [list(bets) for bets in sight.by_seat("bets", _me(sight))]


def scene(sight: Sight, lit: frozenset[int] = frozenset()) -> Scene:
    zones = tuple(
        Zone(IDS[batch], "batch", name, backs(3), stakes=stakes([b[batch] for b in _bets(sight)]))
        for batch, name in enumerate(_names(sight))
    )
    return Scene(
        _shown(sight) + zones,
        _seats(sight),
        _facts(sight, _bets(sight)),
        _prompt(sight),
        _seen(sight),
    )


def _seen(sight: Sight) -> tuple[Grid, ...]:
    twice = sight.cards("seen_twice") if sight.rules.get("decks") == 2 else []
    return seen_grid(sorted(sight.cards("seen") + twice))


def _shown(sight: Sight) -> tuple[Zone, ...]:
    """Shi-e, where it lies open before the betting."""
    cards = [card for card in sight.lying_open("shown") if card >= 0]
    return (Zone("shown", "field", Words("Shi-e", "初絵"), items(cards)),) if cards else ()


def _seats(sight: Sight) -> tuple[Seat, ...]:
    bankroll = sight.rules["bankroll"]
    chips = sight.by_seat("chips", _me(sight))
    seats = [Seat(owned(units, bankroll)) for units in chips]
    if sight.game.seats > len(chips):
        won = -sum(chips) + CHIP * (bankroll or 0) * len(chips) - sight.number("pot")
        seats.append(Seat(owned(won, None)))
    return tuple(seats)


def _facts(sight: Sight, bets: list[list[int]]) -> tuple[Fact, ...]:
    facts = [round_fact(sight, int(sight.game.record["rounds"][0]))]
    pot = sight.number("pot")
    if pot:
        facts.append(Fact(Words("Carried", "持ち越し"), Words.same(f"{pot / CHIP:g}")))
    missing = abs(sum(b[0] for b in bets) - sum(b[1] for b in bets))
    if missing and sight.game.name != "hankan":
        facts.append(Fact(Words("Dealer covers", "親の受け"), Words.same(missing)))
    if sight.house:
        facts.append(house_fact(sight))
    return tuple(facts)


def _prompt(sight: Sight) -> Words:
    if sight.over:
        return Words("The game is over.", "終わりです。")
    if sight.acting != sight.seat:
        return Words("The others bet.", "ほかの人の番です。")
    return {
        BET: Words("Bet on one batch, or not at all.", "どちらかに張るか、見送ってください。"),
        CALL: Words("Call for bets on the lighter batch?", "軽い方への張りを誘いますか。"),
        ADD: Words("Add to the lighter batch?", "軽い方に足しますか。"),
    }[sight.one_of("phase") or 0]


def _decoded(sight: Sight, action: int) -> tuple[int, int]:
    """(chips on the first, on the second batch) of a bettor's action."""
    most = sight.rules["max_bet"]
    return (action, 0) if action <= most else (0, action - most)


def moves(sight: Sight) -> list[Move]:
    phase = sight.one_of("phase")
    if phase == CALL:
        return [Move(action, CALL_WORDS[action]) for action in sight.legal]
    return [_move(sight, action) for action in sight.legal]


def _move(sight: Sight, action: int) -> Move:
    words, chips = _bet_words(sight, action), _decoded(sight, action)
    if not action:
        return Move(action, words)
    batch = 0 if chips[0] else 1
    return Move(action, words, IDS[batch], chips=chips[batch])


def _bet_words(sight: Sight, action: int) -> Words:
    adds = sight.one_of("phase") == ADD
    if not action:
        return Words("add nothing", "足さない") if adds else Words("no bet", "見送る")
    chips = _decoded(sight, action)
    batch = 0 if chips[0] else 1
    name, number, verb = _names(sight)[batch], chips[batch], "add" if adds else "bet"
    the = "" if name.en[0].isupper() else "the "
    return Words(f"{verb} {number} on {the}{name.en}", f"{name.ja}に{number}枚")


def retell(before: Sight, actor: int, action: int | None, after: Sight) -> list[Frame]:
    assert action is not None, "the betting is open"
    bets = _bets(before)
    if before.one_of("phase") == CALL:
        words = (
            Words("calls for bets", "誘う") if action else Words("closes the betting", "締め切る")
        )
    else:
        words = _bet_words(before, action)
        for batch, chips in enumerate(_decoded(before, action)):
            bets[actor][batch] += chips
    if before.same_round(after):
        return [Frame(scene(after), words, actor=actor)]
    placed = _with_bets(before, bets)
    return [Frame(placed, words, actor=actor), _showdown(before, placed, after)]


def _with_bets(sight: Sight, bets: list[list[int]]) -> Scene:
    """The table of a sight with other bets on it."""
    plain = scene(sight)
    zones = tuple(
        replace(zone, stakes=stakes([b[IDS.index(zone.id)] for b in bets]))
        if zone.id in IDS
        else zone
        for zone in plain.zones
    )
    return replace(plain, zones=zones, facts=_facts(sight, bets))


def _showdown(before: Sight, placed: Scene, after: Sight) -> Frame:
    winner, last = after.lying_open("winner"), after.lying_open("last")
    zones = []
    for zone in placed.zones:
        if zone.id in IDS:
            batch = IDS.index(zone.id)
            cards = [card for card in last[batch] if card >= 0]
            rank = both(partial(rank_in_words, _game(before), cards[:3]))
            outcome = {NEITHER: "tied", (FIRST, SECOND)[batch]: "won"}.get(winner, "lost")
            zone = replace(zone, items=items(cards), note=rank, outcome=outcome)
        zones.append(zone)
    words = Words.join([_result(before, winner), won_words(before, after)], " ", "")
    seats = _seats(after)
    scene_ = replace(placed, zones=tuple(zones), prompt=words, seats=seats)
    return Frame(scene_, words, hold=True)


def _result(sight: Sight, winner: int) -> Words:
    if winner == NEITHER:
        return Words("A tie.", "引き分け。")
    name = _names(sight)[winner - 1]
    the = "" if name.en[0].isupper() else "The "
    return Words(f"{the}{name.en} wins.", f"{name.ja}の勝ち。")
