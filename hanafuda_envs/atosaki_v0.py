"""Atosaki (アトサキ) for PettingZoo: ``atosaki_v0.env()``.

**Description.** Batta Maki as spectators of another game play it: the deck is shuffled every
round, Willow and Paulownia count 10, and the winners share what both evened sides have staked.
Ties are broken by one more card, by the points of the cards or by the undivided sum, or the pot
is carried to the next round.

**Agents.** ``bettor_0``, ``bettor_1``, … and, with ``dealer="agent"``, ``dealer`` as the last.

**Actions.** Bettors: ``Discrete(1 + 2 * max_bet)``; 0 is no bet, ``1 .. max_bet`` that many chips
on the first batch, ``max_bet + 1 .. 2 * max_bet`` on the second. After a call of the dealer
(``solicit_laps``) the same numbers add to the lighter batch. A dealer who is an agent:
``Discrete(2)``; 0 closes the betting, 1 calls.

**Observation.** ``{"observation": …, "action_mask": …}``; the pieces of the flat array are in
``make_game("atosaki").layout`` (``print(layout.table())``).

**Rewards.** In chips, at the showdown: the winners share all stakes and a carried pot; a stake
that is carried counts as lost until somebody wins it or it goes back after the last round. The
account of a dealer who is no agent is in ``infos[agent]["house"]``.

**Episode end.** After the last round. No truncation.

**Arguments.** ``render_mode``, ``view``, ``illegal`` (see ``AECGame``) and the options of the
game.

**Version history.** v0: first version.
"""

from hanafuda_envs.aec import env_factory

__all__ = ["env", "raw_env"]

env = raw_env = env_factory("atosaki")
