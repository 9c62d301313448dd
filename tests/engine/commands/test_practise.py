import pytest

from engine.__main__ import main
from engine.logic import next_step
from engine.practice import read_position


def test_each_line_is_a_technique_and_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practise", "-n", "1", "--seed", "x", "--seconds", "0.5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len({line.split()[0] for line in lines}) == len(lines) > 1
    for line in lines:
        technique, *words = line.split()
        step = next_step(read_position(words).state)
        assert step is not None
        assert step.technique == technique
