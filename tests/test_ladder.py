"""The order of the players, in short: fewer games than the page has, enough to notice an error.

Seeds are fixed, so nothing here fails by luck; it fails if a player becomes worse than the one
below it, or if rules and theory come apart.
"""

from dataclasses import replace

import pytest

from hanafuda_training.ladder import LADDERS

# The longest search is left to the page: it takes minutes.
SHORT = [replace(LADDERS[0], players=LADDERS[0].players[:4]), *LADDERS[1:]]


@pytest.mark.parametrize("ladder", SHORT, ids=lambda ladder: ladder.name)
def test_every_rung_is_above_the_one_below(ladder):
    result = ladder.climb(games=ladder.quick, workers=1, progress=False)
    assert not any(player.forfeits for player in result.players)
    for rung in ladder.rungs(result):
        if ladder.skill:
            assert rung.proven, rung
        else:
            assert rung.difference.low <= 0 <= rung.difference.high, rung


@pytest.mark.parametrize(
    "ladder",
    [ladder for ladder in LADDERS if ladder.exact_net("bold") is not None],
    ids=lambda ladder: ladder.name,
)
def test_measured_and_exact_values_agree(ladder):
    """Within twice the interval: about four standard errors."""
    result = ladder.climb(games=ladder.quick, workers=1, progress=False, seed=2)
    compared = 0
    for player in result.players:
        theory = ladder.exact_net(player.label)
        if theory is not None:
            net = player.net_told
            assert abs(net.value - theory) <= 2 * net.half_width + 1e-9, player
            compared += 1
    assert compared >= 2


def test_greedy_wins_84_percent_against_random():
    ladder = replace(LADDERS[0], players=["random", "greedy"])
    (pair,) = ladder.climb(games=40_000, workers=1, progress=False).pairs
    assert 1 - pair.score.high > 0.84
