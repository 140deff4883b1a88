"""What is always true of Jū Mai, and its table for people."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanafuda_envs import make_game, to_text
from hanafuda_envs.bits import members
from hanafuda_envs.cards import CARDS, JU_MAI_POINTS
from hanafuda_envs.render.text import width

from .play import random_positions
from .variants import JU_MAI

seeds = st.integers(0, 2**64 - 1)
games = st.sampled_from(JU_MAI).map(lambda options: make_game("ju_mai", **options))
PLAY = 0


def places(position) -> list[int]:
    """Every card that lies somewhere in sight, as often as it does."""
    state = position.state
    sets = [*state["hands"], state["field"], *state["captured"]]
    waiting = [] if state["card"] < 0 else [int(state["card"])]
    return [card for cards in sets for card in members(cards)] + waiting


def pile(position) -> int:
    return int(position.observe(0)[position.game.layout["pile"].start])


@given(games, seeds)
def test_every_card_is_somewhere_once(game, seed):
    for position in random_positions(game, seed):
        cards = places(position)
        assert len(set(cards)) == len(cards)
        assert len(cards) + pile(position) == 4 * game.rules.months


@given(games, seeds)
def test_what_is_true_of_every_round(game, seed):
    choices, last = 0, None
    for position in random_positions(game, seed):
        if last is not None and position.state["round"] == last.state["round"]:
            choices += position.state["phase"] in (1, 2)
        else:
            choices = 0
        assert choices <= game.rules.field // 2
        last = position
        if game.rules.misdeal == "redeal":
            assert all(len(members(pile)) % 2 == 0 for pile in position.state["captured"])
    state = last.state
    if game.rules.misdeal == "redeal":
        assert state["field"] == 0
        captured = members(state["captured"][0] | state["captured"][1])
        assert captured == list(range(4 * game.rules.months))
        if game.rules.months == 12:
            assert JU_MAI_POINTS[captured].sum() == 290


@given(games, seeds)
def test_rewards_are_the_result(game, seed):
    total = np.zeros(2)
    for position in random_positions(game, seed):
        total += position.rewards
        assert sum(position.rewards) == 0
        last = position
    carried = int(last.state["carried"])
    if game.rules.reward == "points":
        assert total.tolist() == [carried, -carried]
    else:
        assert total.tolist() == [np.sign(carried), -np.sign(carried)]
    low, high = game.reward_bounds()
    assert low <= total[0] <= high
    assert abs(carried) >= game.rules.lead or last.state["round"] + 1 == game.rules.max_rounds


def test_a_month_left_on_the_field_stays_there():
    game = make_game("ju_mai", months=2, hand=1, field=5, misdeal="leave")
    for seed in range(2000):
        position = game.new(seed)
        left = [month for month in (0xF, 0xF0) if int(position.state["field"]) & month == month]
        while not position.over and position.state["round"] == 0:
            ended = position.clone()
            position.apply(position.legal()[0])
        assert all(int(ended.state["field"]) & month == month for month in left)


# --- a small game, solved by enumeration --------------------------------------------------------

SMALL = {"months": 2, "hand": 1, "field": 4, "max_rounds": 1, "first_dealer": 0, "reward": "points"}


@cache
def expected_points(hands, field, undrawn, seat, won) -> Fraction:
    """player_0's expected difference when both play the lowest card, from the rules alone."""
    if not hands[0] and not hands[1]:
        return Fraction(won)
    card, *rest = hands[seat]
    left = tuple(rest if who == seat else hands[who] for who in range(2))
    return resolve(tuple(map(tuple, left)), field, undrawn, seat, won, card, True)


def resolve(hands, field, undrawn, seat, won, card, draws):
    matches = tuple(other for other in field if other // 4 == card // 4)
    taken = matches[:1] if len(matches) == 2 else matches  # a choice is always the lower card
    points = sum(int(JU_MAI_POINTS[c]) for c in (*taken, card)) if taken else 0
    won += points if seat == 0 else -points
    field = tuple(c for c in field if c not in taken) if taken else tuple(sorted((*field, card)))
    if draws and undrawn:
        outcomes = [
            resolve(hands, field, tuple(c for c in undrawn if c != drawn), seat, won, drawn, False)
            for drawn in undrawn
        ]
        return sum(outcomes, Fraction(0)) / len(outcomes)
    return expected_points(hands, field, undrawn, 1 - seat, won)


def test_a_small_game_has_its_exact_value():
    """Both play their lowest card: the mean over many seeds is the mean over all deals."""
    deck, deals, total = range(8), 0, Fraction(0)
    for first, second in combinations(deck, 2):
        for a, b in ((first, second), (second, first)):
            rest = [card for card in deck if card not in (a, b)]
            for field in combinations(rest, 4):
                if any({4 * m, 4 * m + 1, 4 * m + 2, 4 * m + 3} <= set(field) for m in range(2)):
                    continue
                undrawn = tuple(card for card in rest if card not in field)
                total += expected_points(((a,), (b,)), field, undrawn, 0, 0)
                deals += 1
    exact = float(total / deals)

    batch = make_game("ju_mai", **SMALL).batch(200_000, seed=5)
    points = np.full(batch.size, np.nan)  # of the first episode of each row: all lengths count
    while np.isnan(points).any():
        batch.step(batch.mask.argmax(axis=1))
        first = batch.done & np.isnan(points)
        points[first] = batch.rewards[first, 0]
    error = points.std() / np.sqrt(points.size)
    assert abs(points.mean() - exact) < 5 * error
    assert error < 0.2


# --- the table ------------------------------------------------------------------------------


def test_the_table_shows_what_the_viewer_may_see():
    position = make_game("ju_mai").new(3)
    for _ in range(9):
        position.apply(position.legal()[0])
    everything = to_text(position, color=False)
    for view, hidden in (("player_0", 1), ("player_1", 0)):
        text = to_text(position, view=view, color=False)
        numbers = {int(word) for word in text.replace("★◆▌·", " ").split() if word.isdigit()}
        cards = members(position.state["hands"][hidden])
        assert cards
        shown = [f"{card:2} {mark}" for card in cards for mark in "★◆▌·"]
        assert not any(one in text for one in shown), numbers
        assert sum(one in everything for one in shown) == len(cards)
        assert text.count("▒▒") == len(cards)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_table_fits_a_terminal(language):
    game = make_game("ju_mai", lead=200)
    for seed in range(20):
        for position in random_positions(game, seed):
            text = to_text(position, color=False, language=language)
            assert all(width(line) <= 80 for line in text.splitlines())
            assert "\x1b" not in text


def test_the_table_has_colours_when_asked():
    position = make_game("ju_mai").new(3)
    painted = to_text(position, color=True)
    assert "\x1b[" in painted
    import re

    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == to_text(position, color=False)


def test_colours_follow_the_terminal(monkeypatch):
    position = make_game("ju_mai").new(3)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in to_text(position)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in to_text(position)


def test_the_table_refuses_what_it_does_not_know():
    position = make_game("ju_mai").new(3)
    with pytest.raises(ValueError, match="view='me'"):
        to_text(position, view="me")
    with pytest.raises(ValueError, match="language='fr'"):
        to_text(position, language="fr")


def test_japanese_names():
    text = to_text(make_game("ju_mai").new(3), color=False, language="ja")
    assert "場札" in text
    assert not any(card.name in text for card in CARDS)
