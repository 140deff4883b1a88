"""Replays: any episode as a small file, played again exactly."""

import json

import pytest

from hanafuda_envs import GAMES, Replay, ReplayError, make_game
from hanafuda_envs.aec import AECGame
from hanafuda_envs.parallel import ParallelGame
from hanafuda_envs.single import SingleEnv
from hanafuda_training import arena

from .play import first_legal, random_actions, random_positions
from .variants import EVERY_VARIANT, label


def played(name="ju_mai", seed=3, **options):
    *_, last = random_positions(make_game(name, **options), seed)
    return last


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT, ids=label)
def test_round_trip(name, options):
    last = played(name, **options)
    replay = Replay.of(last, players=["somebody"] * last.game.seats)
    again = Replay.from_text(replay.to_text())
    assert again == replay
    assert [p.to_bytes() for p in again.positions()] == [
        p.to_bytes() for p in random_positions(last.game, 3)
    ]
    assert again.last() == last and again.last().history == last.history


def test_files(tmp_path):
    replay = Replay.of(played(), players={"player_1": "greedy"})
    assert replay.players == ("", "greedy")
    replay.save(tmp_path / "game.json")
    assert Replay.load(tmp_path / "game.json") == replay
    assert (tmp_path / "game.json").stat().st_size < 2000


def test_the_result_is_what_each_seat_got():
    last = played("batta_maki")
    totals = [sum(part) for part in zip(*(p.rewards for p in random_positions(last.game, 3)))]
    assert Replay.of(last).result() == pytest.approx(totals)


def test_an_episode_need_not_be_over():
    position = make_game("echobo").new(seed=1).apply(2).apply(5)
    assert Replay.from_text(Replay.of(position).to_text()).last() == position


def test_a_determinized_position_cannot_be_kept():
    position = make_game("ju_mai").new(seed=1)
    position.apply(position.legal()[0])
    with pytest.raises(ReplayError, match="does not lead to it"):
        Replay.of(position.determinize(0, rng=1))


@pytest.mark.parametrize("name", GAMES)
def test_from_the_aec_face(name):
    game = make_game(name)
    env = AECGame(game)
    for seed in (1, 2):
        env.reset(seed=seed)
        for action in random_actions(game, seed):
            env.step(action)
        assert list(Replay.of(env.position()).actions) == random_actions(game, seed)
    env.reset(seed=3)
    assert Replay.of(env.position()).actions == ()


def test_from_the_other_faces():
    env = SingleEnv("ju_mai", opponents="greedy", seat=0)
    env.reset(seed=4)
    while not env.step(int(env.action_masks().argmax()))[2]:
        pass
    assert Replay.of(env.position(), players=["me", "greedy"]).last().over
    together = ParallelGame(make_game("echobo", rounds=2))
    together.reset(seed=5)
    together.step(dict.fromkeys(together.agents, 1))
    assert len(Replay.of(together.position()).actions) == together.game.seats


# --- damage ----------------------------------------------------------------------------------


def damaged(**changes):
    about = json.loads(Replay.of(played()).to_text())
    for name, value in changes.items():
        if value is None:
            del about[name]
        else:
            about[name] = value
    return json.dumps(about)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no replay"),
        ("[]", "no replay"),
        ('{"format": "chess"}', "no replay"),
        (Replay.of(played()).to_text()[:300], "no replay"),
        (damaged(version=2), "version 2 of the format, this program reads version 1"),
        (damaged(seed=None), "'seed' is missing"),
        (damaged(seed=-1), "damaged"),
        (damaged(seed=True), "'seed' cannot be True"),
        (damaged(seed="7"), "'seed' cannot be '7'"),
        (damaged(game="go"), "no game 'go'"),
        (damaged(options={"lead": 40}), "other rules"),
        (damaged(options={"lead": "x"}), "lead='x'"),
        (damaged(options={"colour": 1}), "no option 'colour'"),
        (damaged(rules="123456789abc"), "other rules: its digest is 123456789abc"),
        (damaged(actions=[1.5]), "an action is no integer"),
        (damaged(actions=[True]), "an action is no integer"),
        (damaged(actions=[10**30]), "action 1 cannot be played"),
        (damaged(actions=[-1]), "action 1 cannot be played"),
        (damaged(actions=[]), "the result was"),
        (damaged(players={"player_7": "x"}), "no agent 'player_7'"),
        (damaged(players={"player_0": 3}), "names of players are texts"),
        (damaged(result={"player_0": 5, "player_1": 0}), "the result was"),
    ],
)
def test_damage_is_told(text, told, tmp_path):
    (tmp_path / "game.json").write_text(text, encoding="utf-8")
    with pytest.raises(ReplayError, match=told) as caught:
        Replay.load(tmp_path / "game.json")
    assert "game.json" in str(caught.value)


def test_more_actions_than_the_episode_has():
    replay = Replay.of(played())
    longer = damaged(actions=[*replay.actions, 0])
    with pytest.raises(ReplayError, match=f"action {len(replay.actions) + 1} .*is over"):
        Replay.from_text(longer)


def test_bytes_that_are_no_text(tmp_path):
    (tmp_path / "game.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReplayError, match="no text"):
        Replay.load(tmp_path / "game.json")


# --- the arena -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [["greedy", "random"], ["heuristic", first_legal]])
def test_the_arena_keeps_the_games_that_it_counts(players, tmp_path):
    """With compiled players, whose lots matter, and with one that is asked in lockstep."""
    small = {"months": 4, "hand": 3, "field": 4, "reward": "points"}
    result = arena.compare(
        "ju_mai",
        players,
        options=small,
        games=24,
        chunk=4,
        out=tmp_path,
        replays=24,
        progress=False,
    )
    files = sorted((tmp_path / "replays").iterdir())
    assert len(files) == 24
    net: dict[str, float] = {}
    for path in files:
        replay = Replay.load(path)
        assert replay.last().over
        for name, points in zip(replay.players, replay.result()):
            net[name] = net.get(name, 0.0) + points
    counted = {one.label: one.net.value for one in result.players}
    assert {name: points / 24 for name, points in net.items()} == pytest.approx(counted)


def test_the_arena_keeps_the_first_games(tmp_path):
    arguments = {"games": 40, "chunk": 3, "progress": False}
    for replays in (3, 14):
        out = tmp_path / str(replays)
        arena.compare("ju_mai", ["greedy", "random"], out=out, replays=replays, **arguments)
    few, many = (sorted((tmp_path / str(n) / "replays").iterdir()) for n in (3, 14))
    assert [path.read_text() for path in few] == [path.read_text() for path in many[:3]]
    assert len(many) == 14


def test_replays_need_a_folder():
    with pytest.raises(ValueError, match="need a folder"):
        arena.compare("ju_mai", ["greedy", "random"], games=2, replays=1)
    with pytest.raises(ValueError, match="replays=-1"):
        arena.compare("ju_mai", ["greedy", "random"], games=2, replays=-1)
