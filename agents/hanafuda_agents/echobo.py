"""Players of Echobo: dealers with and without habits, and bettors who read them."""

from typing import Any

import numpy as np

from hanafuda_agents.rule_player import Family, RulePlayer, any_legal, knowledge_of, where
from hanafuda_envs.chance import draw_any
from hanafuda_envs.compiled import kernel
from hanafuda_envs.game import Game
from hanafuda_envs.games.echobo import MONTHS_IN_PLAY as MONTHS
from hanafuda_envs.money import in_units

__all__ = ["BETTORS", "DEALERS", "FAMILY", "random"]

RANDOM, FAVOURITE, AVOIDS, CYCLES, REACTS, CAUTIOUS, BOLD, RESPONSE, FREQUENCIES, READER = range(10)

KNOWLEDGE = np.dtype(
    [
        *where("past_picks", "past_bets", "round", "picks"),
        ("bettors", np.int64),
        ("history", np.int64),
        ("max_cards", np.int64),
        ("threshold", np.float64),
        ("habit", np.float64),
        ("favourite", np.int64),
        ("margin", np.float64),
        ("doubt", np.float64),
        ("chances", np.float64, (MONTHS,)),
    ]
)

# --- what the past shows ----------------------------------------------------------------------


@kernel
def _rounds_shown(row, k):
    """How many past rounds the observation shows one by one."""
    return min(np.int64(row[k["round_at"]]), k["history"])


@kernel
def _pick(row, k, back):
    """The dealer's month ``back`` rounds before the last one."""
    at = k["past_picks_at"] + back * MONTHS
    for month in range(MONTHS):
        if row[at + month]:
            return month
    return -1


@kernel
def _found(row, k, back):
    """Whether any bettor had the dealer's month then."""
    pick = _pick(row, k, back)
    for bettor in range(k["bettors"]):
        at = k["past_bets_at"] + (bettor * k["history"] + back) * MONTHS
        if row[at + pick]:
            return 1
    return 0


# --- dealers ----------------------------------------------------------------------------------


@kernel
def _dealers_month(code, row, k, key):
    """A habit, followed with probability ``habit``; else any month."""
    anything = draw_any(key, 1, MONTHS)
    follows = draw_any(key, 0, 1 << 20) < k["habit"] * (1 << 20)
    if code == FAVOURITE:
        return k["favourite"] if follows else anything
    if not follows or _rounds_shown(row, k) == 0:
        return anything
    last = _pick(row, k, 0)
    if code == CYCLES:
        return (last + 1) % MONTHS
    if code == REACTS and not _found(row, k, 0):
        return last  # nobody found it: it has proved safe
    return (last + 1 + draw_any(key, 2, MONTHS - 1)) % MONTHS  # any but the last


# --- bettors ----------------------------------------------------------------------------------


@kernel
def _worthy(chances, threshold, max_cards):
    """The bet on the likeliest months, as many as are worth one."""
    bets = 0
    order = np.argsort(-chances, kind="mergesort")
    for place in range(max_cards):
        if chances[order[place]] > threshold:
            bets |= 1 << order[place]
    return bets


@kernel
def _frequencies(row, k, chances):
    """How often each month came, each counted once more than it did, less what may be luck."""
    total = float(MONTHS)
    for month in range(MONTHS):
        total += row[k["picks_at"] + month]
    for month in range(MONTHS):
        share = (1.0 + row[k["picks_at"] + month]) / total
        chances[month] = share - k["margin"] * np.sqrt(share * (1.0 - share) / total)


# What the next month may depend on: nothing; on how often it came; on the last one; on the step
# from the last one; on that step and whether the last one was found.
_CHANCE, _OFTEN, _LAST, _STEP, _STEP_IF_FOUND, VIEWS = range(6)
_CONTEXTS = 2 * MONTHS


@kernel
def _context(view, last, found):
    """Which of the view's tallies a round belongs to."""
    if view == _LAST:
        return last
    return found if view == _STEP_IF_FOUND else 0


@kernel
def _place(view, month, last):
    """Where a month is counted in a tally: by itself, or by the step from the last one."""
    return month if view < _STEP else (month - last + MONTHS) % MONTHS


@kernel
def _chance(tallies, view, context, place):
    if view == _CHANCE:
        return 1.0 / MONTHS
    return (1.0 + tallies[view, context, place]) / (MONTHS + tallies[view, context].sum())


@kernel
def _read(row, k, chances):
    """The dealer's chances, mixed of all views, each weighing what it has foretold so far."""
    shown = _rounds_shown(row, k)
    tallies = np.zeros((VIEWS, _CONTEXTS, MONTHS))
    weights = np.ones(VIEWS)
    weights[_CHANCE] = k["doubt"]
    last, found = 0, 0
    for back in range(shown - 1, -1, -1):
        month = _pick(row, k, back)
        if back < shown - 1:  # the first one has nothing before it
            for view in range(VIEWS):
                context, place = _context(view, last, found), _place(view, month, last)
                weights[view] *= _chance(tallies, view, context, place)
                tallies[view, context, place] += 1.0
            weights /= weights.sum()
        last, found = month, _found(row, k, back)
    chances[:] = 1.0 / MONTHS
    if shown > 0:
        chances[:] = 0.0
        for view in range(VIEWS):
            for month in range(MONTHS):
                context, place = _context(view, last, found), _place(view, month, last)
                chances[month] += weights[view] * _chance(tallies, view, context, place)


@kernel
def choose(code, row, mask, knowledge, who, key):
    """What a player of Echobo does."""
    k = knowledge[who]
    if code == RANDOM:
        return any_legal(mask, key)
    if code <= REACTS:
        return _dealers_month(code, row, k, key)
    if code == CAUTIOUS:
        return 0
    if code == BOLD:
        first, bets = draw_any(key, 0, MONTHS), 0
        for card in range(k["max_cards"]):
            bets |= 1 << ((first + card) % MONTHS)
        return bets
    chances = np.empty(MONTHS)
    if code == RESPONSE:
        chances[:] = k["chances"]
    elif code == FREQUENCIES:
        _frequencies(row, k, chances)
    else:
        _read(row, k, chances)
    return _worthy(chances, k["threshold"], k["max_cards"])


FAMILY = Family("echobo", choose)


def _player(game: Game, code: int, **facts: Any) -> RulePlayer:
    rules = game.rules.as_dict()
    facts = {
        "threshold": 20 / (in_units(rules["payout"]) + 20) + 1e-9,
        "habit": 0.0,
        "favourite": 0,
        "margin": 0.0,
        "doubt": 1.0,
        "chances": 0.0,
        **facts,
    }
    return RulePlayer(FAMILY, game, code, knowledge_of(KNOWLEDGE, game, **facts))


def _check(name: str, value: float, least: float = 0.0, most: float = 1.0) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise ValueError(f"{name}={value!r} is not possible: allowed is {least:g} to {most:g}")
    return float(value)


def random(game: Game) -> RulePlayer:
    """Any legal action, each as likely as the others."""
    return _player(game, RANDOM)


def uniform(game: Game) -> RulePlayer:
    """Picks every month alike: the equilibrium, nobody can win against it."""
    return _player(game, RANDOM)


def favourite(game: Game, habit: float = 0.3, month: int = 1) -> RulePlayer:
    """Picks one month more often than the others."""
    _check("month", month, 1, MONTHS)
    return _player(game, FAVOURITE, habit=_check("habit", habit), favourite=int(month) - 1)


def avoids(game: Game, habit: float = 1.0) -> RulePlayer:
    """Does not pick the same month twice in a row."""
    return _player(game, AVOIDS, habit=_check("habit", habit))


def cycles(game: Game, habit: float = 0.5) -> RulePlayer:
    """Goes on to the next month, more often than not."""
    return _player(game, CYCLES, habit=_check("habit", habit))


def reacts(game: Game, habit: float = 0.6) -> RulePlayer:
    """Stays with a month that nobody has found, and leaves one that was."""
    return _player(game, REACTS, habit=_check("habit", habit))


def cautious(game: Game) -> RulePlayer:
    """Never bets."""
    return _player(game, CAUTIOUS)


def bold(game: Game) -> RulePlayer:
    """Bets on as many months as it may, whichever."""
    return _player(game, BOLD)


def response(
    game: Game,
    pine: float = 1 / 6,
    plum: float = 1 / 6,
    cherry: float = 1 / 6,
    wisteria: float = 1 / 6,
    iris: float = 1 / 6,
    peony: float = 1 / 6,
) -> RulePlayer:
    """The best response to a dealer whose chances are known."""
    chances = [_check("a chance", p) for p in (pine, plum, cherry, wisteria, iris, peony)]
    if abs(sum(chances) - 1) > 1e-6:
        raise ValueError(f"the chances of the six months add up to {sum(chances):g}, not to 1")
    return _player(game, RESPONSE, chances=chances)


def frequencies(game: Game, margin: float = 0.5) -> RulePlayer:
    """Counts how often each month came; bets where that is more than luck."""
    return _player(game, FREQUENCIES, margin=_check("margin", margin, 0, 10))


def reader(game: Game, doubt: float = 3.0) -> RulePlayer:
    """Reads habits: favourites, repeats, steps, answers to being found; bets on what it trusts."""
    return _player(game, READER, doubt=_check("doubt", doubt, 0, 1000))


DEALERS = (uniform, favourite, avoids, cycles, reacts)
BETTORS = (cautious, bold, response, frequencies, reader)
