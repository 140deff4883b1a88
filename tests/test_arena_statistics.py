"""The arena's intervals and ratings, against what is known."""

import numpy as np
import pytest

from hanafuda_training import arena
from hanafuda_training.arena.bootstrap import Interval, Sample, all_alike, interval
from hanafuda_training.arena.ratings import Patterns, elo, fit, rate


def test_the_interval_of_a_share_is_the_binomial_one():
    deals, wins = 4000, 1000
    sample = Sample.of(np.array([0, 1, 1]), np.array([deals - wins, 600, 400]))
    found = interval([sample], [1 / deals])
    half = 1.96 * np.sqrt(0.25 * 0.75 / deals)
    assert found.value == 0.25
    assert found.low == pytest.approx(0.25 - half, abs=0.1 * half)
    assert found.high == pytest.approx(0.25 + half, abs=0.1 * half)


def test_intervals_hold_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(5)
    held, tries, deals = 0, 300, 400
    for _ in range(tries):
        values, counts = np.unique(rng.normal(0.0, 30, deals).round(), return_counts=True)
        found = interval([Sample(values.astype(np.int64), counts)], [1 / deals])
        held += found.low <= 0 <= found.high
    assert 0.91 < held / tries < 0.985


def test_independent_samples_add_up():
    one = Sample(np.array([-1, 1]), np.array([500, 500]))
    alone, both = interval([one], [1 / 1000]), interval([one, one], [1 / 1000, 1 / 1000])
    assert both.half_width / alone.half_width == pytest.approx(np.sqrt(2), rel=0.1)


def test_many_distinct_values_are_resampled_in_blocks():
    values = np.arange(3000)
    found = interval([Sample(values, np.ones(3000, dtype=np.int64))], [1 / 3000])
    half = 1.96 * values.std() / np.sqrt(3000)
    assert found.half_width == pytest.approx(half, rel=0.1)


def test_other_units_turn_an_interval_round():
    assert Interval(1.0, 0.5, 2.0).times(-2) == (-2.0, -4.0, -1.0)


def davidson(strengths, nu, games, pairs):
    """The outcomes that the model expects."""
    rows = []
    for i, j in pairs:
        a, b = np.exp(strengths[i]), np.exp(strengths[j])
        parts = np.array([a, nu * np.sqrt(a * b), b])
        rows.append(games * parts / parts.sum())
    return np.array(rows)


PAIRS = [(0, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize("nu", [0.0, 0.1, 2.0])
def test_known_strengths_are_found_again(nu):
    strengths = np.array([1.1, 0.2, -1.3])
    found, found_nu = fit(PAIRS, davidson(strengths, nu, 1e6, PAIRS), 3)
    assert found == pytest.approx(strengths, abs=1e-4)
    assert found_nu == pytest.approx(nu, abs=1e-4)


def test_a_rating_says_the_score():
    strength, _ = fit([(0, 1)], np.array([[10_000 / 11, 0, 1000 / 11]]) * 1e4, 2)
    ratings = elo(strength, ["a", "random"])
    assert ratings == pytest.approx([400, 0], abs=0.01)
    assert elo(strength, ["a", "b"]) == pytest.approx([200, -200], abs=0.01)


def test_who_always_wins_has_a_finite_rating():
    strength, nu = fit(PAIRS, np.array([[1000, 0, 0]] * 3), 3)
    assert np.isfinite(strength).all() and strength[0] > strength[1] > strength[2]
    assert nu == 0
    two = fit([(0, 1)], np.array([[1000, 0, 0]]), 2)[0]
    assert two[0] - two[1] == pytest.approx(np.log(1000.5 / 0.5))
    drawn = fit([(0, 1)], np.array([[0, 1000, 0]]), 2)
    assert drawn[0] == pytest.approx([0, 0]) and drawn[1] == pytest.approx(2000)


def test_ratings_have_intervals_by_deal():
    """Games of one deal that always end alike are worth half as much as others."""
    alike = Patterns(np.array([[2, 0, 0], [0, 0, 2]]), np.array([300, 200]))
    apart = Patterns(np.array([[1, 0, 0], [0, 0, 1]]), np.array([600, 400]))
    (wide, _), (narrow, _) = (rate(["a", "b"], [(0, 1)], [one]).elo for one in (alike, apart))
    assert wide.value == pytest.approx(narrow.value, abs=1e-6)
    assert wide.low < wide.value < wide.high
    assert wide.half_width / narrow.half_width == pytest.approx(np.sqrt(2), rel=0.1)
    # The error of a logit of p at n games is 1 / sqrt(n p (1 - p)); a pair shares it.
    expected = 1.96 / np.sqrt(1000 * 0.24) * 400 / np.log(10) / 2
    assert narrow.half_width == pytest.approx(expected, rel=0.1)


def test_deals_that_all_end_alike_are_no_certainty():
    """If a share q of deals ends otherwise, n alike in a row come with (1 - q) ** n."""
    low, high = all_alike(1.0, 400)[1:]
    assert high == 1.0
    assert low**400 == pytest.approx(0.05)
    assert all_alike(0.0, 400)[1:] == pytest.approx((0.0, 1 - low))
    result = arena.compare("yatchaba", ["bold", "cautious"], games=200, progress=False)
    (pair,) = result.pairs
    assert pair.wins == 0 and pair.score.value == 0.0
    assert 0.0 < pair.score.high < 0.1
