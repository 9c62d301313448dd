from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import cast

import pytest
from distributed import Client, Future

from engine import cluster
from engine.__main__ import main
from engine.cluster.folder import MANIFEST, Folder, chunk_name
from engine.cluster.runner import Watch, _answers
from engine.commands import clustered
from engine.commands.job import job_of
from engine.commands.parser import parse_arguments

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ORDER = ["generate", "--seed", "1", "--size", "4", "--seeds", "1-100"]


class Told(Watch):
    """Keeps everything that it is told."""

    def __init__(self) -> None:
        self.total = self.left_out = 0
        self.finished = list[int]()
        self.complaints = list[str]()

    def begins(self, total: int) -> None:
        self.total = total

    def leaves_out(self, weight: int) -> None:
        self.left_out += weight

    def finishes(self, weight: int, answers: int) -> None:
        assert answers <= weight
        self.finished.append(weight)

    def complains(self, text: str) -> None:
        self.complaints.append(text)


def content(folder: Path) -> str:
    return "".join(path.read_text() for path in sorted(folder.glob("*/*.txt")))


def told(client: Client, command: list[str], to: Path, chunk: int) -> tuple[Told, cluster.Summary]:
    _, arguments, _ = parse_arguments(command)
    for name in ("cluster", "to", "chunk"):
        del arguments[name]
    watch = Told()
    job = job_of(command[0], arguments, chunk)
    return watch, cluster.run(client, job, Folder.at(str(to)), watch)


@pytest.fixture
def client(scheduler: str) -> Iterator[Client]:
    with Client(scheduler, set_as_default=False) as client:
        yield client


@pytest.fixture
def to(tmp_path: Path) -> Path:
    return tmp_path / "to"


@pytest.mark.long
def test_the_chunks_one_after_the_other_are_what_one_machine_prints(
    client: Client, to: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = clustered.run(client, ORDER, str(to), chunk=3)
    assert made == cluster.Summary(34, 100, 0, f"{to}/{MANIFEST}")
    assert main(ORDER) == 0
    assert content(to) == capsys.readouterr().out


def test_the_manifest_has_the_checksum_of_each_chunk(client: Client, to: Path) -> None:
    clustered.run(client, ORDER, str(to), chunk=30)
    lines = [line.split("  ") for line in (to / MANIFEST).read_text().splitlines()]
    assert [name for _, name in lines] == [chunk_name(number) for number in range(4)]
    for checksum, name in lines:
        assert sha256((to / name).read_bytes()).hexdigest() == checksum


def test_a_second_run_makes_what_is_missing_and_no_more(client: Client, to: Path) -> None:
    watch, first = told(client, ORDER, to, 30)
    assert (watch.total, watch.left_out, sorted(watch.finished)) == (100, 0, [10, 30, 30, 30])
    before, manifest = content(to), (to / MANIFEST).read_text()
    (to / chunk_name(1)).unlink()
    (to / chunk_name(3)).with_suffix(".json").unlink()
    untouched = (to / chunk_name(2)).stat().st_mtime_ns
    watch, second = told(client, ORDER, to, 30)
    assert (watch.total, watch.left_out, sorted(watch.finished)) == (100, 60, [10, 30])
    assert (to / chunk_name(2)).stat().st_mtime_ns == untouched
    assert (content(to), (to / MANIFEST).read_text(), second) == (before, manifest, first)
    watch, third = told(client, ORDER, to, 30)
    assert (watch.left_out, watch.finished, third) == (100, [], first)


def test_a_chunk_that_was_spoiled_is_told_and_made_by_the_next_run(
    client: Client, to: Path
) -> None:
    clustered.run(client, ORDER, str(to), chunk=30)
    before = content(to)
    (to / chunk_name(1)).write_text("half")
    with pytest.raises(cluster.Unfinished, match="chunk 1 is not as it was written"):
        clustered.run(client, ORDER, str(to), chunk=30)
    clustered.run(client, ORDER, str(to), chunk=30)
    assert content(to) == before


def test_another_command_is_refused(client: Client, to: Path) -> None:
    clustered.run(client, ORDER, str(to), chunk=30)
    with pytest.raises(cluster.OtherCommand, match="chunk is 30 there, not 31"):
        clustered.run(client, ORDER, str(to), chunk=31)
    with pytest.raises(cluster.OtherCommand, match="belongs to another command"):
        clustered.run(client, [*ORDER, "--symmetry", "none"], str(to), chunk=30)


@pytest.mark.long
def test_complaints_name_the_line_in_the_whole_file(
    client: Client, to: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("".join(f"{LINE if number % 7 else 'x' * 81}\n" for number in range(50)))
    watch, made = told(client, ["solve", str(file), str(file)], to, 300)
    assert main(["solve", str(file), str(file)]) == made.status == 2
    printed = capsys.readouterr()
    assert watch.complaints == printed.err.splitlines()
    assert content(to) == printed.out


def test_other_complaints_are_counted(client: Client, to: Path) -> None:
    command = ["generate", "--seed", "1", "--clues", "19", "--nodes", "9", "-n", "5"]
    watch, made = told(client, command, to, 2)
    assert (made.answers, made.status) == (0, 1)
    assert watch.complaints == ["no puzzle within 9 nodes (5 times)"]


def test_a_chunk_that_no_worker_can_make_ends_the_run(
    client: Client, to: Path, tmp_path: Path
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{LINE}\n" * 3)
    _, arguments, _ = parse_arguments(["count", str(file)])
    for name in ("cluster", "to", "chunk"):
        del arguments[name]
    job = job_of("count", arguments, None)
    file.unlink()
    with pytest.raises(cluster.Unfinished, match=r"^chunk 0: FileNotFoundError: .*puzzles\.txt"):
        cluster.run(client, job, Folder.at(str(to)), Watch())


def test_nothing_to_do_is_done(client: Client, to: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    made = clustered.run(client, ["solve", str(tmp_path / "empty.txt")], str(to))
    assert made[:3] == (0, 0, 0)
    assert (to / MANIFEST).read_text() == ""


class LostWithItsWorker:
    """A future whose result was lost; it is computed again where there is another worker."""

    status = "lost"

    def __init__(self, *, is_computed_again: bool) -> None:
        self._is_computed_again = is_computed_again

    def exception(self, timeout: float) -> None:
        if not self._is_computed_again:
            raise TimeoutError(timeout)
        self.status = "finished"

    def result(self, timeout: float) -> int:
        assert timeout
        return 3


def test_a_result_that_goes_with_its_worker_is_no_lost_scheduler() -> None:
    for again, answers in ((True, 3), (False, None)):
        future = LostWithItsWorker(is_computed_again=again)
        assert _answers(cast("Future[int]", future), 5) == answers
