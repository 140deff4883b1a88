"""The result of a contest as a picture: scores head to head, and ratings or net results."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hanafuda_training.arena.bootstrap import Interval

if TYPE_CHECKING:
    from hanafuda_training.arena.result import Result

__all__ = ["draw"]

_INK, _QUIET = "#30343b", "#8a8f98"
_DARK_ENOUGH = 0.3  # distance from an even score from which white letters are read better
_LONGEST_NAME = 24


def draw(result: "Result", path: Path) -> None:
    """Write a PNG (or what the name ends in); no display is needed."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    names = [one.label for one in result.ratings] or _by_net(result)
    size = len(names)
    height = 2.6 + 0.55 * size
    figure = Figure(figsize=(max(9.0, 5.0 + 1.35 * size), height), dpi=150, layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(_title(result), fontsize=12, color=_INK, fontweight="bold")
    left, right = figure.subplots(1, 2, width_ratios=[max(1.2, size * 0.28), 1])
    _heat_map(left, result, names)
    if result.ratings:
        _bars(right, names, [one.elo for one in result.ratings], "Elo", "{:+.0f}")
        right.set_title("Ratings", fontsize=11, color=_INK)
    else:
        net = {one.label: one.net_told for one in result.players}
        _bars(right, names, [net[name] for name in names], str(result.unit), "{:+.2f}")
        right.set_title("Net result", fontsize=11, color=_INK)
    figure.savefig(path)


def _by_net(result: "Result") -> list[str]:
    return [one.label for one in sorted(result.players, key=lambda one: -one.net.value)]


def _title(result: "Result") -> str:
    games = sum(one.games for one in result.pairs)
    if result.setup["mode"] == "table":
        games = result.pairs[0].games
    return f"{result.title} · {games:,} games · rules {result.setup['rules']}"


def _heat_map(axes: Any, result: "Result", names: list[str]) -> None:
    scores = np.full((len(names), len(names)), np.nan)
    for row, a in enumerate(names):
        for column, b in enumerate(names):
            score = result.score(a, b)
            if score is not None:
                scores[row, column] = score.value
                _number(axes, row, column, score)
    axes.set_facecolor("#f1f2f4")  # nobody meets himself
    axes.imshow(scores, cmap="RdBu", vmin=0, vmax=1, aspect="auto")
    places, short = range(len(names)), [_short(name) for name in names]
    slanted = sum(map(len, short)) > 8 * len(names)
    axes.set_xticks(
        places, short, rotation=25 if slanted else 0, ha="right" if slanted else "center"
    )
    axes.set_yticks(places, short)
    axes.set_title("Score of the row against the column", fontsize=11, color=_INK)
    axes.set_xticks(np.arange(1, len(names)) - 0.5, minor=True)
    axes.set_yticks(np.arange(1, len(names)) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    _quiet(axes)


def _number(axes: Any, row: int, column: int, score: Interval) -> None:
    strong = abs(score.value - 0.5) > _DARK_ENOUGH
    colour = "white" if strong else _INK
    axes.text(
        column, row - 0.1, f"{score.value:.1%}", ha="center", va="center", color=colour, fontsize=10
    )
    axes.text(
        column,
        row + 0.2,
        f"± {100 * score.half_width:.1f}",
        ha="center",
        va="center",
        color=colour,
        fontsize=7,
        alpha=0.85,
    )


def _bars(axes: Any, names: list[str], values: list[Interval], unit: str, form: str) -> None:
    """A point with its interval for each, best on top."""
    places = np.arange(len(names))
    middle = np.array([one.value for one in values])
    # A percentile interval need not hold the value itself.
    below = np.array([max(0.0, one.value - one.low) for one in values])
    above = np.array([max(0.0, one.high - one.value) for one in values])
    axes.axvline(0, color=_QUIET, linewidth=0.8, linestyle=":")
    axes.errorbar(
        middle,
        places,
        xerr=[below, above],
        fmt="o",
        color="#2166ac",
        ecolor="#7aa6cf",
        elinewidth=2.5,
        capsize=4,
        markersize=6,
    )
    for place, one in zip(places, values, strict=True):
        axes.annotate(
            form.format(one.value),
            (one.value, place),
            xytext=(0, 9),
            ha="center",
            textcoords="offset points",
            fontsize=9,
            color=_INK,
        )
    axes.set_yticks(places, [_short(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.margins(x=0.15)
    axes.set_xlabel(f"{unit}, with 95 % intervals", color=_INK, fontsize=9)
    axes.grid(axis="x", color="#e6e8eb")
    axes.set_axisbelow(True)
    _quiet(axes)


def _quiet(axes: Any) -> None:
    """No frame, no ticks: names and numbers are enough."""
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(which="both", length=0, colors=_INK, labelsize=9)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
