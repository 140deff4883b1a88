"""Paints a scene as SVG."""

from xml.sax.saxutils import escape

from hanafuda_envs.render.art import CARD_WIDTH, card_svg
from hanafuda_envs.render.palette import GROUNDS, TABLE, TONES
from hanafuda_envs.render.scene import HEIGHT, WIDTH, CardAt, Scene, TextAt

__all__ = ["scene_svg"]

_ANCHOR = {"left": "start", "center": "middle", "right": "end"}
_FONT = "DejaVu Sans, Verdana, sans-serif"
_RISE = 0.93  # from the top of a line to the foot of its letters, in sizes


def scene_svg(scene: Scene, *, label: bool = False) -> str:
    """The scene as a document that scales to any size; ``label`` explains the cards."""
    boxes = (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="4" '
        f'fill="{GROUNDS[box.ground]}"/>'
        for box in scene.boxes
    )
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'font-family="{_FONT}"><title>{escape(scene.title)}</title>'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{TABLE}"/>',
            *boxes,
            *(_card(card, label) for card in scene.cards),
            *map(_text, scene.texts),
            "</svg>",
        ]
    )


def _card(placed: CardAt, label: bool) -> str:
    drawing = card_svg(placed.card, label=label, standalone=False)
    scale = placed.width / CARD_WIDTH
    return f'<g transform="translate({placed.x} {placed.y}) scale({scale:.5f})">{drawing}</g>'


def _text(line: TextAt) -> str:
    y = line.y + round(line.size * _RISE, 1)
    return (
        f'<text x="{line.x}" y="{y:g}" font-size="{line.size}" fill="{TONES[line.tone]}" '
        f'text-anchor="{_ANCHOR[line.align]}">{escape(line.text)}</text>'
    )
