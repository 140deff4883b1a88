"""How many pictures a second ``rgb_array`` gives: ``python benchmarks/pictures.py``."""

import time

import numpy as np

from hanafuda_envs import GAMES, make_game, to_pixels

SECONDS = 1.0


def rate(name: str) -> tuple[float, float]:
    """Pictures a second over whole episodes of random play: on average, and of the slowest."""
    rng = np.random.default_rng(0)
    game = make_game(name)
    position = game.new(seed=0)
    to_pixels(position)  # reads the atlas and compiles
    times: list[float] = []
    while sum(times) < SECONDS:
        if position.over:
            position = game.new(seed=len(times))
        position.apply(int(rng.choice(position.legal())))
        begun = time.perf_counter()
        to_pixels(position, view=game.agents[0])
        times.append(time.perf_counter() - begun)
    return len(times) / sum(times), 1 / float(np.quantile(times, 0.99))


if __name__ == "__main__":
    print("| game | pictures a second | 99 of 100 faster than |")
    print("|---|---:|---:|")
    for name in GAMES:
        mean, slowest = rate(name)
        print(f"| `{name}` | {mean:.0f} | {slowest:.0f} |")
