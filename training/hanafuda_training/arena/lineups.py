"""Who sits where: the lineups in which every deal is played.

A lineup has one place for each contested seat, in order of the seats; its entries number the
members of the match. Every deal is played in all lineups of a match, so that each member holds
every seat's cards and luck is shared out evenly.
"""

__all__ = ["Lineup", "pair_lineups", "table_lineups"]

Lineup = tuple[int, ...]


def pair_lineups(seats: int) -> tuple[Lineup, ...]:
    """The lineups of a match of two.

    One seat: each sits there alone. An even number: A B A B … and B A B A …. An odd number: all
    rotations of A B A and of B A B, so that both have each seat equally often.
    """
    if seats == 1:
        return ((0,), (1,))
    alternating = tuple(place % 2 for place in range(seats))
    if seats % 2 == 0:
        return _rotations(alternating)
    return _rotations(alternating) + _rotations(tuple(1 - member for member in alternating))


def table_lineups(seats: int, members: int) -> tuple[Lineup, ...]:
    """All at one table, repeated in order to fill it, in every rotation that differs."""
    return _rotations(tuple(place % members for place in range(seats)))


def _rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    turned = (lineup[-shift:] + lineup[:-shift] for shift in range(len(lineup)))
    return tuple(dict.fromkeys(turned))
