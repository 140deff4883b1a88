"""Pairs of the command line."""

from collections.abc import Sequence
from typing import Any

__all__ = ["once"]


def once(what: str, pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """As a dict; the same key twice is more likely a slip than a wish."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{what} {key}=… is given twice")
        found[key] = value
    return found
