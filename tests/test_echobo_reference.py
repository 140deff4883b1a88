"""The compiled Echobo against its plain-Python reference, step by step."""

import pytest

from hanafuda_envs import make_game
from hanafuda_envs.bits import members

from .compare import play_both
from .reference.echobo import Echobo
from .variants import ECHOBO, label

STEPS = 60_000  # for each variant: thousands of episodes


def months(bets: int) -> list[int]:
    return [month + 1 for month in members(bets)]


def same(position, reference):
    state, game = position.state, position.game
    bettors, dealers = reference.bettors, reference.dealers
    assert state["round"] == reference.round

    # What lies on the table; after the last showdown nothing does, here.
    down = [members(bets) for bets in state["down"].tolist()]
    if reference.over:
        assert not any(down)
    else:
        picked = dealers and reference.seat > 0
        assert down[0] == ([reference.pick - 1] if picked else [])
        assert (reference.pick is not None) == bool(picked)
        for bettor, bets in enumerate(reference.bets):
            assert (bets is None) == (bettor + dealers >= reference.seat)
            assert down[1 + bettor] == members(bets or 0)

    past = reference.past[::-1][: game.rules.history]
    for back, (pick, bets) in enumerate(past):
        assert game.past_months(state, 0, back) == [pick]
        for bettor in range(bettors):
            assert game.past_months(state, 1 + bettor, back) == months(bets[bettor])

    balance = state["balance"].tolist()
    bank = reference.balance[0] if dealers else reference.house
    assert balance[: 1 + bettors] == [bank, *reference.balance[dealers:]]
    assert sum(balance) == 0
    assert game.info(state)["house"] == reference.house / 20


def same_counts(position, reference):
    same(position, reference)
    counts = position.state["counts"].tolist()
    for month in range(6):
        assert counts[0][month] == sum(pick == month + 1 for pick, _ in reference.past)
        for bettor in range(reference.bettors):
            often = sum(bets[bettor] >> month & 1 for _, bets in reference.past)
            assert counts[1 + bettor][month] == often


@pytest.mark.parametrize("options", ECHOBO, ids=label)
def test_echobo(options):
    rules = {name: value for name, value in options.items() if name != "history"}
    play_both(
        make_game("echobo", **options),
        lambda seed: Echobo(seed, **rules),
        same,
        STEPS,
        label(options),
    )


@pytest.mark.parametrize("options", ECHOBO, ids=label)
def test_what_is_counted(options):
    rules = {name: value for name, value in options.items() if name != "history"}
    play_both(
        make_game("echobo", **options),
        lambda seed: Echobo(seed, **rules),
        same_counts,
        STEPS // 20,
        label(options),
    )
