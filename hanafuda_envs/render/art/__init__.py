"""Our own hanafuda cards, drawn as SVG: 48 faces and the back.

``card_svg`` draws one card. The months are painted in ``spring``, ``summer``, ``autumn`` and
``winter``, from the flowers in ``motifs`` and the plain ``shapes``.
"""

from collections.abc import Callable
from functools import cache
from xml.sax.saxutils import escape

from hanafuda_envs.cards import CARDS
from hanafuda_envs.render.art import autumn, spring, summer, winter
from hanafuda_envs.render.art.frame import CARD_HEIGHT, CARD_WIDTH, back, face
from hanafuda_envs.render.art.label import corner_label

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "card_svg"]

_MONTHS: tuple[Callable[[], list[str]], ...] = (
    spring.pine,
    spring.plum,
    spring.cherry,
    summer.wisteria,
    summer.iris_month,
    summer.peony_month,
    autumn.bush_clover,
    autumn.susuki,
    autumn.chrysanthemum_month,
    winter.maple,
    winter.willow,
    winter.paulownia,
)


@cache
def card_svg(card: int | None, *, label: bool = False, standalone: bool = True) -> str:
    """One card as SVG, ``CARD_WIDTH`` by ``CARD_HEIGHT`` units; ``None`` is the back.

    ``label`` adds the number of the month and the kind in a corner, for beginners.
    ``standalone`` makes it a document with a title of its own; otherwise it is a group of shapes
    for a picture of several cards. Nothing in it has an id or needs a font.
    """
    if card is None:
        title, drawing = "card back", back()
    elif 0 <= card < len(CARDS):
        title, drawing = str(CARDS[card]), face(_MONTHS[card // 4]()[card % 4])
        if label:
            drawing += corner_label(CARDS[card])
    else:
        raise ValueError(f"card={card!r} is not possible: allowed is 0..{len(CARDS) - 1} or None")
    if not standalone:
        return f"<g>{drawing}</g>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" '
        f'role="img"><title>{escape(title)}</title>{drawing}</svg>'
    )
