"""Draws: the contract to the bit, and chances that come out."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanafuda_envs import chance, make_game
from hanafuda_envs.bits import members

from .reference import chance as reference

seeds = st.integers(0, 2**64 - 1)
counters = st.integers(0, 2**32 - 1)


@given(seeds, counters, counters, st.integers(0, 10_000), st.integers(1, 256))
def test_draws_follow_the_contract(seed, game, round_, k, n):
    key = np.uint64(chance.round_key(np.uint64(seed), game, round_))
    assert chance.draw(key, k, n) == reference.draw(seed, game, round_, k, n)


@given(seeds, st.integers(2, 8))
def test_the_first_dealer_is_a_draw_of_its_own(seed, players):
    assert chance.first_dealer(np.uint64(seed), players) == reference.first_dealer(seed, players)


def test_the_first_dealer_shifts_no_card():
    deals = [make_game("ju_mai", first_dealer=who).new(5).state for who in ("random", 0, 1)]
    assert len({tuple(deal["hands"].tolist()) for deal in deals}) == 1


def test_an_earlier_round_does_not_shift_a_later_one():
    """Two matches of one seed, played differently, have the same cards in every round."""
    game = make_game("ju_mai", lead=10_000, max_rounds=3)
    deals = []
    for choose in (min, max):
        position, seen = game.new(11), {}
        while not position.over:
            state = position.state
            if not state["captured"].any() and state["card"] < 0:
                seen.setdefault(int(state["round"]), (*state["hands"].tolist(), state["field"]))
            position.apply(choose(position.legal()))
        deals.append(seen)
    assert len(deals[0]) == 3
    assert deals[0] == deals[1]


def chi_square(counts, expected) -> float:
    counts, expected = np.asarray(counts, float), np.asarray(expected, float)
    return float(((counts - expected) ** 2 / expected).sum())


def five_sigma(cells: int) -> float:
    """A bound that a fair chi-square with so many cells passes but once in millions."""
    return cells - 1 + 5 * np.sqrt(2 * (cells - 1))


@pytest.fixture(scope="module")
def many_deals():
    """The first deals of 400,000 games: 12 million draws."""
    return make_game("ju_mai", misdeal="leave").batch(400_000, seed=2024).states


def test_every_card_is_dealt_equally_often_to_every_place(many_deals):
    games = len(many_deals)
    for hand in (many_deals["hands"][:, 0], many_deals["hands"][:, 1], many_deals["field"]):
        counts = [int((hand >> np.uint64(card) & np.uint64(1)).sum()) for card in range(48)]
        # Cards of one hand exclude each other: the variance is that of a sample without return.
        spread = chi_square(counts, [games * 10 / 48] * 48) / (1 - 10 / 48)
        assert spread < five_sigma(48)


def test_pairs_of_cards_are_dealt_equally_often(many_deals):
    hand = many_deals["hands"][:, 0]
    together = [
        int((hand >> np.uint64(a) & hand >> np.uint64(b) & np.uint64(1)).sum())
        for a, b in combinations(range(48), 2)
    ]
    share = comb(46, 8) / comb(48, 10)
    games = len(many_deals)
    worst = max(abs(count - games * share) for count in together)
    assert worst < 6 * np.sqrt(games * share * (1 - share))


def exact_misdeal_chance() -> Fraction:
    """Four of a month among ten of 48 cards, by inclusion and exclusion."""
    ways = 12 * comb(44, 6) - comb(12, 2) * comb(40, 2)
    return Fraction(ways, comb(48, 10))


def test_misdeals_come_as_often_as_they_should(many_deals):
    field = many_deals["field"]
    four = np.zeros(len(field), dtype=bool)
    for month in range(12):
        cards = np.uint64(0xF << 4 * month)
        four |= field & cards == cards
    chance_of_one, games = float(exact_misdeal_chance()), len(field)
    sigma = np.sqrt(games * chance_of_one * (1 - chance_of_one))
    assert abs(four.sum() - games * chance_of_one) < 5 * sigma


def test_misdeals_are_counted_by_the_draws():
    """With a redeal a round takes 30 more draws, again and again."""
    states = make_game("ju_mai").batch(400_000, seed=7).states
    redeals = Counter((states["draws"] // 30 - 1).tolist())
    p = float(exact_misdeal_chance())
    for times in range(2):
        expected = len(states) * p**times * (1 - p)
        assert abs(redeals[times] - expected) < 5 * np.sqrt(expected) + 1


def test_small_decks_by_enumeration():
    """Two months, two cards each, two on the field: every deal as often as every other."""
    game = make_game("ju_mai", months=2, hand=2, field=2)
    states = game.batch(300_000, seed=3).states
    deals = Counter(
        zip(*(part.tolist() for part in (states["hands"][:, 0], states["hands"][:, 1])))
    )
    possible = comb(8, 2) * comb(6, 2)
    assert len(deals) == possible
    counts = list(deals.values())
    assert chi_square(counts, [len(states) / possible] * possible) < five_sigma(possible)
    assert {len(members(hand)) for deal in deals for hand in deal} == {2}


def test_random_actions_are_even():
    batch = make_game("ju_mai").batch(100_000, seed=9)
    batch.states[:] = batch.states[0]
    batch._masks[:] = batch._masks[0]
    counts = np.bincount(batch.sample(), minlength=48)
    legal = np.flatnonzero(batch.mask[0])
    assert counts.sum() == counts[legal].sum()
    assert chi_square(counts[legal], [batch.size / legal.size] * legal.size) < five_sigma(10)


@pytest.mark.parametrize("seed", [None, "7", 1.0, True, [1]])
def test_seeds_are_integers(seed):
    with pytest.raises(TypeError, match="seed must be an integer"):
        chance.check_seed(seed)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_have_64_bits(seed):
    with pytest.raises(ValueError, match="seed must be from 0"):
        chance.check_seed(seed)


def test_numpy_integers_are_seeds():
    assert chance.check_seed(np.uint64(2**64 - 1)) == 2**64 - 1
