"""The table of Sanmai Kabu."""

from collections.abc import Iterator, Sequence

from hanafuda_envs.bits import members
from hanafuda_envs.games.sanmai_kabu import ARASHI_WIN, HAND, LOSE, STACKS, TIE, WIN, SanmaiKabu
from hanafuda_envs.position import Position
from hanafuda_envs.render.betting import (
    BetRow,
    amount,
    bets_table,
    cards_in_words,
    seen_by_month,
    signed,
)
from hanafuda_envs.render.text import Pen

__all__ = ["bets", "digit_in_words", "results_in_words", "standing", "table", "what_now"]


def table(position: Position, view: int | None, pen: Pen) -> Iterator[str]:
    """The lines of the picture. Nothing is hidden in this game but the future."""
    state = position.state
    yield from pen.heading("Sanmai Kabu 三枚かぶ", standing(position, pen))
    yield ""
    yield from bets_table(pen, *bets(position, pen))
    if (state["last"] >= 0).any():
        yield ""
        yield from _last_showdown(position, pen)
    yield ""
    yield from seen_by_month(pen, members(state["seen"]), 48)
    yield ""
    yield what_now(position, pen)


def standing(position: Position, pen: Pen) -> list[str]:
    """Which round it is."""
    assert isinstance(position.game, SanmaiKabu)
    number, most = int(position.state["round"]) + 1, position.game.rules.rounds
    return [pen.say(f"round {number} of {most}", f"{number}/{most}回")]


def what_now(position: Position, pen: Pen) -> str:
    """What happens next, in a sentence."""
    if position.over:
        return pen.say("The episode is over.", "終わり。")
    stack = int(position.state["stack"])
    return pen.say(
        f"{position.agent} bets on stack {stack}.", f"{position.agent} が {stack} に張る。"
    )


def bets(position: Position, pen: Pen) -> tuple[list[str], list[BetRow]]:
    """What each has bet and owns: the heads of the columns, and a row for each seat."""
    game, state = position.game, position.state
    assert isinstance(game, SanmaiKabu)
    begin = 20 * (game.rules.bankroll or 0)
    stacks = [pen.say(f"stack {stack}", f"札 {stack}") for stack in range(STACKS)]
    heads = [*stacks, pen.say("chips", "持ち点") if begin else pen.say("won", "損得")]
    rows: list[BetRow] = []
    for player, agent in enumerate(game.agents):
        units = int(state["balance"][player])
        owned = amount(begin + units) if begin else signed(units)
        deals = pen.say("deals", "親") if state["dealer"] == player else ""
        remark = "←" if position.seat == player else deals
        rows.append((agent, state["bets"][player].tolist(), owned, remark))
    if game.rules.dealer == "house":
        rows.append((pen.say("house", "胴元"), [0] * STACKS, signed(int(state["house"])), ""))
    staked = int(state["bets"].sum())
    limit = pen.say(f"{staked} of {game.rules.table_limit}", f"{staked} / {game.rules.table_limit}")
    totals = state["bets"].sum(axis=0).tolist()
    rows.append((pen.say("total", "合計"), totals, "", limit))
    return heads, rows


def _last_showdown(position: Position, pen: Pen) -> Iterator[str]:
    state = position.state
    results = results_in_words(position, pen)
    yield pen.bold(pen.say("Last showdown", "前の勝負"))
    for stack in range(STACKS):
        cards, result = state["last"][stack], results[stack]
        head = pen.say(f"stack {stack}", f"札 {stack}")
        yield f"  {head}: {cards_in_words(pen, cards)}"
        yield f"     {digit_in_words(cards, pen)}, {result}"
    yield f"  {pen.say('dealer', '親')}: {cards_in_words(pen, state['last'][HAND])}"
    yield f"     {digit_in_words(state['last'][HAND], pen)}"


def results_in_words(position: Position, pen: Pen) -> list[str]:
    """What became of each stack at the last showdown."""
    words = {
        LOSE: pen.say("loses", "負け"),
        TIE: pen.say("ties", "引き分け"),
        WIN: pen.say("wins", "勝ち"),
        ARASHI_WIN: pen.say("wins double", "嵐の勝ち"),
    }
    return [words[int(result)] for result in position.state["results"]]


def digit_in_words(cards: Sequence[int], pen: Pen) -> str:
    """What three cards are worth."""
    months = [int(card) // 4 + 1 for card in cards]
    if len(set(months)) == 1:
        return pen.say("Arashi", "嵐")
    total = sum(month for month in months if month < 10)
    return pen.say(f"{total}, so {total % 10}", f"{total} → {total % 10}")
