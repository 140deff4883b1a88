"""Whole episodes as readable text: a change in results shows as a change in these files.

``python -m tests.test_golden`` writes them anew; raise the game's version if they differ.
"""

from pathlib import Path

import pytest

from hanafuda_envs import make_game, to_text

from .play import random_actions

FOLDER = Path(__file__).parent / "golden"

EPISODES = {
    "ju_mai": ("ju_mai", {}, 1),
    "ju_mai_points": ("ju_mai", {"reward": "points", "next_dealer": "winner", "lead": 60}, 2),
    "batta_maki": ("batta_maki", {"payout": 0.9}, 4),
    "mutsu_wari": ("mutsu_wari", {"dealer": "agent", "solicit_laps": 1, "bettors": 2}, 5),
    "atosaki": ("atosaki", {"tie": "carry", "rounds": 12, "bettors": 2}, 6),
    "shoniban": ("shoniban", {"split": "equal", "rounds": 4}, 7),
    "hankan": ("hankan", {"bankroll": 10}, 8),
    "sanmai_kabu": ("sanmai_kabu", {"dealer": "rotating", "rounds": 4}, 9),
    "yatchaba": ("yatchaba", {"hits_to_win": 2, "games": 1}, 10),
    "echobo": ("echobo", {"rounds": 4, "payout": 4.6}, 11),
    "ju_mai_small": ("ju_mai", {"months": 3, "hand": 2, "field": 4, "max_rounds": 4}, 3),
}


def transcript(name, options, seed) -> str:
    """An episode of random play: rules, every action in words, rewards, and the last table."""
    game = make_game(name, **options)
    position = game.new(seed)
    lines = [f"{game.rules!r}", f"digest {game.rules.digest}, seed {seed}", ""]
    lines += [to_text(position, color=False), ""]
    for action in random_actions(game, seed):
        who, words = position.agent, position.action_to_string(action)
        position.apply(action)
        paid = f"  -> {position.rewards}" if any(position.rewards) else ""
        lines.append(f"{who}: {action} {words}{paid}")
    return "\n".join([*lines, "", to_text(position, color=False), ""])


@pytest.mark.parametrize("episode", EPISODES)
def test_episodes_are_what_they_were(episode):
    expected = (FOLDER / f"{episode}.txt").read_text(encoding="utf-8")
    assert transcript(*EPISODES[episode]) == expected


def main() -> None:
    for episode, arguments in EPISODES.items():
        (FOLDER / f"{episode}.txt").write_text(transcript(*arguments), encoding="utf-8")


if __name__ == "__main__":
    main()
