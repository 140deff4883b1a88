"""Text for the terminal."""

import sys
import unicodedata
from collections.abc import Sequence

__all__ = ["lines_in_columns", "show_markdown"]


def lines_in_columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as lines, each column as wide as it needs."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def _width(text: str) -> int:
    """Columns that a text takes: kanji take two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def show_markdown(text: str) -> None:
    """Print Markdown: drawn on a terminal, as it is elsewhere."""
    if sys.stdout.isatty():
        try:
            from rich.console import Console
            from rich.markdown import Markdown
        except ImportError:
            pass
        else:
            Console().print(Markdown(text))
            return
    print(text)
