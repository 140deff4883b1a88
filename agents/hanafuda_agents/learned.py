"""Learned players: a network that answers, kept as safetensors and JSON.

A player is a folder with ``player.json`` (game, rules, network, how it was made) and
``player.safetensors`` (weights). Loading one reads numbers and runs no code from it.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hanafuda_envs.chance import check_seed
from hanafuda_envs.game import Game
from hanafuda_envs.games import make_game
from hanafuda_envs.opponents import Entry, role_of

if TYPE_CHECKING:
    from hanafuda_agents.network import TableNet

__all__ = [
    "LearnedPlayer",
    "PlayerError",
    "is_shipped",
    "load_player",
    "make_shipped",
    "read_folder",
    "save_player",
    "shipped",
]

CARD, WEIGHTS = "player.json", "player.safetensors"
FORMAT = 1
MODELS = Path(__file__).parent / "models"


class PlayerError(ValueError):
    """What should be a learned player is missing, damaged, or made for something else."""


class LearnedPlayer:
    """Plays by a network, without search.

    With ``sampled`` it draws its action by the network's probabilities, reproducibly after
    ``reset(seed)``; else it takes the best.
    """

    def __init__(self, game: Game, net: "TableNet", *, sampled: bool = False) -> None:
        self.game, self.net, self.sampled = game, net.eval(), sampled
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Begin anew: lots depend on this seed and on how often the player was asked since."""
        self.seed, self._calls = check_seed(seed), 0

    def __call__(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        return int(self.batch(observation[np.newaxis], action_mask[np.newaxis])[0])

    def batch(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """The player's actions in many positions."""
        scores, _ = self._scores(observations, action_masks)
        if self.sampled:
            lots = np.random.default_rng([self.seed, self._calls]).random(scores.shape, np.float32)
            scores = scores - np.log(-np.log(lots.clip(1e-12, 1 - 1e-7)))
        self._calls += 1
        return scores.argmax(axis=1)

    def explain(self, observation: np.ndarray, action_mask: np.ndarray) -> dict[str, Any]:
        """How likely each action is to this player, and what it expects from the position."""
        scores, values = self._scores(observation[np.newaxis], action_mask[np.newaxis])
        shares = np.exp(scores[0] - scores[0].max())
        return {"probabilities": shares / shares.sum(), "value": float(values[0])}

    def _scores(
        self, observations: np.ndarray, action_masks: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        import torch

        with torch.inference_mode():
            # Copied: torch warns of arrays that are read-only.
            scores, values = self.net(torch.from_numpy(np.array(observations)))
        legal = np.asarray(action_masks, dtype=bool)
        return np.where(legal, scores.numpy(), -np.inf), values.numpy()


# --- files --------------------------------------------------------------------------------------


def save_player(
    folder: Path,
    game: Game,
    net: "TableNet",
    *,
    seat: int,
    sampled: bool = False,
    made: Mapping[str, Any] | None = None,
) -> None:
    """Write a player; an older one in this folder is replaced at once or not at all.

    ``made`` is kept with it: recipe, seed, time, results.
    """
    from safetensors.torch import save

    weights = save({name: value.contiguous() for name, value in net.state_dict().items()})
    card = {
        "format": FORMAT,
        "game": game.name,
        "version": game.rules.version,
        "options": game.rules.as_dict(),
        "rules": game.rules.digest,
        "role": role_of(game.agents[seat]),
        "network": net.size.as_dict(),
        "sampled": sampled,
        "weights": hashlib.sha256(weights).hexdigest(),
        "made": dict(made or {}),
    }
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
    # The card last: it names the weights by their digest, so a torn pair is found out.
    for name, data in ((WEIGHTS, weights), (CARD, text.encode())):
        beside = folder / (name + ".part")
        beside.write_bytes(data)
        beside.replace(folder / name)


def read_card(folder: Path) -> dict[str, Any]:
    """What a folder says of its player."""
    path = folder / CARD
    try:
        card = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise PlayerError(f"{folder} holds no learned player: there is no {CARD}") from None
    except (ValueError, OSError) as error:
        raise PlayerError(f"{path} cannot be read: {error}") from None
    wanted = {"format": int, "game": str, "options": dict, "rules": str, "network": dict}
    for key, kind in (wanted | {"role": str, "sampled": bool, "weights": str}).items():
        if not isinstance(card, dict) or not isinstance(card.get(key), kind):
            raise PlayerError(f"{path} is damaged: {key!r} is missing or no {kind.__name__}")
    if card["format"] != FORMAT:
        raise PlayerError(
            f"{path} is of format {card['format']}, and this version reads format {FORMAT}"
        )
    return card


def load_player(folder: Path | str, game: Game, *, sampled: bool | None = None) -> LearnedPlayer:
    """The player in a folder, for the game that it was trained for; else a ``PlayerError``.

    ``sampled`` overrides whether it draws its actions or takes the best.
    """
    if sampled not in (None, True, False):
        raise PlayerError(f"sampled={sampled!r} is not possible: allowed is true or false")
    folder = Path(folder)
    card = read_card(folder)
    if card["game"] != game.name or card["rules"] != game.rules.digest:
        raise PlayerError(f"{folder} was trained for {_rules_of(card)}, and not for {_told(game)}")
    net = _read_weights(folder / WEIGHTS, card, game)
    return LearnedPlayer(game, net, sampled=card["sampled"] if sampled is None else sampled)


def _read_weights(path: Path, card: dict[str, Any], game: Game) -> "TableNet":
    try:
        import torch
        from safetensors import SafetensorError
        from safetensors.torch import load

        from hanafuda_agents.network import NetworkSize, TableNet
    except ImportError as missing:
        raise PlayerError(
            f"learned players need {missing.name}: pip install 'hanafuda-envs[train]'"
        ) from None
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PlayerError(f"{path} cannot be read: {error.strerror}") from None
    if hashlib.sha256(data).hexdigest() != card["weights"]:
        raise PlayerError(f"{path} is damaged, or not the one that {CARD} beside it tells of")
    try:
        with torch.random.fork_rng(devices=[]):  # a new network draws weights: not at others' cost
            net = TableNet(game, _seat_of(game, card["role"]), NetworkSize(**card["network"]))
        net.load_state_dict(load(data))
    except (SafetensorError, RuntimeError, TypeError, KeyError) as error:
        raise PlayerError(f"{path} does not fit the network of this version: {error}") from None
    return net


def _seat_of(game: Game, role: str) -> int:
    for seat, agent in enumerate(game.agents):
        if role_of(agent) == role:
            return seat
    raise PlayerError(f"{game.name} has no {role}")


def _rules_of(card: dict[str, Any]) -> str:
    try:
        return _told(make_game(card["game"], **card["options"]), card["rules"])
    except ValueError:
        return f"{card['game']!r} with options of another version (rules {card['rules']})"


def _told(game: Game, digest: str | None = None) -> str:
    standard = type(game)().rules.as_dict()
    changed = {key: value for key, value in game.rules.as_dict().items() if value != standard[key]}
    options = ", ".join(f"{key}={value!r}" for key, value in changed.items()) or "default options"
    return f"{game.name} with {options} (rules {digest or game.rules.digest})"


# --- by name ------------------------------------------------------------------------------------


def read_folder(folder: Path) -> Entry:
    """The player in a folder, as an entry for ``hanafuda_envs.opponents``."""
    card = read_card(folder)
    return Entry(partial(_made, folder), f"learned, kept in {folder}", _limited_role(card))


def _made(folder: Path, game: Game, sampled: bool | None = None) -> LearnedPlayer:
    return load_player(folder, game, sampled=sampled)


def _limited_role(card: dict[str, Any]) -> str | None:
    """Its role, if there are seats with another one."""
    agents = make_game(card["game"], **card["options"]).agents
    return card["role"] if len({role_of(agent) for agent in agents}) > 1 else None


@cache
def shipped(game: str, role: str) -> dict[str, Path]:
    """The learned players of this package for a game and role, by the digest of their rules."""
    found = {}
    for folder in sorted(MODELS.iterdir()) if MODELS.is_dir() else []:
        if (folder / CARD).exists():
            card = read_card(folder)
            if (card["game"], card["role"]) == (game, role):
                found[card["rules"]] = folder
    return found


def is_shipped(role: str, game: Game) -> bool:
    """Whether this package has a player for these rules."""
    return game.rules.digest in shipped(game.name, role)


def make_shipped(role: str, game: Game, sampled: bool | None = None) -> LearnedPlayer:
    """The shipped player for these rules."""
    players = shipped(game.name, role)
    if not is_shipped(role, game):
        known = "; ".join(_rules_of(read_card(folder)) for folder in players.values())
        raise PlayerError(f"nobody has learned {_told(game)}: there is one for {known}")
    return load_player(players[game.rules.digest], game, sampled=sampled)
