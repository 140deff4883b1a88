"""The compiled betting games against their plain-Python references, step by step."""

from collections import Counter

import pytest

from hanafuda_envs import make_game
from hanafuda_envs.bits import members

from .compare import play_both
from .reference.batta_maki import BattaMaki
from .reference.sanmai_kabu import SanmaiKabu
from .variants import GAMES, label

STEPS = 60_000  # for each variant: thousands of episodes
PHASES = ["bet", "call", "add", "over"]
RESULTS = ["lose", "tie", "win", "arashi"]
FAMILY = ("batta_maki", "mutsu_wari", "atosaki", "shoniban", "hankan")
OF_FAMILY = [(name, options) for name in FAMILY for options in GAMES[name]]


def cards(row) -> list[int]:
    return [int(card) for card in row if card >= 0]


def same_batta_maki(position, reference):
    state, bettors = position.state, reference.bettors
    assert PHASES[state["phase"]] == reference.phase
    assert (state["round"], state["lap"], state["pot"]) == (
        reference.round,
        reference.laps,
        reference.pot,
    )
    bets = [
        [int(chips) * (side == batch) for batch in (1, 2)]
        for chips, side in zip(state["bets"][:bettors], state["side"][:bettors])
    ]
    assert bets == reference.bets
    seen = Counter(members(state["seen"][0])) + Counter(members(state["seen"][1]))
    if reference.deck.cards[:2] != [0, 0]:  # one deck: nothing is seen twice
        seen = Counter(members(state["seen"][0]))
    assert seen == Counter(reference.seen)
    assert cards(state["shown"]) == reference.shi_e
    balance = reference.balance[:bettors]
    balance.append(reference.balance[-1] if reference.dealer_is_agent else reference.house)
    assert state["balance"][: bettors + 1].tolist() == balance
    assert state["paid_in"][: bettors + 1].tolist() == reference.paid_in
    assert sum(balance) + reference.pot == 0
    last = reference.last_showdown
    if last is not None:
        assert [cards(row[:3]) for row in state["last"]] == last["batches"]
        assert cards(state["last"][:, 3]) == last["extra"]
        assert [None, 0, 1][state["winner"]] == last["winner"]


@pytest.mark.parametrize(("name", "options"), OF_FAMILY, ids=label)
def test_batta_maki_and_its_family(name, options):
    play_both(
        make_game(name, **options),
        lambda seed: BattaMaki(name, seed, **options),
        same_batta_maki,
        STEPS,
        name + label(options),
    )


def same_sanmai_kabu(position, reference):
    state, players = position.state, reference.players
    assert (state["round"], state["stack"]) == (reference.round, reference.stack)
    assert state["dealer"] == (-1 if reference.dealer is None else reference.dealer)
    assert state["bets"][:players].tolist() == reference.bets
    assert members(state["seen"]) == sorted(reference.seen)
    assert state["balance"][:players].tolist() == reference.balance
    assert state["house"] == reference.house
    assert reference.house + sum(reference.balance) == 0
    last = reference.last_showdown
    if last is not None:
        assert [cards(row) for row in state["last"]] == [*last["stacks"], last["hand"]]
        assert [RESULTS[result] for result in state["results"]] == last["results"]


@pytest.mark.parametrize("options", GAMES["sanmai_kabu"], ids=label)
def test_sanmai_kabu(options):
    play_both(
        make_game("sanmai_kabu", **options),
        lambda seed: SanmaiKabu(seed, **options),
        same_sanmai_kabu,
        STEPS,
        label(options),
    )
