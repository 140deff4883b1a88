"""The table of Yatchaba: three hidden months, the guess, and the pot."""

from collections.abc import Iterable

from hanafuda_envs.bits import members
from hanafuda_envs.cards import DECK, MONTHS
from hanafuda_envs.games.yatchaba import NOBODY, PICKS
from hanafuda_envs.position import Position
from hanafuda_envs.render import yatchaba as words
from hanafuda_envs.render.scene import NORMAL, Scene
from hanafuda_envs.render.scenes import betting
from hanafuda_envs.render.text import Pen

__all__ = ["scene"]


def scene(position: Position, view: int | None) -> Scene:
    """The table; nothing is hidden in this game but the future."""
    state, agents = position.state, position.game.agents
    pen, picture = Pen(color=False), Scene(position.game.title)
    picture.heading(words.standing(position, pen), words.what_now(position, pen))
    heads, rows = words.players(position, pen)
    betting.bets(picture, heads, rows, 496, position.agent)
    if not position.over:
        betting.group(picture, [None] * PICKS, 20, 60, betting.THREE, "three cards")
        _guess(picture, f"{agents[int(state['guesser'])]} guesses", state["guess"], 60)
    if state["last_guesser"] != NOBODY:
        result = words.result_in_words(position, pen)
        picture.text(f"last showdown: {result}", 20, 252, tone="loud")
        cards = [int(card) for card in state["last_cards"]]
        betting.group(picture, cards, 20, betting.LAST_Y, betting.THREE, "the cards")
        _guess(picture, "the guess", state["last_guess"], betting.LAST_Y)
    betting.seen(picture, members(state["shown"]), DECK)
    return picture


def _guess(picture: Scene, head: str, months: Iterable[int], y: int) -> None:
    """Three named months, each shown by a plain card of its flower."""
    named = [int(month) for month in months if month >= 0]
    x = 250
    for place in range(len(named), PICKS):
        picture.slot(x + (NORMAL + 6) * place, y + 24, NORMAL)
    numbers = ", ".join(str(MONTHS[month].number) for month in named)
    below = [f"months {numbers}"] if named else []
    cards = [4 * month + 3 for month in named]
    betting.group(picture, cards, x, y, betting.THREE, head, below)
