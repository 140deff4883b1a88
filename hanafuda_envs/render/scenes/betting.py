"""What the tables of the betting games share: groups of cards, bets in columns, cards seen."""

from collections.abc import Sequence

from hanafuda_envs.render.betting import BetRow
from hanafuda_envs.render.scene import NORMAL, SMALL, WIDTH, Scene, card_height

__all__ = ["LAST_Y", "THREE", "bets", "group", "seen"]

THREE = 3 * NORMAL + 12
"""The room that three cards need side by side."""
LAST_Y = 284
"""Where the cards of the last showdown begin, under those of this round."""


def group(
    picture: Scene,
    cards: Sequence[int | None],
    x: int,
    y: int,
    room: int,
    head: str,
    below: Sequence[str] = (),
) -> None:
    """A few cards together, with a caption above and lines below."""
    picture.text(head, x, y)
    picture.row(cards, x, y + 24, NORMAL, room)
    for n, line in enumerate(below):
        picture.text(line, x, y + 32 + card_height(NORMAL) + 20 * n, tone="quiet")


def bets(
    picture: Scene, heads: Sequence[str], rows: Sequence[BetRow], x: int, turn: str | None
) -> bool:
    """What each seat has bet and owns, from x to the right edge.

    Returns whether the last showdown has the whole width below it.
    """
    y, high = 70, 26 * (len(rows) + 1) + 20
    picture.box(x - 16, y - 12, WIDTH - x + 8, high)
    lines = [
        (name, [*(str(chips) if chips else "·" for chips in chips_of), owned], remark)
        for name, chips_of, owned, remark in rows
    ]
    picture.columns(heads, lines, x, y, turn=turn)
    return y + high < LAST_Y


def seen(picture: Scene, cards: Sequence[int], size: int) -> None:
    """The cards that have been seen since the shuffle, in a row along the lower edge."""
    y = 506
    if not cards:
        picture.text("no card has been seen since the shuffle", 20, y, tone="quiet")
        return
    picture.text(f"seen since the shuffle: {len(cards)} of {size}", 20, y, tone="quiet")
    picture.row(cards, 20, y + 24, SMALL, WIDTH - 40)
