"""Money: whole numbers of units, so that every share and fee is exact.

A chip is 20 units: 90 %, 50 %, 4.5 and 4.6 times, 80 and 20 % of whole chips are whole units.
"""

import numpy as np

from hanafuda_envs.compiled import kernel

__all__ = ["CHIP", "NO_LIMIT", "affordable", "in_units"]

CHIP = 20
"""Units in a chip. A reward is units / CHIP."""
NO_LIMIT = -1
"""The bankroll of those who may go into debt."""

_PLENTY = 2**40  # more chips than any option allows to bet


def in_units(share: float) -> int:
    """The units that this share of one chip is; all shares of the rules are whole units."""
    units = round(share * CHIP)
    if abs(units - share * CHIP) > 1e-9:
        raise ValueError(f"{share} of a chip is no whole number of units")
    return units


@kernel
def affordable(bankroll, balance, staked):
    """How many chips a player can still bet.

    ``bankroll`` in chips or NO_LIMIT, ``balance`` in units won since the start, ``staked`` in
    chips that lie on the table already.
    """
    if bankroll == NO_LIMIT:
        return np.int64(_PLENTY)
    return max(np.int64(0), (bankroll * CHIP + balance) // CHIP - staked)
