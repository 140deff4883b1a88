"""The table that people play at: a game, a seat, players in the others, what is seen and said."""

from hanafuda_app.table.seating import fitting_players, strongest
from hanafuda_app.table.table import Refused, Table, View
from hanafuda_app.table.words import LANGUAGES, Words, titles

__all__ = [
    "LANGUAGES",
    "Refused",
    "Table",
    "View",
    "Words",
    "fitting_players",
    "strongest",
    "titles",
]
