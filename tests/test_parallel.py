"""The PettingZoo face for games in which all decide at once."""

import copy
import importlib
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import parallel_api_test, parallel_seed_test

from hanafuda_envs import (
    GAMES,
    GameOverError,
    IllegalActionError,
    NotStartedError,
    echobo_v0,
    make_game,
)
from hanafuda_envs.aec import AECGame
from hanafuda_envs.parallel import ParallelGame
from hanafuda_envs.registration import pettingzoo_id

from .play import random_actions
from .variants import EVERY_VARIANT, label

seeds = st.integers(0, 2**64 - 1)
SIMULTANEOUS = [(name, options) for name, options in EVERY_VARIANT if GAMES[name].simultaneous]
games = st.sampled_from(SIMULTANEOUS).map(lambda variant: make_game(variant[0], **variant[1]))


def rounds_of(game, seed):
    """The actions of one randomly played episode, round by round."""
    actions = random_actions(game, seed)
    for start in range(0, len(actions), game.seats):
        yield dict(zip(game.agents, actions[start : start + game.seats], strict=True))


def first_legal(observations):
    return {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}


@pytest.mark.parametrize(("name", "options"), SIMULTANEOUS, ids=label)
def test_pettingzoos_own_checks(name, options):
    module = importlib.import_module(f"hanafuda_envs.{name}_v0")
    parallel_api_test(module.parallel_env(**options), num_cycles=200)


@pytest.mark.parametrize("dealer", ["agent", "house"])
def test_pettingzoos_check_of_seeds(dealer):
    """It samples without masks, so every action must be legal."""
    parallel_seed_test(lambda: echobo_v0.parallel_env(max_cards=6, dealer=dealer), num_cycles=200)


@pytest.mark.parametrize("name", GAMES)
def test_the_registry_has_the_simultaneous_games_alone(name):
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry yet")
    if GAMES[name].simultaneous:
        env = pettingzoo.make("parallel", pettingzoo_id(name), rounds=3)
        assert env.game == make_game(name, rounds=3)
        assert str(env) == f"{name}_v0"
        return
    with pytest.raises(Exception, match=name):
        pettingzoo.make("parallel", pettingzoo_id(name))
    with pytest.raises(ValueError, match=f"{name} has no parallel environment.*'echobo'"):
        ParallelGame(make_game(name))


@given(games, seeds)
def test_it_is_the_same_game_as_when_they_are_asked_in_turn(game, seed):
    """Observations, masks, infos, rewards, ends: what each agent gets when it is asked."""
    parallel, in_turn = ParallelGame(game), AECGame(game)
    observations, infos = parallel.reset(seed)
    in_turn.reset(seed)
    for actions in rounds_of(game, seed):
        assert parallel.agents == list(game.agents)
        for agent in game.agents:
            assert in_turn.agent_selection == agent
            expected, _, terminated, _, info = in_turn.last()
            assert not terminated
            _same(observations[agent], expected)
            _same(infos[agent], info)
            assert parallel.observation_space(agent).contains(observations[agent])
            in_turn.step(actions[agent])
        observations, rewards, terminations, truncations, infos = parallel.step(actions)
        assert rewards == in_turn.rewards
        assert terminations == in_turn.terminations
        assert truncations == in_turn.truncations
        assert parallel.position() == in_turn.position()
    assert all(terminations.values())
    assert parallel.agents == []
    for agent in game.agents:
        _same(observations[agent], in_turn.observe(agent))
        _same(infos[agent], in_turn.infos[agent])


def _same(one, other):
    assert list(one) == list(other)
    for name, value in one.items():
        assert np.array_equal(value, other[name])
        assert getattr(value, "dtype", None) == getattr(other[name], "dtype", None)


@given(games, seeds)
def test_the_spaces_are_those_of_the_other_face(game, seed):
    parallel, in_turn = ParallelGame(game), AECGame(game)
    observations, _ = parallel.reset(seed)
    for agent in game.agents:
        assert parallel.action_space(agent) == in_turn.action_space(agent)
        assert parallel.action_space(agent) is parallel.action_space(agent)
        assert parallel.observation_space(agent) == in_turn.observation_space(agent)
        assert parallel.observation_space(agent) is parallel.observation_space(agent)
    state = parallel.state()
    assert parallel.state_space.contains(state)
    assert (state == np.concatenate([o["observation"] for o in observations.values()])).all()
    state[:] = 0
    assert parallel.state().any()


@given(games, seeds)
def test_copies_keep_the_position_in_mid_game(game, seed):
    env = ParallelGame(game)
    env.reset(seed)
    rounds = list(rounds_of(game, seed))
    middle = len(rounds) // 2
    for actions in rounds[:middle]:
        env.step(actions)
    before = env.position()
    results = []
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert other.position() == before
        assert (other.state() == env.state()).all()
        results.append([other.step(actions)[1] for actions in rounds[middle:]])
        assert env.position() == before
        other.reset()
    assert results[0] == results[1] == results[2]


@given(games, seeds)
def test_what_was_handed_out_never_changes(game, seed):
    env, kept = ParallelGame(game), []
    observations, infos = env.reset(seed)
    for actions in rounds_of(game, seed):
        for agent in game.agents:
            for array in (*observations[agent].values(), infos[agent]["action_mask"]):
                kept.append((array, array.copy()))
        observations, _, _, _, infos = env.step(actions)
    env.reset(seed)
    assert all((array == then).all() for array, then in kept)


def test_a_wrong_step_changes_nothing():
    env = echobo_v0.parallel_env(bettors=2, max_cards=2)
    env.reset(1)
    env.step({"dealer": 1, "bettor_0": 2, "bettor_1": 0})
    before, state = env.position(), env.state()
    right = {"dealer": 0, "bettor_0": 3, "bettor_1": 5}
    wrong = [
        ({**right, "bettor_0": 7}, "bettor_0: action 7 .bet on Pine, Plum, Cherry. is not legal"),
        ({**right, "bettor_1": 64}, "bettor_1: action 64 is out of range 0..63"),
        ({**right, "dealer": 6}, "dealer: action 6 is out of range 0..5"),
        ({**right, "dealer": -1}, "dealer: action -1"),
        ({**right, "bettor_1": 2**80}, "bettor_1: action"),
        ({**right, "bettor_1": 1.0}, "an action is an integer"),
        ({**right, "bettor_1": None}, "an action is an integer"),
        ({**right, "bettor_1": True}, "an action is an integer"),
        ({"dealer": 0, "bettor_1": 3}, "no action for .*'bettor_0'"),
        ({}, "no action for .*'dealer', 'bettor_0', 'bettor_1'"),
        ({**right, "bettor_2": 3}, "no agent 'bettor_2'.*'bettor_1'"),
        ([0, 3, 5], "a dictionary by agent, not list"),
        (None, "a dictionary by agent"),
    ]
    for actions, message in wrong:
        with pytest.raises(IllegalActionError, match=message):
            env.step(actions)
        assert env.position() == before
        assert (env.state() == state).all()
        assert env.agents == ["dealer", "bettor_0", "bettor_1"]
    env.step({agent: np.int64(action) for agent, action in right.items()})


def test_tampering_with_the_mask_does_not_make_an_action_legal():
    env = echobo_v0.parallel_env(bettors=1, max_cards=1)
    observations, infos = env.reset(1)
    observations["bettor_0"]["action_mask"][:] = 1
    infos["bettor_0"]["action_mask"][:] = 1
    with pytest.raises(IllegalActionError):
        env.step({"dealer": 0, "bettor_0": 3})


def test_order_is_enforced():
    env = echobo_v0.parallel_env(rounds=2, render_mode="ansi")
    for call in (lambda: env.step({}), env.position, env.state, env.render):
        with pytest.raises(NotStartedError, match=r"reset\(\)"):
            call()
    observations, _ = env.reset(1)
    while env.agents:
        observations, *_ = env.step(first_legal(observations))
    assert not any(seen["action_mask"].any() for seen in observations.values())
    for actions in ({}, first_legal(observations)):
        with pytest.raises(GameOverError, match=r"reset\(\)"):
            env.step(actions)
    env.reset()
    assert env.agents == env.possible_agents


def test_reset_continues_from_a_seed():
    one, two = echobo_v0.parallel_env(), echobo_v0.parallel_env()
    sequences = []
    for env in (one, two):
        env.reset(5)
        starts = []
        for _ in range(4):
            starts.append(env.position())
            env.reset(options={"rounds": 1})
        sequences.append(starts)
    assert sequences[0] == sequences[1]
    assert len(set(sequences[0])) == 4


def test_bad_arguments():
    for arguments, message in (
        ({"render_mode": "video"}, "render_mode='video'"),
        ({"view": "player_0"}, "view='player_0'.*bettor_0"),
        ({"illegal": "terminate"}, "illegal='terminate'.*'raise'"),
        ({"bettor": 3}, "no option 'bettor'"),
    ):
        with pytest.raises(ValueError, match=message):
            echobo_v0.parallel_env(**arguments)
    env = echobo_v0.parallel_env()
    env.reset(1)
    before = env.position()
    for seed, error in ((-1, ValueError), ("1", TypeError), (2**64, ValueError)):
        with pytest.raises(error, match="seed"):
            env.reset(seed)
        assert env.position() == before


def test_rendering():
    env = echobo_v0.parallel_env()
    env.reset(1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
    shown = echobo_v0.parallel_env(render_mode="ansi", view="bettor_0")
    shown.reset(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "Echobo" in shown.render()
    assert "echobo_v0 parallel" in repr(shown)
