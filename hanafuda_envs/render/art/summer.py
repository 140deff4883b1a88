"""April to June: wisteria, iris and peony."""

from hanafuda_envs.render.art.motifs import (
    blue_ribbon,
    iris,
    iris_blade,
    peony,
    peony_leaf,
    red_ribbon,
    wisteria_leaves,
    wisteria_raceme,
)
from hanafuda_envs.render.art.shapes import (
    BLUE,
    BROWN,
    DARK_BROWN,
    DARK_GREEN,
    GREY,
    INK,
    ORANGE,
    PALE_BLUE,
    RED,
    WHITE,
    YELLOW,
    circle,
    ellipse,
    limb,
    line,
    path,
    place,
    polygon,
)

__all__ = ["iris_month", "peony_month", "wisteria"]


def _racemes(*bunches: tuple[float, float, int, float]) -> str:
    """Bunches of flowers at (x, y) with their rows and size."""
    return "".join(
        place(x, y, wisteria_raceme(rows), scale=size, turn=4 if n % 2 else -4)
        for n, (x, y, rows, size) in enumerate(bunches)
    )


def _wisteria_leaves(*leaves: tuple[float, float, float]) -> str:
    return "".join(place(x, y, wisteria_leaves(), turn=turn, scale=0.95) for x, y, turn in leaves)


def wisteria() -> list[str]:
    """The cards of April: everything hangs from above."""
    vine = limb([(-6, 30), (70, 44), (160, 24), (250, 48)], 18, 10, DARK_BROWN)
    cuckoo_card = (
        circle(150, 220, 60, RED)
        + vine
        + _wisteria_leaves((24, 40, 12), (214, 44, -14), (120, 36, 0))
        + _racemes((66, 56, 6, 1.0), (176, 50, 5, 1.0))
        + place(124, 288, _cuckoo(), scale=0.92)
    )
    ribbon = (
        vine
        + _wisteria_leaves((24, 40, 16), (216, 44, -16))
        + _racemes((48, 108, 12, 1.05), (194, 104, 13, 1.0), (120, 56, 8, 1.0))
        + place(122, 214, red_ribbon(), turn=-6)
    )
    left = (
        vine
        + _wisteria_leaves((40, 40, 26), (204, 44, -22), (120, 40, 6))
        + _racemes((44, 110, 11, 1.1), (122, 130, 11, 1.15), (200, 100, 13, 1.05))
    )
    right = (
        vine
        + _wisteria_leaves((30, 40, 8), (92, 46, 10), (190, 34, -30))
        + _racemes((52, 126, 12, 1.05), (140, 80, 13, 1.15), (206, 124, 9, 1.05))
    )
    return [cuckoo_card, ribbon, left, right]


def _cuckoo() -> str:
    """A cuckoo in flight to the left, wings spread, with a striped breast."""
    far_wing = path("M4 -20C-2 -58 20 -86 58 -98C54 -70 52 -42 40 -14Z", GREY, INK, 3)
    tail = path("M46 8L106 40L92 48L102 62L82 62L82 74L34 34Z", INK, WHITE, 2)
    body = path(
        "M-84 -2C-76 -28 -48 -34 -24 -26C14 -30 46 -10 58 16C46 40 0 42 -30 28"
        "C-54 24 -72 18 -84 -2Z",
        "#5c5a68",
        INK,
        3,
    )
    breast = path("M-60 16C-34 2 10 10 44 26C30 38 -6 40 -30 29C-44 26 -54 22 -60 16Z", WHITE)
    bars = line(
        "M-34 14C-20 18 -10 24 -4 34M-16 11C0 16 12 24 18 35M4 12C18 18 28 24 34 30", GREY, 3
    )
    wing = path("M-22 -8C-2 -26 34 -22 44 -4C70 -18 96 -10 116 -28C112 14 60 32 18 20C-2 16 -16 6 -22 -8Z",
                INK, WHITE, 2)  # fmt: skip
    feathers = line("M44 4C66 4 86 -2 102 -12M34 12C54 14 70 10 84 4", GREY, 3)
    beak = polygon([(-82, -8), (-108, -2), (-80, 4)], YELLOW, INK, 2)
    eye = circle(-62, -10, 6, YELLOW, INK, 2) + circle(-63, -10, 2.6, INK)
    mouth = line("M-106 -2L-82 -1", RED, 2)
    return far_wing + tail + body + breast + bars + wing + feathers + beak + mouth + eye


def _blades(*blades: tuple[float, float, float]) -> str:
    """Sword leaves from the ground at x, with height and lean."""
    return "".join(
        place(x, 396, iris_blade(height, lean), scale=1.15) for x, height, lean in blades
    )


def _irises(*flowers: tuple[float, float, float]) -> str:
    """Flowers on their stalks at (x, y) with their size."""
    return "".join(
        limb([(x, y), (x + 4, (y + 392) / 2), (x - 2, 400)], 7, 9, DARK_GREEN)
        + place(x, y, iris(), scale=size)
        for x, y, size in flowers
    )


def iris_month() -> list[str]:
    """The cards of May."""
    bridge_card = (
        _blades((30, 250, -6), (62, 290, 6), (176, 300, -8), (214, 240, 8), (120, 250, 0))
        + _irises((56, 110, 1.1), (178, 84, 1.2), (120, 190, 1.0))
        + _bridge()
    )
    ribbon = (
        _blades((26, 280, -8), (60, 230, 6), (186, 240, -6), (216, 300, 6), (100, 190, 8), (146, 200, -8))
        + _irises((58, 92, 1.15), (190, 70, 1.1), (44, 246, 1.05), (198, 226, 1.1))
        + place(124, 206, red_ribbon(), turn=7)
    )  # fmt: skip
    left = (
        _blades((24, 260, -8), (56, 300, 0), (112, 270, 12), (150, 310, -8), (190, 280, 4), (220, 230, 10))
        + _irises((172, 92, 1.3), (70, 130, 1.25), (128, 250, 1.2))
    )  # fmt: skip
    right = (
        _blades((20, 220, -8), (58, 300, -4), (90, 250, 8), (136, 300, 4), (184, 260, -10), (218, 290, 0))
        + _irises((72, 86, 1.3), (174, 150, 1.3), (84, 262, 1.15))
    )  # fmt: skip
    return [bridge_card, ribbon, left, right]


def _bridge() -> str:
    """Planks in a zigzag over water."""
    water = path("M-4 312C50 296 90 330 140 312C180 300 210 316 244 306V400H-4Z", PALE_BLUE)
    waves = line(
        "M10 340C30 330 46 350 66 340M150 334C170 326 190 344 214 334M90 376C110 366 130 384 152 374",
        BLUE,
        4,
    )
    posts = "".join(
        path(f"M{x} {y}H{x + 12}V{y + 44}H{x}Z", DARK_BROWN, INK, 2)
        for x, y in ((34, 336), (150, 300), (120, 352), (206, 356), (18, 268))
    )
    planks = "".join(
        polygon(points, YELLOW, INK, 4)
        for points in (
            [(-6, 246), (116, 270), (106, 296), (-6, 272)],
            [(74, 330), (222, 268), (236, 290), (90, 354)],
            [(66, 326), (250, 372), (250, 400), (54, 352)],
            [(84, 262), (230, 262), (236, 288), (80, 296)],
        )
    )
    grain = line("M4 258L100 278M100 346L222 292M80 342L236 380M96 278L220 275", BROWN, 3)
    return water + waves + posts + planks + grain


def _peonies(*flowers: tuple[float, float, float]) -> str:
    return "".join(
        place(x, y, peony(), scale=size, turn=15 * n) for n, (x, y, size) in enumerate(flowers)
    )


def _peony_leaves(*leaves: tuple[float, float, float]) -> str:
    return "".join(place(x, y, peony_leaf(), turn=turn, scale=1.15) for x, y, turn in leaves)


def peony_month() -> list[str]:
    """The cards of June."""
    butterflies_card = (
        limb([(130, 400), (120, 330), (90, 280)], 14, 8, DARK_GREEN)
        + _peony_leaves((30, 300, -50), (170, 250, 30), (196, 300, 70), (60, 372, -100), (30, 230, -20))
        + _peonies((88, 268, 1.25), (186, 346, 0.95))
        + place(150, 90, _butterfly(YELLOW, ORANGE), turn=18, scale=1.2)
        + place(62, 140, _butterfly(ORANGE, YELLOW), turn=-28, scale=0.85)
    )  # fmt: skip
    ribbon = (
        limb([(90, 400), (120, 300), (110, 100)], 12, 8, DARK_GREEN)
        + _peony_leaves((196, 130, 40), (40, 160, -60), (30, 250, -40), (206, 230, 70), (140, 350, 130))
        + _peonies((70, 84, 1.0), (64, 318, 1.15), (188, 292, 0.9), (196, 76, 0.6))
        + place(136, 190, blue_ribbon(), turn=-7)
    )  # fmt: skip
    left = (
        limb([(120, 400), (110, 250), (140, 120)], 14, 8, DARK_GREEN)
        + _peony_leaves(
            (60, 90, -50), (206, 60, 30), (40, 230, -60), (200, 220, 70), (126, 220, 10)
        )
        + _peony_leaves((30, 380, -30), (220, 380, 30))
        + _peonies((142, 116, 1.3), (106, 302, 1.35))
    )
    right = (
        limb([(130, 400), (140, 260), (90, 130)], 14, 8, DARK_GREEN)
        + _peony_leaves(
            (30, 60, -30), (170, 90, 40), (210, 160, 60), (40, 240, -70), (210, 330, 90)
        )
        + _peony_leaves((50, 330, -80), (100, 372, 180))
        + _peonies((92, 130, 1.35), (156, 282, 1.2), (60, 330, 0.7))
    )
    return [butterflies_card, ribbon, left, right]


def _butterfly(color: str, pattern: str) -> str:
    """Seen from above, head upwards, 110 wide."""
    wing = (
        path("M2 -4C14 -44 50 -58 58 -36C64 -14 34 2 2 4Z", color, INK, 3)
        + path("M2 4C30 2 46 16 38 36C28 52 8 34 2 10Z", pattern, INK, 3)
        + ellipse(40, -30, 8, 7, pattern, INK, 2)
        + circle(24, 22, 5.5, color, INK, 2)
        + line("M6 -4C18 -14 26 -20 30 -34M8 0C22 -4 36 -10 46 -14", INK, 2)
    )
    return "".join(
        [
            place(0, 0, wing),
            place(0, 0, wing, flip=True),
            line("M0 -14C-4 -30 -12 -38 -20 -40M0 -14C4 -30 12 -38 20 -40", INK, 2.5),
            ellipse(0, 4, 5, 20, INK),
        ]
    )
