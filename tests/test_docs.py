"""The documentation says what is so."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


PAGES = ("README.md", "docs/cards.md", "docs/replays.md")


def programs() -> list[str]:
    text = "\n".join((ROOT / page).read_text("utf-8") for page in PAGES)
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("program", programs(), ids=lambda text: text.split("\n")[0])
def test_the_programs_of_the_pages_run(program, capsys):
    exec(compile(program, "program", "exec"), {})


def test_the_page_of_the_games_is_up_to_date():
    make = runpy.run_path(str(ROOT / "docs" / "make.py"))
    expected = make["page"]()
    assert (ROOT / "docs" / "games.md").read_text("utf-8") == expected, "run `make docs`"


def test_the_page_of_the_cards_is_up_to_date():
    pictures = runpy.run_path(str(ROOT / "docs" / "pictures.py"))
    assert (ROOT / "docs" / "cards.md").read_text("utf-8") == pictures["page"](), "run `make docs`"


def test_pictures_are_small():
    for path in (ROOT / "docs").glob("*.png"):
        assert path.stat().st_size < 400 * 1024, path
    for path in (ROOT / "docs").glob("*.gif"):
        assert path.stat().st_size < 1024 * 1024, path


def test_links_lead_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), (page, target)


def test_the_pages_of_training_and_of_the_learned_players_are_up_to_date():
    players = runpy.run_path(str(ROOT / "docs" / "players.py"))
    assert (ROOT / "docs" / "players.md").read_text("utf-8") == players["page"](), "run `make docs`"
    assert (ROOT / "docs" / "training.md").read_text("utf-8") == players["guide"](), "as above"
