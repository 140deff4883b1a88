"""The deck: months, kinds, names and point tables.

A card is a number, ``4 * (month - 1) + k``, with the months in their standard order and the
most valuable card of a month first. A set of cards is a set of such numbers (``bits.py``).
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from hanafuda_envs.compiled import kernel

__all__ = [
    "CARDS",
    "DECK",
    "HANA_AWASE_POINTS",
    "HON_BANA_POINTS",
    "JU_MAI_POINTS",
    "MONTHS",
    "NAGOYA_NUMBER",
    "Card",
    "Kind",
    "Month",
    "of_month",
]


class Kind(IntEnum):
    """What is painted on a card, from the least to the most valuable."""

    CHAFF = 0
    RIBBON = 1
    ANIMAL = 2
    BRIGHT = 3


class Month(NamedTuple):
    """A suit: the flower of one month. ``number`` is its standard number, 1 to 12."""

    number: int
    flower: str
    japanese: str


class Card(NamedTuple):
    """One card of the deck; ``str(card)`` is how a player would name it."""

    id: int
    month: Month
    kind: Kind
    name: str
    japanese: str

    def __str__(self) -> str:
        return f"{self.name} ({self.japanese})"


MONTHS = tuple(
    Month(number, flower, japanese)
    for number, (flower, japanese) in enumerate(
        [
            ("Pine", "松"),
            ("Plum", "梅"),
            ("Cherry", "桜"),
            ("Wisteria", "藤"),
            ("Iris", "菖蒲"),
            ("Peony", "牡丹"),
            ("Bush Clover", "萩"),
            ("Susuki", "芒"),
            ("Chrysanthemum", "菊"),
            ("Maple", "紅葉"),
            ("Willow", "柳"),
            ("Paulownia", "桐"),
        ],
        start=1,
    )
)

NAGOYA_NUMBER = (1, 12, 3, 4, 5, 11, 7, 8, 9, 10, 2, 6)
"""The number of each flower in the Nagoya order, by standard month."""

_BRIGHTS = {
    1: ("Crane", "鶴"),
    3: ("Curtain", "幕"),
    8: ("Moon", "月"),
    11: ("Rain Man", "小野道風"),
    12: ("Phoenix", "鳳凰"),
}
_ANIMALS = {
    2: ("Bush Warbler", "鶯"),
    4: ("Cuckoo", "不如帰"),
    5: ("Eight-Plank Bridge", "八橋"),
    6: ("Butterflies", "蝶"),
    7: ("Boar", "猪"),
    8: ("Geese", "雁"),
    9: ("Sake Cup", "盃"),
    10: ("Deer", "鹿"),
    11: ("Swallow", "燕"),
}
_RIBBONS = {
    **dict.fromkeys((1, 2, 3), ("poetry ribbon", "赤短")),
    **dict.fromkeys((4, 5, 7, 11), ("ribbon", "短冊")),
    **dict.fromkeys((6, 9, 10), ("blue ribbon", "青短")),
}


def _cards_of(month: Month) -> list[Card]:
    """The four cards of a month: bright, animal, ribbon where it has them, then chaff."""
    faces: list[tuple[Kind, str, str]] = []
    for kind, special in ((Kind.BRIGHT, _BRIGHTS), (Kind.ANIMAL, _ANIMALS)):
        if month.number in special:
            name, japanese = special[month.number]
            faces.append((kind, name, f"{month.japanese}に{japanese}"))
    if month.number in _RIBBONS:
        name, japanese = _RIBBONS[month.number]
        faces.append((Kind.RIBBON, f"{month.flower} {name}", f"{month.japanese}に{japanese}"))
    chaff = 4 - len(faces)
    for copy in range(1, chaff + 1):
        name = f"{month.flower} chaff {copy}" if chaff > 1 else "Lightning"
        faces.append((Kind.CHAFF, name, f"{month.japanese}のカス"))
    first = 4 * (month.number - 1)
    return [Card(first + k, month, *face) for k, face in enumerate(faces)]


CARDS = tuple(card for month in MONTHS for card in _cards_of(month))
DECK = len(CARDS)


def _points(bright: int, animal: int, ribbon: int, chaff: int) -> np.ndarray:
    by_kind = {
        Kind.BRIGHT: bright,
        Kind.ANIMAL: animal,
        Kind.RIBBON: ribbon,
        Kind.CHAFF: chaff,
    }
    table = np.array([by_kind[card.kind] for card in CARDS], dtype=np.int64)
    table.setflags(write=False)
    return table


def _hon_bana_points() -> np.ndarray:
    table = _points(30, 10, 5, 0).copy()
    special = {"Rain Man": 10, "Eight-Plank Bridge": 20, "Deer": 20, "Bush Warbler": 20}
    for card in CARDS:
        table[card.id] = special.get(card.name, table[card.id])
    table.setflags(write=False)
    return table


JU_MAI_POINTS = _points(30, 10, 5, 0)
HANA_AWASE_POINTS = _points(20, 10, 5, 1)
HON_BANA_POINTS = _hon_bana_points()


_MONTH = np.uint64(0xF)


@kernel
def of_month(card):
    """The set of all four cards of this card's month."""
    return _MONTH << np.uint64(card // 4 * 4)
