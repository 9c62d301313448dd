from pathlib import Path

import pytest

from engine.__main__ import main
from engine.practice.position import read_position
from engine.techniques import steps, technique_named
from engine.techniques.subsets import NAKED_PAIR


@pytest.mark.long
def test_each_line_is_a_technique_and_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practise", "-n", "1", "--seed", "x", "--seconds", "0.5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len({line.split()[0] for line in lines}) == len(lines) > 1
    for line in lines:
        technique, *words = line.split()
        assert next(steps(read_position(words).state, technique_named(technique)), None)


@pytest.mark.long
def test_those_of_each_technique_are_a_file_of_a_folder(tmp_path: Path) -> None:
    wanted = ["pointing", "Naked pair", "--folder", str(tmp_path), "--seed", "x"]
    assert main(["practise", *wanted, "-n", "2", "--seconds", "5"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"pointing.txt", "naked_pair.txt"}
    lines = (tmp_path / "naked_pair.txt").read_text("utf-8").splitlines()
    assert len(lines) == 2
    assert all(next(steps(read_position(line.split()).state, NAKED_PAIR), None) for line in lines)


def test_a_technique_that_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["practise", "quantum"])
    assert "there is no technique 'quantum'" in capsys.readouterr().err
