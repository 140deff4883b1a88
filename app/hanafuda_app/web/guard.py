"""Who may talk to the server: pages that it served itself, by the names that it goes by."""

import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Guard"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # a table's address is its key
    "Cache-Control": "no-cache",  # asked again each time: a newer version is seen at once
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Guard:
    """Refuses foreign Host and Origin headers, and sends the headers that keep a page to itself.

    A page of another site can make a browser talk to loopback: its Origin gives it away. A name
    that somebody points at loopback later (rebinding) is given away by the Host header.
    ``hosts`` are the names that the server goes by beside loopback; ``any_address`` lets every
    numeric address in, for a server that listens on all of them.
    """

    def __init__(
        self, app: ASGIApp, hosts: frozenset[str] = frozenset(), any_address: bool = False
    ) -> None:
        self.app = app
        self.hosts, self.any_address = hosts | LOOPBACK, any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._welcome(headers.get("host", ""), headers.get("origin")):
            await self._refuse(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    sent.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers)

    def _welcome(self, host: str, origin: str | None) -> bool:
        name = _hostname(f"//{host}")
        if name is None or not (name in self.hosts or (self.any_address and _is_address(name))):
            return False
        # Browsers name the origin of every websocket and of every posting.
        return origin is None or origin in (f"http://{host}", f"https://{host}")

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "foreign origin"})
        else:
            refusal = PlainTextResponse("This address or origin is not served.", 403)
            await refusal(scope, receive, send)


def _hostname(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
