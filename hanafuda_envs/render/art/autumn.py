"""July to September: bush clover, susuki grass and chrysanthemum."""

from hanafuda_envs.render.art.motifs import (
    blue_ribbon,
    chrysanthemum,
    chrysanthemum_leaf,
    clover_spray,
    red_ribbon,
)
from hanafuda_envs.render.art.shapes import (
    BROWN,
    CREAM,
    DARK_BROWN,
    DARK_GREEN,
    DARK_RED,
    GREY,
    INK,
    ORANGE,
    PALE_YELLOW,
    PINK,
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
    rectangle,
)

__all__ = ["bush_clover", "chrysanthemum_month", "susuki"]

_RIGHT = (4, 4, 5, 7, 10, 14, 18, 22, 24)
_LEFT = tuple(-turn for turn in _RIGHT)


def _sprays(*sprays: tuple[float, float, float, tuple[float, ...], float]) -> str:
    """Twigs from (x, y), first turned so far, with their bends and size."""
    return "".join(
        place(x, y, clover_spray(bends), turn=turn, scale=size)
        for x, y, turn, bends, size in sprays
    )


def bush_clover() -> list[str]:
    """The cards of July: twigs that bow to both sides."""
    boar_card = (
        _sprays(
            (120, 300, 14, _RIGHT, 1.15), (104, 300, -16, _LEFT, 1.15), (110, 280, 0, _RIGHT, 1.2),
            (120, 270, 0, _LEFT, 1.15),
        )
        + place(8, -6, _boar(), scale=0.96)
    )  # fmt: skip
    ribbon = (
        _sprays(
            (120, 404, 26, _RIGHT, 1.2), (100, 404, -26, _LEFT, 1.2), (130, 390, 6, _RIGHT, 1.5),
            (100, 390, -6, _LEFT, 1.5), (120, 330, 0, _RIGHT, 1.45), (116, 330, 0, _LEFT, 1.45),
        )
        + place(120, 200, red_ribbon(), turn=6)
    )  # fmt: skip
    left = _sprays(
        (126, 404, 28, _RIGHT, 1.2), (90, 404, -28, _LEFT, 1.2), (116, 404, 4, _RIGHT, 1.75),
        (104, 390, -8, _LEFT, 1.55), (110, 330, -2, _RIGHT, 1.35), (124, 300, 0, _LEFT, 1.3),
    )  # fmt: skip
    right = _sprays(
        (150, 404, 24, _RIGHT, 1.1), (130, 404, -32, _LEFT, 1.25), (136, 404, -6, _LEFT, 1.75),
        (120, 390, 10, _RIGHT, 1.5), (136, 320, 0, _LEFT, 1.4), (104, 310, 6, _RIGHT, 1.2),
    )  # fmt: skip
    return [boar_card, ribbon, left, right]


def _boar() -> str:
    """A wild boar that runs to the left."""
    body = path(
        "M14 326C20 306 34 298 50 296C62 262 108 246 156 256C204 264 232 294 232 334"
        "C230 356 216 366 196 362C160 368 110 368 80 356C62 352 44 348 30 346C18 346 10 338 14 326Z",
        BROWN,
        INK,
        4,
    )
    back = path(
        "M52 294C64 260 108 244 158 254C206 262 236 296 234 336C226 306 196 284 156 280"
        "C116 276 78 282 52 294Z",
        DARK_BROWN,
    )
    bristles = line(
        "M74 268L70 252M92 258L90 242M112 252L112 236M132 251L134 235M152 253L158 238M172 258L180 244"
        "M190 266L200 254M206 278L217 268",
        DARK_BROWN,
        5,
    )
    coat = line(
        "M116 296L134 302M146 292L164 300M176 300L192 310M132 320L150 326M166 322L182 330M110 322L120 328",
        DARK_BROWN,
        4,
    )
    legs = "".join(
        path(f"M{x} 350L{x - 12} 384H{x + 10}L{x + 24} 354Z", DARK_BROWN, INK, 3)
        for x in (82, 112, 176, 206)
    )
    ear = path("M72 296L84 264L104 294Z", DARK_BROWN, INK, 3)
    snout = ellipse(17, 331, 7, 13, PINK, INK, 3) + line("M15 327V328M18 336V337", INK, 3)
    tusk = path("M36 344C38 332 44 326 54 324C50 332 48 340 46 347Z", WHITE, INK, 2.5)
    eye = circle(58, 310, 5.5, WHITE, INK, 2.5) + circle(57, 310, 2.4, INK)
    tail = line("M230 312C238 310 236 322 240 318", INK, 4)
    return tail + legs + bristles + body + back + coat + ear + tusk + snout + eye


def _hill(crest: str) -> str:
    """The black hill, with grass in white strokes that lean to the right."""
    grass = "".join(
        line(f"M{x} {y}C{x + 4} {y - 22} {x + 10} {y - 34} {x + 22} {y - 44}", WHITE, 2.5)
        + line(f"M{x + 7} {y}C{x + 14} {y - 14} {x + 24} {y - 24} {x + 36} {y - 28}", GREY, 2)
        for x, y in (
            (18, 318), (66, 300), (112, 292), (158, 304), (200, 330), (40, 352), (90, 340),
            (138, 346), (184, 366), (16, 392), (66, 388), (114, 386), (158, 398), (206, 398),
        )
    )  # fmt: skip
    return path(crest, INK) + grass


_HIGH_LEFT = "M-4 268C30 214 96 196 150 224C194 244 222 276 244 318V400H-4Z"
_HIGH_RIGHT = "M-4 312C24 262 80 214 144 206C190 202 226 226 244 258V400H-4Z"


def _plumes(*stalks: tuple[float, float, float, float]) -> str:
    """Susuki in ear: from (x, y) upwards by a height, leaning sideways."""
    parts = []
    for x, y, height, lean in stalks:
        side = 1 if lean > 0 else -1
        parts.append(line(f"M{x} {y}Q{x} {y - height:g} {x + lean} {y - height}", INK, 4))
        for n in range(9):  # hairs along the upper half of the bow, all to the same side
            share = 0.45 + 0.55 * n / 8
            root_x = x + lean * share * share
            root_y = y - height * (2 * share - share * share)
            hair = path("M0 0C16 -7 32 -4 44 12C28 8 12 8 0 0Z", WHITE, INK, 2)
            parts.append(place(root_x, root_y, hair, turn=side * (-42 + 8 * n), flip=side < 0))
    return "".join(parts)


def susuki() -> list[str]:
    """The cards of August: the bare hill."""
    moon_card = rectangle(0, 0, 240, 392, RED) + circle(120, 124, 84, WHITE) + _hill(_HIGH_LEFT)
    geese_card = (
        path("M0 0H240V40C200 62 160 28 120 44C80 60 40 30 0 50Z", RED)
        + _hill(_HIGH_RIGHT)
        + place(152, 96, _goose(), scale=1.1)
        + place(72, 134, _goose(), scale=1.0)
        + place(160, 172, _goose(), scale=0.9)
    )
    left = _plumes((70, 236, 150, -26), (110, 220, 174, 40), (160, 240, 110, 36)) + _hill(
        _HIGH_LEFT
    )
    right = _plumes((70, 260, 120, -28), (130, 220, 170, -40), (170, 220, 130, 32)) + _hill(
        _HIGH_RIGHT
    )
    return [moon_card, geese_card, left, right]


def _goose() -> str:
    """A wild goose in flight to the left, wings raised, 100 wide."""
    return "".join(
        [
            path("M4 0C10 -22 30 -38 54 -40C46 -22 40 -8 24 4Z", GREY, INK, 3),
            path("M-54 -4C-44 -12 -30 -10 -20 -6C0 -10 22 -6 46 10C24 16 -2 16 -18 6C-30 4 -44 2 -54 -4Z",
                 INK, WHITE, 1.5),
            path("M-8 -4C-14 -26 -6 -46 14 -58C16 -36 24 -16 26 4Z", INK, WHITE, 2),
            line("M2 -12C0 -24 4 -34 8 -42M12 -10C8 -20 10 -28 12 -34", GREY, 2.5),
            polygon([(-52, -8), (-66, -3), (-52, 0)], ORANGE, INK, 1.5),
            path("M-14 7C0 14 16 15 30 12C16 6 2 4 -14 7Z", CREAM),
        ]
    )  # fmt: skip


def _flowers(*flowers: tuple[float, float, float, bool]) -> str:
    """Chrysanthemums at (x, y) with their size; yellow, or else red."""
    return "".join(
        place(x, y, chrysanthemum() if yellow else chrysanthemum(RED, DARK_RED, YELLOW), scale=size)
        for x, y, size, yellow in flowers
    )


def _mum_leaves(*leaves: tuple[float, float, float]) -> str:
    return "".join(place(x, y, chrysanthemum_leaf(), turn=turn, scale=1.1) for x, y, turn in leaves)


def chrysanthemum_month() -> list[str]:
    """The cards of September."""
    cup_card = (
        limb([(60, 400), (80, 320), (70, 240)], 10, 6, DARK_GREEN)
        + limb([(180, 400), (170, 320), (176, 250)], 10, 6, DARK_GREEN)
        + _mum_leaves((50, 330, -60), (120, 330, 30), (210, 330, 60), (120, 396, 0), (40, 396, -20))
        + _mum_leaves((190, 396, 20))
        + _flowers((66, 250, 1.15, True), (178, 268, 1.1, True), (118, 344, 0.85, False))
        + place(120, 114, _sake_cup(), scale=1.2)
    )
    ribbon = (
        limb([(110, 400), (130, 240), (100, 60)], 10, 6, DARK_GREEN)
        + _mum_leaves(
            (60, 130, -70), (180, 110, 60), (40, 230, -60), (206, 220, 60), (180, 320, 80)
        )
        + _mum_leaves((120, 390, -20), (206, 390, 30), (30, 390, -40))
        + _flowers((62, 76, 1.1, True), (194, 170, 0.9, False), (54, 306, 1.15, True))
        + _flowers((192, 316, 1.05, True))
        + place(130, 194, blue_ribbon(), turn=7)
    )
    left = (
        limb([(120, 400), (110, 260), (140, 100)], 10, 6, DARK_GREEN)
        + _mum_leaves((60, 100, -50), (206, 130, 40), (50, 200, -70), (196, 230, 70), (120, 240, 0))
        + _mum_leaves((40, 390, -20), (130, 392, 10), (210, 392, 30))
        + _flowers((136, 92, 1.35, True), (64, 226, 1.0, False), (170, 296, 1.3, True))
    )
    right = (
        limb([(120, 400), (140, 260), (100, 100)], 10, 6, DARK_GREEN)
        + _mum_leaves((30, 60, -30), (180, 110, 50), (190, 190, 80), (40, 200, -70), (120, 210, 20))
        + _mum_leaves((60, 392, -20), (150, 392, 10), (214, 380, 40))
        + _flowers((88, 104, 1.35, True), (178, 216, 1.05, False), (78, 300, 1.25, True))
    )
    return [cup_card, ribbon, left, right]


def _sake_cup() -> str:
    """A flat red cup with a wish for long life in gold."""
    bowl = path("M-78 -14C-70 40 -34 56 0 56C34 56 70 40 78 -14Z", RED, INK, 4)
    foot = path("M-24 54L-30 72H30L24 54Z", DARK_RED, INK, 4)
    rim = ellipse(0, -14, 78, 26, DARK_RED, INK, 4) + ellipse(0, -11, 64, 18, PALE_YELLOW)
    wish = line(
        "M-17 18H17M0 11V42M-22 26H22M-13 34H13M13 31V50Q12 54 5 52M-19 42H23M-10 47L-6 51",
        YELLOW,
        4,
    )
    return foot + bowl + rim + wish
