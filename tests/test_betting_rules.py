"""Options of the betting games, their actions in words, and what a bankroll forbids."""

import numpy as np
import pytest

from hanafuda_envs import IllegalActionError, make_game

from .play import random_positions


@pytest.mark.parametrize(
    ("game", "options", "names"),
    [
        ("batta_maki", {"bettors": 9}, ["bettors=9", "1 to 8"]),
        ("batta_maki", {"bettors": 0}, ["bettors=0"]),
        ("batta_maki", {"max_bet": 0}, ["max_bet=0"]),
        ("batta_maki", {"bankroll": 0}, ["bankroll=0", "None or an integer"]),
        ("batta_maki", {"bankroll": True}, ["bankroll=True"]),
        ("batta_maki", {"payout": 0.95}, ["payout=0.95", "1.0 or 0.9"]),
        ("batta_maki", {"payout": True}, ["payout=True"]),
        ("batta_maki", {"decks": 3}, ["decks=3", "1 or 2"]),
        ("batta_maki", {"tie": "carry"}, ["tie='carry'", "'return'", "'dealer'"]),
        ("batta_maki", {"solicit_laps": -1}, ["solicit_laps=-1"]),
        ("batta_maki", {"dealer": "agent"}, ["dealer='agent'", "solicit_laps"]),
        (
            "batta_maki",
            {"dealer": "agent", "solicit_laps": 1, "bettors": 1},
            ["dealer='agent'", "bettors"],
        ),
        ("batta_maki", {"rounds": 3}, ["no option 'rounds'"]),
        ("mutsu_wari", {"decks": 2}, ["no option 'decks'"]),
        ("atosaki", {"payout": 0.9}, ["no option 'payout'"]),
        ("atosaki", {"tie": "refund"}, ["tie='refund'", "'draw'", "'type_points'", "'carry'"]),
        ("shoniban", {"tie": "draw"}, ["tie='draw'", "'refund' or 'carry'"]),
        ("hankan", {"solicit_laps": 1}, ["no option 'solicit_laps'"]),
        ("hankan", {"tie": "return"}, ["no option 'tie'"]),
        ("sanmai_kabu", {"both_arashi": "tie"}, ["both_arashi='tie'", "beats_plain"]),
        ("sanmai_kabu", {"first_dealer": 0}, ["first_dealer=0", "rotating"]),
        (
            "sanmai_kabu",
            {"dealer": "rotating", "first_dealer": 3},
            ["first_dealer=3", "0 to 2"],
        ),
        ("sanmai_kabu", {"dealer": "rotating", "players": 1}, ["players=1", "rotating"]),
        ("sanmai_kabu", {"house_yaku": "shippin"}, ["house_yaku='shippin'", "a tuple"]),
        ("sanmai_kabu", {"house_yaku": ("pinzoro",)}, ["pinzoro", "'kuppin'"]),
        ("sanmai_kabu", {"table_limit": 0}, ["table_limit=0"]),
    ],
    ids=str,
)
def test_what_is_not_allowed_is_a_value_error_that_says_so(game, options, names):
    with pytest.raises(ValueError) as error:
        make_game(game, **options)
    for name in names:
        assert name in str(error.value)


def test_equal_values_make_equal_rules():
    assert make_game("batta_maki", payout=1) == make_game("batta_maki")
    yaku = [("kuppin", "shippin"), ["shippin", "kuppin"], {"kuppin", "shippin"}]
    assert len({make_game("sanmai_kabu", house_yaku=way).rules.digest for way in yaku}) == 1


@pytest.mark.parametrize(
    ("name", "rounds"),
    [("batta_maki", 8), ("mutsu_wari", 6), ("atosaki", 8), ("shoniban", 8), ("hankan", 5)],
)
def test_an_episode_has_its_rounds(name, rounds):
    *_, last = random_positions(make_game(name), 1)
    assert last.state["round"] + 1 == rounds


def test_two_decks_last_sixteen_rounds():
    *_, last = random_positions(make_game("batta_maki", decks=2), 1)
    assert last.state["round"] + 1 == 16
    assert last.state["seen"].tolist() == [2**48 - 1, 2**48 - 1]  # dealt through, all of it


def test_actions_in_words():
    position = make_game("batta_maki", dealer="agent", solicit_laps=1, max_bet=4).new(1)
    assert position.action_to_string(0) == "no bet"
    assert position.action_to_string(3) == "bet 3 on the first batch"
    assert position.action_to_string(6) == "bet 2 on the second batch"
    position.apply(3).apply(0).apply(0)
    assert position.agent == "dealer"
    assert position.action_to_string(1) == "call for bets on the lighter batch"
    position.apply(1)
    assert position.agent == "bettor_1"  # the others may not add where they have bet
    assert position.legal() == [0, 5, 6, 7]  # not more than what is missing
    assert position.action_to_string(5) == "add 1 on the second batch"
    kabu = make_game("sanmai_kabu").new(1)
    assert kabu.action_to_string(1) == "1 chip on stack 0"


@pytest.mark.parametrize("name", ["batta_maki", "atosaki", "shoniban", "hankan", "sanmai_kabu"])
def test_nobody_bets_more_than_he_has(name):
    game = make_game(name, bankroll=4, max_bet=6)
    for seed in range(40):
        for position in random_positions(game, seed):
            if position.over:
                continue
            owned = 4 * 20 + int(position.state["balance"][position.seat])
            staked = int(np.sum(position.state["bets"][position.seat])) * 20
            most = (
                len(position.legal()) - 1
                if name == "sanmai_kabu"
                else max((a if a <= 6 else a - 6 for a in position.legal()), default=0)
            )
            assert 20 * most + staked <= max(owned, 0)


def test_an_illegal_bet_is_explained():
    position = make_game("sanmai_kabu", table_limit=3).new(1).apply(3)
    with pytest.raises(IllegalActionError, match=r"player_0: action 1 \(1 chip on stack 1\)"):
        position.apply(1)
