"""The PettingZoo face, for every game."""

import copy
import importlib
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from hanafuda_envs import (
    GAMES,
    GameOverError,
    IllegalActionError,
    NotStartedError,
    ju_mai_v0,
    make_game,
)
from hanafuda_envs.aec import AECGame
from hanafuda_envs.registration import pettingzoo_id

from .play import random_actions
from .variants import EVERY_VARIANT, label

seeds = st.integers(0, 2**64 - 1)
games = st.sampled_from(EVERY_VARIANT).map(lambda variant: make_game(variant[0], **variant[1]))


def play(env, actions):
    """Take the actions, then let every agent leave; returns what each was told."""
    told = dict.fromkeys(env.possible_agents, 0.0)
    actions = iter(actions)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        told[agent] += reward
        assert not truncated
        env.step(None if terminated else next(actions))
    assert next(actions, None) is None
    return told


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT, ids=label)
def test_pettingzoos_own_checks(name, options):
    module = importlib.import_module(f"hanafuda_envs.{name}_v0")
    with warnings.catch_warnings():
        # It knows dictionaries with masks, but warns that they are no plain arrays.
        warnings.filterwarnings("ignore", message=".*(probably should be|not a NumPy array).*")
        warnings.filterwarnings("ignore", message="We recommend agents to be named")  # dealer
        warnings.filterwarnings("ignore", message="Agents have different")
        warnings.filterwarnings("ignore", message=".*no legal actions.*")  # of those who wait
        api_test(module.env(render_mode="ansi", **options), num_cycles=200)
        seed_test(lambda: module.env(**options), num_cycles=200)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_in_pettingzoos_registry(name):
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry yet")
    env = pettingzoo.make("aec", pettingzoo_id(name))
    assert str(env) == f"{name}_v0"
    assert env.game == make_game(name)


def test_options_reach_the_game():
    assert ju_mai_v0.env(lead=44).game.rules.lead == 44
    assert ju_mai_v0.raw_env(months=2, hand=2, field=2).action_space("player_0").n == 8
    with pytest.raises(ValueError, match="'led'"):
        ju_mai_v0.env(led=44)


@given(games, seeds)
def test_what_agents_are_told_adds_up_to_their_result(game, seed):
    """The usual loop sees every loss: rewards wait for the agent whoever acted."""
    env, position = AECGame(game), game.new(seed)
    env.reset(seed)
    results = np.zeros(game.seats)
    actions = random_actions(game, seed)
    for action in actions:
        results += position.apply(action).rewards
    # Parts of a chip are no exact floats, and the two add them up in another order.
    told = list(play(env, actions).values())
    assert told == pytest.approx(results.tolist(), rel=0, abs=1e-6)


@given(games, seeds)
def test_it_is_the_same_game_as_the_position(game, seed):
    env, position = AECGame(game), game.new(seed)
    env.reset(seed)
    for action in random_actions(game, seed):
        observation, _, terminated, _, info = env.last()
        assert env.agent_selection == position.agent
        assert not terminated
        assert (observation["observation"] == position.observe()).all()
        assert observation["action_mask"].dtype == np.int8
        assert (observation["action_mask"] == position.mask()).all()
        assert (info["action_mask"] == position.mask()).all()
        for seat, agent in enumerate(game.agents):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            assert (seen["observation"] == position.observe(seat)).all()
            assert seen["action_mask"].any() == (agent == position.agent)
            assert env.infos[agent]["action_mask"].any() == (agent == position.agent)
        assert env.state_space.contains(env.state())
        env.step(action)
        position.apply(action)
        assert env.position() == position
        assert tuple(env.rewards.values()) == position.rewards
    assert all(env.terminations.values())


@given(games, seeds)
def test_copies_keep_the_position_in_mid_game(game, seed):
    env = AECGame(game, render_mode="ansi")
    env.reset(seed)
    actions = random_actions(game, seed)
    middle = len(actions) // 2
    for action in actions[:middle]:
        env.step(action)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    before = env.position()
    for other in copies:
        assert other.position() == before
        assert other.agent_selection == env.agent_selection
        told = play(other, actions[middle:])
        assert env.position() == before
    assert told == play(copy.deepcopy(env), actions[middle:])


@given(games, seeds)
def test_what_was_handed_out_never_changes(game, seed):
    env, kept = AECGame(game), []
    env.reset(seed)
    for action in random_actions(game, seed):
        observation, _, _, _, info = env.last()
        for array in (*observation.values(), info["action_mask"]):
            kept.append((array, array.copy()))
        env.step(action)
    env.reset(seed)
    assert all((array == then).all() for array, then in kept)


def test_reset_continues_from_a_seed():
    one, two = ju_mai_v0.env(), ju_mai_v0.env()
    sequences = []
    for env in (one, two):
        env.reset(5)
        deals = []
        for _ in range(5):
            deals.append(env.position())
            env.reset()
        sequences.append(deals)
    assert sequences[0] == sequences[1]
    assert len(set(sequences[0])) == 5


def test_reset_keeps_the_options():
    env = ju_mai_v0.env(lead=77)
    game = env.game
    for seed in range(3):
        env.reset(seed, options={"lead": 1, "anything": 2})
        assert env.game is game
        assert env.position().game.rules.lead == 77


def test_without_a_seed_games_differ():
    positions = set()
    for _ in range(3):
        env = ju_mai_v0.env()
        env.reset()
        positions.add(env.position())
    assert len(positions) == 3


def test_an_illegal_action_changes_nothing():
    env = ju_mai_v0.env(first_dealer=0)
    env.reset(1)
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    before, seen = env.position(), env.last()
    for action in (wrong, -1, 48, 2**80, 1.5, None, "1", True):
        with pytest.raises(IllegalActionError):
            env.step(action)
        assert env.position() == before
        assert env.last()[0] is seen[0]
        assert env.agents == ["player_0", "player_1"]


def test_tampering_with_the_mask_does_not_make_an_action_legal():
    env = ju_mai_v0.env()
    env.reset(1)
    mask = env.last()[0]["action_mask"]
    wrong = int(np.flatnonzero(mask == 0)[0])
    mask[:] = 1
    with pytest.raises(IllegalActionError):
        env.step(wrong)


def test_illegal_can_terminate_as_pettingzoo_does():
    env = ju_mai_v0.env(illegal="terminate")
    env.reset(1)
    culprit = env.agent_selection
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.warns(UserWarning, match=f"{culprit}.*is not legal"):
        env.step(wrong)
    assert all(env.terminations.values())
    told = play(env, [])
    assert told == {agent: -1.0 if agent == culprit else 0.0 for agent in env.possible_agents}
    env.reset(2)
    assert not any(env.terminations.values())


def test_order_is_enforced():
    env = ju_mai_v0.env(render_mode="ansi")
    for call in (lambda: env.step(0), env.last, env.position, env.state, env.render):
        with pytest.raises(NotStartedError, match=r"reset\(\)"):
            call()
    env.reset(1)
    while not env.terminations["player_0"]:
        env.step(int(env.last()[0]["action_mask"].argmax()))
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(3)
    env.step(None)
    env.step(None)
    for call in (lambda: env.step(0), lambda: env.step(None), env.last):
        with pytest.raises(GameOverError, match=r"reset\(\)"):
            call()


def test_bad_arguments():
    with pytest.raises(ValueError, match="render_mode='video'.*'ansi'"):
        ju_mai_v0.env(render_mode="video")
    with pytest.raises(ValueError, match="illegal='ignore'.*'raise'"):
        ju_mai_v0.env(illegal="ignore")
    with pytest.raises(ValueError, match="view='dealer'.*player_0"):
        ju_mai_v0.env(view="dealer")
    env = ju_mai_v0.env()
    env.reset(1)
    with pytest.raises(ValueError, match="no agent 'dealer'"):
        env.observe("dealer")
    for seed, error in ((-1, ValueError), ("1", TypeError), (2**64, ValueError)):
        before = env.position()
        with pytest.raises(error, match="seed"):
            env.reset(seed)
        assert env.position() == before


def test_rendering_needs_a_mode():
    env = ju_mai_v0.env()
    env.reset(1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
    shown = ju_mai_v0.env(render_mode="ansi", view="player_0")
    shown.reset(1)
    assert "▒▒" in shown.render()


def test_an_empty_mask_and_an_int8_mask():
    """`Discrete.sample` wants int8 and silently returns 0 for an empty mask: ours is neither."""
    env = ju_mai_v0.env()
    env.reset(1)
    for agent in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        mask = observation["action_mask"]
        assert mask.any() != terminated
        env.step(None if terminated else env.action_space(agent).sample(mask))
