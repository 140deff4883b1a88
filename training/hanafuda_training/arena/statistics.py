"""What the chunks of a match say: games, wins, scores and differences with their intervals."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from hanafuda_training.arena.bootstrap import Interval, Sample, all_alike, interval
from hanafuda_training.arena.chunk import Chunk, seat_games
from hanafuda_training.arena.contest import Contest
from hanafuda_training.arena.ratings import Patterns
from hanafuda_training.arena.scale import scale, won_or_lost

__all__ = ["Tally", "half_width"]


class Tally:
    """All deals of one match, counted. The order of chunks does not matter."""

    def __init__(self, contest: Contest, match_number: int, chunks: Sequence[Chunk]) -> None:
        self.contest, self.match = contest, contest.matches[match_number]
        self.members = len(self.match.members)
        self.pairs = list(combinations(range(self.members), 2))
        self.seats = seat_games(self.match)
        cells = np.concatenate([chunk.cells for chunk in chunks])
        self._cells, self._counts = cells[:, :-1], cells[:, -1]
        self.deals = int(self._counts.sum())
        self.games = self.deals * len(self.match.lineups)
        self.games_a_deal = 1 if len(contest.contested) == 1 else len(self.match.lineups)
        """Comparisons of two members on a deal: where one sits alone, the deal is one."""

    def outcomes(self, pair: int) -> np.ndarray:
        """Won, drawn and lost games of the first of two members."""
        patterns = self.patterns(pair)
        return patterns.counts @ patterns.outcomes

    def patterns(self, pair: int) -> Patterns:
        """How the games between two members ended, deal by deal."""
        first = self.members + 2 * pair
        won_drawn, places = np.unique(
            self._cells[:, first : first + 2], axis=0, return_inverse=True
        )
        counts = np.bincount(places.ravel(), self._counts, len(won_drawn)).astype(np.int64)
        lost = self.games_a_deal - won_drawn.sum(axis=1)
        return Patterns(np.column_stack([won_drawn, lost]), counts)

    def score(self, pair: int) -> Interval:
        """The share of games that the first of two won, draws counted half."""
        patterns = self.patterns(pair)
        halves = Sample.of(patterns.outcomes @ np.array([2, 1, 0]), patterns.counts)
        resampled = interval([halves], [1 / (2 * self.games_a_deal * self.deals)])
        return resampled if halves.values.size > 1 else all_alike(resampled.value, self.deals)

    def difference(self, pair: int) -> Interval:
        """By how much the first did better on the same deals, in rewards a seat and episode."""
        a, b = self.pairs[pair]
        common = int(np.lcm(self.seats[a], self.seats[b]))
        gaps = self._cells[:, a] * (common // self.seats[a])
        gaps = gaps - self._cells[:, b] * (common // self.seats[b])
        scaled = 1 / (common * self.deals * self.contest.game.unit)
        return interval([Sample.of(gaps, self._counts)], [scaled])

    def won(self, member: int) -> Sample:
        """Units that a member won on the deals."""
        return Sample.of(self._cells[:, member], self._counts)


def half_width(tally: Tally) -> float:
    """How far the least certain two of a match are from known.

    In score where games are won or lost and where matches are for points, else in chips a round
    or game.
    """
    game = tally.contest.game
    told = scale(game)
    by_score = won_or_lost(game) or told.what != "chips"
    return max(
        tally.score(pair).half_width
        if by_score
        else tally.difference(pair).half_width / told.divisor
        for pair in range(len(tally.pairs))
    )
