"""The folder of a contest: nothing that was played is lost, nothing is ever overwritten.

``contest.json`` says what is played. ``chunks.jsonl`` gets a line for every finished chunk, on
disk before the next one counts. Running the same contest again goes on from there.
"""

import hashlib
import importlib.util
import json
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from hanafuda_training.arena.chunk import Chunk
from hanafuda_training.arena.contest import Contest

__all__ = ["OtherContestError", "Store", "setup_of", "stored_chunk_size"]

CONTEST, CHUNKS = "contest.json", "chunks.jsonl"
_FORMAT = 1
_PACKAGES = ("hanafuda-envs", "numpy", "numba")
_SOURCES = ("hanafuda_envs", "hanafuda_agents", "hanafuda_training.arena")


class OtherContestError(ValueError):
    """The folder holds the games of another contest."""


def setup_of(contest: Contest) -> dict[str, Any]:
    """All that the results depend on, and with what they were made."""
    versions = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "unknown"
    return {
        "format": _FORMAT,
        **contest.setup(),
        "versions": versions,
        "sources": _sources_digest(),
    }


def _sources_digest() -> str:
    """Twelve digits that stand for the code of rules, players and arena: versions change rarely."""
    digest = hashlib.sha256()
    for package in _SOURCES:
        spec = importlib.util.find_spec(package)
        for root in (spec.submodule_search_locations or []) if spec else []:
            paths = [*Path(root).rglob("*.py"), *Path(root).rglob("*.safetensors")]
            for path in sorted(paths):
                name = path.relative_to(root).as_posix()
                digest.update(f"{package}/{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def stored_chunk_size(folder: Path) -> int | None:
    """The deals in a chunk of the contest that a folder holds, if it holds one."""
    try:
        return int(json.loads((folder / CONTEST).read_text("utf-8"))["deals_per_chunk"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


class Store:
    """Keeps the chunks of one contest, in a folder or only in memory."""

    def __init__(self, contest: Contest, folder: Path | None) -> None:
        self.folder, self.setup = folder, setup_of(contest)
        self.chunks: dict[tuple[int, int], Chunk] = {}
        if folder is not None:
            self._open(folder)

    def add(self, chunk: Chunk) -> None:
        """Keep a chunk; when this returns it is on disk."""
        self.chunks[chunk.match, chunk.number] = chunk
        if self.folder is None:
            return
        with (self.folder / CHUNKS).open("ab") as file:
            file.write(json.dumps(chunk.to_json(), separators=(",", ":")).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _open(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        setup, path = self.setup, folder / CONTEST
        if path.exists():
            _compare(_read_setup(path), setup, folder)
        elif (folder / CHUNKS).exists():
            raise OtherContestError(f"{folder} has {CHUNKS} but no {CONTEST}: choose another")
        else:
            write_whole(path, json.dumps(setup, indent=2, ensure_ascii=False) + "\n")
        self._read_chunks(folder / CHUNKS)

    def _read_chunks(self, path: Path) -> None:
        """Read what was played; a last line that was torn off in writing is dropped."""
        if not path.exists():
            return
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), start=1):
            try:
                chunk = Chunk.from_json(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError):
                raise ValueError(f"{path}: line {number} is damaged; remove it to go on") from None
            self.chunks[chunk.match, chunk.number] = chunk
        if whole < len(data):
            os.truncate(path, whole)


def _read_setup(path: Path) -> dict[str, Any]:
    try:
        setup = json.loads(path.read_text("utf-8"))
    except ValueError:
        setup = None
    if not isinstance(setup, dict):
        raise OtherContestError(f"{path} is damaged: choose another folder")
    return setup


def _compare(stored: dict[str, Any], wanted: dict[str, Any], folder: Path) -> None:
    keys = [key for key in {**stored, **wanted} if stored.get(key) != wanted.get(key)]
    if keys:
        told = "; ".join(
            f"{key} was {_short(stored.get(key))}, now {_short(wanted.get(key))}" for key in keys
        )
        raise OtherContestError(f"{folder} holds another contest ({told}): choose another folder")


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else text[:159] + "…"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    beside = path.with_name(path.name + ".part")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
