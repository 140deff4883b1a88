"""The colours of the table, for all who paint it."""

__all__ = ["GROUNDS", "TABLE", "TONES"]

TABLE = "#24503f"
GROUNDS = {
    "panel": "#1c4033",
    "turn": "#3b7258",
    "slot": "#2f6350",
    "chip": "#f2bf3a",
    "mark": "#f2bf3a",
}
TONES = {"plain": "#f7eed9", "quiet": "#b4cdbf", "loud": "#f6cd5b"}
