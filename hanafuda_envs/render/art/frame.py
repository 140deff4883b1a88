"""The cardboard: edge, ground and back."""

from hanafuda_envs.render.art.shapes import (
    CREAM,
    DARK_RED,
    GREY,
    INK,
    RED,
    line,
    path,
    rectangle,
)

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "back", "face"]

CARD_WIDTH, CARD_HEIGHT = 240, 392

_EDGE = (
    "M18 0H222A18 18 0 0 1 240 18V374A18 18 0 0 1 222 392H18A18 18 0 0 1 0 374V18A18 18 0 0 1 18 0Z"
    "M20 10A10 10 0 0 0 10 20V372A10 10 0 0 0 20 382H220A10 10 0 0 0 230 372V20A10 10 0 0 0 220 10Z"
)


def face(drawing: str) -> str:
    """A drawing on its ground, cut off at the edge of the card."""
    # An inner <svg> cuts off what stands over: a clip path would need an id.
    return (
        f'<svg x="6" y="6" width="228" height="380" viewBox="6 6 228 380">'
        f"{rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT, CREAM)}"
        f'<g stroke-linejoin="round" stroke-linecap="round">{drawing}</g></svg>'
        f"{path(_EDGE, INK)}{_rim()}"
    )


def _rim() -> str:
    """A fine light line around the edge: on a dark page the card must end somewhere."""
    return (
        '<rect x="1.5" y="1.5" width="237" height="389" rx="16.5" fill="none" '
        f'stroke="{GREY}" stroke-width="3"/>'
    )


def back() -> str:
    """The back: red with a net of lozenges, the same either way up."""
    net = "".join(
        line(f"M{x} 20L{x + 352} 372M{x} 372L{x + 352} 20", DARK_RED, 5)
        for x in range(-340, 240, 40)
    )
    inner = (
        f'<svg x="20" y="20" width="200" height="352" viewBox="20 20 200 352">'
        f"{rectangle(20, 20, 200, 352, RED)}{net}</svg>"
    )
    frame = '<rect x="20" y="20" width="200" height="352" rx="6" fill="none" '
    return (
        rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT, INK, 18)
        + rectangle(10, 10, 220, 372, RED, 10)
        + inner
        + f'{frame}stroke="{CREAM}" stroke-width="4"/>'
        + _rim()
    )
