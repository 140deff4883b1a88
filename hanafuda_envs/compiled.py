"""How the rules are compiled, and how the machine code is kept.

``kernel`` marks a function of the rules: it is compiled into whoever calls it. ``entry`` makes
a function that Python calls; its machine code is kept on disk. Numba alone would notice only a
change in the file of that entry; here the stored code belongs to the *whole* of the kernel
sources, so that editing any of them compiles anew.

With ``NUMBA_DISABLE_JIT=1`` everything runs as plain Python.
"""

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import FunctionCache, IndexDataCacheFile

__all__ = ["entry", "kernel", "wraps_around"]

kernel = numba.njit(nogil=True, error_model="numpy", boundscheck=False, forceinline=True)
"""Decorator for functions of the rules; inlined, since passing arrays costs more than most do."""

_ROOT = Path(__file__).parent


def wraps_around(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark arithmetic modulo 2**64 as meant: NumPy warns about it where nothing is compiled."""
    return np.errstate(over="ignore")(function) if numba.config.DISABLE_JIT else function


@cache
def _sources_digest(folder: Path) -> bytes:
    """A digest of all sources that machine code is made from: the rules, and this folder."""
    digest = hashlib.sha256()
    for path in sorted({*_ROOT.glob("*.py"), *_ROOT.glob("games/*.py"), *folder.glob("*.py")}):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.digest()


class _KernelCache(FunctionCache):
    """Numba's cache on disk, one a game, stale as soon as any kernel source changes."""

    def __init__(self, py_func: Callable[..., Any], owner: str) -> None:
        super().__init__(py_func)
        self._owner = owner
        self._cache_file = IndexDataCacheFile(
            cache_path=self._cache_path,
            filename_base=f"{self._impl.filename_base}-{owner}",
            source_stamp=_sources_digest(Path(py_func.__code__.co_filename).parent),
        )

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        # The functions in the closure are those of the owner, and the digest of the sources
        # covers what they do; pickling them, as Numba would, gives another key every time.
        return (sig, codegen.magic_tuple(), self._owner)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)
        if found is None:
            _say_once(self._owner)
        return found


@cache
def _say_once(owner: str) -> None:
    print(
        f"hanafuda_envs: compiling {owner} for this machine; this happens once and takes "
        "a few seconds.",
        file=sys.stderr,
        flush=True,
    )


def entry(owner: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: compile a function that Python calls, and keep its code for this owner."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        compiled = kernel(function)
        if not numba.config.DISABLE_JIT:
            compiled._cache = _KernelCache(function, owner)
        return compiled

    return decorate
