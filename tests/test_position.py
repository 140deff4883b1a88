"""One position: looking, moving, copying, bytes; for every variant of every game."""

import copy
import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanafuda_envs import GAMES, GameOverError, IllegalActionError, Position, make_game

from .play import random_actions, random_positions
from .variants import EVERY_VARIANT, label

seeds = st.integers(0, 2**64 - 1)
variants = st.sampled_from(EVERY_VARIANT)
games = variants.map(lambda variant: make_game(variant[0], **variant[1]))


def in_the_middle(game, seed) -> Position:
    """A position somewhere in a random episode."""
    positions = list(random_positions(game, seed))
    return random.Random(seed).choice(positions[:-1])


@given(games, seeds)
def test_the_mask_is_exactly_what_is_accepted(game, seed):
    position = in_the_middle(game, seed)
    legal = position.legal()
    assert legal
    assert position.mask().dtype == np.int8
    assert np.flatnonzero(position.mask()).tolist() == legal
    before = position.to_bytes()
    for action in range(-2, game.action_counts[position.seat] + 2):
        if action in legal:
            assert position.after(action) != position
        else:
            with pytest.raises(IllegalActionError):
                position.apply(action)
        assert position.to_bytes() == before


@given(games, seeds)
def test_the_same_seed_and_actions_give_the_same_bytes(game, seed):
    actions = random_actions(game, seed)
    first, second = game.new(seed), game.new(seed)
    for action in actions:
        assert first.apply(action).to_bytes() == second.apply(action).to_bytes()
    assert first.over
    assert [action for _, action in first.history] == actions


@given(games, seeds)
def test_copies_are_independent(game, seed):
    position = in_the_middle(game, seed)
    before, seen = position.to_bytes(), position.observe().copy()
    for duplicate in (position.clone, lambda: copy.copy(position), lambda: copy.deepcopy(position)):
        other = duplicate()
        assert other == position
        assert hash(other) == hash(position)
        assert other.history == position.history
        while not other.over:
            other.apply(other.legal()[-1])
        assert position.to_bytes() == before
        assert (position.observe() == seen).all()


@given(games, seeds)
def test_pickles_and_bytes_come_back_equal(game, seed):
    position = in_the_middle(game, seed)
    for other in (pickle.loads(pickle.dumps(position)), game.from_bytes(position.to_bytes())):
        assert other == position
        assert other.history == position.history
        action = position.legal()[0]
        assert other.after(action) == position.after(action)


@given(games, seeds, seeds)
def test_no_observation_depends_on_what_its_seat_cannot_know(game, seed, other_seed):
    for position in random_positions(game, seed):
        for seat in range(game.seats):
            other = position.determinize(seat, other_seed)
            assert (other.observe(seat) == position.observe(seat)).all()
            assert other.seat == position.seat
            assert other.rewards == position.rewards
            assert int(other.state["seed"]) == other_seed
            if position.seat == seat:
                assert other.legal() == position.legal()


@given(games, seeds)
def test_observations_lie_within_their_bounds(game, seed):
    space = game.observation_space()
    for position in random_positions(game, seed):
        for seat in range(game.seats):
            observation = position.observe(seat)
            assert observation.dtype == game.layout.dtype
            assert space.contains(observation), _out_of_bounds(game, observation)


def _out_of_bounds(game, observation):
    pieces = game.layout.split(observation)
    return {
        name: values
        for name, values in pieces.items()
        if values.min() < game.layout[name].low or values.max() > game.layout[name].high
    }


@given(games, seeds)
def test_arrays_that_were_handed_out_do_not_change(game, seed):
    position = game.new(seed)
    kept = []
    while not position.over:
        observation, mask = position.observe(), position.mask()
        kept += [(observation, observation.copy()), (mask, mask.copy())]
        position.apply(position.legal()[0])
    assert all((array == then).all() for array, then in kept)


@given(games, seeds)
def test_the_end_is_the_end(game, seed):
    *_, last = random_positions(game, seed)
    assert last.over
    assert last.seat is None
    assert last.agent is None
    assert last.legal() == []
    assert not last.mask().any()
    before = last.to_bytes()
    with pytest.raises(GameOverError, match="over"):
        last.apply(0)
    assert last.to_bytes() == before


def test_determinized_positions_differ_where_they_may():
    game = make_game("ju_mai")
    position = game.new(1)
    hands = {int(position.determinize(0, seed).state["hands"][1]) for seed in range(50)}
    assert len(hands) > 45
    assert all(other.bit_count() == 10 for other in hands)
    one, same = (position.determinize(0, np.random.default_rng(5)) for _ in range(2))
    assert one == same


def test_a_search_cannot_see_the_next_card():
    """The cards that follow are those of the new seed, not those that will really come."""
    game = make_game("ju_mai")
    position = game.new(1)
    action = position.legal()[0]
    real = int(position.after(action).state["field"])
    imagined = {
        int(position.determinize(position.seat, s).after(action).state["field"]) for s in range(40)
    }
    assert len(imagined - {real}) > 10


def test_history_is_shared_but_not_mixed():
    position = make_game("ju_mai").new(3)
    first, second = position.legal()[:2]
    left, right = position.after(first), position.after(second)
    assert position.history == ()
    assert left.history == ((position.seat, first),)
    assert right.history == ((position.seat, second),)


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT, ids=label)
def test_every_action_has_words(name, options):
    game = make_game(name, **options)
    for position in random_positions(game, 4):
        if not position.over:
            words = [position.action_to_string(action) for action in position.legal()]
            assert len(set(words)) == len(words)
            assert all(words)


def test_words_are_a_players_words():
    position = make_game("ju_mai").new(7)
    assert position.action_to_string(0) == "play Crane (松に鶴)"
    while position.state["card"] < 0:
        position.apply(position.legal()[0])
    action = position.legal()[0]
    assert position.action_to_string(action).startswith("capture ")


@pytest.mark.parametrize("action", [1.0, "3", None, True, np.float64(2), [1], np.array([1, 2])])
def test_actions_are_integers(action):
    position = make_game("ju_mai").new(1)
    before = position.to_bytes()
    with pytest.raises(IllegalActionError, match="an action is an integer"):
        position.apply(action)
    assert position.to_bytes() == before


@pytest.mark.parametrize("action", [-1, 48, 2**31, -(2**70), 2**63, 2**64])
def test_actions_out_of_range_are_named(action):
    with pytest.raises(
        IllegalActionError, match=f"player_.: action {action} is out of range 0..47"
    ):
        make_game("ju_mai").new(1).apply(action)


def test_an_illegal_action_is_explained():
    position = make_game("ju_mai", first_dealer=1).new(1)
    wrong = next(card for card in range(48) if card not in position.legal())
    with pytest.raises(IllegalActionError) as error:
        position.apply(wrong)
    message = str(error.value)
    assert message.startswith("player_1: ")
    assert position.action_to_string(wrong) in message
    for action in position.legal():
        assert position.action_to_string(action) in message


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint8, np.array])
def test_any_integer_is_an_action(kind):
    position = make_game("ju_mai").new(1)
    action = position.legal()[0]
    assert position.after(kind(action)) == position.after(action)


def test_bytes_of_another_game_are_refused():
    game, other = make_game("ju_mai"), make_game("ju_mai", lead=31)
    data = game.new(1).to_bytes()
    with pytest.raises(ValueError, match="no position of"):
        other.from_bytes(data)
    older = data.replace(b"ju_mai-v0", b"ju_mai-v9", 1)
    with pytest.raises(ValueError, match="ju_mai-v9"):
        game.from_bytes(older)
    for damaged in (b"", b"\n", data[:-1], data[:60], b"rubbish", data[:-8] + b"1"):
        with pytest.raises(ValueError, match="no position of|damaged"):
            game.from_bytes(damaged)


def test_a_pickle_of_another_version_is_refused(monkeypatch):
    position = make_game("ju_mai").new(1)
    data = pickle.dumps(position)
    monkeypatch.setattr(type(position.game.rules), "version", 1)
    with pytest.raises(ValueError, match="ju_mai-v0.*expected.*ju_mai-v1"):
        pickle.loads(data)


def test_seats_are_checked():
    position = make_game("ju_mai").new(1)
    with pytest.raises(ValueError, match="seat 2 does not exist"):
        position.observe(2)
    with pytest.raises(TypeError, match="player_0"):
        position.observe("nobody")
    assert (position.observe("player_1") == position.observe(1)).all()


def test_the_state_is_read_only():
    position = make_game("ju_mai").new(1)
    with pytest.raises(ValueError, match="read-only"):
        position.state["carried"] = 500


def test_bad_seeds():
    game = make_game("ju_mai")
    with pytest.raises(TypeError, match="integer"):
        game.new("7")
    with pytest.raises(ValueError, match="from 0"):
        game.new(-1)
    assert game.new() != game.new()


@pytest.mark.parametrize("name", GAMES)
def test_a_state_has_no_hidden_gaps(name):
    """NumPy does not copy the gaps of a structured array: they would tell equal states apart."""
    dtype = make_game(name).state_dtype
    assert sum(kind.itemsize for kind, *_ in dtype.fields.values()) == dtype.itemsize
    assert dtype.itemsize % 8 == 0
