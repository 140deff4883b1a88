"""The result of a contest as tables that people read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hanafuda_training.arena.bootstrap import RESAMPLES, Interval
from hanafuda_training.arena.ratings import ANCHOR, PRIOR
from hanafuda_training.arena.referee import rule

if TYPE_CHECKING:
    from hanafuda_training.arena.result import Result

__all__ = ["page", "tables"]

NOTHING = "–"


def page(result: "Result") -> str:
    """The whole report: setup, tables, and how the numbers were made."""
    return (
        "\n\n".join(
            [
                f"# {result.title}: {_who(result)}",
                _setup(result),
                tables(result),
                "## How to read this",
                _notes(result),
            ]
        )
        + "\n"
    )


def tables(result: "Result") -> str:
    """The tables alone."""
    parts = ["## Players", _players(result), "## Head to head", _matrix(result)]
    parts += ["## Pairs", _pairs(result)]
    if result.ratings:
        parts += ["## Ratings", _ratings(result)]
    if forfeits := _forfeits(result):
        parts += ["## Forfeits", forfeits]
    return "\n\n".join(parts)


def _who(result: "Result") -> str:
    names = [player.label for player in result.players]
    return " against ".join(names) if len(names) == 2 else f"{len(names)} players"


def _setup(result: "Result") -> str:
    setup = result.setup
    options = ", ".join(f"{key}={value!r}" for key, value in setup["options"].items())
    fixed = ", ".join(f"{agent}: {who}" for agent, who in setup["fixed"].items()) or "none"
    versions = ", ".join(f"{name} {number}" for name, number in setup["versions"].items())
    limit = setup["time_limit"]
    lines = [
        f"game: {setup['game']} ({options}), rules {setup['rules']}",
        f"mode: {setup['mode']}; fixed seats: {fixed}",
        f"seed: {setup['seed']}; {setup['deals_per_chunk']} deals a chunk; time limit: "
        + ("none" if limit is None else f"{limit:g} s"),
        f"made with {versions}, sources {setup['sources']}",
    ]
    return "\n".join(f"- {line}" for line in lines)


def _players(result: "Result") -> str:
    gap = any(player.gap for player in result.players)
    head = ["player", "games", f"net, {result.unit}", "95 %"]
    head += ["short of the optimum", "95 %"] if gap else []
    rows = []
    for one in sorted(result.players, key=lambda player: -player.net.value):
        row = [_name(one.label), f"{one.games:,}", *_signed(one.net_told)]
        row += _signed(one.gap, sign="") if one.gap else []
        rows.append([*row, f"{one.forfeits:,}"])
    return _table([*head, "forfeits"], rows)


def _matrix(result: "Result") -> str:
    labels = [rating.label for rating in result.ratings] or [one.label for one in result.players]
    rows = []
    for a in labels:
        scores = [result.score(a, b) for b in labels]
        rows.append([_name(a), *(_percent(score.value) if score else NOTHING for score in scores)])
    return _table(["score of ↓ against →", *map(_name, labels)], rows)


def _pairs(result: "Result") -> str:
    head = ["pair", "games", "won", "drawn", "lost", "score", "95 %"]
    head += [f"difference, {result.unit}", "95 %"]
    rows = [
        [
            f"{_name(one.a)} – {_name(one.b)}",
            *(f"{count:,}" for count in (one.games, one.wins, one.draws, one.losses)),
            _percent(one.score.value),
            f"{_percent(one.score.low)} to {_percent(one.score.high)}",
            *_signed(one.difference_told),
        ]
        for one in result.pairs
    ]
    return _table(head, rows)


def _ratings(result: "Result") -> str:
    rows = [
        [
            _name(one.label),
            f"{one.elo.value:+.0f}",
            f"{one.elo.low:+.0f} to {one.elo.high:+.0f}",
        ]
        for one in result.ratings
    ]
    return _table(["player", "Elo", "95 %"], rows)


def _forfeits(result: "Result") -> str:
    guilty = [one for one in [*result.players, *result.others] if one.forfeits]
    rows = [
        [_name(one.label), f"{one.forfeits:,}", (one.reason or "").replace("|", "\\|")]
        for one in guilty
    ]
    return _table(["player", "games", "the first time"], rows) if rows else ""


def _notes(result: "Result") -> str:
    notes = [
        "Every deal is played in all lineups, so that each player holds every seat's cards.",
        f"Intervals hold 95 % of {RESAMPLES:,} bootstrap resamples of the deals. One of no width "
        "means that all deals ended alike, not that nothing else can happen.",
        "Score: won games and half of the drawn ones, as a share of all. A game is won by whose "
        "seats have the higher mean result; where one sits alone, by who did better on the deal.",
        "Difference: mean result of a seat of the first minus that of the second, deal by deal.",
    ]
    if result.optimum is not None:
        notes.append(f"The best bettor expects exactly {result.optimum:+.4f} {result.unit}.")
    if result.ratings:
        zero = f"{ANCHOR} is 0" if any(one.label == ANCHOR for one in result.ratings) else "mean 0"
        notes.append(
            "Ratings: Davidson's model (Bradley-Terry with draws), most likely fit, where every "
            f"two players are taken to have won {PRIOR:g} game more against each other; {zero}; "
            f"intervals by refitting on resampled deals; nu {result.nu:.3f}."
        )
    notes.append(f"Forfeits: {rule(result.setup['fine'])}")
    return "\n".join(f"- {note}" for note in notes)


# --- cells ----------------------------------------------------------------------------------------


def _name(label: str) -> str:
    return "`" + label.replace("|", "\\|") + "`"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _signed(one: Interval, sign: str = "+") -> list[str]:
    """A value and its ends, with as many digits as the interval makes sense of."""
    width = one.half_width
    digits = 4 if width < 0.01 else 3 if width < 0.1 else 2 if width < 1 else 1
    value, low, high = (f"{number:{sign}.{digits}f}" for number in one)
    return [value, f"{low} to {high}"]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    aligned = [":--", *["--:"] * (len(head) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, aligned, *rows])
