"""What lies on a table, as one seat sees it: plain data for every way of showing it.

A scene is made of zones (places where cards or chips lie), seats, facts and small grids of
numbers. A move says what an action number means and where it is made: on a card, with chips on
a zone, as a set of months, or nowhere in particular. Nothing here knows a game.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from hanafuda_app.table.words import Words, card_name
from hanafuda_envs.cards import CARDS

__all__ = [
    "BACK",
    "Fact",
    "Frame",
    "Grid",
    "Item",
    "Move",
    "Scene",
    "Seat",
    "Stake",
    "Zone",
    "backs",
    "items",
    "table_of",
]

BACK = None
"""A card that lies face down."""


@dataclass(frozen=True)
class Item:
    """A card in a zone; ``card`` is its id, or None where its back is up."""

    card: int | None
    name: Words
    lit: bool = False
    """Whether the last action touched it."""
    kind: int | None = None
    """The ``Kind`` of an open card."""


@dataclass(frozen=True)
class Stake:
    """Chips of a seat in a zone."""

    seat: int
    chips: int


@dataclass(frozen=True)
class Zone:
    """A place on the table. ``kind`` says what it looks like."""

    id: str
    kind: str
    """"hand", "backs", "field", "pile", "captured", "batch", "pot" or "months"."""
    title: Words
    items: tuple[Item, ...] = ()
    note: Words | None = None
    stakes: tuple[Stake, ...] = ()
    outcome: str | None = None
    """"won", "lost" or "tied" after a showdown."""
    seat: int | None = None
    """Whose place it is, if anybody's."""


@dataclass(frozen=True)
class Seat:
    """Who sits where, and how it stands with them."""

    score: Words
    notes: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Fact:
    """Something that everybody at the table knows: the round, the pot."""

    label: Words
    value: Words


@dataclass(frozen=True)
class Grid:
    """A small table of numbers: cards seen, past rounds."""

    title: Words
    head: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]


@dataclass(frozen=True)
class Scene:
    """All that one seat sees."""

    zones: tuple[Zone, ...]
    seats: tuple[Seat, ...]
    facts: tuple[Fact, ...]
    prompt: Words
    """What the one who acts is asked."""
    grids: tuple[Grid, ...] = ()


@dataclass(frozen=True)
class Move:
    """A legal action, in words, and where it is made."""

    action: int
    words: Words
    zone: str | None = None
    card: int | None = None
    """The card of the zone that makes this move."""
    chips: int | None = None
    """The chips put on the zone."""
    months: tuple[int, ...] | None = None
    """The set of months (counted from 0) that are put down together in the zone."""
    effect: Words | None = None
    """What comes of it, where that is plain to see."""
    takes: tuple[int, ...] = ()
    """The cards that it takes or could take."""


@dataclass(frozen=True)
class Frame:
    """One picture of what an action brought about, in order."""

    scene: Scene
    words: Words | None = None
    """What is said about it, for the log."""
    lit: frozenset[int] = frozenset()
    """The cards that were touched."""
    hold: bool = False
    """A showdown: it stays until the person has seen it."""
    scores: tuple[float, ...] | None = None
    """With ``hold``, what each seat won in the round, where chips do not tell."""
    actor: int | None = None
    """Who did it; ``None`` is the table itself."""


def items(cards: Iterable[int], lit: Collection[int] = ()) -> tuple[Item, ...]:
    """Cards that lie open."""
    return tuple(Item(card, card_name(card), card in lit, int(CARDS[card].kind)) for card in cards)


def backs(number: int) -> tuple[Item, ...]:
    """Cards that lie face down."""
    return (Item(BACK, Words("face-down card", "伏せ札")),) * number


def table_of(values: Sequence[object]) -> tuple[Words, ...]:
    """A row of a grid."""
    return tuple(value if isinstance(value, Words) else Words.same(value) for value in values)
