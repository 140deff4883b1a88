"""Who sits where: the lineups in which every deal is played.

A lineup has one place for each contested seat, in order of the seats; its entries number the
members of the match. Every deal is played in all lineups of a match, so that each member holds
every seat's cards and luck is shared out evenly.
"""

from itertools import permutations
from math import gcd

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


_FEW = 5
"""Seats of which all orders are played."""


def table_lineups(seats: int, members: int) -> tuple[Lineup, ...]:
    """All at one table, repeated to fill it: each sits in every seat, and beside everybody.

    Who follows whom matters where players act in turn, so rotations alone would not be fair. Up to
    five seats all orders that differ are played; at larger tables every rotation of the orders
    that go round the table in steps of 1, 2, … without meeting themselves.
    """
    table = tuple(place % members for place in range(seats))
    if seats <= _FEW:
        return tuple(sorted(set(permutations(table))))
    orders = [
        tuple(table[place * step % seats] for place in range(seats))
        for step in range(1, seats)
        if gcd(step, seats) == 1
    ]
    return tuple(dict.fromkeys(turned for order in orders for turned in _rotations(order)))


def _rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    turned = (lineup[-shift:] + lineup[:-shift] for shift in range(len(lineup)))
    return tuple(dict.fromkeys(turned))
