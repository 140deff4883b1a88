"""What the tables of the betting games share: bets in columns, cards seen, a showdown."""

from collections.abc import Iterable, Iterator, Sequence

from hanafuda_envs.cards import CARDS, MONTHS
from hanafuda_envs.money import CHIP
from hanafuda_envs.render.text import SCREEN, Pen, width

__all__ = ["BetRow", "amount", "bets_table", "cards_in_words", "seen_by_month", "signed"]


BetRow = tuple[str, Sequence[int], str, str]
"""A seat's name, its chips on each batch or stack, the chips it owns, and a remark."""


def amount(units: int) -> str:
    """Units as chips: "2", "-1.5", "0.05"."""
    return f"{units / CHIP:g}"


def signed(units: int) -> str:
    """Units as chips won or lost: "+2", "-1.5", "0"."""
    return f"{units / CHIP:+g}" if units else "0"


def bets_table(pen: Pen, heads: Sequence[str], rows: Iterable[BetRow]) -> Iterator[str]:
    """Bets by seat: name, chips on each batch or stack, chips owned, and a remark."""
    yield "  " + " " * 12 + "".join(_right(head, 9) for head in heads)
    for name, bets, owned, remark in rows:
        cells = "".join(_right(str(chips) if chips else "·", 9) for chips in bets)
        head = pen.bold(name) + " " * (12 - width(name))
        yield f"  {head}{cells}{_right(owned, 9)}  {remark}".rstrip()


def _right(text: str, wide: int) -> str:
    return " " * (wide - width(text)) + text


def cards_in_words(pen: Pen, cards: Iterable[int]) -> str:
    """Cards on one line, each with its month: "1 Crane, 2 Plum chaff 1"."""
    faces = (CARDS[int(card)] for card in cards if card >= 0)
    names = (f"{card.month.number} {pen.full_name(card)}" for card in faces)
    return ", ".join(names)


def seen_by_month(pen: Pen, seen: Sequence[int], size: int) -> Iterator[str]:
    """How many cards of each month have been seen since the shuffle."""
    if not seen:
        yield pen.say("No card has been seen since the shuffle.", "切り直しから見えた札はない。")
        return
    head = pen.say("Seen since the shuffle", "見えた札")
    yield f"{pen.bold(head)}  {len(seen)} / {size}"
    line = " "
    for month in MONTHS:
        number = sum(CARDS[card].month is month for card in seen)
        cell = f" {month.number} {month.japanese} {number}  "
        if width(line + cell) > SCREEN:
            yield line.rstrip()
            line = " "
        line += cell if number else pen.paint(cell, "2")
    yield line.rstrip()
