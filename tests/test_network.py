"""The network knows months and cards; learned players are files that run no code."""

import json
import subprocess
import sys

import numpy as np
import pytest
import torch

from hanafuda_agents.learned import (
    CARD,
    MODELS,
    WEIGHTS,
    LearnedPlayer,
    PlayerError,
    load_player,
    read_card,
    read_folder,
    save_player,
)
from hanafuda_agents.network import NetworkSize, TableNet
from hanafuda_envs import make_game
from hanafuda_envs.opponents import known_opponents, make_opponent, role_of, seat_opponents
from hanafuda_training import arena

SMALL = NetworkSize(month=8, context=16, card=4)
SEATS = [("ju_mai", 0), ("yatchaba", 1), ("echobo", 0), ("echobo", 2), ("batta_maki", 0)]


def _observations(game, size=64, steps=9):
    batch = game.batch(size, seed=3)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch.observation.copy()


@pytest.mark.parametrize(("name", "seat"), [*SEATS, ("sanmai_kabu", 2), ("hankan", 0)])
def test_scores_for_all_actions_and_a_value(name, seat):
    game = make_game(name)
    seen = torch.from_numpy(_observations(game))
    scores, values = TableNet(game, seat, SMALL)(seen)
    assert scores.shape == (64, game.action_counts[seat])
    assert values.shape == (64,)
    assert torch.isfinite(scores).all()
    assert torch.isfinite(values).all()


def test_what_is_learned_of_a_month_holds_for_all():
    """Wisteria and Iris have cards of the same points: exchanged, their scores are exchanged."""
    game = make_game("ju_mai")
    net = TableNet(game, 0, SMALL)
    seen = _observations(game)
    exchanged = seen.copy()
    for piece in game.layout.values():
        if piece.shape == (12, 4):
            plane = exchanged[:, piece.slice].reshape(-1, 12, 4)
            plane[:, [3, 4]] = plane[:, [4, 3]]
            exchanged[:, piece.slice] = plane.reshape(-1, 48)
    before = net(torch.from_numpy(seen))[0].reshape(-1, 12, 4)
    after = net(torch.from_numpy(exchanged))[0].reshape(-1, 12, 4)
    torch.testing.assert_close(after[:, [4, 3]], before[:, [3, 4]])
    torch.testing.assert_close(after[:, 5:], before[:, 5:])
    assert not torch.equal(before, after)


@pytest.mark.parametrize("seat", [0, 1])
def test_months_of_echobo_lie_in_a_circle(seat):
    """All months moved on by one: so are the scores, whatever the habit."""
    game = make_game("echobo", history=3)
    net = TableNet(game, seat, SMALL)
    seen = _observations(game, steps=30)
    moved = seen.copy()
    for piece in game.layout.values():
        if piece.shape[-1:] == (6,):
            numbers = moved[:, piece.slice].reshape(-1, *piece.shape)
            moved[:, piece.slice] = np.roll(numbers, 1, axis=-1).reshape(len(moved), -1)
    before, after = (net(torch.from_numpy(x))[0] for x in (seen, moved))
    order = [(month + 1) % 6 for month in range(6)]
    if seat == 1:
        bits = [[1 << order[i] for i in range(6) if action >> i & 1] for action in range(64)]
        order = [sum(one) for one in bits]
    torch.testing.assert_close(after[:, order], before)


# --- players as files ---------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path):
    game = make_game("ju_mai")
    net = TableNet(game, 0, SMALL)
    save_player(tmp_path / "p", game, net, seat=0, made={"note": "untrained"})
    return game, LearnedPlayer(game, net), tmp_path / "p"


def test_a_player_comes_back_as_it_was(saved):
    game, player, folder = saved
    batch = game.batch(64, seed=1)
    again = load_player(folder, game)
    assert (
        again.batch(batch.observation, batch.mask) == player.batch(batch.observation, batch.mask)
    ).all()
    spec = make_opponent(str(folder), game)
    assert spec(batch.observation[0], batch.mask[0]) == player(batch.observation[0], batch.mask[0])


def test_loading_leaves_the_lots_of_others_alone(saved):
    game, _, folder = saved
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    load_player(folder, game)
    assert torch.equal(torch.rand(3), expected)


def test_sampling_is_reproducible_and_by_the_probabilities(saved):
    game, _, folder = saved
    position = game.new(seed=4)
    seen, mask = position.observe(), position.mask()
    player = make_opponent(f"{folder}:sampled=True", game)
    many = np.repeat(seen[None], 20_000, axis=0), np.repeat(mask[None], 20_000, axis=0)
    player.reset(7)
    first = player.batch(*many)
    second = player.batch(*many)
    player.reset(7)
    assert (player.batch(*many) == first).all()
    assert (first != second).any()
    told = player.explain(seen, mask)
    shares = np.bincount(first, minlength=48) / len(first)
    np.testing.assert_allclose(shares, told["probabilities"], atol=0.02)
    assert told["probabilities"][mask == 0].sum() == 0


def test_a_player_for_other_rules_is_refused(saved):
    _, _, folder = saved
    with pytest.raises(PlayerError, match=r"trained for ju_mai with default options .* lead=50"):
        load_player(folder, make_game("ju_mai", lead=50))
    with pytest.raises(PlayerError, match="trained for ju_mai"):
        make_opponent(str(folder), make_game("yatchaba"))


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda f: (f / CARD).unlink(), "holds no learned player"),
        (lambda f: (f / CARD).write_text("{"), "cannot be read"),
        (lambda f: (f / CARD).write_text("[]"), "is damaged"),
        (lambda f: (f / WEIGHTS).unlink(), "cannot be read"),
        (lambda f: (f / WEIGHTS).write_bytes(b"x" * 100), "is damaged"),
        (lambda f: _edit(f, format=99), "format 99"),
        (lambda f: _edit(f, network={"month": 8, "context": 99}), "does not fit"),
        (lambda f: _edit(f, network={"width": 8}), "does not fit"),
    ],
)
def test_damaged_players_are_told(saved, damage, says):
    game, _, folder = saved
    damage(folder)
    with pytest.raises(PlayerError, match=says):
        load_player(folder, game)


def _edit(folder, **changes):
    card = json.loads((folder / CARD).read_text())
    (folder / CARD).write_text(json.dumps(card | changes))


def test_a_dealer_cannot_sit_as_bettor(tmp_path):
    game = make_game("echobo")
    save_player(tmp_path / "d", game, TableNet(game, 0, SMALL), seat=0)
    assert read_folder(tmp_path / "d").role == "dealer"
    with pytest.raises(ValueError, match="plays as dealer only"):
        seat_opponents({"dealer": "uniform", "bettor": str(tmp_path / "d")}, game, learner=1)
    with pytest.raises(ValueError, match="plays as dealer only"):
        arena.compare(game, [str(tmp_path / "d"), "cautious"], fixed={"dealer": "uniform"})


def test_a_folder_plays_in_the_arena_with_two_processes(saved):
    game, _, folder = saved
    alone = arena.compare(game, [str(folder), "random"], games=64, chunk=8, progress=False)
    together = arena.compare(
        game, [str(folder), "random"], games=64, chunk=8, progress=False, workers=2
    )
    assert alone.pairs == together.pairs
    assert not alone.players[0].forfeits


def test_players_need_no_stable_baselines(saved):
    game, player, folder = saved
    position = game.new(seed=2)
    program = f"""
import sys
sys.modules["stable_baselines3"] = sys.modules["sb3_contrib"] = None
from hanafuda_envs import make_game
from hanafuda_envs.opponents import make_opponent
game = make_game("ju_mai")
position = game.new(seed=2)
print(make_opponent({str(folder)!r}, game)(position.observe(), position.mask()))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == str(player(position.observe(), position.mask())), done.stderr


# --- the players that ship ------------------------------------------------------------------------

SHIPPED = sorted(path.parent for path in MODELS.glob("*/player.json"))


def test_there_are_learned_players():
    assert {"ju_mai", "yatchaba"} <= {folder.name for folder in SHIPPED}


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
def test_shipped_players_play_under_their_name(folder):
    card = read_card(folder)
    game = make_game(card["game"], **card["options"])
    name = "learned_dealer" if card["role"] == "dealer" else "learned"
    assert name in known_opponents(game)
    player = make_opponent(name, game)
    seat = next(at for at, agent in enumerate(game.agents) if role_of(agent) == card["role"])
    batch = game.batch(256, seed=1)
    for _ in range(30):
        rows = np.flatnonzero(batch.seat == seat)
        actions = batch.sample()
        legal = batch.mask[rows, : game.action_counts[seat]]
        if rows.size:
            actions[rows] = player.batch(batch.observation[rows], legal)
        batch.step(actions)  # refuses what is illegal
    assert set(card["made"]) >= {"recipe", "steps", "seconds", "versions", "verdict"}
    assert sum(path.stat().st_size for path in folder.iterdir()) < 2**20


@pytest.mark.parametrize(("told", "sampled"), [("true", True), ("false", False), ("True", True)])
def test_whether_it_draws_its_actions_can_be_said(told, sampled):
    player = make_opponent(f"learned:sampled={told}", make_game("ju_mai"))
    assert player.sampled is sampled


def test_a_word_that_is_neither_true_nor_false_is_told():
    with pytest.raises(PlayerError, match="sampled='no' is not possible: allowed is true or false"):
        make_opponent("learned:sampled=no", make_game("ju_mai"))


def test_who_has_not_learned_these_rules_is_not_offered_and_says_why():
    game = make_game("ju_mai", lead=50)
    assert "learned" not in known_opponents(game)
    with pytest.raises(
        PlayerError, match="nobody has learned ju_mai with lead=50.*default options"
    ):
        make_opponent("learned", game)


def test_the_shipped_player_of_ju_mai_is_better_than_greedy():
    result = arena.compare("ju_mai", ["learned", "greedy"], games=2000, progress=False)
    assert result.pairs[0].score.low > 0.58


@pytest.mark.parametrize("dealer", ["favourite:month=2", "avoids", "cycles", "reacts"])
def test_the_shipped_bettor_of_echobo_takes_chips_from_habits(dealer):
    game = make_game("echobo", payout=4.5, rounds=50)
    players, seats = ["learned", "cautious"], {"dealer": dealer}
    result = arena.compare(game, players, fixed=seats, games=120, progress=False)
    assert result.pairs[0].difference.low > 0


def test_the_shipped_dealer_of_echobo_is_not_read():
    game = make_game("echobo", payout=4.5, rounds=50)
    players, seats = ["learned_dealer", "favourite"], {"bettor": "learned"}
    result = arena.compare(game, players, fixed=seats, games=120, progress=False)
    assert result.pairs[0].difference.low > 0
