"""What the command line prints; what a cluster does is tested in tests/engine/cluster/."""

import re
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path

import pytest
from fsspec.core import url_to_fs

from engine.__main__ import main
from engine.commands.clustered import run_on_cluster
from engine.commands.console import UNFINISHED, UNREADABLE, Console
from engine.commands.parser import parse_arguments

ORDER = ("generate", "--seed", "1", "--size", "4", "-n", "10", "--chunk", "3")


def test_a_line_says_where_the_answers_are(
    scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "to"
    for _ in range(2):
        assert main([*ORDER, "--cluster", scheduler, "--to", str(to)]) == 0
        printed = capsys.readouterr()
        assert printed.out == f"10 answers in 4 chunks: {to}/manifest.sha256\n"
        assert printed.err == ""


@pytest.mark.long
def test_the_answers_of_a_cluster_lie_in_an_s3_bucket(
    scheduler: str, bucket: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second run finds all chunks there."""
    for _ in range(2):
        assert main([*ORDER, "--cluster", scheduler, "--to", f"{bucket}/july"]) == 0
        assert capsys.readouterr().out == f"10 answers in 4 chunks: {bucket}/july/manifest.sha256\n"
    assert main([*ORDER[:-2]]) == 0
    system, path = url_to_fs(f"{bucket}/july")
    chunks = sorted(system.glob(f"{path}/000000/*.txt"))
    assert b"".join(map(system.cat_file, chunks)).decode() == capsys.readouterr().out
    for line in system.cat_file(f"{path}/manifest.sha256").decode().splitlines():
        told, name = line.split()
        assert sha256(system.cat_file(f"{path}/{name}")).hexdigest() == told


def test_the_bar_leaves_out_what_was_there(scheduler: str, tmp_path: Path) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    def made() -> str:
        screen, ticks = Terminal(), count(0, 2)
        console = Console(BytesIO(), StringIO(), screen, lambda: float(next(ticks)))
        _, arguments, _ = parse_arguments(ORDER)
        for name in ("cluster", "to", "chunk"):
            del arguments[name]
        run_on_cluster(console, "generate", arguments, cluster=scheduler, to=to, chunk=3)
        return screen.getvalue()

    to = str(tmp_path / "to")
    assert "100%  10 puzzles, " in made()
    (tmp_path / "to/000000/000000001.json").unlink()
    assert re.findall(r"\d+%  \d+ puzzles", made()) == ["100%  3 puzzles"]


def test_the_exit_status_is_that_of_one_machine(
    scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("." * 16 + "\nnonsense\n")
    there = ("--cluster", scheduler, "--to", str(tmp_path / "to"))
    assert main(["count", str(file), *there]) == main(["count", str(file)]) == UNREADABLE
    assert capsys.readouterr().err == f"{file}:2: there is no puzzle in this text\n" * 2


def test_the_folder_of_another_command_is_one_line_and_nobody_is_asked(
    scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = ("--to", str(tmp_path / "to"))
    assert main([*ORDER, "--cluster", scheduler, *there]) == 0
    capsys.readouterr()
    nobody = ("--cluster", "tcp://127.0.0.1:9")
    assert main([*ORDER, "--symmetry", "none", *nobody, *there]) == UNREADABLE
    assert re.fullmatch(
        rf'{tmp_path}/to belongs to another command: symmetry is "central" there, not "none"\n',
        capsys.readouterr().err,
    )


def test_a_lack_of_certificates_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = ("--cluster", "tls://127.0.0.1:9", "--to", str(tmp_path / "to"))
    assert main([*ORDER, *there]) == UNFINISHED
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "to").exists()


def test_a_folder_that_cannot_be_is_one_line(
    scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    there = ("--cluster", scheduler, "--to", str(tmp_path / "file" / "to"))
    assert main([*ORDER, *there]) == UNFINISHED
    assert capsys.readouterr().err == f"{tmp_path}/file/to: Not a directory\n"


@pytest.mark.parametrize(
    "wish",
    [
        ("--cluster", "local"),
        ("--to", "somewhere"),
        ("--cluster", "here", "--to", "somewhere"),
        ("--cluster", "http://127.0.0.1", "--to", "somewhere"),
        ("--cluster", "tcp://", "--to", "somewhere"),
        ("--cluster", "tcp://127.0.0.1:9", "--to", "somewhere", "--seconds", "3"),
        ("--cluster", "tcp://127.0.0.1:9", "--to", "nonsense://somewhere"),
    ],
)
def test_wrong_usage(wish: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*ORDER, *wish])
    assert ended.value.code == 2
    assert "sudoku generate: error: " in capsys.readouterr().err


def test_proofs_are_written_on_one_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, proofs, to = (tmp_path / name for name in ("puzzles", "proofs", "to"))
    file.write_text("." * 16 + "\n")
    there = ("--cluster", "tcp://127.0.0.1:9", "--to", str(to))
    with pytest.raises(SystemExit) as ended:
        main(["solve", "--proof", str(proofs), *there, str(file)])
    assert ended.value.code == 2
    said = "sudoku solve: error: --proof is written on one machine, without --cluster\n"
    assert capsys.readouterr().err.endswith(said)
    assert not proofs.exists()
    assert not to.exists()
