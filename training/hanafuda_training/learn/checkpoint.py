"""Checkpoints: all that a run needs to go on exactly as if it had never stopped.

A checkpoint is one file of tensors and plain values; reading it runs no code. It is written
beside the old one and then named in ``checkpoint.json`` with its digest, so that a power cut at
any moment leaves the old one or the new one, never half of one.
"""

import hashlib
import io
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from hanafuda_training.learn.env import LeagueEnv
from hanafuda_training.learn.league import League

__all__ = [
    "CheckpointError",
    "has_checkpoint",
    "read_checkpoint",
    "restore",
    "snapshot",
    "write_checkpoint",
]

POINTER = "checkpoint.json"


class CheckpointError(ValueError):
    """A checkpoint is missing or damaged."""


# --- what there is to keep ----------------------------------------------------------------------


def snapshot(model: MaskablePPO, env: LeagueEnv, league: League) -> dict[str, Any]:
    """Everything between two updates: weights, optimizer, tables, opponents, lots."""
    arrays, plain = env.get_state()
    rng: Any = np.random.get_state()
    return {
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "steps": model.num_timesteps,
        "updates": model._n_updates,
        "starts": _tensor(model._last_episode_starts),
        "tables": {name: _tensor(array) for name, array in arrays.items()},
        "plain": json.dumps({"tables": plain, "league": league.get_state()}),
        "torch_rng": torch.get_rng_state(),
        "numpy_rng": [_tensor(rng[1]), *map(int, rng[2:4]), float(rng[4])],
    }


def restore(
    state: dict[str, Any], model: MaskablePPO, env: LeagueEnv, league: League, past: Path
) -> None:
    """Put everything back where ``snapshot`` found it; past selves lie in ``past``."""
    model.policy.load_state_dict(state["policy"])
    model.policy.optimizer.load_state_dict(state["optimizer"])
    model.num_timesteps, model._n_updates = state["steps"], state["updates"]
    plain = json.loads(state["plain"])
    league.set_state(plain["league"], past)
    arrays = {name: _array(value) for name, value in state["tables"].items()}
    model._last_obs = env.set_state(arrays, plain["tables"])
    model._last_episode_starts = _array(state["starts"])
    keys, position, has_gauss, gauss = state["numpy_rng"]
    np.random.set_state(("MT19937", _array(keys).astype(np.uint32), position, has_gauss, gauss))
    torch.set_rng_state(state["torch_rng"])


_UNSIGNED = {np.dtype(np.uint64): np.int64, np.dtype(np.uint32): np.int32}


def _tensor(array: Any) -> torch.Tensor:
    array = np.ascontiguousarray(array)
    # Torch knows few unsigned numbers; the bits are the same.
    return torch.from_numpy(array.view(_UNSIGNED.get(array.dtype, array.dtype)).copy())


def _array(tensor: torch.Tensor) -> np.ndarray:
    return tensor.numpy()


# --- files --------------------------------------------------------------------------------------


def write_checkpoint(folder: Path, state: dict[str, Any]) -> None:
    """Keep a snapshot in a folder; when this returns it is on disk, and older ones are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    data = io.BytesIO()
    torch.save(state, data)
    name = f"step_{state['steps']:012}.pt"
    pointer = {"file": name, "sha256": hashlib.sha256(data.getbuffer()).hexdigest()}
    _write(folder / name, data.getbuffer())
    _write(folder / POINTER, json.dumps(pointer).encode())
    for old in folder.glob("step_*.pt"):
        if old.name != name:
            old.unlink()


def _write(path: Path, data: bytes | memoryview) -> None:
    beside = path.with_name(path.name + ".part")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise OSError(
            f"{path} cannot be written ({error.strerror}): the checkpoint before it is still good"
        ) from error


def has_checkpoint(folder: Path) -> bool:
    """Whether any checkpoint was ever finished here."""
    return (folder / POINTER).exists()


def read_checkpoint(folder: Path) -> dict[str, Any]:
    """The newest snapshot in a folder; a ``CheckpointError`` if there is none that is whole."""
    try:
        pointer = json.loads((folder / POINTER).read_text("utf-8"))
        path, digest = folder / pointer["file"], pointer["sha256"]
    except FileNotFoundError:
        raise CheckpointError(f"{folder} holds no checkpoint: there is no {POINTER}") from None
    except (ValueError, KeyError, TypeError):
        raise CheckpointError(f"{folder / POINTER} is damaged") from None
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CheckpointError(f"{path} cannot be read: {error.strerror}") from None
    if hashlib.sha256(data).hexdigest() != digest:
        raise CheckpointError(f"{path} is damaged: its contents are not what was written")
    return torch.load(io.BytesIO(data), weights_only=True)
