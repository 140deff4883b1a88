"""Players of Jū Mai: greedy, a heuristic that counts what is unseen, and a search."""

from functools import cache
from typing import Any

import numpy as np

from hanafuda_agents.ju_mai_search import FURTHEST, LATER, search_action, search_values
from hanafuda_agents.ju_mai_thumb import cards_at, greedy_action, heuristic_action, legal_cards
from hanafuda_agents.rule_player import (
    Family,
    RulePlayer,
    any_legal,
    knowledge_of,
    plain,
    play_games,
    where,
)
from hanafuda_envs.chance import round_key
from hanafuda_envs.compiled import entry, kernel, wraps_around
from hanafuda_envs.game import Game
from hanafuda_envs.games import make_game
from hanafuda_envs.games.ju_mai import FIVE, PLAY, JuMaiRules

__all__ = ["FAMILY", "PLAYERS", "greedy", "heuristic", "random", "search", "worth_of_leads"]

RANDOM, GREEDY, HEURISTIC, SEARCH = range(4)

KNOWLEDGE = np.dtype(
    [
        *where("hand", "field", "captured", "captured_by_other", "unseen", "card", "phase"),
        *where("passed_up", "dealer", "other_hand", "carried", "round"),
        *[(option.name, np.int64) for option in JuMaiRules.options()],
        ("weights", np.float64, (4,)),
        ("rollouts", np.int64),
        ("reads", np.int64),
        ("worth", np.float64, (LATER, 2, 2 * FURTHEST + 1)),
    ]
)

# --- the family -------------------------------------------------------------------------------


@kernel
def choose(code, row, mask, knowledge, who, key):
    """What a player of Jū Mai does."""
    k = knowledge[who]
    if code == GREEDY:
        choosing = row[k["phase_at"] + PLAY] == 0
        return greedy_action(legal_cards(mask), cards_at(row, k["field_at"]), choosing)
    if code == HEURISTIC:
        return heuristic_action(
            legal_cards(mask),
            cards_at(row, k["field_at"]),
            cards_at(row, k["hand_at"]),
            cards_at(row, k["unseen_at"]),
            row[k["other_hand_at"]],
            cards_at(row, k["card_at"]),
            k["weights"],
        )
    if code == SEARCH:
        return search_action(row, mask, k, key)
    return any_legal(mask, key)


FAMILY = Family("ju_mai", choose)


@wraps_around
@entry("ju_mai-values")
def _value_rows(rows, masks, knowledge, seed, call, values):
    key = round_key(np.uint64(seed), 0, call)
    for place in range(len(rows)):
        lot = round_key(key, 1, place)
        search_values(rows[place], masks[place], knowledge[0], lot, values[place])


class SearchPlayer(RulePlayer):
    """A search, which can also say what it thinks of every action."""

    def values(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """What each action brings on average; 0 where it is illegal.

        All actions are tried on all deals, so that every estimate is free of bias.
        """
        values = np.zeros(action_masks.shape)
        rows, masks = plain(observations), plain(action_masks, np.int8)
        _value_rows(rows, masks, self.knowledge, np.uint64(self.seed), self._calls, values)
        self._calls += 1
        return values


def _player(
    game: Game, code: int, kind: type[RulePlayer] = RulePlayer, **settings: Any
) -> RulePlayer:
    facts = {"weights": 0.0, "rollouts": 0, "reads": 0, "worth": 0.0, **settings}
    return kind(FAMILY, game, code, knowledge_of(KNOWLEDGE, game, **facts))


def random(game: Game) -> RulePlayer:
    """Any legal action, each as likely as the others."""
    return _player(game, RANDOM)


def greedy(game: Game) -> RulePlayer:
    """Takes the most points now; where nothing can be taken, throws the cheapest card."""
    return _player(game, GREEDY)


def heuristic(
    game: Game, deny: float = 0.16, match: float = 0.05, keep: float = 0.25, spend: float = 0.62
) -> RulePlayer:
    """Counts what is unseen, denies the other what he may hold, keeps pairs."""
    return _player(game, HEURISTIC, weights=(deny, match, keep, spend))


def search(game: Game, rollouts: int = 1000, reads: bool = False) -> RulePlayer:
    """Tries every action on deals of the unseen cards, played out greedily, and the match after.

    With ``reads=true`` it takes the other for one who looks for points, and deals him nothing that
    he has passed up: right against ``greedy``, less so against those who plan ahead.
    """
    if isinstance(rollouts, bool) or not isinstance(rollouts, int) or rollouts < 1:
        raise ValueError(f"rollouts={rollouts!r} is not possible: allowed is an integer from 1")
    if not isinstance(reads, bool):
        raise ValueError(f"reads={reads!r} is not possible: allowed is true or false")
    worth = worth_of_leads(game)
    return _player(game, SEARCH, SearchPlayer, rollouts=rollouts, reads=reads, worth=worth)


# --- what a lead is worth ---------------------------------------------------------------------

_ROUNDS_PLAYED = 20_000


@cache
def worth_of_leads(game: Game) -> np.ndarray:
    """What a lead is worth before a round, from -1 (the match is lost) to 1.

    ``[later - 1, dealer, lead / 5 + FURTHEST]``: ``later`` rounds may still be played, dealer 0 is
    oneself. Counted, not played: how rounds between greedy players end is sampled once, and the
    match is a walk with such steps.
    """
    one_round = game.rules.as_dict() | {"max_rounds": 1, "reward": "points", "first_dealer": 0}
    sample = make_game("ju_mai", **one_round)
    seeds = np.arange(_ROUNDS_PLAYED, dtype=np.uint64)
    ends = play_games(sample, [greedy(sample)] * 2, seeds)[:, 0].astype(np.int64) // FIVE
    steps, times = np.unique(ends, return_counts=True)
    worth = np.zeros((LATER + 1, 2, 2 * FURTHEST + 1))
    leads = np.arange(-FURTHEST, FURTHEST + 1)
    worth[0] = np.sign(leads)  # nothing follows: who is ahead has won
    for later in range(1, LATER + 1):
        for dealer in (0, 1):
            worth[later, dealer] = sum(
                share * _after_step(game, worth[later - 1], leads, dealer, int(step))
                for step, share in zip(steps, times / times.sum(), strict=True)
            )
    return worth[1:]


def _after_step(
    game: Game, worth: np.ndarray, leads: np.ndarray, dealer: int, step: int
) -> np.ndarray:
    """What every lead is worth if the dealer wins the next round by ``step``."""
    mine = step if dealer == 0 else -step
    after = np.clip(leads + mine, -FURTHEST, FURTHEST)
    nobody = step == 0
    next_dealer = {
        "alternate": 1 - dealer,
        "fixed": dealer,
        "winner": dealer if nobody else int(mine < 0),
    }[game.rules.as_dict()["next_dealer"]]
    won = np.abs(FIVE * after) >= game.rules.as_dict()["lead"]
    return np.where(won, np.sign(after), worth[next_dealer, after + FURTHEST])


PLAYERS = (random, greedy, heuristic, search)
