"""One learner against others: the Gymnasium and the vector face, and the batch."""

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

import hanafuda_envs
from hanafuda_envs import (
    GAMES,
    Batch,
    GameOverError,
    IllegalActionError,
    NotStartedError,
    make_game,
    make_vec,
    opponents,
)
from hanafuda_envs.chance import episode_seed
from hanafuda_envs.registration import gymnasium_id
from hanafuda_envs.single import SingleEnv
from hanafuda_envs.vector import VectorGame

from .play import first_legal, last_legal
from .variants import EVERY_VARIANT, label

seeds = st.integers(0, 2**62)
games = st.sampled_from(EVERY_VARIANT).map(lambda variant: make_game(variant[0], **variant[1]))


def learners_seat(game):
    """A random seat where all seats act alike."""
    return "random" if len(set(game.action_counts)) == 1 else 0


def masked(env):
    """An environment whose samples are legal, for checkers that know no masks."""

    class Legal(gymnasium.ActionWrapper):
        def action(self, action):
            legal = np.flatnonzero(self.env.unwrapped.action_masks())
            return int(legal[action % legal.size])

    return Legal(env)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_own_checks(name):
    env = SingleEnv(name, seat=learners_seat(make_game(name)), render_mode="ansi")
    with warnings.catch_warnings():
        # A wrapper is needed because this checker samples without masks; it says so.
        warnings.filterwarnings("ignore", message=".*(different from the unwrapped|infinity).*")
        check_env(masked(env), skip_render_check=True)
    assert isinstance(env.render(), str)


@pytest.mark.parametrize("name", GAMES)
def test_stable_baselines_own_checks(name):
    from stable_baselines3.common.env_checker import check_env as check

    env = SingleEnv(name, opponents="random", seat=learners_seat(make_game(name)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        check(masked(env), warn=True)


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT, ids=label)
def test_both_faces_can_be_made_by_gymnasium(name, options):
    seat = learners_seat(make_game(name, **options))
    single = gymnasium.make(gymnasium_id(name), seat=seat, **options)
    assert single.unwrapped.game == make_game(name, **options)
    vector = gymnasium.make_vec(gymnasium_id(name), num_envs=3, seat=seat, **options)
    assert isinstance(vector, VectorGame)
    assert vector.num_envs == 3
    assert vector.game == make_game(name, **options)


@given(games, seeds, st.integers(0, 8))
def test_a_learner_is_told_its_losses_too(game, seed, seat):
    """What the learner gets over an episode is its result, whoever ended it."""
    seat %= game.action_counts.count(game.action_counts[0])  # an agent that is asked every round
    env = SingleEnv(game, opponents=last_legal, seat=seat)
    _, info = env.reset(seed=seed)
    position, told, terminated = game.new(env._seed), 0.0, False
    while not terminated:
        observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
        told += reward
        assert not truncated
    result = np.zeros(game.seats)
    while not position.over:
        chooser = first_legal if position.seat == seat else last_legal
        result += position.apply(chooser(position.observe(), position.mask())).rewards
    assert told == pytest.approx(result[seat], rel=0, abs=1e-6)  # added up in another order
    assert env.position() == position
    assert (observation == position.observe(seat)).all()
    assert not info["action_mask"].any()


@pytest.mark.parametrize("name", GAMES)
def test_losses_and_wins_both_occur(name):
    """A learner as good as the others: one who always raises could not win at Yatchaba."""
    env, results = SingleEnv(name, seat=learners_seat(make_game(name))), []
    learner = opponents.RandomOpponent(env.game)
    for seed in range(60):
        observation, info = env.reset(seed=seed)
        total, terminated = 0.0, False
        while not terminated:
            action = learner(observation, info["action_mask"])
            observation, reward, terminated, _, info = env.step(action)
            total += reward
        results.append(total)
    assert min(results) < 0 < max(results)


def test_the_observation_is_the_learners_own():
    """Never the opponent's: a learner must not bootstrap from what another seat sees."""
    env = SingleEnv("ju_mai", opponents=first_legal, seat=1)
    observation, info = env.reset(seed=4)
    terminated = False
    while not terminated:
        assert (observation == env.position().observe(1)).all()
        assert env.position().seat == 1
        observation, _, terminated, _, info = env.step(info["action_mask"].argmax())


@pytest.mark.parametrize("seat", ["random", 0, 1, "player_1", np.int64(1)])
def test_seats(seat):
    env = SingleEnv("ju_mai", seat=seat)
    sat = set()
    for seed in range(8):
        _, info = env.reset(seed=seed)
        assert info["seat"] == env.seat
        sat.add(env.seat)
    expected = {"random": {0, 1}, 0: {0}}.get(seat, {1})
    assert sat == expected


def test_opponents_by_name_by_callable_and_by_list():
    for others in ("random", "greedy", first_legal, ["random"], [last_legal], ("greedy",)):
        env = SingleEnv("ju_mai", opponents=others)
        _, info = env.reset(seed=3)
        env.step(int(info["action_mask"].argmax()))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"opponents": "nobody"},
            "no opponent 'nobody': allowed is 'greedy', 'heuristic'",
        ),
        ({"opponents": ["random", "random"]}, "1 other seats, not 2"),
        ({"opponents": 5}, "a name or a callable, not int 5"),
        ({"opponents": [None]}, "a name or a callable"),
        ({"seat": 2}, "seat=2.*'random', 'player_0', 'player_1' or 0..1"),
        ({"seat": "dealer"}, "seat='dealer'"),
        ({"seat": True}, "seat=True"),
        ({"render_mode": "rgb"}, "render_mode='rgb'"),
        ({"led": 3}, "no option 'led'"),
    ],
)
@pytest.mark.parametrize("face", [SingleEnv, VectorGame])
def test_bad_arguments(face, arguments, message):
    with pytest.raises(ValueError, match=message):
        face("ju_mai", **arguments)


def test_an_opponent_can_be_registered(monkeypatch):
    monkeypatch.setattr(opponents, "_ENTRIES", dict(opponents._ENTRIES))
    hanafuda_envs.register_opponent("first", lambda game: first_legal, game="ju_mai")
    one, two = SingleEnv("ju_mai", opponents="first"), SingleEnv("ju_mai", opponents=first_legal)
    assert (one.reset(seed=6)[0] == two.reset(seed=6)[0]).all()


def test_greedy_is_better_than_random():
    """Far better: 4000 games put the 5-sigma bound well below its 86 %."""
    env = make_vec("ju_mai", 500, opponents="greedy")
    env.reset(seed=1)
    games, score = 0, 0.0
    while games < 4000:
        _, rewards, done, _, _ = env.step(env.batch.sample())
        games, score = games + int(done.sum()), score + rewards.sum()
    assert score / games < -0.6


@pytest.mark.parametrize("others", ["random", "greedy", first_legal])
def test_a_seed_makes_everything_repeat(others):
    runs = []
    for _ in range(2):
        env, log = SingleEnv("ju_mai", opponents=others), []
        for seed in (9, None, None):
            observation, info = env.reset(seed=seed)
            log.append(observation.tobytes())
            terminated = False
            while not terminated:
                observation, reward, terminated, _, info = env.step(info["action_mask"].argmax())
                log.append((observation.tobytes(), reward))
        runs.append(log)
    assert runs[0] == runs[1]


def test_single_copies_and_pickles_keep_the_position():
    env = SingleEnv("ju_mai", opponents="greedy")
    _, info = env.reset(seed=2)
    env.step(info["action_mask"].argmax())
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.position() == env.position()
        action = int(np.flatnonzero(other.action_masks())[-1])
        other.step(action)
        assert other.position() != env.position()


def test_single_order_and_legality():
    env = SingleEnv("ju_mai")
    for call in (lambda: env.step(0), env.action_masks, env.position):
        with pytest.raises(NotStartedError, match="reset"):
            call()
    _, info = env.reset(seed=1)
    before = env.position()
    for action in (int(info["action_mask"].argmin()), 99, 1.5, None):
        with pytest.raises(IllegalActionError):
            env.step(action)
        assert env.position() == before
    terminated = False
    while not terminated:
        terminated = env.step(env.action_masks().argmax())[2]
    with pytest.raises(GameOverError, match="reset"):
        env.step(0)


def test_bad_seeds():
    for env in (SingleEnv("ju_mai"), VectorGame("ju_mai", 2)):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=-3)
        with pytest.raises(TypeError, match="seed"):
            env.reset(seed="x")


# --- the vector face ---------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT, ids=label)
def test_the_vector_face_plays_what_the_single_face_plays(name, options):
    """Every row, every episode: the same observations, masks, rewards and ends."""
    game, rows = make_game(name, **options), 3
    seat = learners_seat(game)
    vector = VectorGame(game, rows, opponents=last_legal, seat=seat)
    singles = [SingleEnv(game, opponents=last_legal, seat=seat) for _ in range(rows)]
    observations, infos = vector.reset(seed=8)
    assert vector.observation_space.contains(observations)
    episodes = [0] * rows

    def restart(row):
        seed = int(episode_seed(np.uint64(8), row, episodes[row]))
        episodes[row] += 1
        return singles[row].reset(seed=seed)

    single = [restart(row) for row in range(rows)]
    while sum(episodes) < 2 * rows:
        for row in range(rows):
            assert (observations[row] == single[row][0]).all()
            assert (infos["action_mask"][row] == single[row][1]["action_mask"]).all()
            assert infos["seat"][row] == single[row][1]["seat"]
        actions = infos["action_mask"].argmax(axis=1)
        observations, rewards, terminations, truncations, infos = vector.step(actions)
        assert not truncations.any()
        for row in range(rows):
            last, reward, terminated, _, info = singles[row].step(actions[row])
            assert (rewards[row], terminations[row]) == (reward, terminated)
            single[row] = (last, info)
            if terminated:
                assert (infos["final_obs"][row] == last).all()
                assert infos["_final_obs"][row]
                single[row] = restart(row)


@pytest.mark.parametrize("face", ["single", "vector"])
def test_episodes_without_a_decision_are_passed_over(face):
    """One round, and the learner may be the one who deals: then it is never asked."""
    game = make_game("sanmai_kabu", dealer="rotating", players=2, rounds=1)
    results = []
    if face == "single":
        env = SingleEnv(game, opponents=last_legal, seat=0)
        for seed in range(300):
            _, info = env.reset(seed=seed)
            total, terminated = 0.0, False
            while not terminated:
                _, reward, terminated, _, info = env.step(info["action_mask"].argmax())
                total += reward
            results.append(total)
    else:
        vector = VectorGame(game, 100, opponents=last_legal, seat=0)
        _, infos = vector.reset(seed=1)
        for _ in range(9):
            _, rewards, done, _, infos = vector.step(infos["action_mask"].argmax(axis=1))
            assert (infos["action_mask"].any(axis=1)).all()
            results += rewards[done].tolist()
    assert len(results) == 300
    assert not any(results)  # it never bets, and never deals


@pytest.mark.parametrize("face", [SingleEnv, VectorGame])
def test_a_learner_who_is_never_asked_does_not_wait_for_ever(face):
    """All bet on the same batch: a dealer has nobody to call for bets on the other."""
    env = face("batta_maki", dealer="agent", solicit_laps=1, seat="dealer", opponents=last_legal)
    with pytest.raises(RuntimeError, match="dealer was not asked once in 1000 episodes"):
        env.reset(seed=1)


def test_vector_order_and_legality():
    vector = make_vec("ju_mai", 4)
    with pytest.raises(NotStartedError, match="reset"):
        vector.step(np.zeros(4, dtype=int))
    _, infos = vector.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    before = vector.batch.states.copy()
    wrong = actions.copy()
    wrong[2] = infos["action_mask"][2].argmin()
    with pytest.raises(IllegalActionError, match="row 2: player_"):
        vector.step(wrong)
    with pytest.raises(ValueError, match="expected 4 actions"):
        vector.step(actions[:3])
    with pytest.raises(IllegalActionError, match="integers, not float64"):
        vector.step(actions.astype(float))
    assert (vector.batch.states == before).all()
    vector.step(actions)


def test_vector_arrays_are_not_changed_later():
    """Stable-Baselines3 keeps the last observation by reference."""
    vector = make_vec("ju_mai", 4)
    observation, infos = vector.reset(seed=1)
    kept = [(observation, observation.copy()), (infos["action_mask"], infos["action_mask"].copy())]
    for _ in range(30):
        observation, rewards, _, _, infos = vector.step(infos["action_mask"].argmax(axis=1))
        for array in (observation, rewards, infos["action_mask"]):
            kept.append((array, array.copy()))
    assert all((array == then).all() for array, then in kept)


# --- the batch -------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT, ids=label)
def test_a_batch_plays_what_positions_play(name, options):
    game, rows = make_game(name, **options), 5
    batch = Batch(game, rows, seed=3)
    episodes = [0] * rows

    def restart(row):
        seed = int(episode_seed(np.uint64(3), row, episodes[row]))
        episodes[row] += 1
        return game.new(seed)

    positions = [restart(row) for row in range(rows)]
    for _ in range(150):
        for row, position in enumerate(positions):
            assert batch.position(row) == position
            assert batch.seat[row] == position.seat
            assert (batch.observation[row] == position.observe()).all()
            count = game.action_counts[position.seat]
            assert (batch.mask[row, :count] == position.mask()).all()
            assert not batch.mask[row, count:].any()
        actions = batch.sample()
        batch.step(actions)
        for row, position in enumerate(positions):
            position.apply(actions[row])
            assert tuple(batch.rewards[row]) == position.rewards
            assert batch.done[row] == position.over
            if position.over:
                positions[row] = restart(row)


def test_a_batch_repeats_and_rows_do_not_depend_on_each_other():
    game = make_game("ju_mai")
    small, large = game.batch(3, seed=5), game.batch(50, seed=5)
    for _ in range(100):
        actions = large.mask.argmax(axis=1)
        large.step(actions)
        small.step(actions[:3])
        assert (small.states == large.states[:3]).all()


def test_stepping_some_rows_leaves_the_others():
    batch = make_game("ju_mai").batch(6, seed=5)
    before, rows = batch.states.copy(), np.array([4, 1])
    batch.step(batch.mask[rows].argmax(axis=1), rows)
    changed = [row for row in range(6) if batch.states[row] != before[row]]
    assert changed == [1, 4]


def test_finished_games_can_wait():
    batch = make_game("ju_mai", months=2, hand=1, field=4, max_rounds=1).batch(64, seed=5)
    playing = np.arange(64)
    while playing.size:
        batch.step(batch.mask[playing].argmax(axis=1), playing, restart=False)
        playing = np.flatnonzero(batch.seat >= 0)
    assert not batch.mask.any()
    assert (batch.sample() == -1).all()
    with pytest.raises(IllegalActionError, match="over"):
        batch.step(np.zeros(64, dtype=int))
    batch.restart(np.arange(10))
    assert (batch.seat[:10] >= 0).all()


def test_an_illegal_action_moves_no_row():
    batch = make_game("ju_mai").batch(8, seed=5)
    before, actions = batch.states.copy(), batch.mask.argmax(axis=1)
    for wrong in (batch.mask[7].argmin(), -1, 48, 2**40):
        actions[7] = wrong
        with pytest.raises(IllegalActionError, match="row 7"):
            batch.step(actions)
        assert (batch.states == before).all()


def test_the_mask_of_a_batch_cannot_be_tampered_with():
    batch = make_game("ju_mai").batch(2, seed=5)
    with pytest.raises(ValueError, match="read-only"):
        batch.mask[0, 0] = 1


def test_copies_of_games_are_games_of_their_own():
    batch = make_game("ju_mai").batch(6, seed=2)
    for _ in range(9):
        batch.step(batch.sample())
    before = copy.deepcopy(batch)
    rows = np.array([4, 1, 4])
    copies = batch.copies(rows)
    assert copies.size == 3
    for name in ("observation", "mask", "seat", "rewards", "done"):
        assert np.array_equal(getattr(copies, name), getattr(batch, name)[rows])
    actions = np.array([np.flatnonzero(copies.mask[0])[0], *copies.mask[1:].argmax(axis=1)])
    for _ in range(60):
        positions = [copies.position(row) for row in range(3)]
        copies.step(actions, restart=False)
        for row in range(3):
            assert copies.position(row) == positions[row].after(int(actions[row]))
        if copies.done.any():
            break
        actions = copies.sample()
    assert (batch.states == before.states).all()
    assert np.array_equal(batch.observation, before.observation)
    with pytest.raises(IllegalActionError):
        batch.copies(rows).step(np.array([99, 0, 0]))


def test_batches_pickle():
    batch = make_game("ju_mai").batch(4, seed=5)
    batch.step(batch.sample())
    for other in (pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch)):
        assert (other.states == batch.states).all()
        actions = other.sample()
        other.step(actions)
        assert (other.states != batch.states).all()
        assert other.mask.base is not batch.mask.base


@pytest.mark.parametrize("size", [0, -1, 2.5, True, None])
def test_batches_have_a_size(size):
    with pytest.raises(ValueError, match="size="):
        make_game("ju_mai").batch(size)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_a_batch_is_small(name):
    assert make_game(name).state_dtype.itemsize < 1024
