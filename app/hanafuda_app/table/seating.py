"""Who sits where: the person's seat, and players in the others."""

from collections.abc import Sequence

from hanafuda_envs.game import Game
from hanafuda_envs.opponents import Opponent, known_opponents, role_of, seat_opponents

__all__ = ["fitting_players", "person_seat", "seat_players", "strongest"]

STRENGTH = ("learned", "heuristic", "exact", "reader", "reacts", "random")
"""The player who sits where none is named: the first of these that the game knows for the seat.

A dealer in Echobo who picks evenly cannot be beaten, but neither can he be read, which is the
game: the one who reacts sits there.
"""


def fitting_players(game: Game, agent: str) -> list[str]:
    """The names of the players who can sit in this seat under these rules."""
    has_bankroll = game.rules.as_dict().get("bankroll") is not None
    return [
        name
        for name, entry in sorted(known_opponents(game).items())
        if entry.role in (None, role_of(agent)) and (name != "kelly" or has_bankroll)
    ]


def strongest(game: Game, agent: str) -> str:
    """The strongest known player for this seat."""
    fitting = fitting_players(game, agent)
    return next(name for name in STRENGTH if name in fitting)


def person_seat(game: Game, wanted: str | int | None) -> int:
    """The seat that a person asks for: by name, by role, by number, or the usual one.

    The usual one is the first, but in Echobo the first bettor.
    """
    if wanted is None or wanted == "":
        return 1 if game.agents[0] == "dealer" else 0
    text = str(wanted)
    if text in game.agents:
        return game.agents.index(text)
    for seat, agent in enumerate(game.agents):
        if role_of(agent) == text:
            return seat
    if text.isdecimal() and int(text) < game.seats:
        return int(text)
    raise ValueError(f"there is no seat {text!r}: the seats are {', '.join(game.agents)}")


def seat_players(
    game: Game, person: int, specs: Sequence[str]
) -> tuple[dict[int, str], dict[int, Opponent]]:
    """Specs and players of the other seats.

    ``specs`` are player names: none (the strongest sit everywhere), one for all seats, one for
    each in the order of the seats, or ``seat=name`` for a seat or a role.
    """
    others = [seat for seat in range(game.seats) if seat != person]
    chosen = {seat: strongest(game, game.agents[seat]) for seat in others}
    plain = [spec for spec in specs if not _is_named(spec)]
    if len(plain) not in (0, 1, len(others)):
        raise ValueError(
            f"{game.name} has {len(others)} other seats here: name one player for all of them, "
            f"one for each, or seat=player; not {len(plain)}"
        )
    for place, seat in enumerate(others):
        if plain:
            chosen[seat] = plain[0] if len(plain) == 1 else plain[place]
    for spec in specs:
        if _is_named(spec):
            where, _, who = spec.partition("=")
            seats = [s for s in others if where in (game.agents[s], role_of(game.agents[s]))]
            if not seats:
                names = ", ".join(game.agents[seat] for seat in others)
                raise ValueError(f"there is no other seat {where!r}: the others are {names}")
            chosen.update(dict.fromkeys(seats, who))
    in_order = [(person + 1 + place) % game.seats for place in range(len(others))]
    players = seat_opponents([chosen[seat] for seat in in_order], game, person)
    return chosen, dict(zip(in_order, players, strict=True))


def _is_named(spec: str) -> bool:
    """Whether a spec says where: ``dealer=uniform``, but not ``search:rollouts=50``."""
    return "=" in spec.partition(":")[0]
