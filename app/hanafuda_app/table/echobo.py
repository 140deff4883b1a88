"""The table of Echobo: six months, one of which the dealer hides."""

from dataclasses import replace

from hanafuda_app.table.betting import MONTH_CARD, round_fact, won_words
from hanafuda_app.table.scene import Frame, Grid, Item, Move, Scene, Seat, Zone, backs, table_of
from hanafuda_app.table.sight import Sight
from hanafuda_app.table.words import Words, agent_name, month_name, signed_chips
from hanafuda_envs.bits import members
from hanafuda_envs.games.echobo import MONTHS_IN_PLAY

__all__ = ["moves", "retell", "scene"]

ROUNDS_SHOWN = 8


def _has_dealer(sight: Sight) -> bool:
    """Whether the dealer is an agent, who then has seat 0."""
    return sight.rules["dealer"] == "agent"


def _is_dealer(sight: Sight) -> bool:
    return _has_dealer(sight) and sight.seat == 0


def _me(sight: Sight) -> int:
    """One's place among the bettors; the dealer sees them from the first on."""
    return 0 if _is_dealer(sight) else sight.seat - _has_dealer(sight)


def _seat_of(sight: Sight, bettor: int) -> int:
    return bettor + _has_dealer(sight)


def _months(flags: list[int]) -> list[int]:
    return [month for month, is_so in enumerate(flags) if is_so]


def _month_items(months: list[int], lit: tuple[int, ...] = ()) -> tuple[Item, ...]:
    return tuple(Item(MONTH_CARD[m], month_name(m), m in lit) for m in months)


def scene(sight: Sight, lit: frozenset[int] = frozenset()) -> Scene:
    """Of this round a seat sees what itself has put down, and who is yet to be asked."""
    mine = _month_items(_months(sight.numbers("down")))
    zones = [
        Zone("dealer", "batch", Words("the dealer's month", "親の札"), _down(sight, None, mine))
    ]
    for bettor in range(sight.rules["bettors"]):
        seat = _seat_of(sight, bettor)
        zones.append(
            Zone(
                f"bets_{bettor}",
                "batch",
                _bets_title(sight, seat),
                _down(sight, seat, mine),
                seat=seat,
            )
        )
    if sight.legal:
        months = _month_items(list(range(MONTHS_IN_PLAY)))
        zones.append(Zone("months", "months", Words("months", "月"), months))
    facts = (round_fact(sight, sight.rules["rounds"]),)
    return Scene(tuple(zones), _seats(sight), facts, _prompt(sight), _past(sight))


def _bets_title(sight: Sight, seat: int) -> Words:
    if seat == sight.seat:
        return Words("your bets", "あなたの張り")
    name = agent_name(sight.game.agents[seat])
    return Words(f"bets of {name.en}", f"{name.ja}の張り")


def _down(sight: Sight, seat: int | None, mine: tuple[Item, ...]) -> tuple[Item, ...]:
    """What lies at a place (None: the dealer's): one's own open, of others that it is there."""
    own = sight.seat == (0 if seat is None and _has_dealer(sight) else seat)
    if own:
        return mine
    if seat is None and not _has_dealer(sight):
        return backs(1)  # the bank draws at the showdown
    done = sight.acting is not None and (seat or 0) < sight.acting
    return backs(1) if done else ()


def _seats(sight: Sight) -> tuple[Seat, ...]:
    bettors = [Seat(signed_chips(units)) for units in sight.by_seat("chips", _me(sight))]
    if _has_dealer(sight):
        return (Seat(signed_chips(sight.number("dealer_chips"))), *bettors)
    return tuple(bettors)


def _prompt(sight: Sight) -> Words:
    if sight.over:
        return Words("The game is over.", "終わりです。")
    if sight.acting != sight.seat:
        return Words("The others put down their cards.", "ほかの人が札を伏せています。")
    if _is_dealer(sight):
        return Words("Hide one of six months.", "六つの月から一つ選んで伏せてください。")
    most, size = sight.rules["max_cards"], sight.rules["bet_size"]
    each = Words(f"{size} chip{'s' if size > 1 else ''} each", f"一つ{size}枚")
    return Words(
        f"Bet on up to {most} months, {each.en}.", f"{most}つまでの月に張ってください({each.ja})。"
    )


def _past(sight: Sight) -> tuple[Grid, ...]:
    """Past rounds, the most recent first, and how often each month was picked."""
    played = sight.number("round") + sight.over
    if not played:
        return ()
    shown = min(played, sight.rules["history"], ROUNDS_SHOWN)
    head = table_of(["", *(played - back for back in range(shown))])
    picks = [_months(flags) for flags in sight.numbers("past_picks")[:shown]]
    rows = [table_of([Words("dealer", "親"), *(_numbers(months) for months in picks)])]
    for bettor, past in enumerate(sight.by_seat("past_bets", _me(sight))):
        seat = _seat_of(sight, bettor)
        mine = seat == sight.seat
        name = Words("you", "あなた") if mine else agent_name(sight.game.agents[seat])
        cells = [
            _numbers(_months(flags), right=picks[back]) for back, flags in enumerate(past[:shown])
        ]
        rows.append(table_of([name, *cells]))
    flowers = tuple(month_name(month) for month in range(MONTHS_IN_PLAY))
    counted = Grid(
        Words("Picked so far", "これまでの親の札"), flowers, (table_of(sight.numbers("picks")),)
    )
    title = Words("Past rounds, by month (* is right)", "前の勝負(月の番号、*は当たり)")
    return (counted, Grid(title, head, tuple(rows)))


def _numbers(months: list[int], right: list[int] | tuple[()] = ()) -> str:
    digits = " ".join(f"{month + 1}{'*' if month in right else ''}" for month in months)
    return digits or "·"


def moves(sight: Sight) -> list[Move]:
    if _is_dealer(sight):
        return [
            Move(month, _pick_words(month), "months", MONTH_CARD[month]) for month in sight.legal
        ]
    return [
        Move(action, _bet_words(members(action)), "months", months=tuple(members(action)))
        for action in sight.legal
    ]


def _pick_words(month: int) -> Words:
    name = month_name(month)
    return Words(f"hide {name.en}", f"{name.ja}を伏せる")


def _bet_words(months: list[int]) -> Words:
    if not months:
        return Words("no bet", "見送る")
    names = Words.join([month_name(month) for month in months])
    return Words(f"bet on {names.en}", f"{names.ja}に張る")


def retell(before: Sight, actor: int, action: int | None, after: Sight) -> list[Frame]:
    """``action`` is None where another seat acts: nothing of it is seen before the showdown."""
    if action is None:
        words = Words("puts cards face down", "札を伏せる")
    else:
        words = _pick_words(action) if _is_dealer(before) else _bet_words(members(action))
    if before.same_round(after):
        return [Frame(scene(after), words, actor=actor)]
    return [Frame(scene(before), words, actor=actor), _showdown(before, after)]


def _showdown(before: Sight, after: Sight) -> Frame:
    pick = _months(after.numbers("past_picks")[0])
    bets = [_months(past[0]) for past in after.by_seat("past_bets", _me(after))]
    zones = []
    for zone in scene(before).zones:
        if zone.id == "dealer":
            zones.append(replace(zone, items=_month_items(pick), outcome=None))
        elif zone.id.startswith("bets_"):
            months = bets[int(zone.id.removeprefix("bets_"))]
            outcome = ("won" if pick[0] in months else "lost") if months else None
            note = None if months else Words("no bet", "見送り")
            shown = _month_items(months, tuple(pick))
            zones.append(replace(zone, items=shown, outcome=outcome, note=note))
    name = month_name(pick[0])
    words = Words.join(
        [Words(f"The dealer hid {name.en}.", f"親の札は{name.ja}。"), won_words(before, after)],
        " ",
        "",
    )
    shown_scene = replace(
        scene(before), zones=tuple(zones), prompt=words, seats=_seats(after), grids=_past(after)
    )
    return Frame(shown_scene, words, hold=True)
