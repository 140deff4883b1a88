"""Build PufferLib's TripleTriad, and nothing else of PufferLib, into the running environment.

    python build_tripletriad.py [--source FOLDER]

Why not ``pip install pufferlib``: its setup needs PyTorch, fetches Raylib and Box2D builds from
elsewhere, compiles every environment, and pins NumPy and PettingZoo to versions older than the
other peers take. TripleTriad needs none of that at run time. The source archive already holds
the Raylib library it is linked with, so one call of the C compiler is enough.

What is measured stays PufferLib's own: the C source, its Python class and its binding are used as
they are, compiled with the optimisation flags of its setup file. Where a full PufferLib is
installed, this script is not needed and refuses to run.

Linux on x86-64 only; needs a C compiler, ``numpy``, ``gym`` and ``gymnasium``.
"""

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

RELEASE = "3.0.0"
RAYLIB = "raylib-5.5_linux_amd64"
TRIPLETRIAD = "ocean/tripletriad"
PARTS = ("", "environments", "ocean", TRIPLETRIAD)  # folders whose modules are imported


def unpack_source(folder: Path) -> Path:
    """Let pip fetch and unpack the source archive into ``folder``, and return where it is.

    pip insists on running the setup file, which is expected to stop at once (no PyTorch here);
    by then the archive is unpacked, and ``--no-clean`` keeps it.
    """
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-build-isolation"]
    command += ["--no-clean", "--no-binary", "pufferlib", "--dest", str(folder)]
    command += [f"pufferlib=={RELEASE}"]
    environment = os.environ | {"TMPDIR": str(folder)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    for setup in folder.glob("*/pufferlib_*/setup.py"):
        return setup.parent
    raise SystemExit(f"pip did not unpack the source of pufferlib {RELEASE}:\n{result.stdout}")


def compile_binding(source: Path, output: Path) -> None:
    """Compile the C source of TripleTriad into the extension module ``output``."""
    import numpy as np

    binding = source / "pufferlib" / TRIPLETRIAD / "binding.c"
    command = [os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O2", "-flto", "-fwrapv"]
    command += ["-DNDEBUG", "-DPLATFORM_DESKTOP", "-Wl,-Bsymbolic-functions"]
    command += ["-DNPY_NO_DEPRECATED_API=NPY_1_7_API_VERSION"]
    command += [f"-I{np.get_include()}", f"-I{sysconfig.get_path('include')}"]
    command += [f"-I{source / RAYLIB / 'include'}", str(binding)]
    command += [str(source / RAYLIB / "lib" / "libraylib.a"), "-lm", "-o", str(output)]
    subprocess.run(command, check=True)


def install(source: Path, binding: Path, target: Path) -> None:
    """Copy the Python modules needed, and the compiled binding, to ``target``."""
    for part in PARTS:
        (target / part).mkdir(parents=True, exist_ok=True)
        for module in (source / "pufferlib" / part).glob("*.py"):
            shutil.copy(module, target / part)
    shutil.copy(binding, target / TRIPLETRIAD)


def note_version(site: Path) -> None:
    """Leave the metadata by which pip and importlib know, and can remove, the package."""
    info = site / f"pufferlib-{RELEASE}.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: pufferlib\nVersion: {RELEASE}\n")
    (info / "INSTALLER").write_text("build_tripletriad\n")
    files = [*(site / "pufferlib").rglob("*"), *info.iterdir(), info / "RECORD"]
    names = [path.relative_to(site).as_posix() for path in files if not path.is_dir()]
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in names))


def main() -> None:
    """Fetch, copy, compile."""
    parser = argparse.ArgumentParser(description="Build PufferLib's TripleTriad alone.")
    parser.add_argument("--source", type=Path, help="an unpacked source archive, if at hand")
    arguments = parser.parse_args()
    if importlib.util.find_spec("pufferlib"):
        raise SystemExit("pufferlib is installed already")
    site = Path(sysconfig.get_path("platlib"))
    with tempfile.TemporaryDirectory() as folder:
        source = arguments.source or unpack_source(Path(folder))
        binding = Path(folder) / f"binding{sysconfig.get_config_var('EXT_SUFFIX')}"
        compile_binding(source, binding)  # first, so that a failure leaves nothing behind
        install(source, binding, site / "pufferlib")
    note_version(site)
    print(f"TripleTriad of pufferlib {RELEASE} is in {site / 'pufferlib'}")


if __name__ == "__main__":
    main()
