"""The variants of Batta Maki: what makes each game of the family, and its options.

A new variant is one more entry in ``VARIANTS``; the compiled rules (``batta_maki.py``) read it
as data.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hanafuda_envs.bits import set_of
from hanafuda_envs.cards import NAGOYA_NUMBER
from hanafuda_envs.money import in_units
from hanafuda_envs.rules import Choice, Count, Option, OptionalCount, Rules

__all__ = ["BANK", "MOST_BETTORS", "POT", "TIES", "VARIANTS", "BattaMakiRules", "Variant"]

MOST_BETTORS = 8

BANK, POT = "bank", "pot"
TIES = ("return", "refund", "dealer", "carry", "draw", "type_points", "total")


@dataclass(frozen=True)
class Variant:
    """What makes one game of the family."""

    name: str
    title: str
    deck: Sequence[int]
    """The card ids that are played with."""
    values: Sequence[int]
    """What a card of each month counts, months in standard order."""
    options: Mapping[str, Option[Any]]
    """Its own options, beside those that all have."""
    settlement: str
    """BANK: the dealer pays and takes. POT: the winners share what both sides have staked."""
    shuffled: bool = False
    """Whether the deck is shuffled every round; else it is dealt through."""
    nagoya_ranks: bool = False
    """Whether Arashi and Tsuke beat every digit, and Hon-bana points break ties."""
    shown: int = 0
    """Cards that are drawn and shown before the betting."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """What it does not let one choose, where that is not the usual."""

    def rounds(self, chosen: Mapping[str, Any]) -> int:
        """How many rounds an episode has."""
        if self.shuffled:
            return int(chosen["rounds"])
        return len(self.deck) * int(chosen["decks"]) // (6 + self.shown)


def _soliciting() -> dict[str, Option[Any]]:
    return {
        "dealer": Choice("house", "agent", ground="S", meaning="who evens the totals"),
        "solicit_laps": Count(
            0, "S", "how often the dealer may call for bets on the lighter batch", least=0
        ),
    }


def _pot_options(*ties: str, ground: str) -> dict[str, Option[Any]]:
    return {
        **_soliciting(),
        "rounds": Count(8, "D", "rounds in an episode"),
        "split": Choice(
            "proportional",
            "equal",
            ground="S",
            meaning="how the winners share: by their bets, or per head",
        ),
        "tie": Choice(*ties, ground=ground, meaning="what happens when no batch is higher"),
    }


def _bank_options() -> dict[str, Option[Any]]:
    return {
        **_soliciting(),
        "payout": Choice(1.0, 0.9, ground="S", meaning="what a winning bet gains for each chip"),
        "tie": Choice(
            "return", "dealer", ground="S", meaning="who has the bets when no batch is higher"
        ),
    }


_MONTHS = tuple(range(1, 13))
_NAGOYA_VALUES = tuple(min(number, 10) for number in NAGOYA_NUMBER)
_ALL_CARDS = tuple(range(48))
_WITHOUT_PAULOWNIA_CHAFF = tuple(range(45))

VARIANTS = (
    Variant(
        name="batta_maki",
        title="Batta Maki",
        deck=_ALL_CARDS,
        values=_MONTHS,
        settlement=BANK,
        options={
            **_bank_options(),
            "decks": Choice(1, 2, ground="S", meaning="how many decks are mixed"),
        },
    ),
    Variant(
        name="mutsu_wari",
        title="Mutsu-wari",
        deck=tuple(range(40)),
        values=_MONTHS,
        settlement=BANK,
        options=_bank_options(),
    ),
    Variant(
        name="atosaki",
        title="Atosaki",
        deck=_ALL_CARDS,
        values=tuple(min(month, 10) for month in _MONTHS),
        settlement=POT,
        shuffled=True,
        options=_pot_options("draw", "type_points", "total", "carry", ground="S"),
    ),
    Variant(
        name="shoniban",
        title="Shoniban",
        deck=_WITHOUT_PAULOWNIA_CHAFF,
        values=_NAGOYA_VALUES,
        settlement=POT,
        shuffled=True,
        nagoya_ranks=True,
        options=_pot_options("refund", "carry", ground="D"),
    ),
    Variant(
        name="hankan",
        title="Hankan",
        deck=_WITHOUT_PAULOWNIA_CHAFF,
        values=_NAGOYA_VALUES,
        settlement=BANK,
        nagoya_ranks=True,
        shown=3,
        options={},
        fixed={"payout": 0.5},
    ),
)

USUAL = {
    "dealer": "house",
    "solicit_laps": 0,
    "payout": 1.0,
    "decks": 1,
    "rounds": 0,
    "split": "proportional",
    "tie": "return",
}
"""What a variant without the option plays."""


class BattaMakiRules(Rules):
    """The options that all games of the family have."""

    variant: Variant

    bettors = Count(3, "D", "how many bet", most=MOST_BETTORS)
    max_bet = Count(5, "D", "chips that can be bet in one decision")
    bankroll = OptionalCount(
        None, "D", "chips that each bettor begins with; without it they may go into debt"
    )

    def check(self) -> None:
        """A dealer who is an agent needs something to decide."""
        chosen = self.chosen()
        if chosen["dealer"] != "agent":
            return
        if chosen["solicit_laps"] < 1:
            raise ValueError("dealer='agent' is possible only with solicit_laps of at least 1")
        if self.bettors < 2:
            raise ValueError("dealer='agent' is possible only with bettors of at least 2")

    def chosen(self) -> dict[str, Any]:
        """Every option of the family: as chosen here, or as the variant plays it."""
        return {**USUAL, **self.variant.fixed, **self._values}

    def record(self) -> np.ndarray:
        """One record for the whole family: what is chosen, and what the variant is."""
        variant, chosen = self.variant, self.chosen()
        record = np.zeros(1, dtype=RECORD)
        record["bettors"], record["max_bet"] = self.bettors, self.max_bet
        record["bankroll"] = BattaMakiRules.bankroll.code(self.bankroll)
        record["dealer_is_agent"] = chosen["dealer"] == "agent"
        record["solicit_laps"] = chosen["solicit_laps"]
        record["payout"] = in_units(chosen["payout"])
        record["equal_split"] = chosen["split"] == "equal"
        record["tie"] = TIES.index(chosen["tie"])
        record["rounds"] = variant.rounds(chosen)
        record["two_decks"] = chosen["decks"] == 2
        record["deck"] = set_of(variant.deck)
        record["values"] = variant.values
        record["pot_settlement"] = variant.settlement == POT
        record["shuffled"] = variant.shuffled
        record["nagoya_ranks"] = variant.nagoya_ranks
        record["shown"] = variant.shown
        record.setflags(write=False)
        return record


RECORD = np.dtype(
    [
        ("bettors", np.int64),
        ("max_bet", np.int64),
        ("bankroll", np.int64),
        ("dealer_is_agent", np.int64),
        ("solicit_laps", np.int64),
        ("payout", np.int64),  # units for each chip
        ("equal_split", np.int64),
        ("tie", np.int64),
        ("rounds", np.int64),
        ("two_decks", np.int64),
        ("deck", np.uint64),
        ("values", np.int64, (12,)),
        ("pot_settlement", np.int64),
        ("shuffled", np.int64),
        ("nagoya_ranks", np.int64),
        ("shown", np.int64),
    ]
)
