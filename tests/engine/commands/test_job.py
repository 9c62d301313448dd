import json
import pickle
from collections.abc import Sequence
from math import inf
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.cluster.job import Job
from engine.commands.console import UsageError
from engine.commands.job import job_of
from engine.commands.parser import parse_arguments
from engine.search.budget import Budget
from tests.fewer import first_cases

PUZZLES = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".....2.33.4.....",
    "." * 81,
    "11" + "." * 79,
)


def job(*command: str, chunk: int | None = None) -> Job:
    module, arguments, _ = parse_arguments(command)
    for name in ("cluster", "to", "chunk"):
        arguments.pop(name, None)
    made = job_of(module.__name__.rpartition(".")[2], arguments, chunk)
    unpickled: Job = pickle.loads(pickle.dumps(made))  # noqa: S301 - as for a worker
    return unpickled


def joined(job: Job) -> tuple[str, int]:
    """The output of all chunks, made in another order, and the exit status."""
    chunks = {number: job.answers(number) for number in reversed(range(job.pieces.count))}
    text = b"".join(chunks[number][0] for number in range(job.pieces.count)).decode()
    return text, max(facts.status for _, facts in chunks.values())


@pytest.fixture
def puzzles(tmp_path: Path) -> str:
    file = tmp_path / "puzzles.txt"
    file.write_text("# puzzles\r\n" + "\r\n\n".join(PUZZLES * 3), "utf-8", newline="")
    return str(file)


@pytest.mark.parametrize("chunk", [7, 100, 333, 100_000])
@pytest.mark.parametrize(
    "command",
    [
        ["solve"],
        ["solve", "--pretty"],
        ["count", "--limit", "50"],
        ["rate"],
        ["count", "--nodes", "3"],
    ],
)
def test_the_chunks_are_what_one_machine_prints(
    command: Sequence[str], chunk: int, puzzles: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main([*command, puzzles])
    printed = capsys.readouterr().out
    assert joined(job(*command, puzzles, chunk=chunk)) == (printed, status)


@pytest.mark.parametrize(
    "wish",
    [
        [],
        ["--size", "6", "--symmetry", "diagonal"],
        pytest.param(["--size", "6", "--difficulty", "medium"], marks=pytest.mark.long),
        ["--size", "4", "--with", "hidden-single"],
        ["--clues", "24", "--nodes", "2000"],
        ["--clues", "2"],
    ],
)
@pytest.mark.parametrize("chunk", first_cases(1, [5, 1]))
def test_the_seeds_are_those_of_one_machine(
    wish: Sequence[str], chunk: int, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["generate", "--seed", "galaxy", *wish]
    status = main([*command, "--seeds", "1-12"])
    printed = capsys.readouterr().out
    assert joined(job(*command, "-n", "12", chunk=chunk)) == (printed, status)


def test_a_mask_goes_along(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mask").write_text("###.\n#..#\n.#.#\n#.#.")
    command = ["generate", "--seed", "1", "--mask", str(tmp_path / "mask"), "--seeds", "3-9"]
    assert main(command) == 0
    order = job(*command, chunk=2)
    (tmp_path / "mask").unlink()
    assert joined(order) == (capsys.readouterr().out, 0)


def test_what_is_known_of_a_chunk(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{PUZZLES[0]}\n\nnonsense\n# comment\n{PUZZLES[1]}\n")
    text, facts = job("solve", str(file)).answers(0)
    assert (facts.answers, facts.lines, facts.status, facts.size) == (2, 5, 2, len(text))
    ((line, complaint),) = facts.complaints
    assert (line, complaint) == (3, "there is no puzzle in this text")
    _, facts = job("generate", "--seed", "1", "--clues", "20", "--nodes", "9").answers(0)
    assert facts.complaints == [(0, "no puzzle within 9 nodes")]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["solve"], "not standard input"),
        (["random", "5"], "random is nothing for a cluster"),
        (["generate", "--seed", "1", "--mask", "-"], "not standard input"),
        (["count", "missing.txt"], "missing.txt: No such file"),
        (["count", "--seconds", "3", "missing.txt"], "say --nodes"),
        (["rate", "--agreement", "missing.txt"], "--agreement"),
        (["generate", "-n", "5"], "without --seed"),
        (["generate", "--seed", "1", "--mask", "missing.txt"], "missing.txt: No such file"),
        (["generate", "--seed", "1", "--mask", "missing.txt", "--clues", "30"], "missing.txt"),
        (["count", "ftp://me:secret@127.0.0.1:9/puzzles.txt"], r"^ftp://127\.0\.0\.1:9/puzzles"),
    ],
)
def test_what_cannot_be_cut_is_wrong_usage(command: Sequence[str], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        job(*command)


def test_options_that_do_not_go_together_are_found_before_the_work(tmp_path: Path) -> None:
    mask = tmp_path / "mask"
    mask.write_text("#" * 81)
    with pytest.raises(UsageError, match="no other wish"):
        job("generate", "--seed", "1", "--mask", str(mask), "--clues", "30")
    mask.write_text("##")
    with pytest.raises(UsageError, match="cannot be read"):
        job("generate", "--seed", "1", "--mask", str(mask))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_wide_characters_are_refused(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "wide.txt"
    file.write_text(PUZZLES[0], encoding)
    with pytest.raises(UsageError, match="UTF-16"):
        job("solve", str(file))


def test_the_identity_is_that_of_the_answers(puzzles: str) -> None:
    known = job("count", puzzles).identity()
    assert json.loads(json.dumps(known)) == known
    assert job("count", puzzles).identity() == known
    Path(puzzles).write_text("\n".join(PUZZLES * 3) + "\n")
    for other in (["count"], ["count", "--limit", "3"], ["solve"], ["count", "--nodes", "5"]):
        assert job(*other, puzzles).identity() != known
    seeds = job("generate", "--seed", "1", "-n", "9").identity()
    assert job("generate", "--seed", "1", "--seeds", "1-9").identity() == seeds
    assert job("generate", "--seed", "2", "-n", "9").identity() != seeds
    assert job("generate", "--seed", "1", "-n", "9", chunk=2).identity() != seeds


def test_chunks_and_budgets_stay_so_large_that_a_run_goes_on_with_the_next_version(
    puzzles: str, tmp_path: Path
) -> None:
    """They are a part of the identity, and another identity is another command's."""
    mask = tmp_path / "mask"
    mask.write_text("###.\n#..#\n.#.#\n#.#.")
    seeded, plenty = ("generate", "--seed", "1"), str(Budget(inf, 10_000_000))
    for command, chunk, budget in (
        (("solve", puzzles), 8_388_608, plenty),
        (("count", puzzles), 8_388_608, plenty),
        (("rate", puzzles), 131_072, plenty),
        (seeded, 50_000, plenty),
        ((*seeded, "--size", "8"), 50_000, plenty),
        ((*seeded, "--size", "9"), 50_000, plenty),
        ((*seeded, "--size", "12"), 100, plenty),
        ((*seeded, "--clues", "30"), 100, plenty),
        ((*seeded, "--mask", str(mask)), 100, plenty),
        ((*seeded, "--difficulty", "easy"), 100, str(Budget(inf, 100_000))),
        ((*seeded, "--with", "x-wing"), 100, str(Budget(inf, 100_000))),
        (("count", "--nodes", "7", puzzles), 8_388_608, str(Budget(inf, 7))),
    ):
        known = job(*command).identity()
        assert (known["chunk"], known["budget"]) == (chunk, budget)


def test_a_range_of_seeds_is_that_of_its_numbers() -> None:
    assert job("generate", "--seed", "1").identity()["seeds"] == "1-1"
    assert job("generate", "--seed", "1", "-n", "7").identity()["seeds"] == "1-7"
    assert job("generate", "--seed", "1", "--seeds", "3-9").identity()["seeds"] == "3-9"


def test_a_count_of_several_lines_is_that_of_its_answers(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    for lines in (0, 1, 2, 5):
        file.write_text("# none\n" + "." * 16 + ("\n" + "." * 16) * (lines - 1) if lines else "#")
        _, facts = job("count", str(file)).answers(0)
        assert facts.answers == lines
