"""Players of every game: legal, reproducible, the same in every form."""

import numpy as np
import pytest

from hanafuda_agents import RulePlayer, play_games
from hanafuda_envs import make_game
from hanafuda_envs.chance import episode_seed
from hanafuda_envs.opponents import known_opponents, make_opponent, role_of, seat_opponents

from .variants import EVERY_VARIANT, label

SEEDS = np.arange(50, dtype=np.uint64) * np.uint64(7919)


def players_for(game, agent):
    """The names of all players that can sit there."""
    names = []
    for name, entry in known_opponents(game).items():
        limited = game.rules.as_dict().get("bankroll") is not None
        if entry.role in (None, role_of(agent)) and (name != "kelly" or limited):
            names.append(name)
    return names


def quick(name):
    return "search:rollouts=4" if name == "search" else name


def lineup(game, shift):
    """Somebody in every seat; with another shift another one."""
    line = []
    for seat, agent in enumerate(game.agents):
        names = players_for(game, agent)
        line.append(make_opponent(quick(names[(seat + shift) % len(names)]), game))
        line[-1].reset(seat) if hasattr(line[-1], "reset") else None
    return line


def by_batch(game, players, seed, size):
    """Results of one episode a row, every player asked in batches."""
    batch = game.batch(size, seed)
    results = np.zeros((size, game.seats))
    running = np.arange(size)
    while running.size:
        for seat in range(game.seats):
            rows = running[batch.seat[running] == seat]
            if rows.size:
                count = game.action_counts[seat]
                asked = players[seat].batch(batch.observation[rows], batch.mask[rows, :count])
                batch.step(asked, rows, restart=False)
                results[rows] += batch.rewards[rows]
        running = np.flatnonzero(batch.seat >= 0)
    return results


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT, ids=label)
def test_every_player_acts_legally_in_every_variant(name, options):
    """Both forms check legality themselves: an illegal action is an error."""
    game = make_game(name, **options)
    most = max(len(players_for(game, agent)) for agent in game.agents)
    for shift in range(most):
        players = lineup(game, shift)
        by_batch(game, players, seed=shift, size=6)
        if all(isinstance(player, RulePlayer) for player in players):
            assert play_games(game, players, SEEDS[:10]).shape == (10, game.seats)


DETERMINISTIC = [
    ("ju_mai", {}, ["greedy", "heuristic"]),
    ("batta_maki", {"payout": 0.9}, ["bold", "cautious", "exact"]),
    ("atosaki", {"tie": "carry", "bankroll": 20}, ["bold", "exact", "kelly"]),
    ("sanmai_kabu", {}, ["bold", "cautious", "exact"]),
    ("yatchaba", {"hits_to_win": 2}, ["bold", "steady", "cautious", "heuristic"]),
    ("echobo", {"dealer": "house"}, ["frequencies", "reader", "cautious"]),
]


@pytest.mark.parametrize(("name", "options", "specs"), DETERMINISTIC, ids=label)
def test_compiled_games_are_the_games_that_a_batch_plays(name, options, specs):
    game = make_game(name, **options)
    players = [make_opponent(spec, game) for spec in specs]
    seeds = np.array([episode_seed(np.uint64(5), row, 0) for row in range(64)], dtype=np.uint64)
    compiled = play_games(game, players, seeds)
    np.testing.assert_allclose(compiled, by_batch(game, players, 5, 64), atol=1e-9)
    assert np.abs(compiled).sum() > 0


@pytest.mark.parametrize("name", ["ju_mai", "batta_maki", "sanmai_kabu", "yatchaba", "echobo"])
def test_chance_players_follow_their_seed(name):
    game = make_game(name)
    players = [make_opponent("random", game) for _ in range(game.seats)]

    def results(seed):
        for seat, player in enumerate(players):
            player.reset(seed + seat)
        return play_games(game, players, SEEDS).tolist(), by_batch(game, players, 1, 30).tolist()

    first, second, third = results(1), results(1), results(100)
    assert first == second
    assert first[0] != third[0] and first[1] != third[1]


def test_chance_players_choose_every_action_alike():
    game = make_game("ju_mai")
    player = make_opponent("random", game)
    position = game.new(1)
    many = 20_000
    asked = player.batch(
        np.tile(position.observe(), (many, 1)), np.tile(position.mask(), (many, 1))
    )
    counts = np.bincount(asked, minlength=48)[position.legal()]
    assert counts.sum() == many
    expected = many / len(counts)
    assert np.abs(counts - expected).max() < 5 * np.sqrt(expected)


def test_one_position_or_many_makes_no_difference():
    game = make_game("ju_mai")
    for spec in ("greedy", "heuristic"):
        player = make_opponent(spec, game)
        batch = game.batch(40, seed=3)
        for _ in range(30):
            together = player.batch(batch.observation, batch.mask)
            alone = [player(o, m) for o, m in zip(batch.observation, batch.mask)]
            assert together.tolist() == alone
            batch.step(together)


# --- specs ------------------------------------------------------------------------------------


def test_a_spec_sets_what_the_player_knows():
    """Every setting of every player arrives: a setting that nothing reads cannot pass."""
    checked = 0
    for name in ("ju_mai", "yatchaba", "echobo"):
        game = make_game(name)
        for player, entry in known_opponents(game).items():
            for key, default in entry.settings().items():
                if player == "response" or player.startswith("learned"):
                    continue  # tested elsewhere: what it bets, how it draws
                other = {"month": 2, "reads": "true"}.get(key, default / 2 if default < 10 else 7)
                plain = make_opponent(player, game).knowledge
                changed = make_opponent(f"{player}:{key}={other}", game).knowledge
                assert plain.tobytes() != changed.tobytes(), (name, player, key)
                checked += 1
    assert checked >= 10


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("nobody", "knows no opponent 'nobody'.*'greedy'"),
        ("greedy:rollouts=3", "greedy has no setting 'rollouts'; it has none"),
        ("search:rolouts=3", "search has no setting 'rolouts'; it has rollouts="),
        ("search:rollouts", "settings are key=value"),
        ("search:rollouts=0", "rollouts=0 is not possible"),
        ("search:rollouts=many", "rollouts='many' is not possible"),
    ],
)
def test_wrong_specs_say_what_is_allowed(spec, says):
    with pytest.raises(ValueError, match=says):
        make_opponent(spec, make_game("ju_mai"))


def test_kelly_needs_limited_chips():
    for name in ("atosaki", "sanmai_kabu"):
        with pytest.raises(ValueError, match="bankroll"):
            make_opponent("kelly", make_game(name))


def test_who_sits_where_by_role():
    game = make_game("echobo")
    seated = seat_opponents({"dealer": "cycles", "bettor": "reader"}, game, learner=1)
    assert [player.code for player in seated] == [
        make_opponent(spec, game).code for spec in ("reader", "reader", "cycles")
    ]
    with pytest.raises(ValueError, match="'reader' plays as bettor only"):
        seat_opponents("reader", game, learner=1)
    with pytest.raises(ValueError, match="nobody sits as dealer"):
        seat_opponents({"bettor": "reader"}, game, learner=1)
    with pytest.raises(ValueError, match="no other seat 'banker'"):
        seat_opponents({"dealer": "uniform", "bettor": "bold", "banker": "bold"}, game, learner=1)
