"""One lineup plays the deals of a chunk: compiled if all players are, else in lockstep."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from hanafuda_agents.rule_player import RulePlayer, play_games, record_games
from hanafuda_envs.batch import Batch
from hanafuda_envs.game import Game
from hanafuda_envs.opponents import Opponent, make_opponent
from hanafuda_envs.replay import Replay
from hanafuda_training.arena.contest import Contest, Contestant, player_seed
from hanafuda_training.arena.referee import FORFEITED, Referee
from hanafuda_training.arena.scale import won_or_lost

__all__ = ["Played", "play_lineup", "record_lineup"]

_PATIENCE = 60.0  # seconds for a player's very first decision, which may compile or load


@dataclass
class Played:
    """What one lineup made of some deals."""

    units: np.ndarray
    """(deals, seats) of every game, in whole units of the game's money, fines included."""
    forfeited: np.ndarray
    """(deals, seats): who forfeited which game."""
    reasons: dict[int, str] = field(default_factory=dict)
    """For each seat that forfeited a game, why it did so first."""


def play_lineup(
    contest: Contest, seated: Sequence[Contestant], chunk_seed: int, deals: int
) -> Played:
    """Play all deals of a chunk; row i is the episode that row i of ``Batch`` plays first."""
    game = contest.game
    players, batch = _seat(contest, seated, chunk_seed, deals)
    if contest.time_limit is None:
        rewards = _compiled_results(game, players, batch.states["seed"].copy())
        if rewards is not None:
            units = np.rint(rewards * game.unit).astype(np.int64)
            return Played(units, np.zeros(units.shape, dtype=bool))
    return _Lockstep(contest, players, batch).play()


def record_lineup(
    contest: Contest, seated: Sequence[Contestant], chunk_seed: int, deals: int, keep: int
) -> list[Replay]:
    """The first games that ``play_lineup`` plays with the same arguments, to be looked at.

    A game that was forfeited ends where it was. Under a time limit a slower machine may forfeit
    others than those that were counted.
    """
    game = contest.game
    players, batch = _seat(contest, seated, chunk_seed, deals)
    seeds = batch.states["seed"][:keep].copy()
    compiled = _compiled(players)
    if compiled is not None and contest.time_limit is None:
        actions = record_games(game, compiled, seeds)
    else:
        lockstep = _Lockstep(contest, players, batch, keep)
        lockstep.play()
        actions = [tuple(one) for one in lockstep.actions]
    names = tuple(one.who if isinstance(one.who, str) else one.label for one in seated)
    return [Replay(game, int(seeds[n]), one, names) for n, one in enumerate(actions)]


def _seat(
    contest: Contest, seated: Sequence[Contestant], chunk_seed: int, deals: int
) -> tuple[list[Opponent], Batch]:
    """The players in their seats, and the deals before them."""
    game, limit = contest.game, contest.time_limit
    if limit is not None:
        _warm_up(game, seated, limit)
    players = [
        _sit_down(game, one, player_seed(chunk_seed, seated, seat))
        for seat, one in enumerate(seated)
    ]
    return players, game.batch(deals, seed=chunk_seed)


def _compiled(players: Sequence[Opponent]) -> list[RulePlayer] | None:
    """The players, if all of them are compiled."""
    compiled = [player for player in players if isinstance(player, RulePlayer)]
    return compiled if len(compiled) == len(players) else None


def _compiled_results(
    game: Game, players: Sequence[Opponent], seeds: np.ndarray
) -> np.ndarray | None:
    """The results of the episodes with these seeds, if all players are compiled; else None."""
    compiled = _compiled(players)
    return None if compiled is None else play_games(game, compiled, seeds)


# --- players ---------------------------------------------------------------------------------


class _Absent:
    """Sits for a player that could not even begin."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __call__(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        raise self._error


def _sit_down(game: Game, contestant: Contestant, seed: int) -> Opponent:
    """A player of its own for this seat, lineup and chunk: nothing is carried over."""
    try:
        player = _fresh(game, contestant)
        begin = getattr(player, "reset", None)
        if begin is not None:
            begin(seed)
    except Exception as error:
        return _Absent(error)
    return player


def _fresh(game: Game, contestant: Contestant) -> Opponent:
    if isinstance(contestant.who, str):
        return make_opponent(contestant.who, game)
    try:
        return copy.deepcopy(contestant.who)
    except Exception:  # it cannot be copied: then it is trusted to begin anew when reset
        return contestant.who


_warm: set[tuple[str, str]] = set()


def _warm_up(game: Game, seated: Sequence[Contestant], limit: float) -> None:
    """Let a player decide once, off the clock, before it is timed in this process."""
    for seat, one in enumerate(seated):
        key = (game.signature, one.label)
        if key in _warm:
            continue
        _warm.add(key)
        position = game.new(seed=0)
        while not position.over and position.seat != seat:
            position.apply(position.legal()[0])
        if not position.over:
            referee = Referee(game, max(limit, _PATIENCE))
            observation, mask = position.observe()[None], position.mask()[None]
            referee.ask(_sit_down(game, one, 0), observation, mask)


# --- in lockstep -----------------------------------------------------------------------------


class _Lockstep:
    """All deals at once: each step asks every player for all the games that wait for it."""

    def __init__(
        self, contest: Contest, players: Sequence[Opponent], batch: Batch, keep: int = 0
    ) -> None:
        self.game, self.players, self.batch = contest.game, players, batch
        self.referee = Referee(contest.game, contest.time_limit)
        self.ends = won_or_lost(contest.game)
        self.fine = round(contest.fine * contest.game.unit)
        shape = (batch.size, contest.game.seats)
        self.played = Played(np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=bool))
        self.ended = np.zeros(batch.size, dtype=bool)  # by a forfeit
        self.actions: list[list[int]] = [[] for _ in range(keep)]  # of the first games

    def play(self) -> Played:
        played, batch = self.played, self.batch
        while True:
            rows = np.flatnonzero((batch.seat >= 0) & ~self.ended)
            if not rows.size:
                break
            actions = np.empty(rows.size, dtype=np.int64)
            seats = batch.seat[rows]
            for seat in np.unique(seats):
                here = seats == seat
                actions[here] = self._decisions(int(seat), rows[here])
            going = actions != FORFEITED
            rows, actions = rows[going], actions[going]
            for row in np.flatnonzero(rows < len(self.actions)):
                self.actions[rows[row]].append(int(actions[row]))
            batch.step(actions, rows, restart=False)
            played.units[rows] += np.rint(batch.rewards[rows] * self.game.unit).astype(np.int64)
        if not self.ends:
            played.units -= self.fine * played.forfeited
        return played

    def _decisions(self, seat: int, rows: np.ndarray) -> np.ndarray:
        """The actions of one seat; ``FORFEITED`` only where the game has ended by it."""
        legal = self.batch.mask[rows, : self.game.action_counts[seat]]
        actions = legal.argmax(axis=1)  # of those who have forfeited: the lowest
        asked = np.flatnonzero(~self.played.forfeited[rows, seat])
        if not asked.size:
            return actions
        answers, reasons = self.referee.ask(
            self.players[seat], self.batch.observation[rows[asked]], legal[asked]
        )
        good = answers != FORFEITED
        actions[asked[good]] = answers[good]
        if reasons:
            self._forfeit(seat, rows[asked[~good]], reasons)
            if self.ends:
                actions[asked[~good]] = FORFEITED
        return actions

    def _forfeit(self, seat: int, rows: np.ndarray, reasons: dict[int, str]) -> None:
        self.played.forfeited[rows, seat] = True
        self.played.reasons.setdefault(seat, reasons[min(reasons)])
        if self.ends:
            self.played.units[rows] = self.game.unit
            self.played.units[rows, seat] = -self.game.unit
            self.ended[rows] = True
