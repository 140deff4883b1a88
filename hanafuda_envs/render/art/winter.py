"""October to December: maple, willow and paulownia."""

from hanafuda_envs.render.art.motifs import (
    bellflowers,
    blue_ribbon,
    maple_leaf,
    paulownia_leaf,
    red_ribbon,
    willow_strand,
)
from hanafuda_envs.render.art.shapes import (
    BLUE,
    BROWN,
    DARK_BROWN,
    DARK_GREEN,
    DARK_RED,
    GREEN,
    GREY,
    INK,
    LIGHT_GREEN,
    ORANGE,
    PALE_BLUE,
    PALE_YELLOW,
    PURPLE,
    RED,
    SKIN,
    WHITE,
    YELLOW,
    around,
    circle,
    ellipse,
    limb,
    line,
    path,
    place,
    polygon,
    rectangle,
)

__all__ = ["maple", "paulownia", "willow"]


def _maple_leaves(*leaves: tuple[float, float, float, float]) -> str:
    """Leaves with their stalk at (x, y), turn and size: most red, some orange and yellow."""
    colors = [
        (RED, DARK_RED),
        (RED, DARK_RED),
        (ORANGE, DARK_RED),
        (RED, DARK_RED),
        (YELLOW, BROWN),
    ]
    return "".join(
        place(x, y, maple_leaf(*colors[n % len(colors)]), turn=turn, scale=size)
        for n, (x, y, turn, size) in enumerate(leaves)
    )


def maple() -> list[str]:
    """The cards of October."""
    deer_card = (
        limb([(250, 40), (180, 60), (110, 50), (30, 90)], 14, 5, DARK_BROWN)
        + _maple_leaves(
            (56, 72, 200, 1.0), (120, 60, 190, 1.0), (196, 56, 170, 1.05), (90, 30, 150, 0.9),
            (214, 130, 130, 0.95), (160, 40, 215, 0.7), (24, 130, 230, 0.8),
        )
        + _deer()
    )  # fmt: skip
    ribbon = (
        limb([(-6, 340), (60, 280), (70, 180), (150, 100), (250, 60)], 20, 6, DARK_BROWN)
        + _maple_leaves(
            (60, 112, -20, 1.05), (196, 96, 30, 1.05), (44, 210, -50, 1.0), (206, 196, 60, 1.0),
            (130, 70, 10, 0.8), (52, 312, -30, 1.05), (196, 296, 100, 1.0), (110, 376, -10, 0.9),
            (200, 376, 30, 1.0),
        )
        + place(126, 198, blue_ribbon(), turn=-6)
    )  # fmt: skip
    left = (
        limb([(130, 400), (100, 300), (130, 200), (90, 110), (120, 20)], 24, 6, DARK_BROWN)
        + limb([(124, 220), (180, 180), (220, 110)], 12, 5, DARK_BROWN)
        + _maple_leaves(
            (110, 104, 8, 1.1), (194, 124, 30, 1.1), (52, 130, -40, 1.1), (150, 200, 20, 1.15),
            (64, 226, -20, 1.1), (206, 250, 40, 1.05), (120, 300, -10, 1.15), (48, 336, -50, 1.1),
            (190, 360, 20, 1.15), (110, 386, -20, 0.8),
        )
    )  # fmt: skip
    right = (
        limb([(250, 360), (160, 320), (140, 220), (70, 160), (60, 40)], 24, 6, DARK_BROWN)
        + limb([(144, 260), (190, 180), (180, 90)], 12, 5, DARK_BROWN)
        + _maple_leaves(
            (70, 110, -14, 1.15), (174, 104, 20, 1.15), (120, 170, 0, 1.0), (206, 190, 40, 1.1),
            (50, 216, -40, 1.1), (138, 256, 10, 1.15), (60, 316, -20, 1.15), (200, 300, 50, 1.0),
            (128, 366, -8, 1.15), (206, 380, 20, 0.9),
        )
    )  # fmt: skip
    return [deer_card, ribbon, left, right]


def _deer() -> str:
    """A stag that stands and looks to the left."""
    legs = "".join(
        path(f"M{x} 288L{x + lean} 336L{x + lean - 2} 378H{x + lean + 10}L{x + lean + 12} 336L{x + 22} 288Z",
             BROWN, INK, 3)
        for x, lean in ((78, -4), (104, 2), (168, 6), (190, 8))
    )  # fmt: skip
    tail = path("M206 236C224 236 230 252 222 262C214 256 208 250 202 246Z", WHITE, INK, 3)
    body = path(
        "M66 184C58 206 60 234 70 260C70 276 74 294 88 302C120 308 170 308 206 302"
        "C222 290 222 248 198 234C176 222 152 232 128 228C110 222 98 204 96 178Z",
        BROWN,
        INK,
        4,
    )
    belly = path("M92 300C120 306 170 306 202 300C190 286 120 286 92 300Z", PALE_YELLOW)
    head = path(
        "M92 158C104 164 106 184 96 192C82 202 64 204 44 208C32 208 28 198 34 190C48 178 66 160 92 158Z",
        BROWN,
        INK,
        4,
    )
    face = (
        ellipse(36, 200, 7, 5.5, INK)
        + circle(72, 178, 5, WHITE, INK, 2.5)
        + circle(71, 178, 2.4, INK)
        + path("M96 162C112 148 128 150 132 158C124 170 110 172 98 170Z", BROWN, INK, 3)
    )
    antlers = line(
        "M84 160C78 140 84 120 76 104M80 138C68 132 62 122 60 112M82 122C92 116 96 106 96 98"
        "M96 160C104 140 118 130 118 106M108 138C120 138 130 130 134 122",
        DARK_BROWN,
        6,
    )
    spots = "".join(
        ellipse(x, y, 6, 4.5, PALE_YELLOW)
        for x, y in ((112, 250), (136, 244), (160, 244), (184, 250), (124, 268), (150, 264),
                     (176, 270), (198, 272), (106, 222))
    )  # fmt: skip
    return legs + tail + body + belly + antlers + head + face + spots


def _strands(*strands: tuple[float, float, float, float], color: str = GREEN) -> str:
    """Twigs from (x, y) downwards with their length and bend."""
    return "".join(
        place(x, y, willow_strand(length, bend, color)) for x, y, length, bend in strands
    )


def willow() -> list[str]:
    """The cards of November: the bough above, its twigs hanging."""
    bough = limb([(-6, 60), (60, 36), (140, 30), (250, 14)], 30, 10, DARK_BROWN)
    rain_man_card = (
        _stream()
        + bough
        + _strands((20, 40, 210, 10), (50, 36, 150, 4), (206, 20, 130, 8), (226, 16, 220, -4))
        + place(-4, 2, _rain_man(), scale=0.98)
        + place(48, 352, _frog(), scale=1.05)
    )
    swallow_card = (
        bough
        + _strands((22, 50, 320, 4), (58, 40, 250, 10), (96, 34, 200, -8), (132, 30, 90, 6))
        + _strands((176, 26, 90, -6), (206, 20, 310, 8), (228, 16, 350, -6))
        + place(112, 236, _swallow(), turn=-6, scale=0.98)
    )
    ribbon = (
        bough
        + _strands((20, 50, 330, 6), (50, 40, 300, -4), (84, 36, 320, 6), (160, 28, 330, -6))
        + _strands((190, 24, 340, 6), (224, 16, 350, -4))
        + place(122, 210, red_ribbon(), turn=6)
    )
    return [rain_man_card, swallow_card, ribbon, _lightning()]


def _stream() -> str:
    banks = "M-4 250C60 250 60 282 20 300C-10 316 60 330 110 332C170 336 220 350 244 396H244V300C214 288 150 300 120 286C70 262 110 236 -4 226Z"
    return path(banks, BLUE) + line(
        "M8 244C60 246 80 268 58 290M96 300C150 316 200 310 232 340M110 290C150 304 200 296 236 316",
        PALE_BLUE,
        4,
    )


def _rain_man() -> str:
    """Ono no Tōfū under his umbrella, on high clogs."""
    clogs = line("M112 344V366M136 344V366M160 344V366M182 344V366", INK, 8) + line(
        "M104 344H144M152 344H190", INK, 8
    )
    trousers = path("M104 270L100 340H146L150 300L156 340H194L192 262Z", PALE_BLUE, INK, 4)
    robe = path(
        "M118 190C100 208 92 240 92 282C124 300 170 300 204 278C206 240 194 206 172 188Z",
        RED,
        INK,
        4,
    )
    sleeves = (
        path("M118 202C96 210 84 226 76 254C94 272 114 268 128 254L134 222Z", PURPLE, INK, 4)
        + path("M170 202C192 206 212 226 218 256C200 268 178 262 168 250L162 222Z", PURPLE, INK, 4)
    )  # fmt: skip
    belt = path("M98 244C130 256 168 256 200 240L202 254C168 268 130 268 96 258Z", YELLOW, INK, 3)
    handle = line("M148 60L132 240", DARK_BROWN, 7)
    hand = circle(133, 226, 9, SKIN, INK, 3)
    head = (
        path("M126 160C124 186 134 202 148 202C164 202 170 186 168 160Z", SKIN, INK, 4)
        + path("M122 162C122 138 140 136 144 128L164 124C170 138 174 146 172 164C158 156 138 156 122 162Z",
               INK)
        + line("M134 173H140M154 173H160M143 190H151", INK, 3)
    )  # fmt: skip
    umbrella = (
        path("M34 132C44 74 100 40 152 46C204 52 234 96 232 146C212 130 194 130 180 138"
             "C162 124 140 122 124 130C106 116 86 116 74 126C60 120 46 122 34 132Z", YELLOW, INK, 4)
        + line("M150 46C112 62 90 92 74 126M150 46C136 70 128 100 124 130M150 46C166 70 178 104 180 138"
               "M150 46C190 64 216 100 232 146", DARK_BROWN, 3)
        + path("M58 92C86 62 116 48 152 46C190 50 214 72 226 106C204 84 178 74 150 74C116 74 84 78 58 92Z",
               ORANGE, INK, 3)
        + line("M152 48L156 34", INK, 8)
    )  # fmt: skip
    return clogs + trousers + robe + sleeves + belt + handle + hand + head + umbrella


def _frog() -> str:
    """The frog that leaps for the willow, again and again."""
    return "".join(
        [
            path("M-26 22C-42 18 -44 2 -30 0L-14 10Z", LIGHT_GREEN, INK, 3),
            path("M-30 22C-34 2 -14 -14 8 -16C24 -18 36 -6 30 6C22 20 -6 28 -30 22Z",
                 LIGHT_GREEN, INK, 3),
            line("M18 12L26 26L36 26M-18 22L-30 30L-16 32", INK, 4.5),
            circle(14, -17, 7, LIGHT_GREEN, INK, 3),
            circle(15, -18, 3, INK),
            line("M20 2C26 2 30 0 32 -4", INK, 2.5),
            circle(-8, 0, 3.5, DARK_GREEN),
            circle(-16, 12, 3, DARK_GREEN),
        ]
    )  # fmt: skip


def _swallow() -> str:
    """A swallow that dives to the left, with a forked tail."""
    far_wing = path("M10 -8C16 -48 44 -84 92 -100C84 -60 64 -20 38 8Z", INK, WHITE, 2)
    tail = path("M44 10C72 16 100 12 118 -6C112 18 96 30 78 34C98 44 108 60 108 82C86 62 62 46 34 36Z",
                INK, WHITE, 2)  # fmt: skip
    body = path("M-72 8C-66 -16 -44 -26 -22 -20C14 -22 42 -4 60 26C28 48 -14 48 -40 32C-54 26 -66 20 -72 8Z",
                YELLOW, INK, 4)  # fmt: skip
    cap = path(
        "M-72 8C-66 -16 -44 -26 -22 -20C6 -22 30 -10 46 6C16 6 -10 4 -34 4C-48 2 -60 4 -72 8Z", INK
    )
    throat = path("M-71 10C-58 6 -46 6 -36 10C-38 24 -46 28 -52 26C-62 22 -68 16 -71 10Z", RED)
    wing = path("M-22 0C-4 -18 26 -10 34 6C30 40 10 74 -34 100C-38 62 -38 26 -22 0Z",
                RED, INK, 4) + line("M14 10C10 36 -6 62 -24 80M-2 6C-8 28 -18 46 -27 60", YELLOW, 4)  # fmt: skip
    beak = polygon([(-72, 2), (-90, 12), (-70, 12)], INK)
    eye = circle(-54, -5, 6, WHITE) + circle(-55, -5, 3, INK)
    return far_wing + tail + body + cap + throat + wing + beak + eye


def _lightning() -> str:
    """The storm: a red night, black clouds, a bolt, and the drum and claw of the thunder god."""
    clouds = path("M0 0H240V96C214 124 190 92 168 112C150 136 116 120 108 96C88 124 56 122 50 94"
                  "C34 110 14 104 0 120Z", INK)  # fmt: skip
    curls = line(
        "M26 78C30 46 76 44 78 72C76 90 52 88 54 74M108 60C118 34 156 38 152 64C146 78 128 74 132 62"
        "M176 84C182 52 226 54 224 80C220 96 198 92 202 80M40 372C46 350 78 352 76 370"
        "M136 374C142 350 180 352 178 372",
        GREY,
        4,
    )
    ground = path(
        "M0 392V330C30 304 60 322 76 340C96 318 132 316 150 338C172 312 214 314 240 340V392Z", INK
    )
    bolt = polygon(
        [(92, 84), (150, 84), (118, 158), (160, 150), (84, 268), (104, 190), (64, 200)],
        YELLOW,
        INK,
        4,
    )
    drum = place(
        184,
        232,
        circle(0, 0, 44, INK),
        circle(0, 0, 38, PALE_YELLOW),
        around(3, path("M0 -4C-16 -6 -20 -28 -2 -30C12 -30 14 -16 8 -10C6 -20 -6 -18 0 -4Z", INK)),
        around(12, circle(0, -41, 3, YELLOW)),
    )
    claw = path("M-4 300C24 282 52 284 66 300L92 286C88 304 80 312 72 314L96 318C84 334 72 332 64 328"
                "L76 346C58 350 50 340 46 332C28 336 10 336 -4 330Z", GREEN, INK, 4)  # fmt: skip
    twigs = _strands(
        (26, 90, 150, 6), (210, 90, 92, -4), (228, 80, 250, -8), (52, 84, 92, 8), color=INK
    )
    rain = line("M136 190L124 226M150 300L142 322M40 210L30 242M116 280L108 304", WHITE, 3)
    return (
        rectangle(0, 0, 240, 392, RED) + rain + twigs + clouds + ground + curls + bolt + drum + claw
    )


def _paulownia_plant(
    x: float, y: float, size: float, spikes: tuple[int, int, int] = (4, 6, 4)
) -> str:
    """The crest of the month: three leaves below, three spikes of flowers above."""
    left, middle, right = spikes
    return place(
        x,
        y,
        place(-30, -8, bellflowers(left), turn=-24, scale=0.95),
        place(30, -8, bellflowers(right), turn=24, scale=0.95),
        place(0, -10, bellflowers(middle)),
        place(-34, 6, paulownia_leaf(), turn=58, scale=0.95),
        place(34, 6, paulownia_leaf(), turn=-58, scale=0.95),
        place(0, 8, paulownia_leaf()),
        scale=size,
    )


def paulownia() -> list[str]:
    """The cards of December."""
    phoenix_card = _paulownia_plant(104, 330, 0.82, (3, 4, 3)) + place(-14, 4, _phoenix())
    plain = _paulownia_plant(120, 232, 1.08)
    wide = _paulownia_plant(120, 232, 1.08, (5, 5, 5))
    yellow = path("M0 300C60 284 180 316 240 296V392H0Z", YELLOW) + _paulownia_plant(120, 232, 1.08)
    return [phoenix_card, plain, wide, yellow]


def _phoenix() -> str:
    """A phoenix with spread wings, head to the left, its tail streaming."""
    plume = (
        path("M0 0C-16 40 -10 90 10 128C22 90 22 40 8 0Z", GREEN, INK, 3)
        + path("M2 12C-6 44 -4 84 8 112C14 80 14 44 6 12Z", YELLOW)
        + ellipse(8, 98, 7, 12, RED, INK, 2.5)
    )
    tail = "".join(
        place(150, 150, plume, turn=turn, scale=size)
        for turn, size in ((-70, 0.76), (-48, 1.1), (-26, 1.35), (-4, 1.1))
    )
    far_wing = path("M122 120C110 84 122 44 156 20C156 40 164 46 176 38C172 54 180 60 194 56"
                    "C188 72 192 80 206 82C188 106 164 124 140 138Z", PURPLE, INK, 3)  # fmt: skip
    near_wing = path("M124 132C98 138 66 126 44 96C36 116 44 124 54 126C44 134 46 144 58 148"
                     "C52 158 58 168 70 168C90 186 128 182 152 158Z", GREEN, INK, 3)  # fmt: skip
    quills = line("M130 140C104 146 78 142 60 128M132 150C108 158 86 158 68 150", YELLOW, 4) + line(
        "M136 116C132 92 140 66 156 44M146 118C150 96 162 78 178 66M156 122C166 106 180 96 194 88",
        PALE_YELLOW,
        4,
    )
    body = path("M92 96C110 104 132 108 152 128C172 146 172 172 150 176C126 172 112 146 98 124Z",
                RED, INK, 3)  # fmt: skip
    neck = path("M66 58C80 44 100 52 104 72C106 88 116 100 128 112L112 132C92 116 84 98 80 84"
                "C74 82 68 78 64 72Z", ORANGE, INK, 3)  # fmt: skip
    crest = path("M78 52C74 36 84 28 94 26C90 34 92 38 94 40C100 32 110 32 116 36C106 42 100 50 96 58Z",
                 RED, INK, 2.5)  # fmt: skip
    beak = path("M68 60L42 70L66 76Z", YELLOW, INK, 2.5)
    wattle = path("M68 76C62 88 66 98 74 98C80 92 78 84 76 80Z", RED, INK, 2)
    eye = circle(80, 66, 5, WHITE, INK, 2) + circle(79, 66, 2.2, INK)
    return far_wing + tail + body + near_wing + quills + crest + wattle + neck + beak + eye
