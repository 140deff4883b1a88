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

BATTA_MAKI: list[dict[str, Any]] = [
    {},
    {"payout": 0.9, "tie": "dealer"},
    {"decks": 2, "bettors": 2},
    {"solicit_laps": 2, "bettors": 4, "max_bet": 3},
    {"dealer": "agent", "solicit_laps": 3, "bettors": 5, "payout": 0.9},
    {"bankroll": 6, "tie": "dealer", "decks": 2, "solicit_laps": 1, "bettors": 8},
    {"bankroll": 3, "dealer": "agent", "solicit_laps": 2, "bettors": 2, "max_bet": 40},
    {"bettors": 1, "max_bet": 1},
]

MUTSU_WARI: list[dict[str, Any]] = [
    {},
    {"payout": 0.9, "tie": "dealer", "bankroll": 4, "solicit_laps": 1},
    {"dealer": "agent", "solicit_laps": 1, "max_bet": 2, "bettors": 6},
]

ATOSAKI: list[dict[str, Any]] = [
    {},
    {"tie": "type_points", "split": "equal", "rounds": 12},
    {"tie": "total", "bettors": 5, "solicit_laps": 1},
    {"tie": "carry", "rounds": 20, "bettors": 4},
    {"tie": "carry", "split": "equal", "dealer": "agent", "solicit_laps": 2, "rounds": 3},
    {"tie": "type_points", "bankroll": 5, "rounds": 15, "max_bet": 7, "bettors": 7},
    {"tie": "carry", "bankroll": 8, "split": "equal", "rounds": 10, "solicit_laps": 2},
    {"rounds": 1, "bettors": 8, "max_bet": 50},
]

SHONIBAN: list[dict[str, Any]] = [
    {},
    {"tie": "carry", "rounds": 30, "bettors": 2},
    {"tie": "carry", "split": "equal", "bankroll": 9, "solicit_laps": 1, "rounds": 6},
    {"dealer": "agent", "solicit_laps": 2, "bettors": 4, "split": "equal"},
]

HANKAN: list[dict[str, Any]] = [
    {},
    {"bettors": 1, "max_bet": 2},
    {"bettors": 8, "bankroll": 6, "max_bet": 9},
]

SANMAI_KABU: list[dict[str, Any]] = [
    {},
    {"tie": "dealer", "players": 1, "rounds": 20},
    {"dealer": "rotating", "players": 4, "rounds": 30},
    {"dealer": "rotating", "players": 2, "first_dealer": 1, "deck": "deal_through"},
    {"dealer": "rotating", "players": 5, "bankroll": 7, "rounds": 25, "table_limit": 12},
    {"deck": "deal_through", "rounds": 11, "bankroll": 12, "max_bet": 9},
    {"dealer_arashi": "beats_plain", "rounds": 60, "max_bet": 2},
    {"dealer_arashi": "beats_plain", "both_arashi": "compare", "rounds": 60, "players": 2},
    {"dealer_arashi": "beats_plain", "both_arashi": "tie", "tie": "dealer", "rounds": 60},
    {"dealer_arashi": "beats_all", "rounds": 60, "house_yaku": ("shippin",)},
    {"house_yaku": ("shippin", "kuppin"), "rounds": 40, "dealer": "rotating", "table_limit": 5},
    {"players": 8, "house_yaku": ["kuppin"], "table_limit": 20, "rounds": 1},
]

ECHOBO: list[dict[str, Any]] = [
    {},
    {"dealer": "house", "history": 1},
    {"bettors": 1, "payout": 4.6, "max_cards": 1, "rounds": 1},
    {"bettors": 2, "payout": 4.5, "max_cards": 2, "bet_size": 3, "history": 64, "rounds": 70},
    {"bettors": 1, "dealer": "house", "max_cards": 6, "rounds": 25, "history": 11},
    {"bettors": 7, "decks": 2, "max_cards": 3, "dealer": "house", "payout": 4.6, "history": 20},
    {"bettors": 11, "decks": 3, "max_cards": 5, "bet_size": 1000, "rounds": 30, "history": 3},
    {"max_cards": 6, "rounds": 40, "decks": 2, "payout": 4.5},
]

YATCHABA: list[dict[str, Any]] = [
    {},
    {"hits_to_win": 2},
    {"hits_to_win": 1, "after_dealer_hit": "continue", "leftover": "burn"},
    {"hits_to_win": 2, "after_dealer_hit": "continue", "players": 3, "games": 9},
    {"players": 2, "games": 1, "max_raise": 1, "max_laps": 1},
    {"players": 2, "raise_mode": "ladder", "max_laps": 9, "games": 5, "first_dealer": 1},
    {"players": 8, "hits_to_win": 2, "games": 2},
    {"players": 7, "raise_mode": "ladder", "leftover": "burn", "games": 1},
    {"players": 6, "raise_mode": "step", "hits_to_win": 1, "first_dealer": 5},
    {"players": 5, "pass_rule": "off", "raise_mode": "step", "first_dealer": 0},
    {"players": 3, "pass_rule": "off", "bankroll": 30, "hits_to_win": 1, "max_laps": 6},
    {"players": 4, "bankroll": 7, "hits_to_win": 2, "games": 12, "max_raise": 3},
    {"players": 5, "bankroll": 1, "hits_to_win": 1, "leftover": "burn", "max_raise": 40},
    {"players": 8, "bankroll": 60, "raise_mode": "ladder", "hits_to_win": 2, "max_laps": 5},
    {"players": 2, "bankroll": 9, "raise_mode": "step", "pass_rule": "off", "games": 20},
    {"players": 6, "bankroll": 2, "raise_mode": "ladder", "pass_rule": "off", "games": 3},
]

GAMES: dict[str, list[dict[str, Any]]] = {
    "ju_mai": JU_MAI,
    "batta_maki": BATTA_MAKI,
    "mutsu_wari": MUTSU_WARI,
    "atosaki": ATOSAKI,
    "shoniban": SHONIBAN,
    "hankan": HANKAN,
    "sanmai_kabu": SANMAI_KABU,
    "yatchaba": YATCHABA,
    "echobo": ECHOBO,
}

EVERY_VARIANT = [(name, options) for name, variants in GAMES.items() for options in variants]


def label(value: Any) -> str:
    """How a variant is called in a test's name."""
    if isinstance(value, dict):
        return ",".join(f"{key}={option}" for key, option in value.items()) or "default"
    return str(value)
