import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.commands.benchmark import COLUMNS, RANDOM_COLUMNS

# The example of the Wikipedia article on Sudoku, and its printed solution.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# The random puzzle of Norvig's essay that took his program 1439 seconds to find impossible.
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
BLANK = "." * 81
File = Callable[[str], str]


@pytest.fixture
def file(tmp_path: Path) -> File:
    def write(text: str) -> str:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.txt"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def lines_of(argv: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(argv) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("extra", [[], ["--cpu"]])
def test_bench_prints_two_lines_for_each_file(
    extra: list[str], file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    unique, mixed = file(f"{PUZZLE}\n{PUZZLE}\n"), file(f"{PUZZLE}\n{BLANK}\n{IMPOSSIBLE}\n")
    assert main(["bench", *extra, unique]) == 0
    capsys.readouterr()
    assert main(["bench", *extra, unique, mixed]) == 1
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["file", *COLUMNS]
    assert [row.split()[:3] for row in rows[::2]] == [[unique, "2", "2"], [mixed, "3", "1"]]
    for row in rows[::2]:
        rate, mean, median, p99, most, _ = numbers_of(row.split()[3:])
        assert 0 <= median <= p99 == most
        assert 0 < mean <= most
        assert rate == pytest.approx(1e6 / mean, rel=0.05)
    batches = [row.removeprefix("in one call").split() for row in rows[1::2]]
    assert [batch[:2] for batch in batches] == [["2", "2"], ["3", "1"]]
    assert all(batch[4:] == ["-"] * 4 for batch in batches)


@pytest.mark.long
def test_bench_sets_threads_beside_one(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(["bench", "--threads", "2", file(f"{PUZZLE}\n" * 40)], capsys)
    one, two = (float(line.split()[-6].replace(",", "")) for line in lines[2:4])
    assert lines[3].removeprefix("2 threads").split()[:2] == ["40", "40"]
    best, middle = re.findall(r"[0-9.]{3,}", lines[4])
    assert float(best) > 0
    assert float(middle) == pytest.approx(two / one, rel=0.01, abs=0.01)


def test_bench_does_not_set_threads_beside_one_in_processor_time(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--threads", "2", "--cpu", file(PUZZLE)])
    assert "--cpu" in capsys.readouterr().err


def numbers_of(figures: list[str]) -> list[float]:
    return [float(figure.replace(",", "")) for figure in figures]


def test_bench_times_random_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    head, one, many, kinds, *histogram = lines_of(["bench", "--random", "30"], capsys)
    assert head.split() == ["random", *RANDOM_COLUMNS]
    assert one.startswith("one at a time ")
    assert many.startswith("in one call ")
    none, single, more = (int(part.split()[0]) for part in kinds.split(", "))
    assert none + single + more == 30
    assert one.removeprefix("one at a time").split()[:2] == ["30", str(single)]
    assert many.removeprefix("in one call").split()[:2] == ["30", str(single)]
    assert sum(int(line.split()[-1]) for line in histogram) == 30


def test_bench_does_one_thing_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--generate", "--masks"])
    assert "not allowed with" in capsys.readouterr().err


def test_bench_counts_what_has_one_solution(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    small = file("." * 16 + "\n" + "1234341221434321\n" * 2 + PUZZLE)
    assert main(["bench", small]) == 1
    _, own, together = capsys.readouterr().out.splitlines()
    assert own.split()[1:3] == ["4", "3"]
    assert together.removeprefix("in one call").split()[:2] == ["4", "3"]
    rate, mean = numbers_of(together.split()[5:7])
    assert rate == pytest.approx(1e6 / mean, rel=0.05, abs=1)


def test_bench_puts_the_figures_below_their_headings(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lines_of(["bench", file(PUZZLE)], capsys)
    assert len({len(line) for line in lines}) == 1
    lines = lines_of(["bench", "--random", "3"], capsys)[:3]
    assert len({len(line) for line in lines}) == 1
    assert [line[:18].strip() for line in lines] == ["random", "one at a time", "in one call"]
