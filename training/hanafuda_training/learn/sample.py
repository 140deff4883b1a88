"""A game that the learner played, to be read by a person."""

from hanafuda_envs.game import Game
from hanafuda_envs.opponents import Opponent, ask, reset
from hanafuda_envs.position import Position
from hanafuda_envs.render import to_text

__all__ = ["play_one", "told"]


def play_one(game: Game, players: list[Opponent], seed: int) -> Position:
    """One whole episode with a player in every seat."""
    reset(players, seed)
    position = game.new(seed)
    while position.seat is not None:
        position.apply(ask(players[position.seat], position.observe(), position.mask()))
    return position


def told(position: Position, seed: int, names: list[str]) -> str:
    """The episode move by move, with the table before every tenth decision and at the end."""
    game = position.game
    replayed = game.new(seed)
    lines = [f"{game.title}, seed {seed}: " + ", ".join(_seated(game, names)), ""]
    totals = [0.0] * game.seats
    for number, (seat, action) in enumerate(position.history):
        if number % 10 == 0:
            lines += [to_text(replayed, color=False), ""]
        words = replayed.action_to_string(action)
        replayed.apply(action)
        gains = replayed.rewards
        totals = [total + gain for total, gain in zip(totals, gains, strict=True)]
        paid = ", ".join(
            f"{agent} {gain:+g}" for agent, gain in zip(game.agents, gains, strict=True) if gain
        )
        lines.append(f"{game.agents[seat]}: {words}" + (f"   → {paid}" if paid else ""))
    lines += ["", to_text(replayed, color=False), "", "In all: " + _results(game, totals)]
    return "\n".join(lines) + "\n"


def _seated(game: Game, names: list[str]) -> list[str]:
    return [f"{agent} is {name}" for agent, name in zip(game.agents, names, strict=True)]


def _results(game: Game, totals: list[float]) -> str:
    return ", ".join(
        f"{agent} {total:+g}" for agent, total in zip(game.agents, totals, strict=True)
    )
