"""``compare``: play a contest and tell its result."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hanafuda_envs.chance import check_seed
from hanafuda_envs.game import Game
from hanafuda_envs.games import make_game
from hanafuda_envs.opponents import Opponent
from hanafuda_training.arena.contest import Match, make_contest
from hanafuda_training.arena.progress import Progress
from hanafuda_training.arena.replays import write_replays
from hanafuda_training.arena.result import Result, evaluate
from hanafuda_training.arena.runner import Plan, available_cpus, chunk_size, run
from hanafuda_training.arena.store import Store, stored_chunk_size, write_whole

__all__ = ["compare"]


def compare(
    game: str | Game,
    players: Sequence[str | Opponent],
    *,
    games: int = 2000,
    options: Mapping[str, Any] | None = None,
    precision: float | None = None,
    seed: int = 0,
    workers: int | None = 1,
    out: str | Path | None = None,
    fixed: Mapping[str, str | Opponent] | None = None,
    mode: str = "pairs",
    time_limit: float | None = None,
    fine: float = 10.0,
    chunk: int | None = None,
    replays: int = 0,
    progress: bool = True,
) -> Result:
    """Let players play each other on the same deals, and say how sure the result is.

    :param game: a game, or the name of one; ``options`` are its options
    :param players: the contestants: specs (``"greedy"``, ``"search:rollouts=200"``) or callables
        ``(observation, action_mask) -> action``
    :param games: how many games each pair (or the table) plays at most, rounded up to whole chunks
    :param precision: stop a pair earlier, once the half-width of its 95 % interval is not above
        this: in score (0 to 1) in Jū Mai, in chips a round or game elsewhere
    :param seed: the same seed gives the same result, whatever ``workers`` is
    :param workers: processes that play; ``None`` for one a processor, 1 for this one alone. A
        script that uses more needs the usual ``if __name__ == "__main__":``
    :param out: a folder that keeps every chunk and the result; the same call goes on from there
    :param fixed: who sits in seats that are not contested, by agent or role:
        ``{"dealer": "cycles"}``
    :param mode: ``"pairs"``: every two contestants for themselves; ``"table"``: all at one table
    :param time_limit: seconds for a decision; a player's first one in a process is off the clock
    :param fine: chips that a forfeit costs where games are for chips
    :param chunk: deals that are played and stored together; by default a fitting number
    :param replays: how many games of each match to write as replays, into ``replays`` in ``out``
    :param progress: whether to say on stderr how it goes

    Mistakes in the arguments are a ``ValueError`` before anything is played.
    """
    if isinstance(game, str):
        game = make_game(game, **(options or {}))
    elif options:
        raise ValueError("options belong to the name of a game: this one has its own already")
    plan = Plan(_positive("games", games), _check_precision(precision))
    workers = available_cpus() if workers is None else _positive("workers", workers)
    folder = None if out is None else Path(out)
    _check_replays(replays, folder)

    def chunk_of(match: Match) -> int:
        if chunk is not None:
            return _positive("chunk", chunk)
        stored = None if folder is None else stored_chunk_size(folder)
        return chunk_size(match, plan.games) if stored is None else stored

    contest = make_contest(game, players, fixed, mode, check_seed(seed), chunk_of, time_limit, fine)
    store = Store(contest, folder)
    with Progress(contest, quiet=not progress) as watcher:
        chunks = run(contest, plan, store, workers, watcher)
    result = evaluate(contest, store.setup, chunks)
    if folder is not None:
        write_whole(folder / "result.json", result.to_json())
        write_whole(folder / "result.md", result.to_markdown())
        _save_picture(result, folder / "result.png", watcher)
        if replays:
            write_replays(contest, min(replays, plan.games), folder)
    return result


def _save_picture(result: Result, path: Path, watcher: Progress) -> None:
    try:
        result.save_picture(path)
    except ImportError:
        watcher.say(f"without matplotlib there is no {path.name}")


def _check_replays(replays: int, folder: Path | None) -> None:
    if replays != 0:
        _positive("replays", replays)
        if folder is None:
            raise ValueError(f"replays={replays} need a folder to be kept in: say which with out")


def _positive(name: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or value < 1:
        raise ValueError(f"{name}={value!r} is not possible: allowed is an integer from 1")
    return int(value)


def _check_precision(precision: float | None) -> float | None:
    if precision is not None and not precision > 0:
        raise ValueError(f"precision={precision!r} is not possible: allowed is more than 0")
    return precision
