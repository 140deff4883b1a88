"""Exact answers about Echobo, as fractions.

A dealer is a distribution over the six months: six probabilities that add up to 1, given as
``Fraction`` or ``int``. A bet is the action of a bettor: bit ``i`` is month ``i + 1``. Values are
what a bettor gains in a round, in bets (of ``bet_size`` chips); the dealer has the negative sum.

A right card brings ``payout``, a wrong one costs 1, and cards do not touch each other. So a
month that the dealer picks with probability p is worth ``p * (payout + 1) - 1``, and everything
else follows:

* It is worth a bet if p is above ``1 / (payout + 1)``: 1/6, 5/28 and 2/11 for the payouts 5,
  4.6 and 4.5.
* A dealer none of whose months is above that cannot be beaten. With payout 5 that is the
  uniform dealer alone, and against him every bet is worth 0; with a fee the dealer has room
  for habits, and every bet costs something.
* Bettors can stay out. So the value of the game is 0 for both sides, whatever the payout and
  however many months one may bet on: all that can be won lies in the others' mistakes.
"""

from collections.abc import Sequence
from fractions import Fraction

from hanafuda_envs.games.echobo import ALL_BETS, MONTHS_IN_PLAY, EchoboRules
from hanafuda_envs.money import CHIP, in_units

__all__ = ["best_bet", "edge", "equilibrium_value", "is_safe", "threshold", "value"]

UNIFORM = (Fraction(1, MONTHS_IN_PLAY),) * MONTHS_IN_PLAY
_PAYOUT = EchoboRules.payout.default
_MAX_CARDS = EchoboRules.max_cards.default

Dealer = Sequence[Fraction | int]


def value(bets: int, dealer: Dealer, payout: float = _PAYOUT) -> Fraction:
    """What a bettor gains on average with these months against this dealer."""
    if isinstance(bets, bool) or bets not in range(ALL_BETS):
        raise ValueError(f"bets={bets!r} is not possible: allowed is 0 to {ALL_BETS - 1}")
    worth = _worth(dealer, payout)
    return sum((worth[month] for month in range(MONTHS_IN_PLAY) if bets >> month & 1), Fraction(0))


def threshold(payout: float = _PAYOUT) -> Fraction:
    """How likely a month must be to be worth a bet; exactly so likely, it is worth 0."""
    return 1 / (_exact(payout) + 1)


def best_bet(dealer: Dealer, payout: float = _PAYOUT, max_cards: int = _MAX_CARDS) -> int:
    """The best bet against a dealer; of equally good ones the smallest, with the first months."""
    max_cards = EchoboRules.max_cards.check(max_cards)
    worth = _worth(dealer, payout)
    best_first = sorted(range(MONTHS_IN_PLAY), key=lambda month: -worth[month])
    return sum(1 << month for month in best_first[:max_cards] if worth[month] > 0)


def is_safe(dealer: Dealer, payout: float = _PAYOUT) -> bool:
    """Whether no bet wins against this dealer."""
    return max(_worth(dealer, payout)) <= 0


def edge(payout: float = _PAYOUT) -> Fraction:
    """What each bet loses against a dealer who picks every month alike, the house for one."""
    return -value(1, UNIFORM, payout)


def equilibrium_value(payout: float = _PAYOUT, max_cards: int = _MAX_CARDS) -> Fraction:
    """What a bettor gains when both sides play perfectly: nothing.

    The uniform dealer holds every bettor to the best bet against him, and no bet at all is
    sure of as much.
    """
    return value(best_bet(UNIFORM, payout, max_cards), UNIFORM, payout)


def _exact(payout: float) -> Fraction:
    return Fraction(in_units(EchoboRules.payout.check(payout)), CHIP)


def _worth(dealer: Dealer, payout: float) -> list[Fraction]:
    """What a bet on each month gains on average."""
    if len(dealer) != MONTHS_IN_PLAY:
        raise ValueError(f"a dealer is six probabilities, not {len(dealer)}")
    chances = [Fraction(chance) for chance in dealer]
    if min(chances) < 0:
        raise ValueError(f"no probability is negative: {min(chances)}")
    if sum(chances) != 1:
        raise ValueError(f"the probabilities add up to {sum(chances)}, not to 1")
    return [chance * (_exact(payout) + 1) - 1 for chance in chances]
