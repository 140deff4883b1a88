"""The table of Jū Mai."""

from collections.abc import Iterator

from hanafuda_envs.bits import members
from hanafuda_envs.cards import CARDS, JU_MAI_POINTS
from hanafuda_envs.games.ju_mai import NO_CARD
from hanafuda_envs.position import Position
from hanafuda_envs.render.text import Pen

__all__ = ["standing", "table", "what_now"]


def table(position: Position, view: int | None, pen: Pen) -> Iterator[str]:
    """The lines of the picture: one player, the field, the other player (who looks)."""
    near = 0 if view is None else view
    yield from pen.heading("Jū Mai 十枚", standing(position, pen))
    yield ""
    yield from _player(position, 1 - near, view, pen)
    yield ""
    yield from _field(position, pen)
    yield ""
    yield from _player(position, near, view, pen)
    yield ""
    yield what_now(position, pen)


def standing(position: Position, pen: Pen) -> list[str]:
    """Which round it is, and who is ahead."""
    rules, state = position.game.rules.as_dict(), position.state
    number, most = int(state["round"]) + 1, rules["max_rounds"]
    round_ = pen.say(f"round {number} of {most}", f"{number}/{most}回")
    carried = int(state["carried"])
    if carried:
        ahead = position.game.agents[carried < 0]
        lead = pen.say(
            f"{ahead} is {abs(carried)} points ahead", f"{ahead} が {abs(carried)} 点リード"
        )
    else:
        lead = pen.say("nobody is ahead", "互角")
    goal = pen.say(f"{rules['lead']} win the match", f"{rules['lead']} 点差で勝ち")
    return [round_, lead if position.over else f"{lead}; {goal}"]


def _player(position: Position, seat: int, view: int | None, pen: Pen) -> Iterator[str]:
    state, name = position.state, position.game.agents[seat]
    hand, captured = members(state["hands"][seat]), members(state["captured"][seat])
    points = int(JU_MAI_POINTS[captured].sum())
    marks = pen.say(" (dealer)", "(親)") if state["dealer"] == seat else ""
    score = pen.say(f"{points} points this round", f"この回 {points} 点")
    yield f"{pen.bold(name)}{marks}  {score}"
    if view is not None and view != seat:
        yield f"  {pen.backs(len(hand))}".rstrip()
    else:
        yield from pen.by_month(hand)
    if captured:
        yield pen.say("  captured:", "  取り札:")
        yield from ("  " + line for line in pen.by_kind(captured))


def _field(position: Position, pen: Pen) -> Iterator[str]:
    pile = int(position.observe(0)[position.game.layout["pile"].start])
    left = pen.say(f"{pile} cards in the pile", f"山札 {pile} 枚")
    yield f"{pen.bold(pen.say('Field', '場札'))}  {left}"
    yield from pen.by_month(members(position.state["field"]))


def what_now(position: Position, pen: Pen) -> str:
    """What happens next, in a sentence."""
    if position.over:
        carried = int(position.state["carried"])
        if not carried:
            return pen.say("The match is over: a draw.", "引き分け。")
        winner = position.game.agents[carried < 0]
        return pen.say(f"The match is over: {winner} wins.", f"{winner} の勝ち。")
    card = int(position.state["card"])
    if card == NO_CARD:
        return pen.say(f"{position.agent} plays a card.", f"{position.agent} の番。")
    return pen.say(
        f"{position.agent} chooses what {pen.full_name(CARDS[card])} captures.",
        f"{position.agent} が {pen.full_name(CARDS[card])} で取る札を選ぶ。",
    )
