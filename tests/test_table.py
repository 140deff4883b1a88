"""The table that people play at: what it shows, what it allows, what it keeps to itself."""

import json
import random
from dataclasses import asdict

import pytest

from hanafuda_app.table import Refused, Table, fitting_players, strongest
from hanafuda_app.table.help import ABOUT_JAPANESE, RULES, rules_of
from hanafuda_app.table.table import PERSON
from hanafuda_envs import GAMES, make_game

VARIANTS = [
    *[(name, {}, None) for name in GAMES],
    ("ju_mai", {"months": 4, "hand": 4, "field": 0}, 1),  # the last turn draws, too
    ("ju_mai", {"misdeal": "leave", "reward": "points", "months": 6, "hand": 5, "field": 6}, 0),
    ("batta_maki", {"dealer": "agent", "solicit_laps": 2, "bankroll": 5}, "dealer"),
    ("batta_maki", {"decks": 2}, "bettor_1"),
    ("atosaki", {"tie": "carry", "solicit_laps": 2, "split": "equal"}, 2),
    ("sanmai_kabu", {"dealer": "rotating", "bankroll": 9, "deck": "deal_through"}, 1),
    ("yatchaba", {"bankroll": 7, "hits_to_win": 1}, 0),
    ("yatchaba", {"raise_mode": "ladder", "pass_rule": "off"}, 3),
    ("echobo", {}, "dealer"),
    ("echobo", {"dealer": "house", "bet_size": 2}, None),
]
IDS = [f"{name}-{number}" for number, (name, _, _) in enumerate(VARIANTS)]


def bytes_of(*things) -> str:
    return json.dumps([asdict(thing) for thing in things], default=sorted)


def played(table: Table, rng: random.Random):
    """Play on with any legal actions; yields the frames of every step."""
    while table.stage != "over":
        if table.stage == "turn":
            yield table.play(rng.choice(table.position.legal()), table.decision)
        elif table.stage == "showdown":
            yield table.go_on(table.decision)
        else:
            yield table.step()


@pytest.mark.parametrize(("name", "options", "seat"), VARIANTS, ids=IDS)
def test_every_game_can_be_played_to_its_end(name, options, seat):
    table = Table(name, options=options, seat=seat, opponents=["random"], seed=11)
    won = [0.0] * table.game.seats
    moves = last = 0
    for frames in played(table, random.Random(1)):
        if frames:
            assert any(frame.words for frame in frames)
            holds = [frame.hold for frame in frames]
            assert not any(holds[:-1]), "a showdown is the last thing that an action brings"
            if not table.game.simultaneous or holds[-1]:
                won = [a + b for a, b in zip(won, table.position.rewards)]
        view = table.view()
        assert view.decision > last
        last = view.decision
        assert [move.action for move in view.moves] == (
            table.position.legal() if view.stage == "turn" else []
        )
        for move in view.moves:
            assert move.words.en and move.words.ja
            zone = next((z for z in view.scene.zones if z.id == move.zone), None)
            assert (zone is None) == (move.zone is None)
            if move.card is not None:
                assert move.card in [item.card for item in zone.items]
        moves += bool(view.moves)
        json.dumps(asdict(view))
    assert moves and view.result is not None and view.moves == ()
    assert view.seed == "11"
    totals = view.sheet.totals
    if table.game.family == "ju_mai":
        lead = totals[0] - totals[1]
        assert won[0] == pytest.approx(
            lead if options.get("reward") == "points" else (lead > 0) - (lead < 0)
        )
    else:
        assert totals == pytest.approx(won)


@pytest.mark.parametrize(("name", "options", "seat"), VARIANTS, ids=IDS)
def test_what_is_shown_does_not_depend_on_what_is_hidden(name, options, seat):
    """The same to this seat, everything else dealt anew: not a byte of the view changes."""
    table = Table(name, options=options, seat=seat, opponents=["random"], seed=4)
    differed = 0
    for step, _ in enumerate(played(table, random.Random(2))):
        shown, position = bytes_of(table.view()), table.position
        other = position.determinize(table.seat, step)
        differed += other.state.tobytes() != position.state.tobytes()
        table.position = other
        try:
            assert step > 120 or bytes_of(table.view()) == shown
        finally:
            table.position = position
        if step > 120:
            break
    assert differed, "nothing was hidden, so nothing was tested"


def test_frames_show_no_card_of_the_other_hand():
    for seat in (0, 1):
        table = Table("ju_mai", seat=seat, opponents=["random"], seed=3)
        for frames in played(table, random.Random(seat)):
            hidden = table.position.state["hands"][1 - seat]
            holds = [frame.hold for frame in frames]
            if any(holds):  # the next round has been dealt already
                continue
            for scene in [frame.scene for frame in frames] + [table.view().scene]:
                shown = [i.card for zone in scene.zones for i in zone.items if i.card is not None]
                assert not [card for card in shown if int(hidden) >> card & 1]


def test_nobody_sees_what_another_puts_down_in_echobo():
    """Whatever another seat does, the frames are the same until the showdown."""
    for seat in (0, 2):
        table = Table("echobo", seat=seat, opponents=["random"], seed=8, options={"rounds": 4})
        compared = 0
        for _ in played(table, random.Random(5)):
            if table.stage != "others" or table.position.seat == table.game.seats - 1:
                continue
            told = set()
            position, log = table.position, len(table._log)
            for action in position.legal():
                table.position = position.clone()
                frames = table._act(action)
                table.decision -= 1
                told.add(bytes_of(*frames, table.view()))
                del table._log[log:]
            table.position = position
            assert len(told) == 1
            compared += 1
        assert compared


def test_undo_goes_back_to_the_last_decision():
    table = Table("ju_mai", opponents=["heuristic"], seed=6, practice=True)
    before = []
    rng = random.Random(3)
    while table.stage != "over":
        if table.stage == "turn":
            before.append(asdict(table.view()))
            table.play(rng.choice(table.position.legal()))
        elif table.stage == "showdown":
            table.go_on()
        else:
            table.step()
    assert table.replay().result() != (0.0, 0.0)
    while before:
        table.undo()
        seen, expected = asdict(table.view()), before.pop()
        assert seen.pop("decision") > expected.pop("decision")
        assert seen == expected
    with pytest.raises(Refused, match="nothing to take back"):
        table.undo()


def test_what_cannot_be_done_changes_nothing():
    table = Table("batta_maki", seed=1, opponents=["random"])
    shown = bytes_of(table.view())
    for action in (99, -1, "0", None, True, 1.0, [], {}):
        with pytest.raises(Refused, match="not possible"):
            table.play(action)
    with pytest.raises(Refused, match="moved on"):
        table.play(0, decision=table.decision - 1)
    for call in (table.go_on, table.step):
        with pytest.raises(Refused, match="your turn"):
            call()
    with pytest.raises(Refused, match="practice"):
        table.undo()
    assert bytes_of(table.view()) == shown
    table.play(0)
    with pytest.raises(Refused, match="not your turn"):
        table.play(0)
    while table.stage == "others":
        table.step()
    assert table.stage == "showdown"
    with pytest.raises(Refused, match="go on first"):
        table.play(0)


def test_a_table_can_be_played_at_again_and_tells_no_seed_before_the_end():
    table = Table("hankan", seed=5, opponents=["random"])
    assert table.view().seed is None
    first = [bytes_of(*frames) for frames in played(table, random.Random(1))]
    assert table.view().seed == "5"
    table.start(5)
    assert [bytes_of(*frames) for frames in played(table, random.Random(1))] == first
    table.start()
    assert table.view().sheet.rows == () and table.view().log == ()
    assert Table("hankan", seed=5, practice=True).view().seed == "5"


def test_who_sits_where():
    table = Table("echobo", opponents=["reader", "dealer=favourite:month=3"], seed=1)
    assert table.seat == 1 and table.specs == {0: "favourite:month=3", 2: "reader", 3: "reader"}
    assert Table("echobo", seat="dealer").specs == dict.fromkeys((1, 2, 3), "reader")
    assert Table("ju_mai", seat=1).seat == 1
    assert Table("ju_mai", opponents=["heuristic:deny=0.2"]).specs == {1: "heuristic:deny=0.2"}
    for name in GAMES:
        game = make_game(name)
        for agent in game.agents:
            assert strongest(game, agent) in fitting_players(game, agent)
    assert strongest(make_game("ju_mai"), "player_1") in ("learned", "heuristic")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"seat": "north"}, "there is no seat 'north': the seats are bettor_0"),
        ({"seat": 7}, "there is no seat '7'"),
        ({"opponents": ["bold"] * 3}, "2 other seats here"),
        ({"opponents": ["nobody"]}, "knows no opponent 'nobody'"),
        ({"opponents": ["bettor_0=bold"]}, "there is no other seat 'bettor_0'"),
        ({"options": {"tie": "x"}}, "tie='x'"),
        ({"seed": -1}, "seed must be"),
    ],
)
def test_mistakes_are_named(arguments, told):
    with pytest.raises(ValueError, match=told):
        Table("batta_maki", **arguments)


def test_the_hint_is_legal_and_sees_no_more_than_the_person():
    for name in GAMES:
        table = Table(name, opponents=["random"], seed=2)
        asked = 0
        for _ in played(table, random.Random(7)):
            if table.stage != "turn":
                continue
            words = [move.words.en for move in table.view().moves]
            assert table.hint().en.split(" would: ")[1] in words
            asked += 1
            if asked > 8:
                break
        assert asked


def test_every_game_has_its_rules_in_both_languages():
    assert set(RULES) == set(ABOUT_JAPANESE) == set(GAMES)
    for paragraphs in RULES.values():
        assert all(len(words.en) > 30 and len(words.ja) > 9 for words in paragraphs)


def test_unusual_rules_are_told():
    table = Table("batta_maki", options={"tie": "dealer", "max_bet": 5})
    assert table.view().options == ("tie=dealer",)
    assert "tie=dealer" in rules_of(table.view())[-1].en
    assert rules_of(Table("ju_mai").view()) == list(RULES["ju_mai"])


def test_the_replay_names_who_played():
    table = Table("ju_mai", opponents=["greedy"], seed=9)
    for _ in played(table, random.Random(1)):
        pass
    replay = table.replay()
    assert replay.players == (PERSON, "greedy") and replay.seed == 9
    assert replay.last() == table.position
