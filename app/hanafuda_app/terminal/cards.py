"""Cards and places of a table as widgets."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.message import Message
from textual.widgets import Label, Static

from hanafuda_app.table.scene import Item, Move, Zone
from hanafuda_app.table.table import View
from hanafuda_envs.cards import CARDS, Card, Kind
from hanafuda_envs.render.text import Pen, width

__all__ = ["CardBox", "ZoneBox"]

INSIDE = 9
"""Columns for the face of a card."""
BOX = INSIDE + 2
MARKS = {Kind.BRIGHT: "★", Kind.ANIMAL: "◆", Kind.RIBBON: "▌", Kind.CHAFF: "·"}


def fitted(text: str, room: int = INSIDE) -> str:
    """The text, cut to so many columns."""
    while width(text) > room:
        text = text[:-1]
    return text


def face_of(card: Card, language: str) -> str:
    """Three lines: month and kind, flower, name."""
    pen = Pen(color=False, language=language)
    flower = card.month.japanese if language == "ja" else card.month.flower
    name = pen.name(card)
    if width(name) > INSIDE:  # "Warbler", "poetry": the word that tells it from the others
        name = name.split()[0 if card.kind == Kind.RIBBON else -1]
    lines = (f"{card.month.number:>2} {MARKS[card.kind]}", fitted(flower), fitted(name))
    return "\n".join(lines)


class CardBox(Static, can_focus=True):
    """A card; if a move is made with it, it can be clicked, or chosen with Enter."""

    class Chosen(Message):
        """The card was clicked."""

        def __init__(self, box: "CardBox") -> None:
            super().__init__()
            self.box = box

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "choose", "play")]

    def __init__(self, item: Item, language: str, move: Move | None, month: int | None) -> None:
        card = None if item.card is None else CARDS[item.card]
        super().__init__("▒" * INSIDE + "\n" + "▒" * INSIDE + "\n" + "▒" * INSIDE, markup=False)
        self.item, self.move, self.month = item, move, month
        self.can_focus = move is not None or month is not None
        if card is None:
            self.add_class("back")
        else:
            self.update(face_of(card, language))
            self.add_class("blue" if "blue" in card.name else card.kind.name.lower())
            self.tooltip = item.name.say(language)
        self.set_class(item.lit, "lit")
        self.set_class(self.can_focus, "playable")

    def action_choose(self) -> None:
        if self.can_focus:
            self.post_message(self.Chosen(self))

    def on_click(self) -> None:
        self.action_choose()


class CardRow(Container):
    """Cards side by side, in as many rows as they need."""

    def __init__(self, boxes: Sequence[CardBox]) -> None:
        super().__init__(*boxes)
        self.boxes = boxes

    def on_resize(self, event: events.Resize) -> None:
        columns = max(1, event.size.width // BOX)
        self.styles.grid_size_columns = columns
        self.styles.height = 5 * -(-len(self.boxes) // columns)


class ZoneBox(Vertical):
    """A place on the table: a title line, and cards or what stands for them."""

    def __init__(self, zone: Zone, view: View, language: str) -> None:
        super().__init__(id=f"zone-{zone.id}", classes=f"zone {zone.kind} {zone.outcome or ''}")
        self.zone, self.view, self.language = zone, view, language

    def compose(self) -> ComposeResult:
        yield Label(" ".join(self._title()), markup=False, classes="title")
        if self.zone.kind == "captured":
            yield Label("\n".join(self._kinds()), markup=False, classes="kinds")
        elif self.zone.kind in ("backs", "pile"):
            yield Label("▒▒ " * len(self.zone.items), markup=False, classes="small-backs")
        elif self.zone.items:
            yield CardRow([self._box(at, item) for at, item in enumerate(self.zone.items)])

    def _title(self) -> Iterator[str]:
        zone, language = self.zone, self.language
        yield zone.title.say(language)
        if zone.note is not None:
            yield f"· {zone.note.say(language)}"
        for stake in zone.stakes:
            yield f" ●{stake.chips} {self.view.places[stake.seat].name.say(language)}"

    def _kinds(self) -> Iterator[str]:
        pen = Pen(color=False, language=self.language)
        yield from pen.by_kind([i.card for i in self.zone.items if i.card is not None])

    def _box(self, at: int, item: Item) -> CardBox:
        here = [move for move in self.view.moves if move.zone == self.zone.id]
        move = next((m for m in here if m.card is not None and m.card == item.card), None)
        month = at if any(m.months is not None for m in here) else None
        return CardBox(item, self.language, move, month)
