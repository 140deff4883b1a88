"""Hankan for PettingZoo: ``hankan_v0.env()``.

**Description.** Shoniban by itself, against a bank. Of the 45 cards of Hon-bana three (Shi-e) are
shown first; then each bettor in turn bets on one of two face-down batches of three (Naka-e and
Oto-e), or on none. Three of a flower (Arashi) beat two Willows and a Pine (Tsuke), which beat
every digit; Hon-bana points break ties. The deck is dealt through: 5 rounds, and what has been
seen stays visible.

**Agents.** ``bettor_0``, ``bettor_1``, …

**Actions.** ``Discrete(1 + 2 * max_bet)``; 0 is no bet, ``1 .. max_bet`` that many chips on the
first batch, ``max_bet + 1 .. 2 * max_bet`` on the second.

**Observation.** ``{"observation": …, "action_mask": …}``; the pieces of the flat array are in
``make_game("hankan").layout`` (``print(layout.table())``).

**Rewards.** In chips, at the showdown: a winning bet gains half of itself, a losing one goes to
the bank, a tie that the points do not break returns the bets. The account of the bank is in
``infos[agent]["house"]``.

**Episode end.** After the last round. No truncation.

**Arguments.** ``render_mode``, ``view``, ``illegal`` (see ``AECGame``) and the options of the
game.

**Version history.** v0: first version.
"""

from hanafuda_envs.aec import env_factory

__all__ = ["env", "raw_env"]

env = raw_env = env_factory("hankan")
