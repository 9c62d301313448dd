"""Which row, column or box a person names."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from engine.geometry import KINDS, Geometry

_CELL: Final = re.compile(r"r(\d{1,2})c(\d{1,2})")
_UNIT: Final = re.compile(r"(?P<before>\D*?)(?P<number>\d{1,2})(?P<after>\D*)")


def parse_unit(text: str, geometry: Geometry, words: Mapping[str, str]) -> int | None:
    """The index in `Geometry.units` of what `box 5`, `row 3` or `5宫` names; of a cell its box.

    `words` maps the words of all languages to `row`, `column` and `box`. None for anything else.
    """
    folded = unicodedata.normalize("NFKC", text).lower().strip()
    size = geometry.size
    if cell := _CELL.fullmatch(folded):
        row, column = int(cell[1]) - 1, int(cell[2]) - 1
        on_board = 0 <= row < size and 0 <= column < size
        return 2 * size + geometry.box_of(geometry.cell(row, column)) if on_board else None
    found = _UNIT.fullmatch(folded)
    if found is None or not 1 <= int(found["number"]) <= size:
        return None
    kind = words.get(found["before"].strip() + found["after"].strip())
    return None if kind is None else KINDS.index(kind) * size + int(found["number"]) - 1
