"""The server of the tables: pages, cards, a lobby, and a websocket for each page."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from hanafuda_app.table import Refused, Table
from hanafuda_app.web.guard import Guard
from hanafuda_app.web.lobby import all_games, help_of, seats_of, table_from
from hanafuda_app.web.rooms import NOT_UNDERSTOOD, Room, Rooms
from hanafuda_envs.cards import DECK

__all__ = ["make_app"]

STATIC = Path(__file__).parent / "static"
LONGEST_REQUEST = 8192
NO_SUCH_TABLE = 4404
"""The websocket's closing code that tells a page not to try again."""


def make_app(
    rooms: Rooms, *, hosts: frozenset[str] = frozenset(), any_address: bool = False
) -> Starlette:
    """The application; ``rooms`` keeps its tables."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await rooms.close()

    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/table/{token}", _page),
            Route("/api/games", _games),
            Route("/api/help/{game}", _help),
            Route("/api/seats", _seats, methods=["POST"]),
            Route("/api/tables", _open_table, methods=["POST"]),
            Route("/api/tables/{token}/replay", _replay),
            Route("/cards/{card}.svg", _card),
            WebSocketRoute("/ws/{token}", _websocket),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts, any_address=any_address)],
        lifespan=lifespan,
    )
    app.state.rooms = rooms
    return app


# --- pages --------------------------------------------------------------------------------------


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


async def _games(request: Request) -> Response:
    return JSONResponse(all_games())


async def _help(request: Request) -> Response:
    try:
        return JSONResponse(help_of(request.path_params["game"]))
    except KeyError:
        raise HTTPException(404) from None


@cache
def _drawn(card: int | None, label: bool) -> str:
    from hanafuda_envs.render.art import card_svg

    return card_svg(card, label=label)


async def _card(request: Request) -> Response:
    """A card as SVG: ``/cards/12.svg``, ``/cards/back.svg``; ``?label=1`` with a corner label."""
    name, label = request.path_params["card"], request.query_params.get("label") == "1"
    if name != "back" and not (name.isdecimal() and int(name) < DECK):
        raise HTTPException(404)
    drawn = _drawn(None if name == "back" else int(name), label)
    return Response(
        drawn, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"}
    )


# --- the lobby ----------------------------------------------------------------------------------


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object that was posted."""
    text = b""
    async for chunk in request.stream():
        text += chunk
        if len(text) > LONGEST_REQUEST:
            raise HTTPException(413)
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    # Only a page of ours, or a program, sends this type: a form of another site cannot.
    if not isinstance(body, dict) or request.headers.get("content-type") != "application/json":
        raise HTTPException(400, "a JSON object is expected")
    return body


async def _seats(request: Request) -> Response:
    body = await _body(request)
    try:
        return JSONResponse(await asyncio.to_thread(seats_of, body))
    except (ValueError, TypeError) as mistake:
        return JSONResponse({"error": str(mistake)}, 400)


async def _open_table(request: Request) -> Response:
    body, rooms = await _body(request), request.app.state.rooms
    try:
        table: Table = await asyncio.to_thread(table_from, body)
        room = rooms.add(table)
    except (ValueError, TypeError) as mistake:
        return JSONResponse({"error": str(mistake)}, 400)
    return JSONResponse({"token": room.token}, 201)


async def _replay(request: Request) -> Response:
    """The finished game as a replay file; before its end it would tell what is hidden."""
    room = request.app.state.rooms.find(request.path_params["token"])
    if room is None or not room.table.position.over:
        raise HTTPException(404)
    name = f"{room.table.game.name}-{room.table.seed}.json"
    kept = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(room.table.replay().to_text(), headers=kept)


# --- the websocket ------------------------------------------------------------------------------


async def _websocket(socket: WebSocket) -> None:
    room = socket.app.state.rooms.find(socket.path_params["token"])
    await socket.accept()
    if room is None:
        await socket.close(NO_SUCH_TABLE, "no such table")
        return
    page = room.join()
    writing = asyncio.create_task(_write(socket, page))
    try:
        await _read(socket, room, page)
    except WebSocketDisconnect:
        pass  # the page is gone; its table stays
    finally:
        room.leave(page)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)


async def _write(socket: WebSocket, page: asyncio.Queue[dict[str, Any] | None]) -> None:
    while (message := await page.get()) is not None:
        await socket.send_text(json.dumps(message, ensure_ascii=False))
    await socket.close(1001)


async def _read(socket: WebSocket, room: Room, page: asyncio.Queue[dict[str, Any] | None]) -> None:
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        try:
            answer = await room.ask(_understood(received.get("text")))
        except Refused as refused:
            answer = {"type": "refused", "words": refused.words}
        if answer is not None and not page.full():
            page.put_nowait(answer)


def _understood(text: str | None) -> dict[str, Any]:
    try:
        message = json.loads(text or "")
    except (ValueError, RecursionError):
        raise Refused(NOT_UNDERSTOOD) from None
    if not isinstance(message, dict):
        raise Refused(NOT_UNDERSTOOD)
    return message
