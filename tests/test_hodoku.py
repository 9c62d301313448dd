"""HoDoKu's paths are parsed from its real output."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine import Geometry, Grid
from tests.hodoku import read, solved

PRINTED = f"""\
{"." * 81} #1 Extreme (5524)
   Naked Single: r4c3=9
   Locked Candidates Type 1 (Pointing): 4 in b2 => r1c89<>4
   Forcing Chain Contradiction in r8c6 => r1c9<>4
  r1c9=4 r2c8<>4 r2c2=4
  r1c9=4 r9c2<>4
   Bivalue Universal Grave + 1 => r2c1<>2, r2c1<>5
   Forcing Net Verity => r1c4<>6
  r1c4=6 r1c5<>6
   Full House: r2c2=6
{"1" * 81} #2 Easy (200)
   Hidden Single: r1c3=8
"""


def test_steps_beyond_singles_are_read_with_their_lines() -> None:
    first, second = read(PRINTED)
    assert second == []
    assert [(step.kind, step.is_branched) for step in first] == [
        ("Locked Candidates Type 1 (Pointing)", False),
        ("Forcing Chain Contradiction", True),
        ("Bivalue Universal Grave + 1", False),
        ("Forcing Net Verity", True),
    ]
    assert first[1].text == (
        "Forcing Chain Contradiction in r8c6 => r1c9<>4  r1c9=4 r2c8<>4 r2c2=4  r1c9=4 r9c2<>4"
    )


def test_a_jar_that_answers_for_fewer_puzzles_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    java = tmp_path / "java"
    java.write_text(f"#!{sys.executable}\nimport sys\nopen(sys.argv[-1], 'w').close()\n", "utf-8")
    java.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ValueError, match="0 paths of 1 puzzles"):
        solved(tmp_path / "any.jar", [Grid.blank(Geometry(3, 3))])


def test_a_jar_that_fails_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\nexit 3\n", "utf-8")
    java.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(subprocess.CalledProcessError):
        solved(tmp_path / "any.jar", [])
