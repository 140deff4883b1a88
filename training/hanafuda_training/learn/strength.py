"""How good the learner is: the arena's measure against the players of a recipe."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hanafuda_envs.game import Game
from hanafuda_envs.opponents import Opponent
from hanafuda_training.arena import Interval, compare
from hanafuda_training.arena.scale import scale, won_or_lost
from hanafuda_training.learn.recipe import Match

__all__ = ["Strength", "curve", "measure", "table"]

LEARNER = "learner"


@dataclass(frozen=True)
class Strength:
    """The learner against one player, on the same deals, with a 95 % interval."""

    steps: int
    match: str
    unit: str
    """What is told: the share of matches won, or how much more chips than the other."""
    value: float
    low: float
    high: float
    net: float
    """What the learner's own seat won, in the unit of the game."""
    games: int

    def told(self) -> str:
        """As "58.7 % (57.9 to 59.5)" or "+0.31 chips a round (+0.25 to +0.37)"."""
        if self.unit == _SHARE:
            return f"{self.value:.1%} ({100 * self.low:.1f} to {100 * self.high:.1f})"
        return f"{self.value:+.3f} {self.unit} ({self.low:+.3f} to {self.high:+.3f})"

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


_SHARE = "matches won"


def measure(
    game: Game,
    player: Opponent,
    matches: Sequence[Match],
    *,
    games: int,
    steps: int,
    seed: int,
    workers: int = 1,
) -> list[Strength]:
    """Play every match with the arena; the same seed gives the same deals each time."""
    player.__name__ = LEARNER  # type: ignore[attr-defined]  # the name in the arena's tables
    found = []
    for match in matches:
        result = compare(
            game,
            [player, *match.others],
            games=games,
            seed=seed,
            fixed=match.seats or None,
            mode="pairs" if isinstance(match.against, str) else "table",
            workers=workers,
            progress=False,
        )
        net = next(one for one in result.players if one.label == LEARNER).net_told.value
        for pair in result.pairs:
            if pair.a == LEARNER:
                value: Interval = pair.score if won_or_lost(game) else pair.difference_told
                unit = _SHARE if won_or_lost(game) else str(scale(game))
                title = match.title(pair.b)
                found.append(Strength(steps, title, unit, *value, net, pair.games))
    return found


def table(found: Sequence[Strength]) -> str:
    """The last measurement of every match as a Markdown table."""
    latest = {one.match: one for one in found}
    rows = ["| against | result | 95 % | own net | games |", "|:--|--:|--:|--:|--:|"]
    for one in latest.values():
        if one.unit == _SHARE:
            value, range_ = f"{one.value:.1%}", f"{one.low:.1%} to {one.high:.1%}"
        else:
            value = f"{one.value:+.3f}"
            range_ = f"{one.low:+.3f} to {one.high:+.3f}"
        rows.append(f"| `{one.match}` | {value} | {range_} | {one.net:+.3f} | {one.games:,} |")
    units = {one.unit for one in latest.values()}
    what = "share of matches won" if units == {_SHARE} else f"{' and '.join(units)} more than it"
    return "\n".join([*rows, "", f"Result: {what}."])


_COLORS = ("#b3392f", "#2f6db3", "#3d8b4d", "#8a5ba8", "#c08a1e", "#4a9c9c", "#777777")


def curve(found: Sequence[Strength], path: Path, title: str) -> None:
    """Draw how strength grew, a line for each match, with its intervals."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), dpi=140, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    shares = all(one.unit == _SHARE for one in found)
    for number, match in enumerate(dict.fromkeys(one.match for one in found)):
        line = [one for one in found if one.match == match]
        color = _COLORS[number % len(_COLORS)]
        steps = [one.steps / 1e6 for one in line]
        times = 100 if shares else 1
        axes.plot(steps, [times * one.value for one in line], "o-", ms=3, color=color, label=match)
        low, high = [times * one.low for one in line], [times * one.high for one in line]
        axes.fill_between(steps, low, high, color=color, alpha=0.15, linewidth=0)
    axes.axhline(50 if shares else 0, color="#8a8f98", linewidth=1, linestyle=":")
    axes.set_xlabel("million decisions learned from")
    axes.set_ylabel("% of matches won" if shares else f"{found[0].unit} more than the other")
    axes.set_title(title, fontsize=11, fontweight="bold", loc="left")
    axes.legend(frameon=False, fontsize=9, title="against", title_fontsize=9)
    axes.grid(color="#e6e8eb")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    beside = path.with_name(path.stem + ".part.png")
    figure.savefig(beside)
    beside.replace(path)
