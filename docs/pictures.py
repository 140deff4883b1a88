"""Writes docs/cards.md and the pictures of the documentation: ``python docs/pictures.py``.

Needs what the extras ``play`` and ``dev`` install.
"""

import io
import sys
import tempfile
from pathlib import Path

from hanafuda_app.cli import main as hanafuda
from hanafuda_envs import Replay, to_pixels
from hanafuda_envs.cards import CARDS, MONTHS
from hanafuda_envs.render.art import card_svg
from hanafuda_envs.render.atlas import sources_digest
from hanafuda_envs.render.scene import card_height

FOLDER = Path(__file__).parent
CARD, GAP = 108, 10
COLUMNS = 12

PAGE = """# The cards

Our own drawings of the 48 cards, made by the code in `hanafuda_envs/render/art/` and under the
licence of the project. This page and its pictures are made by `python docs/pictures.py`.

![all 48 cards, a column for each month](cards.png)

```python
from hanafuda_envs.render.art import card_svg

crane = card_svg(0)  # an SVG document; None is the back
beginner = card_svg(0, label=True)  # with the number of the month and the kind in a corner
```

The corner label: the month above; below it a star for a bright, a lozenge for an animal, a bar for
a ribbon, a dot for chaff.

![the cards of September, November and December with labels, and the back](cards_labelled.png)

{table}

Prepared pixels of the cards, for `render_mode="rgb_array"`, are in
`hanafuda_envs/render/atlas.npz`; `make atlas` makes them from the drawings (now {digest}).
"""


def page() -> str:
    """The page, without its pictures."""
    rows = ["| month | | | | |", "|---|---|---|---|---|"]
    for month in MONTHS:
        cards = [f"{card.id} {card}" for card in CARDS if card.month is month]
        rows.append(f"| {month.number} {month.flower} {month.japanese} | {' | '.join(cards)} |")
    return PAGE.format(table="\n".join(rows), digest=sources_digest())


def write_cards(cards: list[int | None], path: Path, *, label: bool = False) -> None:
    """Cards in rows, on a transparent ground: the page may be light or dark."""
    import resvg_py
    from PIL import Image

    high = card_height(CARD)
    rows = -(-len(cards) // COLUMNS)
    size = (COLUMNS * (CARD + GAP) - GAP, rows * (high + GAP) - GAP)
    sheet = Image.new("RGBA", size, (0, 0, 0, 0))
    for n, card in enumerate(cards):
        svg = card_svg(card, label=label)
        data = resvg_py.svg_to_bytes(svg_string=svg, width=4 * CARD)
        image = Image.open(io.BytesIO(bytes(data))).convert("RGBA")
        spot = (n % COLUMNS * (CARD + GAP), n // COLUMNS * (high + GAP))
        sheet.paste(image.resize((CARD, high), Image.Resampling.LANCZOS), spot)
    few = sheet.quantize(200, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def write_game() -> None:
    """A game of two of our players: a picture from its middle, and the whole as an animation."""
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        contest = ["arena", "ju_mai", "heuristic", "greedy", "--games", "2", "--workers", "1"]
        hanafuda([*contest, "--seed", "5", "--out", folder, "--replays", "1"])
        (file,) = Path(folder, "replays").iterdir()
        film = ["--gif", str(FOLDER / "watch.gif"), "--width", "560", "--seconds", "1.2"]
        if hanafuda(["watch", str(file), "--view", "player_0", *film]):
            sys.exit("the film could not be made")
        replay = Replay.load(file)
    positions = list(replay.positions())
    middle = to_pixels(positions[min(12, len(positions) - 1)], view="player_0")
    picture = Image.fromarray(middle).quantize(256, dither=Image.Dither.NONE)
    picture.save(FOLDER / "table.png", optimize=True)


def main() -> None:
    """Write everything."""
    (FOLDER / "cards.md").write_text(page(), encoding="utf-8")
    by_month = [4 * month + k for k in range(4) for month in range(12)]
    write_cards([*by_month], FOLDER / "cards.png")
    labelled: list[int | None] = [32, 33, 34, 40, 41, 42, 43, 44, 45, 46, 47, None]
    write_cards(labelled, FOLDER / "cards_labelled.png", label=True)
    write_game()
    for path in sorted(FOLDER.glob("*.png")) + sorted(FOLDER.glob("*.gif")):
        print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
