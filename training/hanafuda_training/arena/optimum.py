"""What the best player can expect, where that is known exactly."""

from typing import Any

from hanafuda_envs.exact import bet_value
from hanafuda_envs.game import Game

__all__ = ["optimum"]

_AGAINST_THE_BANK = ("batta_maki", "mutsu_wari", "hankan")


def optimum(game: Game) -> float | None:
    """Chips a round of the best bettor, where it does not matter what the others do.

    ``None`` where they do, or where the value is not known: nothing is estimated.
    """
    options = game.rules.as_dict()
    if options.get("dealer", "house") != "house":
        return None
    if game.name in _AGAINST_THE_BANK:
        # Whatever has been seen, the batches are exchangeable: a bet never becomes a good one.
        return max(0.0, float(bet_value(game))) * options["max_bet"]
    if game.name == "sanmai_kabu":
        return _best_of_three_stacks(game, options)
    if game.name == "echobo":
        return 0.0  # six months, each as likely, and a right one pays at most 5
    return None


def _best_of_three_stacks(game: Game, options: dict[str, Any]) -> float | None:
    if options["deck"] != "shuffle":
        return None  # the value changes with the cards that have been seen
    value = float(bet_value(game))
    if value <= 0:
        return 0.0
    most = 3 * options["max_bet"]
    if options["players"] * most > options["table_limit"] or options["bankroll"] is not None:
        return None  # the best bets are not always allowed
    return most * value
