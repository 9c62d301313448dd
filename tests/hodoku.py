"""Solution paths of HoDoKu, another Sudoku program, parsed from its output.

HoDoKu is not part of this project: to compare with it, bring a jar of version 2.3 and Java. In its
output a puzzle begins at the margin, a step of its path after three spaces, and the continuation
lines of a long step after two.
"""

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engine import Grid

_STEP: Final = re.compile(r"   (\S.*)")
_PUZZLE: Final = re.compile(r"[0-9.]{81} ")
_KIND: Final = re.compile(r"(.*?)(?::| => | in (?:[rcb]\d)+ => )")
_SINGLES: Final = frozenset({"Full House", "Naked Single", "Hidden Single"})


class Told(NamedTuple):
    """A step beyond singles, in the words of the program that took it."""

    kind: str
    text: str
    is_branched: bool


def solved(jar: Path, grids: Sequence[Grid]) -> list[list[Told]]:
    """The steps beyond singles of each puzzle; raises CalledProcessError if the jar fails."""
    with tempfile.TemporaryDirectory() as folder:
        puzzles, answers = Path(folder, "puzzles"), Path(folder, "answers")
        puzzles.write_text("".join(f"{grid}\n" for grid in grids), "utf-8")
        # Options that somebody has saved in HoDoKu's window would otherwise apply here.
        java = ["java", "-Djava.awt.headless=true", f"-Djava.io.tmpdir={folder}", "-jar"]
        # HoDoKu takes an argument that begins with a slash for an option, so file names are
        # relative.
        command = [*java, str(jar.resolve()), "/bs", puzzles.name, "/vp", "/o", answers.name]
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
        found = read(answers.read_text("utf-8"))
    if len(found) != len(grids):
        raise ValueError(f"{len(found)} paths of {len(grids)} puzzles")
    return found


def read(answers: str) -> list[list[Told]]:
    """The steps beyond singles of each puzzle in an output."""
    texts: list[list[str]] = []
    for line in answers.splitlines():
        if _PUZZLE.match(line):
            texts.append([])
        elif step := _STEP.match(line):
            texts[-1].append(step[1])
        elif line:
            texts[-1][-1] += line.rstrip()
    found = [[_told(text) for text in path] for path in texts]
    return [[step for step in path if step.kind not in _SINGLES] for path in found]


def _told(text: str) -> Told:
    kind = match[1] if (match := _KIND.match(text)) else text
    return Told(kind, text, kind.startswith("Forcing"))
