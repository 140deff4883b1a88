"""What is always true of Echobo: payouts, secrecy, options, its table."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanafuda_envs import make_game, to_text
from hanafuda_envs.games.echobo import COUNT_LIMIT
from hanafuda_envs.render.text import width

from .play import random_positions
from .variants import ECHOBO, label

seeds = st.integers(0, 2**64 - 1)
games = st.sampled_from(ECHOBO).map(lambda options: make_game("echobo", **options))


def sets_of(most):
    return [bets for bets in range(64) if bets.bit_count() <= most]


def pieces(position, seat):
    return position.game.layout.split(position.observe(seat))


# --- paying -----------------------------------------------------------------------------------


@pytest.mark.parametrize("payout", [5.0, 4.6, 4.5])
@pytest.mark.parametrize("bet_size", [1, 7])
def test_every_bet_against_every_pick(payout, bet_size):
    game = make_game("echobo", bettors=1, max_cards=6, payout=payout, bet_size=bet_size, rounds=1)
    for pick, bets in product(range(6), range(64)):
        dealer, bettor = game.new(1).apply(pick).apply(bets).rewards
        right = bets >> pick & 1
        gain = bet_size * (Fraction(str(payout)) * right - (bets.bit_count() - right))
        assert bettor == float(gain)
        assert dealer == -bettor


def test_everybody_is_paid_at_the_showdown_alone():
    position = make_game("echobo", payout=4.6).new(1)
    for action in (2, 0b000100, 0b001011):
        assert position.apply(action).rewards == (0.0, 0.0, 0.0, 0.0)
    assert position.apply(0b000110).rewards == (-5.2, 4.6, -3.0, 3.6)
    assert position.seat == 0
    assert position.apply(0).rewards == (0.0, 0.0, 0.0, 0.0)


@given(games, seeds)
def test_rewards_are_the_result(game, seed):
    total = np.zeros(game.seats)
    for position in random_positions(game, seed):
        total += position.rewards
    house = game.info(position.state)["house"]
    assert total.sum() + house == pytest.approx(0, abs=1e-6)
    assert position.state["round"] + 1 == game.rules.rounds
    low, high = game.reward_bounds()
    assert ((low <= total) & (total <= high)).all()


@pytest.mark.parametrize("options", ECHOBO, ids=label)
def test_the_bounds_of_the_rewards_are_reached(options):
    game = make_game("echobo", **{**options, "dealer": "agent"})
    low, high = game.reward_bounds()
    most = min(game.rules.max_cards, 5)
    results = []
    for bets in (1, (1 << most) - 1 << 1):  # always right, or always wrong
        position, total = game.new(1), np.zeros(game.seats)
        while not position.over:
            total += position.apply(0 if position.seat == 0 else bets).rewards
        results += total.tolist()
    assert min(results) == pytest.approx(low)
    assert max(results) == pytest.approx(high)


def test_the_house_picks_each_month_alike():
    """50,000 picks: each month within five standard deviations of a sixth."""
    game = make_game("echobo", dealer="house", bettors=1, rounds=50_000)
    position = game.new(7)
    while not position.over:
        position.apply(0)
    picks = position.state["counts"][0]
    assert picks.sum() == 50_000
    assert abs(picks - 50_000 / 6).max() < 5 * (50_000 * 5 / 36) ** 0.5


def test_the_pick_of_the_house_depends_on_no_bet():
    game = make_game("echobo", dealer="house", rounds=20, history=20)
    picks = set()
    for chooser in range(5):
        *_, last = _played(game, 3, random.Random(chooser))
        picks.add(tuple(tuple(game.past_months(last.state, 0, back)) for back in range(20)))
    assert len(picks) == 1


def _played(game, seed, chooser):
    position = game.new(seed)
    while not position.over:
        position.apply(chooser.choice(position.legal()))
        yield position


# --- secrecy ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", ["agent", "house"])
def test_nobody_sees_anything_of_a_round_before_its_showdown(dealer):
    """All observations over all alternatives of what the others have put down."""
    game = make_game("echobo", bettors=2, max_cards=2, dealer=dealer, history=2)
    start = game.new(5)
    for actions in ((3, 0b11, 0b101000), (1, 0, 0b10)):  # two rounds of a past
        for action in actions[-game.seats :]:
            start.apply(action)
    for size in range(1, game.seats):  # how many have put something down
        choices = [range(6) if agent == "dealer" else sets_of(2) for agent in game.agents[:size]]
        seen = [{} for _ in game.agents]
        for actions in product(*choices):
            position = start.clone()
            for action in actions:
                position.apply(action)
            for seat in range(game.seats):
                own = actions[seat] if seat < size else None
                seen[seat].setdefault(own, set()).add(position.observe(seat).tobytes())
            assert position.legal() == sets_of(2)
        for seat, by_own_action in enumerate(seen):
            assert all(len(observations) == 1 for observations in by_own_action.values())
            own = len(choices[seat]) if seat < size else 1
            assert len(set.union(*by_own_action.values())) == own  # but one's own is seen


@pytest.mark.parametrize("options", [{}, {"dealer": "house", "bettors": 2}], ids=label)
def test_dealing_anew_reaches_everything_that_may_be_so(options):
    game = make_game("echobo", max_cards=1, **options)
    position = game.new(1)
    while position.seat < game.seats - 1:
        position.apply(1)
    last = game.seats - 1
    down = [position.determinize(last, seed).state["down"].tolist() for seed in range(400)]
    first = 0 if "dealer" in game.agents else 1
    for place in range(first, last + first):
        expected = {1, 2, 4, 8, 16, 32} | (set() if place == 0 else {0})
        assert {at[place] for at in down} == expected
    assert position.determinize(0, 3).state["down"][first] == position.state["down"][first]
    assert position.determinize(0, 3) == position.determinize(0, 3)


def test_what_was_put_down_is_public_afterwards():
    position = make_game("echobo", bettors=3, history=2).new(1)
    for action in (5, 0b1, 0b110, 0, 2, 0b100, 0b11, 0b1000):
        position.apply(action)
    seen = pieces(position, 2)  # bettor_1
    months = np.arange(6)
    assert seen["past_picks"].tolist() == [(months == 2).tolist(), (months == 5).tolist()]

    def bits(bets):
        return [bets >> month & 1 for month in range(6)]

    assert seen["past_bets"].tolist() == [
        [bits(0b11), bits(0b110)],
        [bits(0b1000), bits(0)],
        [bits(0b100), bits(0b1)],
    ]
    assert seen["picks"].tolist() == [0, 0, 1, 0, 0, 1]
    assert seen["bets"].tolist() == [
        [1, 2, 1, 0, 0, 0],
        [0, 0, 0, 1, 0, 0],
        [1, 0, 1, 0, 0, 0],
    ]
    assert seen["chips"].tolist() == [20 * -4, 20 * -1, 20 * 4]
    assert seen["dealer_chips"] == 20
    assert (seen["round"], seen["rounds_left"]) == (2, 9)
    assert seen["role"].tolist() == [0, 1]
    from_the_dealer = pieces(position, 0)
    assert from_the_dealer["role"].tolist() == [1, 0]
    assert from_the_dealer["chips"].tolist() == [20 * 4, 20 * -4, 20 * -1]
    assert (from_the_dealer["bets"] == np.roll(seen["bets"], 1, axis=0)).all()


def test_an_observation_says_whose_turn_it_is_and_what_lies_before_oneself():
    position = make_game("echobo", bettors=1, rounds=1).new(1)
    told = []
    for action in (3, 0b1010, None):
        for seat in (0, 1):
            seen = pieces(position, seat)
            now = (int(seen["to_act"]), int(seen["decided"]), seen["phase"].argmax())
            told.append((now, np.flatnonzero(seen["down"]).tolist()))
        if action is not None:
            position.apply(action)
    assert told == [
        ((1, 0, 0), []),
        ((0, 0, 0), []),
        ((0, 1, 1), [3]),
        ((1, 0, 1), []),
        ((0, 0, 2), []),
        ((0, 0, 2), []),
    ]


def test_counts_stop_where_there_is_no_more_room():
    rounds = COUNT_LIMIT + 3
    game = make_game("echobo", dealer="house", bettors=1, rounds=rounds)
    batch, last = game.batch(1, seed=1), np.array([0b1])
    for _ in range(rounds - 1):
        batch.step(last)
    assert batch.states["counts"][0, 1].tolist() == [COUNT_LIMIT, 0, 0, 0, 0, 0]
    assert game.observation_space().contains(batch.observe(0, 0))


# --- options ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bettors": 4}, "bettors=4 is not possible with decks=1.*1 to 4\\*decks - 1 = 3"),
        ({"bettors": 8, "decks": 2}, "bettors=8 .*= 7"),
        ({"bettors": 12, "decks": 3}, "bettors=12 is not possible: .*1 to 11"),
        ({"bettors": 0}, "bettors=0"),
        ({"decks": 4}, "decks=4 is not possible: allowed is an integer from 1 to 3"),
        ({"max_cards": 0}, "max_cards=0 .*1 to 6"),
        ({"max_cards": 7}, "max_cards=7"),
        ({"bet_size": 0}, "bet_size=0"),
        ({"payout": 4}, "payout=4 is not possible: allowed is 5.0 or 4.6 or 4.5"),
        ({"dealer": "rotating"}, "dealer='rotating'.*'agent' or 'house'"),
        ({"rounds": 0}, "rounds=0"),
        ({"history": 0}, "history=0 .*1 to 64"),
        ({"history": 65}, "history=65"),
        ({"bankroll": 5}, "no option 'bankroll'"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        make_game("echobo", **options)


def test_five_is_five():
    assert make_game("echobo", payout=5).rules == make_game("echobo").rules


def test_agents_and_actions():
    game = make_game("echobo", bettors=2)
    assert game.agents == ("dealer", "bettor_0", "bettor_1")
    assert game.action_counts == (6, 64, 64)
    house = make_game("echobo", bettors=2, dealer="house")
    assert house.agents == ("bettor_0", "bettor_1")
    assert house.action_counts == (64, 64)


def test_a_game_takes_less_than_a_kilobyte():
    assert make_game("echobo").state_dtype.itemsize < 1024


def test_words():
    position = make_game("echobo").new(1)
    assert position.action_to_string(0) == "pick Pine (松)"
    position.apply(0)
    assert position.action_to_string(0b010001) == "bet on Pine, Iris"
    assert position.action_to_string(0) == "no bet"


# --- the table --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("options", ECHOBO, ids=label)
def test_the_table_fits_the_screen(options, language):
    game = make_game("echobo", **options)
    for position in random_positions(game, 3):
        for view in (None, *game.agents):
            lines = to_text(position, view=view, color=False, language=language).splitlines()
            assert max(map(width, lines)) <= 80


def test_the_table_hides_what_the_viewer_may_not_see():
    game = make_game("echobo", bettors=2)
    pictures = {None: set(), "dealer": set(), "bettor_0": set(), "bettor_1": set()}
    for pick, bets in ((1, 0b1), (2, 0b1110), (3, 0)):
        position = game.new(1).apply(pick).apply(bets)
        for view, drawn in pictures.items():
            drawn.add(to_text(position, view=view, color=False))
    assert [len(drawn) for drawn in pictures.values()] == [3, 3, 3, 1]
    assert "▒▒" in pictures["bettor_1"].pop()
    assert not any("▒▒" in drawn for drawn in pictures[None])


def test_the_table_after_a_showdown():
    position = make_game("echobo", bettors=2, payout=4.5).new(1)
    for action in (4, 0b010001, 0b000110):
        position.apply(action)
    text = to_text(position, view="bettor_0", color=False)
    for line in ("dealer            5", "bettor_0        15*", "bettor_1         23"):
        assert line in text
    assert "5 Iris: 1" in text
    assert "+3.5" in text
    assert "▒▒" not in text
