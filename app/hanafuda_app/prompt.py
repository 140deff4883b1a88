"""The table at a plain prompt, for terminals that show nothing but lines."""

from collections.abc import Callable, Iterable

from hanafuda_app.keep import keep_replay
from hanafuda_app.table import Refused, Table, View, Words
from hanafuda_app.table.help import rules_of
from hanafuda_app.table.scene import Frame, Move
from hanafuda_app.table.text import lines_of, sheet_lines

__all__ = ["play_at_prompt"]

COMMANDS = Words(
    "A number or a name plays; ? rules, h hint, u take back, s score sheet, q quit.",
    "番号か札の名で手を選ぶ。? ルール、h ヒント、u 待った、s 得点表、q やめる。",
)
MANY = 16


class _Leave(Exception):
    """The person has had enough."""


def play_at_prompt(
    table: Table,
    language: str,
    replay: str | None,
    *,
    read: Callable[[str], str] = input,
    write: Callable[[str], None] = print,
) -> None:
    """Play until the game is over or the person leaves (q, or the end of the input)."""
    _Prompt(table, language, read, write).run(replay)


class _Prompt:
    def __init__(
        self, table: Table, language: str, read: Callable[[str], str], write: Callable[[str], None]
    ) -> None:
        self.table, self.language = table, language
        self._read, self._write = read, write

    def say(self, words: Words) -> None:
        self._write(words.say(self.language))

    def run(self, replay: str | None) -> None:
        self.say(COMMANDS)
        try:
            while self.table.stage != "over":
                self._one_step()
        except (_Leave, EOFError):
            self.say(Words("You leave the table.", "席を立ちました。"))
            return
        view = self.table.view()
        assert view.result is not None
        self._lines(sheet_lines(view, self.language))
        self.say(view.result)
        path = keep_replay(self.table, replay)
        self.say(Words(f"The replay is in {path}", f"記録: {path}"))

    def _one_step(self) -> None:
        stage = self.table.stage
        if stage == "others":
            self._tell(self.table.step())
        elif stage == "showdown":
            self._lines(lines_of(self.table.view(), self.language))
            self._answer(Words("[Enter] to go on > ", "[Enter] で次へ > "))
            self.table.go_on()
        else:
            self._ask()

    def _tell(self, frames: list[Frame]) -> None:
        for frame in frames:
            if frame.words is not None:
                words = frame.words.say(self.language)
                who = "" if frame.actor is None else self.table.name(frame.actor).say(self.language)
                self._write(f"{who}: {words}" if who else words)

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._write(line)

    def _answer(self, prompt: Words) -> str:
        """A line that is no command."""
        while True:
            text = self._read(prompt.say(self.language)).strip()
            if not self._command(text):
                return text

    def _command(self, text: str) -> bool:
        """Do what a command says; False if it is none."""
        command = text.lower()
        if command in ("q", "quit", "exit"):
            raise _Leave
        if command in ("?", "help"):
            self.say(COMMANDS)
            self._lines(words.say(self.language) for words in rules_of(self.table.view()))
        elif command in ("s", "sheet"):
            self._lines(sheet_lines(self.table.view(), self.language))
        elif command in ("h", "hint"):
            self._try(lambda: self.say(self.table.hint()))
        else:
            return False
        return True

    def _try(self, action: Callable[[], object]) -> None:
        try:
            action()
        except Refused as refused:
            self.say(refused.words)

    def _ask(self) -> None:
        view = self.table.view()
        self._write("")
        self._lines(lines_of(view, self.language))
        if len(view.moves) <= MANY:
            self._lines(self._move_line(move) for move in view.moves)
        while True:
            text = self._answer(Words(f"{view.scene.prompt.en} > ", f"{view.scene.prompt.ja} > "))
            if text.lower() in ("u", "undo"):
                self._try(self.table.undo)
                return
            found = matching(view, text, self.language)
            if len(found) == 1:
                self._tell(self.table.play(found[0].action))
                return
            self._not_one(view, found, text)

    def _not_one(self, view: View, found: list[Move], text: str) -> None:
        if text and not found:
            self.say(Words(f"{text!r} is not possible here.", f"「{text}」はできません。"))
        some = found or list(view.moves)
        self._lines(self._move_line(move) for move in some)

    def _move_line(self, move: Move) -> str:
        effect = "" if move.effect is None else f"  ({move.effect.say(self.language)})"
        return f"  {move.action:3} {move.words.say(self.language)}{effect}"


def matching(view: View, text: str, language: str) -> list[Move]:
    """The moves that a text can mean: a number, a whole name, or a part of one."""
    wanted = " ".join(text.lower().split())
    if not wanted:
        return []
    if wanted.lstrip("-").isdecimal():
        return [move for move in view.moves if move.action == int(wanted)]
    named = [(move, move.words.say(language).lower()) for move in view.moves]
    whole = [move for move, words in named if words == wanted or words.endswith(f" {wanted}")]
    return whole if len(whole) == 1 else [move for move, words in named if wanted in words]
