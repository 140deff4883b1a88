"""The server of the tables: what it serves, to whom, and that nothing upsets it."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hanafuda_app.web.run import DEFAULT_PORT, bind
from hanafuda_envs import GAMES
from hanafuda_envs.replay import Replay
from tests.web import PATIENCE, serving


@pytest.fixture(scope="module")
def server():
    with serving() as served:
        yield served


def told(socket_):
    return json.loads(socket_.recv(timeout=PATIENCE))


def last_view(socket_):
    """What is told until it is the person's turn, or nobody's."""
    while True:
        message = told(socket_)
        if message["type"] == "view" and message["view"]["stage"] != "others":
            return message["view"]


def ask(socket_, token, view, kind, **more):
    message = {"type": kind, "table": token, "decision": view["decision"], **more}
    socket_.send(json.dumps(message))


def finish(socket_, token, view, rng):
    """Play to the end with any legal moves."""
    while view["stage"] != "over":
        if view["stage"] == "showdown":
            ask(socket_, token, view, "go_on")
        else:
            ask(socket_, token, view, "act", action=rng.choice(view["moves"])["action"])
        view = last_view(socket_)
    return view


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_over_the_websocket(name, server):
    token = server.open_table(name, opponents=["random"], seed=7)
    with server.join(token) as page:
        view = finish(page, token, last_view(page), random.Random(name))
        assert view["result"] and view["seed"] == "7"
        status, headers, text = server.request("GET", f"/api/tables/{token}/replay")
        assert status == 200 and "attachment" in headers["Content-Disposition"]
        assert Replay.from_text(text).last() == server.rooms.find(token).table.position
        ask(page, token, view, "again")
        assert last_view(page)["sheet"]["rows"] == []


def test_no_replay_before_the_end(server):
    token = server.open_table("ju_mai")
    assert server.request("GET", f"/api/tables/{token}/replay")[0] == 404


def test_a_reload_finds_the_game_as_it_was(server):
    token = server.open_table("ju_mai", opponents=["greedy"], seed=2)
    with server.join(token) as page:
        view = last_view(page)
        ask(page, token, view, "act", action=view["moves"][0]["action"])
        view = last_view(page)
    with server.join(token) as page, server.join(token) as second:
        assert last_view(page) == last_view(second) == view
        ask(page, token, view, "act", action=view["moves"][0]["action"])
        assert last_view(second) == last_view(page) != view  # both pages see what happens


GARBAGE = [
    "",
    "nonsense",
    "null",
    "[]",
    "17",
    '"act"',
    "{}",
    '{"type": "act"}',
    '{"type": ' * 400,
    "[" * 2000,
    b"\x00\xff\x00",
    b"{}",
    "\ufffe\u0000",
    '{"type": "act", "decision": 1e400}',
]


def test_fuzzed_messages_are_refused_and_change_nothing(server):
    token = server.open_table("ju_mai", seed=5, options={"first_dealer": 0})
    foreign = server.open_table("echobo", seed=5)
    table = server.rooms.find(token).table
    state = table.position.to_bytes()
    rng = random.Random(0)
    with server.join(token) as page:
        view = last_view(page)
        legal = [move["action"] for move in view["moves"]]
        good = {"type": "act", "table": token, "decision": view["decision"], "action": legal[0]}
        bad = [
            {**good, "action": 48},
            {**good, "action": next(a for a in range(48) if a not in legal)},
            {**good, "action": -1},
            {**good, "action": None},
            {**good, "action": True},
            {**good, "action": 1.5},
            {**good, "action": str(legal[0])},
            {**good, "action": [legal[0]]},
            {**good, "action": 10**40},
            {**good, "decision": view["decision"] - 1},
            {**good, "decision": view["decision"] + 1},
            {**good, "decision": None},
            {**good, "decision": True},
            {**good, "decision": str(view["decision"])},
            {**good, "table": foreign},
            {**good, "table": None},
            {**good, "type": "go_on"},
            {**good, "type": "again"},
            {**good, "type": "undo"},
            {**good, "type": "step"},
            {**good, "type": ["act"]},
            {key: value for key, value in good.items() if key != "table"},
        ]
        messages = GARBAGE + [json.dumps(message) for message in bad]
        for _ in range(100):  # a good message with some signs replaced
            text = list(json.dumps(good))
            for _ in range(rng.randrange(1, 6)):
                text[rng.randrange(len(text))] = chr(rng.randrange(32, 126))
            mutated = "".join(text)
            if json.loads(json.dumps(good)) != _parsed(mutated):
                messages.append(mutated)
        for message in messages:
            page.send(message)
            answer = told(page)
            assert answer["type"] == "refused", (message, answer)
            assert all(answer["words"])
        assert table.position.to_bytes() == state
        page.send(json.dumps(good))
        assert last_view(page)["decision"] > view["decision"]
        page.send(json.dumps(good))  # the same click twice
        assert told(page)["type"] == "refused"
        page.send("x" * 5000)  # longer than any message is: the page is cut off
        with pytest.raises(ConnectionClosed):
            while True:
                page.recv(timeout=20)
    with server.join(token) as page:
        assert last_view(page)["stage"] in ("turn", "showdown")


def _parsed(text):
    """What a text means as a message, as far as an action is concerned."""
    try:
        message = json.loads(text)
    except ValueError:
        return None
    keys = ("type", "table", "decision", "action")
    return {key: message.get(key) for key in keys} if isinstance(message, dict) else message


def test_nothing_hidden_is_ever_sent(server):
    """Every byte that a page gets while a hand is hidden names no card of that hand."""
    token = server.open_table("ju_mai", opponents=["random"], seed=12)
    table = server.rooms.find(token).table
    rng = random.Random(1)
    with server.join(token) as page:
        view = last_view(page)
        while view["stage"] == "turn":
            hidden = int(table.position.state["hands"][1 - table.seat])
            text = json.dumps(view["scene"]) + json.dumps(view["moves"])
            cards = {int(card) for card in re.findall(r'"card": (\d+)', text)}
            assert cards and not [card for card in cards if hidden >> card & 1]
            assert "seed" in view and view["seed"] is None
            ask(page, token, view, "act", action=rng.choice(view["moves"])["action"])
            view = last_view(page)
    assert not {"state", "position", "history", "specs"} & set(view)


def test_a_table_that_is_not_there(server):
    with server.join("no-such-table") as page:
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=20)
        assert page.close_code == 4404


def test_a_player_that_fails_does_not_take_the_server_along(server, caplog):
    token = server.open_table("hankan", seed=3)
    table = server.rooms.find(token).table
    table._players[1] = lambda observation, mask: 99
    with server.join(token) as page:
        ask(page, token, last_view(page), "act", action=0)
        assert told(page)["view"]["stage"] == "others"
        answer = told(page)
        assert answer["type"] == "refused" and "failed" in answer["words"][0]
        ask(page, token, {"decision": table.decision}, "act", action=0)
        assert told(page)["words"][0] == "It is not your turn."
    assert "chose 99: not legal" in caplog.text
    assert server.request("GET", "/api/games")[0] == 200


# --- who may talk to it ---------------------------------------------------------------------


def test_foreign_pages_are_refused(server):
    token = server.open_table("ju_mai")
    for origin in ("http://evil.example", f"http://127.0.0.1:{server.port + 1}", "null"):
        with pytest.raises(InvalidStatus) as refused, server.join(token, origin=origin):
            pass
        assert refused.value.response.status_code == 403
        headers = {"Origin": origin, "Content-Type": "application/json"}
        body = json.dumps({"game": "ju_mai"})
        assert server.request("POST", "/api/tables", body, headers)[0] == 403
    own = f"http://127.0.0.1:{server.port}"
    with server.join(token, origin=own) as page:
        assert last_view(page)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "[::1", "", "10.0.0.1"])
def test_other_names_are_refused(host, server):
    for path in ("/", "/api/games", "/cards/0.svg"):
        assert server.request("GET", path, headers={"Host": host})[0] in (400, 403)


def test_a_form_of_another_site_opens_no_table(server):
    body = json.dumps({"game": "ju_mai"})
    before = len(server.rooms)
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        assert server.request("POST", "/api/tables", body, {"Content-Type": kind})[0] == 400
    assert len(server.rooms) == before


def test_pages_keep_to_themselves(server):
    for path in ("/", "/table/x", "/static/main.js", "/cards/3.svg", "/api/games"):
        status, headers, text = server.request("GET", path)
        assert status == 200
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "<svg" in text or path != "/cards/3.svg"
    status, _, text = server.request("GET", "/")
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', text)


def test_static_files_name_no_other_place():
    static = Path(__file__).parent.parent / "app" / "hanafuda_app" / "web" / "static"
    for path in static.glob("*"):
        if path.is_file():
            assert "://" not in path.read_text("utf-8").replace("${scheme}//", ""), path


@pytest.mark.parametrize(
    "path", ["/cards/48.svg", "/cards/-1.svg", "/cards/x.svg", "/api/help/go", "/static/../run.py"]
)
def test_what_is_not_there(path, server):
    assert server.request("GET", path)[0] == 404


@pytest.mark.parametrize(
    ("body", "told_"),
    [
        ({"game": "go"}, "no game 'go'"),
        ({}, "no game"),
        ({"game": "ju_mai", "options": {"lead": "x"}}, "lead"),
        ({"game": "ju_mai", "options": []}, "options"),
        ({"game": "ju_mai", "seat": "x"}, "no seat"),
        ({"game": "ju_mai", "opponents": "greedy"}, "opponents"),
        ({"game": "ju_mai", "opponents": [1]}, "opponents"),
        ({"game": "ju_mai", "seed": -1}, "seed"),
        ({"game": "ju_mai", "seed": "x"}, "seed"),
        ({"game": "ju_mai", "seed": True}, "seed"),
        ({"game": "ju_mai", "seed": "9" * 21}, "seed"),
        ({"game": "ju_mai", "seed": "9" * 20}, "seed"),
    ],
)
def test_mistakes_in_the_lobby_are_named(body, told_, server):
    status, answer = server.post("/api/tables", body)
    assert status == 400 and told_ in answer["error"]


def test_requests_that_are_no_json(server):
    as_json = {"Content-Type": "application/json"}
    for body, status in [("{", 400), ("[" * 5000, 400), ("[]", 400), ("x" * 9000, 413)]:
        assert server.request("POST", "/api/tables", body, as_json)[0] == status
    assert server.request("GET", "/api/tables")[0] == 405


def test_the_lobby_knows_every_game(server):
    games = json.loads(server.request("GET", "/api/games")[2])
    assert [game["name"] for game in games] == list(GAMES)
    for game in games:
        status, seats = server.post("/api/seats", {"game": game["name"]})
        assert status == 200 and all(seat["strongest"] for seat in seats)
    status, seats = server.post("/api/seats", {"game": "echobo", "options": {"bettors": 2}})
    assert [seat["agent"] for seat in seats] == ["dealer", "bettor_0", "bettor_1"]


# --- many tables ------------------------------------------------------------------------------


def test_memory_is_bounded():
    with serving(most=3) as few:
        tokens = [few.open_table("hankan", opponents=["random"]) for _ in range(3)]
        with few.join(tokens[0]) as first:
            last_view(first)
            newest = few.open_table("hankan")  # the one left longest ago makes way
            assert len(few.rooms) == 3 and few.rooms.find(tokens[1]) is None
            with few.join(tokens[2]) as second, few.join(newest) as third:
                last_view(second), last_view(third)
                status, answer = few.post("/api/tables", {"game": "hankan"})
                assert status == 400 and "taken" in answer["error"]
        few.rooms.idle_seconds = 0
        few.rooms.expire()
        assert len(few.rooms) == 0


def test_the_usual_port_may_be_taken():
    first = bind("127.0.0.1", None)
    with first:
        first.listen()
        with bind("127.0.0.1", None) as second:
            assert second.getsockname()[1] not in (DEFAULT_PORT, first.getsockname()[1])
        with pytest.raises(OSError, match="cannot listen"):
            bind("127.0.0.1", first.getsockname()[1])


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_the_command_serves_and_ctrl_c_closes_it(tmp_path):
    command = [sys.executable, "-m", "hanafuda_app.cli", "play", "hankan", "--web", "--no-browser"]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, "--port", str(port)], stdout=pipe, stderr=pipe, text=True
    ) as p:
        line = p.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/table/[\w-]+", line).group()
        with urllib.request.urlopen(address, timeout=20) as page:
            assert b"main.js" in page.read()
        p.send_signal(signal.SIGINT)
        out, errors = p.communicate(timeout=30)
    assert p.returncode == 0 and "closed" in out, errors
    assert "Traceback" not in errors
