"""A picture before it is painted: which cards, texts and boxes lie where.

Each game family describes its table once (``scenes``); ``svg`` and ``pixels`` paint it. What the
one who looks cannot see is not in the scene: a hidden card is ``None``, its back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

__all__ = [
    "CAPTION",
    "HEIGHT",
    "NORMAL",
    "SMALL",
    "TITLE",
    "WIDTH",
    "Box",
    "CardAt",
    "Scene",
    "TextAt",
    "card_height",
]

WIDTH, HEIGHT = 960, 640
MARGIN = 20

SMALL, NORMAL = 40, 64
"""The widths of cards, in pixels: the only ones that there are."""

CAPTION, TITLE = 15, 24
"""The sizes of texts, in pixels: the only ones that there are."""

Align = Literal["left", "center", "right"]
Tone = Literal["plain", "quiet", "loud"]
Ground = Literal["panel", "turn", "slot", "chip", "mark"]


def card_height(width: int) -> int:
    """How high a card of this width is."""
    return round(width * 392 / 240)


class CardAt(NamedTuple):
    """A card with its upper left corner at (x, y); ``None`` is a card face down."""

    card: int | None
    x: int
    y: int
    width: int


class TextAt(NamedTuple):
    """A line of text; (x, y) is the upper corner or middle of its line, as ``align`` says."""

    text: str
    x: int
    y: int
    size: int
    align: Align
    tone: Tone


class Box(NamedTuple):
    """A plain rectangle under everything else."""

    x: int
    y: int
    width: int
    height: int
    ground: Ground


@dataclass
class Scene:
    """A table as lists of things in their places; what comes later lies on top."""

    title: str
    boxes: list[Box] = field(default_factory=list)
    cards: list[CardAt] = field(default_factory=list)
    texts: list[TextAt] = field(default_factory=list)

    def text(
        self,
        text: str,
        x: int,
        y: int,
        *,
        size: int = CAPTION,
        align: Align = "left",
        tone: Tone = "plain",
    ) -> None:
        """Write a line; an empty one is nothing."""
        if text:
            self.texts.append(TextAt(text, x, y, size, align, tone))

    def box(self, x: int, y: int, width: int, height: int, ground: Ground = "panel") -> None:
        """Lay a rectangle."""
        self.boxes.append(Box(x, y, width, height, ground))

    def card(self, card: int | None, x: int, y: int, width: int, *, marked: bool = False) -> None:
        """Lay one card, with a bright rim if it is marked."""
        if marked:
            self.box(x - 4, y - 4, width + 8, card_height(width) + 8, "mark")
        self.cards.append(CardAt(card, x, y, width))

    def row(
        self,
        cards: Sequence[int | None],
        x: int,
        y: int,
        width: int,
        room: int,
        *,
        marked: Iterable[int] = (),
    ) -> None:
        """Lay cards from left to right; where they need more than the room, they overlap."""
        step = float(width + 6)
        if len(cards) > 1:
            step = min(step, (room - width) / (len(cards) - 1))
        rims = set(marked)
        for n, card in enumerate(cards):
            self.card(card, x + int(n * step), y, width, marked=card in rims)

    def slot(self, x: int, y: int, width: int) -> None:
        """Show a place where a card could lie."""
        self.box(x, y, width, card_height(width), "slot")

    def heading(self, standing: Sequence[str], what_now: str) -> None:
        """Write the name of the game and how it stands above, what comes next below."""
        self.text(self.title, MARGIN, 10, size=TITLE, tone="loud")
        parts = [part for line in standing for part in line.split("  ")]
        self.text(" · ".join(parts), WIDTH - MARGIN, 15, align="right")
        self.box(0, HEIGHT - 36, WIDTH, 36)
        self.text(what_now, WIDTH // 2, HEIGHT - 27, align="center")

    def columns(
        self,
        heads: Sequence[str],
        rows: Iterable[tuple[str, Sequence[str], str]],
        x: int,
        y: int,
        *,
        turn: str | None = None,
    ) -> None:
        """Write a table of seats: name, cells, remark; the row of ``turn`` stands out."""
        column = 60
        first = x + 74 + column
        for n, head in enumerate(heads):
            self.text(head, first + n * column, y, align="right", tone="quiet")
        for n, (name, cells, remark) in enumerate(rows, start=1):
            top = y + 26 * n
            if name == turn:
                self.box(x - 8, top - 3, WIDTH - MARGIN - x + 16, 25, "turn")
            self.text(name, x, top)
            for column_number, cell in enumerate(cells):
                self.text(cell, first + column_number * column, top, align="right")
            self.text(remark, first + (len(cells) - 1) * column + 12, top, tone="loud")
