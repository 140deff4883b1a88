"""The tables at which a learner trains, and who sits there."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from hanafuda_envs import make_game
from hanafuda_envs.opponents import RandomOpponent
from hanafuda_training.learn.env import LeagueEnv, learner_seats
from hanafuda_training.learn.league import League


def _no_files(path):
    raise AssertionError(f"{path} was loaded")


def _league(game, shares, **settings):
    league = League(game, shares, load=settings.pop("load", _no_files), **settings)
    league.begin(0, RandomOpponent(game))
    return league


def _env(game, shares, tables=32, seats=None, seed=5, **settings):
    seats = range(game.seats) if seats is None else seats
    return LeagueEnv(game, _league(game, shares), tables, seats=tuple(seats), seed=seed, **settings)


def _random_actions(env, rng):
    masks = env.action_masks()
    return np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)


# --- rewards ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "seats"),
    [
        ("ju_mai", {}, (0, 1)),
        ("yatchaba", {"hits_to_win": 1}, (0, 1, 2, 3)),
        ("echobo", {}, (1, 2, 3)),
        ("echobo", {}, (0,)),
        ("sanmai_kabu", {}, (0, 1, 2)),
        ("atosaki", {"tie": "carry"}, (2,)),
    ],
)
def test_the_learner_gets_all_that_is_its_own(name, options, seats):
    """Rewards of an episode add up to what the batch paid the learner's seat, losses included."""
    game = make_game(name, **options)
    shares = {role: {"random": 1.0} for role in ("player", "bettor", "dealer")}
    env = _env(game, shares, seats=seats)
    paid, told = np.zeros(env.num_envs), np.zeros(env.num_envs)
    batch, step = env.batch, env.batch.step

    def watched(actions, rows=None, **settings):
        rows = np.arange(batch.size) if rows is None else rows
        step(actions, rows, **settings)
        paid[rows] += batch.rewards[rows, env._tables.seats[rows]]

    batch.step = watched
    env.reset()
    rng, results = np.random.default_rng(0), []
    for _ in range(60):
        _, rewards, done, infos = env.step(_random_actions(env, rng))
        told += rewards
        for row in np.flatnonzero(done):
            assert infos[row]["episode"]["r"] == pytest.approx(told[row], abs=1e-3)
            results.append(told[row])
            told[row] = 0.0
    assert np.sum(results) + told.sum() == pytest.approx(
        paid.sum() - env._tables.owed.sum(), abs=1e-2
    )
    assert min(results) < 0 < max(results) or name == "echobo"


def test_a_loss_on_the_opponents_turn_is_seen():
    """Against a strong player a beginner loses most matches: the usual recipe never shows one."""
    env = _env(make_game("ju_mai"), {"player": {"heuristic": 1.0}}, tables=64)
    env.reset()
    rng, results = np.random.default_rng(1), []
    while len(results) < 150:
        _, rewards, done, _ = env.step(_random_actions(env, rng))
        results += rewards[done].tolist()
        assert (rewards[~done] == 0).all()
    assert set(results) <= {-1.0, 0.0, 1.0}
    assert results.count(-1.0) > 0.75 * len(results)


def test_observations_are_the_learners_own_and_stay():
    game = make_game("ju_mai")
    env = _env(game, {"player": {"greedy": 1.0}}, tables=16)
    kept = env.reset()
    copy = kept.copy()
    rng = np.random.default_rng(2)
    for _ in range(40):
        assert (env.batch.seat == env._tables.seats).all()
        _, _, done, infos = env.step(_random_actions(env, rng))
        for row in np.flatnonzero(done):
            last = game.layout.split(infos[row]["terminal_observation"])
            assert last["phase"][3] == 1  # over, seen by the seat that had played
            assert infos[row]["terminal_observation"].shape == env.observation_space.shape
    env2 = _env(game, {"player": {"greedy": 1.0}}, tables=16)
    first = env2.reset()
    second, *_ = env2.step(_random_actions(env2, rng))
    assert first is not second
    assert (first == copy).all()  # one step later the last observation is as it was


def test_rewards_are_scaled_and_results_are_not():
    env = _env(make_game("ju_mai"), {"player": {"greedy": 1.0}}, reward_scale=0.25)
    env.reset()
    rng, seen = np.random.default_rng(3), []
    while len(seen) < 20:
        _, rewards, done, infos = env.step(_random_actions(env, rng))
        seen += [(float(rewards[row]), infos[row]["episode"]["r"]) for row in np.flatnonzero(done)]
    assert all(reward == 0.25 * result for reward, result in seen)


def test_every_seat_is_learned_from():
    env = _env(make_game("yatchaba"), {"player": {"cautious": 1.0}}, tables=200)
    env.reset()
    assert set(env._tables.seats.tolist()) == {0, 1, 2, 3}


def test_seats_by_role():
    game = make_game("echobo")
    assert learner_seats(game, "bettor") == (1, 2, 3)
    assert learner_seats(game, "dealer") == (0,)
    assert learner_seats(game, "bettor_1") == (2,)
    assert learner_seats(make_game("ju_mai"), "any") == (0, 1)
    with pytest.raises(ValueError, match="allowed is one of any, bettor, bettor_0"):
        learner_seats(game, "any")
    with pytest.raises(ValueError, match="seat='player' is not possible in echobo"):
        learner_seats(game, "player")


# --- the league ---------------------------------------------------------------------------------


def _drawn(league, size=20_000, seat=0):
    numbers = league.draw(np.random.default_rng(0), seat, size)
    names = [league._members[number].name for number in numbers]
    return {name: count / size for name, count in Counter(names).items()}


def test_shares_are_kept():
    league = _league(make_game("ju_mai"), {"player": {"self": 2, "greedy": 1, "random": 1}})
    drawn = _drawn(league)
    assert drawn["self"] == pytest.approx(0.5, abs=0.02)
    assert drawn["greedy"] == pytest.approx(0.25, abs=0.02)
    assert _drawn(_league(make_game("ju_mai"), {})) == {"self": 1.0}


def test_before_there_is_a_past_oneself_sits_there():
    assert _drawn(_league(make_game("ju_mai"), {"player": {"past": 1.0}})) == {"self": 1.0}


@pytest.mark.parametrize("rule", ["latest", "uniform", "prioritised"])
def test_which_past_self_is_drawn(rule):
    league = _league(make_game("ju_mai"), {"player": {"past": 1.0}}, rule=rule)
    for name in ("weak", "even", "strong"):
        league.add(Path(name))
    numbers = {league._members[number].name: number for number, _ in league._past}
    for name, won in (("weak", 0.95), ("even", 0.5), ("strong", 0.2)):
        for game in range(400):
            league.book([numbers[name]], 1.0 if game < 400 * won else -1.0)
    # Nothing is loaded by drawing: the loader of this league would fail.
    drawn = _drawn(league)
    if rule == "latest":
        assert drawn == {"strong": 1.0}
    elif rule == "uniform":
        assert all(share == pytest.approx(1 / 3, abs=0.02) for share in drawn.values())
    else:
        assert drawn["strong"] > drawn["even"] > drawn["weak"] > 0


def test_past_selves_are_loaded_when_they_play_and_few_are_kept():
    game, loaded = make_game("ju_mai"), []

    def load(path):
        loaded.append(path.name)
        return RandomOpponent(game)

    league = _league(game, {"player": {"past": 1.0}}, load=load)
    for number in range(12):
        league.add(Path(str(number)))
    assert not loaded
    for number, _ in league._past:
        league.player(number)
        league.player(number)
    assert loaded == [str(number) for number in range(12)]
    assert len(league._players) <= 9


def test_the_league_goes_on_where_it_was():
    game = make_game("ju_mai")
    league = _league(game, {"player": {"past": 1.0, "greedy": 1.0}})
    league.add(Path("old/a"))
    league.book([1, 2], 1.0)
    again = _league(game, {"player": {"past": 1.0, "greedy": 1.0}})
    again.set_state(league.get_state(), Path("new"))
    assert again.get_state() == league.get_state()
    assert again._past[0][1] == Path("new/a")
    assert again.scores() == league.scores() == {"greedy": 1.0, "a": 1.0}


def test_tables_go_on_where_they_were():
    game = make_game("yatchaba")
    shares = {"player": {"random": 1.0, "heuristic": 1.0}}
    one, other = _env(game, shares), _env(game, shares, seed=99)
    one.reset()
    other.reset()
    rng = np.random.default_rng(4)
    for _ in range(10):
        one.step(_random_actions(one, rng))
    state = one.get_state()
    one._tables.league.begin(10, RandomOpponent(game))
    other._tables.league.begin(10, RandomOpponent(game))
    other._tables.league._seed = one._tables.league._seed
    other.set_state(*state)
    for _ in range(30):
        actions = _random_actions(one, rng)
        a, b = one.step(actions), other.step(actions)
        assert (a[0] == b[0]).all()
        assert (a[1] == b[1]).all()
        assert (a[2] == b[2]).all()
