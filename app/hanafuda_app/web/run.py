"""Run the server until Ctrl-C."""

import asyncio
import contextlib
import queue
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

from hanafuda_app.web.rooms import Rooms
from hanafuda_app.web.server import make_app

__all__ = ["DEFAULT_PORT", "Server", "bind", "in_a_thread", "serve"]

DEFAULT_PORT = 8765
LONGEST_MESSAGE = 4096
EVERYWHERE = ("0.0.0.0", "::")


class Server(uvicorn.Server):
    """Tells when it listens."""

    on_start: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.on_start is not None:
            self.on_start()


def bind(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a port the usual one, or any if that is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (DEFAULT_PORT, 0) if port is None else (port,):
        bound = socket.socket(family, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, wanted))
        except (OSError, OverflowError) as error:
            bound.close()
            if wanted == DEFAULT_PORT and port is None:
                continue
            raise OSError(f"cannot listen on {host}, port {wanted}: {error}") from None
        return bound
    raise AssertionError("port 0 is always free")


def make_server(rooms: Rooms, host: str) -> Server:
    app = make_app(rooms, hosts=frozenset({host.lower()}), any_address=host in EVERYWHERE)
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        timeout_graceful_shutdown=2,
    )
    return Server(config)


def address_of(bound: socket.socket, host: str) -> str:
    """The address at which a browser on this machine finds the server."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}:{bound.getsockname()[1]}"


def serve(
    rooms: Rooms, path: str, *, host: str = "127.0.0.1", port: int | None = None, browser: bool
) -> None:
    """Serve until Ctrl-C; prints where, and opens a browser there if wanted."""
    with contextlib.closing(bind(host, port)) as bound:
        address = address_of(bound, host) + path
        server = make_server(rooms, host)

        def started() -> None:
            print(f"The table is at {address}\nCtrl-C closes it.", flush=True)
            if browser:
                threading.Thread(target=_open, args=(address,), daemon=True).start()

        server.on_start = started
        with contextlib.suppress(KeyboardInterrupt):  # it has shut down in order by then
            server.run(sockets=[bound])
        print("\nThe tables are closed.", flush=True)


@contextlib.contextmanager
def in_a_thread(rooms: Rooms) -> Iterator[tuple[str, asyncio.AbstractEventLoop]]:
    """Serve on any free port of loopback until the block is left; for programs and tests.

    Gives the address, and the loop that the tables live in.
    """
    with contextlib.closing(bind("127.0.0.1", 0)) as bound:
        server, running = make_server(rooms, "127.0.0.1"), queue.Queue[asyncio.AbstractEventLoop]()
        server.on_start = lambda: running.put(asyncio.get_running_loop())
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            yield address_of(bound, "127.0.0.1"), running.get(timeout=60)
        finally:
            server.should_exit = True
            thread.join()


def _open(address: str) -> Any:
    if not webbrowser.open(address):
        print("No browser could be opened: open that address yourself.", file=sys.stderr)
