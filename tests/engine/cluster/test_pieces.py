from itertools import product
from uuid import uuid4

import pytest
from fsspec.implementations.memory import MemoryFileSystem

from engine.cluster.pieces import LONGEST, Files, Input, Piece, Seeds
from engine.notation.lines import unix_ends


def in_memory(text: bytes, title: str = "puzzles.txt") -> Input:
    system, path = MemoryFileSystem(), f"/{uuid4().hex}"
    system.pipe_file(path, text)
    return Input(title, system, path, len(text), "")


def lines_of(text: bytes) -> list[bytes]:
    """The lines without their ends; there is no line after the last end."""
    *lines, last = unix_ends(text).split(b"\n")
    return [*lines, last] if last else lines


@pytest.mark.parametrize("ends", list(product((b"\n", b"\r", b"\r\n"), repeat=3)))
@pytest.mark.parametrize("last", [b"", b"last"])
def test_each_line_is_in_exactly_one_piece(ends: tuple[bytes, ...], last: bytes) -> None:
    text = b"".join(word + end for word, end in zip((b"one", b"", b"2"), ends, strict=True)) + last
    for size in range(1, len(text) + 2):
        files = Files((in_memory(text),), size)
        pieces = [files.piece(number) for number in range(files.count)]
        assert [line for piece in pieces for line in lines_of(piece.stdin)] == lines_of(text)
        assert [piece.lines for piece in pieces] == [len(lines_of(each.stdin)) for each in pieces]


def test_files_are_cut_one_after_the_other() -> None:
    files = Files((in_memory(b"1\n2\n3\n", "a"), in_memory(b"", "b"), in_memory(b"4\n", "c")), 4)
    numbers = range(files.count)
    assert [files.piece(number).stdin for number in numbers] == [b"1\n2\n", b"3\n", b"4\n"]
    assert [files.title(number) for number in numbers] == ["a", "a", "c"]
    assert [files.is_first(number) for number in numbers] == [True, False, True]
    assert sum(map(files.weight, numbers)) == files.total == 8


def test_a_line_without_end_takes_bounded_memory() -> None:
    files = Files((in_memory(b"1" * 10 * LONGEST),), 1000)
    assert len(files.piece(0).stdin) == 1000 + LONGEST
    assert {files.piece(number).stdin for number in range(1, 50)} == {b""}


def test_every_seed_is_in_exactly_one_piece() -> None:
    for first, last, size in ((1, 10, 3), (5, 5, 3), (11, 30, 20), (1, 3, 1)):
        seeds = Seeds(first, last, size)
        ranges = [seeds.piece(number).arguments["seeds"] for number in range(seeds.count)]
        numbers = [number for begin, end in ranges for number in range(begin, end + 1)]
        assert numbers == list(range(first, last + 1))
        assert sum(map(seeds.weight, range(seeds.count))) == seeds.total == len(numbers)


def test_pieces_are_told_by_their_seeds() -> None:
    seeds = Seeds(11, 30, 8, b"##..")
    assert [seeds.title(number) for number in range(3)] == [
        "seeds 11-18",
        "seeds 19-26",
        "seeds 27-30",
    ]
    assert [seeds.weight(number) for number in range(3)] == [8, 8, 4]
    assert [seeds.is_first(number) for number in range(3)] == [True, False, False]
    assert seeds.piece(1) == Piece({"seeds": (19, 26)}, b"##..")
    assert seeds.identity() == {"seeds": "11-30", "chunk": 8, "mask": "##.."}
    assert Seeds(1, 1, 1).count == Seeds(1, 5, 5).count == 1
    assert Seeds(1, 6, 5).count == 2


@pytest.mark.parametrize(
    ("text", "lines"),
    [(b"", 0), (b"1", 1), (b"1\n", 1), (b"1\n2", 2), (b"\n\r\n\r", 3), (b"1\r\n2\r\n3", 3)],
)
def test_the_lines_of_a_piece_are_counted(text: bytes, lines: int) -> None:
    assert Piece({}, text).lines == lines


def test_files_are_known_by_their_places_sizes_and_times() -> None:
    first, second = in_memory(b"12345\n", "a"), in_memory(b"", "b")
    files = Files((first, second), 4)
    assert (files.count, files.total) == (2, 6)
    assert [files.weight(number) for number in range(2)] == [4, 2]
    assert files.piece(0).arguments == {"files": ["-"]}
    known = files.identity()
    assert known["chunk"] == 4
    assert known["files"] == [[f"memory://{first.path}", 6, ""], [f"memory://{second.path}", 0, ""]]


def test_a_line_is_cut_off_where_it_is_too_long() -> None:
    text = b"1\n" + b"2" * 2 * LONGEST + b"\n3\n"
    files = Files((in_memory(text),), 2)
    assert files.piece(0).stdin == b"1\n"
    assert files.piece(1).stdin == b"2" * (LONGEST + 2)
    assert files.piece(2).stdin == b""
    ends = [files.piece(number).stdin for number in range(files.count - 3, files.count)]
    assert b"".join(ends) == b"3\n"


def test_nothing_is_a_piece_without_work() -> None:
    assert Files((in_memory(b"1\n"),), 4).nothing().stdin == b""
    assert Seeds(1, 5, 2, b"##..").nothing() == Piece({"seeds": (1, 0)}, b"##..")
