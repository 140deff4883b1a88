"""Shoniban (初二番) for PettingZoo: ``shoniban_v0.env()``.

**Description.** Two face-down batches of three cards (Naka-e and Oto-e) from the 45 cards of
Hon-bana, shuffled every round, with the flowers numbered in the Nagoya order. Three of a flower
(Arashi) beat two Willows and a Pine (Tsuke), which beat every digit; Hon-bana points break ties.
The winners share what both evened sides have staked.

**Agents.** ``bettor_0``, ``bettor_1``, … and, with ``dealer="agent"``, ``dealer`` as the last.

**Actions.** Bettors: ``Discrete(1 + 2 * max_bet)``; 0 is no bet, ``1 .. max_bet`` that many chips
on the first batch, ``max_bet + 1 .. 2 * max_bet`` on the second. After a call of the dealer
(``solicit_laps``) the same numbers add to the lighter batch. A dealer who is an agent:
``Discrete(2)``; 0 closes the betting, 1 calls.

**Observation.** ``{"observation": …, "action_mask": …}``; the pieces of the flat array are in
``make_game("shoniban").layout`` (``print(layout.table())``).

**Rewards.** In chips, at the showdown: the winners share all stakes and a carried pot; a tie
returns the bets or carries them. The account of a dealer who is no agent is in
``infos[agent]["house"]``.

**Episode end.** After the last round. No truncation.

**Arguments.** ``render_mode``, ``view``, ``illegal`` (see ``AECGame``) and the options of the
game.

**Version history.** v0: first version.
"""

from hanafuda_envs.aec import env_factory

__all__ = ["env", "raw_env"]

env = raw_env = env_factory("shoniban")
