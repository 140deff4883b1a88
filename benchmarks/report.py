"""From measured values to medians, ratios and tables. Standard library only."""

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

Result = dict[str, Any]
"""One row as measured: the line of ours.py or peers.py, with "side" and all its values."""

MAIN = "ju_mai"
BATCH = "_batch_4096"
UNSTEADY = 0.1  # a row whose values lie further from their median is pointed out

COMPARED = (
    (MAIN + BATCH, "openspiel_crazy_eights_list"),
    (MAIN + BATCH, "openspiel_crazy_eights"),
    (MAIN + BATCH, "pgx_leduc"),
    (MAIN + BATCH, "pgx_leduc_64"),
    (MAIN + BATCH, "pufferlib_tripletriad"),
    (MAIN + BATCH, "pufferlib_tripletriad_unmasked"),
    (f"{MAIN}_batch_1", "openspiel_crazy_eights"),
    (f"{MAIN}_aec", "pettingzoo_leduc"),
    (f"{MAIN}_aec_wrapped", "pettingzoo_leduc"),
    (f"{MAIN}_reset_seed", f"{MAIN}_reset"),
    ("start_batch", "start_imports"),
    ("start_aec", "start_imports"),
)
"""Which rows are divided by which; every other game's batch by the main game's comes on top."""


def measured(results: Iterable[Result]) -> list[Result]:
    return [result for result in results if result.get("values")]


def middle(result: Result) -> float:
    return median(result["values"])


def groups(results: Sequence[Result]) -> list[tuple[str, list[Result]]]:
    """Sort rows into what may be compared with each other, the fastest first in each group."""
    steps = sorted(
        (result for result in measured(results) if result["unit"] == "steps/s"),
        key=middle,
        reverse=True,
    )
    other = [result for result in measured(results) if result["unit"] != "steps/s"]
    found = [
        ("Many games at once", [result for result in steps if result["n"] > 1]),
        ("One game at a time", [result for result in steps if result["n"] == 1]),
        ("Episodes, starting, memory", other),
    ]
    return [(title, group) for title, group in found if group]


def ratios(results: Sequence[Result]) -> dict[tuple[str, str], float]:
    """Divide the medians of the rows worth comparing, as far as both were measured."""
    medians = {result["row"]: middle(result) for result in measured(results)}
    games = [
        result["row"]
        for result in results
        if result["side"] == "ours" and result["row"].endswith(BATCH)
    ]
    pairs = [*COMPARED, *((game, MAIN + BATCH) for game in games if game != MAIN + BATCH)]
    return {
        (one, other): medians[one] / medians[other]
        for one, other in pairs
        if one in medians and other in medians
    }


# Words and numbers --------------------------------------------------------------------------------


def short(value: float) -> str:
    """Write a number with three digits that count: 17.3 M, 303 k, 88."""
    for size, sign in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            scaled = value / size
            return f"{scaled:.{max(0, 3 - len(str(int(scaled))))}f}{sign}"
    return f"{value:.3g}"


def spread(result: Result) -> str:
    """Say how far the lowest and the highest value lie from the median."""
    centre = middle(result)
    low, high = min(result["values"]) / centre - 1, max(result["values"]) / centre - 1
    return f"{low:+.1%} to {high:+.1%}" if low or high else "none"


def varies(result: Result) -> float:
    """Give how far the value furthest from the median lies from it, as a part of it."""
    centre = middle(result)
    return max(abs(value / centre - 1) for value in result["values"])


def times(ratio: float) -> str:
    return f"{ratio:.3g}×" if ratio < 1000 else f"{ratio:.0f}×"


def row_cells(results: Iterable[Result]) -> list[list[str]]:
    header = ["row", "n", "median", "spread", "what"]
    return [header] + [
        [
            result["row"],
            str(result["n"]),
            f"{short(middle(result))} {result['unit']}",
            spread(result),
            f"{result['label']}: {result['how']}",
        ]
        for result in results
    ]


def ratio_cells(results: Sequence[Result]) -> list[list[str]]:
    found = ratios(results)
    return [["this row", "against", "ratio"]] + [
        [one, other, times(ratio)] for (one, other), ratio in found.items()
    ]


def failures(results: Iterable[Result]) -> list[str]:
    return [f"{result['row']}: {result['error']}" for result in results if "error" in result]


def versions(results: Iterable[Result], side: str) -> str:
    found: dict[str, str] = {}
    for result in results:
        if result["side"] == side:
            found |= result.get("versions", {})
    return ", ".join(f"{package} {version}" for package, version in found.items())


def facts(run: dict[str, Any]) -> list[str]:
    """Say where, when and how it was measured, a line each."""
    machine, settings, results = run["machine"], run["settings"], run["rows"]
    lines = [
        f"{machine['cpu']}, {machine['cores']} cores, one of them used; {machine['system']}; "
        f"Python {machine['python']}; {machine['date']}",
        f"rounds over all rows: {settings['rounds']}; in each, {settings['repeats']} × "
        f"{settings['seconds']:g} s of every row after a warm-up, one process at a time",
        f"ours: {versions(results, 'ours')}",
    ]
    if peers := versions(results, "peers"):
        lines.append(f"peers: {peers}")
    rows = measured(results)
    if unsteady := sum(varies(result) > UNSTEADY for result in rows):
        lines.append(
            f"{unsteady} of {len(rows)} rows have values more than {UNSTEADY:.0%} from their "
            "median: the machine was busy with something else at times"
        )
    if not run["complete"]:
        lines.append("not every row, or not every round, was measured")
    return lines


# Tables -------------------------------------------------------------------------------------------


def markdown_table(cells: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(line)} |" for line in cells]
    return "\n".join([lines[0], "|---" * len(cells[0]) + "|", *lines[1:]])


def text_table(cells: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    )


def markdown(run: dict[str, Any], picture: str) -> str:
    """Put the facts, the plot and all tables on a page."""
    results = run["rows"]
    parts = ["\n".join(f"* {fact}" for fact in facts(run))]
    parts += [f"![Decisions per second, ours and peers]({picture})"]
    parts += ["## Ratios", markdown_table(ratio_cells(results))]
    for title, group in groups(results):
        parts += [f"## {title}", markdown_table(row_cells(group))]
    if failed := failures(results):
        parts += ["## Not measured", "\n".join(f"* {line}" for line in failed)]
    return "\n\n".join(parts) + "\n"


def text(run: dict[str, Any]) -> str:
    """Put the same on a terminal."""
    results = run["rows"]
    parts = ["\n".join(facts(run))]
    for title, group in groups(results):
        parts += [f"{title.upper()}\n{text_table(row_cells(group))}"]
    if len(cells := ratio_cells(results)) > 1:
        parts += [f"RATIOS\n{text_table(cells)}"]
    if failed := failures(results):
        parts += ["NOT MEASURED\n" + "\n".join(failed)]
    return "\n\n".join(parts)
