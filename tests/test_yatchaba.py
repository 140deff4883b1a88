"""Yatchaba as it is told: laps, passes, ladders, payments, and its table for people."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanafuda_envs import make_game, to_text
from hanafuda_envs.games.yatchaba import DECIDE, GUESS, PLACE, YatchabaRules
from hanafuda_envs.render.text import width

from .play import random_actions, random_positions
from .variants import YATCHABA, label

CHIP = 20
PASS, PLACE_ONE_MORE = 12, 13
seeds = st.integers(0, 2**64 - 1)
games = st.sampled_from(YATCHABA).map(lambda options: make_game("yatchaba", **options))


def new(seed=1, **options):
    """A position in which player_0 deals."""
    return make_game("yatchaba", first_dealer=0, **options).new(seed)


def decisions(position) -> tuple[int, int]:
    """The numbers of the actions stop and continue."""
    count = position.game.action_counts[0]
    return count - 2, count - 1


def guess(position, months=(1, 1, 1)):
    for month in sorted(months):
        position.apply(month - 1)
    return position


def play_round(position, months=(1, 1, 1), action=PASS):
    """A guess, and all do the same until the cards are turned up."""
    showdowns = (int(position.state["game"]), int(position.state["round"]))
    guess(position, months)
    while not position.over and position.state["phase"] != GUESS:
        deciding = position.state["phase"] == DECIDE
        position.apply(decisions(position)[0] if deciding else action)
    assert position.over or showdowns != (position.state["game"], position.state["round"])
    return position


def coming_months(seed, rounds, **options) -> list[list[int]]:
    """The months that are turned up in the first rounds: they depend on the seed alone."""
    position, found = new(seed, **options), []
    for _ in range(rounds):
        play_round(position, action=PLACE_ONE_MORE)
        found.append(sorted(int(card) // 4 + 1 for card in position.state["last_cards"]))
        assert len(found) == rounds or position.state["round"] == len(found)
    return found


# --- laps -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["free", "step"])
def test_four_players_place_1_2_3_4_and_then_5_6_7_8(mode):
    position = guess(new(raise_mode=mode))
    stop, go_on = decisions(position)
    for player in range(4):
        assert position.seat == player
        assert position.action_to_string(13) == f"place {player + 1} chip{'s' * (player > 0)}"
        position.apply(13)
        assert position.rewards[player] == -(player + 1)
    assert (position.seat, position.state["phase"]) == (3, DECIDE)
    assert position.legal() == [stop, go_on]
    position.apply(go_on)
    for player in range(4):
        assert position.seat == player
        position.apply(13)
        assert position.rewards[player] == -(player + 5)
    assert position.state["pot"] == 36 * CHIP
    assert position.state["paid"][:4].tolist() == [6, 8, 10, 12]
    position.apply(stop)
    assert position.state["last_pot"] == 36 * CHIP
    assert (position.state["round"], position.seat) == (1, 1)


def test_free_raises_go_up_to_the_limit():
    position = guess(new(max_raise=3))
    assert position.legal() == [12, 13, 14, 15]
    position.apply(15)
    assert position.state["amount"] == 3
    words = [position.action_to_string(action) for action in position.legal()]
    assert words == ["pass and pay 1 chip", "place 4 chips", "place 5 chips", "place 6 chips"]


def test_months_are_named_in_ascending_order():
    position = new()
    assert position.legal() == list(range(12))
    assert position.action_to_string(2) == "name 3 Cherry (桜)"
    position.apply(4)
    assert position.legal() == list(range(4, 12))
    position.apply(11)
    assert position.legal() == [11]


def test_the_ladder():
    position = guess(new(players=2, raise_mode="ladder", max_laps=8))
    placed = []
    while position.state["phase"] in (PLACE, DECIDE):
        if position.state["phase"] == PLACE:
            assert position.legal() == [12, 13]
            placed.append(int(position.state["least"]))
            assert position.action_to_string(13) == f"place {placed[-1]} chips"
            position.apply(13)
            assert max(-reward for reward in position.rewards) == placed[-1]
        else:
            position.apply(decisions(position)[1])
    assert placed == [3, 7, 11, 12, 16, 22, 26, 30, 31, 35, 41, 45, 50, 50, 50, 50]


def test_a_pass_does_not_move_the_ladder_or_the_amount():
    position = guess(new(raise_mode="ladder"))
    position.apply(13).apply(PASS)
    assert (position.state["amount"], position.state["least"]) == (3, 7)
    assert position.state["pot"] == 4 * CHIP


def test_the_last_who_has_not_passed_decides():
    position = guess(new())
    for action in (13, 13, 13, PASS):
        position.apply(action)
    assert (position.seat, position.state["phase"]) == (2, DECIDE)
    position.apply(decisions(position)[1])
    for seat, action in ((0, 13), (1, PASS), (2, PASS)):
        assert position.seat == seat
        position.apply(action)
    assert (position.seat, position.state["phase"]) == (0, DECIDE)
    position.apply(decisions(position)[1])
    assert (position.seat, position.state["phase"]) == (0, PLACE)
    position.apply(PASS)
    assert position.state["phase"] == GUESS  # nobody is left to decide
    assert position.state["round"] == 1


def test_nobody_decides_after_the_last_lap():
    position = guess(new(max_laps=1))
    for _ in range(4):
        position.apply(13)
    assert (position.state["phase"], position.state["round"]) == (GUESS, 1)


def test_passes_can_be_off():
    position = guess(new(pass_rule="off", raise_mode="step"))
    assert position.legal() == [13]


# --- the right to guess ---------------------------------------------------------------------


def test_a_third_pass_loses_the_right_to_guess():
    position = new(seed=3, games=2)
    for round_ in range(3):
        assert (position.state["round"], position.seat) == (round_, round_)
        assert position.state["rights"][3] == 1
        play_round(position)
    # Everybody has passed three times; player_3 alone had not guessed yet.
    assert (position.state["game"], position.state["round"]) == (1, 0)
    assert position.seat == position.state["dealer"] == 1
    assert position.state["passes"].tolist() == [0] * 8
    assert position.state["rights"][:4].tolist() == [1, 0, 1, 1]


def test_two_passes_lose_nothing():
    position = new(seed=3)
    play_round(position)
    play_round(position)
    guess(position)
    while position.state["phase"] == PLACE and position.state["round"] == 2:
        position.apply(13 if position.seat == 3 else PASS)
    position.apply(decisions(position)[0])
    assert (position.state["round"], position.seat) == (3, 3)


# --- payments -------------------------------------------------------------------------------


def test_a_hit_of_the_dealer_takes_the_whole_pot_and_ends_the_game():
    [months] = coming_months(5, 1)
    position = play_round(new(5), months, PLACE_ONE_MORE)
    assert position.state["last_hits"] == 3
    assert position.rewards == (10.0, 0.0, 0.0, 0.0)
    assert position.state["balance"][:4].tolist() == [9 * CHIP, -2 * CHIP, -3 * CHIP, -4 * CHIP]
    assert (position.state["game"], position.seat, position.state["pot"]) == (1, 1, 0)


def test_a_hit_of_the_dealer_may_leave_the_game_going_on():
    [months] = coming_months(5, 1)
    position = new(5, after_dealer_hit="continue")
    play_round(position, months, PLACE_ONE_MORE)
    assert (position.state["game"], position.state["round"], position.seat) == (0, 1, 1)
    assert position.state["pot"] == 0
    assert position.state["shown"].bit_count() == 3


def test_a_later_hit_is_shared_with_the_dealer():
    months = coming_months(5, 2)[1]
    position = play_round(new(5), action=PLACE_ONE_MORE)
    assert position.state["pot"] == 10 * CHIP
    play_round(position, months, PLACE_ONE_MORE)
    assert position.rewards == (4.0, 16.0, 0.0, 0.0)
    assert (position.state["game"], position.seat, position.state["pot"]) == (1, 1, 0)


def test_without_a_hit_the_dealer_takes_a_fifth_and_the_rest_is_carried():
    position = new(3)
    for _ in range(3):
        play_round(position)
    assert position.rewards == (12 / 5, -1.0, 0.0, 0.0)  # the last to pass was player_1
    assert position.state["pot"] == 12 * CHIP * 4 // 5


@pytest.mark.parametrize("leftover", ["split", "burn"])
def test_what_is_left_at_the_end(leftover):
    position = new(3, players=3, games=1, leftover=leftover, max_laps=1)
    guess(position)
    for action in (13, 13, PASS):
        position.apply(action)
    play_round(position)
    play_round(position)
    assert position.over
    paid = [3, 4, 3]
    pot = sum(paid) * CHIP
    carried = pot - pot // 5
    share, rest = divmod(carried, 3)
    assert rest
    split = leftover == "split"
    won = [-chips * CHIP + share * split for chips in paid]
    won[0] += pot // 5 + rest * split
    assert position.state["balance"][:3].tolist() == won
    assert position.state["house"] == (0 if split else carried)
    assert position.game.info(position.state) == {
        "house": position.state["house"] / CHIP,
        "pot": 0.0,
    }


def test_fewer_hits_can_be_enough():
    [months] = coming_months(5, 1)
    assert len(set(months)) == 3
    wrong = next(month for month in range(1, 13) if month not in months)
    for hits in (1, 2, 3):
        named = [*months[:hits], *[wrong] * (3 - hits)]
        for needed in (1, 2, 3):
            position = play_round(new(5, hits_to_win=needed), named, PLACE_ONE_MORE)
            assert position.state["last_hits"] == hits
            assert (position.state["game"] == 1) == (hits >= needed)


def test_who_cannot_pay_is_passed_over():
    position = guess(new(players=3, bankroll=1, pass_rule="off"))
    assert position.legal() == [13]
    position.apply(13)
    # Two chips are more than the others have; one chip is less than the first has left.
    assert (position.state["round"], position.seat) == (1, 1)
    assert position.state["passes"].tolist() == [0] * 8
    assert position.state["pot"] == CHIP


def test_who_can_pay_a_chip_may_pass():
    position = guess(new(players=2, bankroll=1))
    position.apply(13)
    assert position.seat == 1
    assert position.legal() == [PASS]


# --- what is always true --------------------------------------------------------------------


@given(games, seeds)
def test_chips_are_conserved(game, seed):
    begin, pot_before, last = CHIP * (game.rules.bankroll or 0), 0, None
    told = [0.0] * game.seats
    low, high = game.reward_bounds()
    for position in random_positions(game, seed):
        state = position.state
        balance = state["balance"][: game.seats].tolist()
        where = (int(state["game"]), int(state["round"]))
        if where != last:
            last, pot_before = where, int(state["pot"])
        told = [sum(pair) for pair in zip(told, position.rewards)]
        assert sum(balance) + int(state["pot"]) + int(state["house"]) == 0
        assert told == pytest.approx([units / CHIP for units in balance])
        if begin:
            assert min(balance) >= -begin
        if not position.over:
            assert state["pot"] == pot_before + CHIP * state["paid"].sum()
    assert state["pot"] == 0
    assert all(low <= units / CHIP <= high for units in balance)
    assert state["house"] == 0 or game.rules.leftover == "burn"


@given(games, seeds)
def test_who_decides_is_seen_before(game, seed):
    positions = list(random_positions(game, seed))
    for before, after in pairwise(positions):
        if after.state["phase"] == DECIDE and before.state["phase"] == PLACE:
            pieces = game.layout.split(after.observe(after.seat))
            assert pieces["decider"].tolist() == [1] + [0] * (game.seats - 1)
            assert pieces["laps_left"] > 0


@given(st.sampled_from([variant for variant in YATCHABA if "first_dealer" not in variant]), seeds)
def test_one_policy_can_play_every_seat(options, seed):
    """The table turned by one seat looks the same from a seat further on."""
    here, there = (make_game("yatchaba", **options, first_dealer=seat) for seat in (0, 1))
    one, other = here.new(seed), there.new(seed)
    for action in random_actions(here, seed):
        for seat in range(here.seats):
            assert (one.observe(seat) == other.observe((seat + 1) % here.seats)).all()
        one.apply(action)
        other.apply(action)
    assert other.over


@pytest.mark.parametrize("options", YATCHABA, ids=label)
def test_bounds_hold_when_all_raise_as_high_as_they_can(options):
    """Random play stays far below them. Without a bankroll they are reached."""
    game = make_game("yatchaba", **options)
    space, layout, position = game.observation_space(), game.layout, game.new(1)
    placed, in_a_round = 0, 0
    while not position.over:
        position.apply(position.legal()[-1])  # the highest raise, another lap
        for seat in range(game.seats):
            observation = position.observe(seat)
            assert space.contains(observation)
            pieces = layout.split(observation)
            placed = max(placed, int(pieces["amount"]))
        if position.state["round"] == position.state["game"] == 0:
            in_a_round = max(in_a_round, CHIP * int(position.state["paid"].sum()))
    if game.rules.bankroll is None:
        assert placed == layout["amount"].high
        last = layout["amount"].high  # the last placing turns up the cards at once
        assert in_a_round + CHIP * last == CHIP * layout["paid"].high


def test_what_an_observation_says():
    position = guess(new(max_raise=3), (4, 9, 9))
    position.apply(15).apply(PASS)
    pieces = position.game.layout.split(position.observe(3))
    assert {month + 1: n for month, n in enumerate(pieces["guess"].tolist()) if n} == {4: 1, 9: 2}
    assert pieces["acting"].tolist() == [0, 0, 0, 1]
    assert pieces["guesser"].tolist() == pieces["dealer"].tolist() == [0, 1, 0, 0]
    assert pieces["decider"].tolist() == [1, 0, 0, 0]
    assert pieces["rights"].tolist() == [1, 0, 1, 1]
    assert pieces["passes"].tolist() == pieces["out"].tolist() == [0, 0, 1, 0]
    assert pieces["paid"].tolist() == [0, 3, 1, 0]
    assert pieces["chips"].tolist() == [0, -60, -20, 0]
    numbers = ["picks_left", "to_act", "pot", "amount", "least", "lap", "laps_left"]
    assert [int(pieces[name]) for name in numbers] == [0, 0, 80, 3, 4, 0, 2]
    numbers = ["round", "rounds_left", "game", "games_left"]
    assert [int(pieces[name]) for name in numbers] == [0, 3, 0, 3]


# --- options --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"players": 1}, ["players=1", "2 to 8"]),
        ({"players": 9}, ["players=9", "2 to 8"]),
        ({"hits_to_win": 0}, ["hits_to_win=0", "3 or 2 or 1"]),
        ({"hits_to_win": True}, ["hits_to_win=True"]),
        ({"max_laps": 0}, ["max_laps=0", "from 1"]),
        ({"raise_mode": "any"}, ["raise_mode='any'", "'free'", "'step'", "'ladder'"]),
        ({"raise_mode": "step", "max_raise": 3}, ["max_raise=3", "raise_mode='free'"]),
        ({"raise_mode": "ladder", "max_raise": 1}, ["max_raise=1", "allowed is 5"]),
        ({"max_raise": 0}, ["max_raise=0", "from 1"]),
        ({"pass_rule": False}, ["pass_rule=False", "'book'", "'off'"]),
        ({"games": 0}, ["games=0", "None or an integer from 1"]),
        ({"after_dealer_hit": "stop"}, ["after_dealer_hit='stop'", "'end'", "'continue'"]),
        ({"leftover": "keep"}, ["leftover='keep'", "'split'", "'burn'"]),
        ({"first_dealer": 4}, ["first_dealer=4", "'random' or 0 to 3"]),
        ({"first_dealer": 8, "players": 8}, ["first_dealer=8"]),
        ({"bankroll": 0}, ["bankroll=0", "None or an integer from 1"]),
        ({"max_raise": 2**31 - 1, "max_laps": 2**31 - 1}, ["too large"]),
        ({"laps": 2}, ["no option 'laps'", "max_laps"]),
    ],
    ids=str,
)
def test_what_is_not_allowed_is_a_value_error_that_says_so(options, names):
    with pytest.raises(ValueError) as error:
        make_game("yatchaba", **options)
    for name in names:
        assert name in str(error.value)


def test_defaults_may_be_said():
    assert YatchabaRules(raise_mode="step", max_raise=5).raises == 1
    assert make_game("yatchaba", players=6).games == 6
    assert make_game("yatchaba", players=6, games=2).games == 2
    assert make_game("yatchaba", max_raise=7).action_counts == (22,) * 4
    assert make_game("yatchaba", raise_mode="ladder").action_counts == (16,) * 4


def test_every_value_of_every_option_is_played():
    for option in YatchabaRules.options():
        if hasattr(option, "values") and option.name != "first_dealer":
            played = {YatchabaRules(**options).as_dict()[option.name] for options in YATCHABA}
            assert played == set(option.values)
    assert {YatchabaRules(**options).players for options in YATCHABA} == set(range(2, 9))


# --- the table ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", YATCHABA, ids=label)
def test_the_table_fits_a_terminal(options):
    game = make_game("yatchaba", **options)
    for seed in range(3):
        for position in random_positions(game, seed):
            for language in ("en", "ja"):
                text = to_text(position, color=False, language=language)
                assert all(width(line) <= 80 for line in text.splitlines()), text


def test_the_table_says_what_happens():
    position = guess(new(), (1, 9, 12))
    position.apply(14)
    text = to_text(position, color=False)
    assert "game 1 of 4, round 1, lap 1 of 3" in text
    assert "pot 2  2 to beat" in text
    assert "1 Pine 松, 9 Chrysanth. 菊, 12 Paulownia 桐" in text
    assert text.endswith("player_1 places 3 to 7 or passes.")
    assert "player_1 の番: 3~7 枚出す、降りる。" in to_text(position, color=False, language="ja")
