"""What the tables of the betting games share."""

from collections.abc import Sequence

from hanafuda_app.table.scene import Fact, Grid, Stake, table_of
from hanafuda_app.table.sight import Sight
from hanafuda_app.table.words import Words, month_name, signed_chips
from hanafuda_envs.money import CHIP

__all__ = [
    "MONTH_CARD",
    "bet_words",
    "house_fact",
    "owned",
    "round_fact",
    "seen_grid",
    "stakes",
    "won_words",
]

MONTH_CARD = tuple(4 * month + (2 if month == 10 else 3) for month in range(12))
"""The card that stands for each month: its plainest, where that shows the flower."""


def round_fact(sight: Sight, rounds: int) -> Fact:
    number = sight.number("round") + 1
    return Fact(Words("Round", "回"), Words(f"{number} of {rounds}", f"{number}/{rounds}"))


def house_fact(sight: Sight) -> Fact:
    """What the bank has won."""
    return Fact(Words("House", "胴元"), signed_chips(round(sight.house * CHIP)))


def owned(units: int, bankroll: int | None) -> Words:
    """What a seat owns, or has won where there is no bankroll."""
    if bankroll is None:
        return signed_chips(units)
    return Words(f"{units / CHIP:g} chips", f"{units / CHIP:g}枚")


def stakes(bets: Sequence[int]) -> tuple[Stake, ...]:
    """The chips that lie in a zone, by seat."""
    return tuple(Stake(seat, int(chips)) for seat, chips in enumerate(bets) if chips)


def seen_grid(seen: Sequence[int], months: Sequence[int] = range(12)) -> tuple[Grid, ...]:
    """How many cards of each month have been seen since the shuffle; nothing if none."""
    if not seen:
        return ()
    head = tuple(Words(str(month + 1), month_name(month).ja) for month in months)
    counts = table_of([sum(card // 4 == month for card in seen) for month in months])
    title = Words(f"Seen since the shuffle: {len(seen)}", f"切ってから見えた札: {len(seen)}枚")
    return (Grid(title, head, (counts,)),)


def won_words(sight: Sight, after: Sight) -> Words:
    """What the seat itself won in the showdown."""
    units = round(after.rewards[sight.seat] * CHIP)
    if not units:
        return Words("You neither win nor lose.", "あなたは損得なし。")
    amount = f"{abs(units) / CHIP:g}"
    if units > 0:
        return Words(f"You win {amount}.", f"あなたは{amount}枚の勝ち。")
    return Words(f"You lose {amount}.", f"あなたは{amount}枚の負け。")


def bet_words(chips: int, where: Words) -> Words:
    if not chips:
        return Words(f"nothing on {where.en}", f"{where.ja}には張らない")
    return Words(f"{chips} on {where.en}", f"{where.ja}に{chips}枚")
