"""The tables that a server keeps: found by a secret token, limited in number, let go when idle."""

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from hanafuda_app.table import Refused, Table, Words
from hanafuda_app.table.scene import Frame
from hanafuda_app.table.table import OTHERS_TURN

__all__ = ["MOST_TABLES", "Room", "Rooms"]

MOST_TABLES = 64
IDLE_SECONDS = 6 * 3600
MOST_WAITING = 256
"""Messages that may wait for a slow page; then it is cut off, and gets the whole table anew."""

log = logging.getLogger(__name__)


class Room:
    """One table, and the pages that look at it.

    Everything that happens at the table happens under its lock, one thing at a time, and is told
    to every page. Other seats play in a task of their own, so that a thinking player keeps
    nobody waiting.
    """

    def __init__(self, table: Table) -> None:
        self.token = secrets.token_urlsafe(16)
        self.table = table
        self.pages: set[asyncio.Queue[dict[str, Any] | None]] = set()
        self.used = time.monotonic()
        self._lock = asyncio.Lock()
        self._others: asyncio.Task[None] | None = None

    def join(self) -> asyncio.Queue[dict[str, Any] | None]:
        """A page begins to look: it gets the table as it stands, then all that happens."""
        page: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(MOST_WAITING)
        page.put_nowait(self._telling([]))
        self.pages.add(page)
        self._let_others_play()
        return page

    def leave(self, page: asyncio.Queue[dict[str, Any] | None]) -> None:
        self.pages.discard(page)
        self.used = time.monotonic()

    async def ask(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Do what a page asks for; an answer for that page alone, if there is one.

        Raises ``Refused`` where that cannot be done.
        """
        self.used = time.monotonic()
        if message.get("table") != self.token:
            raise Refused(Words("This message is for another table.", "別の席への操作です。"))
        decision = message.get("decision")
        if isinstance(decision, bool) or not isinstance(decision, int):
            raise Refused(NOT_UNDERSTOOD)
        async with self._lock:
            kind, table = message.get("type"), self.table
            if kind == "hint":
                words = await asyncio.to_thread(table.hint)
                return {"type": "hint", "words": words, "decision": table.decision}
            if kind == "act":
                frames = table.play(message.get("action"), decision)
            elif kind == "go_on":
                frames = table.go_on(decision)
            elif kind == "undo":
                frames = table.undo(decision)
            elif kind == "again":
                frames = self._again(decision)
            else:
                raise Refused(NOT_UNDERSTOOD)
            self._tell(self._telling(frames))
        self._let_others_play()
        return None

    def _again(self, decision: int) -> list[Frame]:
        """A new deal at the same table, once the game is over."""
        if decision != self.table.decision or not self.table.position.over:
            raise Refused(Words("The game is not over yet.", "まだ終わっていません。"))
        self.table.start()
        return []

    def _telling(self, frames: Sequence[Frame]) -> dict[str, Any]:
        told = [
            {"scene": asdict(f.scene), "words": f.words, "actor": f.actor, "hold": f.hold}
            for f in frames
        ]
        return {"type": "view", "frames": told, "view": asdict(self.table.view())}

    def _tell(self, message: dict[str, Any]) -> None:
        for page in list(self.pages):
            try:
                page.put_nowait(message)
            except asyncio.QueueFull:
                self.pages.discard(page)
                page.get_nowait()
                page.put_nowait(None)  # the end

    def _let_others_play(self) -> None:
        playing = self._others is not None and not self._others.done()
        if self.table.stage == OTHERS_TURN and not playing:
            self._others = asyncio.create_task(self._play_others())

    async def _play_others(self) -> None:
        while True:
            async with self._lock:
                if self.table.stage != OTHERS_TURN:
                    return
                try:
                    frames = await asyncio.to_thread(self.table.step)
                except Exception:
                    log.exception("a player of %s failed", self.table.game.name)
                    self._tell({"type": "refused", "words": PLAYER_FAILED})
                    return
                self._tell(self._telling(frames))

    async def close(self) -> None:
        """Send the pages away, and wait for the player who thinks."""
        for page in list(self.pages):
            self.leave(page)
            if not page.full():
                page.put_nowait(None)
        if self._others is not None:
            self._others.cancel()
            await asyncio.gather(self._others, return_exceptions=True)


NOT_UNDERSTOOD = Words("The server did not understand that.", "サーバーが理解できませんでした。")
PLAYER_FAILED = Words(
    "A player at this table failed; the server's log says how.",
    "対戦相手に不具合が起きました。サーバーの記録を見てください。",
)


class Rooms:
    """All tables of a server."""

    def __init__(self, most: int = MOST_TABLES, idle_seconds: float = IDLE_SECONDS) -> None:
        self.most, self.idle_seconds = most, idle_seconds
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def find(self, token: str) -> Room | None:
        return self._rooms.get(token)

    def add(self, table: Table) -> Room:
        """A room for a table; if all are taken, the one left longest ago makes way.

        Raises ``Refused`` while somebody looks at every one of them.
        """
        self.expire()
        if len(self._rooms) >= self.most:
            left = [room for room in self._rooms.values() if not room.pages]
            if not left:
                raise Refused(Words("All tables are taken.", "満席です。"))
            self._drop(min(left, key=lambda room: room.used))
        room = Room(table)
        self._rooms[room.token] = room
        return room

    def expire(self) -> None:
        """Let tables go that nobody has looked at for long."""
        now = time.monotonic()
        for room in list(self._rooms.values()):
            if not room.pages and now - room.used > self.idle_seconds:
                self._drop(room)

    def _drop(self, room: Room) -> None:
        del self._rooms[room.token]

    async def close(self) -> None:
        for room in list(self._rooms.values()):
            await room.close()
        self._rooms.clear()
