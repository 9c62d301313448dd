"""Puzzles to print: A4 pages with the solutions at the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from bot.render.pdf_file import A4, Page, pdf_bytes, text_width
from engine.board import SYMBOLS, Grid

PerPage = Literal[1, 2, 4, 6]

LAYOUTS: Final[Mapping[int, tuple[int, int]]] = MappingProxyType(
    {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
)
"""Columns and rows of puzzles on a page, by their number."""

SOLUTIONS: Final = (3, 4)
"""Columns and rows of solutions on a page."""

MARGIN: Final = 42.0
"""Free edge of a page in points: 15 mm."""

GAP: Final = 24.0
"""Free space between two boards in points."""

BLACK: Final = 0.0
FADED: Final = 0.55


@dataclass(frozen=True, slots=True)
class Sheet:
    """A puzzle to print: its caption stands above it, its short name above its solution.

    `solution` is None where none shall be printed.
    """

    givens: Grid
    solution: Grid | None
    caption: str
    name: str


@dataclass(frozen=True, slots=True)
class PdfTexts:
    """The words of a document: its title, and the heading of the solutions."""

    title: str
    solutions: str


@dataclass(frozen=True, slots=True)
class Place:
    """The square of a board on a page, and the size of the caption above it, in points."""

    left: float
    bottom: float
    side: float
    caption: float


def puzzles_pdf(sheets: Sequence[Sheet], per_page: PerPage, texts: PdfTexts) -> bytes:
    """A PDF of A4 pages in vectors: one to six puzzles a page, then twelve solutions a page.

    Captions may be in any language of Latin or Chinese script; those too long are set smaller.
    Equal arguments give equal bytes. Raises ValueError when there is nothing to print.
    """
    if not sheets:
        raise ValueError("no puzzles to print")
    pages = [_puzzle_page(group, per_page) for group in _groups(sheets, per_page)]
    in_all = SOLUTIONS[0] * SOLUTIONS[1]
    solved = [sheet for sheet in sheets if sheet.solution is not None]
    pages += [_solution_page(group, texts.solutions) for group in _groups(solved, in_all)]
    for number, page in enumerate(pages, 1):
        page.centred(A4[0] / 2, MARGIN / 2, f"{number} / {len(pages)}", 8, FADED)
    return pdf_bytes(pages, texts.title)


def _groups(sheets: Sequence[Sheet], count: int) -> Iterator[Sequence[Sheet]]:
    return (sheets[at : at + count] for at in range(0, len(sheets), count))


def _puzzle_page(sheets: Sequence[Sheet], per_page: int) -> Page:
    page = Page()
    for sheet, place in zip(sheets, _places(*LAYOUTS[per_page], caption=12), strict=False):
        _caption(page, place, sheet.caption)
        _board(page, place, sheet.givens, sheet.givens, BLACK)
    return page


def _solution_page(sheets: Sequence[Sheet], heading: str) -> Page:
    page = Page()
    page.text(MARGIN, A4[1] - MARGIN - 10, heading, 14)
    for sheet, place in zip(sheets, _places(*SOLUTIONS, caption=9, top=26), strict=False):
        _caption(page, place, sheet.name)
        _board(page, place, sheet.solution or sheet.givens, sheet.givens, FADED)
    return page


def _places(columns: int, rows: int, caption: float, top: float = 0) -> list[Place]:
    """Equal squares that fill the page below `top`, row by row, each centred in its column."""
    # The last column and row have no gap behind them, hence one more in the division.
    width = (A4[0] - 2 * MARGIN + GAP) / columns - GAP
    height = (A4[1] - 2 * MARGIN - top + GAP) / rows - GAP
    side = min(width, height - 1.6 * caption)
    lefts = [MARGIN + column * (width + GAP) + (width - side) / 2 for column in range(columns)]
    tops = [A4[1] - MARGIN - top - row * (height + GAP) for row in range(rows)]
    return [Place(left, y - 1.6 * caption - side, side, caption) for y in tops for left in lefts]


def _caption(page: Page, place: Place, text: str) -> None:
    """Writes a line above a board, no wider than the board."""
    wide = text_width(text, place.caption)
    size = place.caption * min(1, place.side / max(wide, 1))
    page.text(place.left, place.bottom + place.side + place.caption * 0.55, text, size)


def _board(page: Page, place: Place, values: Grid, givens: Grid, given_grey: float) -> None:
    """Draws a board, its givens in a shade of grey of their own."""
    shape = values.geometry
    pitch, every = place.side / shape.size, range(shape.size + 1)
    page.lines(_lines(place, pitch, every, every), min(0.4, pitch / 30), 0.4)
    down = range(0, shape.size + 1, shape.box_rows)
    across = range(0, shape.size + 1, shape.box_columns)
    page.lines(_lines(place, pitch, down, across), max(1, pitch / 20))
    top = place.bottom + place.side
    for cell, value in enumerate(values.values):
        if value:
            row, column = divmod(cell, shape.size)
            x, y = place.left + (column + 0.5) * pitch, top - (row + 0.5) * pitch
            grey = given_grey if givens[cell] else 0
            page.centred(x, y, SYMBOLS[value - 1], pitch * 0.7, grey)


def _lines(
    place: Place, pitch: float, down: Iterable[int], across: Iterable[int]
) -> list[tuple[float, float, float, float]]:
    """Lines from edge to edge, at multiples of `pitch` down from the top and from the left."""
    left, right, top = place.left, place.left + place.side, place.bottom + place.side
    level = [(left, top - k * pitch, right, top - k * pitch) for k in down]
    upright = [(left + k * pitch, place.bottom, left + k * pitch, top) for k in across]
    return level + upright
