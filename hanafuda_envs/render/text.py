"""Cards and table parts as text, for all games."""

import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from hanafuda_envs.cards import CARDS, MONTHS, Card, Kind, Month

__all__ = ["Pen", "use_color", "width"]

LANGUAGES = ("en", "ja")
SCREEN = 80

_MARK = {Kind.BRIGHT: "★", Kind.ANIMAL: "◆", Kind.RIBBON: "▌", Kind.CHAFF: "·"}
_PLURAL = {
    "en": {
        Kind.BRIGHT: "brights",
        Kind.ANIMAL: "animals",
        Kind.RIBBON: "ribbons",
        Kind.CHAFF: "chaff",
    },
    "ja": {Kind.BRIGHT: "光札", Kind.ANIMAL: "種札", Kind.RIBBON: "短冊札", Kind.CHAFF: "カス札"},
}
_COLOR = {Kind.BRIGHT: "1;33", Kind.ANIMAL: "32", Kind.RIBBON: "31", Kind.CHAFF: "2"}
_BLUE_RIBBON = "34"
_BACK = "▒▒"


def use_color() -> bool:
    """Whether colours would be seen: a terminal that is not dumb, unless told otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def width(text: str) -> int:
    """How many columns a text takes in a terminal: a kanji takes two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


class Pen:
    """Writes cards and lists of cards in one language, with or without colour."""

    def __init__(self, *, color: bool, language: str = "en") -> None:
        if language not in LANGUAGES:
            raise ValueError(f"language={language!r} is not possible: allowed is 'en' or 'ja'")
        self.color, self.language = color, language

    def say(self, english: str, japanese: str) -> str:
        """One of two texts, by language."""
        return japanese if self.language == "ja" else english

    def paint(self, text: str, code: str) -> str:
        """The text in a colour, if there are colours."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.color else text

    def bold(self, text: str) -> str:
        return self.paint(text, "1")

    def heading(self, title: str, standing: Sequence[str]) -> Iterator[str]:
        """The name of the game and how it stands, the first part of that beside the name."""
        first, *more = standing
        yield f"{self.bold(title)}  {first}"
        yield from more

    def name(self, card: Card) -> str:
        """The short name of a card beside its month: "Crane", "poetry ribbon", "chaff"."""
        if self.language == "ja":
            return card.japanese.removeprefix(card.month.japanese).lstrip("にの")
        name = card.name.removeprefix(card.month.flower + " ").removeprefix("Eight-Plank ")
        return "chaff" if name.startswith("chaff") else name

    def full_name(self, card: Card) -> str:
        """The name of a card by itself: "Crane", "Pine poetry ribbon"."""
        return card.japanese if self.language == "ja" else card.name

    def month(self, month: Month) -> str:
        if self.language == "ja":
            return f"{month.number}月 {month.japanese}"
        flower = month.flower.replace("Chrysanthemum", "Chrysanth.")
        return f"{month.number} {flower} {month.japanese}"

    def tint(self, card: Card) -> str:
        """The colour of a card: its kind, and blue for the blue ribbons."""
        return _BLUE_RIBBON if "blue" in card.name else _COLOR[card.kind]

    def by_month(self, cards: Iterable[int]) -> list[str]:
        """Cards in columns, one for each month that is there, with their numbers."""
        held = set(cards)
        columns = []
        for month in MONTHS:
            here = [card for card in CARDS if card.id in held and card.month is month]
            if here:
                texts = [f"{card.id:2} {_MARK[card.kind]} {self.name(card)}" for card in here]
                colors = ["4", *(self.tint(card) for card in here)]
                columns.append(([self.month(month), *texts], colors))
        return self._side_by_side(columns)

    def _side_by_side(self, columns: Sequence[tuple[list[str], list[str]]]) -> list[str]:
        """Columns next to each other, in as many bands as the screen needs."""
        lines: list[str] = []
        while columns:
            room, fit = SCREEN - 2, 0
            widths = []
            for texts, _ in columns:
                needed = max(map(width, texts)) + 2
                if needed > room:
                    break
                room, fit = room - needed, fit + 1
                widths.append(needed)
            band, columns = columns[:fit], columns[fit:]
            for level in range(max(len(texts) for texts, _ in band)):
                cells = []
                for (texts, colors), wide in zip(band, widths, strict=True):
                    text = texts[level] if level < len(texts) else ""
                    painted = self.paint(text, colors[level]) if text else ""
                    cells.append(painted + " " * (wide - width(text)))
                lines.append(("  " + "".join(cells)).rstrip())
        return lines

    def by_kind(self, cards: Iterable[int]) -> list[str]:
        """A capture pile: a line for each kind that is there, the chaff only counted."""
        held = [CARDS[card] for card in sorted(cards)]
        lines = []
        for kind in sorted(Kind, reverse=True):
            here = [card for card in held if card.kind == kind]
            if not here:
                continue
            head = f"  {_MARK[kind]} {_PLURAL[self.language][kind]} {len(here)}"
            if kind == Kind.CHAFF:
                lines.append(self.paint(head, _COLOR[kind]))
                continue
            lines += self._wrapped(head, here)
        return lines

    def _wrapped(self, head: str, cards: Sequence[Card]) -> list[str]:
        """A heading and the names of cards, in as many lines as they need."""
        lines, used = [self.paint(head, _COLOR[cards[0].kind]) + " "], width(head) + 1
        for place, card in enumerate(cards):
            name = self.full_name(card).removesuffix(" ribbon")
            comma = "," if place + 1 < len(cards) else ""
            if used + width(name) + 2 > SCREEN - 2:
                lines.append(" " * width(head) + " ")
                used = width(head) + 1
            lines[-1] += f" {self.paint(name, self.tint(card))}{comma}"
            used += width(name) + 2
        return lines

    def backs(self, size: int) -> str:
        """So many cards, face down."""
        return " ".join([_BACK] * size)
