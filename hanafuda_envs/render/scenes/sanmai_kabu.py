"""The table of Sanmai Kabu: three stacks and the dealer's hand."""

from hanafuda_envs.bits import members
from hanafuda_envs.cards import DECK
from hanafuda_envs.games.sanmai_kabu import HAND, STACKS
from hanafuda_envs.position import Position
from hanafuda_envs.render import sanmai_kabu as words
from hanafuda_envs.render.scene import Scene
from hanafuda_envs.render.scenes import betting
from hanafuda_envs.render.text import Pen

__all__ = ["scene"]

_STEP, _GROUP = 132, 112


def scene(position: Position, view: int | None) -> Scene:
    """The table; nothing is hidden in this game but the future."""
    state = position.state
    pen, picture = Pen(color=False), Scene(position.game.title)
    picture.heading(words.standing(position, pen), words.what_now(position, pen))
    heads, rows = words.bets(position, pen)
    wide = betting.bets(picture, heads, rows, 548, position.agent)
    names = [*(f"stack {stack}" for stack in range(STACKS)), "dealer"]
    if not position.over:
        totals = state["bets"].sum(axis=0).tolist()
        for place, name in enumerate(names):
            chips = f": {totals[place]}" if place < STACKS and totals[place] else ""
            x = 20 + _STEP * place
            betting.group(picture, [None] * 3, x, 60, _GROUP, name + chips)
    if (state["last"] >= 0).any():
        picture.text("last showdown", 20, 252, tone="loud")
        results = words.results_in_words(position, pen)
        for place, name in enumerate(names):
            cards = [int(card) for card in state["last"][place]]
            below = [words.digit_in_words(cards, pen)]
            if place != HAND:
                below.append(results[place])
            x, room = 20 + _STEP * place, _GROUP
            if wide:
                x, room = 20 + (betting.THREE + 24) * place, betting.THREE
            betting.group(picture, cards, x, betting.LAST_Y, room, name, below)
    betting.seen(picture, members(state["seen"]), DECK)
    return picture
