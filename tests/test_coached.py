"""Coaches: what they say of every action is what it brings, and a learner makes use of it."""

import copy
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from hanafuda_envs import make_game
from hanafuda_envs.batch import Batch
from hanafuda_envs.opponents import make_opponent
from hanafuda_training import arena
from hanafuda_training.learn.coached import FORESIGHT, HINDSIGHT, _Heard, _lessons_of, make_coach
from hanafuda_training.learn.env import LeagueEnv
from hanafuda_training.learn.league import League
from hanafuda_training.learn.recipe import RecipeError, recipe_from
from hanafuda_training.learn.trainer import Run

from .learning import Stopped, stop_after, weights

JU_MAI = make_game("ju_mai")


def _some_decisions(game, steps, size=200, seed=3):
    batch = Batch(game, size, seed)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


# --- search -------------------------------------------------------------------------------------


def test_a_search_values_all_legal_actions_and_no_others():
    batch = _some_decisions(JU_MAI, 5)
    values = make_opponent("search:rollouts=4", JU_MAI).values(batch.observation, batch.mask)
    assert values.shape == batch.mask.shape
    assert (values[batch.mask == 0] == 0).all()
    assert np.abs(values).max() <= 1
    assert np.mean(values[batch.mask == 1] != 0) > 0.9


def test_few_deals_are_right_on_average():
    """Many short estimates and one long one have the same mean: dropping actions would bend it."""
    batch = _some_decisions(JU_MAI, 4, size=40)
    short = make_opponent("search:rollouts=8", JU_MAI)
    many = np.stack([short.values(batch.observation, batch.mask) for _ in range(250)])
    long = make_opponent("search:rollouts=2000", JU_MAI).values(batch.observation, batch.mask)
    apart = (many.mean(axis=0) - long)[batch.mask == 1]
    deviation = many.std(axis=0)[batch.mask == 1] / np.sqrt(250) * np.sqrt(2)
    assert np.mean((apart / np.maximum(deviation, 1e-9))[deviation > 0] ** 2) < 1.5


def test_values_follow_the_seed():
    batch = _some_decisions(JU_MAI, 6, size=20)
    player = make_opponent("search:rollouts=8", JU_MAI)
    first, second = (player.values(batch.observation, batch.mask) for _ in range(2))
    player.reset(0)
    again = player.values(batch.observation, batch.mask)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)


# --- hindsight ----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"payout": 4.5, "bet_size": 3, "max_cards": 6}])
def test_hindsight_is_what_the_round_would_have_paid(options):
    game = make_game("echobo", bettors=1, **options)
    batch = Batch(game, 50, seed=4)
    batch.step(batch.sample())  # the dealers pick
    values = make_coach(HINDSIGHT, game, 1).values(SimpleNamespace(batch=batch), None)
    for row in range(batch.size):
        for action in batch.position(row).legal():
            after = batch.position(row).after(action)
            assert after.rewards[1] == values[row, action]


@pytest.mark.parametrize(
    ("name", "options", "seat"),
    [("ju_mai", {}, 0), ("echobo", {}, 0), ("echobo", {"dealer": "house"}, 1)],
)
def test_where_there_is_no_hindsight(name, options, seat):
    with pytest.raises(ValueError, match="'hindsight' is for the bettors of Echobo"):
        make_coach(HINDSIGHT, make_game(name, **options), seat)


def test_a_coach_must_value_actions():
    with pytest.raises(ValueError, match="'greedy' cannot say what every action is worth"):
        make_coach("greedy", JU_MAI, 0)
    text = "game: ju_mai\nsteps: 100\ncoaching:\n  coach: heuristic\n"
    with pytest.raises(RecipeError, match=r"line 4: coaching\.coach: 'heuristic' cannot say"):
        recipe_from(text, "bad")


# --- foresight ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "shares", "seats"),
    [
        ("ju_mai", {}, {"player": {"greedy": 0.5, "heuristic": 0.5}}, (0, 1)),
        ("ju_mai", {"max_rounds": 1, "hand": 2, "field": 2, "months": 2}, {}, (0, 1)),
        ("yatchaba", {"games": 1}, {"player": {"heuristic": 0.5, "cautious": 0.5}}, (0, 1, 2, 3)),
    ],
)
def test_what_is_foreseen_of_an_action_is_what_it_brings(name, options, shares, seats):
    game = make_game(name, **options)
    shares = shares or {"player": {"greedy": 1.0}}
    league = League(game, shares, load=lambda path: None)
    env = LeagueEnv(game, league, 30, seats=seats, seed=4)
    env.reset()
    rng, seen = np.random.default_rng(1), 0
    for _ in range(12):
        legal = env.action_masks()
        before = copy.deepcopy(env.get_state()[0])
        ahead = env.foresee()
        assert np.array_equal(legal[ahead.rows, ahead.actions], np.ones(len(ahead.rows)))
        assert len(ahead.rows) == legal.sum()
        after = env.get_state()[0]
        assert all(np.array_equal(before[key], after[key]) for key in before)
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in legal])
        env.step_async(actions)
        observations, rewards, dones, _ = env.step_wait()
        for row, action in enumerate(actions):
            (at,) = np.flatnonzero((ahead.rows == row) & (ahead.actions == action))
            assert ahead.rewards[at] == pytest.approx(rewards[row])
            assert ahead.asked[at] == (not dones[row])
            if not dones[row]:
                assert np.array_equal(ahead.observations[at], observations[row])
            seen += dones[row]
    assert seen


def test_what_has_come_of_actions_corrects_the_coach():
    def heard(reward, done):
        return _Heard(
            observations=np.zeros((1, 3), dtype=np.int8),
            legal=np.array([[True, True]]),
            values=np.array([[4.0, 2.0]]),
            chances=np.array([[0.25, 0.75]]),
            actions=np.array([1]),
            rewards=np.array([reward]),
            dones=np.array([done]),
        )

    path, then = [heard(1.0, False), heard(0.0, True), heard(5.0, False)], np.array([8.0])
    trusted = _lessons_of(path, then, gamma=0.5, trust=0.0)
    assert trusted.luck.tolist() == [0, 0, 0]
    assert trusted.worth.tolist() == [2.5, 2.5, 2.5]
    corrected = _lessons_of(path, then, gamma=0.5, trust=1.0)
    # Said was 2. Came: 5 and half of 8; nothing, and the end; 1 and half of 0.5.
    assert corrected.luck.tolist() == [1 + 0.25 - 2, 0 - 2, 5 + 4 - 2]
    assert corrected.worth.tolist() == [1.75, 0.5, 9.5]


def test_where_nothing_is_to_be_decided_nothing_is_learned():
    legal = np.array([[True, True], [False, True]])
    values = np.array([[1.0, 3.0], [0.0, 7.0]])
    numbers, done = np.zeros(2), np.ones(2, dtype=bool)
    step = _Heard(
        np.zeros((2, 3), np.int8), legal, values, legal / 2, np.ones(2, int), numbers, done
    )
    lessons = _lessons_of([step, step], numbers, gamma=1.0, trust=0.0)
    assert lessons.values.tolist() == [[1, 3], [1, 3]]


# --- learning -----------------------------------------------------------------------------------

TINY = """\
game: ju_mai
options: {months: 3, hand: 2, field: 4, lead: 20}
steps: 3000
checkpoint_seconds: 0.000001
network: {month: 8, context: 16, card: 4}
coaching: {coach: COACH, temperature: 0.1, final_temperature: 0.02}
ppo: {tables: 32, decisions: 8, batch_size: 128, epochs: 2}
opponents: {player: {self: 0.5, greedy: 0.5}}
"""
READING = """\
game: echobo
options: {payout: 4.5, bettors: 1}
seat: bettor
steps: 40_000
network: {month: 16, context: 32}
coaching: {coach: hindsight}
ppo: {tables: 256, decisions: 12, batch_size: 512, epochs: 2, learning_rate: 5e-3, gamma: 0.0}
opponents: {dealer: {"cycles:habit=1": 1.0}}
evaluation: {games: 2000, matches: [{against: cautious, seats: {dealer: "cycles:habit=1"}}]}
"""
FORESEEING = """\
game: ju_mai
options: {months: 4, hand: 4, field: 4, lead: 10, max_rounds: 2}
steps: 60_000
network: {month: 16, context: 32, card: 8}
coaching: {coach: foresight, temperature: 0.02}
ppo: {tables: 128, decisions: 16, batch_size: 512, epochs: 4, learning_rate: 3e-3}
opponents: {player: {greedy: 1}}
"""


@pytest.mark.parametrize("coach", ["search:rollouts=4", FORESIGHT])
def test_a_coached_run_in_two_halves_gives_the_same_player(coach, tmp_path):
    recipe = recipe_from(TINY.replace("COACH", f'"{coach}"'), "tiny")
    whole = Run.begin(recipe, tmp_path / "whole")
    whole.train()
    half = Run.begin(recipe, tmp_path / "half")
    with pytest.raises(Stopped):
        half.train(stop_after(1500))
    half = Run.resume(tmp_path / "half")
    assert 1500 < half.steps < whole.steps
    half.train()
    assert torch.equal(weights(half), weights(whole))


def test_the_temperature_falls_by_equal_factors(tmp_path):
    recipe = recipe_from(TINY.replace("COACH", FORESIGHT), "tiny")
    run, felt = Run.begin(recipe, tmp_path / "run"), []
    run.train(lambda run, event: felt.append(run.model.temperature) if event == "update" else None)
    assert felt[0] == pytest.approx(0.1)
    assert felt[-1] == pytest.approx(0.1 * 0.2 ** (1 - 256 / 3000), rel=0.1)
    factors = np.array(felt[2:]) / felt[1:-1]
    assert np.ptp(factors) < 1e-6 < 1 - factors.max()


def test_a_coached_bettor_learns_what_a_round_shows(tmp_path):
    """A dealer who goes on month by month: known from the second of twelve rounds on."""
    run = Run.begin(recipe_from(READING, "reading"), tmp_path / "run")
    run.train()
    best = 4.5 * 11 / 12
    assert best - 0.15 < run.strengths[-1].net <= best
    position = run.game.new(seed=2)
    for action in (3, 0, 4):  # Wisteria, no bet, and then Iris
        position.apply(action)
    assert run.player()(position.observe(1), position.mask()) == 1 << 4


def test_by_foresight_it_learns_what_pays_only_later(tmp_path):
    """A small Jū Mai, whose result is known when the last card has been played."""
    run = Run.begin(recipe_from(FORESEEING, "foreseeing"), tmp_path / "run")
    run.train()
    result = arena.compare(run.game, [run.player(), "random"], games=3000, progress=False)
    assert result.pairs[0].score.low > 0.6
