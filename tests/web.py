"""A server of tables for the tests, in a thread of this process."""

import asyncio
import contextlib
import http.client
import json

from websockets.sync.client import connect

from hanafuda_app.web.rooms import Rooms
from hanafuda_app.web.run import in_a_thread

PATIENCE = 180
"""Seconds to wait for an answer: the first game of a kind compiles its rules."""


class Served:
    """A running server, and how to talk to it."""

    def __init__(self, rooms, address, loop):
        self.rooms, self.address, self.loop = rooms, address, loop
        self.port = int(address.rpartition(":")[2])

    def request(self, method, path, body=None, headers=None):
        """(status, headers, text) of one request, with exactly these headers beside Host."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            link.request(method, path, body=body, headers=headers or {})
            answer = link.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        finally:
            link.close()

    def post(self, path, body):
        as_json = {"Content-Type": "application/json"}
        status, _, text = self.request("POST", path, json.dumps(body), as_json)
        return status, json.loads(text)

    def open_table(self, game, **more):
        status, told = self.post("/api/tables", {"game": game, **more})
        assert status == 201, told
        return told["token"]

    def cut_off(self, token):
        """Close the connections of all pages at a table."""
        closing = self.rooms.find(token).close()
        asyncio.run_coroutine_threadsafe(closing, self.loop).result(20)

    def join(self, token, **more):
        return connect(f"ws://127.0.0.1:{self.port}/ws/{token}", **more)


@contextlib.contextmanager
def serving(**limits):
    """Serve until the block is left."""
    rooms = Rooms(**limits)
    with in_a_thread(rooms) as (address, loop):
        yield Served(rooms, address, loop)
