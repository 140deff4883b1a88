"""A table: one game, one person, players in the other seats.

It knows nothing of screens. ``play``, ``step``, ``go_on`` and ``undo`` are all that can happen;
each returns the frames that tell it, and ``view`` is the table as it stands, made of what the
person's seat may know and nothing else. It is the same for a terminal, a prompt and a browser.
"""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from hanafuda_app.table.scene import Frame, Move, Scene
from hanafuda_app.table.seating import person_seat, seat_players, strongest
from hanafuda_app.table.sight import Sight
from hanafuda_app.table.words import Words, agent_name, titles
from hanafuda_envs import make_game
from hanafuda_envs.chance import check_seed, fresh_seed
from hanafuda_envs.opponents import Opponent, ask, make_opponent
from hanafuda_envs.position import Position
from hanafuda_envs.replay import Replay

__all__ = ["Place", "Refused", "Sheet", "Table", "View"]

PERSON_TURN, OTHERS_TURN, SHOWDOWN, OVER = "turn", "others", "showdown", "over"
PERSON = "person"
LOG_SHOWN = 60


class Refused(ValueError):
    """What was asked for cannot be done now; nothing has changed. ``words`` say why."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.en)
        self.words = words


@dataclass(frozen=True)
class Place:
    """A seat and who sits there."""

    agent: str
    name: Words
    player: str
    you: bool
    acts: bool


@dataclass(frozen=True)
class Sheet:
    """The score sheet: a row for each round, and the sum."""

    rows: tuple[tuple[float, ...], ...] = ()
    totals: tuple[float, ...] = ()


@dataclass(frozen=True)
class View:
    """The table as the person sees it; ``dataclasses.asdict`` of it is JSON."""

    game: str
    family: str
    title: Words
    options: tuple[str, ...]
    """The options of the rules that are not as usual, as ``key=value``."""
    seed: str | None
    """Shown when the game is over, or in practice: it would tell the future. As text, because
    browsers do not count as far."""
    seat: int
    places: tuple[Place, ...]
    stage: str
    """"turn", "others", "showdown" or "over"."""
    decision: int
    """How much has happened at this table; whoever acts says on which number."""
    scene: Scene
    moves: tuple[Move, ...]
    log: tuple[tuple[int | None, Words], ...]
    """(who, what), the last entries; ``None`` is the table itself."""
    said: int
    """How many entries there have been in all."""
    sheet: Sheet
    practice: bool
    can_undo: bool
    result: Words | None


@dataclass(frozen=True)
class _Moment:
    """What ``undo`` goes back to."""

    position: Position
    log: int
    rows: int
    won: tuple[float, ...]
    at_last_row: tuple[float, ...]
    lit: frozenset[int]


@dataclass
class _Score:
    won: list[float]
    at_last_row: list[float]
    rows: list[tuple[float, ...]] = field(default_factory=list)


class Table:
    """One game with a person in one of the seats."""

    def __init__(
        self,
        game: str,
        *,
        options: dict[str, Any] | None = None,
        seat: str | int | None = None,
        opponents: Sequence[str] = (),
        seed: int | None = None,
        practice: bool = False,
    ) -> None:
        self.game = make_game(game, **(options or {}))
        self.seat = person_seat(self.game, seat)
        self.specs, self._players = seat_players(self.game, self.seat, opponents)
        self.practice = practice
        self.decision = 0
        self._family: ModuleType = importlib.import_module(f"hanafuda_app.table.{self.game.family}")
        self.start(seed)

    def start(self, seed: int | None = None) -> None:
        """Begin a new game with the same players; without a seed another deal."""
        # Nine digits are enough deals for a person, and can be told to another.
        self.seed = fresh_seed() % 10**9 if seed is None else check_seed(seed)
        self.position = self.game.new(self.seed)
        for seat, player in self._players.items():
            begin = getattr(player, "reset", None)
            if begin is not None:
                begin((self.seed + seat) % 2**64)
        zeros = [0.0] * self.game.seats
        self._score = _Score(list(zeros), list(zeros))
        self._log: list[tuple[int | None, Words]] = []
        self._lit: frozenset[int] = frozenset()
        self._held: Frame | None = None
        self._moments: list[_Moment] = []
        self.decision += 1

    # --- looking ------------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        """Whose turn it is: the person's, another's, nobody's."""
        if self.position.over:
            return OVER
        if self._held is not None:
            return SHOWDOWN
        return PERSON_TURN if self.position.seat == self.seat else OTHERS_TURN

    def view(self) -> View:
        """The table as it stands, for the person's seat."""
        sight, stage = Sight(self.position, self.seat), self.stage
        scene = self._family.scene(sight, self._lit)
        if self._held is not None:
            scene = self._held.scene
        moves = tuple(self._family.moves(sight)) if stage == PERSON_TURN else ()
        return View(
            game=self.game.name,
            family=self.game.family,
            title=titles[self.game.name],
            options=self._unusual,
            seed=str(self.seed) if self.practice or stage == OVER else None,
            seat=self.seat,
            places=self._places(stage),
            stage=stage,
            decision=self.decision,
            scene=scene,
            moves=moves,
            log=tuple(self._log[-LOG_SHOWN:]),
            said=len(self._log),
            sheet=self._sheet(),
            practice=self.practice,
            can_undo=self.can_undo,
            result=self._result() if stage == OVER else None,
        )

    def name(self, seat: int) -> Words:
        if seat == self.seat:
            return Words("You", "あなた")
        return agent_name(self.game.agents[seat], alone=self.game.seats == 2)

    def _places(self, stage: str) -> tuple[Place, ...]:
        acting = self.position.seat if stage in (PERSON_TURN, OTHERS_TURN) else None
        return tuple(
            Place(
                agent=agent,
                name=self.name(seat),
                player=self.specs.get(seat, PERSON),
                you=seat == self.seat,
                acts=seat == acting,
            )
            for seat, agent in enumerate(self.game.agents)
        )

    def _sheet(self) -> Sheet:
        rows = tuple(self._score.rows)
        # Chips are twentieths: rounding only removes what floating point adds.
        totals = tuple(round(sum(column), 2) for column in zip(*rows, strict=True))
        return Sheet(rows, totals or (0.0,) * self.game.seats)

    def _result(self) -> Words:
        totals = self._sheet().totals
        mine = totals[self.seat]
        if self.game.family == "ju_mai":
            other = totals[1 - self.seat]
            if mine == other:
                return Words("The match is drawn.", "引き分けです。")
            margin = abs(mine - other)
            if mine > other:
                return Words(f"You win by {margin:g} points.", f"{margin:g}点差であなたの勝ち。")
            return Words(f"You lose by {margin:g} points.", f"{margin:g}点差であなたの負け。")
        if not mine:
            return Words("You leave as you came.", "損得なしです。")
        if mine > 0:
            return Words(f"You have won {mine:g} chips.", f"{mine:g}枚の勝ちです。")
        return Words(f"You have lost {-mine:g} chips.", f"{-mine:g}枚の負けです。")

    # --- what can happen ------------------------------------------------------------------------

    def play(self, action: Any, decision: int | None = None) -> list[Frame]:
        """The person's action."""
        self._check(PERSON_TURN, decision)
        legal = self.position.legal()
        if isinstance(action, bool) or not isinstance(action, int) or action not in legal:
            raise Refused(Words("That move is not possible now.", "その手は今はできません。"))
        self._moments.append(self._moment())
        return self._act(action)

    def step(self) -> list[Frame]:
        """The action of the player whose turn it is; only while it is another's turn."""
        self._check(OTHERS_TURN, None)
        seat = self.position.seat
        assert seat is not None
        mask = self.position.mask()
        action = ask(self._players[seat], self.position.observe(seat), mask)
        if not 0 <= action < mask.size or not mask[action]:
            raise RuntimeError(f"{self.specs[seat]} in seat {seat} chose {action}: not legal")
        return self._act(action)

    def go_on(self, decision: int | None = None) -> list[Frame]:
        """The person has seen the showdown."""
        self._check(SHOWDOWN, decision)
        self._held = None
        self._lit = frozenset()
        self.decision += 1
        return []

    def undo(self, decision: int | None = None) -> list[Frame]:
        """In practice: back to the person's last decision. The others then think anew."""
        self._check(None, decision)
        if not self.practice:
            raise Refused(
                Words("Moves are taken back in practice only.", "待ったは練習のときだけです。")
            )
        if not self._moments:
            raise Refused(Words("There is nothing to take back.", "戻す手がありません。"))
        moment = self._moments.pop()
        self.position = moment.position
        del self._log[moment.log :], self._score.rows[moment.rows :]
        self._score.won, self._score.at_last_row = list(moment.won), list(moment.at_last_row)
        self._lit, self._held = moment.lit, None
        self.decision += 1
        return []

    @property
    def can_undo(self) -> bool:
        return self.practice and bool(self._moments)

    def hint(self) -> Words:
        """What the strongest known player would do in the person's place."""
        self._check(PERSON_TURN, None)
        spec, adviser = self._adviser
        action = ask(adviser, self.position.observe(self.seat), self.position.mask())
        moves = self._family.moves(Sight(self.position, self.seat))
        words = next(move.words for move in moves if move.action == action)
        return Words(f"{spec} would: {words.en}", f"{spec} なら: {words.ja}")

    @cached_property
    def _unusual(self) -> tuple[str, ...]:
        usual = {option.name: option.default for option in self.game.rules_class.options()}
        chosen = self.game.rules.as_dict()
        return tuple(f"{key}={value}" for key, value in chosen.items() if value != usual[key])

    @cached_property
    def _adviser(self) -> tuple[str, Opponent]:
        spec = strongest(self.game, self.game.agents[self.seat])
        return spec, make_opponent(spec, self.game)

    def replay(self) -> Replay:
        """The game so far, to be kept and watched; it tells everything."""
        players = [self.specs.get(seat, PERSON) for seat in range(self.game.seats)]
        return Replay.of(self.position, players=players)

    def _check(self, stage: str | None, decision: int | None) -> None:
        if decision is not None and decision != self.decision:
            raise Refused(
                Words(
                    "The table has moved on; look again.",
                    "場が進んでいます。もう一度見てください。",
                )
            )
        if stage is not None and self.stage != stage:
            why = {
                PERSON_TURN: Words("It is your turn.", "あなたの番です。"),
                OTHERS_TURN: Words("It is not your turn.", "あなたの番ではありません。"),
                SHOWDOWN: Words(
                    "The round is over: go on first.", "勝負が付きました。先へ進んでください。"
                ),
                OVER: Words("The game is over.", "終わっています。"),
            }
            raise Refused(why[self.stage])

    def _moment(self) -> _Moment:
        return _Moment(
            self.position.clone(),
            len(self._log),
            len(self._score.rows),
            tuple(self._score.won),
            tuple(self._score.at_last_row),
            self._lit,
        )

    def _act(self, action: int) -> list[Frame]:
        actor = self.position.seat
        assert actor is not None
        before = Sight(self.position, self.seat)
        self.position.apply(action)
        after = Sight(self.position, self.seat)
        # In a simultaneous game nobody sees another's action before the showdown.
        hidden = self.game.simultaneous and actor != self.seat
        frames = self._family.retell(before, actor, None if hidden else action, after)
        for seat, reward in enumerate(after.rewards):
            self._score.won[seat] += reward if self._counts(frames) else 0.0
        for frame in frames:
            self._note(frame)
        self.decision += 1
        return frames

    def _counts(self, frames: list[Frame]) -> bool:
        """Whether rewards of the position belong to this action: Echobo keeps the last ones."""
        return not self.game.simultaneous or any(frame.hold for frame in frames)

    def _note(self, frame: Frame) -> None:
        if frame.words is not None:
            self._log.append((frame.actor, frame.words))
        self._lit = frame.lit
        if not frame.hold:
            return
        self._held = frame
        if frame.scores is not None:
            self._score.rows.append(frame.scores)
            return
        gains = np.subtract(self._score.won, self._score.at_last_row).round(2)
        self._score.rows.append(tuple(gains.tolist()))
        self._score.at_last_row = list(self._score.won)
