"""Writes hanafuda_envs/render/atlas.npz from the card art: ``python tools/make_atlas.py``.

Needs what the extra ``dev`` installs (resvg to paint SVG, pillow) and matplotlib, whose DejaVu
Sans the letters are drawn with.
"""

import io
from pathlib import Path

import matplotlib
import numpy as np
import resvg_py
from PIL import Image, ImageDraw, ImageFont

from hanafuda_envs.cards import DECK
from hanafuda_envs.render import atlas
from hanafuda_envs.render.art import card_svg
from hanafuda_envs.render.scene import card_height

FOLDER = Path(atlas.__file__).parent
FONT = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
FINER = 4  # painted so many times larger, then averaged


def card_pixels(card: int | None, width: int) -> np.ndarray:
    """A card as (height, width, 4), painted large and scaled down."""
    data = resvg_py.svg_to_bytes(svg_string=card_svg(card), width=width * FINER)
    image = Image.open(io.BytesIO(bytes(data))).convert("RGBA")
    return np.asarray(image.resize((width, card_height(width)), Image.Resampling.LANCZOS))


def letters(size: int) -> tuple[np.ndarray, np.ndarray]:
    """All letters side by side, and where each of them ends."""
    font = ImageFont.truetype(str(FONT), size)
    parts = []
    for letter in atlas.LETTERS:
        image = Image.new("L", (max(1, round(font.getlength(letter))), size + size // 3))
        ImageDraw.Draw(image).text((0, 0), letter, fill=255, font=font)
        parts.append(np.asarray(image))
    return np.concatenate(parts, axis=1), np.cumsum([part.shape[1] for part in parts])


def main() -> None:
    """Write the file."""
    arrays: dict[str, np.ndarray] = {"digest": np.array(atlas.sources_digest())}
    for width in atlas.CARD_SIZES:
        cards = np.stack([card_pixels(card, width) for card in (*range(DECK), None)])
        arrays[f"cards_{width}"] = cards[..., :3]
        arrays[f"corners_{width}"] = cards[-1, ..., 3]
    for size in atlas.TEXT_SIZES:
        arrays[f"letters_{size}"], arrays[f"ends_{size}"] = letters(size)
    path = FOLDER / atlas.FILE
    np.savez_compressed(path, **arrays)
    print(f"{path}: {path.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
