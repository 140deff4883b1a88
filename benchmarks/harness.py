"""What ours.py and peers.py share: rows, the clock, and the command line.

A script brings a table of rows; ``main`` measures one of them in this process, pinned to one
core, and prints one line of JSON. Only the standard library is imported here, so that nothing
is loaded before the process is pinned.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")

Runner = Callable[[float, int], float]
"""One measurement of about so many seconds, from a seed: the value in the unit of its row."""


class Row(NamedTuple):
    """One row of the table: how to make its runner, and what to print about it."""

    make: Callable[[], Runner]
    label: str
    how: str
    packages: tuple[str, ...]
    n: int = 1
    unit: str = "steps/s"


def pin_to_one_core() -> None:
    """Leave this process one core, and ask every library for one thread. Call before imports."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for name in ONE_THREAD:
        os.environ[name] = "1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def rate(advance: Callable[[], int], seconds: float) -> float:
    """Call ``advance``, which returns how many steps it took, for so long: steps per second.

    The clock is read once per call, and the last call is finished and counted.
    """
    steps = 0
    start = time.perf_counter()
    while True:
        steps += advance()
        elapsed = time.perf_counter() - start
        if elapsed >= seconds:
            return steps / elapsed


def installed(packages: tuple[str, ...]) -> dict[str, str]:
    """Give the installed version of each package."""
    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "of unknown version"
    return found


def measure(name: str, row: Row, seconds: float, repeats: int) -> dict[str, Any]:
    """Set one row up here, warm it up, then measure it ``repeats`` times.

    A row that fails gives "error" in place of the values.
    """
    about = {"row": name, "label": row.label, "how": row.how, "n": row.n, "unit": row.unit}
    try:
        run = row.make()
        run(min(1.0, seconds), 0)
        values = [round(run(seconds, seed), 3) for seed in range(1, repeats + 1)]
    except Exception as error:  # whatever a row fails with is what it has to say
        return about | {"error": f"{type(error).__name__}: {error}"}
    return about | {"versions": installed(row.packages), "values": values}


def main(description: str, make_rows: Callable[[], Mapping[str, Row]]) -> None:
    """Read the command line, measure one row, print one line."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("row", nargs="?", metavar="ROW", help="the row to measure")
    parser.add_argument("--list", action="store_true", help="list the rows and stop")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of one repeat")
    parser.add_argument("--repeats", type=int, default=5, help="how many values to give")
    arguments = parser.parse_args()
    pin_to_one_core()
    rows = make_rows()
    if arguments.list:
        for name, row in rows.items():
            print(f"{name:32} {row.label}; {row.how}")
    elif arguments.row not in rows:
        parser.error("name a row, or use --list to see them")
    else:
        row = rows[arguments.row]
        print(json.dumps(measure(arguments.row, row, arguments.seconds, arguments.repeats)))
