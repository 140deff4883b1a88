"""Echobo (絵樗蒲) for PettingZoo: ``echobo_v0.env()`` and ``echobo_v0.parallel_env()``.

**Description.** The dealer secretly picks one of the first six months. Each bettor, unseen by
the others, puts up to ``max_cards`` different months face down, each with ``bet_size`` chips.
Then all is shown: a right card gains ``payout`` times its bet, a wrong one loses it, and the
dealer has the negative sum. Past picks and bets are public: reading the dealer's habits is the
game. What can be computed about it is in ``hanafuda_envs.exact.echobo``.

**Agents.** ``dealer``, ``bettor_0``, ``bettor_1``, …; with ``dealer="house"`` the bettors
alone, and the bank picks at random (its account is in the infos as ``"house"``). All decide at
once: ``parallel_env()`` plays a round in a step. ``env()`` asks one after the other, in that
order, and shows nobody anything of the round before its showdown.

**Actions.** Dealer: ``Discrete(6)``, action ``a`` picks month ``a + 1``. Bettors:
``Discrete(64)``, bit ``i`` of the number bets on month ``i + 1``; 0 is no bet.

**Observation.** ``{"observation": …, "action_mask": …}``; the pieces of the flat array are in
``make_game("echobo").layout`` (``print(layout.table())``).

**Rewards.** Chips won or lost, to all at the showdown of each round; they add up to zero where
an agent deals.

**Episode end.** After ``rounds`` rounds. No truncation.

**Arguments.** ``render_mode``, ``view``, ``illegal`` (see ``AECGame`` and ``ParallelGame``) and
the options of the game (see ``EchoboRules``).

**Version history.** v0: first version.
"""

from hanafuda_envs.aec import env_factory
from hanafuda_envs.parallel import parallel_env_factory

__all__ = ["env", "parallel_env", "raw_env"]

env = raw_env = env_factory("echobo")
parallel_env = parallel_env_factory("echobo")
