"""The names under which Gymnasium and PettingZoo know the games."""

import gymnasium
import pettingzoo

from hanafuda_envs.games import GAMES

__all__ = ["gymnasium_id", "pettingzoo_id", "register_all"]


def gymnasium_id(name: str) -> str:
    """As "hanafuda/JuMai-v0" for "ju_mai"."""
    camel = "".join(word.capitalize() for word in name.split("_"))
    return f"hanafuda/{camel}-v{GAMES[name].rules_class.version}"


def pettingzoo_id(name: str) -> str:
    """As "hanafuda/ju_mai-v0" for "ju_mai"."""
    return f"hanafuda/{name}-v{GAMES[name].rules_class.version}"


def register_all() -> None:
    """Register every game with Gymnasium, and with PettingZoo where it has a registry."""
    for name, game in GAMES.items():
        gymnasium.register(
            gymnasium_id(name),
            entry_point="hanafuda_envs.single:SingleEnv",
            vector_entry_point="hanafuda_envs.vector:VectorGame",
            kwargs={"game": name},
            # The games check order and legality themselves, at a fraction of the cost.
            order_enforce=False,
            disable_env_checker=True,
        )
        if hasattr(pettingzoo, "register"):  # since 1.27
            module = f"hanafuda_envs.{name}_v{game.rules_class.version}"
            pettingzoo.register("aec", pettingzoo_id(name), f"{module}:env")
            if game.simultaneous:
                pettingzoo.register("parallel", pettingzoo_id(name), f"{module}:parallel_env")
