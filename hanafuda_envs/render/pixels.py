"""Paints a scene as pixels, from the prepared atlas: NumPy alone, fast enough for video."""

from functools import cache

import numpy as np

from hanafuda_envs.render.atlas import load_atlas
from hanafuda_envs.render.palette import GROUNDS, TABLE, TONES
from hanafuda_envs.render.scene import HEIGHT, WIDTH, CardAt, Scene, TextAt, card_height

__all__ = ["scene_pixels"]

_UNKNOWN = "?"


def scene_pixels(scene: Scene) -> np.ndarray:
    """The scene as a new array (640, 960, 3) of uint8: red, green and blue."""
    picture = _empty_table().copy()
    for box in scene.boxes:
        picture[box.y : box.y + box.height, box.x : box.x + box.width] = _color(GROUNDS[box.ground])
    for card in scene.cards:
        _lay(picture, card)
    for line in scene.texts:
        _write(picture, line)
    return picture


@cache
def _empty_table() -> np.ndarray:
    return np.full((HEIGHT, WIDTH, 3), _color(TABLE), dtype=np.uint8)


@cache
def _color(code: str) -> np.ndarray:
    return np.frombuffer(bytes.fromhex(code.removeprefix("#")), dtype=np.uint8)


def _blend(under: np.ndarray, over: np.ndarray, cover: np.ndarray) -> None:
    """Paint ``over`` onto ``under`` where ``cover`` says so, 0 to 255."""
    share = cover[..., None].astype(np.uint16)
    under[:] = ((under * (255 - share) + over * share + 127) // 255).astype(np.uint8)


def _lay(picture: np.ndarray, placed: CardAt) -> None:
    atlas, width = load_atlas(), placed.width
    face = atlas.cards[width][-1 if placed.card is None else placed.card]
    cover = atlas.corners[width]
    height, edge = card_height(width), width // 8
    spot = picture[placed.y : placed.y + height, placed.x : placed.x + width]
    face, cover = face[: spot.shape[0], : spot.shape[1]], cover[: spot.shape[0], : spot.shape[1]]
    spot[edge:-edge] = face[edge:-edge]
    for part in (slice(0, edge), slice(-edge, None)):  # the round corners
        _blend(spot[part], face[part].astype(np.uint16), cover[part])


@cache
def _line(text: str, size: int) -> np.ndarray:
    letters = load_atlas().letters[size]
    return np.concatenate([letters.get(sign, letters[_UNKNOWN]) for sign in text], axis=1)


def _write(picture: np.ndarray, line: TextAt) -> None:
    ink = _line(line.text, line.size)
    shift = {"left": 0, "center": ink.shape[1] // 2, "right": ink.shape[1]}[line.align]
    left = max(0, line.x - shift)
    spot = picture[line.y : line.y + ink.shape[0], left : left + ink.shape[1]]
    _blend(spot, _color(TONES[line.tone]).astype(np.uint16), ink[: spot.shape[0], : spot.shape[1]])
