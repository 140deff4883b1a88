"""What the players of Jū Mai do, against plain Python and against counting."""

import random
from itertools import combinations, permutations

import numpy as np
import pytest

from hanafuda_agents import play_games
from hanafuda_agents.ju_mai import FIVE, FURTHEST, worth_of_leads
from hanafuda_envs import make_game
from hanafuda_envs.bits import members, set_of
from hanafuda_envs.cards import JU_MAI_POINTS
from hanafuda_envs.opponents import make_opponent

from .play import random_positions

GAME = make_game("ju_mai")


def plain_greedy(position):
    """The most points now; else the cheapest card; of equal ones the lowest number."""
    field = members(position.state["field"])

    def value(card):
        if position.state["phase"] != 0:
            return int(JU_MAI_POINTS[card])
        here = [int(JU_MAI_POINTS[other]) for other in field if other // 4 == card // 4]
        if not here:
            return -int(JU_MAI_POINTS[card])
        return 1000 + int(JU_MAI_POINTS[card]) + (sum(here) if len(here) == 3 else max(here))

    return max(position.legal(), key=lambda card: (value(card), -card))


def test_greedy_is_what_it_says():
    player = make_opponent("greedy", GAME)
    asked = 0
    for seed in range(60):
        for position in random_positions(GAME, seed):
            if not position.over:
                assert player(position.observe(), position.mask()) == plain_greedy(position)
                asked += 1
    assert asked > 1000


def test_greedy_holds_nothing_that_it_passed_up():
    """Who looks for points plays the best that he has: what would have been better he lacks."""
    game, passed = make_game("ju_mai", max_rounds=3), 0
    greedy, lots = make_opponent("greedy", game), random.Random(7)
    for seed in range(100):
        position = game.new(seed)
        while not position.over:
            if position.seat == 0:
                seen = cards_of(position, "passed_up")
                assert not seen & set(members(position.state["hands"][1]))
                passed += len(seen)
                position.apply(lots.choice(position.legal()))
            else:
                position.apply(greedy(position.observe(), position.mask()))
    assert passed > 2000


def cards_of(position, piece):
    """The cards in a piece of what the seat to act sees."""
    where = position.game.layout[piece]
    return set(np.flatnonzero(position.observe()[where.slice]).tolist())


# --- the last cards ---------------------------------------------------------------------------


def with_cards(position, seat, other_hand, first_drawn):
    """The position with these cards in the other hand and this one on top of the pile."""
    for seed in range(10_000):
        copy = position.clone()
        copy._states["hands"][0, 1 - seat] = set_of(other_hand)
        copy._states["seed"][0] = seed
        pile = pile_of(copy)
        if len(pile) < 2 or next_drawn(copy) == first_drawn:
            return copy
    raise AssertionError("no such seed")


def pile_of(position):
    s = position.state
    seen = int(s["hands"][0] | s["hands"][1] | s["field"] | s["captured"][0] | s["captured"][1])
    card = [int(s["card"])] if s["card"] >= 0 else []
    return [c for c in range(48) if not seen >> c & 1 and c not in card]


def next_drawn(position):
    from hanafuda_envs.chance import draw_card, round_key

    s = position.state
    key = round_key(s["seed"], 0, s["round"])
    return draw_card(key, s["draws"], np.uint64(set_of(pile_of(position))))


def solved(position, me):
    """Points of the round for ``me`` if both see everything."""
    round_ = int(position.state["round"])
    if position.over or int(position.state["round"]) != round_:
        raise AssertionError
    values = []
    for action in position.legal():
        after = position.after(action)
        values.append(sum_of(after, me) if after.over else solved(after, me))
    return max(values) if position.seat == me else min(values)


def sum_of(position, me):
    carried = int(position.state["carried"])
    return carried if me == 0 else -carried


def late_positions(game, seeds):
    for seed in seeds:
        for position in random_positions(game, seed):
            if position.over or len(position.legal()) < 2:
                continue
            seat = position.seat
            held = int(position.state["hands"][1 - seat]).bit_count()
            if held == 1 and len(pile_of(position)) <= 1:
                yield position.clone(), seat


@pytest.mark.parametrize("reads", [False, True])
def test_the_last_cards_are_solved(reads):
    """Against trying every arrangement in plain Python, where the other holds one card."""
    game = make_game("ju_mai", max_rounds=1, reward="points")
    player = make_opponent(f"search:rollouts=1,reads={str(reads).lower()}", game)
    checked = 0
    for position, seat in late_positions(game, range(400)):
        hand = members(position.state["hands"][1 - seat])
        unseen = sorted(hand + pile_of(position))
        kept = [card for card in unseen if card not in cards_of(position, "passed_up")]
        holdable = kept if reads and kept else unseen
        values = {}
        for action in position.legal():
            total = 0
            for other in combinations(holdable, len(hand)):
                pile = [card for card in unseen if card not in other]
                for order in permutations(pile):
                    first = order[0] if order else None
                    dealt = with_cards(position, seat, other, first).after(action)
                    total += sum_of(dealt, seat) if dealt.over else solved(dealt, seat)
            values[action] = total
        chosen = player(position.observe(), position.mask())
        assert values[chosen] == max(values.values())
        checked += len(set(values.values())) > 1
    assert checked > 20  # positions in which it matters what one does


@pytest.mark.parametrize("reads", ["1", "yes"])
def test_a_search_reads_or_does_not(reads):
    with pytest.raises(ValueError, match="allowed is true or false"):
        make_opponent(f"search:reads={reads}", GAME)


# --- what a lead is worth -----------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"lead": 80, "next_dealer": "winner"}, {"lead": 60}])
def test_a_lead_is_worth_what_matches_show(options):
    game = make_game("ju_mai", first_dealer=0, max_rounds=4, **options)
    worth = worth_of_leads(game)
    # What one side gains the other loses.
    np.testing.assert_allclose(worth[:, 0, ::-1], -worth[:, 1], atol=1e-12)
    greedy = make_opponent("greedy", game)
    results = play_games(game, [greedy] * 2, np.arange(40_000, dtype=np.uint64) + 10**9)[:, 0]
    expected = worth[3, 0, FURTHEST]
    assert abs(results.mean() - expected) < 5 / np.sqrt(20_000)
    assert worth[0, 0, FURTHEST + 20 // FIVE] > worth[0, 0, FURTHEST] > worth[0, 0, FURTHEST - 4]
