"""Where the replay of a finished game goes."""

from datetime import datetime
from pathlib import Path

from hanafuda_app.table import Table

__all__ = ["keep_replay"]

FOLDER = Path("replays")


def keep_replay(table: Table, wanted: str | None) -> Path:
    """Save the game so far; without a name in a new file in ``replays/``."""
    path = Path(wanted) if wanted else _new_name(table)
    path.parent.mkdir(parents=True, exist_ok=True)
    table.replay().save(path)
    return path


def _new_name(table: Table) -> Path:
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    return FOLDER / f"{table.game.name}-{now}-{table.seed}.json"
