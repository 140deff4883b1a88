"""The table in a real browser: games played by clicks, in the sizes and looks that people use.

Pictures of what was seen are kept in ``artefacts/``.
"""

import contextlib
import random
import shutil
from pathlib import Path

import pytest

from hanafuda_envs import GAMES
from tests.web import PATIENCE, serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")

ARTEFACTS = Path(__file__).parent.parent / "artefacts"
DESKTOP, PHONE = (1280, 800), (375, 812)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
SETTLED = ".stage.turn, .stage.showdown, .stage.over"


@pytest.fixture(scope="module")
def server():
    with serving() as served:
        yield served


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser, server):
    """Opens pages that fail the test if anything is reported to the console."""
    with contextlib.ExitStack() as stack:
        complaints = []

        def open_(path, size=DESKTOP, **more):
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]}, **{"locale": "en-GB", **more}
            )
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(1000 * PATIENCE)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
            page.goto(server.address + path)
            return page

        open_.complaints = complaints
        yield open_
        assert not complaints


def keep(page, name):
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"{name}.png")


def stage(page):
    page.wait_for_selector(SETTLED)
    return page.locator(".stage").get_attribute("class").split()[-1]


def click_one(page, rng):
    """One move, by clicks alone: a card, chips on a place, a set of months, or a button."""
    cards = page.locator("button.playable[data-action]")
    months = page.locator("[data-zone=months] button.card[aria-pressed]")
    chips, plain = page.locator(".stepper"), page.locator(".answers button[data-action]")
    if months.count():
        for month in rng.sample(range(6), rng.randrange(4)):
            months.nth(month).click()
        page.locator("[data-zone=months] button.primary").click()
    elif cards.count():
        cards.nth(rng.randrange(cards.count())).click()
    elif chips.count() and (not plain.count() or rng.random() < 0.8):
        stepper = chips.nth(rng.randrange(chips.count()))
        more = stepper.locator(".steps button").last
        for _ in range(rng.randrange(3)):
            if more.is_enabled():
                more.click()
        stepper.locator("button.primary").click()
    else:
        plain.nth(rng.randrange(plain.count())).click()


def shown_after(page, before):
    """Until the page shows all that has happened since."""
    shown = "before => Number(document.querySelector('main').dataset.decision) > before"
    page.wait_for_function(shown, arg=before, polling=15)


def play_on(page, table, rng, until="over"):
    """Click through the game; after each click the page shows what came of it."""
    while (now := stage(page)) not in (until, "over"):
        before = table.decision
        if now == "showdown":
            page.locator(".go-on").click()
        else:
            click_one(page, rng)
        shown_after(page, before)


SHORT = {"yatchaba": {"games": 2, "hits_to_win": 1}, "echobo": {"rounds": 4}}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_clicks(name, server, open_page):
    options = SHORT.get(name, {"rounds": 4} if name in ("sanmai_kabu",) else {})
    token = server.open_table(name, options=options, opponents=["random"], seed=6)
    table = server.rooms.find(token).table
    page = open_page(f"/table/{token}?pace=0&lang=en")
    play_on(page, table, random.Random(name), until="showdown")
    keep(page, f"{name}-showdown")
    play_on(page, table, random.Random(name))
    assert table.position.over
    dialog = page.locator("dialog.result[open]")
    playwright.expect(dialog.locator("h2")).to_have_text(table.view().result.en)
    assert dialog.locator("tbody tr").count() == len(table.view().sheet.rows)
    keep(page, f"{name}-over")
    dialog.locator("button.again").click()
    page.wait_for_selector(".stage.turn, .stage.showdown")
    assert not table.position.over and page.locator("dialog").count() == 0


LOOKS = [
    ("ju_mai", DESKTOP, "light", "en"),
    ("ju_mai", PHONE, "dark", "ja"),
    ("batta_maki", PHONE, "light", "en"),
    ("sanmai_kabu", PHONE, "dark", "ja"),
    ("yatchaba", PHONE, "light", "ja"),
    ("echobo", PHONE, "dark", "en"),
]


@pytest.mark.parametrize(("name", "size", "colours", "language"), LOOKS)
def test_it_fits_the_screen(name, size, colours, language, server, open_page):
    token = server.open_table(name, opponents=["random"], seed=3)
    table = server.rooms.find(token).table
    page = open_page(f"/table/{token}?pace=0&lang={language}", size, color_scheme=colours)
    play_on(page, table, random.Random(3), until="showdown")
    keep(page, f"{name}-{size[0]}-{colours}-{language}")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    if language == "ja":
        playwright.expect(page.locator("h1")).to_have_text(table.view().title.ja)
        assert page.evaluate("document.documentElement.lang") == "ja"
    brightness = page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]"
    )
    assert (brightness < 100) == (colours == "dark")
    for picture in page.locator("img").all():
        assert picture.evaluate("image => image.complete && image.naturalWidth > 0")


def test_from_the_lobby_to_a_table(server, open_page):
    page = open_page("/?lang=en", PHONE)
    page.get_by_text("Echobo").first.click()
    page.locator("select[name=seat]").select_option("dealer")
    page.locator("select[name=player-bettor_1]").select_option("bold")
    page.locator("input[name=seed]").fill("42")
    page.locator("input[name=practice]").check()
    page.get_by_text("Options of the rules").click()
    page.locator("input[name=rounds]").fill("3")
    page.locator("input[name=rounds]").blur()
    keep(page, "lobby")
    page.locator("button.sit:not(:disabled)").click()
    page.wait_for_url("**/table/*")
    stage(page)
    table = server.rooms.find(page.url.split("/table/")[1].split("?")[0]).table
    assert table.game.name == "echobo" and table.seat == 0 and table.seed == 42
    assert table.specs == {1: "reader", 2: "bold", 3: "reader"} and table.practice
    assert table.game.rules.as_dict()["rounds"] == 3


def test_a_reload_and_a_lost_connection_lose_nothing(server, open_page):
    token = server.open_table("ju_mai", opponents=["greedy"], seed=8)
    table = server.rooms.find(token).table
    page = open_page(f"/table/{token}?pace=0&lang=en")
    rng = random.Random(1)
    stage(page)
    click_one(page, rng)
    stage(page)
    shown_after(page, table.decision - 1)
    hand = page.locator("[data-zone=hand] .card").count()
    page.reload()
    stage(page)
    assert page.locator("[data-zone=hand] .card").count() == hand
    page.context.set_offline(True)
    server.cut_off(token)
    playwright.expect(page.locator(".notice.refused").first).to_contain_text("connection is lost")
    page.context.set_offline(False)
    playwright.expect(page.locator(".notice.refused")).to_have_count(0)
    before = table.decision
    click_one(page, rng)
    shown_after(page, before)
    # What the browser itself says about the interruption is no complaint of ours.
    open_page.complaints[:] = [c for c in open_page.complaints if "ERR_INTERNET" not in c]


def test_keys_names_and_a_live_log(server, open_page):
    token = server.open_table(
        "ju_mai", opponents=["greedy"], seed=8, options={"first_dealer": 0}, practice=True
    )
    table = server.rooms.find(token).table
    page = open_page(f"/table/{token}?pace=0&lang=en")
    stage(page)
    for button in page.locator("button").all():
        name = button.get_attribute("aria-label") or button.inner_text()
        assert name.strip()
    assert page.locator(".log ol[aria-live=polite]").count() == 1
    assert page.locator(".prompt[role=status]").count() == 1
    page.locator("button.playable").first.focus()
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.dataset.action")
    assert int(focused) == table.position.legal()[1]
    page.keyboard.press("h")
    playwright.expect(page.locator(".notice.hint")).to_contain_text("would: play")
    page.keyboard.press("Enter")
    shown_after(page, 1)
    stage(page)
    assert table.position.history[0] == (0, int(focused))
    assert page.locator(".log li").count() >= 2
    page.keyboard.press("u")
    playwright.expect(page.locator(".log li")).to_have_count(0)
    assert table.position.history == ()
    page.keyboard.press("?")
    playwright.expect(page.locator("dialog.rules[open]")).to_contain_text("Ten cards")
    page.keyboard.press("Escape")
    playwright.expect(page.locator("dialog")).to_have_count(0)


def test_a_stale_page_is_told_so(server, open_page):
    token = server.open_table("hankan", opponents=["random"], seed=8)
    table = server.rooms.find(token).table
    page = open_page(f"/table/{token}?pace=0&lang=en")
    stage(page)
    table.decision += 1  # as if another page had played
    click_one(page, random.Random(1))
    playwright.expect(page.locator(".notice.refused")).to_contain_text("moved on")
    assert not table.position.history


def test_two_tables_side_by_side(server, open_page):
    tokens = [server.open_table("hankan", opponents=["random"], seed=n) for n in (1, 2)]
    pages = [open_page(f"/table/{token}?pace=0&lang=en") for token in tokens]
    tables = [server.rooms.find(token).table for token in tokens]
    rng = random.Random(1)
    for page, table in zip(pages, tables):
        play_on(page, table, rng, until="showdown")
    assert all(table.stage == "showdown" for table in tables)
    assert tables[0].position != tables[1].position


def test_cards_fly_unless_motion_is_unwelcome(server, open_page):
    for motion in ("no-preference", "reduce"):
        token = server.open_table("ju_mai", seed=8, options={"first_dealer": 0})
        page = open_page(f"/table/{token}?pace=1&lang=en", reduced_motion=motion)
        stage(page)
        page.evaluate(
            """() => { window.flights = 0; const animate = Element.prototype.animate;
            Element.prototype.animate = function (...given) {
                window.flights += 1; return animate.apply(this, given); }; }"""
        )
        page.locator("button.playable").first.click()
        page.wait_for_selector(".log li")
        page.wait_for_timeout(300)
        assert (page.evaluate("window.flights") > 0) == (motion == "no-preference")


def test_language_colours_and_labels_are_switched_on_the_page(server, open_page):
    token = server.open_table("ju_mai", seed=8, options={"first_dealer": 0})
    page = open_page(f"/table/{token}?pace=0")
    stage(page)
    assert "label=1" not in page.locator("[data-zone=hand] img").first.get_attribute("src")
    page.get_by_role("button", name="Labels").click()
    assert "label=1" in page.locator("[data-zone=hand] img").first.get_attribute("src")
    page.get_by_role("button", name="日本語").click()
    playwright.expect(page.locator("h1")).to_have_text("十枚")
    page.get_by_role("button", name="配色").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.get_by_role("button", name="配色").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    playwright.expect(page.locator("h1")).to_have_text("十枚")
