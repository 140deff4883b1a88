"""The virtual environment of the peers: made once, used again while its requirements stay."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
REQUIREMENTS = HERE / "peers-requirements.txt"
STAMP = "benchmark-requirements.txt"  # in the environment: what was installed into it

Say = Callable[[str], None]


def ready(folder: Path) -> Path | None:
    """Give the Python of the environment in ``folder`` if it has what is required now."""
    stamp = folder / STAMP
    if stamp.exists() and stamp.read_text() == REQUIREMENTS.read_text():
        return python_of(folder)
    return None


def python_of(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def prepare(folder: Path, say: Say) -> Path | None:
    """Give the Python of an environment in ``folder`` that has every peer.

    Says each stage as it begins. ``None``, having said why, if the peers cannot be installed; a
    TripleTriad that cannot be built only costs its own rows.
    """
    python = python_of(folder)
    if ready(folder):
        say(f"peers: using the environment in {folder.name}")
    else:
        say(f"peers: making a new environment in {folder.name}")
        if not tried([sys.executable, "-m", "venv", "--clear", folder], say):
            return None
        say("peers: installing their exact versions (a minute or so, about 900 MB)")
        if not tried([python, "-m", "pip", "install", "--quiet", "-r", REQUIREMENTS], say):
            return None
        shutil.copyfile(REQUIREMENTS, folder / STAMP)
    build_tripletriad(python, say)
    return python


def build_tripletriad(python: Path, say: Say) -> None:
    """Build PufferLib's TripleTriad into the environment, unless it is there."""
    look = "import importlib.util, sys; sys.exit(importlib.util.find_spec('pufferlib') is None)"
    if subprocess.run([python, "-c", look], check=False).returncode:
        say("peers: building PufferLib's TripleTriad")
        tried([python, HERE / "build_tripletriad.py"], say)


def tried(command: Sequence[str | Path], say: Say) -> bool:
    """Run a command quietly; if it fails, say its last words and return False."""
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if result.returncode:
        last = "\n    ".join(result.stdout.strip().splitlines()[-5:])
        say(f"peers: that did not work, so what depends on it is left out:\n    {last}")
    return result.returncode == 0
