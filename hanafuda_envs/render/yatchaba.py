"""The table of Yatchaba."""

from collections.abc import Iterable, Iterator

from hanafuda_envs.bits import members
from hanafuda_envs.cards import DECK, MONTHS
from hanafuda_envs.games.yatchaba import (
    DECIDE,
    FIRST_PLACING,
    GUESS,
    NOBODY,
    PASS,
    PICKS,
    Yatchaba,
)
from hanafuda_envs.money import CHIP
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

__all__ = ["players", "result_in_words", "standing", "table", "what_now"]


def table(position: Position, view: int | None, pen: Pen) -> Iterator[str]:
    """The lines of the picture. Nothing is hidden in this game but the future."""
    game, state = position.game, position.state
    assert isinstance(game, Yatchaba)
    yield from pen.heading("Yatchaba やっちゃば", standing(position, pen))
    yield ""
    yield from bets_table(pen, *players(position, pen))
    yield ""
    yield _guess(position, pen)
    if state["last_guesser"] != NOBODY:
        yield ""
        yield from _last_showdown(game, position, pen)
    yield ""
    yield from seen_by_month(pen, members(state["shown"]), DECK)
    yield ""
    yield what_now(position, pen)


def standing(position: Position, pen: Pen) -> list[str]:
    """Where in the episode it is, the pot, and what is to beat."""
    game, state = position.game, position.state
    assert isinstance(game, Yatchaba)
    number, most = int(state["game"]) + 1, game.games
    round_, lap, laps = int(state["round"]) + 1, int(state["lap"]) + 1, game.rules.max_laps
    where = pen.say(
        f"game {number} of {most}, round {round_}, lap {lap} of {laps}",
        f"{number}/{most}番 {round_}回目 {lap}/{laps}周",
    )
    pot, chips = amount(int(state["pot"])), int(state["amount"])
    to_beat = pen.say(f"{chips} to beat", f"前の額 {chips} 枚") if chips else ""
    return [where, "  ".join(filter(None, [pen.say(f"pot {pot}", f"場 {pot} 枚"), to_beat]))]


def players(position: Position, pen: Pen) -> tuple[list[str], list[BetRow]]:
    """What each has paid and owns: the heads of the columns, and a row for each seat."""
    game, state = position.game, position.state
    assert isinstance(game, Yatchaba)
    begin = CHIP * (game.rules.bankroll or 0)
    heads = [
        pen.say("paid", "出した"),
        pen.say("passes", "パス"),
        pen.say("chips", "持ち点") if begin else pen.say("won", "損得"),
    ]
    rows: list[BetRow] = []
    for player, agent in enumerate(game.agents):
        units = int(state["balance"][player])
        owned = amount(begin + units) if begin else signed(units)
        numbers = [int(state[name][player]) for name in ("paid", "passes")]
        rows.append((agent, numbers, owned, _remarks(position, player, pen)))
    if state["house"]:
        rows.append((pen.say("house", "胴元"), [0, 0], signed(int(state["house"])), ""))
    return heads, rows


def _remarks(position: Position, player: int, pen: Pen) -> str:
    """What a player is, and whether it is their turn."""
    state = position.state
    true = {
        "←": position.seat == player,
        pen.say("deals", "親"): state["dealer"] == player,
        pen.say("guesses", "当て番"): state["guesser"] == player,
        pen.say("out", "降り"): state["out"][player],
        pen.say("may guess", "権利あり"): state["rights"][player],
    }
    return " ".join(remark for remark, is_so in true.items() if is_so)


def _months(guess: Iterable[int], pen: Pen) -> str:
    return ", ".join(pen.month(MONTHS[int(month)]) for month in guess if month >= 0)


def _guess(position: Position, pen: Pen) -> str:
    state = position.state
    open_picks = ["…"] * (PICKS - int(state["picks"]))
    named = ", ".join(filter(None, [_months(state["guess"], pen), *open_picks]))
    agent = position.game.agents[int(state["guesser"])]
    return f"{pen.bold(pen.say('Guess', '予想'))}  {agent}: {named}"


def _last_showdown(game: Yatchaba, position: Position, pen: Pen) -> Iterator[str]:
    state, result = position.state, result_in_words(position, pen)
    yield f"{pen.bold(pen.say('Last showdown', '前の勝負'))}  {result}"
    yield f"  {_months(state['last_guess'], pen)}"
    yield f"  {cards_in_words(pen, state['last_cards'])}"


def result_in_words(position: Position, pen: Pen) -> str:
    """Who guessed last, how well, and for how much."""
    game, state = position.game, position.state
    assert isinstance(game, Yatchaba)
    hits, agent = int(state["last_hits"]), game.agents[int(state["last_guesser"])]
    pot = amount(int(state["last_pot"]))
    if hits >= game.rules.hits_to_win:
        result = pen.say(f"a hit for a pot of {pot}", f"当たり 場 {pot} 枚")
    else:
        result = pen.say(f"no hit, {pot} in the pot", f"外れ 場 {pot} 枚")
    return f"{agent}, {hits} / {PICKS}: {result}"


def what_now(position: Position, pen: Pen) -> str:
    """What happens next, in a sentence."""
    if position.over:
        return pen.say("The episode is over.", "終わり。")
    agent = position.agent
    if position.state["phase"] == GUESS:
        return pen.say(f"{agent} names a month.", f"{agent} が月を言う。")
    if position.state["phase"] == DECIDE:
        return pen.say(
            f"{agent} decides whether there is another lap.", f"{agent} が続けるか決める。"
        )
    actions = position.legal()
    choices = []
    if actions[-1] >= FIRST_PLACING:
        least = int(position.state["least"])
        most = least + actions[-1] - FIRST_PLACING
        chips = f"{least}" if least == most else pen.say(f"{least} to {most}", f"{least}~{most}")
        choices.append(pen.say(f"places {chips}", f"{chips} 枚出す"))
    if PASS in actions:
        choices.append(pen.say("passes", "降りる"))
    return pen.say(f"{agent} {' or '.join(choices)}.", f"{agent} の番: {'、'.join(choices)}。")
