"""The flowers, leaves and ribbons: what the four cards of a month share.

Each motif is drawn around (0, 0), about 40 wide, and put in its place by ``shapes.place``.
"""

from hanafuda_envs.render.art.shapes import (
    BLUE,
    BROWN,
    DARK_GREEN,
    DARK_RED,
    GREEN,
    INK,
    LIGHT_GREEN,
    LILAC,
    ORANGE,
    PALE_YELLOW,
    PINK,
    PURPLE,
    RED,
    ROSE,
    YELLOW,
    around,
    blob,
    circle,
    ellipse,
    line,
    path,
    place,
    ring,
    turned,
)

__all__ = [
    "bellflowers",
    "blue_ribbon",
    "cherry_blossom",
    "cherry_leaf",
    "chrysanthemum",
    "chrysanthemum_leaf",
    "clover_spray",
    "iris",
    "iris_blade",
    "maple_leaf",
    "paulownia_leaf",
    "peony",
    "peony_leaf",
    "pine_fan",
    "plum_blossom",
    "poetry_ribbon",
    "red_ribbon",
    "willow_strand",
    "wisteria_leaves",
    "wisteria_raceme",
]

# --- ribbons --------------------------------------------------------------------------------

_STROKES = {
    "あ": "M8 12H32M19 5C19 20 18 28 21 34M29 17C24 32 6 38 9 26C13 16 34 16 32 28C31 33 27 36 24 37",
    "か": "M6 14C26 8 28 14 24 30C23 36 18 34 16 32M16 6C15 18 11 28 6 35M28 10C32 13 34 17 35 21",
    "よ": "M20 5V30C20 37 8 37 9 31C11 26 24 28 32 35M20 15H31",
    "ろ": "M11 8H28L9 25C20 17 33 20 31 29C29 36 20 37 16 35",
    "し": "M14 5V28C14 38 28 36 33 27",
    "み": "M9 9H21C19 20 12 36 7 31C5 24 22 22 34 31M28 16C28 26 25 32 20 37",
    "の": "M22 10C20 22 14 34 9 29C3 20 16 8 26 10C38 14 36 32 22 35",
}
"""The writing on the ribbons, stroke by stroke, each sign in a square of 40."""

_CLOTH = "M-27 -108C-9 -116 9 -100 27 -108L27 104C9 114 -9 96 -27 104Z"
_SHADE = "M13 -105.5C18 -105 22 -106 27 -108L27 104C22 107 18 107.5 13 107Z"


def _ribbon(color: str, shade: str, *writing: str) -> str:
    return "".join(
        [
            path("M-5 -107C-16 -128 16 -128 5 -107", "none", INK, 3),
            path(_CLOTH, color, INK, 4),
            path(_SHADE, shade),
            *writing,
        ]
    )


def red_ribbon() -> str:
    """The plain red ribbon."""
    return _ribbon(RED, DARK_RED)


def blue_ribbon() -> str:
    return _ribbon(BLUE, "#1f2a68")


def poetry_ribbon(signs: str) -> str:
    """The red ribbon with writing on it, from the top down."""
    size = min(50, 192 / len(signs))
    top = -98 + (196 - size * len(signs)) / 2
    writing = (
        place(-3 - size / 2, top + size * n, line(_STROKES[sign], INK, 5), scale=size / 40)
        for n, sign in enumerate(signs)
    )
    return _ribbon(RED, DARK_RED, *writing)


_DOT = "M0 -12L0 -12"  # a stroke without length: its round end alone is seen

# --- the months -----------------------------------------------------------------------------


def pine_fan() -> str:
    """A tuft of pine needles, spread like a fan, 100 wide."""
    needles = "".join(
        place(0, 0, path("M-2.5 -6L0 -50L2.5 -6Z", LIGHT_GREEN), turn=turn)
        for turn in range(-84, 85, 14)
    )
    edge = "M-54 6C-60 -34 -34 -60 0 -60C34 -60 60 -34 54 6C30 -4 -30 -4 -54 6Z"
    return path(edge, DARK_GREEN, INK, 4) + needles + ellipse(0, -1, 13, 7, BROWN, INK, 3)


def plum_blossom(color: str = RED) -> str:
    """Five round petals and a crown of stamens."""
    petals = around(5, circle(0, -13, 10.5, color, DARK_RED, 2))
    stamens = line(ring(10, "M0 -3L0 -11"), YELLOW, 1.6) + line(ring(10, _DOT), YELLOW, 3.6)
    return petals + circle(0, 0, 8, color) + stamens + circle(0, 0, 4, PALE_YELLOW)


def cherry_blossom(color: str = PINK) -> str:
    """Five notched petals."""
    petal = "M0 -1C-8 -6 -16 -19 -5 -25L0 -20L5 -25C16 -19 8 -6 0 -1Z"
    stamens = line(ring(5, "M0 0L0 -9"), RED, 1.5) + line(ring(5, _DOT), YELLOW, 3.6)
    return path(ring(5, petal), color, RED, 1.6) + stamens + circle(0, 0, 3.5, RED)


def cherry_leaf() -> str:
    return path("M0 0C-11 -10 -9 -26 0 -36C9 -26 11 -10 0 0Z", BROWN, DARK_RED, 2)


def wisteria_raceme(rows: int = 8) -> str:
    """A hanging bunch of flowers, narrower towards its end, 20 for each row."""
    parts = [line(f"M0 -12V{20 * rows - 10}", DARK_GREEN, 3)]
    for row in reversed(range(rows)):
        half = 30 * (1 - (row / rows) ** 1.6) + 5
        flower = ellipse(0, 0, 10, 8.5, PURPLE, INK, 1.5) + ellipse(-1, 3, 5, 3.5, LILAC)
        for side in (-1, 1):
            parts.append(place(side * half * 0.8, 20 * row + 4, flower, turn=side * 18))
        parts.append(place(0, 20 * row + 11, flower, scale=1.05))
    return "".join(parts)


def wisteria_leaves(pairs: int = 4) -> str:
    """A feathered leaf that hangs down, 20 for each pair of leaflets."""
    leaflet = path("M0 0C10 -9 26 -8 36 4C24 10 10 10 0 0Z", GREEN, DARK_GREEN, 2)
    parts = [line(f"M0 0V{20 * pairs}", DARK_GREEN, 3)]
    for pair in range(pairs):
        parts.append(place(0, 20 * pair, leaflet, turn=28))
        parts.append(place(0, 20 * pair, leaflet, turn=-28, flip=True))
    return "".join(parts) + place(0, 20 * pairs - 2, leaflet, turn=90)


def iris() -> str:
    """Three hanging petals with yellow tongues, three that stand; 80 wide."""
    fall = (
        path("M0 -2C-24 -2 -30 22 -14 38C-6 44 6 44 14 38C30 22 24 -2 0 -2Z", PURPLE, INK, 2)
        + path("M0 2L-5 24L0 31L5 24Z", YELLOW)
        + line("M-8 9L-14 28M8 9L14 28", LILAC, 2)
    )
    standing = path("M0 0C-20 -14 -16 -42 0 -52C16 -42 20 -14 0 0Z", LILAC, INK, 2)
    return "".join(
        [
            place(0, 0, standing, turn=-32, scale=0.9),
            place(0, 0, standing, turn=32, scale=0.9),
            place(0, -2, standing),
            place(-8, 0, fall, turn=68, scale=0.95),
            place(8, 0, fall, turn=-68, scale=0.95),
            place(0, -2, fall),
        ]
    )


def iris_blade(height: float, lean: float = 0) -> str:
    """A leaf like a sword, from (0, 0) upwards."""
    middle = -height * 0.55
    outline = (
        f"M-9 0C-10 {middle} {lean - 4} {-height * 0.8} {lean} {-height}"
        f"C{lean + 4} {-height * 0.8} 12 {middle} 9 0Z"
    )
    return path(outline, GREEN, DARK_GREEN, 2) + line(
        f"M0 0C0 {middle} {lean} {-height * 0.8} {lean} {-height + 18}", LIGHT_GREEN, 2
    )


def peony(color: str = RED, edge: str = PINK) -> str:
    """A full flower of many petals, 120 wide."""
    return "".join(
        [
            blob(9, 44, 58, color, DARK_RED, 3),
            line(ring(9, "M0 -34L0 -54", first=20), edge, 3),
            place(0, 2, blob(7, 31, 43, color, edge, 3), turn=12),
            place(0, 4, blob(6, 19, 29, edge, DARK_RED, 2)),
            line(ring(12, "M0 -2L0 -12"), YELLOW, 2.5),
            line(ring(12, _DOT), YELLOW, 5.2),
            circle(0, 0, 5, LIGHT_GREEN),
        ]
    )


def peony_leaf() -> str:
    """A leaf in three parts, upwards from (0, 0), 70 high."""
    blade = path("M0 0C-16 -14 -14 -40 0 -58C14 -40 16 -14 0 0Z", GREEN, DARK_GREEN, 2.5)
    vein = line("M0 -6V-44", LIGHT_GREEN, 2)
    return (
        place(-4, -8, blade, vein, turn=-52, scale=0.85)
        + place(4, -8, blade, vein, turn=52, scale=0.85)
        + place(0, -12, blade, vein)
    )


def clover_spray(turns: tuple[float, ...], flowers: str = ROSE) -> str:
    """An arching twig of bush clover along a chain of joints, 26 apart, each turned further."""
    leaflet = "M0 0C-9 -6 -9 -18 0 -24C9 -18 9 -6 0 0Z"
    three = turned(leaflet, -62) + turned(leaflet, 62) + leaflet
    bloom = "M0 0C-8 -4 -8 -16 0 -24C8 -16 8 -4 0 0ZM0 -4L0 -12"
    spray = path(turned(three, 0, 0, -26), GREEN, DARK_GREEN, 1.6)
    for n, turn in enumerate(reversed(turns)):
        side = 1 if n % 2 else -1
        two = turned(bloom, -side * 70, 0, -20) + turned(bloom, -side * 100, -side * 11, -9)
        joint = (
            line("M0 0V-27", BROWN, 4)
            + path(turned(three, side * 78, 0, -14), GREEN, DARK_GREEN, 1.6)
            + path(two, flowers, DARK_RED, 1.4)
        )
        spray = place(0, -26 if n + 1 < len(turns) else 0, joint, spray, turn=turn)
    return spray


def chrysanthemum(color: str = YELLOW, edge: str = ORANGE, heart: str = PALE_YELLOW) -> str:
    """A flower of two rings of narrow petals, 100 wide."""
    petal = "M0 -8C-7 -20 -8 -44 0 -49C8 -44 7 -20 0 -8Z"
    short = "M0 -4C-6 -12 -6 -28 0 -32C6 -28 6 -12 0 -4Z"
    return "".join(
        [
            path(ring(16, petal), color, edge, 2),
            path(ring(12, short, first=11), color, edge, 2),
            circle(0, 0, 10, heart, edge, 2),
            line(ring(6, "M0 -5L0 -5"), edge, 3.6),
        ]
    )


def chrysanthemum_leaf() -> str:
    """A lobed leaf, upwards from (0, 0), 60 high."""
    outline = (
        "M0 0C-6 -6 -16 -4 -22 -10C-28 -16 -20 -22 -16 -22C-28 -26 -28 -38 -18 -40"
        "C-14 -40 -10 -36 -9 -36C-12 -48 -6 -58 0 -60C6 -58 12 -48 9 -36C10 -36 14 -40 18 -40"
        "C28 -38 28 -26 16 -22C20 -22 28 -16 22 -10C16 -4 6 -6 0 0Z"
    )
    veins = line("M0 -4V-50M0 -14L-14 -15M0 -14L14 -15M0 -26L-14 -33M0 -26L14 -33", LIGHT_GREEN, 2)
    return path(outline, GREEN, DARK_GREEN, 2.5) + veins


def maple_leaf(color: str = RED, vein: str = DARK_RED) -> str:
    """A leaf with seven points, upwards from (0, 0) at its stalk, 80 wide."""
    points = [
        "M0 0L-10 -3L-30 6L-24 -8L-42 -16L-27 -22L-40 -44L-20 -37L-22 -62L-9 -46L0 -76",
        "L9 -46L22 -62L20 -37L40 -44L27 -22L42 -16L24 -8L30 6L10 -3Z",
    ]
    veins = "M0 18V-56M0 -6L-24 2M0 -6L24 2M0 -8L-33 -17M0 -8L33 -17M0 -12L-28 -36M0 -12L28 -36"
    return path("".join(points), color, vein, 2) + line(veins, vein, 2)


def willow_strand(length: float, bend: float = 0, color: str = GREEN) -> str:
    """A hanging twig with narrow leaves, from (0, 0) downwards."""
    leaf = path("M0 0C7 3 9 14 7 25C1 19 -2 9 0 0Z", color)
    parts = [line(f"M0 0Q{bend * 1.2:g} {length * 0.5:g} {bend:g} {length:g}", color, 3.5)]
    steps = int(length // 17)
    for n in range(1, steps + 1):
        share = n / (steps + 0.5)
        x = 2 * (1 - share) * share * bend * 1.2 + share * share * bend
        y = share * length
        parts.append(place(x, y - 6, leaf, turn=-12, flip=bool(n % 2)))
    return "".join(parts)


def bellflowers(rows: int = 4) -> str:
    """An upright spike of paulownia flowers from (0, 0), 26 for each row."""
    bell = (
        path("M0 0C-11 -2 -13 -18 -9 -26L-4 -21L0 -27L4 -21L9 -26C13 -18 11 -2 0 0Z", PURPLE, INK, 2)
        + path("M-3.5 -6C-6 -12 -5 -17 -4 -19L0 -23L4 -19C5 -17 6 -12 3.5 -6Z", LILAC)
    )  # fmt: skip
    parts = [line(f"M0 0V{-26 * rows}", DARK_GREEN, 5)]
    for row in range(rows):
        size = 1.05 - 0.12 * row
        for side in (-1, 1):
            parts.append(place(side * 3, -26 * row - 8, bell, turn=side * 52, scale=size))
    parts.append(place(0, -26 * rows + 8, bell, scale=1.15 - 0.12 * rows + 0.15))
    return "".join(parts)


def paulownia_leaf(color: str = DARK_GREEN) -> str:
    """A broad leaf with three lobes, downwards from (0, 0), 120 wide."""
    outline = (
        "M0 -6C-16 -26 -50 -22 -60 2C-66 18 -58 30 -62 44C-48 46 -42 56 -34 72"
        "C-24 70 -10 84 0 110C10 84 24 70 34 72C42 56 48 46 62 44C58 30 66 18 60 2"
        "C50 -22 16 -26 0 -6Z"
    )
    veins = "M0 -2V88M0 10L-44 -2M0 10L44 -2M0 22L-46 32M0 22L46 32M0 44L-24 58M0 44L24 58"
    return path(outline, color, INK, 4) + line(veins, LIGHT_GREEN, 3)
