"""The table of Echobo."""

from collections.abc import Iterator

from hanafuda_envs.bits import members
from hanafuda_envs.cards import MONTHS
from hanafuda_envs.games.echobo import DEALER, MONTHS_IN_PLAY, Echobo
from hanafuda_envs.position import Position
from hanafuda_envs.render.betting import signed
from hanafuda_envs.render.text import Pen, width

__all__ = ["table"]

NAME, CELL = 10, 9
ROUNDS_SHOWN = 7


def table(position: Position, view: int | None, pen: Pen) -> Iterator[str]:
    """The lines of the picture. Who looks sees what itself has put down, a spectator all."""
    game, state = position.game, position.state
    assert isinstance(game, Echobo)
    number, most = int(state["round"]) + 1, game.rules.rounds
    yield pen.bold("Echobo 絵樗蒲") + pen.say(f"  round {number} of {most}", f"  {number}/{most}回")
    yield ""
    yield from _face_down(game, position, view, pen)
    played = number if position.over else number - 1
    if played:
        yield ""
        yield from _past(game, position, played, pen)
        yield ""
        yield from _habits(position, pen)
    yield ""
    if position.over:
        yield pen.say("The episode is over.", "終わり。")
    elif position.agent == "dealer":
        yield pen.say("The dealer picks a month.", "親が月を選ぶ。")
    else:
        yield pen.say(f"{position.agent} bets.", f"{position.agent} が張る。")


def _names(game: Echobo, pen: Pen) -> list[str]:
    """Who sits at each place of the table."""
    bank = [pen.say("house", "胴元")] if game.rules.dealer == "house" else []
    return [*bank, *game.agents]


def _row(pen: Pen, name: str, cells: list[str], remark: str = "") -> str:
    head = pen.bold(name) + " " * (NAME - width(name))
    columns = "".join(" " * (CELL - width(cell)) + cell for cell in cells)
    return f"  {head}{columns}  {remark}".rstrip()


def _face_down(game: Echobo, position: Position, view: int | None, pen: Pen) -> Iterator[str]:
    """What lies at each place in this round, and what everybody has won."""
    state = position.state
    first = 1 if game.rules.dealer == "house" else 0
    heads = [pen.say(month.flower, month.japanese) for month in MONTHS[:MONTHS_IN_PLAY]]
    yield _row(pen, "", [*heads, pen.say("won", "損得")])
    for place, name in enumerate(_names(game, pen)):
        seat = place - first
        if position.seat is None or seat >= position.seat or seat < 0:
            cells = [""] * MONTHS_IN_PLAY  # nothing yet
        elif view is not None and seat != view:
            cells = ["▒▒"] * MONTHS_IN_PLAY  # not even how many there are can be seen
        else:
            down = members(int(state["down"][place]))
            cells = ["●" if month in down else "·" for month in range(MONTHS_IN_PLAY)]
        won = signed(int(state["balance"][place]))
        yield _row(pen, name, [*cells, won], "←" if seat == position.seat else "")


def _past(game: Echobo, position: Position, played: int, pen: Pen) -> Iterator[str]:
    """The last rounds in columns, the most recent first; right bets have a mark."""
    shown = min(played, game.rules.history, ROUNDS_SHOWN)
    head = pen.bold(pen.say("Last showdowns", "前の勝負"))
    yield head + pen.say(" (by number of the month; * is right)", "（月の番号、* は当たり）")
    rounds = [str(played - back) for back in range(shown)]
    yield _row(pen, pen.say("round", "回"), rounds)
    picks = [game.past_months(position.state, DEALER, back) for back in range(shown)]
    for place, name in enumerate(_names(game, pen)):
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
