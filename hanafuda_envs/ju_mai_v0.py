"""Jū Mai (十枚) for PettingZoo: ``ju_mai_v0.env()``.

**Description.** Two players, ten cards each and ten on the field. In turn a player plays a
card, which captures what it matches by month, then turns up one from the pile, which does the
same. Brights count 30, animals 10, ribbons 5. The match ends after the round that leaves one
player ``lead`` points ahead over all rounds.

**Agents.** ``player_0``, ``player_1``.

**Actions.** ``Discrete(48)`` card numbers (``4 * months`` in a small game), for three
decisions: play a card of the hand; choose which of two field cards the played card captures;
choose for the drawn card.

**Observation.** ``{"observation": …, "action_mask": …}``; the pieces of the flat array are in
``make_game("ju_mai").layout`` (``print(layout.table())``).

**Rewards.** +1 and -1 at the end of the match, 0 for a draw; with ``reward="points"`` the
difference of each round.

**Episode end.** A player leads by ``lead``, or ``max_rounds`` are played. No truncation.

**Arguments.** ``render_mode``, ``view``, ``illegal`` (see ``AECGame``) and the options of the
game (see ``JuMaiRules``).

**Version history.** v0: first version.
"""

from hanafuda_envs.aec import env_factory

__all__ = ["env", "raw_env"]

env = raw_env = env_factory("ju_mai")
