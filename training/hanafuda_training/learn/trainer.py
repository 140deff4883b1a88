"""A run: self-play in a league with MaskablePPO, measured by the arena, kept on disk.

    from hanafuda_training.learn.trainer import Run

    run = Run.begin(read_recipe("configs/ju_mai_quick.yaml"), Path("runs/mine"))
    run.train()

``Run.resume(path)`` goes on where a run was stopped, exactly: stopped or not, the same recipe
gives the same player on the same machine.
"""

import copy
import math
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import set_random_seed

from hanafuda_agents.learned import LearnedPlayer, load_player, save_player
from hanafuda_agents.network import NetworkSize, TableNet
from hanafuda_envs.opponents import make_opponent
from hanafuda_training.learn.checkpoint import (
    has_checkpoint,
    read_checkpoint,
    restore,
    snapshot,
    write_checkpoint,
)
from hanafuda_training.learn.coached import CoachedLearner, make_coach
from hanafuda_training.learn.env import LeagueEnv, learner_seats
from hanafuda_training.learn.folder import RunFolder, versions
from hanafuda_training.learn.imitation import imitate, watch
from hanafuda_training.learn.league import PAST, League
from hanafuda_training.learn.policy import TablePolicy
from hanafuda_training.learn.recipe import Recipe
from hanafuda_training.learn.strength import Strength, curve, measure

__all__ = ["Run"]

_EVALUATION_SEED, _VERDICT_SEED = 1_000_003, 2_000_003


class Run:
    """One learner, from its first game to its player. Get one from ``begin`` or ``resume``."""

    def __init__(self, recipe: Recipe, folder: RunFolder) -> None:
        torch.set_num_threads(recipe.threads)
        self.recipe, self.folder = recipe, folder
        self.game = recipe.make_game()
        self.seats = learner_seats(self.game, recipe.seat)
        self.league = League(
            self.game,
            recipe.opponents,
            rule=recipe.past.rule,
            load=lambda path: load_player(path, self.game, sampled=True),
            seed=recipe.seed,
        )
        self.env = LeagueEnv(
            self.game,
            self.league,
            recipe.ppo.tables,
            seats=self.seats,
            seed=recipe.seed,
            reward_scale=recipe.reward_scale,
        )
        self.model = _model(recipe, self.env, self.game, self.seats[0])
        self.strengths: list[Strength] = []
        self._warm = False
        self.seconds = 0.0
        """Time spent learning, over all stretches of the run."""

    @classmethod
    def begin(cls, recipe: Recipe, path: Path) -> "Run":
        """A new run in a new folder."""
        folder = RunFolder(path)
        run = cls(recipe, folder)
        folder.begin(recipe, run.game)
        return run

    @classmethod
    def resume(cls, path: Path) -> "Run":
        """The run in a folder, as its last checkpoint has it."""
        folder = RunFolder(path)
        recipe = folder.recipe
        folder.check_same_rules(recipe.make_game())
        run = cls(recipe, folder)
        if not has_checkpoint(folder.checkpoints):
            return run  # stopped before there was one: from the beginning
        state = read_checkpoint(folder.checkpoints)
        restore(state, run.model, run.env, run.league, folder.past)
        run.seconds, run._warm = state["seconds"], True
        run.strengths = folder.strengths(until=run.steps)
        return run

    # --- the learner ------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Decisions learned from so far."""
        return self.model.num_timesteps

    @property
    def net(self) -> TableNet:
        """The network that learns."""
        assert isinstance(self.model.policy, TablePolicy)
        return self.model.policy.net

    def player(self, *, sampled: bool | None = None) -> LearnedPlayer:
        """The learner as it is now; a copy that later learning does not change."""
        net = copy.deepcopy(self.net)
        if sampled is None:
            sampled = self.recipe.sampled
        return LearnedPlayer(self.game, net, sampled=sampled)

    def train(self, watcher: "Callable[[Run, str], None] | None" = None) -> None:
        """Learn to the end of the recipe.

        ``watcher(run, event)`` hears of ``"update"``, ``"measured"``, ``"checkpoint"``, and of
        texts to show. An exception that it raises stops the run; the last checkpoint stays good.
        """
        tell = watcher or (lambda run, event: None)
        if not self._warm:
            set_random_seed(self.recipe.seed % 2**32)  # another run may have drawn since
            self._warm_start(tell)
            self.league.begin(0, self.player(sampled=True))
        self.model.set_logger(configure(str(self.folder.logs), ["tensorboard"]))
        left = self.recipe.steps - self.steps
        if left > 0:
            self.model.learn(left, callback=_Watch(self, tell), reset_num_timesteps=False)
            self.measure(tell)
            self.checkpoint(tell)

    def _warm_start(self, tell: "Callable[[Run, str], None]") -> None:
        """Begin with what another player knows, and learn from a teacher, if the recipe says so."""
        self._warm = True
        if self.recipe.start is not None:
            self._begin_as(self.recipe.start)
        plan = self.recipe.imitation
        if plan is None:
            return
        begun = told = time.monotonic()

        def seen(done: int) -> None:
            nonlocal told
            if time.monotonic() - told > 5:
                told = time.monotonic()
                tell(self, f"watching {plan.teacher}: {done:,} of {plan.decisions:,} decisions")

        teacher = make_opponent(plan.teacher, self.game)
        company = [teacher, *self.league.fixed_players(self.seats[0])]
        lessons = watch(
            self.game, teacher, company, self.seats, plan.decisions, self.recipe.seed, seen
        )
        imitate(
            self.net,
            lessons,
            epochs=plan.epochs,
            learning_rate=plan.learning_rate,
            doubt=plan.doubt,
            reward_scale=self.recipe.reward_scale,
            seed=self.recipe.seed,
            progress=lambda epoch, agrees: tell(
                self, f"imitating {plan.teacher}: epoch {epoch}, agrees in {agrees:.1%}"
            ),
        )
        self.seconds += time.monotonic() - begun

    def _begin_as(self, folder: str) -> None:
        known = load_player(folder, self.game).net
        if known.size != self.net.size:
            raise ValueError(
                f"{folder} has a network of {known.size}, and the recipe one of {self.net.size}"
            )
        self.net.load_state_dict(known.state_dict())

    # --- keeping and measuring --------------------------------------------------------------

    def checkpoint(self, tell: "Callable[[Run, str], None]") -> None:
        """Keep everything that is needed to go on."""
        state = snapshot(self.model, self.env, self.league)
        write_checkpoint(self.folder.checkpoints, state | {"seconds": self.seconds})
        tell(self, "checkpoint")

    def keep_past_self(self) -> None:
        """Put a copy of the learner into the league."""
        path = self.folder.past / f"step_{self.steps:012}"
        save_player(path, self.game, self.net, seat=self.seats[0], sampled=True)
        self.league.add(path)

    def measure(self, tell: "Callable[[Run, str], None]") -> None:
        """Measure strength, and keep the learner as the player of this run."""
        recipe = self.recipe
        self.strengths += measure(
            self.game,
            self.player(),
            recipe.evaluation.matches,
            games=recipe.evaluation.games,
            steps=self.steps,
            seed=_EVALUATION_SEED,
        )
        self.folder.write_strengths(self.strengths)
        self.save()
        if self.strengths:
            curve(self.strengths, self.folder.curve, f"{self.game.title}: {self.folder.path.name}")
            for one in self._latest():
                self.model.logger.record(f"strength/{one.match}", one.value)
        tell(self, "measured")

    def save(self, verdict: list[Strength] | None = None) -> None:
        """Write the player of this run."""
        made: dict[str, Any] = {
            "recipe": self.recipe.model_dump(mode="json"),
            "steps": self.steps,
            "seconds": round(self.seconds),
            "versions": versions(),
            "verdict": [one.as_dict() for one in verdict or self._latest()],
        }
        save_player(
            self.folder.player,
            self.game,
            self.net,
            seat=self.seats[0],
            sampled=self.recipe.sampled,
            made=made,
        )

    def _latest(self) -> list[Strength]:
        return [one for one in self.strengths if one.steps == self.steps]

    def judge(self, *, workers: int = 1) -> list[Strength]:
        """The verdict on the finished learner: more games, on deals it was never measured on."""
        evaluation = self.recipe.evaluation
        verdict = measure(
            self.game,
            self.player(),
            evaluation.matches,
            games=evaluation.final_games,
            steps=self.steps,
            seed=_VERDICT_SEED,
            workers=workers,
        )
        self.save(verdict)
        return verdict


def _model(recipe: Recipe, env: LeagueEnv, game: Any, seat: int) -> MaskablePPO:
    ppo, network = recipe.ppo, recipe.network
    learner: Callable[..., MaskablePPO] = MaskablePPO
    if recipe.coaching is not None:
        first = recipe.coaching.temperature
        learner = partial(
            CoachedLearner,
            coach=make_coach(recipe.coaching.coach, game, seat),
            temperature=_geometric(first, recipe.coaching.final_temperature or first),
            reward_scale=recipe.reward_scale,
        )
    return learner(
        TablePolicy,
        env,
        n_steps=ppo.decisions,
        batch_size=ppo.batch_size,
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        learning_rate=_linear(ppo.learning_rate, ppo.final_learning_rate),
        ent_coef=ppo.entropy,
        clip_range=ppo.clip_range,
        vf_coef=ppo.value_weight,
        max_grad_norm=ppo.max_grad_norm,
        policy_kwargs={"game": game, "seat": seat, "size": NetworkSize(**network.model_dump())},
        seed=recipe.seed % 2**32,
        device="cpu",
    )


def _linear(first: float, last: float) -> Callable[[float], float]:
    """From the first to the last value, as stable-baselines3 counts progress: from 1 to 0.

    It counts on below 0 in the last update, which is a whole one.
    """
    return lambda left: last + (first - last) * max(left, 0.0)


def _geometric(first: float, last: float) -> Callable[[float], float]:
    """The same, by equal factors instead of equal differences."""
    return lambda left: last * (first / last) ** max(left, 0.0)


class _Watch(BaseCallback):
    """Looks after a run between two updates, when everything is at rest."""

    def __init__(self, run: Run, tell: Callable[[Run, str], None]) -> None:
        super().__init__()
        self.run, self.tell = run, tell
        self._begun = time.monotonic()
        self._kept = self._begun if run.steps else -math.inf  # a warm start is worth keeping
        self._measured = run.steps // run.recipe.evaluation.every
        self._uses_past = any(PAST in shares for shares in run.recipe.opponents.values())
        self._resumed = run.steps > 0

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        run, recipe = self.run, self.run.recipe
        now = time.monotonic()
        run.seconds, self._begun = run.seconds + now - self._begun, now
        per_update = self.run.env.num_envs * recipe.ppo.decisions
        crossed = run.steps // recipe.past.every > (run.steps - per_update) // recipe.past.every
        if self._uses_past and crossed and run.steps and not self._resumed:
            run.keep_past_self()
        if run.steps // recipe.evaluation.every > self._measured:
            self._measured = run.steps // recipe.evaluation.every
            run.measure(self.tell)
        if now - self._kept > recipe.checkpoint_seconds:
            run.checkpoint(self.tell)
            self._kept = time.monotonic()
        self._resumed = False
        entropy = _linear(recipe.ppo.entropy, recipe.ppo.final_entropy)
        run.model.ent_coef = entropy(1 - run.steps / recipe.steps)
        run.league.begin(run.steps, run.player(sampled=True))
        self.tell(run, "update")
        self._begun = time.monotonic()  # measuring is not learning

    def _on_rollout_end(self) -> None:
        for name, score in self.run.league.scores().items():
            self.logger.record(f"league/{name}", score)
