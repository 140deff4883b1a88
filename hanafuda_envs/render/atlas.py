"""Cards and letters as prepared pixels: what ``pixels`` composes a picture from.

``atlas.npz`` is made from the art by ``python tools/make_atlas.py`` and ships with the package,
so that a picture needs NumPy alone.
"""

import hashlib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from hanafuda_envs.cards import DECK
from hanafuda_envs.render.art import card_svg
from hanafuda_envs.render.scene import CAPTION, NORMAL, SMALL, TITLE

__all__ = ["CARD_SIZES", "FILE", "LETTERS", "TEXT_SIZES", "Atlas", "load_atlas", "sources_digest"]

FILE = "atlas.npz"
CARD_SIZES, TEXT_SIZES = (SMALL, NORMAL), (CAPTION, TITLE)
LETTERS = "".join(map(chr, range(32, 127))) + "·×–…←●ŌōŪū"


class Atlas(NamedTuple):
    """All cards in each size, and all letters in each size."""

    digest: str
    """Of the art that it was made from."""
    cards: dict[int, np.ndarray]
    """By width: (49, height, width, 3), the back last."""
    corners: dict[int, np.ndarray]
    """By width: (height, width), how much of a pixel the card covers, 0 to 255."""
    letters: dict[int, dict[str, np.ndarray]]
    """By size: for each letter (height, width), how dark it is, 0 to 255."""


def sources_digest() -> str:
    """Twelve digits that stand for the art and for what is prepared of it."""
    digest = hashlib.sha256(repr((CARD_SIZES, TEXT_SIZES, LETTERS)).encode())
    for card in (*range(DECK), None):
        digest.update(card_svg(card).encode())
    return digest.hexdigest()[:12]


@cache
def load_atlas() -> Atlas:
    """The atlas that ships with the package; read once."""
    with (files(__package__) / FILE).open("rb") as file, np.load(file) as stored:
        cards = {width: stored[f"cards_{width}"] for width in CARD_SIZES}
        corners = {width: stored[f"corners_{width}"] for width in CARD_SIZES}
        letters = {}
        for size in TEXT_SIZES:
            ends = stored[f"ends_{size}"].tolist()
            parts = np.split(stored[f"letters_{size}"], ends[:-1], axis=1)
            letters[size] = dict(zip(LETTERS, parts, strict=True))
        return Atlas(str(stored["digest"]), cards, corners, letters)
