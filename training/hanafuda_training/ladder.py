"""The ladder: for each game its players in order of strength, to be proven by the arena.

A rung is proven if the 95 % interval of the paired difference to the player below it lies above
zero. Where exact theory says that nobody can do better than another, the ladder says so too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hanafuda_envs import exact, make_game
from hanafuda_envs.game import Game
from hanafuda_training import arena
from hanafuda_training.arena import Interval, Result

__all__ = ["LADDERS", "Ladder", "Rung"]


@dataclass(frozen=True)
class Rung:
    """One player compared with the one below it."""

    player: str
    below: str
    difference: Interval
    """By how much it is better, in the unit of the result."""

    @property
    def proven(self) -> bool:
        """Whether it is better for sure, as far as 95 % are."""
        return self.difference.low > 0


@dataclass(frozen=True)
class Ladder:
    """Players of a game under some options, weakest first."""

    name: str
    game: str
    players: Sequence[str]
    about: str
    options: Mapping[str, Any] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    games: int = 40_000
    """Games that each pair plays for a full proof."""
    quick: int = 20_000
    """Games that are enough to notice a wrong order."""
    skill: bool = True
    """Whether theory allows anybody to do better than another."""

    def make_game(self) -> Game:
        return make_game(self.game, **self.options)

    def climb(self, games: int | None = None, **arguments: Any) -> Result:
        """Let all players of the ladder play each other; arguments as for ``arena.compare``."""
        return arena.compare(
            self.game,
            list(self.players),
            options=self.options,
            fixed=self.fixed or None,
            games=self.games if games is None else games,
            **arguments,
        )

    def rungs(self, result: Result) -> list[Rung]:
        """Every player against the one below it."""
        rungs = []
        for below, player in zip(self.players, self.players[1:], strict=False):
            pair = next(p for p in result.pairs if {p.a, p.b} == {below, player})
            view = -1 if pair.a == below else 1  # a pair is told from the view of its first
            rungs.append(Rung(player, below, pair.difference_told.times(view)))
        return rungs

    def exact_net(self, player: str) -> float | None:
        """Chips a round that theory gives a player who always bets the same, if it does."""
        if self.fixed or player not in ("bold", "cautious", "exact"):
            return None
        game = self.make_game()
        if self.game not in ("batta_maki", "mutsu_wari", "hankan", "sanmai_kabu"):
            return None
        value = float(exact.bet_value(game))
        most = game.rules.as_dict()["max_bet"]
        if player == "exact":
            chips = most if value > 0 else 0
        else:
            chips = most if player == "bold" else 1
        return value * chips * (3 if self.game == "sanmai_kabu" else 1) + 0.0  # never -0


_HABIT = {"rounds": 100, "history": 64, "payout": 4.5}

LADDERS = (
    Ladder(
        "Jū Mai",
        "ju_mai",
        ["random", "greedy", "heuristic", "search:rollouts=200", "search:rollouts=4000"],
        "Wins of matches. A search tries every card on that many deals of what it cannot see.",
        games=3_000,
        quick=1_500,
    ),
    Ladder(
        "Batta Maki, even odds",
        "batta_maki",
        ["bold", "cautious", "exact"],
        "Theory: both batches are alike, ties return the bet, and nothing that a bettor does "
        "changes his expectation, which is 0.",
        games=2_000_000,
        skill=False,
    ),
    Ladder(
        "Batta Maki with the fee",
        "batta_maki",
        ["bold", "random", "cautious", "exact"],
        "Winners gain 90 %: who bets less loses less, and the exact player does not bet.",
        {"payout": 0.9},
    ),
    Ladder(
        "Mutsu-wari with the fee",
        "mutsu_wari",
        ["bold", "random", "cautious", "exact"],
        "As Batta Maki with the fee.",
        {"payout": 0.9},
    ),
    Ladder(
        "Hankan",
        "hankan",
        ["bold", "random", "cautious", "exact"],
        "A winning bet gains half of itself: nobody should bet.",
    ),
    Ladder(
        "Atosaki with a waiting pot",
        "atosaki",
        ["bold", "exact"],
        "Tied stakes wait for the next winners: the exact player bets when something waits.",
        {"tie": "carry"},
    ),
    Ladder(
        "Shoniban with a waiting pot",
        "shoniban",
        ["bold", "exact"],
        "As Atosaki with a waiting pot; ties are rare here.",
        {"tie": "carry", "rounds": 30},
        games=400_000,
        quick=100_000,
    ),
    Ladder(
        "Sanmai Kabu, ties pushed",
        "sanmai_kabu",
        ["cautious", "random", "exact"],
        "Arashi pays double: every chip on a stack gains a little, and exact bets all it may.",
        games=400_000,
        quick=100_000,
    ),
    Ladder(
        "Sanmai Kabu, ties to the dealer",
        "sanmai_kabu",
        ["bold", "random", "cautious", "exact"],
        "Now every chip loses, and the exact player does not bet.",
        {"tie": "dealer"},
    ),
    Ladder(
        "Yatchaba, two hits",
        "yatchaba",
        ["bold", "random", "steady", "cautious", "heuristic"],
        "A guess hits in 11 to 17 %: keeping the right to guess is worth a chip.",
        {"hits_to_win": 2},
        games=8_000,
        quick=1_000,
    ),
    Ladder(
        "Yatchaba, three hits",
        "yatchaba",
        ["bold", "random", "steady", "heuristic", "cautious"],
        "A guess hits once in 270: always passing is the best of these.",
        games=8_000,
        quick=2_000,
    ),
    Ladder(
        "Echobo against a dealer with a favourite",
        "echobo",
        ["bold", "cautious", "reader", "frequencies"],
        "Counting months is all that is needed here.",
        _HABIT,
        {"dealer": "favourite"},
        games=2_400,
        quick=600,
    ),
    Ladder(
        "Echobo against a dealer who goes on to the next month",
        "echobo",
        ["bold", "frequencies", "cautious", "reader"],
        "Counting months misleads; reading steps wins.",
        _HABIT,
        {"dealer": "cycles"},
        games=2_400,
        quick=600,
    ),
    Ladder(
        "Echobo against a dealer who answers",
        "echobo",
        ["bold", "frequencies", "cautious", "reader"],
        "He stays with a month that nobody found.",
        _HABIT,
        {"dealer": "reacts"},
        games=2_400,
        quick=600,
    ),
    Ladder(
        "Echobo against the uniform dealer",
        "echobo",
        ["bold", "frequencies", "cautious"],
        "The equilibrium: every bet loses the fee, and nobody does better than not to bet.",
        _HABIT,
        {"dealer": "uniform"},
        games=12_000,
        quick=600,
    ),
    Ladder(
        "Echobo: dealers against three readers",
        "echobo",
        ["cycles", "favourite", "uniform"],
        "A dealer's habit costs him; the uniform one cannot be beaten.",
        _HABIT,
        {"bettor": "reader"},
        games=2_400,
        quick=600,
    ),
)
"""What docs/ladder.md shows, and what the tests check in short."""
