"""The table of Echobo."""

from collections.abc import Iterator

from hanafuda_envs.bits import members
from hanafuda_envs.cards import MONTHS
from hanafuda_envs.games.echobo import DEALER, MONTHS_IN_PLAY, Echobo
from hanafuda_envs.position import Position
from hanafuda_envs.render.betting import signed
from hanafuda_envs.render.text import Pen, width

__all__ = ["HIDDEN", "NOTHING", "face_down", "names", "standing", "table", "what_now"]

NAME, CELL = 10, 9
ROUNDS_SHOWN = 7


def table(position: Position, view: int | None, pen: Pen) -> Iterator[str]:
    """The lines of the picture. Who looks sees what itself has put down, a spectator all."""
    game, state = position.game, position.state
    assert isinstance(game, Echobo)
    number = int(state["round"]) + 1
    yield from pen.heading("Echobo 絵樗蒲", standing(position, pen))
    yield ""
    yield from _face_down(position, view, pen)
    played = number if position.over else number - 1
    if played:
        yield ""
        yield from _past(game, position, played, pen)
        yield ""
        yield from _habits(position, pen)
    yield ""
    yield what_now(position, pen)


def standing(position: Position, pen: Pen) -> list[str]:
    """Which round it is."""
    assert isinstance(position.game, Echobo)
    number, most = int(position.state["round"]) + 1, position.game.rules.rounds
    return [pen.say(f"round {number} of {most}", f"{number}/{most}回")]


def what_now(position: Position, pen: Pen) -> str:
    """What happens next, in a sentence."""
    if position.over:
        return pen.say("The episode is over.", "終わり。")
    if position.agent == "dealer":
        return pen.say("The dealer picks a month.", "親が月を選ぶ。")
    return pen.say(f"{position.agent} bets.", f"{position.agent} が張る。")


def names(position: Position, pen: Pen) -> list[str]:
    """Who sits at each place of the table."""
    assert isinstance(position.game, Echobo)
    bank = [pen.say("house", "胴元")] if position.game.rules.dealer == "house" else []
    return [*bank, *position.game.agents]


NOTHING, HIDDEN = "nothing", "hidden"


def face_down(position: Position, place: int, view: int | None) -> list[int] | str:
    """The months that lie at a place in this round, as far as the one who looks can see.

    ``NOTHING`` where nothing lies yet; ``HIDDEN`` where not even how many can be seen.
    """
    assert isinstance(position.game, Echobo)
    seat = place - (1 if position.game.rules.dealer == "house" else 0)
    if position.seat is None or seat >= position.seat or seat < 0:
        return NOTHING
    if view is not None and seat != view:
        return HIDDEN
    return members(int(position.state["down"][place]))


def _row(pen: Pen, name: str, cells: list[str], remark: str = "") -> str:
    head = pen.bold(name) + " " * (NAME - width(name))
    columns = "".join(" " * (CELL - width(cell)) + cell for cell in cells)
    return f"  {head}{columns}  {remark}".rstrip()


def _face_down(position: Position, view: int | None, pen: Pen) -> Iterator[str]:
    """What lies at each place in this round, and what everybody has won."""
    heads = [pen.say(month.flower, month.japanese) for month in MONTHS[:MONTHS_IN_PLAY]]
    yield _row(pen, "", [*heads, pen.say("won", "損得")])
    for place, name in enumerate(names(position, pen)):
        down = face_down(position, place, view)
        if isinstance(down, str):
            cells = [{NOTHING: "", HIDDEN: "▒▒"}[down]] * MONTHS_IN_PLAY
        else:
            cells = ["●" if month in down else "·" for month in range(MONTHS_IN_PLAY)]
        won = signed(int(position.state["balance"][place]))
        yield _row(pen, name, [*cells, won], "←" if name == position.agent else "")


def _past(game: Echobo, position: Position, played: int, pen: Pen) -> Iterator[str]:
    """The last rounds in columns, the most recent first; right bets have a mark."""
    shown = min(played, game.rules.history, ROUNDS_SHOWN)
    head = pen.bold(pen.say("Last showdowns", "前の勝負"))
    yield head + pen.say(" (by number of the month; * is right)", "（月の番号、* は当たり）")
    rounds = [str(played - back) for back in range(shown)]
    yield _row(pen, pen.say("round", "回"), rounds)
    picks = [game.past_months(position.state, DEALER, back) for back in range(shown)]
    for place, name in enumerate(names(position, pen)):
        cells = []
        for back, pick in enumerate(picks):
            months = game.past_months(position.state, place, back)
            digits = "".join(str(month) for month in months) or "·"
            right = place != DEALER and pick[0] in months
            cells.append(digits + "*" if right else digits)
        yield _row(pen, name, cells)


def _habits(position: Position, pen: Pen) -> Iterator[str]:
    """How often the dealer has picked each month."""
    yield pen.bold(pen.say("Picked so far", "これまでの親の札"))
    picks = position.state["counts"][DEALER].tolist()
    cells = [
        f"{month.number} {pen.say(month.flower, month.japanese)}: {often}"
        for month, often in zip(MONTHS, picks, strict=False)
    ]
    yield "  " + "  ".join(cells)
