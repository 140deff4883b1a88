"""The arena: lets players play each other on the same deals, and says how sure the result is.

    from hanafuda_training import arena

    result = arena.compare("ju_mai", ["greedy", "random"], games=2000)
    print(result.to_markdown())

Every deal is played in all lineups (duplicate), intervals come from resampling deals, a run can
be stopped and continued, and the result depends on the contest alone: not on the number of
processes, nor on being stopped. The command ``hanafuda arena`` does the same.
"""

from hanafuda_training.arena.bootstrap import Interval
from hanafuda_training.arena.compare import compare
from hanafuda_training.arena.optimum import optimum
from hanafuda_training.arena.referee import rule
from hanafuda_training.arena.result import Pair, Player, Rating, Result
from hanafuda_training.arena.runner import available_cpus
from hanafuda_training.arena.store import OtherContestError

__all__ = [
    "Interval",
    "OtherContestError",
    "Pair",
    "Player",
    "Rating",
    "Result",
    "available_cpus",
    "compare",
    "optimum",
    "rule",
]
