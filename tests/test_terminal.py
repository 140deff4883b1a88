"""The table in a terminal, driven as a person would: keys and clicks."""

import asyncio
import random
import time

import pytest
from textual.widgets import OptionList

from hanafuda_app.table import Table
from hanafuda_app.terminal import TableApp
from hanafuda_app.terminal.app import Page
from hanafuda_app.terminal.cards import CardBox
from hanafuda_envs.replay import Replay

SIZE = (120, 44)
PATIENCE = 180  # seconds: the first game of a kind compiles its rules


def drive(play, table, tmp_path, size=SIZE, language="en"):
    """Run the application with a pilot; returns it as it ended."""

    async def run():
        app = TableApp(table, language, str(tmp_path / "game.json"), pace=0)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await play(app, pilot)
        return app

    return asyncio.run(run())


async def settled(app, pilot):
    """Until it is the person's turn, or the game is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await pilot.pause()
        if not app._showing and not app._queue and app.view.stage != "others":
            await pilot.pause()
            return
        await asyncio.sleep(0.002)
    raise AssertionError("the others never finished")


async def one_move(app, pilot, rng):
    if app.view.stage == "showdown":
        await pilot.press("enter")
    elif app.view.moves[0].months is not None:
        await pilot.press("space", "right", "space", "c")
    else:
        await pilot.press(*["down"] * rng.randrange(4), "enter")
    await settled(app, pilot)


SHORT = {
    "ju_mai": {"months": 4, "hand": 3, "field": 4, "max_rounds": 1},
    "atosaki": {"rounds": 2},
    "sanmai_kabu": {"rounds": 1},
    "yatchaba": {"players": 2, "games": 1, "max_laps": 1},
    "echobo": {"rounds": 2},
}


@pytest.mark.parametrize("name", SHORT)
def test_a_game_of_every_family_is_played_with_keys(name, tmp_path):
    table = Table(name, options=SHORT[name], seed=4, opponents=["random"])
    rng = random.Random(name)

    async def play(app, pilot):
        while app.view.stage != "over":
            await one_move(app, pilot, rng)

    drive(play, table, tmp_path, language=rng.choice(["en", "ja"]))
    assert Replay.load(tmp_path / "game.json").last() == table.position


def test_mouse_hints_rules_sheet_and_undo(tmp_path):
    table = Table("ju_mai", seed=5, options={"first_dealer": 0}, practice=True)

    async def play(app, pilot):
        hand = app.query("#zone-hand CardBox").results(CardBox)
        box = list(hand)[3]
        action = box.move.action
        assert not app.query_one("#moves").display
        await pilot.press("h")
        assert app.query_one("#moves").display and "would" in app.notice.en
        assert app.query_one("#moves", OptionList).option_count == 10
        await pilot.press("h", "question_mark")
        assert isinstance(app.screen, Page)
        await pilot.press("escape", "s")
        assert isinstance(app.screen, Page)
        await pilot.press("escape")
        await pilot.click(next(b for b in app.query(CardBox) if b.move and b.move.action == action))
        await settled(app, pilot)
        assert table.position.history[0] == (0, action)
        before = len(table.position.history)
        await pilot.press("u")
        await settled(app, pilot)
        assert len(table.position.history) < before
        await pilot.press("u", "u")
        await settled(app, pilot)

    drive(play, table, tmp_path)
    assert table.position.history == ()


def test_months_are_put_down_together(tmp_path):
    table = Table("echobo", seed=5, opponents=["uniform", "bold", "bold"])

    async def play(app, pilot):
        for _ in range(5):  # one more than four is not taken
            await pilot.press("space", "right")
        assert app._months == {0, 1, 2, 3}
        await pilot.press("c")
        await settled(app, pilot)
        assert app.view.stage == "showdown"

    drive(play, table, tmp_path)
    assert (1, 0b1111) in table.position.history


def test_a_narrow_terminal_shows_the_hand(tmp_path):
    table = Table("ju_mai", seed=5, options={"first_dealer": 0})

    async def play(app, pilot):
        boxes = [box for box in app.query(CardBox) if box.can_focus]
        assert len(boxes) == 10
        await pilot.press(*["right"] * 9)
        assert app.focused is boxes[9]

    drive(play, table, tmp_path, size=(80, 24))
