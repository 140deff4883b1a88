"""Coaches: what they say of every action is what it brings, and a learner makes use of it."""

import numpy as np
import pytest
import torch

from hanafuda_envs import make_game
from hanafuda_envs.batch import Batch
from hanafuda_envs.opponents import make_opponent
from hanafuda_training.learn.coached import HINDSIGHT, _distance, make_coach
from hanafuda_training.learn.recipe import RecipeError, recipe_from
from hanafuda_training.learn.trainer import Run

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
    values = make_coach(HINDSIGHT, game, 1).values(batch, 0)
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


# --- learning -----------------------------------------------------------------------------------

TINY = """\
game: ju_mai
options: {months: 3, hand: 2, field: 4, lead: 20}
steps: 3000
checkpoint_seconds: 0.000001
network: {month: 8, context: 16, card: 4}
coaching: {coach: "search:rollouts=4"}
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
ppo: {tables: 256, decisions: 12, batch_size: 512, epochs: 2, learning_rate: 5e-3}
opponents: {dealer: {"cycles:habit=1": 1.0}}
evaluation: {games: 2000, matches: [{against: cautious, seats: {dealer: "cycles:habit=1"}}]}
"""


class _Stopped(Exception):
    pass


def _weights(run):
    return torch.cat([value.flatten() for value in run.model.policy.state_dict().values()])


def test_a_coached_run_in_two_halves_gives_the_same_player(tmp_path):
    def stop(run, event):
        if event == "update" and run.steps > 1500:
            raise _Stopped

    whole = Run.begin(recipe_from(TINY, "tiny"), tmp_path / "whole")
    whole.train()
    half = Run.begin(recipe_from(TINY, "tiny"), tmp_path / "half")
    with pytest.raises(_Stopped):
        half.train(stop)
    half = Run.resume(tmp_path / "half")
    assert 1500 < half.steps < whole.steps
    half.train()
    assert torch.equal(_weights(half), _weights(whole))


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


def test_what_is_learned_of_a_noisy_coach_is_the_mean():
    wanted = torch.tensor([[3.0, -1.0, 9.0], [-1.0, 3.0, -9.0]])  # the third is illegal
    legal = torch.tensor([[True, True, False]] * 2)
    level = _distance(torch.zeros(2, 3), wanted, legal)
    for first in (-1.0, -0.1, 0.1, 1.0):
        assert _distance(torch.tensor([[first, 0.0, 0.0]] * 2), wanted, legal) > level
    shifted = _distance(torch.full((2, 3), 7.0), wanted, legal)
    assert torch.isclose(shifted, level)
