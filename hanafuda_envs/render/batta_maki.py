"""The table of Batta Maki and its family."""

from collections.abc import Iterator

from hanafuda_envs.bits import members
from hanafuda_envs.cards import HON_BANA_POINTS
from hanafuda_envs.games.batta_maki import FIRST, NEITHER, SECOND, BattaMakiGame
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

__all__ = [
    "bets",
    "rank_in_words",
    "result_in_words",
    "seen_cards",
    "standing",
    "table",
    "what_now",
]


def table(position: Position, view: int | None, pen: Pen) -> Iterator[str]:
    """The lines of the picture. Nothing is hidden in these games but the future."""
    game = position.game
    assert isinstance(game, BattaMakiGame)
    yield from pen.heading(game.title, standing(position, pen))
    yield ""
    yield from bets_table(pen, *bets(position, pen))
    if (position.state["shown"] >= 0).any():
        yield ""
        shown = cards_in_words(pen, position.state["shown"])
        yield pen.say(f"Shi-e lies open: {shown}", f"初絵: {shown}")
    if (position.state["last"] >= 0).any():
        yield ""
        yield from _last_showdown(game, position, pen)
    yield ""
    yield from seen_by_month(pen, *seen_cards(position))
    yield ""
    yield what_now(position, pen)


def seen_cards(position: Position) -> tuple[list[int], int]:
    """The cards that have been seen since the shuffle, and how many there are in all."""
    game, (once, twice) = position.game, position.state["seen"]
    assert isinstance(game, BattaMakiGame)
    if not game.record["two_decks"][0]:
        return members(once), len(game.variant.deck)
    return sorted(members(once) + members(twice)), 2 * len(game.variant.deck)


def standing(position: Position, pen: Pen) -> list[str]:
    """Which round it is, and what is carried."""
    game, state = position.game, position.state
    number, most = int(state["round"]) + 1, int(game.record["rounds"][0])
    lines = [pen.say(f"round {number} of {most}", f"{number}/{most}回")]
    pot = amount(int(state["pot"]))
    if state["pot"]:
        lines.append(pen.say(f"{pot} chips are carried", f"持ち越し {pot} 枚"))
    return lines


def bets(position: Position, pen: Pen) -> tuple[list[str], list[BetRow]]:
    """What each has bet and owns: the heads of the columns, and a row for each seat."""
    game, state = position.game, position.state
    assert isinstance(game, BattaMakiGame)
    bettors = game.rules.bettors
    begin = 20 * (game.rules.bankroll or 0)
    heads = [
        pen.say("first", "先"),
        pen.say("second", "後"),
        pen.say("chips", "持ち点") if begin else pen.say("won", "損得"),
    ]
    rows: list[BetRow] = []
    for bettor in range(bettors):
        chips = [int(state["bets"][bettor]) * (state["side"][bettor] == b) for b in (FIRST, SECOND)]
        units = int(state["balance"][bettor])
        owned = amount(begin + units) if begin else signed(units)
        rows.append((f"bettor_{bettor}", chips, owned, _arrow(position, bettor)))
    dealer = "dealer" if game.seats > bettors else pen.say("house", "胴元")
    won = signed(int(state["balance"][bettors]))
    rows.append((dealer, [0, 0], won, _arrow(position, bettors)))
    totals = [sum(row[1][batch] for row in rows) for batch in (0, 1)]
    missing = abs(totals[0] - totals[1])
    remark = pen.say(f"{missing} missing", f"差 {missing}") if missing else ""
    rows.append((pen.say("total", "合計"), totals, "", remark))
    return heads, rows


def _arrow(position: Position, seat: int) -> str:
    return "←" if position.seat == seat else ""


def _last_showdown(game: BattaMakiGame, position: Position, pen: Pen) -> Iterator[str]:
    state = position.state
    winner = result_in_words(position, pen)
    yield f"{pen.bold(pen.say('Last showdown', '前の勝負'))}  {winner}"
    for head, cards in zip(
        (pen.say("first", "先"), pen.say("second", "後")), state["last"], strict=True
    ):
        rank = rank_in_words(game, [int(card) for card in cards[:3]], pen)
        yield f"  {head}: {cards_in_words(pen, cards)}"
        yield f"     {rank}"


def result_in_words(position: Position, pen: Pen) -> str:
    """Who won the last showdown."""
    return {
        NEITHER: pen.say("a tie", "引き分け"),
        FIRST: pen.say("the first batch wins", "先の勝ち"),
        SECOND: pen.say("the second batch wins", "後の勝ち"),
    }[int(position.state["winner"])]


def rank_in_words(game: BattaMakiGame, cards: list[int], pen: Pen) -> str:
    """What three cards are worth."""
    total = sum(game.variant.values[card // 4] for card in cards)
    rank = pen.say(f"{total}, so {total % 10}", f"{total} → {total % 10}")
    if not game.variant.nagoya_ranks:
        return rank
    months = sorted(card // 4 for card in cards)
    if months[0] == months[2]:
        rank = pen.say("Arashi", "嵐")
    elif months == [0, 10, 10]:
        rank = pen.say("Tsuke", "付け")
    points = int(HON_BANA_POINTS[cards].sum())
    return pen.say(f"{rank} ({points} points)", f"{rank}({points}点)")


def what_now(position: Position, pen: Pen) -> str:
    """What happens next, in a sentence."""
    if position.over:
        return pen.say("The episode is over.", "終わり。")
    if position.state["phase"] == 0:
        return pen.say(f"{position.agent} may bet.", f"{position.agent} の番。")
    if position.state["phase"] == 1:
        return pen.say("The dealer may call for bets.", "親が誘うか決める。")
    return pen.say(
        f"{position.agent} may add to the lighter side.", f"{position.agent} が足すか決める。"
    )
