"""Sanmai Kabu (三枚かぶ) for PettingZoo: ``sanmai_kabu_v0.env()``.

**Description.** Three stacks of three cards and the dealer's hand lie face down. Each player in
turn bets on any of the stacks; then each stack is compared with the dealer's hand by the sum of
its months, without the tens, where 10 to 12 count nothing. Three cards of one month (arashi) win
at once, and double. The dealer is the bank, or a player until all three stacks beat him.

**Agents.** ``player_0``, ``player_1``, …

**Actions.** ``Discrete(max_bet + 1)`` chips, for stack 0, then 1, then 2: three decisions in a
row. What would exceed ``table_limit`` or a ``bankroll`` is masked.

**Observation.** ``{"observation": …, "action_mask": …}``; the pieces of the flat array are in
``make_game("sanmai_kabu").layout`` (``print(layout.table())``).

**Rewards.** In chips, at the showdown: +1 for each chip on a stack that beats the dealer, +2 for
an arashi, -1 for a lower one; a tie returns the chip, or loses it. A player who deals gets the
negative sum; the account of the bank is in ``infos[agent]["house"]``.

**Episode end.** After ``rounds``. No truncation.

**Arguments.** ``render_mode``, ``view``, ``illegal`` (see ``AECGame``) and the options of the
game (see ``SanmaiKabuRules``).

**Version history.** v0: first version.
"""

from hanafuda_envs.aec import env_factory

__all__ = ["env", "raw_env"]

env = raw_env = env_factory("sanmai_kabu")
