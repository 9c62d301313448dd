"""Says where something easier shows beside a technique: `python -m tests.positions`.

A line for each technique: how many of its positions for practice there are, and in how many of them
a technique that is asked for earlier has a step. It fails above MOST_BESIDE, but for those of
`NEVER_ALONE`. With `--write FOLDER` it writes the positions once the easier steps were taken, and
leaves out those in which the technique shows no more.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.positions.alone import NEVER_ALONE, alone, easier_step
from engine.positions.practice_search import MOST_GONE
from engine.practice import Position, positions
from engine.search.budget import Budget
from engine.techniques import TAUGHT, Technique

MOST_BESIDE: Final = 0.05
SECONDS: Final = 10.0


def beside(technique: Technique, known: Sequence[Position]) -> int:
    """In how many positions something easier shows."""
    return sum(easier_step(position.state, technique) is not None for position in known)


def is_good(technique: Technique) -> bool:
    """Whether something easier shows in few enough positions of a technique."""
    known = positions(technique)
    return technique in NEVER_ALONE or beside(technique, known) <= MOST_BESIDE * len(known)


def _alone(technique: Technique) -> list[Position]:
    budget = Budget(SECONDS, MOST_GONE)
    found = (alone(technique, position, budget) for position in positions(technique))
    return [position for position in found if position]


def main(arguments: Sequence[str]) -> bool:
    parser = ArgumentParser(prog="python -m tests.positions")
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    folder = parser.parse_args(arguments).write
    for technique in TAUGHT:
        known = positions(technique)
        if folder and (found := _alone(technique)):
            lines = "".join(f"{position}\n" for position in found)
            (folder / f"{technique}.txt").write_text(lines, "utf-8")
        note = "never alone" if technique in NEVER_ALONE else ""
        sys.stdout.write(f"{technique:28}{len(known):4}{beside(technique, known):4} {note}\n")
    return all(map(is_good, TAUGHT))


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:]))
