"""Mutsu-wari (六ツ割) for PettingZoo: ``mutsu_wari_v0.env()``.

**Description.** Batta Maki without Willow and Paulownia: 40 cards, 6 rounds, four cards unused.
Each bettor in turn bets chips on one of two face-down batches of three cards, or on none; the sum
of the months, without its tens, decides.

**Agents.** ``bettor_0``, ``bettor_1``, … and, with ``dealer="agent"``, ``dealer`` as the last.

**Actions.** Bettors: ``Discrete(1 + 2 * max_bet)``; 0 is no bet, ``1 .. max_bet`` that many chips
on the first batch, ``max_bet + 1 .. 2 * max_bet`` on the second. After a call of the dealer
(``solicit_laps``) the same numbers add to the lighter batch. A dealer who is an agent:
``Discrete(2)``; 0 closes the betting, 1 calls.

**Observation.** ``{"observation": …, "action_mask": …}``; the pieces of the flat array are in
``make_game("mutsu_wari").layout`` (``print(layout.table())``).

**Rewards.** In chips, at the showdown: a winning bet gains ``payout`` for each chip, a losing one
is lost, a tie returns the bets or leaves them to the dealer. The account of a dealer who is no
agent is in ``infos[agent]["house"]``.

**Episode end.** After the last round. No truncation.

**Arguments.** ``render_mode``, ``view``, ``illegal`` (see ``AECGame``) and the options of the
game.

**Version history.** v0: first version.
"""

from hanafuda_envs.aec import env_factory

__all__ = ["env", "raw_env"]

env = raw_env = env_factory("mutsu_wari")
