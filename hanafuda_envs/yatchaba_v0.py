"""Yatchaba (やっちゃば) for PettingZoo: ``yatchaba_v0.env()``.

**Description.** Three cards lie face down. One player, first the dealer, names three months;
then all, in laps from the guesser round to his left, either place more chips than the last one
did, or pass for a chip and stay out for the round. After each lap the last who is not out
decides whether there is another. Then the cards are turned up. If the dealer has guessed
right, the pot is his; if another has, the dealer takes 20 % and the guesser the rest. If not,
the next seat to the right guesses, with the shown cards out of the deck, until nobody is left
who has the right to; then the dealer takes 20 % and the rest is carried into the next game.
Whoever passes a third time in a game loses the right to guess. The deal moves on one seat
every game.

**Agents.** ``player_0`` … ``player_{players - 1}``.

**Actions.** ``Discrete(15 + R)``, where R is ``max_raise`` with free raises, else 1: 0 to 11
name month 1 to 12, none below the one before; 12 passes; 13 to 12 + R place the last amount
plus 1 to R chips (with the ladder 13 places the next rung); 13 + R stops, 14 + R goes on to
another lap.

**Observation.** ``{"observation": …, "action_mask": …}``; the pieces of the flat array are in
``make_game("yatchaba").layout`` (``print(layout.table())``). Seats are counted from oneself to
the right, so one policy can play every seat. Nothing is hidden but the cards to come.

**Rewards.** In chips, as they move: what one places or pays for a pass is lost at once, what
one takes from the pot is won. They add up to what a player wins in the episode.

**Episode end.** After ``games`` games, by default one for each player. What is then carried is
split or, with ``leftover="burn"``, goes to the house. No truncation.

**Arguments.** ``render_mode``, ``view``, ``illegal`` (see ``AECGame``) and the options of the
game (see ``YatchabaRules``). With the book's ``hits_to_win=3`` the best first guess
comes true once in 270 times and passing is close to best; ``hits_to_win=2`` is the livelier
game (11 to 17 % with four players). ``hanafuda_envs.exact.yatchaba`` has the exact chances
of guesses, and what a seat is worth if all always pass, or always place.

**Version history.** v0: first version.
"""

from hanafuda_envs.aec import env_factory

__all__ = ["env", "raw_env"]

env = raw_env = env_factory("yatchaba")
