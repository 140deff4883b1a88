"""The table in a terminal: coloured cards, mouse and keys."""

from hanafuda_app.terminal.app import TableApp

__all__ = ["TableApp"]
