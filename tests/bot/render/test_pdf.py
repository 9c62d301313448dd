import re
import zlib
from dataclasses import dataclass

import pytest

from bot.render.pdf import PdfTexts, PerPage, Sheet, puzzles_pdf
from bot.render.pdf_file import A4, text_width
from engine import SYMBOLS, Geometry, Grid

NINE = Geometry(3, 3)
TEXTS = PdfTexts("Sudoku · 数独", "Solutions")


def grid(line: str) -> Grid:
    return Grid(NINE, bytes(int(symbol) for symbol in line.replace(".", "0")))


GIVENS = grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")


def sheet(number: int = 1, caption: str = "#1 · 9×9") -> Sheet:
    return Sheet(GIVENS, SOLUTION, caption, f"No. {number}")


@dataclass(frozen=True, slots=True)
class Text:
    x: float
    y: float
    size: float
    grey: float
    text: str


@dataclass(frozen=True, slots=True)
class ReadPage:
    texts: list[Text]
    lines: list[tuple[float, ...]]
    pens: list[tuple[float, float]]
    """The grey and the width of each run of lines."""

    def boards(self) -> list[tuple[float, ...]]:
        """The left, bottom, right and top of each 9x9 board: 20 thin lines and 8 thick ones."""
        found = [self.lines[at : at + 28] for at in range(0, len(self.lines), 28)]
        return [
            (
                min(line[0] for line in each),
                min(line[1] for line in each),
                max(line[2] for line in each),
                max(line[3] for line in each),
            )
            for each in found
        ]

    def words(self) -> list[str]:
        """All texts except the digits of boards."""
        return [found.text for found in self.texts if len(found.text) > 1]

    def board(self, geometry: Geometry) -> tuple[str, list[float]]:
        """The digits of the only board, by the cells where they are printed, and their greys."""
        left, right = min(line[0] for line in self.lines), max(line[2] for line in self.lines)
        top, pitch = max(line[3] for line in self.lines), (right - left) / geometry.size
        cells, greys = ["."] * geometry.cell_count, [0.0] * geometry.cell_count
        for found in self.texts:
            if len(found.text) == 1:
                middle = found.x + text_width(found.text, found.size) / 2
                row, column = int((top - found.y) // pitch), int((middle - left) // pitch)
                cells[geometry.cell(row, column)] = found.text
                greys[geometry.cell(row, column)] = found.grey
        return "".join(cells), greys


def objects(file: bytes) -> dict[int, bytes]:
    """The objects of a file, found by its own table, as a reader finds them."""
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n$", file)[0])
    assert file[start:].startswith(b"xref\n0 ")
    offsets = [int(entry) for entry in re.findall(rb"(\d{10}) 00000 n \n", file[start:])]
    found = {}
    for number, offset in enumerate(offsets, 1):
        head = b"%d 0 obj\n" % number
        assert file[offset:].startswith(head)
        found[number] = file[offset + len(head) : file.index(b"\nendobj\n", offset)]
    return found


def read(file: bytes) -> list[ReadPage]:
    parts = objects(file)
    kids = re.findall(rb"/Kids \[(.*?)\] /Count (\d+)", parts[2])[0]
    numbers = [int(number) for number in re.findall(rb"(\d+) 0 R", kids[0])]
    assert len(numbers) == int(kids[1])
    return [_page(parts, parts[number]) for number in numbers]


def _page(parts: dict[int, bytes], page: bytes) -> ReadPage:
    assert b"/MediaBox [0 0 595.28 841.89]" in page
    stream = parts[int(re.findall(rb"/Contents (\d+) 0 R", page)[0])]
    head, _, body = stream.partition(b"\nstream\n")
    packed = body.removesuffix(b"\nendstream")
    assert len(packed) == int(re.findall(rb"/Length (\d+)", head)[0])
    content = zlib.decompress(packed).decode("ascii")
    lines = re.findall(r"^(\S+) (\S+) m (\S+) (\S+) l S$", content, re.MULTILINE)
    return ReadPage(
        [_text(block) for block in re.findall(r"BT (.*?) ET", content)],
        [tuple(map(float, line)) for line in lines],
        [
            (float(grey), float(width))
            for grey, width in re.findall(r"^(\S+) G (\S+) w 2 J$", content, re.MULTILINE)
        ],
    )


def _text(block: str) -> Text:
    grey, x, y = map(float, re.findall(r"^(\S+) g (\S+) (\S+) Td", block)[0])
    runs = re.findall(r"/([LC]) (\S+) Tf <([0-9a-f]*)> Tj", block)
    codes = {"L": "cp1252", "C": "utf-16-be"}
    text = "".join(bytes.fromhex(run).decode(codes[font]) for font, _, run in runs)
    return Text(x, y, float(runs[0][1]), grey, text)


@pytest.mark.parametrize(
    ("count", "per_page", "pages"),
    [(1, 1, 2), (7, 1, 8), (7, 2, 5), (7, 4, 3), (7, 6, 3), (12, 6, 3), (13, 6, 5), (24, 4, 8)],
)
def test_puzzles_come_first_and_twelve_solutions_a_page_after_them(
    count: int, per_page: PerPage, pages: int
) -> None:
    sheets = [sheet(number, f"puzzle {number}") for number in range(1, count + 1)]
    found = read(puzzles_pdf(sheets, per_page, TEXTS))
    assert len(found) == pages
    words = [word for page in found for word in page.words() if not re.match(r"\d+ / ", word)]
    captions = [f"puzzle {number}" for number in range(1, count + 1)]
    names = [f"No. {number}" for number in range(1, count + 1)]
    assert [word for word in words if word != "Solutions"] == captions + names
    assert found[-(-count // per_page)].words()[0] == "Solutions"


def test_pages_are_numbered() -> None:
    found = read(puzzles_pdf([sheet()] * 3, 1, TEXTS))
    assert [page.words()[-1] for page in found] == ["1 / 4", "2 / 4", "3 / 4", "4 / 4"]


def test_every_given_stands_in_its_cell_and_every_digit_in_the_solution() -> None:
    puzzle, solution = read(puzzles_pdf([sheet()], 1, TEXTS))
    assert puzzle.board(NINE)[0] == str(GIVENS)
    digits, greys = solution.board(NINE)
    assert digits == str(SOLUTION)
    faded = [grey > 0.4 for grey in greys]
    assert faded == [bool(value) for value in GIVENS.values], "what was given is faded there"


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (4, 4), (5, 5)])
def test_boards_of_every_size_are_printed(shape: tuple[int, int]) -> None:
    geometry = Geometry(*shape)
    size = geometry.size
    values = Grid(
        geometry, bytes((row + col) % size + 1 for row in range(size) for col in range(size))
    )
    puzzle, _ = read(puzzles_pdf([Sheet(values, values, "..", "..")], 1, TEXTS))
    assert puzzle.board(geometry)[0] == str(values)
    assert set(puzzle.board(geometry)[0]) == set(SYMBOLS[:size])


def test_thick_lines_stand_between_boxes_of_their_shape() -> None:
    geometry = Geometry(2, 3)
    blank = Grid.blank(geometry)
    puzzle, _ = read(puzzles_pdf([Sheet(blank, blank, "..", "..")], 1, TEXTS))
    thick = puzzle.lines[14:]
    across = sorted({round(x) for x, _, to_x, _ in thick if x == to_x})
    down = sorted({round(y) for _, y, _, to_y in thick if y == to_y})
    assert (len(across), len(down)) == (3, 4)


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
def test_everything_lies_within_the_margins(per_page: PerPage) -> None:
    for page in read(puzzles_pdf([sheet()] * 12, per_page, TEXTS)):
        for x, y, to_x, to_y in page.lines:
            assert 40 <= min(x, to_x) <= max(x, to_x) <= A4[0] - 40
            assert 40 <= min(y, to_y) <= max(y, to_y) <= A4[1] - 40
        for found in page.texts:
            assert found.x >= 40
            assert found.x + text_width(found.text, found.size) <= A4[0] - 40


@pytest.mark.parametrize(
    "caption",
    [
        "#12 · 9×9 · 24 clues · hard",
        "第 12 题 · 9×9 · 24 个提示数 · 困难",
        "n.º 12 · 9×9 · 24 pistas · difícil, ¡ánimo!",
    ],
)
def test_captions_are_kept_in_every_language(caption: str) -> None:
    page = read(puzzles_pdf([sheet(caption=caption)], 4, TEXTS))[0]
    assert page.words()[0] == caption
    assert page.texts[0].size == 12


def test_a_character_that_no_font_has_is_a_question_mark() -> None:
    page = read(puzzles_pdf([sheet(caption="a\N{JIGSAW PUZZLE PIECE}b\nc")], 1, TEXTS))[0]
    assert page.words()[0] == "a?b c"


def test_a_caption_too_long_is_set_smaller_to_the_width_of_its_board() -> None:
    page = read(puzzles_pdf([sheet(caption="very long " * 20)], 6, TEXTS))[0]
    caption, lines = page.texts[0], page.lines
    wide = max(line[2] for line in lines) - min(line[0] for line in lines)
    assert text_width(caption.text, caption.size) == pytest.approx(wide, abs=1)


def test_widths_are_those_of_helvetica() -> None:
    assert text_width("Sudoku", 1000) == 667 + 4 * 556 + 500
    assert text_width("difícil", 1000) == 556 + 222 + 278 + 278 + 500 + 222 + 222
    assert text_width("数独", 1000) == 2000


def test_the_title_is_in_the_file_whatever_its_script() -> None:
    title = re.findall(rb"/Title <([0-9a-f]+)>", objects(puzzles_pdf([sheet()], 1, TEXTS))[3])[0]
    assert bytes.fromhex(title.decode()).decode("utf-16") == TEXTS.title


def test_equal_sheets_give_equal_files_and_small_ones() -> None:
    file = puzzles_pdf([sheet()] * 12, 4, TEXTS)
    assert file == puzzles_pdf([sheet()] * 12, 4, TEXTS)
    assert len(file) < 40_000


def test_nothing_to_print_is_refused() -> None:
    with pytest.raises(ValueError, match="no puzzles"):
        puzzles_pdf([], 1, TEXTS)


MARGIN, GAP = 42.0, 24.0
"""15 mm at the edges of a page, and the least space between two boards."""

TOP, WIDE = A4[1] - MARGIN, A4[0] - 2 * MARGIN


@pytest.mark.parametrize(
    ("per_page", "columns", "rows"), [(1, 1, 1), (2, 1, 2), (4, 2, 2), (6, 2, 3)]
)
def test_boards_fill_the_page_as_large_as_they_can_be(
    per_page: PerPage, columns: int, rows: int
) -> None:
    page = read(puzzles_pdf([sheet()] * per_page, per_page, TEXTS))[0]
    check_grid(page, columns, rows, MARGIN, caption=12, top=TOP)


def test_solutions_stand_three_in_a_row_below_their_heading() -> None:
    page = read(puzzles_pdf([sheet()] * 12, 6, TEXTS))[-1]
    heading = page.texts[0]
    assert (heading.text, heading.x, heading.size, heading.grey) == ("Solutions", MARGIN, 14, 0)
    assert heading.y == pytest.approx(TOP - 10, abs=0.01)
    check_grid(page, 3, 4, MARGIN, caption=9, top=TOP - 26)


def check_grid(
    page: ReadPage, columns: int, rows: int, bottom: float, *, caption: int, top: float
) -> None:
    """Squares in columns and rows of equal room, with a caption of 1.6 lines above each."""
    wide = (WIDE + GAP) / columns - GAP
    high = (top - bottom + GAP) / rows - GAP
    side = min(wide, high - 1.6 * caption)
    found = page.boards()
    assert len(found) == columns * rows
    for number, (left, low, right, above) in enumerate(found):
        row, column = divmod(number, columns)
        middle = MARGIN + column * (wide + GAP) + wide / 2
        assert (left + right) / 2 == pytest.approx(middle, abs=0.02)
        assert above == pytest.approx(top - row * (high + GAP) - 1.6 * caption, abs=0.02)
        assert (right - left, above - low) == pytest.approx((side, side), abs=0.03)
        named = [each for each in page.texts if each.size == caption]
        assert named[number].x == pytest.approx(left, abs=0.01)
        assert named[number].y == pytest.approx(above + 0.55 * caption, abs=0.02)


@pytest.mark.parametrize("per_page", [1, 6])
def test_digits_stand_in_the_middle_of_their_cells(per_page: PerPage) -> None:
    page = read(puzzles_pdf([sheet()], per_page, TEXTS))[0]
    ((left, bottom, right, top),) = page.boards()
    pitch = (right - left) / 9
    assert top - bottom == pytest.approx(right - left, abs=0.03)
    digits = [each for each in page.texts if len(each.text) == 1]
    cells = [cell for cell in range(81) if GIVENS[cell]]
    for digit, cell in zip(digits, cells, strict=True):
        row, column = divmod(cell, 9)
        assert digit.text == str(GIVENS[cell])
        assert digit.size == pytest.approx(0.7 * pitch, abs=0.01)
        middle = digit.x + text_width(digit.text, digit.size) / 2
        assert middle == pytest.approx(left + (column + 0.5) * pitch, abs=0.05)
        # A digit of Helvetica is as high as its capitals, 718 thousandths of its size.
        raised = digit.y + 0.718 * digit.size / 2
        assert raised == pytest.approx(top - (row + 0.5) * pitch, abs=0.05)


def test_the_number_of_a_page_stands_small_and_faded_in_the_middle_of_its_lower_margin() -> None:
    for page in read(puzzles_pdf([sheet()], 1, TEXTS)):
        number = page.texts[-1]
        assert number.x + text_width(number.text, 8) / 2 == pytest.approx(A4[0] / 2, abs=0.01)
        assert number.y + 0.718 * 4 == pytest.approx(MARGIN / 2, abs=0.01)
        assert (number.size, number.grey) == (8, 0.55)


def test_what_is_printed_is_black_and_thin_lines_are_grey() -> None:
    puzzle, solution = read(puzzles_pdf([sheet()], 1, TEXTS))
    assert {each.grey for each in puzzle.texts[:-1]} == {0}
    assert {each.grey for each in solution.texts} == {0, 0.55}
    (thin, thin_width), (thick, thick_width) = puzzle.pens
    assert (thin, thick) == (0.4, 0)
    assert thin_width == pytest.approx(0.4)
    assert thick_width == pytest.approx(WIDE / 9 / 20, abs=0.01)


def test_lines_of_small_cells_are_finer_and_thick_ones_never_thinner_than_a_point() -> None:
    blank = Grid.blank(Geometry(5, 5))
    page = read(puzzles_pdf([Sheet(blank, None, "..", "..")] * 6, 6, TEXTS))[0]
    left, right = page.lines[0][0], page.lines[0][2]
    assert page.pens[0][1] == pytest.approx((right - left) / 25 / 30, abs=0.01)
    assert page.pens[1] == (0, 1)


def test_a_puzzle_without_a_solution_has_none_printed() -> None:
    assert len(read(puzzles_pdf([Sheet(GIVENS, None, "..", "..")], 1, TEXTS))) == 1


HELVETICA = {
    " !\"#$%&'()*+,-./": (
        *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    ),
    "0123456789:;<=>?@": (*[556] * 10, 278, 278, 584, 584, 584, 556, 1015),
    "ABCDEFGHIJKLM": (667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833),
    "NOPQRSTUVWXYZ": (722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611),
    "[\\]^_`": (278, 278, 278, 469, 556, 333),
    "abcdefghijklm": (556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833),
    "nopqrstuvwxyz": (556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500),
    "{|}~": (334, 260, 334, 584),
    "‘’“”¡·×–—…€": (222, 222, 333, 333, 333, 278, 584, 556, 1000, 1000, 556),
    "íìîïñáÉ": (278, 278, 278, 278, 556, 556, 667),
}
"""Advance widths in thousandths, from the metrics that Adobe has published."""


@pytest.mark.parametrize(("letters", "widths"), HELVETICA.items())
def test_every_letter_is_as_wide_as_adobe_says(letters: str, widths: tuple[int, ...]) -> None:
    assert tuple(round(text_width(letter, 1000)) for letter in letters) == widths
