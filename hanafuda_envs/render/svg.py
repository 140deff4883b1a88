"""Paints a scene as SVG."""

from collections.abc import Callable, Iterator
from xml.sax.saxutils import escape

from hanafuda_envs.render.art import CARD_WIDTH, card_svg
from hanafuda_envs.render.palette import GROUNDS, TABLE, TONES
from hanafuda_envs.render.scene import HEIGHT, WIDTH, Scene, TextAt

__all__ = ["FONT", "scene_elements", "scene_svg"]

_ANCHOR = {"left": "start", "center": "middle", "right": "end"}
FONT = "DejaVu Sans, Verdana, sans-serif"
_RISE = 0.93  # from the top of a line to the foot of its letters, in sizes


def scene_svg(scene: Scene, *, label: bool = False) -> str:
    """The scene as a document that scales to any size; ``label`` explains the cards."""

    def drawn(card: int | None) -> str:
        return card_svg(card, label=label, standalone=False)

    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'font-family="{FONT}"><title>{escape(scene.title)}</title>',
            *scene_elements(scene, drawn),
            "</svg>",
        ]
    )


def scene_elements(scene: Scene, drawn: Callable[[int | None], str]) -> Iterator[str]:
    """What the scene consists of, from the table up; ``drawn`` gives a card in its own size."""
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{TABLE}"/>'
    for box in scene.boxes:
        yield (
            f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="4" '
            f'fill="{GROUNDS[box.ground]}"/>'
        )
    for placed in scene.cards:
        where = f"translate({placed.x} {placed.y}) scale({placed.width / CARD_WIDTH:.5f})"
        yield f'<g transform="{where}">{drawn(placed.card)}</g>'
    yield from map(_text, scene.texts)


def _text(line: TextAt) -> str:
    y = line.y + round(line.size * _RISE, 1)
    return (
        f'<text x="{line.x}" y="{y:g}" font-size="{line.size}" fill="{TONES[line.tone]}" '
        f'text-anchor="{_ANCHOR[line.align]}">{escape(line.text)}</text>'
    )
