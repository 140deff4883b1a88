"""Takes the pictures of docs/play.md: ``python docs/play_pictures.py``.

Needs what the extras ``play`` and ``dev`` install, and a chromium.
"""

import asyncio
import io
import random
import shutil
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from hanafuda_app.table import Table
from hanafuda_app.terminal import TableApp
from hanafuda_app.web.rooms import Rooms
from hanafuda_app.web.run import in_a_thread

FOLDER = Path(__file__).parent
DESKTOP, PHONE = (1280, 800), (375, 812)
GAP = 16


def table_after(plays: int, name: str, stage: str = "turn", **how: Any) -> Table:
    """A table at which so many decisions of the person have been taken, always the same."""
    table, rng = Table(name, **how), random.Random(1)
    while plays or table.stage != stage:
        if table.stage == "turn":
            table.play(rng.choice(table.position.legal()))
            plays = max(0, plays - 1)
        elif table.stage == "showdown":
            table.go_on()
        else:
            table.step()
    return table


def photograph(
    browser: Browser, address: str, rooms: Rooms, table: Table, size: tuple[int, int], **look: str
) -> Image.Image:
    """The table as a browser shows it."""
    language = look.pop("language", "en")
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **look)
    page = context.new_page()
    page.goto(f"{address}/table/{rooms.add(table).token}?lang={language}")
    page.wait_for_selector(f".stage.{table.stage}")
    page.wait_for_load_state("networkidle")
    picture = Image.open(io.BytesIO(page.screenshot()))
    context.close()
    return picture.convert("RGB")


async def terminal_drawing(table: Table) -> str:
    app = TableApp(table, "en", None, pace=0)
    async with app.run_test(size=(112, 36)) as pilot:
        await pilot.press("h")
        await pilot.pause()
        return app.export_screenshot(title="hanafuda play ju_mai")


def rasterized(browser: Browser, drawing: str) -> Image.Image:
    page = browser.new_page(viewport={"width": 1240, "height": 1000})
    page.set_content(f"<body style='margin:0;width:1100px'>{drawing}</body>")
    picture = Image.open(io.BytesIO(page.locator("svg").screenshot()))
    page.close()
    return picture.convert("RGB")


def side_by_side(pictures: list[Image.Image]) -> Image.Image:
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    sheet = Image.new("RGB", (width, max(picture.height for picture in pictures)), "#8a8378")
    left = 0
    for picture in pictures:
        sheet.paste(picture, (left, 0))
        left += picture.width + GAP
    return sheet


def save(picture: Image.Image, name: str) -> None:
    """Small enough for a page: 256 colours are plenty for flat drawings."""
    picture.quantize(256, dither=Image.Dither.NONE).save(FOLDER / name, optimize=True)
    print(f"{name}: {(FOLDER / name).stat().st_size // 1024} KB")


def main() -> None:
    fishing = {"opponents": ["heuristic"], "seed": 2}
    bold = {"opponents": ["bold", "cautious"], "seed": 5}
    phones = [
        (table_after(4, "ju_mai", **fishing), {"language": "ja"}),
        (table_after(7, "sanmai_kabu", "showdown", **bold), {"color_scheme": "dark"}),
        (table_after(5, "echobo", seed=5), {"color_scheme": "dark", "language": "ja"}),
    ]
    fished = table_after(5, "ju_mai", **fishing)
    drawing = asyncio.run(terminal_drawing(fished))
    rooms = Rooms()
    with in_a_thread(rooms) as (address, _), sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        save(rasterized(browser, drawing), "play_terminal.png")
        save(photograph(browser, address, rooms, fished, DESKTOP), "play_web.png")
        pictures = [photograph(browser, address, rooms, t, PHONE, **look) for t, look in phones]
        save(side_by_side(pictures), "play_phone.png")
        browser.close()


if __name__ == "__main__":
    main()
