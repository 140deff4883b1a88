"""Learning with a coach, who says of every decision what each action would have brought.

A reward tells of one action, with all the luck of the game in it. Where more can be known while
one trains, learning from that is far less noisy:

* a player that can value every action (``search``) tries them all on the same deals;
* where the game can be copied, the learner tries them all itself, against those who really sit
  there and with the cards that really lie there, and sees what it thinks of the position that it
  is asked in next (``foresight``);
* in Echobo it is seen after the round what each bet would have paid (``hindsight``).

The learner itself decides and plays on, so it is coached in the positions that it gets into.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor
from torch.nn import functional

from hanafuda_agents.network import TableNet
from hanafuda_envs.game import Game
from hanafuda_envs.games.echobo import ALL_BETS, DEALER, MONTHS_IN_PLAY
from hanafuda_envs.opponents import make_opponent, role_of
from hanafuda_training.learn.env import LeagueEnv

__all__ = ["FORESIGHT", "HINDSIGHT", "Coach", "CoachedLearner", "make_coach"]

FORESIGHT, HINDSIGHT = "foresight", "hindsight"


@dataclass
class Coach:
    """Who says what every action would have brought."""

    values: "Callable[[LeagueEnv, CoachedLearner], np.ndarray]"
    """What every action brings, a row a table; the values of illegal actions mean nothing."""
    sure: bool
    """Whether one saying tells which action is best, or only the mean of many."""


def make_coach(spec: str, game: Game, seat: int) -> Coach:
    """The coach of that name for a seat: ``"foresight"``, ``"hindsight"``, or a player that
    values actions.
    """
    if spec == FORESIGHT:
        return Coach(_foreseen, sure=False)
    if spec == HINDSIGHT:
        return _hindsight(game, seat)
    player: Any = make_opponent(spec, game)
    if not hasattr(player, "values"):
        raise ValueError(
            f"{spec!r} cannot say what every action is worth: allowed is a search, {FORESIGHT!r}, "
            f"or, for the bettors of Echobo, {HINDSIGHT!r}"
        )

    def values(env: LeagueEnv, learner: CoachedLearner) -> np.ndarray:
        player.reset(learner.lot())
        return player.values(env.batch.observation, env.action_masks())

    return Coach(values, sure=True)


def _foreseen(env: LeagueEnv, learner: "CoachedLearner") -> np.ndarray:
    """What each action brings until the learner is asked again, and what it thinks of that."""
    ahead, values = env.foresee(), np.zeros(env.action_masks().shape)
    then = learner.gamma * learner.worth_of(ahead.observations) / learner.reward_scale
    values[ahead.rows, ahead.actions] = ahead.rewards + np.where(ahead.asked, then, 0.0)
    return values


def _hindsight(game: Game, seat: int) -> Coach:
    rules = game.rules.as_dict()
    bettor = game.family == "echobo" and role_of(game.agents[seat]) == "bettor"
    if not bettor or rules["dealer"] != "agent":
        raise ValueError(
            f"{HINDSIGHT!r} is for the bettors of Echobo with an agent who deals: elsewhere "
            "nothing shows what another action would have brought"
        )
    bets = np.arange(ALL_BETS)[:, np.newaxis] >> np.arange(MONTHS_IN_PLAY) & 1
    paid = bets.T * (rules["payout"] + 1.0) - bets.sum(axis=1)

    def values(env: LeagueEnv, learner: CoachedLearner) -> np.ndarray:
        # The dealer has picked when bettors are asked. They see it as soon as all have bet, so
        # learning from it afterwards takes nothing that a player at the table would not know.
        months = np.log2(env.batch.states["down"][:, DEALER]).astype(np.int64)
        return rules["bet_size"] * paid[months]

    return Coach(values, sure=False)


class _Heard(NamedTuple):
    """One decision at every table: what the coach said of it, and what came of it."""

    observations: np.ndarray
    legal: np.ndarray
    values: np.ndarray
    chances: np.ndarray
    actions: np.ndarray
    rewards: np.ndarray
    dones: np.ndarray


class _Lessons(NamedTuple):
    """Decisions, a row each, and all that there is to learn from them."""

    observations: Tensor
    legal: Tensor
    values: Tensor
    """What the coach said of every action."""
    actions: Tensor
    luck: Tensor
    """How much better the action that was taken has turned out than the coach said."""
    worth: Tensor
    """What the position has turned out to be worth."""


class CoachedLearner(MaskablePPO):
    """Learns as its coach says: as ``MaskablePPO``, but from the values of all actions.

    The policy becomes ``softmax(values / temperature)``: of what a sure coach says, or of what one
    who gives samples says on average. The temperature may fall while it learns, as the learning
    rate does: an action that seems a little worse stays likely enough for the learner to find out
    in which positions it is the better one, and in the end the best is played. ``gae_lambda`` says
    how far what has come of an action corrects what the coach said of it: 0 believes him, 1 only
    what has come.
    """

    def __init__(
        self,
        *arguments: Any,
        coach: Coach,
        temperature: Schedule,
        reward_scale: float,
        **settings: Any,
    ) -> None:
        super().__init__(*arguments, **settings)
        self.coach, self.reward_scale = coach, reward_scale
        self.temperature_schedule, self.temperature = temperature, temperature(1.0) * reward_scale

    @property
    def net(self) -> TableNet:
        """The network that learns."""
        return self.policy.net  # type: ignore[return-value]

    def collect_rollouts(
        self,
        env: Any,
        callback: BaseCallback,
        rollout_buffer: Any,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Play, and hear what the coach says of every decision."""
        self.policy.set_training_mode(False)
        heard = []
        callback.on_rollout_start()
        for _ in range(n_rollout_steps):
            observations, legal = np.array(self._last_obs), env.action_masks()
            values = self.coach.values(env, self) * self.reward_scale
            with torch.no_grad():
                policy: Any = self.policy.get_distribution(torch.from_numpy(observations), legal)
            chances, actions = policy.distribution.probs.numpy(), policy.sample().numpy()
            self._last_obs, rewards, dones, infos = env.step(actions)
            heard.append(_Heard(observations, legal, values, chances, actions, rewards, dones))
            self._last_episode_starts = dones
            self.num_timesteps += env.num_envs
            if not callback.on_step():
                return False
            self._update_info_buffer(infos, dones)
        then = self.worth_of(np.array(self._last_obs))
        self._lessons = _lessons_of(heard, then, self.gamma, self.gae_lambda)
        callback.on_rollout_end()
        return True

    def worth_of(self, observations: np.ndarray) -> np.ndarray:
        """What the learner thinks that positions are worth, scaled as its rewards are."""
        with torch.no_grad():
            return self.net.values(torch.from_numpy(observations)).numpy()

    def lot(self) -> int:
        """What the coach draws from: another one at every step, the same in a resumed run."""
        lots = np.random.SeedSequence([self.seed or 0, self.num_timesteps])
        return int(lots.generate_state(1, np.uint64)[0])

    def train(self) -> None:
        """Learn from what was heard since the last time."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        left = self._current_progress_remaining
        self.temperature = self.temperature_schedule(left) * self.reward_scale
        every = self._lessons
        if not len(every.values):
            return
        assert self.batch_size is not None
        whole = max(1, len(every.values) // self.batch_size)
        losses, regrets = [], []
        for _ in range(self.n_epochs):
            for rows in torch.randperm(len(every.values)).tensor_split(whole):
                loss, regret = self._loss(_Lessons(*(column[rows] for column in every)))
                self.policy.optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
                self.policy.optimizer.step()
                losses.append(loss.item())
                regrets.append(regret.item())
            self._n_updates += 1
        self.logger.record("train/loss", np.mean(losses))
        self.logger.record("train/regret", np.mean(regrets))

    def _loss(self, lessons: _Lessons) -> tuple[Tensor, Tensor]:
        """What is to become less; and what the coach would have gained over the learner."""
        scores, worth = self.net(lessons.observations)
        values, illegal = lessons.values, ~lessons.legal
        logarithms = functional.log_softmax(scores.masked_fill(illegal, _NEVER), dim=1)
        chances = logarithms.exp()
        played = (chances * values).sum(dim=1).detach()
        if self.coach.sure:
            wanted = (values / self.temperature).masked_fill(illegal, _NEVER)
            missed = -(functional.softmax(wanted, dim=1) * logarithms).sum(dim=1)
        else:
            # Linear in what the coach says, so that only its mean counts, however it scatters.
            gained = chances * (values - self.temperature * logarithms)
            taken = logarithms.gather(1, lessons.actions[:, None]).squeeze(1)
            missed = -gained.masked_fill(illegal, 0.0).sum(dim=1) - lessons.luck * taken
            said = values.gather(1, lessons.actions[:, None]).squeeze(1)
            missed = missed / (said - played + lessons.luck).std(correction=0).clamp(min=_TINY)
        off = functional.mse_loss(worth, lessons.worth)
        best = values.masked_fill(illegal, _NEVER).amax(dim=1)
        regret = (best - played).mean() / self.reward_scale
        return missed.mean() + self.vf_coef * off, regret


def _lessons_of(heard: list[_Heard], then: np.ndarray, gamma: float, trust: float) -> _Lessons:
    """All decisions in which there is something to learn: more than one action is legal.

    ``then`` is what the positions after the last decisions are worth. With ``trust`` 1 what has
    come of an action corrects the coach, errors of his and luck of later decisions alike; with 0
    he is believed.
    """
    luck, worth = np.empty((2, len(heard), len(then)))
    for step in reversed(range(len(heard))):
        at = heard[step]
        said = at.values[np.arange(len(then)), at.actions]
        luck[step] = trust * (at.rewards + gamma * np.where(at.dones, 0.0, then) - said)
        worth[step] = then = (at.chances * at.values).sum(axis=1) + luck[step]
    columns = [np.concatenate(column) for column in zip(*(one[:5] for one in heard), strict=True)]
    free = columns[1].sum(axis=1) > 1
    observations, legal, values, _, actions = (torch.from_numpy(one[free]) for one in columns)
    come = (torch.from_numpy(one.ravel()[free]).float() for one in (luck, worth))
    return _Lessons(observations, legal, values.float(), actions, *come)


_NEVER, _TINY = -1e9, 1e-3
