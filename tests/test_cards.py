import itertools
import random

import numpy as np
import pytest

from hanafuda_envs import bits, cards
from hanafuda_envs.cards import CARDS, Kind


def test_the_deck_is_the_traditional_one():
    assert [card.id for card in CARDS] == list(range(48))
    kinds = [card.kind for card in CARDS]
    assert [kinds.count(kind) for kind in (Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON, Kind.CHAFF)] == [
        5,
        9,
        10,
        24,
    ]
    assert all(card.month.number == card.id // 4 + 1 for card in CARDS)
    assert len({card.name for card in CARDS}) == 48


def test_cards_are_named_as_players_name_them():
    assert str(CARDS[0]) == "Crane (松に鶴)"
    assert str(CARDS[28]) == "Moon (芒に月)"
    assert str(CARDS[29]) == "Geese (芒に雁)"
    assert str(CARDS[40]) == "Rain Man (柳に小野道風)"
    assert str(CARDS[21]) == "Peony blue ribbon (牡丹に青短)"
    assert CARDS[43].name == "Lightning"
    assert CARDS[47].name == "Paulownia chaff 3"


def test_point_tables_have_the_totals_of_the_rules():
    assert cards.JU_MAI_POINTS.sum() == 290
    assert cards.HANA_AWASE_POINTS.sum() == 264
    without_paulownia_chaff = [card.id for card in CARDS if card.id not in (45, 46, 47)]
    assert len(without_paulownia_chaff) == 45
    assert cards.HON_BANA_POINTS[without_paulownia_chaff].sum() == 300


def test_nagoya_order():
    order = (
        "Pine Willow Cherry Wisteria Iris Paulownia Bush_Clover Susuki Chrysanthemum Maple Peony"
    )
    by_number = dict(zip(cards.NAGOYA_NUMBER, (month.flower for month in cards.MONTHS)))
    expected = [*(flower.replace("_", " ") for flower in order.split()), "Plum"]
    assert [by_number[number] for number in range(1, 13)] == expected


def test_sets_of_cards():
    assert bits.members(bits.set_of([3, 0, 47])) == [0, 3, 47]
    assert bits.members(0) == []


@pytest.mark.parametrize("nth", [bits.nth, bits.nth_by_table])
def test_nth_and_count_agree_with_counting(nth):
    rng = random.Random(1)
    words = [0, 1, 2**63, 2**64 - 1, 2**48 - 1]
    words += [rng.getrandbits(64) & rng.getrandbits(64) for _ in range(300)]
    for word in words:
        members = bits.members(word)
        assert bits.count(np.uint64(word)) == len(members)
        assert [nth(np.uint64(word), n) for n in range(len(members))] == members


def test_months_are_four_neighbours():
    for card, other in itertools.product(range(48), repeat=2):
        together = bool(int(cards.of_month(card)) >> other & 1)
        assert together == (CARDS[card].month is CARDS[other].month)
