"""The table of Jū Mai: one player above, the field, the player who looks below."""

from hanafuda_envs.bits import members
from hanafuda_envs.cards import CARDS, JU_MAI_POINTS
from hanafuda_envs.games.ju_mai import CHOOSE_DRAWN, NO_CARD
from hanafuda_envs.position import Position
from hanafuda_envs.render.ju_mai import standing, what_now
from hanafuda_envs.render.scene import NORMAL, SMALL, WIDTH, Scene, card_height
from hanafuda_envs.render.text import Pen

__all__ = ["scene"]

_LEFT, _RIGHT = 170, WIDTH - 20
_FAR, _FIELD, _NEAR = 42, 228, 426
_PILE, _WAITING = 16, 92
_LARGE = 12  # so many cards on the field are drawn large, in one row; more in two, small


def scene(position: Position, view: int | None) -> Scene:
    """The table as a seat sees it; the other hand is face down."""
    pen, picture = Pen(color=False), Scene(position.game.title)
    near = 0 if view is None else view
    picture.heading(standing(position, pen), what_now(position, pen))
    _player(picture, position, 1 - near, view, hand_y=_FAR, captured_y=_FAR + 109)
    _field(picture, position)
    _player(picture, position, near, view, hand_y=_NEAR + 70, captured_y=_NEAR)
    return picture


def _player(
    picture: Scene,
    position: Position,
    seat: int,
    view: int | None,
    *,
    hand_y: int,
    captured_y: int,
) -> None:
    state, name = position.state, position.game.agents[seat]
    hand, captured = members(state["hands"][seat]), members(state["captured"][seat])
    hidden = view is not None and view != seat
    top = min(hand_y, captured_y)
    if position.seat == seat:
        picture.box(8, top - 4, 150, card_height(NORMAL) + card_height(SMALL) + 12, "turn")
    picture.text(name, 20, top + 8)
    picture.text("dealer" if state["dealer"] == seat else "", 20, top + 30, tone="quiet")
    picture.text(f"{int(JU_MAI_POINTS[captured].sum())} points", 20, top + 62, tone="loud")
    picture.text(f"{len(captured)} captured", 20, top + 84, tone="quiet")
    picture.row([None] * len(hand) if hidden else hand, _LEFT, hand_y, NORMAL, _RIGHT - _LEFT)
    best_first = sorted(captured, key=lambda card: (-CARDS[card].kind, card))
    picture.row(best_first, _LEFT, captured_y, SMALL, _RIGHT - _LEFT)


def _field(picture: Scene, position: Position) -> None:
    """The open cards, then the card that waits for a choice, and the pile."""
    state = position.state
    pile = int(position.observe(0)[position.game.layout["pile"].start])
    picture.box(8, _FIELD - 6, WIDTH - 16, 196)
    field, card = members(state["field"]), int(state["card"])
    choice = [] if card == NO_CARD or position.over else position.legal()
    room = _RIGHT - _LEFT
    if len(field) <= _LARGE:
        picture.row(field, _LEFT, _FIELD + 40, NORMAL, room, marked=choice)
    else:
        half = (len(field) + 1) // 2
        for line, part in enumerate((field[:half], field[half:])):
            y = _FIELD + 14 + line * (card_height(SMALL) + 20)
            picture.row(part, _LEFT, y, SMALL, room, marked=choice)
    if card != NO_CARD and not position.over:
        source = "drawn" if state["phase"] == CHOOSE_DRAWN else "played"
        picture.text(source, _WAITING + NORMAL // 2, _FIELD + 10, align="center", tone="quiet")
        picture.card(card, _WAITING, _FIELD + 40, NORMAL, marked=True)
    picture.text(f"pile {pile}", _PILE + NORMAL // 2, _FIELD + 10, align="center", tone="quiet")
    if pile:
        picture.card(None, _PILE, _FIELD + 40, NORMAL)
    else:
        picture.slot(_PILE, _FIELD + 40, NORMAL)
