"""The table of Echobo: six months, the dealer's pick, and who bets on which."""

from hanafuda_envs.cards import MONTHS
from hanafuda_envs.games.echobo import DEALER, MONTHS_IN_PLAY, Echobo
from hanafuda_envs.position import Position
from hanafuda_envs.render import echobo as words
from hanafuda_envs.render.betting import signed
from hanafuda_envs.render.scene import NORMAL, SMALL, WIDTH, Scene, card_height
from hanafuda_envs.render.text import Pen

__all__ = ["scene"]

_COLUMN, _FIRST = 96, 300
_PLACES_Y, _PLACE = 216, 30
_PICKS_SHOWN = 16


def scene(position: Position, view: int | None) -> Scene:
    """The table; what another has put down is hidden, even how much it is."""
    game = position.game
    assert isinstance(game, Echobo)
    pen, picture = Pen(color=False), Scene(game.title)
    picture.heading(words.standing(position, pen), words.what_now(position, pen))
    _pick(picture, words.face_down(position, DEALER, view))
    picked = position.state["counts"][DEALER].tolist()
    for month in MONTHS[:MONTHS_IN_PLAY]:
        x = _FIRST + _COLUMN * (month.number - 1)
        picture.card(_card_of(month.number), x, 60, NORMAL)
        often = f"picked {picked[month.number - 1]}"
        picture.text(often, x + NORMAL // 2, 174, align="center", tone="quiet")
    picture.text("won", WIDTH - 24, 174, align="right", tone="quiet")
    for place, name in enumerate(words.names(position, pen)):
        _place(picture, position, place, name, view)
    _past_picks(picture, game, position)
    return picture


def _card_of(month: int) -> int:
    """A plain card that stands for a month, by its number."""
    return 4 * month - 1


def _pick(picture: Scene, down: list[int] | str) -> None:
    picture.text("the dealer's pick", 20, 60)
    if down == words.NOTHING:
        picture.slot(20, 84, NORMAL)
    elif down == words.HIDDEN:
        picture.card(None, 20, 84, NORMAL)
    else:
        picture.row([_card_of(int(month) + 1) for month in down], 20, 84, NORMAL, NORMAL)


def _place(picture: Scene, position: Position, place: int, name: str, view: int | None) -> None:
    """One seat's row: its chips under the months, or a cover over all of them."""
    y = _PLACES_Y + _PLACE * place
    if name == position.agent:
        picture.box(8, y - 6, WIDTH - 16, _PLACE - 2, "turn")
    picture.text(name, 20, y)
    picture.text(signed(int(position.state["balance"][place])), WIDTH - 24, y, align="right")
    down = words.face_down(position, place, view)
    if down == words.HIDDEN:
        picture.box(_FIRST, y, _COLUMN * (MONTHS_IN_PLAY - 1) + NORMAL, 18, "slot")
        middle = _FIRST + (_COLUMN * (MONTHS_IN_PLAY - 1) + NORMAL) // 2
        picture.text("face down", middle, y, align="center", tone="quiet")
    elif down != words.NOTHING:
        for month in down:
            picture.box(_FIRST + _COLUMN * int(month) + 20, y, 24, 18, "chip")


def _past_picks(picture: Scene, game: Echobo, position: Position) -> None:
    """What the dealer picked in the last rounds, the latest first."""
    state = position.state
    played = int(state["round"]) + int(position.over)
    shown = min(played, game.rules.history, _PICKS_SHOWN)
    y = 598 - card_height(SMALL) - 24
    if not shown:
        picture.text("no pick has been shown yet", 20, y, tone="quiet")
        return
    picks = [game.past_months(state, DEALER, back)[0] for back in range(shown)]
    picture.text("last picks, the latest first", 20, y, tone="quiet")
    picture.row([_card_of(month) for month in picks], 20, y + 24, SMALL, WIDTH - 40)
