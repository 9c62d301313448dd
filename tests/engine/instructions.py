"""Fails when the C core takes more instructions than it took before.

`python -m tests.engine.instructions` compiles the core and compares. Valgrind counts the
instructions, so a busy machine does not matter; vectors are 128 and 256 bits wide, because valgrind
knows no wider ones. The counts depend on the compiler, so instructions.json has them for each
compiler; `--store` writes those of the present one there. A compiler without stored counts is
compared, with a looser tolerance, with another one for the same kind of processor; on an unknown
kind of processor nothing is compared, and the last line says so.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

HERE: Final = Path(__file__).parent
BASELINE: Final = HERE / "instructions.json"
TOLERANCE: Final = 0.02
LOOSE: Final = 0.25  # gcc 12 and clang 14 differ by 15 % in one work, by 2 % in most
WORKS: Final = (
    "solve 9x9",
    "solve hard 9x9",
    "generate 9x9",
    "solve 16x16",
    "generate 16x16",
    "learn 25x25",
)
WIDTHS: Final = (128, 256)


def flags() -> list[str]:
    """The compiler's flags for the extension."""
    project = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text("utf-8"))
    modules = project["tool"]["setuptools"]["ext-modules"]
    (module,) = (module for module in modules if module["name"] == "engine._core")
    return list(module["extra-compile-args"])


def count(compiler: str) -> dict[str, float]:
    """The instructions of each work at each width, in millions, when compiled at this moment."""
    with TemporaryDirectory() as folder:
        program = Path(folder) / "work"
        source = HERE / "instructions.c"
        subprocess.run([compiler, *flags(), "-o", program, source], check=True)
        counted: dict[str, float] = {}
        for work, width in product(WORKS, WIDTHS):
            command = ["valgrind", "--tool=callgrind", "--toggle-collect=measured"]
            command += [f"--callgrind-out-file={folder}/out", str(program), work, str(width)]
            ended = subprocess.run(command, check=True, capture_output=True, text=True)
            (collected,) = re.findall(r"Collected : (\d+)", ended.stderr)
            counted[f"{work}, {width} bits"] = round(int(collected) / 10**6, 1)
    return counted


def version(compiler: str) -> str:
    """The name and version of a compiler, and the processor."""
    shown = subprocess.run([compiler, "--version"], check=True, capture_output=True, text=True)
    machine = os.uname().machine
    return f"{shown.stdout.splitlines()[0].partition(' ')[2]}, {machine}"


def main(arguments: list[str]) -> int:
    compiler = os.environ.get("CC", "cc")
    known: dict[str, dict[str, float]] = json.loads(BASELINE.read_text("utf-8"))
    name, counted = version(compiler), count(compiler)
    if arguments == ["--store"]:
        known[name] = counted
        BASELINE.write_text(json.dumps(known, indent=2) + "\n", "utf-8")
    tolerance, standard = TOLERANCE, name
    if name not in known:
        tolerance = LOOSE
        alike = (other for other in known if other.split()[-1] == name.split()[-1])
        standard = next(alike, "")
    sys.stdout.write(f"{name}: millions of instructions\n")
    slower = 0
    for work, now in counted.items():
        change = now / known[standard][work] - 1 if standard else 0.0
        slower += change > tolerance
        shown = f"{change:+8.2%}" if standard else ""
        verdict = " too many" if change > tolerance else ""
        sys.stdout.write(f"{work:28} {now:10,.1f} {shown}{verdict}\n")
    if not standard:
        sys.stdout.write("not compared: no counts are stored for such a processor (--store does)\n")
    elif standard != name:
        sys.stdout.write(f"held to {LOOSE:.0%} above {standard}, as no own are stored\n")
    return min(slower, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
