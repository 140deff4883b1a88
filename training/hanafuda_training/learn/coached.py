"""Learning with a coach, who says of every decision what each action would have brought.

A reward tells of one action, with all the luck of the game in it. Where more can be known while
one trains, learning from that is far less noisy:

* a player that can value every action (``search``) tries them all on the same deals;
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
from torch import Tensor
from torch.nn import functional

from hanafuda_envs.batch import Batch
from hanafuda_envs.game import Game
from hanafuda_envs.games.echobo import ALL_BETS, DEALER, MONTHS_IN_PLAY
from hanafuda_envs.opponents import make_opponent, role_of

__all__ = ["HINDSIGHT", "Coach", "CoachedLearner", "make_coach"]

HINDSIGHT = "hindsight"


@dataclass
class Coach:
    """Who says what every action would have brought."""

    values: Callable[[Batch, int], np.ndarray]
    """``(batch, lot) -> values`` for the seats that act, a row a game; those of illegal actions
    mean nothing."""
    sure: bool
    """Whether one saying tells which action is best, or only the mean of many."""


def make_coach(spec: str, game: Game, seat: int) -> Coach:
    """The coach of that name for a seat: ``"hindsight"``, or a player that values actions."""
    if spec == HINDSIGHT:
        return _hindsight(game, seat)
    player: Any = make_opponent(spec, game)
    if not hasattr(player, "values"):
        raise ValueError(
            f"{spec!r} cannot say what every action is worth: allowed is a search, or, for the "
            f"bettors of Echobo, {HINDSIGHT!r}"
        )

    def values(batch: Batch, lot: int) -> np.ndarray:
        player.reset(lot)
        return player.values(batch.observation, batch.mask[:, : game.action_counts[seat]])

    return Coach(values, sure=True)


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

    def values(batch: Batch, lot: int) -> np.ndarray:
        # The dealer has picked when bettors are asked. They see it as soon as all have bet, so
        # learning from it afterwards takes nothing that a player at the table would not know.
        months = np.log2(batch.states["down"][:, DEALER]).astype(np.int64)
        return rules["bet_size"] * paid[months]

    return Coach(values, sure=False)


class _Lessons(NamedTuple):
    """Decisions, and what the coach said of them."""

    observations: Tensor
    legal: Tensor
    values: Tensor


class CoachedLearner(MaskablePPO):
    """Learns as its coach says: as ``MaskablePPO``, but from the values of all actions.

    The policy becomes ``softmax(values / temperature)`` where all is known; with noise in the
    values, what that is on average.
    """

    def __init__(
        self,
        *arguments: Any,
        coach: Coach,
        temperature: float,
        reward_scale: float,
        **settings: Any,
    ) -> None:
        super().__init__(*arguments, **settings)
        self.coach, self.temperature, self.reward_scale = coach, temperature, reward_scale
        self._lessons: list[_Lessons] = []

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
        self._lessons = []
        callback.on_rollout_start()
        for _ in range(n_rollout_steps):
            observations = torch.from_numpy(np.array(self._last_obs))
            legal = env.action_masks()
            values = self.coach.values(env.batch, self._lot())
            self._keep(_Lessons(observations, *map(torch.from_numpy, (legal, values))))
            with torch.no_grad():
                actions, _, _ = self.policy(observations, action_masks=legal)
            self._last_obs, _, dones, infos = env.step(actions.numpy())
            self._last_episode_starts = dones
            self.num_timesteps += env.num_envs
            if not callback.on_step():
                return False
            self._update_info_buffer(infos, dones)
        callback.on_rollout_end()
        return True

    def _lot(self) -> int:
        """What the coach draws from: another one at every step, the same in a resumed run."""
        lots = np.random.SeedSequence([self.seed or 0, self.num_timesteps])
        return int(lots.generate_state(1, np.uint64)[0])

    def _keep(self, lessons: _Lessons) -> None:
        """Where one action alone is legal there is nothing to learn."""
        free = lessons.legal.sum(dim=1) > 1
        self._lessons.append(_Lessons(*(column[free] for column in lessons)))

    def train(self) -> None:
        """Learn from what was heard since the last time."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        every = _Lessons(*map(torch.cat, zip(*self._lessons, strict=True)))
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
        scores, worth = self.policy.net(lessons.observations)  # type: ignore[operator]
        values, illegal = lessons.values.float(), ~lessons.legal
        chances = functional.log_softmax(scores.masked_fill(illegal, _NEVER), dim=1)
        played = (chances.exp() * values).sum(dim=1).detach()
        regret = (values.masked_fill(illegal, _NEVER).amax(dim=1) - played).mean()
        if self.coach.sure:
            wanted = (values / self.temperature).masked_fill(illegal, _NEVER)
            disagrees = -(functional.softmax(wanted, dim=1) * chances).sum(dim=1).mean()
        else:
            disagrees = _distance(scores * self.temperature, values, lessons.legal)
        off = functional.mse_loss(worth, played * self.reward_scale)
        return disagrees + self.vf_coef * off, regret


def _distance(found: Tensor, wanted: Tensor, legal: Tensor) -> Tensor:
    """How far one is from the other, but for a constant in each row.

    It is least on average for the mean of what is wanted, however that scatters.
    """
    apart, actions = (found - wanted) * legal, legal.sum(dim=1, keepdim=True)
    apart = (apart - apart.sum(dim=1, keepdim=True) / actions) * legal
    return (apart**2 / actions).sum(dim=1).mean()


_NEVER = -1e9
