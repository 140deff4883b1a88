"""The compiled Echobo against its plain-Python reference, step by step."""

import pytest

from hanafuda_envs import make_game

from .compare import play_both
from .reference.echobo import Echobo
from .variants import ECHOBO, label

STEPS = 60_000  # for each variant: thousands of episodes


def same(position, reference):
    state, dealers = position.state, reference.dealers
    assert state["round"] == reference.round

    # What lies on the table; after the last showdown nothing does, here.
    down = state["down"].tolist()
    if reference.over:
        assert not any(down)
    else:
        picked = bool(dealers and reference.seat > 0)
        assert (reference.pick is not None) == picked
        assert down[0] == (1 << (reference.pick - 1) if picked else 0)
        for bettor, bets in enumerate(reference.bets):
            assert (bets is None) == (bettor + dealers >= reference.seat)
            assert down[1 + bettor] == (bets or 0)

    balance = state["balance"].tolist()
    bank = reference.balance[0] if dealers else reference.house
    assert balance[: 1 + reference.bettors] == [bank, *reference.balance[dealers:]]
    assert sum(balance) == 0
    assert position.game.info(state)["house"] == reference.house / 20
    if reference.over or reference.seat == 0:
        same_past(position, reference)


def same_past(position, reference):
    state, history = position.state, position.game.rules.history
    places = [[1 << (pick - 1) for pick, _ in reference.past]]
    places += [[bets[bettor] for _, bets in reference.past] for bettor in range(reference.bettors)]
    for place, sets in enumerate(places):
        counts = [sum(months >> month & 1 for months in sets) for month in range(6)]
        assert state["counts"][place].tolist() == counts
        stored = int.from_bytes(state["past"][place].astype("<u8").tobytes(), "little")
        latest = sum(months << 6 * back for back, months in enumerate(sets[::-1][:history]))
        assert stored & (1 << 6 * history) - 1 == latest


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
