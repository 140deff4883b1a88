"""The compiled Jū Mai against the plain-Python reference, step by step."""

import random

import numpy as np
import pytest

from hanafuda_envs import make_game
from hanafuda_envs.bits import set_of

from .reference.ju_mai import JuMai
from .variants import JU_MAI, label

STEPS = 200_000  # for each variant: thousands of matches of the full game, more of small ones
PHASES = ["play", "choose_played", "choose_drawn"]


def assert_same(position, reference):
    """Everything that the rules speak of is the same in both."""
    state = position.state
    assert position.seat == reference.seat
    assert position.over == reference.over
    assert position.legal() == reference.legal()
    assert [int(hand) for hand in state["hands"]] == [set_of(hand) for hand in reference.hands]
    assert int(state["field"]) == set_of(reference.field)
    assert [int(pile) for pile in state["captured"]] == [set_of(p) for p in reference.captured]
    assert int(state["card"]) == (-1 if reference.card is None else reference.card)
    assert (state["round"], state["carried"], state["dealer"]) == (
        reference.round,
        reference.carried,
        reference.dealer,
    )
    if not reference.over:
        assert PHASES[state["phase"]] == reference.phase


def expected_observation(reference, seat, game):
    """What the seat should see, from the reference alone."""
    other, deck = 1 - seat, set(range(4 * game.rules.months))
    waiting = set() if reference.card is None else {reference.card}
    known = reference.hands[seat] | reference.field | waiting
    known |= reference.captured[0] | reference.captured[1]
    points = [{"B": 30, "A": 10, "R": 5, "C": 0}[kind] for kind in KINDS]
    carried = reference.carried if seat == 0 else -reference.carried
    phase = 3 if reference.over else PHASES.index(reference.phase)
    return {
        "hand": reference.hands[seat],
        "field": reference.field,
        "captured": reference.captured[seat],
        "captured_by_other": reference.captured[other],
        "unseen": deck - known,
        "passed_up": (deck - known) & reference.passed_up(other),
        "card": waiting,
        "choices": reference.matching(reference.card) if waiting else set(),
        "phase": [int(phase == number) for number in range(4)],
        "to_act": int(reference.seat == seat),
        "dealer": int(reference.dealer == seat),
        "turn": 2 * game.rules.hand - sum(map(len, reference.hands)),
        "other_hand": len(reference.hands[other]),
        "pile": reference.pile_left,
        "score": sum(points[card] for card in reference.captured[seat]) // 5,
        "score_of_other": sum(points[card] for card in reference.captured[other]) // 5,
        "carried": carried / 5,
        "to_win": -((carried - game.rules.lead) // 5),
        "to_lose": -((-carried - game.rules.lead) // 5),
        "round": reference.round,
        "rounds_left": game.rules.max_rounds - 1 - reference.round,
    }


KINDS = "BRCC ARCC BRCC ARCC ARCC ARCC ARCC BACC ARCC ARCC BARC BCCC".replace(" ", "")


def assert_sees(position, reference, game):
    for seat in range(2):
        pieces = game.layout.split(position.observe(seat))
        expected = expected_observation(reference, seat, game)
        assert list(pieces) == list(expected)
        for name, value in expected.items():
            if isinstance(value, set):
                assert set(np.flatnonzero(pieces[name].ravel())) == value, name
            else:
                assert pieces[name].tolist() == value, name


@pytest.mark.parametrize("options", JU_MAI, ids=label)
def test_every_step_is_the_references(options):
    game = make_game("ju_mai", **options)
    chooser = random.Random(label(options))
    steps = 0
    while steps < STEPS:
        seed = chooser.getrandbits(64)
        position, reference = game.new(seed), JuMai(seed, **options)
        look = chooser.random() < 0.03
        assert_same(position, reference)
        while not reference.over:
            if look:
                assert_sees(position, reference, game)
            steps += 1
            action = chooser.choice(reference.legal())
            expected = reference.apply(action)
            assert list(position.apply(action).rewards) == expected
            assert_same(position, reference)
        if look:
            assert_sees(position, reference, game)
