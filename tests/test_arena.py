"""The arena: the same deals for all, results that depend on nothing else, forfeits, folders."""

import contextlib
import json
import time
from collections import Counter

import numpy as np
import pytest

from hanafuda_envs import exact, make_game
from hanafuda_envs.chance import episode_seed
from hanafuda_training import arena
from hanafuda_training.arena import table
from hanafuda_training.arena.contest import make_contest
from hanafuda_training.arena.table import play_lineup

from .play import first_legal, last_legal

SMALL = {"months": 4, "hand": 3, "field": 4, "max_rounds": 2}


def compare(*arguments, **settings):
    return arena.compare(*arguments, **{"progress": False, **settings})


class Bold:
    """Bets all it may on the first batch."""

    def __call__(self, observation, mask):
        return 5

    def batch(self, observations, masks):
        return np.full(len(masks), 5)


def contest_of(game, players, **settings):
    settings = {
        "fixed": None,
        "mode": "pairs",
        "seed": 3,
        "time_limit": None,
        "fine": 10,
        **settings,
    }
    return make_contest(game, players, chunk_of=lambda match: 40, **settings)


# --- deals and lineups ---------------------------------------------------------------------------


def test_deals_are_those_of_the_batch_and_of_single_games():
    game = make_game("ju_mai", **SMALL)
    contest = contest_of(game, [first_legal, last_legal])
    seed = contest.chunk_seed(contest.matches[0], 0)
    played = play_lineup(contest, contest.contestants, seed, 40)
    for row in range(40):
        position = game.new(int(episode_seed(np.uint64(seed), row, 0)))
        results = np.zeros(2)
        while not position.over:
            player = (first_legal, last_legal)[position.seat]
            position.apply(player(position.observe(), position.mask()))
            results += position.rewards
        assert played.units[row].tolist() == results.tolist()


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_both_of_a_pair_sit_in_every_seat_equally_often(seats):
    from hanafuda_training.arena.lineups import pair_lineups

    lineups = pair_lineups(seats)
    assert len(set(lineups)) == len(lineups) == (2 if seats % 2 == 0 or seats == 1 else 2 * seats)
    for seat in range(seats):
        assert sum(lineup[seat] for lineup in lineups) * 2 == len(lineups)


@pytest.mark.parametrize(("seats", "members"), [(2, 2), (3, 3), (4, 4), (5, 5), (7, 7), (8, 8)])
def test_at_one_table_everybody_sits_everywhere_and_beside_everybody(seats, members):
    from hanafuda_training.arena.lineups import table_lineups

    lineups = table_lineups(seats, members)
    places = Counter((seat, who) for lineup in lineups for seat, who in enumerate(lineup))
    assert len(places) == seats * members
    assert len(set(places.values())) == 1
    after = Counter(
        (lineup[seat], lineup[(seat + 1) % seats]) for lineup in lineups for seat in range(seats)
    )
    if seats < 8:  # eight have no such orders: 1, 3, 5 and 7 steps round the table
        assert len(after) == seats * (seats - 1)
        assert len(set(after.values())) == 1


def test_the_same_player_twice_at_a_mixed_table_is_no_better_than_itself():
    """Who follows whom matters in Yatchaba: rotations alone would favour one of the two."""
    result = arena.compare(
        "yatchaba",
        ["heuristic", "heuristic", "cautious", "steady"],
        options={"hits_to_win": 2},
        games=960,
        mode="table",
        progress=False,
    )
    assert result.pair("heuristic", "heuristic#2").difference.value == 0.0


@pytest.mark.parametrize(
    ("name", "options"),
    [("ju_mai", SMALL), ("batta_maki", {"tie": "dealer"}), ("yatchaba", {"games": 1})],
)
def test_a_deterministic_player_is_exactly_as_good_as_itself(name, options):
    result = compare(name, [last_legal, last_legal], games=240, options=options)
    (pair,) = result.pairs
    assert pair.difference == (0, 0, 0)
    assert pair.wins == pair.losses and pair.score == (0.5, pair.score.low, pair.score.high)


def test_who_is_named_first_changes_only_the_signs():
    one = compare("ju_mai", ["random", "greedy"], games=400).pairs[0]
    other = compare("ju_mai", ["greedy", "random"], games=400).pairs[0]
    assert one.wins == other.losses and one.losses == other.wins and one.wins < one.losses
    assert one.difference.value == -other.difference.value
    assert one.difference.value < 0


def test_who_else_takes_part_changes_nothing():
    two = compare("ju_mai", ["greedy", "random"], games=200, options=SMALL)
    three = compare("ju_mai", ["greedy", last_legal, "random"], games=200, options=SMALL)
    assert three.pair("greedy", "random") == two.pair("greedy", "random")
    assert len(three.pairs) == 3 and len(three.ratings) == 3


def test_another_seed_gives_other_deals():
    results = [compare("ju_mai", ["greedy", "random"], games=200, seed=seed) for seed in (0, 1)]
    assert results[0].pairs != results[1].pairs


def test_alone_in_the_contested_seat_a_deal_is_one_comparison():
    result = compare(
        "ju_mai", ["greedy", last_legal], games=400, fixed={"player_1": "random"}, options=SMALL
    )
    (pair,) = result.pairs
    assert (pair.games, pair.deals, pair.wins + pair.draws + pair.losses) == (400, 200, 200)


def test_at_one_table_all_sit_together():
    result = compare("sanmai_kabu", [first_legal, last_legal, "random"], games=240, mode="table")
    assert len(result.pairs) == 3 and result.ratings == []
    assert {pair.games for pair in result.pairs} == {240}
    by_name = {player.label: player for player in result.players}
    assert by_name["first_legal"].net == (0, 0, 0)  # bets nothing
    assert by_name["last_legal"].net.value != 0


def test_compiled_players_play_the_same_deals(monkeypatch):
    """Where all players are compiled, whole games are; elsewhere they are asked in lockstep."""
    calls = []
    original = table._compiled_results

    def counted(*arguments):
        results = original(*arguments)
        calls.append(results is not None)
        return results

    monkeypatch.setattr(table, "_compiled_results", counted)
    compiled = compare("ju_mai", ["greedy", "heuristic"], games=80)
    assert calls and all(calls)
    monkeypatch.setattr(table, "_compiled_results", lambda *arguments: None)
    lockstep = compare("ju_mai", ["greedy", "heuristic"], games=80)
    assert compiled.to_json() == lockstep.to_json()
    monkeypatch.setattr(table, "_compiled_results", counted)
    calls.clear()
    compare("ju_mai", ["greedy", first_legal], games=80)  # one is not compiled
    assert calls and not any(calls)


# --- known values --------------------------------------------------------------------------------


def test_net_chips_agree_with_the_exact_value_of_a_bet():
    game = make_game("batta_maki", tie="dealer")
    result = compare(game, [Bold(), first_legal], games=6000)
    bold, careful = result.players
    expected = 5 * float(exact.bet_value(game))
    assert expected < -0.3
    assert bold.net_told.low <= expected <= bold.net_told.high
    assert bold.net_told.half_width < 0.15
    assert careful.net_told == (0, 0, 0) and careful.gap == (0, 0, 0)
    assert result.optimum == 0 and bold.gap.value == -bold.net_told.value
    assert bold.net.value == pytest.approx(8 * bold.net_told.value)


def test_the_optimum_is_known_only_where_others_do_not_matter():
    assert arena.optimum(make_game("echobo", dealer="house")) == 0
    assert arena.optimum(make_game("echobo")) is None
    assert arena.optimum(make_game("atosaki")) is None
    assert arena.optimum(make_game("sanmai_kabu", deck="deal_through")) is None
    assert arena.optimum(make_game("sanmai_kabu", tie="dealer")) == 0
    free = make_game("sanmai_kabu")
    assert arena.optimum(free) == pytest.approx(15 * float(exact.bet_value(free)))
    assert arena.optimum(free) > 0
    assert arena.optimum(make_game("sanmai_kabu", table_limit=44)) is None


# --- the same result, however it is played -------------------------------------------------------


def test_the_number_of_processes_changes_nothing():
    settings = {"games": 400, "options": SMALL, "precision": 0.03}
    players = ["greedy", "random", last_legal]
    alone = compare("ju_mai", players, workers=1, **settings)
    assert compare("ju_mai", players, workers=2, **settings).to_json() == alone.to_json()


def test_players_that_cannot_travel_play_here(capfd):
    result = arena.compare(
        "ju_mai", ["random", lambda o, m: int(m.argmax())], games=40, options=SMALL, workers=2
    )
    assert result.pairs[0].games == 40
    assert "cannot be sent to other processes" in capfd.readouterr().err


def test_an_interrupted_contest_goes_on_as_if_nothing_had_happened(tmp_path):
    settings = {"games": 400, "options": SMALL}
    players = ["greedy", "random"]
    whole = compare("ju_mai", players, **settings)
    kept = compare("ju_mai", players, out=tmp_path, **settings)
    assert kept.to_json() == whole.to_json()
    chunks = tmp_path / "chunks.jsonl"
    data = chunks.read_bytes()
    lines = data.splitlines(keepends=True)
    assert len(lines) == 8
    chunks.write_bytes(b"".join(lines[:3]) + lines[3][:17])
    (tmp_path / "result.json").unlink()
    again = compare("ju_mai", players, out=tmp_path, **settings)
    assert again.to_json() == whole.to_json() == (tmp_path / "result.json").read_text("utf-8")
    now = [json.loads(line) for line in chunks.read_bytes().splitlines()]
    then = [json.loads(line) for line in lines]
    assert now[:3] == then[:3]  # not played again
    assert [{**line, "seconds": 0} for line in now] == [{**line, "seconds": 0} for line in then]


def test_more_games_go_on_from_those_that_are_kept(tmp_path):
    compare("ju_mai", ["greedy", "random"], games=200, options=SMALL, out=tmp_path)
    before = (tmp_path / "chunks.jsonl").read_bytes()
    more = compare("ju_mai", ["greedy", "random"], games=400, options=SMALL, out=tmp_path)
    assert more.pairs[0].games >= 400
    assert (tmp_path / "chunks.jsonl").read_bytes().startswith(before)
    fewer = compare("ju_mai", ["greedy", "random"], games=200, options=SMALL, out=tmp_path)
    fresh = compare("ju_mai", ["greedy", "random"], games=200, options=SMALL)
    assert fewer.to_json() == fresh.to_json()


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"seed": 1}, "seed was 0, now 1"),
        ({"options": {**SMALL, "lead": 20}}, "rules was"),
        ({"players": ["random", "greedy"]}, "contestants was"),
        ({"mode": "table"}, "mode was"),
    ],
)
def test_another_contest_in_the_same_folder_is_refused(tmp_path, other, told):
    settings = {"players": ["greedy", "random"], "games": 40, "options": SMALL, "out": tmp_path}
    compare("ju_mai", **settings)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(arena.OtherContestError, match=told):
        compare("ju_mai", **{**settings, **other})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_damaged_line_in_the_middle_is_not_passed_over(tmp_path):
    compare("ju_mai", ["greedy", "random"], games=40, options=SMALL, out=tmp_path)
    chunks = tmp_path / "chunks.jsonl"
    lines = chunks.read_bytes().splitlines(keepends=True)
    chunks.write_bytes(lines[0] + b"{nonsense\n" + b"".join(lines[2:]))
    with pytest.raises(ValueError, match="line 2 is damaged"):
        compare("ju_mai", ["greedy", "random"], games=40, options=SMALL, out=tmp_path)


def test_everything_is_kept(tmp_path):
    result = compare("ju_mai", ["greedy", "random"], games=40, options=SMALL, out=tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"contest.json", "chunks.jsonl", "result.json", "result.md", "result.png"}
    setup = json.loads((tmp_path / "contest.json").read_text("utf-8"))
    assert setup["rules"] == make_game("ju_mai", **SMALL).rules.digest
    assert set(setup["versions"]) == {"python", "numpy", "numba", "hanafuda-envs"}
    assert (tmp_path / "result.png").read_bytes().startswith(b"\x89PNG")
    page = (tmp_path / "result.md").read_text("utf-8")
    assert page == result.to_markdown() and "forfeits that game" in page


# --- when to stop --------------------------------------------------------------------------------


def test_a_pair_stops_when_it_is_precise_enough():
    result = compare(
        "ju_mai", ["greedy", "random"], games=100_000, options=SMALL, precision=0.02, chunk=100
    )
    (pair,) = result.pairs
    assert pair.score.half_width <= 0.02
    assert 800 <= pair.games < 10_000


def test_chips_are_precise_by_the_round():
    result = compare("batta_maki", [Bold(), first_legal], games=60_000, precision=0.2, chunk=100)
    (pair,) = result.pairs
    assert pair.difference_told.half_width <= 0.2 < pair.difference.half_width
    assert pair.games < 60_000


# --- forfeits ------------------------------------------------------------------------------------


def crashes(observation, mask):
    raise RuntimeError("no idea")


def cheats(observation, mask):
    mask[:] = 1  # in vain: it is a copy
    return mask.size - 1


def answers_with_words(observation, mask):
    return 1.0


def quits(observation, mask):
    raise SystemExit


class CrashesTogether:
    """Fails for the whole batch because of some of its rows."""

    def __call__(self, observation, mask):
        if int(mask.argmax()) % 2:
            raise RuntimeError("odd")
        return int(mask.argmax())

    def batch(self, observations, masks):
        return np.array([self(o, m) for o, m in zip(observations, masks)])


@pytest.mark.parametrize(
    ("player", "why"),
    [
        (crashes, "RuntimeError: no idea"),
        (answers_with_words, "an action is an integer"),
        (quits, "SystemExit"),
    ],
)
def test_who_fails_loses_the_match(player, why):
    result = compare("ju_mai", [player, "greedy", "random"], games=80, options=SMALL)
    lost = [pair for pair in result.pairs if player.__name__ in (pair.a, pair.b)]
    assert [(pair.wins, pair.losses) for pair in lost] == [(0, 80), (0, 80)]
    guilty, *others = result.players
    assert guilty.forfeits == 160 and why in guilty.reason
    assert [other.forfeits for other in others] == [0, 0]
    assert guilty.net.value == -1
    without = compare("ju_mai", ["greedy", "random"], games=80, options=SMALL)
    assert result.pair("greedy", "random") == without.pairs[0]
    assert why in result.to_markdown() and why in result.to_json()


def test_an_illegal_answer_forfeits_only_that_game():
    result = compare("ju_mai", [cheats, "greedy"], games=80, options=SMALL)
    cheat = result.players[0]
    assert 0 < cheat.forfeits <= 80 and "which is not legal" in cheat.reason
    assert result.pairs[0].losses >= cheat.forfeits


def test_only_the_rows_to_blame_are_forfeited():
    game = make_game("ju_mai", **SMALL)
    contest = contest_of(game, [CrashesTogether(), first_legal])
    alike = contest_of(game, [first_legal, first_legal])
    seed = 11
    played = play_lineup(contest, contest.contestants, seed, 40)
    proper = play_lineup(alike, alike.contestants, seed, 40)
    failed = played.forfeited[:, 0]
    assert 0 < failed.sum() < 40 and not played.forfeited[:, 1].any()
    assert (played.units[failed] == [-1, 1]).all()
    assert (played.units[~failed] == proper.units[~failed]).all()


def test_in_games_for_chips_a_forfeit_costs_a_fine_and_the_game():
    options = {"bettors": 2, "tie": "dealer"}
    result = compare("batta_maki", [crashes, Bold()], games=200, options=options)
    proper = compare("batta_maki", [first_legal, Bold()], games=200, options=options)
    guilty, bold = result.players
    assert guilty.net == (-10, -10, -10)  # no bets, and the fine
    assert (result.pairs[0].losses, guilty.forfeits, bold.forfeits) == (200, 200, 0)
    assert proper.pairs[0].wins > 0
    mine = compare("batta_maki", [crashes, Bold()], games=200, options=options, fine=3)
    assert mine.players[0].net.value == -3


def test_others_at_the_table_are_not_touched_by_a_forfeit():
    game = make_game("batta_maki", tie="dealer")
    broken = contest_of(game, [crashes, Bold()])
    proper = contest_of(game, [first_legal, Bold()])
    (a, b), (c, d) = broken.contestants, proper.contestants
    first = play_lineup(broken, [a, b, b], 5, 40)
    second = play_lineup(proper, [c, d, d], 5, 40)
    assert (first.units[:, 1:] == second.units[:, 1:]).all()
    assert (first.units[:, 0] == second.units[:, 0] - 10 * game.unit).all()


class Sleeps:
    """Decides well in time, but for one kind of position."""

    def __call__(self, observation, mask):
        if mask.argmax() == 0:
            time.sleep(5)
        return int(mask.argmax())


class Stubborn(Sleeps):
    """Does not let itself be interrupted."""

    def __call__(self, observation, mask):
        end = time.monotonic() + (0.1 if mask.argmax() == 0 else 0)
        while time.monotonic() < end:
            with contextlib.suppress(Exception):
                time.sleep(0.02)
        return int(mask.argmax())


@pytest.mark.parametrize("player", [Sleeps(), Stubborn()])
def test_who_is_too_slow_forfeits(player):
    begun = time.monotonic()
    result = compare("ju_mai", [player, first_legal], games=16, options=SMALL, time_limit=0.05)
    slow, quick = result.players
    assert 0 < slow.forfeits < 16 and "took more than 0.05 s" in slow.reason
    assert quick.forfeits == 0
    assert time.monotonic() - begun < 12


def test_fixed_players_forfeit_too():
    result = compare(
        "echobo",
        [first_legal, "random"],
        games=60,
        fixed={"dealer": crashes},
        options={"rounds": 2},
    )
    assert [one.forfeits for one in result.others] == [60]
    assert "crashes (dealer)" in result.to_markdown()
    assert [player.forfeits for player in result.players] == [0, 0]


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players", "settings", "told"),
    [
        ("ju_mai", ["greedy"], {}, "at least two players"),
        ("ju_mai", ["greedy", "gredy"], {}, "knows no opponent 'gredy'"),
        ("ju_mai", ["greedy", "random:x=1"], {}, "has no setting 'x'"),
        ("ju_mai", ["greedy", 5], {}, "a name or a callable"),
        ("ju_mai", ["greedy", "random"], {"games": 0}, "games=0"),
        ("ju_mai", ["greedy", "random"], {"precision": 0}, "precision=0"),
        ("ju_mai", ["greedy", "random"], {"mode": "duel"}, "mode='duel'"),
        ("ju_mai", ["greedy", "random"], {"options": {"led": 3}}, "did you mean 'lead'"),
        ("ju_mai", ["greedy", "random"], {"fixed": {"dealer": "random"}}, "no seat 'dealer'"),
        ("ju_mai", ["greedy", "random"], {"fixed": {"player": "random"}}, "every seat is fixed"),
        ("ju_mai", ["random"] * 3, {"mode": "table"}, "do not fit at 2 seats"),
        ("echobo", ["random", "random"], {}, "fix who sits as dealer or bettor"),
        ("ju_mai", ["greedy", "random"], {"time_limit": 0}, "time_limit=0"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(game, players, settings, told):
    with pytest.raises(ValueError, match=told):
        compare(game, players, **settings)


def test_a_player_of_another_role_cannot_sit_there():
    from hanafuda_envs import opponents

    opponents.register_opponent(
        "hides", opponents.RandomOpponent, "echobo", about="a dealer", role="dealer"
    )
    try:
        with pytest.raises(ValueError, match="plays as dealer only, and cannot sit as bettor_0"):
            compare("echobo", ["hides", "random"], fixed={"dealer": "random"})
        compare("echobo", ["hides", "random"], fixed={"bettor": "random"}, games=20)
    finally:
        del opponents._ENTRIES["echobo", "hides"]
