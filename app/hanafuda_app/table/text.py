"""A view as lines of text, for prompts and for tests."""

from collections.abc import Iterator

from hanafuda_app.table.scene import Grid, Zone
from hanafuda_app.table.table import View
from hanafuda_app.table.words import Words
from hanafuda_envs.render.text import width

__all__ = ["grid_lines", "lines_of", "sheet_lines"]

BACK_SIGN = "▒▒"


def lines_of(view: View, language: str) -> Iterator[str]:
    """The table: title, seats, what lies where."""
    facts = (f"{f.label.say(language)} {f.value.say(language)}" for f in view.scene.facts)
    yield f"== {view.title.say(language)} ==  " + "  ".join(facts)
    for place, seat in zip(view.places, view.scene.seats, strict=True):
        who = place.name.say(language) + ("" if place.you else f" ({place.player})")
        notes = "".join(f"  {note.say(language)}" for note in seat.notes)
        yield f"{'>' if place.acts else ' '} {who}: {seat.score.say(language)}{notes}"
    for zone in view.scene.zones:
        yield _zone_line(zone, view, language)
    for grid in view.scene.grids:
        yield from grid_lines(grid, language)


def _zone_line(zone: Zone, view: View, language: str) -> str:
    cards = [BACK_SIGN if i.card is None else i.name.say(language) for i in zone.items]
    parts = [(" " if zone.kind == "backs" else ", ").join(cards)]
    if zone.note is not None:
        parts.append(f"[{zone.note.say(language)}]")
    if zone.stakes:
        bets = ", ".join(f"{view.places[s.seat].name.say(language)} {s.chips}" for s in zone.stakes)
        parts.append(f"({bets})")
    return f"  {zone.title.say(language)}: {'  '.join(filter(None, parts))}".rstrip()


def grid_lines(grid: Grid, language: str, compact: bool = False) -> Iterator[str]:
    """A title, and numbers in columns; ``compact`` for a narrow place."""
    yield grid.title.say(language) if compact else f"  {grid.title.say(language)}"
    table = [[cell.say(language) for cell in row] for row in (grid.head, *grid.rows)]
    yield from _columns(table, *((0, 1) if compact else (4, 2)))


def sheet_lines(view: View, language: str) -> Iterator[str]:
    """The score sheet."""
    head = [Words("round", "回").say(language), *(p.name.say(language) for p in view.places)]
    rows = [[str(at), *map(_number, row)] for at, row in enumerate(view.sheet.rows, start=1)]
    total = [Words("total", "計").say(language), *map(_number, view.sheet.totals)]
    yield from _columns([head, *rows, total])


def _number(value: float) -> str:
    return f"{value:g}"


def _columns(table: list[list[str]], indent: int = 4, gap: int = 2) -> Iterator[str]:
    widths = [max(map(width, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (" " * (w - width(c)) + c for c, w in zip(row, widths, strict=True))
        yield " " * indent + (" " * gap).join(cells)
