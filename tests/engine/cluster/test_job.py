"""A job that is not Sudoku; those of the shell's commands are tested in ../commands/test_job.py."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from engine.cluster.folder import Folder, chunk_name
from engine.cluster.job import Job, OtherEngine, Printed, make
from engine.cluster.pieces import Piece, Seeds


def squares(piece: Piece) -> Printed:
    first, last = piece.arguments["seeds"]
    text = "".join(f"{number * number}\n" for number in range(first, last + 1))
    return Printed(text.encode(), last - first + 1, 0, [(0, "squares grow")])


JOB = Job("squares", {"power": "2"}, Seeds(1, 10, 4), squares)


def test_a_chunk_is_what_comes_of_its_piece(tmp_path: Path) -> None:
    folder = Folder.at(str(tmp_path))
    assert make(JOB, folder, 2) == 2
    assert [*folder.kept(JOB.pieces.count)] == [False, False, True]
    text = (tmp_path / chunk_name(2)).read_bytes()
    assert text == b"81\n100\n"
    _, facts = JOB.answers(2)
    assert (facts.size, facts.sha256, facts.answers) == (7, sha256(text).hexdigest(), 2)
    assert facts.complaints == [(0, "squares grow")]


def test_the_identity_is_that_of_the_answers() -> None:
    known = JOB.identity()
    assert replace(JOB, settings={"power": "3"}).identity() != known
    assert replace(JOB, pieces=Seeds(1, 11, 4)).identity() != known
    assert replace(JOB, version="0.0.1").identity() != known


def test_a_worker_with_another_engine_makes_nothing(tmp_path: Path) -> None:
    folder = Folder.at(str(tmp_path))
    for other in (
        replace(JOB, version="0.0.1"),
        replace(JOB, is_accelerated=not JOB.is_accelerated),
    ):
        with pytest.raises(OtherEngine, match="a worker has engine"):
            make(other, folder, 0)
    assert not any(folder.kept(JOB.pieces.count))
