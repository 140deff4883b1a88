"""The optional corner label: the number of the month and a mark for the kind."""

from hanafuda_envs.cards import Card, Kind
from hanafuda_envs.render.art.shapes import (
    BLUE,
    GREEN,
    GREY,
    INK,
    RED,
    WHITE,
    YELLOW,
    circle,
    line,
    path,
    place,
    polygon,
    rectangle,
)

__all__ = ["corner_label"]

_DIGITS = {  # strokes in a box of 20 by 32
    "0": "M10 2C0 2 0 30 10 30C20 30 20 2 10 2Z",
    "1": "M4 8L11 2V30",
    "2": "M3 9C3 -1 18 0 17 9C16 16 6 22 3 30H18",
    "3": "M3 5C8 0 17 1 16 9C16 14 11 15 8 15C12 15 18 17 17 23C16 32 5 31 2 27",
    "4": "M14 30V2L2 21H19",
    "5": "M16 2H5L4 14C9 11 18 12 17 21C16 31 6 31 2 27",
    "6": "M15 3C6 3 3 14 3 21C4 33 17 32 17 22C17 12 5 12 3 21",
    "7": "M2 2H17L8 30",
    "8": "M10 15C2 13 3 2 10 2C17 2 18 13 10 15C1 17 1 30 10 30C19 30 19 17 10 15Z",
    "9": "M5 29C14 29 17 18 17 11C16 -1 3 0 3 10C3 20 15 20 17 11",
}
_STAR = [(0, -17), (5, -6), (17, -5), (8, 3), (11, 15), (0, 8), (-11, 15), (-8, 3), (-17, -5), (-5, -6)]  # fmt: skip


def corner_label(card: Card) -> str:
    """A plate in the upper left corner: month number, and below it star, disc, ribbon or dot."""
    digits = str(card.month.number)
    left = 42 - 12 * len(digits)
    number = "".join(
        place(left + 24 * n + 2, 24, line(_DIGITS[digit], INK, 5)) for n, digit in enumerate(digits)
    )
    plate = rectangle(14, 14, 56, 92, INK, 10) + rectangle(17, 17, 50, 86, WHITE, 8)
    label = place(3, 3, plate, number, place(42, 82, _mark(card)), scale=0.8)
    return f'<g stroke-linejoin="round" stroke-linecap="round">{label}</g>'


def _mark(card: Card) -> str:
    """As in the text tables: a star, a lozenge, a bar or a dot."""
    if card.kind == Kind.BRIGHT:
        return polygon(_STAR, YELLOW, INK, 2.5)
    if card.kind == Kind.ANIMAL:
        return path("M0 -17L14 0L0 17L-14 0Z", GREEN, INK, 2.5)
    if card.kind == Kind.RIBBON:
        return path("M-7 -16H7V16H-7Z", BLUE if "blue" in card.name else RED, INK, 2.5)
    return circle(0, 0, 6, GREY)
