"""Measure this library and its peers on this machine, and write a table, JSON and a plot."""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

import report
from peers_env import prepare, ready

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RESULTS = HERE / "results"
DOCS = ROOT / "docs"
JSON = RESULTS / "bench.json"
PICTURE = RESULTS / "bench.png"
PEERS = ROOT / ".venv-peers"
PATIENCE = 300  # seconds that a row may take on top of what it measures

ABOUT = """\
The first run makes an environment for the peers in .venv-peers (about 900 MB); where that is not
possible, this library alone is measured. Rows are measured one process at a time, on one core,
in several rounds over all rows, so that a busy moment of the machine does not hit one row alone.
Ctrl-C stops early and keeps what was measured.

Written to benchmarks/results: bench.json (all values), bench.md (tables), bench.png (plot).

examples:
  python benchmarks/bench.py                        everything, about ten minutes
  python benchmarks/bench.py --quick                everything once, briefly: about two minutes
  python benchmarks/bench.py --no-peers             this library alone
  python benchmarks/bench.py --rows 'ju_mai*'       some rows (--list shows their names)
  python benchmarks/bench.py --docs                 everything, and renew docs/benchmarks.md
  python benchmarks/bench.py --report --docs        the same from the last run, without measuring
"""


IN_DOCS = {
    "list": (report.MAIN + report.BATCH, "openspiel_crazy_eights_list"),
    "array": (report.MAIN + report.BATCH, "openspiel_crazy_eights"),
    "single": (f"{report.MAIN}_batch_1", "openspiel_crazy_eights"),
    "aec": (f"{report.MAIN}_aec", "pettingzoo_leduc"),
    "aec_wrapped": (f"{report.MAIN}_aec_wrapped", "pettingzoo_leduc"),
}
"""The ratios that about.md names."""


class Script(NamedTuple):
    """One side of the comparison: which Python runs which script."""

    side: str
    python: Path
    path: Path

    def command(self, *arguments: str) -> list[str]:
        return [str(self.python), str(self.path), *arguments]


class Length(NamedTuple):
    """How long to measure."""

    rounds: int
    repeats: int
    seconds: float


FULL = Length(rounds=4, repeats=2, seconds=0.8)
QUICK = Length(rounds=1, repeats=3, seconds=0.3)


def say(line: str) -> None:
    print(line, flush=True)


# Measuring ----------------------------------------------------------------------------------------


def scripts(with_peers: bool) -> list[Script]:
    """Give both sides, the peers' environment made ready, or ours alone."""
    found = [Script("ours", Path(sys.executable), HERE / "ours.py")]
    if with_peers and (python := prepare(PEERS, say)):
        found.append(Script("peers", python, HERE / "peers.py"))
    return found


def listed(script: Script) -> list[str]:
    """Give the lines of ``--list``; each begins with the name of a row."""
    result = subprocess.run(script.command("--list"), capture_output=True, text=True, check=False)
    if result.returncode:
        raise SystemExit(f"{script.path.name} does not run with this Python:\n{result.stderr}")
    return result.stdout.splitlines()


def selected(sides: list[Script], patterns: list[str]) -> list[tuple[Script, str]]:
    """Give the rows whose names match one of the patterns, or all if there are none."""
    rows = [(script, line.split()[0]) for script in sides for line in listed(script)]
    if patterns:
        rows = [row for row in rows if any(fnmatch(row[1], pattern) for pattern in patterns)]
    if not rows:
        raise SystemExit(f"no row is called {' or '.join(patterns)}; --list shows their names")
    return rows


def measure(script: Script, row: str, length: Length) -> dict[str, Any]:
    """Measure one row in a process of its own; a failure is told in "error"."""
    options = ["--seconds", str(length.seconds), "--repeats", str(length.repeats)]
    patience = PATIENCE + length.seconds * length.repeats
    try:
        result = subprocess.run(
            script.command(row, *options),
            capture_output=True,
            text=True,
            timeout=patience,
            check=True,
        )
        return json.loads(result.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        return {"row": row, "error": f"not finished within {patience:.0f} s"}
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or ["no message"])[-1]
        return {"row": row, "error": f"exit status {error.returncode}: {last}"}


def measure_all(rows: list[tuple[Script, str]], length: Length, run: dict[str, Any]) -> None:
    """Measure all rows round by round into ``run``, which is saved after each."""
    found: dict[str, dict[str, Any]] = {}
    start = time.monotonic()
    for number in range(1, length.rounds + 1):
        for place, (script, row) in enumerate(rows, 1):
            if "error" in found.get(row, {}):
                continue
            result = measure(script, row, length) | {"side": script.side}
            result["values"] = found.get(row, {}).get("values", []) + result.get("values", [])
            found[row] = result
            run["rows"] = list(found.values())
            save(run)
            say(f"round {number} of {length.rounds}, {place:2} of {len(rows)}  {news(result)}")
        left = (time.monotonic() - start) / number * (length.rounds - number) / 60
        if left:
            say(f"about {left:.1f} min to go")


def news(result: dict[str, Any]) -> str:
    if "error" in result:
        return f"{result['row']}: {result['error']}"
    return f"{result['row']}: {report.short(report.middle(result))} {result['unit']}"


def cpu_model() -> str:
    """Give the name of the processor, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def new_run(length: Length) -> dict[str, Any]:
    machine = {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "date": datetime.now(UTC).date().isoformat(),
    }
    return {"machine": machine, "settings": length._asdict(), "complete": False, "rows": []}


def measured_run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Measure what the command line asks for; Ctrl-C ends it early."""
    length = QUICK if arguments.quick else FULL
    sides = scripts(with_peers=not arguments.no_peers)
    rows = selected(sides, arguments.rows)
    run = new_run(length)
    try:
        measure_all(rows, length, run)
        run["complete"] = len(sides) == 2 and not arguments.rows
    except KeyboardInterrupt:
        say("\nstopped; what was measured is kept")
    return run


# Writing ------------------------------------------------------------------------------------------


def save(run: dict[str, Any]) -> None:
    """Write bench.json, never half of it."""
    RESULTS.mkdir(exist_ok=True)
    ratios = [
        {"row": one, "against": other, "ratio": round(ratio, 4)}
        for (one, other), ratio in report.ratios(run["rows"]).items()
    ]
    half = JSON.with_suffix(".part")
    half.write_text(json.dumps(run | {"ratios": ratios}, indent=1, ensure_ascii=False) + "\n")
    half.replace(JSON)


def draw() -> bool:
    """Draw bench.json with the peers' Python, which has matplotlib; say so if it cannot."""
    python = ready(PEERS)
    if python is None:
        say("no plot: it is drawn with the peers' environment, which is not there")
        return False
    command = [str(python), str(HERE / "plot.py"), str(JSON), str(PICTURE)]
    if subprocess.run(command, check=False).returncode:
        say("no plot: see above")
        return False
    return True


def write_docs(run: dict[str, Any]) -> None:
    """Put a full run with its plot into docs; about.md has the text around the numbers."""
    ratios = report.ratios(run["rows"])
    words = {name: report.times(ratios[pair]) for name, pair in IN_DOCS.items()}
    about = (HERE / "about.md").read_text().format(**words)
    DOCS.mkdir(exist_ok=True)
    (DOCS / "benchmarks.md").write_text(about + report.markdown(run, "benchmarks.png"))
    shutil.copy(PICTURE, DOCS / "benchmarks.png")
    say(f"written: {DOCS / 'benchmarks.md'} and benchmarks.png")


def fit_for_docs(run: dict[str, Any]) -> bool:
    """Say whether this was a full run that measured all that the text in docs speaks of."""
    full = run["complete"] and run["settings"] == FULL._asdict()
    return full and report.ratios(run["rows"]).keys() >= set(IN_DOCS.values())


def publish(run: dict[str, Any], docs: bool) -> None:
    """Print the tables, and write them and the plot."""
    if not report.measured(run["rows"]):
        raise SystemExit("nothing was measured")
    save(run)
    print(f"\n{report.text(run)}\n")
    (RESULTS / "bench.md").write_text("# Benchmark\n\n" + report.markdown(run, PICTURE.name))
    drawn = draw()
    say(f"written: {RESULTS}")
    if docs and drawn and fit_for_docs(run):
        write_docs(run)
    elif docs:
        raise SystemExit("docs are left as they are: they need a full run with peers and plot")


# The command line ---------------------------------------------------------------------------------


def command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a short run, with rough numbers")
    parser.add_argument(
        "--rows", nargs="+", default=[], metavar="NAME", help="only these; * stands for anything"
    )
    parser.add_argument("--no-peers", action="store_true", help="measure this library alone")
    parser.add_argument("--list", action="store_true", help="list the rows and stop")
    parser.add_argument(
        "--report", action="store_true", help="measure nothing: tables and plot of the last run"
    )
    parser.add_argument("--docs", action="store_true", help="renew docs/benchmarks.md and its plot")
    return parser.parse_args()


def main() -> None:
    """Measure or read a run, then show and write it."""
    arguments = command_line()
    if arguments.list:
        for script in scripts(with_peers=not arguments.no_peers):
            print("\n".join(listed(script)))
        return
    if not arguments.report:
        run = measured_run(arguments)
    elif JSON.exists():
        run = json.loads(JSON.read_text())
    else:
        raise SystemExit("there are no results yet: leave out --report to measure")
    publish(run, arguments.docs)


if __name__ == "__main__":
    main()
