"""95 % intervals by resampling deals.

A deal is what is drawn independently; the games of one deal are not. So deals are resampled, with
all that was played on them. Values repeat, so a resample of n deals is drawn as a multinomial
over the distinct values: the same distribution as drawing n deals one by one, and much faster.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

__all__ = [
    "RESAMPLES",
    "Interval",
    "Sample",
    "all_alike",
    "interval",
    "resampled_totals",
    "resamples",
]

RESAMPLES = 2000
LEVEL = 0.95
_SEED = 20_000
_BLOCK = 2_000_000  # numbers drawn at once: a few megabytes


class Interval(NamedTuple):
    """An estimate, and between what it lies with 95 % confidence."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    def times(self, factor: float) -> "Interval":
        """The same in other units."""
        ends = sorted((self.low * factor, self.high * factor))
        return Interval(self.value * factor, *ends)


class Sample(NamedTuple):
    """Whole numbers that deals brought: the distinct ones, and how many deals brought each."""

    values: np.ndarray
    counts: np.ndarray

    @classmethod
    def of(cls, values: np.ndarray, counts: np.ndarray) -> "Sample":
        """From values that may repeat."""
        distinct, places = np.unique(values, return_inverse=True)
        return cls(distinct, np.bincount(places.ravel(), counts, distinct.size).astype(np.int64))

    @property
    def deals(self) -> int:
        return int(self.counts.sum())

    @property
    def total(self) -> int:
        return int(self.values @ self.counts)


def resamples(counts: np.ndarray, stream: int = 0, size: int = RESAMPLES) -> np.ndarray:
    """``size`` resamples of deals, a row each: how many of each kind are in it."""
    rng = np.random.default_rng([_SEED, stream])
    deals = int(counts.sum())
    return rng.multinomial(deals, counts / deals, size=size)


def resampled_totals(sample: Sample, stream: int = 0) -> np.ndarray:
    """The total of each of ``RESAMPLES`` resamples; other streams are independent."""
    rng = np.random.default_rng([_SEED, stream])
    chances, rows = sample.counts / sample.deals, max(1, _BLOCK // sample.values.size)
    blocks = [
        rng.multinomial(sample.deals, chances, size=min(rows, RESAMPLES - first)) @ sample.values
        for first in range(0, RESAMPLES, rows)
    ]
    return np.concatenate(blocks)


def interval(samples: Sequence[Sample], scale: Sequence[float]) -> Interval:
    """The sum of ``total * scale`` over independent samples, with its percentile interval."""
    value = sum(sample.total * factor for sample, factor in zip(samples, scale, strict=True))
    drawn = sum(
        resampled_totals(sample, stream) * factor
        for stream, (sample, factor) in enumerate(zip(samples, scale, strict=True))
    )
    return percentiles(float(value), np.asarray(drawn))


def all_alike(share: float, deals: int) -> Interval:
    """A share between 0 and 1 that every deal brought alike, as if others may still come.

    Resamples of equal values are equal, and would claim certainty. But deals that end otherwise
    may be so rare that none was seen: with 95 % confidence they are no more than this.
    """
    unseen = 1 - (1 - LEVEL) ** (1 / deals)
    return Interval(share, share * (1 - unseen), share + (1 - share) * unseen)


def percentiles(value: float, drawn: np.ndarray) -> Interval:
    """An estimate with the middle 95 % of its resamples."""
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(value, float(low), float(high))
