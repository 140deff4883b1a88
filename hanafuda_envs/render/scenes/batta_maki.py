"""The table of Batta Maki and its family: two batches, and who bets on which."""

from hanafuda_envs.games.batta_maki import BattaMakiGame
from hanafuda_envs.position import Position
from hanafuda_envs.render import batta_maki as words
from hanafuda_envs.render.scene import Scene
from hanafuda_envs.render.scenes import betting
from hanafuda_envs.render.text import Pen

__all__ = ["scene"]

_GAP = 24


def scene(position: Position, view: int | None) -> Scene:
    """The table; nothing is hidden in these games but the future."""
    game, state = position.game, position.state
    assert isinstance(game, BattaMakiGame)
    pen, picture = Pen(color=False), Scene(game.title)
    picture.heading(words.standing(position, pen), words.what_now(position, pen))
    heads, rows = words.bets(position, pen)
    betting.bets(picture, heads, rows, 560, position.agent)
    open_row = (state["shown"] >= 0).any()
    room = 154 if open_row else betting.THREE  # the dead batch needs a place of its own
    if not position.over:
        chips = [sum(row[1][batch] for row in rows[:-1]) for batch in (0, 1)]
        for batch, name in enumerate(("first batch", "second batch")):
            head = f"{name}: {chips[batch]}" if chips[batch] else name
            betting.group(picture, [None] * 3, 20 + (room + _GAP) * batch, 60, room, head)
    if open_row:
        shown = [int(card) for card in state["shown"]]
        betting.group(picture, shown, 20 + (room + _GAP) * 2, 60, room, "Shi-e, open")
    if (state["last"] >= 0).any():
        picture.text(f"last showdown: {words.result_in_words(position, pen)}", 20, 252, tone="loud")
        for batch, name in enumerate(("first", "second")):
            cards = [int(card) for card in state["last"][batch] if card >= 0]
            rank = words.rank_in_words(game, cards[:3], pen)
            x = 20 + (betting.THREE + _GAP) * batch
            betting.group(picture, cards, x, betting.LAST_Y, betting.THREE, name, [rank])
    betting.seen(picture, *words.seen_cards(position))
    return picture
