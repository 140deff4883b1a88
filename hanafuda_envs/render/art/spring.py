"""January to March: pine, plum and cherry."""

from hanafuda_envs.render.art.motifs import (
    cherry_blossom,
    cherry_leaf,
    pine_fan,
    plum_blossom,
    poetry_ribbon,
)
from hanafuda_envs.render.art.shapes import (
    BLUE,
    BROWN,
    DARK_BROWN,
    DARK_GREEN,
    GREY,
    INK,
    LIGHT_GREEN,
    PALE_PINK,
    PALE_YELLOW,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    Point,
    circle,
    limb,
    line,
    path,
    place,
    polygon,
)

__all__ = ["cherry", "pine", "plum"]


def _fans(*fans: tuple[float, float, float]) -> str:
    """Tufts of needles at (x, y) with their size."""
    return "".join(place(x, y, pine_fan(), scale=size) for x, y, size in fans)


def pine() -> list[str]:
    """The cards of January."""
    trunk = limb([(250, 330), (206, 300), (176, 312), (120, 340), (60, 330)], 30, 10, BROWN)
    crane_ground = trunk + _fans(
        (40, 312, 0.8), (196, 300, 1.0), (116, 352, 1.1), (18, 392, 1), (214, 386, 1)
    )
    crane_card = circle(66, 74, 46, RED) + crane_ground + _crane()
    ribbon = (
        limb([(250, 120), (196, 140), (150, 190), (150, 260), (90, 330), (70, 400)], 30, 16, BROWN)
        + _fans((190, 110, 1), (58, 150, 0.95), (196, 236, 1.05), (50, 290, 1.05), (176, 366, 1.15))
        + place(118, 190, poetry_ribbon("あかよろし"), turn=6)
    )
    left = (
        limb([(-6, 60), (60, 96), (110, 170), (104, 260), (150, 330), (150, 400)], 14, 34, BROWN)
        + limb([(108, 200), (160, 180), (210, 190)], 14, 8, BROWN)
        + _fans((54, 92, 1), (168, 104, 1.05), (60, 208, 1.1), (184, 222, 1.05))
        + _fans((70, 330, 1.15), (186, 346, 1.1))
    )
    right = (
        limb([(250, 130), (180, 150), (120, 220), (60, 250), (-6, 330)], 16, 30, BROWN)
        + _fans((180, 128, 1.15), (62, 110, 1), (112, 228, 1.1), (206, 262, 1))
        + _fans((40, 330, 1.1), (150, 356, 1.25))
    )
    return [crane_card, ribbon, left, right]


def _crane() -> str:
    """A crane that stands and looks up to the left, with a red crown."""
    feathers = "".join(
        path(f"M{x} {y}C{x + 26} {y - 2} {x + 44} {y + 12} {x + 52} {y + 36}"
             f"C{x + 34} {y + 30} {x + 12} {y + 26} {x} {y}Z", INK)
        for x, y in ((152, 232), (144, 242), (134, 250))
    )  # fmt: skip
    legs = line("M124 262L120 352M120 352L104 362M120 352L138 362", DARK_BROWN, 6) + line(
        "M148 262L154 300L150 352M150 352L168 362", DARK_BROWN, 6
    )
    body = path(
        "M96 212C102 178 138 168 168 186C190 198 204 220 206 246"
        "C186 240 174 262 142 268C112 270 90 246 96 212Z",
        WHITE,
        INK,
        4,
    )
    wing = line(
        "M118 214C136 204 160 208 178 226M116 228C134 220 156 226 168 242M122 244C136 238 148 242 156 252",
        GREY,
        4,
    )
    neck_outline = "M118 222C84 202 122 168 104 138C100 130 98 126 96 120"
    neck_edge, neck = line(neck_outline, INK, 26), line(neck_outline, WHITE, 18)
    throat = line("M102 204C93 190 112 164 97 138", INK, 9)
    head = (
        polygon([(92, 106), (42, 92), (88, 122)], GREY, INK, 3)
        + circle(97, 114, 14, WHITE, INK, 3.5)
        + path("M85 106C90 94 106 94 110 108C102 102 94 102 85 106Z", RED, INK, 2)
        + circle(93, 113, 2.6, INK)
    )
    return legs + feathers + neck_edge + body + neck + wing + throat + head


def _blossoms(flower: str, *spots: tuple[float, float, float]) -> str:
    """Flowers at (x, y) with their size, each turned a little further than the last."""
    return "".join(
        place(x, y, flower, scale=size, turn=23 * n % 72) for n, (x, y, size) in enumerate(spots)
    )


def plum() -> list[str]:
    """The cards of February."""
    warbler_card = (
        _plum_tree([(250, 372), (196, 330), (150, 300), (70, 288), (-6, 252)])
        + limb([(150, 300), (178, 240), (164, 180), (200, 120), (190, 40)], 14, 5, INK)
        + limb([(170, 220), (214, 196)], 7, 4, INK)
        + _blossoms(
            plum_blossom(),
            (186, 58, 1.35), (214, 130, 1.3), (160, 172, 1.2), (206, 214, 1.3), (56, 334, 1.5),
            (120, 352, 1.5), (210, 296, 1.3),
        )
        + place(98, 204, _warbler(), scale=1.15)
    )  # fmt: skip
    ribbon = (
        _plum_tree([(-8, 340), (60, 300), (70, 210), (150, 150), (160, 90), (250, 40)])
        + limb([(64, 250), (30, 190), (50, 110), (36, 50)], 14, 5, INK)
        + limb([(60, 300), (140, 330), (220, 300)], 14, 5, INK)
        + _blossoms(
            plum_blossom(),
            (44, 62, 1.4), (190, 76, 1.5), (30, 150, 1.4), (204, 168, 1.4), (42, 250, 1.5),
            (208, 298, 1.5), (60, 344, 1.5), (160, 354, 1.45),
        )
        + place(120, 190, poetry_ribbon("あかよろし"), turn=-6)
    )  # fmt: skip
    left = (
        _plum_tree([(110, 400), (96, 330), (140, 260), (90, 180), (120, 110), (100, 20)])
        + limb([(130, 250), (180, 220), (190, 160), (226, 120)], 13, 5, INK)
        + limb([(92, 190), (44, 160), (40, 110)], 11, 5, INK)
        + _blossoms(
            plum_blossom(),
            (110, 60, 1.6), (48, 120, 1.5), (178, 140, 1.6), (96, 180, 1.5), (196, 232, 1.6),
            (60, 256, 1.6), (140, 288, 1.5), (68, 344, 1.5), (182, 344, 1.6),
        )
    )  # fmt: skip
    right = (
        _plum_tree([(250, 380), (180, 340), (150, 250), (70, 220), (50, 140), (70, 40)])
        + limb([(152, 260), (190, 190), (170, 110), (210, 50)], 14, 5, INK)
        + limb([(180, 340), (110, 330), (50, 360)], 13, 5, INK)
        + _blossoms(
            plum_blossom(),
            (66, 70, 1.6), (190, 84, 1.6), (118, 128, 1.35), (46, 172, 1.5), (186, 190, 1.6),
            (110, 226, 1.5), (206, 282, 1.5), (50, 290, 1.6), (124, 334, 1.6),
        )
    )  # fmt: skip
    return [warbler_card, ribbon, left, right]


def _plum_tree(points: list[Point]) -> str:
    return limb(points, 30, 8, INK)


def _warbler() -> str:
    """A small green bird on a branch, looking to the left."""
    return "".join(
        [
            line("M-4 44L-8 72M12 44L10 72", DARK_BROWN, 4),
            path("M34 24L84 62L64 66L78 80L24 50Z", DARK_GREEN, INK, 2.5),
            path(
                "M-44 -30C-26 -52 6 -44 16 -20C40 -10 56 20 44 40C24 58 -26 56 -34 24"
                "C-38 8 -28 0 -44 -12Z",
                LIGHT_GREEN,
                INK,
                3,
            ),
            path("M-34 12C-36 34 -22 48 4 48C-6 34 -10 20 -18 8Z", PALE_YELLOW),
            path("M-4 0C24 -8 48 16 60 46C32 48 4 40 -4 0Z", DARK_GREEN, INK, 2.5),
            line("M8 10C24 12 38 24 44 36M4 22C18 26 26 32 32 40", LIGHT_GREEN, 3),
            polygon([(-44, -30), (-68, -24), (-42, -18)], INK),
            circle(-26, -24, 6, WHITE, INK, 2),
            circle(-27, -24, 3, INK),
        ]
    )


def cherry() -> list[str]:
    """The cards of March."""
    curtain_card = (
        limb([(-6, 40), (70, 70), (150, 60), (250, 110)], 16, 8, DARK_BROWN)
        + _leaves((100, 120, 150), (20, 130, -150), (200, 150, 120))
        + _blossoms(
            cherry_blossom(),
            (40, 44, 1.5), (112, 40, 1.5), (188, 44, 1.6), (70, 98, 1.6), (146, 104, 1.6),
            (214, 112, 1.5), (26, 152, 1.4), (104, 160, 1.5), (180, 168, 1.5),
        )
        + _curtain()
    )  # fmt: skip
    ribbon = (
        limb([(250, 60), (170, 100), (110, 210), (60, 300), (-6, 350)], 12, 24, DARK_BROWN)
        + _leaves((60, 90, -30), (190, 250, 100), (90, 340, -120), (200, 330, 60))
        + _blossoms(
            cherry_blossom(),
            (48, 54, 1.6), (196, 64, 1.7), (206, 150, 1.5), (34, 150, 1.6), (46, 246, 1.6),
            (200, 234, 1.6), (52, 336, 1.7), (136, 350, 1.5), (206, 322, 1.7), (122, 44, 1.3),
        )
        + place(120, 196, poetry_ribbon("みよしの"), turn=6)
    )  # fmt: skip
    left = (
        limb([(60, 400), (84, 320), (60, 240), (120, 160), (110, 90), (170, 10)], 28, 8, DARK_BROWN)
        + limb([(76, 280), (150, 250), (200, 180), (250, 170)], 14, 6, DARK_BROWN)
        + _leaves((60, 180, -60), (170, 110, 60), (150, 300, 110), (40, 300, -110), (200, 270, 90))
        + _blossoms(
            cherry_blossom(),
            (70, 52, 1.7), (160, 54, 1.8), (48, 128, 1.7), (130, 130, 1.7), (206, 120, 1.6),
            (60, 214, 1.8), (146, 214, 1.7), (208, 216, 1.6), (92, 296, 1.7), (190, 302, 1.8),
            (136, 356, 1.6), (36, 348, 1.5),
        )
    )  # fmt: skip
    right = (
        limb([(200, 400), (160, 320), (180, 240), (110, 190), (120, 100), (60, 10)], 28, 8, DARK_BROWN)
        + limb([(172, 270), (90, 270), (40, 210), (-6, 220)], 14, 6, DARK_BROWN)
        + _leaves((190, 170, 60), (50, 110, -60), (100, 320, -110), (214, 290, 80), (40, 300, -90))
        + _blossoms(
            cherry_blossom(),
            (104, 48, 1.8), (188, 62, 1.7), (42, 76, 1.5), (86, 140, 1.7), (170, 140, 1.8),
            (36, 180, 1.7), (214, 206, 1.5), (120, 216, 1.8), (56, 272, 1.7), (180, 282, 1.7),
            (104, 340, 1.8), (206, 348, 1.6),
        )
    )  # fmt: skip
    return [curtain_card, ribbon, left, right]


def _leaves(*spots: tuple[float, float, float]) -> str:
    return "".join(place(x, y, cherry_leaf(), turn=turn, scale=1.3) for x, y, turn in spots)


def _curtain() -> str:
    """The drape behind which a feast is held: striped, under a band with blossoms."""
    outline = "M-4 238C36 214 84 214 120 236C156 214 204 214 244 238V400H-4Z"
    stripes = "".join(
        path(f"M{x} 226C{x + 4} 290 {x - 6} 340 {x - 8} 400H{x + 16}C{x + 20} 340 {x + 24} 290 {x + 24} 226Z",
             color)
        for x, color in ((12, WHITE), (60, BLUE), (108, WHITE), (156, BLUE), (204, WHITE))
    )  # fmt: skip
    band = "M-4 238C36 214 84 214 120 236C156 214 204 214 244 238V284C204 260 156 260 120 282C84 260 36 260 -4 284Z"
    crests = "".join(
        place(x, y, cherry_blossom(PALE_PINK), scale=0.75)
        for x, y in ((30, 248), (84, 247), (156, 247), (210, 248))
    )
    return "".join(
        [
            path(outline, RED),
            stripes,
            path(band, PURPLE, INK, 4),
            crests,
            path(outline, "none", INK, 5),
            line("M120 236V300C116 330 108 352 96 400", INK, 4),
            line("M-4 238C36 214 84 214 120 236C156 214 204 214 244 238", YELLOW, 6),
        ]
    )
