"""What the cards are painted with: a palette, and plain shapes as pieces of SVG.

Every function returns text. Nothing has an id or refers to anything, so that any number of cards
can stand in one page.
"""

import math
import re
from collections.abc import Iterable, Sequence

__all__ = [
    "around",
    "blob",
    "circle",
    "ellipse",
    "limb",
    "line",
    "path",
    "place",
    "polygon",
    "rectangle",
    "ring",
    "turned",
]

INK = "#1f1b1c"
CREAM = "#f7eed9"
WHITE = "#fffdf5"
RED = "#cf2a2e"
DARK_RED = "#8f1420"
PINK = "#f09bab"
ROSE = "#d6457c"
PALE_PINK = "#fbd9da"
ORANGE = "#e8772e"
YELLOW = "#f2bf3a"
PALE_YELLOW = "#fae39a"
BROWN = "#8a5230"
DARK_BROWN = "#4d2c1d"
GREEN = "#2f7d43"
DARK_GREEN = "#17492c"
LIGHT_GREEN = "#8fbf4d"
BLUE = "#33479d"
PALE_BLUE = "#8fb6dd"
PURPLE = "#5d3d96"
LILAC = "#a98fd0"
GREY = "#8d8886"
SKIN = "#f8dcc0"

Point = tuple[float, float]


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0") if value else "0"


def _paint(fill: str, stroke: str, width: float) -> str:
    if not stroke:
        return f'fill="{fill}"'
    return f'fill="{fill}" stroke="{stroke}" stroke-width="{_number(width)}"'


def path(d: str, fill: str = "none", stroke: str = "", width: float = 3) -> str:
    """An outline in the language of SVG paths."""
    return f'<path d="{d}" {_paint(fill, stroke, width)}/>'


def line(d: str, stroke: str = INK, width: float = 3) -> str:
    """A stroke of the brush: a path that is not filled."""
    return path(d, "none", stroke, width)


def circle(x: float, y: float, r: float, fill: str, stroke: str = "", width: float = 3) -> str:
    return (
        f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(r)}" '
        f"{_paint(fill, stroke, width)}/>"
    )


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: str, stroke: str = "", width: float = 3
) -> str:
    return (
        f'<ellipse cx="{_number(x)}" cy="{_number(y)}" rx="{_number(rx)}" ry="{_number(ry)}" '
        f"{_paint(fill, stroke, width)}/>"
    )


def rectangle(x: float, y: float, wide: float, high: float, fill: str, corner: float = 0) -> str:
    round_ = f' rx="{_number(corner)}"' if corner else ""
    return (
        f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(wide)}" '
        f'height="{_number(high)}"{round_} fill="{fill}"/>'
    )


def polygon(points: Iterable[Point], fill: str, stroke: str = "", width: float = 3) -> str:
    corners = "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
    return path(f"M{corners}Z", fill, stroke, width)


def place(
    x: float, y: float, *parts: str, scale: float = 1, turn: float = 0, flip: bool = False
) -> str:
    """Parts that were drawn around (0, 0), put somewhere: turned, resized, mirrored."""
    steps = [f"translate({_number(x)} {_number(y)})"]
    if turn:
        steps.append(f"rotate({_number(turn)})")
    if flip:
        steps.append(f"scale({-scale:g} {scale:g})")
    elif scale != 1:
        steps.append(f"scale({scale:g})")
    return f'<g transform="{" ".join(steps)}">{"".join(parts)}</g>'


def around(count: int, *parts: str, first: float = 0) -> str:
    """Parts that were drawn upwards from (0, 0), repeated in a full circle."""
    return "".join(place(0, 0, *parts, turn=first + 360 * n / count) for n in range(count))


def turned(d: str, angle: float, x: float = 0, y: float = 0) -> str:
    """An outline of pairs of numbers alone (M, L, C, Q, Z), turned, then moved to (x, y)."""
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))

    def turn(pair: re.Match[str]) -> str:
        a, b = float(pair[1]), float(pair[2])
        return f"{_number(x + a * cosine - b * sine)} {_number(y + a * sine + b * cosine)}"

    return re.sub(r"(-?[\d.]+) (-?[\d.]+)", turn, d)


def ring(count: int, d: str, first: float = 0) -> str:
    """An outline that was drawn upwards from (0, 0), repeated in a full circle: one path."""
    return "".join(turned(d, first + 360 * n / count) for n in range(count))


def blob(
    count: int, inner: float, outer: float, fill: str, stroke: str = "", width: float = 3
) -> str:
    """A round shape with so many rounded lobes, around (0, 0)."""

    def corner(n: float, r: float) -> str:
        angle = 2 * math.pi * n / count
        return f"{_number(r * math.sin(angle))} {_number(-r * math.cos(angle))}"

    reach = outer + (outer - inner) * 0.6
    lobes = "".join(
        f"C{corner(n + 0.05, reach)} {corner(n + 0.95, reach)} {corner(n + 1, inner)}"
        for n in range(count)
    )
    return path(f"M{corner(0, inner)}{lobes}Z", fill, stroke, width)


def limb(points: Sequence[Point], thick: float, thin: float, fill: str = INK) -> str:
    """A branch through the points that grows thinner, with knees rather than curves."""
    left: list[Point] = []
    right: list[Point] = []
    for n, (x, y) in enumerate(points):
        before, behind = points[max(n - 1, 0)], points[min(n + 1, len(points) - 1)]
        along_x, along_y = behind[0] - before[0], behind[1] - before[1]
        length = math.hypot(along_x, along_y)
        half = (thick + (thin - thick) * n / (len(points) - 1)) / 2
        off_x, off_y = -along_y / length * half, along_x / length * half
        left.append((x + off_x, y + off_y))
        right.append((x - off_x, y - off_y))
    return polygon([*left, *reversed(right)], fill)
