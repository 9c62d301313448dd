import re
from io import BufferedIOBase, BytesIO, StringIO
from itertools import islice
from pathlib import Path

from engine.board.geometry import Geometry
from engine.commands.console import UNREADABLE, Console
from engine.commands.puzzles import read_puzzles, shown

PUZZLE = b"12.4" + b"." * 12


class Endless(BufferedIOBase):
    """A stream of bytes that never ends."""

    def __init__(self, piece: bytes) -> None:
        self.piece = piece
        self.given_out = 0

    def read1(self, size: int = -1, /) -> bytes:
        self.given_out += 1
        return (self.piece * (size // len(self.piece) + 1))[:size]


def console_of(stdin: BufferedIOBase) -> tuple[Console, StringIO]:
    complaints = StringIO()
    return Console(stdin, StringIO(), complaints, lambda: 0.0), complaints


def test_an_endless_stream_is_read_as_far_as_it_is_asked_for() -> None:
    stream = Endless(PUZZLE + b"\n")
    console, _ = console_of(stream)
    found = list(islice(read_puzzles(["-"], None, console), 10))
    assert [str(grid) for grid in found] == [PUZZLE.decode()] * 10
    assert stream.given_out == 1


def test_lines_may_arrive_in_pieces() -> None:
    class Trickle(BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            return self.read(5)

    console, _ = console_of(Trickle(PUZZLE + b"\r\n" + PUZZLE))
    assert [str(grid) for grid in read_puzzles(["-"], None, console)] == [PUZZLE.decode()] * 2


def test_a_line_longer_than_any_puzzle_takes_bounded_memory() -> None:
    class Long(Endless):
        def read1(self, size: int = -1, /) -> bytes:
            return super().read1(size) if self.given_out < 50 else b""

    console, complaints = console_of(Long(b"12"))
    assert list(read_puzzles(["-"], None, console)) == []
    complaint = re.fullmatch(r"standard input:1: (\d+) characters .*\n", complaints.getvalue())
    assert complaint
    assert int(complaint[1]) < 200_000 < 50 * 65536


def test_bytes_that_are_no_text_spoil_their_own_line_only(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_bytes(b"\xef\xbb\xbf# with a byte order mark\n\n\xff\xfe\x00\x1b[2J\n" + PUZZLE)
    console, complaints = console_of(BytesIO())
    assert [str(grid) for grid in read_puzzles([str(file)], None, console)] == [PUZZLE.decode()]
    assert complaints.getvalue().startswith(f"{file}:3: ")
    assert complaints.getvalue().rstrip("\n").isprintable()
    assert console.status == UNREADABLE


def test_a_drawn_board_is_followed_by_an_empty_line() -> None:
    console, _ = console_of(BytesIO(PUZZLE))
    (grid,) = read_puzzles(["-"], Geometry(2, 2), console)
    assert shown(grid, pretty=False) == PUZZLE.decode()
    assert shown(grid, pretty=True).startswith("1 2 | . 4\n")
    assert shown(grid, pretty=True).endswith(". .\n")
