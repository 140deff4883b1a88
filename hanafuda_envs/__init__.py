"""Reinforcement-learning environments for traditional hanafuda games.

``make_game("ju_mai")`` gives the game itself: positions to think about and batches of
thousands. ``ju_mai_v0.env()`` is the PettingZoo environment, ``gymnasium.make(
"hanafuda/JuMai-v0")`` the one for a single learner, ``make_vec("ju_mai", 64)`` many of those.
"""

from importlib.metadata import version

from hanafuda_envs.batch import Batch
from hanafuda_envs.errors import GameOverError, IllegalActionError, NotStartedError
from hanafuda_envs.game import Game
from hanafuda_envs.games import GAMES, make_game
from hanafuda_envs.opponents import register_opponent
from hanafuda_envs.position import Position
from hanafuda_envs.registration import register_all
from hanafuda_envs.render import to_pixels, to_svg, to_text
from hanafuda_envs.replay import Replay, ReplayError
from hanafuda_envs.vector import make_vec

__all__ = [
    "GAMES",
    "Batch",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "NotStartedError",
    "Position",
    "Replay",
    "ReplayError",
    "make_game",
    "make_vec",
    "register_opponent",
    "to_pixels",
    "to_svg",
    "to_text",
]

__version__ = version("hanafuda-envs")

register_all()
