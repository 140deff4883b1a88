"""Players for the games of ``hanafuda_envs``.

Importing this package makes them known by name wherever a face takes opponents.
"""

from hanafuda_agents.ju_mai import Greedy
from hanafuda_envs.opponents import register_opponent

__all__ = ["Greedy"]

register_opponent("greedy", Greedy, game="ju_mai")
