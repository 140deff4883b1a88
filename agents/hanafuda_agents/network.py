"""The network of learned players: one that knows what a month, a card and an action are.

It is built from the named pieces of a game's observation. What lies by month is read month by
month, with weights that all months share; everything else is the table. Months are joined into a
context, which goes back to every month. Each card (or month) that can be played or named is then
scored from its own features, its month and the context, again with shared weights: what is
learned of one card holds for all.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from hanafuda_envs.cards import JU_MAI_POINTS
from hanafuda_envs.game import Game
from hanafuda_envs.games.echobo import MONTHS_IN_PLAY
from hanafuda_envs.layout import CARD_PLANE, Piece

__all__ = ["NetworkSize", "TableNet", "head_of"]

_MONTHS, _CARDS_OF_MONTH = CARD_PLANE
_WIDE = 100
"""Numbers with wider bounds (money) are seen on a logarithmic scale."""


@dataclass(frozen=True)
class NetworkSize:
    """How large the network is."""

    month: int = 64
    """Numbers that stand for a month."""
    context: int = 128
    """Numbers that stand for the whole table."""
    card: int = 32
    """Numbers that stand for a card while it is scored."""
    layers: int = 1
    """How often the context goes back to the months."""

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def head_of(game: Game, seat: int) -> str:
    """What the actions of a seat are: ``cards``, ``months`` (the first twelve), ``subsets`` of
    months, or ``plain`` numbers.
    """
    if game.family == "ju_mai":
        return "cards"
    if game.family == "yatchaba":
        return "months"
    if game.family == "echobo":
        return "months" if game.action_counts[seat] == MONTHS_IN_PLAY else "subsets"
    return "plain"


# --- reading the observation --------------------------------------------------------------------


def _by_month(game: Game, piece: Piece) -> np.ndarray | None:
    """Where the piece's numbers lie, a row for each month; None if it is not by month."""
    places = np.arange(piece.start, piece.start + piece.size).reshape(piece.shape or (1,))
    if game.family == "echobo":  # there the months are the last axis
        if piece.shape[-1:] == (MONTHS_IN_PLAY,):
            return np.moveaxis(places, -1, 0).reshape(MONTHS_IN_PLAY, -1)
        return None
    return places.reshape(_MONTHS, -1) if piece.shape[:1] == (_MONTHS,) else None


def _scales(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """For each number of the observation its largest size, and whether it is money."""
    low, high = (bound.astype(np.float64) for bound in game.layout.bounds())
    most = np.maximum(np.abs(low), np.abs(high))
    return most, most > _WIDE


class _Glance:
    """What a bettor of Echobo sees at a glance in the past rounds, and a network finds hard to
    learn from picks and bets: in which of them somebody had the dealer's month, and how many
    months on from the round before it was.
    """

    def __init__(self, game: Game) -> None:
        self._picks, self._bets = game.layout["past_picks"], game.layout["past_bets"]
        rounds, months = self._picks.shape
        self.size = rounds + (rounds - 1) * months

    def __call__(self, numbers: Tensor) -> Tensor:
        picks = numbers[:, self._picks.slice].unflatten(1, self._picks.shape)
        bets = numbers[:, self._bets.slice].unflatten(1, self._bets.shape)
        found = (picks[:, None] * bets).amax(dim=(1, 3))
        before, after = picks[:, 1:], picks[:, :-1]
        steps = [(before * after.roll(-step, dims=2)).sum(dim=2) for step in range(MONTHS_IN_PLAY)]
        return torch.cat([found, *steps], dim=1)


class _Reader(nn.Module):
    """Splits a flat observation into what lies by month and the rest, both in small numbers."""

    most: Tensor
    wide: Tensor
    month_places: Tensor
    table_places: Tensor

    def __init__(self, game: Game) -> None:
        super().__init__()
        months, table = [], []
        for piece in game.layout.values():
            places = _by_month(game, piece)
            if places is None:
                table.append(np.arange(piece.start, piece.start + piece.size))
            else:
                months.append(places)
        month_places = np.concatenate(months, axis=1)
        if game.family == "echobo":
            # A habit can lead from a month to the next: each month sees the others from itself on.
            around = [np.roll(month_places, -step, axis=0) for step in range(len(month_places))]
            month_places = np.concatenate(around, axis=1)
        most, wide = _scales(game)
        constants: dict[str, Any] = {
            "most": np.where(wide, np.log1p(most), most).astype(np.float32),
            "wide": wide,
            "month_places": month_places,
            "table_places": np.concatenate(table),
        }
        for name, value in constants.items():
            self.register_buffer(name, torch.as_tensor(value), persistent=False)
        self.any_wide = bool(wide.any())
        self.glance = _Glance(game) if game.family == "echobo" else None
        self.table_size = len(self.table_places) + (self.glance.size if self.glance else 0)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """``(batch, months, features)`` and ``(batch, features)``."""
        numbers = observation
        if self.any_wide:
            logarithms = numbers.sign() * numbers.abs().log1p()
            numbers = torch.where(self.wide, logarithms, numbers)
        numbers = numbers / self.most
        table = numbers[:, self.table_places]
        if self.glance is not None:
            table = torch.cat([table, self.glance(numbers)], dim=1)
        return numbers[:, self.month_places], table


# --- heads --------------------------------------------------------------------------------------


class _Joined(nn.Module):
    """Every month together with the context, without laying them side by side in memory."""

    def __init__(self, size: NetworkSize, out: int) -> None:
        super().__init__()
        self.month = nn.Linear(size.month, out)
        self.context = nn.Linear(size.context, out, bias=False)

    def forward(self, months: Tensor, context: Tensor) -> Tensor:
        return self.month(months) + self.context(context)[:, None, :]


class _CardHead(nn.Module):
    """Scores the 48 cards (or fewer in a small game)."""

    points: Tensor

    def __init__(self, game: Game, size: NetworkSize, actions: int) -> None:
        super().__init__()
        planes = [piece for piece in game.layout.values() if piece.shape == CARD_PLANE]
        points = torch.tensor(JU_MAI_POINTS.tolist()).reshape(CARD_PLANE) / 30
        self.register_buffer("points", points[..., None], persistent=False)
        self.planes, self.actions = len(planes), actions
        self.of_month = _Joined(size, size.card)
        self.of_card = nn.Linear(self.planes + 1, size.card, bias=False)
        self.score = nn.Linear(size.card, 1)

    def forward(self, months: Tensor, context: Tensor, features: Tensor) -> Tensor:
        cards = features[..., : self.planes * _CARDS_OF_MONTH]
        cards = cards.unflatten(-1, (self.planes, _CARDS_OF_MONTH)).transpose(-1, -2)
        cards = torch.cat([cards, self.points.expand(len(cards), -1, -1, -1)], dim=-1)
        here = self.of_month(months, context)
        hidden = torch.relu(here[:, :, None, :] + self.of_card(cards))
        return self.score(hidden).flatten(1)[:, : self.actions]


class _MonthHead(nn.Module):
    """Scores each month; actions beyond the months are scored from the context alone."""

    def __init__(self, size: NetworkSize, months: int, actions: int) -> None:
        super().__init__()
        self.hidden = _Joined(size, size.month)
        self.score = nn.Linear(size.month, 1)
        self.rest = nn.Linear(size.context, actions - months) if actions > months else None

    def forward(self, months: Tensor, context: Tensor, features: Tensor) -> Tensor:
        scores = self.score(torch.relu(self.hidden(months, context))).squeeze(-1)
        return scores if self.rest is None else torch.cat([scores, self.rest(context)], dim=1)


class _SubsetHead(nn.Module):
    """Scores each set of months: its months' scores, and what its size is worth."""

    members: Tensor

    def __init__(self, size: NetworkSize, months: int) -> None:
        super().__init__()
        self.month = _MonthHead(size, months, months)
        self.size = nn.Linear(size.context, months + 1)
        subsets = np.arange(2**months)[:, None] >> np.arange(months) & 1
        members = torch.as_tensor(subsets, dtype=torch.float32)
        self.register_buffer("members", members, persistent=False)

    def forward(self, months: Tensor, context: Tensor, features: Tensor) -> Tensor:
        scores = self.month(months, context, features) @ self.members.T
        return scores + self.size(context)[:, self.members.sum(dim=1).long()]


class _PlainHead(nn.Module):
    """Scores actions that are no cards: bets."""

    def __init__(self, size: NetworkSize, actions: int) -> None:
        super().__init__()
        self.score = nn.Linear(size.context, actions)

    def forward(self, months: Tensor, context: Tensor, features: Tensor) -> Tensor:
        return self.score(context)


def _head(game: Game, seat: int, size: NetworkSize, months: int) -> nn.Module:
    actions = game.action_counts[seat]
    kind = head_of(game, seat)
    if kind == "cards":
        return _CardHead(game, size, actions)
    if kind == "months":
        return _MonthHead(size, months, actions)
    if kind == "subsets":
        return _SubsetHead(size, months)
    return _PlainHead(size, actions)


# --- the network --------------------------------------------------------------------------------


class _Layer(nn.Module):
    """Joins the months into the context, and brings the context back to every month."""

    def __init__(self, size: NetworkSize, table: int) -> None:
        super().__init__()
        self.to_context = nn.Linear(2 * size.month + table, size.context)
        self.context = nn.Linear(size.context, size.context)
        self.back = _Joined(size, size.month)

    def forward(self, months: Tensor, table: Tensor) -> tuple[Tensor, Tensor]:
        together = torch.cat([months.mean(dim=1), months.amax(dim=1), table], dim=1)
        context = torch.relu(self.context(torch.relu(self.to_context(together))))
        return months + torch.relu(self.back(months, context)), context


class TableNet(nn.Module):
    """Scores of all actions of a seat, and what the position is worth to it.

    Depends on the rules (through the layout) and on the sort of seat. Scores of illegal actions
    mean nothing: mask them.
    """

    worth: Tensor

    def __init__(self, game: Game, seat: int, size: NetworkSize | None = None) -> None:
        super().__init__()
        self.size = size or NetworkSize()
        self.reader = _Reader(game)
        months, features = self.reader.month_places.shape
        worth = _worth_of_cards(game, months)
        self.register_buffer("worth", worth, persistent=False)
        table = self.reader.table_size
        wide = self.size.month
        self.month = nn.Sequential(
            nn.Linear(features + worth.shape[1], wide), nn.ReLU(), nn.Linear(wide, wide), nn.ReLU()
        )
        self.layers = nn.ModuleList(
            _Layer(self.size, table if first == 0 else self.size.context)
            for first in range(self.size.layers)
        )
        self.head = _head(game, seat, self.size, months)
        self.value = nn.Linear(self.size.context, 1)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """``(batch, actions)`` scores and ``(batch,)`` values."""
        months, context, features = self._read(observation)
        return self.head(months, context, features), self.value(context).squeeze(-1)

    def values(self, observation: Tensor) -> Tensor:
        """The ``(batch,)`` values alone."""
        return self.value(self._read(observation)[1]).squeeze(-1)

    def _read(self, observation: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What is known of every month and of the table, and the months as they were seen."""
        features, table = self.reader(observation.float())
        known = torch.cat([features, self.worth.expand(len(features), -1, -1)], dim=-1)
        months, context = self.month(known), table
        for layer in self.layers:
            months, context = layer(months, context)
        return months, context, features


def _worth_of_cards(game: Game, months: int) -> Tensor:
    """What tells the months apart where they are not alike: the points of their cards."""
    if game.family == "ju_mai":
        points = torch.tensor(JU_MAI_POINTS.tolist()).reshape(CARD_PLANE)
        return points / 30
    return torch.zeros(months, 0)
