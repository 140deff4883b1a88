"""Ratings: one number for each player, so that differences predict results.

Davidson's model, which is Bradley-Terry with draws: with strengths s = 10**(rating / 400),
i beats j, they draw, j beats i in the ratio ``s_i : nu * sqrt(s_i * s_j) : s_j``. The ratings and
``nu`` are those that make the results most likely, where every two players who met are taken to
have won half a game more against each other: so a player that always won has a finite rating.
"""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np

from hanafuda_training.arena.bootstrap import Interval, percentiles, resamples

__all__ = ["PRIOR", "Patterns", "Ratings", "elo", "fit", "rate"]

PRIOR = 0.5
"""Games that each of two players is taken to have won more."""
ANCHOR = "random"
"""Has rating 0 if it takes part; else the mean is 0."""

_ELO = 400 / log(10)
_STEPS, _LONGEST_STEP, _ENOUGH = 200, 1.0, 1e-10
_NO_DRAWS = -40.0  # log of a nu that stands for none


class Patterns(NamedTuple):
    """How the games of a deal between two players ended: each way, and how many deals did."""

    outcomes: np.ndarray
    """(ways, 3): won, drawn and lost by the first."""
    counts: np.ndarray


class Ratings(NamedTuple):
    """The rating of each player with its interval, and how likely draws are."""

    elo: list[Interval]
    nu: float


def fit(
    pairs: Sequence[tuple[int, int]], outcomes: np.ndarray, players: int
) -> tuple[np.ndarray, np.ndarray]:
    """Log-strengths (…, players) with mean 0, and nu (…), for outcomes (…, pairs, 3).

    Newton's method on a concave function, for all leading axes at once.
    """
    won, drawn, lost = np.moveaxis(outcomes.astype(float), -1, 0)
    won, lost = won + PRIOR, lost + PRIOR
    draws = drawn.sum(axis=-1) > 0
    design = np.zeros((len(pairs), players))
    for row, (a, b) in enumerate(pairs):
        design[row, a], design[row, b] = 0.5, -0.5
    strength = np.zeros((*draws.shape, players))
    tie = np.where(draws, 0.0, _NO_DRAWS)
    for _ in range(_STEPS):
        step = _newton_step(design, won, drawn, lost, strength, tie, draws)
        longest = np.abs(step).max(axis=-1, keepdims=True)
        step *= np.minimum(1.0, _LONGEST_STEP / np.maximum(longest, _ENOUGH))
        strength += step[..., :-1]
        tie += step[..., -1]
        if longest.max() < _ENOUGH:
            break
    strength -= strength.mean(axis=-1, keepdims=True)
    return strength, np.where(draws, np.exp(tie), 0.0)


def _newton_step(design, won, drawn, lost, strength, tie, draws):
    """Where the quadratic that touches the log-likelihood here has its top."""
    games = won + drawn + lost
    lead = strength @ design.T
    logits = np.stack([lead, np.broadcast_to(tie[..., None], lead.shape), -lead])
    chances = np.exp(logits - logits.max(axis=0))
    p_won, p_drawn, p_lost = chances / chances.sum(axis=0)
    margin = p_won - p_lost
    slope_strength = ((won - lost) - games * margin) @ design
    slope_tie = np.where(draws, (drawn - games * p_drawn).sum(axis=-1), 0.0)
    spread = games * (p_won + p_lost - margin**2)
    players = design.shape[1]
    bend = np.zeros((*tie.shape, players + 1, players + 1))
    bend[..., :-1, :-1] = np.einsum("...p,pi,pj->...ij", spread, design, design)
    bend[..., :-1, :-1] += 1.0 / players  # the mean is free: this holds it where it is
    cross = np.where(draws[..., None], (-games * margin * p_drawn) @ design, 0.0)
    bend[..., :-1, -1] = bend[..., -1, :-1] = cross
    bend[..., -1, -1] = np.where(draws, (games * p_drawn * (1 - p_drawn)).sum(axis=-1), 1.0)
    slope = np.concatenate([slope_strength, slope_tie[..., None]], axis=-1)
    return np.linalg.solve(bend, slope[..., None])[..., 0]


def elo(strength: np.ndarray, labels: Sequence[str]) -> np.ndarray:
    """Log-strengths as ratings: "random" at 0 if it takes part, else their mean."""
    points = strength * _ELO
    if ANCHOR in labels:
        anchor = list(labels).index(ANCHOR)
        points = points - points[..., anchor : anchor + 1]
    return points


def rate(
    labels: Sequence[str], pairs: Sequence[tuple[int, int]], patterns: Sequence[Patterns]
) -> Ratings:
    """Ratings with 95 % intervals: refitted on resampled deals, for each two players anew."""
    seen = np.stack([one.counts @ one.outcomes for one in patterns])
    drawn = np.stack(
        [resamples(one.counts, stream) @ one.outcomes for stream, one in enumerate(patterns)],
        axis=1,
    )
    strength, nu = fit(pairs, seen, len(labels))
    points = elo(strength, labels)
    again = elo(fit(pairs, drawn, len(labels))[0], labels)
    intervals = [percentiles(float(points[i]), again[:, i]) for i in range(len(labels))]
    return Ratings(intervals, float(nu))
