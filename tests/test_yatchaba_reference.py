"""Compiled Yatchaba against its plain-Python reference, step by step."""

import pytest

from hanafuda_envs import make_game
from hanafuda_envs.bits import members

from .compare import play_both
from .reference.yatchaba import Yatchaba
from .variants import YATCHABA, label

STEPS = 60_000  # for each variant: hundreds of episodes
PHASES = ["guess", "place", "decide", "over"]


def months(guess) -> list[int]:
    """The months of a guess as people number them."""
    return [int(month) + 1 for month in guess if month >= 0]


def same(position, reference):
    state, players = position.state, reference.players
    assert PHASES[state["phase"]] == reference.phase
    for name in ("game", "round", "dealer", "guesser", "lap", "amount", "placings", "pot", "house"):
        assert state[name] == getattr(reference, name), name
    for name in ("out", "passes", "rights", "balance"):
        assert state[name][:players].tolist() == getattr(reference, name), name
    assert months(state["guess"]) == reference.guess
    assert state["picks"] == len(reference.guess)
    assert members(state["shown"]) == sorted(reference.shown)
    assert reference.house + reference.pot + sum(reference.balance) == 0
    last = reference.last_showdown
    if last is None:
        assert state["last_guesser"] == -1
    else:
        assert state["last_guesser"] == last["guesser"]
        assert months(state["last_guess"]) == last["guess"]
        assert state["last_cards"].tolist() == last["cards"]
        assert state["last_hits"] == last["hits"]
        assert state["last_pot"] == last["pot"]


@pytest.mark.parametrize("options", YATCHABA, ids=label)
def test_yatchaba(options):
    play_both(
        make_game("yatchaba", **options),
        lambda seed: Yatchaba(seed, **options),
        same,
        STEPS,
        label(options),
    )
