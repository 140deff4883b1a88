"""What is said at a table, in English and Japanese at once.

A view carries both languages, so that whoever shows it can switch without asking again.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from hanafuda_envs.cards import CARDS, MONTHS
from hanafuda_envs.money import CHIP
from hanafuda_envs.opponents import role_of
from hanafuda_envs.render.text import Pen

__all__ = [
    "LANGUAGES",
    "Words",
    "agent_name",
    "both",
    "card_name",
    "card_names",
    "chips",
    "month_name",
    "signed_chips",
    "titles",
]

LANGUAGES = ("en", "ja")


class Words(NamedTuple):
    """One text in both languages."""

    en: str
    ja: str

    def say(self, language: str) -> str:
        return self.ja if language == "ja" else self.en

    @classmethod
    def join(cls, parts: "Iterable[Words]", english: str = ", ", japanese: str = "、") -> "Words":
        parts = list(parts)
        return cls(english.join(p.en for p in parts), japanese.join(p.ja for p in parts))

    @classmethod
    def same(cls, text: object) -> "Words":
        """What both languages write alike: numbers, signs."""
        return cls(str(text), str(text))


_PENS = tuple(Pen(color=False, language=language) for language in LANGUAGES)


def both(write: Callable[[Pen], str]) -> Words:
    """What a function of the text pictures writes, in both languages."""
    english, japanese = map(write, _PENS)
    return Words(english, japanese)


titles = {
    "ju_mai": Words("Jū Mai", "十枚"),
    "batta_maki": Words("Batta Maki", "バッタまき"),
    "mutsu_wari": Words("Mutsu-wari", "六ツ割"),
    "atosaki": Words("Atosaki", "アトサキ"),
    "shoniban": Words("Shoniban", "初二番"),
    "hankan": Words("Hankan", "ハンカン"),
    "sanmai_kabu": Words("Sanmai Kabu", "三枚かぶ"),
    "yatchaba": Words("Yatchaba", "やっちゃば"),
    "echobo": Words("Echobo", "絵樗蒲"),
}
"""The games as people write them."""

_ROLES = {
    "player": Words("Player", "打ち手"),
    "bettor": Words("Bettor", "張り子"),
    "dealer": Words("Dealer", "親"),
}


def agent_name(agent: str, alone: bool = False) -> Words:
    """How a seat is called: "Bettor 2"; ``alone`` where there is only one other."""
    if alone:
        return Words("Opponent", "相手")
    role = role_of(agent)
    number = agent.removeprefix(role).removeprefix("_")
    name = _ROLES[role]
    return Words(f"{name.en} {number}".strip(), name.ja + number)


def card_name(card: int) -> Words:
    return both(lambda pen: pen.full_name(CARDS[card]))


def card_names(cards: Sequence[int]) -> Words:
    return Words.join([card_name(card) for card in cards])


def month_name(month: int) -> Words:
    """The flower of a month; months are counted from 0."""
    flower = MONTHS[month]
    return Words(flower.flower, flower.japanese)


def chips(number: float) -> Words:
    return Words(f"{number:g} chip{'' if number == 1 else 's'}", f"{number:g}枚")


def signed_chips(units: int) -> Words:
    """Units as chips won or lost."""
    return Words.same(f"{units / CHIP:+g}".replace("-", "−") if units else "0")
