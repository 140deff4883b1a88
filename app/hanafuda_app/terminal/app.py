"""The textual application: shows a table's frames one after the other, and takes moves."""

from collections import deque
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Label, OptionList, Static
from textual.widgets.option_list import Option

from hanafuda_app.keep import keep_replay
from hanafuda_app.table import Refused, Table, View, Words
from hanafuda_app.table.help import rules_of
from hanafuda_app.table.scene import Frame, Move
from hanafuda_app.table.text import grid_lines, sheet_lines
from hanafuda_app.terminal.cards import CardBox, ZoneBox

__all__ = ["TableApp"]

A_FRAME = 0.6
"""Seconds that a picture stays before the next."""


class Page(ModalScreen[None]):
    """A text to read; any of a few keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,enter,q,question_mark,s", "dismiss", "close")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield Label(self._title, markup=False, classes="heading")
            yield Static(self._text, markup=False)
        yield Footer()


class TableApp(App[None]):
    """One table in the terminal. ``pace`` 0 shows everything at once."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        ("question_mark", "rules", "rules"),
        ("h", "hint", "hints"),
        ("u", "undo", "take back"),
        ("s", "sheet", "score sheet"),
        ("n", "again", "play again"),
        ("enter", "go_on", "go on"),
        ("left,up", "other(-1)", ""),
        ("right,down", "other(1)", ""),
        ("q", "quit", "quit"),
    ]

    def __init__(self, table: Table, language: str, replay: str | None, pace: float = 1.0) -> None:
        super().__init__()
        self.table, self.language, self.replay_file = table, language, replay
        self.pace = pace
        self.view = table.view()
        self.hints = False
        self.notice: Words | None = None
        self.kept: str | None = None
        self._months: set[int] = set()
        self._queue: deque[tuple[Frame | None, View]] = deque()
        self._showing = False

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="table"):
                yield Static(id="facts", markup=False)
                yield Static(id="seats", markup=False)
                yield VerticalScroll(id="zones")
                yield Static(id="prompt", markup=False)
                yield OptionList(id="moves")
            with VerticalScroll(id="side"):
                yield Static(id="grids", markup=False)
                yield Static(id="log", markup=False)
        yield Footer()

    async def on_mount(self) -> None:
        self.title = self.view.title.say(self.language)
        await self.show()
        self.others()

    # --- showing ------------------------------------------------------------------------------

    async def show(self) -> None:
        """Draw the view as it is."""
        view, language = self.view, self.language
        facts = (f"{f.label.say(language)} {f.value.say(language)}" for f in view.scene.facts)
        self._text("facts", f"{view.title.say(language)}   " + "   ".join(facts))
        self._text("seats", "   ".join(self._seat_lines()))
        self._text("prompt", self._prompt())
        grids = [
            line for grid in view.scene.grids for line in grid_lines(grid, language, compact=True)
        ]
        self._text("grids", "\n".join(grids))
        self._text("log", "\n".join(self._log_lines()))
        zones = self.query_one("#zones")
        with self.batch_update():
            await zones.remove_children()
            await zones.mount_all(ZoneBox(zone, view, language) for zone in view.scene.zones)
        self._list_moves()
        self._focus_first()
        self.refresh_bindings()

    def _text(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(text)

    def _seat_lines(self) -> list[str]:
        lines = []
        for place, seat in zip(self.view.places, self.view.scene.seats, strict=True):
            who = place.name.say(self.language) + ("" if place.you else f" ({place.player})")
            notes = "".join(f" [{note.say(self.language)}]" for note in seat.notes)
            mark = "▶ " if place.acts else ""
            lines.append(f"{mark}{who} {seat.score.say(self.language)}{notes}")
        return lines

    def _prompt(self) -> str:
        view = self.view
        words = view.result if view.result is not None else view.scene.prompt
        parts = [words.say(self.language)]
        if view.stage == "showdown":
            parts.append(Words("Enter goes on.", "Enter で次へ。").say(self.language))
        if view.stage == "over":
            parts.append(Words("n plays again.", "n でもう一度。").say(self.language))
        if any(m.months is not None for m in view.moves):
            move = self._month_move()
            confirm = Words("c puts down", "c で決定").say(self.language)
            parts.append(f"[{confirm}: {move.words.say(self.language)}]" if move else "")
        if self.notice is not None:
            parts.append("· " + self.notice.say(self.language))
        return "  ".join(filter(None, parts))

    def _log_lines(self) -> list[str]:
        said = []
        for who, words in self.view.log:
            name = "" if who is None else f"{self.view.places[who].name.say(self.language)}: "
            said.append(name + words.say(self.language))
        return list(reversed(said))  # the latest on top: it is never out of sight

    def _list_moves(self) -> None:
        """Moves that no card makes; with hints all of them, and what comes of them."""
        listed = [m for m in self.view.moves if self.hints or (m.card is None and m.months is None)]
        moves = self.query_one("#moves", OptionList)
        moves.clear_options()
        moves.add_options(Option(self._move_text(m), id=str(m.action)) for m in listed)
        moves.display = bool(listed)
        if listed:
            moves.highlighted = 0

    def _move_text(self, move: Move) -> str:
        effect = "" if move.effect is None else f" ({move.effect.say(self.language)})"
        return (move.words.say(self.language) + effect).replace("[", "\\[")

    def _focus_first(self) -> None:
        boxes = self._playable()
        if boxes:
            boxes[0].focus()
            # Rows find their height only when they are laid out.
            self.call_after_refresh(boxes[-1].scroll_visible, animate=False)
        elif self.query_one("#moves").display:
            self.query_one("#moves").focus()
        else:
            self.set_focus(None)

    def _playable(self) -> list[CardBox]:
        return [box for box in self.query(CardBox) if box.can_focus]

    # --- what happens -------------------------------------------------------------------------

    def tell(self, frames: list[Frame], view: View) -> None:
        """Show the frames one after the other, then the view."""
        waiting = replace(view, moves=(), result=None, stage="others")
        log = view.log[: len(view.log) - sum(f.words is not None for f in frames)]
        for frame in frames:
            if frame.words is not None:
                log = (*log, (frame.actor, frame.words))
            self._queue.append((frame, replace(waiting, scene=frame.scene, log=log)))
        self._queue.append((None, view))
        if not self._showing:
            self._showing = True
            self.call_later(self._next)

    async def _next(self) -> None:
        while self.pace == 0 and len(self._queue) > 1:
            self._queue.popleft()
        frame, self.view = self._queue.popleft()
        if frame is None:
            self.notice = None
            self._months.clear()
            if self.view.stage == "over" and self.kept is None:
                self._keep()
        await self.show()
        if not self._queue:
            self._showing = False
            return
        pause = self.pace * A_FRAME if frame is not None and not frame.hold else 0.0
        if pause:
            self.set_timer(pause, self._next)
        else:
            self.call_later(self._next)

    def _keep(self) -> None:
        try:
            self.kept = str(keep_replay(self.table, self.replay_file))
        except OSError as error:
            self.notice = Words(f"The replay was not kept: {error}", f"記録できません: {error}")
            return
        self.notice = Words(f"The replay is in {self.kept}", f"記録: {self.kept}")

    @work(thread=True, exclusive=True)
    def others(self) -> None:
        """The other seats play, in a thread: some of them think."""
        while self.table.stage == "others":
            frames = self.table.step()
            self.call_from_thread(self.tell, frames, self.table.view())

    def _do(self, what: str, action: int | None = None) -> None:
        """Something that the person does; refused while others play."""
        if self._showing or self.table.stage == "others":
            return
        try:
            frames = self.table.play(action) if what == "play" else getattr(self.table, what)()
        except Refused as refused:
            self.notice = refused.words
            self.call_later(self.show)
            return
        self.tell(frames, self.table.view())
        self.others()

    def on_card_box_chosen(self, message: CardBox.Chosen) -> None:
        box = message.box
        if box.move is not None:
            self._do("play", box.move.action)
        elif box.month is not None:
            self._months ^= {box.month}
            if self._month_move() is None:  # more than are allowed
                self._months ^= {box.month}
            box.set_class(box.month in self._months, "pressed")
            self._text("prompt", self._prompt())

    def _month_move(self) -> Move | None:
        wanted = tuple(sorted(self._months))
        return next((move for move in self.view.moves if move.months == wanted), None)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        self._do("play", int(message.option.id or 0))

    def key_c(self) -> None:
        move = self._month_move()
        if move is not None:
            self._do("play", move.action)

    def action_go_on(self) -> None:
        if self.view.stage == "showdown":
            self._do("go_on")

    def action_undo(self) -> None:
        self.kept = None
        self._do("undo")

    def action_again(self) -> None:
        if self.view.stage == "over":
            self.kept = None
            self.table.start()
            self.tell([], self.table.view())
            self.others()

    async def action_hint(self) -> None:
        self.hints = not self.hints
        self.notice = None
        if self.hints and self.view.stage == "turn":
            self.notice = self.table.hint()
        await self.show()

    def action_rules(self) -> None:
        paragraphs = [words.say(self.language) for words in rules_of(self.view)]
        text = "\n\n".join(paragraphs)
        self.push_screen(Page(self.view.title.say(self.language), text))

    def action_sheet(self) -> None:
        title = Words("Score sheet", "得点表").say(self.language)
        self.push_screen(Page(title, "\n".join(sheet_lines(self.view, self.language))))

    def action_other(self, step: int) -> None:
        """From card to card with the arrow keys."""
        boxes = self._playable()
        if self.focused in boxes:
            boxes[(boxes.index(self.focused) + step) % len(boxes)].focus()
        elif boxes:
            boxes[0].focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What the footer offers: only what can be done now."""
        if action == "undo":
            return self.view.can_undo
        if action == "again":
            return self.view.stage == "over"
        if action == "go_on":
            return self.view.stage == "showdown"
        return True
