"""Draw bench.json: python plot.py bench.json bench.png (needs matplotlib)."""

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import Patch
from matplotlib.ticker import EngFormatter
from report import Result, groups, middle, short

COLOURS = {"ours": "#b3261e", "peers": "#8a97a6"}
NAMES = {"ours": "Hanafuda Envs", "peers": "other libraries"}
BAR = 0.30  # inches a bar takes
MARGIN = 1.5  # inches for titles, scale and legend


def draw_group(axes: Any, title: str, group: list[Result]) -> None:
    """Draw one group of rows as bars, the fastest on top, each with its number."""
    values = [middle(result) for result in group]
    bars = axes.barh(
        [result["label"] for result in group],
        values,
        color=[COLOURS[result["side"]] for result in group],
        height=0.72,
    )
    labels = axes.bar_label(bars, labels=[short(value) for value in values], padding=5, fontsize=9)
    for label in labels:
        label.set_bbox({"color": "white", "pad": 1})  # no line of the grid runs through it
    axes.set_xscale("log")
    axes.invert_yaxis()
    axes.set_title(title, loc="left", fontsize=10.5, fontweight="bold")
    axes.margins(y=0.02)
    axes.tick_params(which="both", length=0)
    axes.grid(axis="x", color="#e3e3e3")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left", "bottom"]].set_visible(False)


def draw(run: dict[str, Any], path: Path) -> None:
    """Write the picture of a run: steps per second only, one panel for each group of rows."""
    shown = [
        (title, group) for title, group in groups(run["rows"]) if group[0]["unit"] == "steps/s"
    ]
    sizes = [len(group) for _, group in shown]
    figure, panels = plt.subplots(
        len(shown),
        1,
        figsize=(9, BAR * sum(sizes) + MARGIN),
        height_ratios=sizes,
        sharex=True,
        squeeze=False,
        layout="constrained",
    )
    for axes, (title, group) in zip(panels[:, 0], shown, strict=True):
        draw_group(axes, title, group)
    values = [middle(result) for _, group in shown for result in group]
    bottom = panels[-1, 0]
    bottom.set_xlim(min(values) / 2, max(values) * 2.5)
    bottom.xaxis.set_major_formatter(EngFormatter())
    bottom.set_xlabel("decisions per second on one core, random legal play (log scale)")
    figure.legend(
        handles=[Patch(color=COLOURS[side], label=NAMES[side]) for side in NAMES],
        loc="outside upper right",
        ncols=2,
        frameon=False,
    )
    figure.savefig(path, dpi=150, bbox_inches="tight", pad_inches=0.2)


if __name__ == "__main__":
    draw(json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]))
