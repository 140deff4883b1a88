"""Rule sets that the tests go through: every value of every option is in one of them."""

from typing import Any

JU_MAI: list[dict[str, Any]] = [
    {},
    {"lead": 1},
    {"lead": 33, "max_rounds": 3},
    {"lead": 1000, "max_rounds": 2},
    {"lead": 200, "max_rounds": 200},
    {"next_dealer": "fixed", "lead": 80},
    {"next_dealer": "winner", "lead": 80},
    {"misdeal": "leave", "first_dealer": 1},
    {"reward": "points", "lead": 60},
    {"reward": "points", "max_rounds": 1, "first_dealer": 0},
    {"months": 2, "hand": 2, "field": 2, "lead": 5},
    {"months": 2, "hand": 2, "field": 4, "lead": 40},
    {"months": 3, "hand": 2, "field": 4, "next_dealer": "winner", "lead": 50},
    {"months": 3, "hand": 2, "field": 5, "misdeal": "leave"},
    {"months": 4, "hand": 4, "field": 0, "reward": "points", "lead": 70},
    {"months": 5, "hand": 6, "field": 8},
    {"months": 12, "hand": 24, "field": 0},
    {"months": 12, "hand": 12, "field": 24, "misdeal": "leave", "lead": 100},
    {"months": 12, "hand": 16, "field": 8, "next_dealer": "fixed"},
]

GAMES: dict[str, list[dict[str, Any]]] = {"ju_mai": JU_MAI}

EVERY_VARIANT = [(name, options) for name, variants in GAMES.items() for options in variants]


def label(value: Any) -> str:
    """How a variant is called in a test's name."""
    if isinstance(value, dict):
        return ",".join(f"{key}={option}" for key, option in value.items()) or "default"
    return str(value)
