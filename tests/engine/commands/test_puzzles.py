import tracemalloc
from io import BufferedIOBase, BytesIO, StringIO
from itertools import islice
from pathlib import Path

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.commands.console import UNREADABLE, Console
from engine.commands.puzzles import read_batches, read_puzzles, shown, unpacked
from engine.notation.notation import to_board

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
    tracemalloc.start()
    try:
        assert list(read_puzzles(["-"], None, console)) == []
        assert tracemalloc.get_traced_memory()[1] < 4_000_000 < 50 * (1 << 19)
    finally:
        tracemalloc.stop()
    told = "standard input:1: more than 8192 characters are no puzzle\n"
    assert complaints.getvalue() == told


def test_who_gives_a_drawn_board_is_told_once_that_a_line_is_a_puzzle() -> None:
    drawn = to_board(Grid.blank(Geometry(3, 3))).encode()
    console, complaints = console_of(BytesIO(drawn))
    assert list(read_puzzles(["-"], None, console)) == []
    first, *others = complaints.getvalue().splitlines()
    assert "9 cells do not make a board" in first
    assert "; a file has one puzzle a line (`sudoku explain` reads one of several" in first
    assert len(others) == 10
    assert not any("one puzzle a line" in line for line in others)


def test_bytes_that_are_no_text_spoil_their_own_line_only(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_bytes(b"\xef\xbb\xbf# with a byte order mark\n\n\xff\xfe\x00\x1b[2J\n" + PUZZLE)
    console, complaints = console_of(BytesIO())
    assert [str(grid) for grid in read_puzzles([str(file)], None, console)] == [PUZZLE.decode()]
    assert complaints.getvalue().startswith(f"{file}:3: ")
    assert complaints.getvalue().rstrip("\n").isprintable()
    assert console.status == UNREADABLE


def test_a_file_that_is_not_there_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_bytes(PUZZLE)
    missing = str(tmp_path / "missing.txt")
    console, complaints = console_of(BytesIO())
    found = list(read_puzzles([missing, str(file)], None, console))
    assert [str(grid) for grid in found] == [PUZZLE.decode()]
    assert complaints.getvalue() == f"{missing}: No such file or directory\n"
    assert console.status == UNREADABLE


def test_the_bar_tells_how_much_of_the_files_is_read(tmp_path: Path) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    screen, now = Terminal(), [0.0]
    console = Console(BytesIO(), StringIO(), screen, lambda: now[0])
    files = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for file in files:
        file.write_bytes((PUZZLE + b"\n") * 30)
    for _ in read_puzzles(list(map(str, files)), None, console):
        now[0] += 1
    assert " 50%  30 puzzles, " in screen.getvalue()
    assert "100%  60 puzzles, " in screen.getvalue()


def test_blank_lines_count_as_lines_however_many_they_are() -> None:
    blank = b" \t\r\n\n\r" * 200_000
    console, complaints = console_of(BytesIO(blank + PUZZLE + b"\n" + blank + b"x\n" + blank))
    assert [str(grid) for grid in read_puzzles(["-"], None, console)] == [PUZZLE.decode()]
    assert complaints.getvalue() == "standard input:1200002: there is no puzzle in this text\n"


def test_puzzles_that_arrive_together_come_in_one_piece() -> None:
    four, nine = PUZZLE, b"." * 80 + b"1"
    text = b"\n".join([four, four, b"# a word", nine, nine, four])
    console, _ = console_of(BytesIO(text))
    found = [(shape.size, len(cells)) for shape, cells in read_batches(["-"], None, console)]
    assert found == [(4, 32), (9, 162), (4, 16)]
    console, _ = console_of(BytesIO((four + b"\n") * 3))
    ((shape, cells),) = read_batches(["-"], None, console)
    assert [str(grid) for grid in unpacked(shape, cells)] == [PUZZLE.decode()] * 3
    for geometry in (Geometry(2, 3), Geometry(3, 2)):
        console, complaints = console_of(BytesIO(b"." * 36 + b" 1.2\n" + four + b"\n"))
        ((shape, cells),) = read_batches(["-"], geometry, console)
        assert (shape, cells) == (geometry, bytes(36))
        assert complaints.getvalue() == "standard input:2: 16 cells, expected 36\n"


def test_larger_boards_are_read_by_all_of_their_symbols() -> None:
    hexadecimal = ("0123456789ABCDEF" * 16).encode()
    console, _ = console_of(BytesIO(hexadecimal + b"\n" + b"." * 143 + b"C"))
    first, second = read_puzzles(["-"], None, console)
    assert first.values[:16] == bytes(range(1, 17))
    assert second.geometry.size == second.values[-1] == 12


def test_utf_16_is_known_by_its_first_two_bytes_even_from_a_slow_pipe() -> None:
    class Slow(BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            return self.read(1)

    for encoding in ("utf-16-le", "utf-16-be", "utf-16"):
        console, _ = console_of(Slow(PUZZLE.decode().encode(encoding)))
        assert [str(grid) for grid in read_puzzles(["-"], None, console)] == [PUZZLE.decode()]


def test_a_drawn_board_is_followed_by_an_empty_line() -> None:
    console, _ = console_of(BytesIO(PUZZLE))
    (grid,) = read_puzzles(["-"], Geometry(2, 2), console)
    assert shown(grid, pretty=False) == PUZZLE.decode()
    assert shown(grid, pretty=True).startswith("1 2 | . 4\n")
    assert shown(grid, pretty=True).endswith(". .\n")
