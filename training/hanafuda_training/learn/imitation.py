"""A warm start: the network first learns to do what a teacher does.

The teacher plays in every seat. Its decisions and how the games ended are kept; then the network
learns the former as its policy and the latter as its value.
"""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch.nn import functional

from hanafuda_agents.network import TableNet
from hanafuda_envs.batch import Batch
from hanafuda_envs.game import Game
from hanafuda_envs.opponents import Opponent, ask_many

__all__ = ["Lessons", "imitate", "watch"]

_TABLES = 256
_ILLEGAL = -1e9


class Lessons:
    """What was seen of a teacher: one row for each of its decisions."""

    def __init__(
        self, observations: np.ndarray, masks: np.ndarray, actions: np.ndarray, returns: np.ndarray
    ) -> None:
        self.observations, self.masks = observations, masks
        self.actions, self.returns = actions, returns

    def __len__(self) -> int:
        return len(self.actions)


class _Notes:
    """The decisions at all tables whose episodes still run, waiting for their results."""

    def __init__(self, tables: int) -> None:
        self.open: list[list[tuple[int, np.ndarray, np.ndarray, int, float]]] = [
            [] for _ in range(tables)
        ]
        self.closed: list[tuple[np.ndarray, np.ndarray, int, float]] = []

    def close(self, row: int, results: np.ndarray) -> None:
        """An episode has ended; a decision is worth what came to its seat after it."""
        for seat, observation, mask, action, before in self.open[row]:
            self.closed.append((observation, mask, action, float(results[seat]) - before))
        self.open[row] = []


def watch(
    game: Game,
    teacher: Opponent,
    others: Sequence[Opponent],
    seats: Sequence[int],
    decisions: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
) -> Lessons:
    """So many decisions of the teacher with more than one legal action, from whole episodes.

    It sits in one of ``seats``, drawn for each episode; in every other seat sits one of ``others``,
    drawn likewise, so that the teacher is seen in all sorts of company.
    """
    batch, rng = Batch(game, _TABLES, seed), np.random.default_rng([seed, 2])
    count = game.action_counts[seats[0]]
    notes, results = _Notes(_TABLES), np.zeros((_TABLES, game.seats))
    players = [teacher, *others]
    who = np.stack([_seated(rng, game, seats, others) for _ in range(_TABLES)])
    rows = np.arange(_TABLES)
    while len(notes.closed) < decisions:
        acting = who[rows, batch.seat]
        actions = np.empty(_TABLES, dtype=np.int64)
        for number in np.unique(acting).tolist():
            _answer(game, batch, players[number], np.flatnonzero(acting == number), actions)
        for row in np.flatnonzero((acting == 0) & (batch.mask.sum(axis=1) > 1)).tolist():
            seat = int(batch.seat[row])
            seen = batch.observation[row].copy(), batch.mask[row, :count].copy()
            notes.open[row].append((seat, *seen, int(actions[row]), float(results[row, seat])))
        batch.step(actions)
        results += batch.rewards
        for row in np.flatnonzero(batch.done).tolist():
            notes.close(row, results[row])
            results[row] = 0.0
            who[row] = _seated(rng, game, seats, others)
        progress(min(len(notes.closed), decisions))
    kept = notes.closed[:decisions]
    observations, masks, chosen, returns = (np.array(column) for column in zip(*kept, strict=True))
    return Lessons(observations, masks, chosen, returns)


def _seated(
    rng: np.random.Generator, game: Game, seats: Sequence[int], others: Sequence[Opponent]
) -> np.ndarray:
    """Who sits where in an episode: 0 is the teacher, the rest number the others from 1."""
    who = rng.integers(1, len(others) + 1, size=game.seats)
    who[rng.choice(seats)] = 0
    return who


def _answer(
    game: Game, batch: Batch, player: Opponent, rows: np.ndarray, actions: np.ndarray
) -> None:
    counts = np.array(game.action_counts)[batch.seat[rows]]
    for count in np.unique(counts).tolist():
        mine = rows[counts == count]
        actions[mine] = ask_many(player, batch.observation[mine], batch.mask[mine, :count])


def imitate(
    net: TableNet,
    lessons: Lessons,
    *,
    epochs: int,
    learning_rate: float,
    reward_scale: float,
    seed: int,
    doubt: float = 0.0,
    batch_size: int = 2048,
    progress: Callable[[int, float], None] = lambda epoch, agrees: None,
) -> None:
    """Teach the network; ``progress`` hears after each epoch how often it agreed with the teacher.

    The learning rate falls to zero along a cosine. ``doubt`` is the share of all legal actions
    alike in what it is taught: with none left, learning would have nothing more to try.
    """
    rng = np.random.default_rng([seed, 3])
    optimizer = torch.optim.Adam(net.parameters(), lr=learning_rate)
    whole = max(1, len(lessons) // batch_size)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs * whole)
    net.train()
    for epoch in range(epochs):
        order, agreed = rng.permutation(len(lessons)), 0
        for rows in np.array_split(order, whole):
            legal = torch.from_numpy(lessons.masks[rows]).bool()
            chosen = torch.from_numpy(lessons.actions[rows])
            returns = torch.from_numpy(lessons.returns[rows] * reward_scale).float()
            scores, values = net(torch.from_numpy(lessons.observations[rows]))
            scores = scores.masked_fill(~legal, _ILLEGAL)
            loss = _disagreement(scores, legal, chosen, doubt)
            loss = loss + 0.5 * functional.mse_loss(values, returns)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            agreed += int((scores.argmax(dim=1) == chosen).sum())
        progress(epoch + 1, agreed / len(lessons))
    net.eval()


def _disagreement(
    scores: torch.Tensor, legal: torch.Tensor, chosen: torch.Tensor, doubt: float
) -> torch.Tensor:
    """Cross entropy with the teacher's action, softened by ``doubt`` over the legal ones."""
    chances = functional.log_softmax(scores, dim=1)
    teachers = chances.gather(1, chosen[:, None]).squeeze(1)
    alike = (chances * legal).sum(dim=1) / legal.sum(dim=1)
    return -((1 - doubt) * teachers + doubt * alike).mean()
