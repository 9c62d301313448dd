"""Places on the board in words: `the top right corner`, `右上角`, `la última celda de la fila 3`.

People point at a cell by where it lies. Each such phrase is rewritten as the name that the readers
of moves know: a corner or the middle as `r1c9`, a box as `box 5`, the top row as `row 1`, a cell
counted along a row as `row 3 column 9`. So `put nine in the middle cell` becomes a move, and
`notes of the middle box` a wish for the notes of box 5.

A phrase is first reduced to one of nine positions (`@tl` is the top left, `@mm` the middle), then
the noun behind it says whether a cell, a cell of a box or a whole box is meant. `middle` is also a
word for a difficulty, so alone it is a place only behind `in the`. What this board does not have,
such as the middle of a 4x4, stays as it was said, and no reader takes it for a move.
"""

import re
from functools import partial
from typing import Final

from engine.board import Geometry

_TOP: Final = "top|upper|uppermost|superior"
_BOTTOM: Final = "bottom|lower|lowest|inferior"
_MIDDLE: Final = "middle|center|centre|central|mid"
_LEFT: Final = r"left(?:most)?|izquierd[ao]|izq"
_RIGHT: Final = r"right(?:most)?|derech[ao]|der"
_UP: Final = r"(?:de |desde )?arriba|superior"
_DOWN: Final = r"(?:de |desde )?abajo|inferior"
_IN_HEIGHT: Final = {
    **dict.fromkeys(("top", "upper", "uppermost", "superior", "arriba", "上"), "t"),
    **dict.fromkeys(("bottom", "lower", "lowest", "inferior", "abajo", "下"), "b"),
}
_ACROSS: Final = {"l": "l", "i": "l", "左": "l", "r": "r", "d": "r", "右": "r"}

_CELL: Final = r"(?:cell|square|spot|field|place|celda|casilla|cuadrito)"
_BOX: Final = r"(?:box|block|region|caja|bloque|cuadrante)"
_OF_BOARD: Final = r"(?: *\bof the (?:whole )?(?:board|grid|puzzle)| *\bdel tablero)?"


def _position(found: re.Match[str]) -> str:
    """The mark of a position whose height and side were said in either order."""
    height, side = found["height"] or "", found["side"] or ""
    first = _IN_HEIGHT.get(height.split()[-1] if height else "", "m")
    return f" @{first}{_ACROSS.get(side[:1], 'm')} "


_POSITIONS: Final = tuple(
    re.compile(form)
    for form in (
        (
            rf"\b(?P<height>{_TOP}|{_BOTTOM}|{_MIDDLE})[ -]?(?:hand )?(?P<side>{_LEFT}|{_RIGHT})"
            r"(?:[ -]?(?:hand|most))?(?: side)?\b"
        ),
        rf"\b(?P<side>{_LEFT}|{_RIGHT})(?:[ -]hand)?[ -](?P<height>{_TOP}|{_BOTTOM}|{_MIDDLE})\b",
        rf"\b(?P<height>{_TOP}|{_BOTTOM})[ -](?P<side>{_MIDDLE})\b",
        (
            rf"\b(?P<height>{_UP}|{_DOWN})(?: del todo)?,? (?:a |de |en )?(?:la |el )?"
            rf"(?:esquina (?:de la )?)?(?P<side>{_LEFT}|{_RIGHT})\b"
        ),
        rf"\b(?P<side>{_LEFT}|{_RIGHT}) (?:de |del )?(?P<height>{_UP}|{_DOWN})\b",
        rf"\b(?P<height>{_UP}|{_DOWN}),? (?:en el |en |al |del )(?P<side>medio|centro)\b",
        r"最?(?P<height>[上下])[面边]?(?:的?正)?(?P<side>中)间?(?=的?那?个?(?:格|宫|填|写|放|是))",
        r"最?(?P<side>[左右])边?最?(?P<height>[上下])面?(?=角|边|方|面|宫|的|那|格|填|写|放|是|\W|\d|$)",
        r"最?(?P<side>[左右])(?:边|面|侧)?(?P<height>正?中间?)(?=的?那?个?[小大]?(?:宫|方|块|九))",
        r"最?(?P<height>[上下])面?最?(?P<side>[左右])(?=角|边|宫|的|那|格|\W|\d|$)",
    )
)
_MIDDLES: Final = (
    rf"\b(?:very |dead |exact )?(?:{_MIDDLE})(?:most)?(?= (?:{_CELL}|{_BOX}|one|1)\b)",
    rf"(?<=\bin the )(?:very |dead |exact )?(?:{_MIDDLE})\b(?! (?:row|col|line))",
    (
        r"(?:(?<=celda )|(?<=casilla )|(?<=caja )|(?<=bloque ))"
        r"(?:central|del? ?(?:en)?medio|del centro)\b"
    ),
    r"(?<=\ben el )(?:mero )*(?:medio|centro)(?: medio)?\b|\bdel (?:mero )+(?:medio|centro)\b",
    (
        rf"\b(?:(?:very|dead|exact|right|bang) )*(?:{_MIDDLE}|medio|centro)"
        r"(?= (?:of it|of that box|de ella|de es[ae] (?:caja|cuadro))\b)"
    ),
    (
        r"(?:正中心|正中间?|正中央|最中间|最中心|中心|中央|中间)"
        r"(?=的?那?个?(?:格|大?宫|[九9]宫|位置)|填|写|放|是|输|搁|塞)|正中间|正中央|最中间"
    ),
)
_MIDDLE_FORMS: Final = tuple(map(re.compile, _MIDDLES))
_NOUN: Final = rf" *(?:的|那|个)*(?:corner|角|边|方|面)?{_OF_BOARD}(?:的|那|个)* *"
_MARK: Final = r"@([tmb])([lmr])"
_AROUND: Final = r"(?:\b(?:esquina|celda|casilla)(?: de)? *)?"

_BOXES: Final = (
    re.compile(rf"{_MARK}{_NOUN}(?:{_BOX}\b|(?:大?宫|[九9]宫格?|小?方块)(?!\d))"),
    re.compile(rf"\b{_BOX}(?: de)? +{_MARK}"),
)
_WITHIN: Final = re.compile(
    rf"{_AROUND}{_MARK}{_NOUN}(?:(?:{_CELL}|1) *)?(?:of|in|de|del|en) *(?:the |la |el )?"
    rf"{_BOX} *(?:number )?(\d{{1,2}})"
    rf"|(?:第 *|\bbox )(\d{{1,2}}) *宫?(?:里面?|的|嘛|那个|[,， ])*{_MARK}{_NOUN}(?:格子?|位置)?"
)
_OF_IT: Final = r"(?:of (?:it|that box)|de (?:ella|es[ae] (?:caja|cuadro)))\b"
_SQUARE_OF_IT: Final = re.compile(
    rf"{_MARK} *(?:square|grid|cuadro|cuadrado)\b(?=[^@<]*{_MARK}{_NOUN}{_OF_IT})"
)
"""A square that has places of its own is a box."""

_WITHIN_IT: Final = re.compile(
    rf"\bbox (?P<box>\d{{1,2}})\b(?P<between>[^@]{{0,60}}?){_AROUND}{_MARK}{_NOUN}(?P<it>{_OF_IT})?"
)
"""A box, and behind other words a place in it: `the top left box, a 1 in the centre of it`."""

_ALONE: Final = re.compile(
    rf"{_AROUND}{_MARK}{_NOUN}(?:{_CELL}\b|1(?= (?:is|es|should|to)\b)|格子?|位置)?{_OF_BOARD}"
)

_NEXT_TO_BOX: Final = re.compile(r" *[,:] *(?:(?:in|en|at|the|el|la) *)*")
_LINE_OF_BOX: Final = re.compile(
    r"(?P<box>宫格?|\bbox \d{1,2})(?P<apart>(?:里面?|的|嘛|那个|[,， ])*)"
    r"最?(?P<height>[上下顶底]|正?中间?)[下面边头]*的?(?:那|1)*[行排]的?[,， ]*最?靠?"
    r"(?P<side>[左右]|正?中间?)[边面侧]?的?(?:那?1?[个格]格?子?)?"
)
"""A place in a box by its row and its side: `右中宫最底下那排靠左`."""

_HEIGHT_OF_ROW: Final = (
    (rf"\b(?:{_TOP}|first|1#) row\b|\bfila (?:{_UP}|de mas arriba)\b|\bprimera fila\b", "t"),
    (rf"\b(?:{_BOTTOM}|last) row\b|\bfila (?:{_DOWN}|de mas abajo)\b|\bultima fila\b", "b"),
    (rf"\b(?:{_MIDDLE}) row\b|\bfila (?:central|del medio|del centro)\b", "m"),
    (r"最?[上顶](?:面|边|头)?的?(?:那|[一1]){1,2}[行排]|首行|最[上顶](?:面|边)?的?[行排]", "t"),
    (r"最?[下底](?:面|边|头)?的?(?:那|[一1]){1,2}[行排]|(?:最后|倒数第?)的?[一1]行|末行", "b"),
    (r"(?:正?中间|中央)的?那?[一1]?行", "m"),
)
_SIDE_OF_COLUMN: Final = (
    (rf"\b(?:{_LEFT}|first|1#) col(?:umn)?\b|\bcolumna (?:de )?(?:la )?(?:{_LEFT})\b", "l"),
    (rf"\b(?:{_RIGHT}|last) col(?:umn)?\b|\bcolumna (?:de )?(?:la )?(?:{_RIGHT})\b", "r"),
    (r"\bultima columna\b", "r"),
    (rf"\b(?:{_MIDDLE}) col(?:umn)?\b|\bcolumna (?:central|del medio|del centro)\b", "m"),
    (r"最?左(?:面|边|侧)?的?(?:那|[一1]){1,2}[列竖]", "l"),
    (r"最?右(?:面|边|侧)?的?(?:那|[一1]){1,2}[列竖]|(?:最后|倒数第?)的?[一1]列|末列", "r"),
    (r"(?:正?中间|中央)的?那?[一1]?列", "m"),
)
_ROWS: Final = tuple((re.compile(form), where) for form, where in _HEIGHT_OF_ROW)
_COLUMNS: Final = tuple((re.compile(form), where) for form, where in _SIDE_OF_COLUMN)

_BEHIND_ROW: Final = re.compile(r"(\brow \d{1,2}) *的? *第? ?(\d{1,2}) ?[列个格]")
_BLANKS: Final = re.compile(r"[^\S\n]+")
_NTH_ROW: Final = re.compile(r"\b(\d{1,2})# ?(?:row|fila|renglon)\b")
_NTH_COLUMN: Final = re.compile(r"\b(\d{1,2})# ?(?:column|columna|col)\b")
_NTH: Final = r"(?P<column>\d{1,2})#"
_LAST: Final = r"(?P<last>\b(?:last|ultima))"
_IN_ROW: Final = r"(?:of|in|on|de|en) (?:the |la )?(?:row|fila|r) ?(?P<row>\d{1,2})"
_ROW_WITH: Final = r"\brow (?P<row>\d{1,2}) *,?"
_COUNTED: Final = tuple(
    re.compile(form)
    for form in (
        rf"{_NTH} (?:{_CELL} )?(?P<back>from (?:the )?right) {_IN_ROW}",
        rf"{_ROW_WITH} *(?:the |la )?{_NTH} (?:{_CELL} |1 )?(?P<back>from (?:the )?right)",
        rf"{_ROW_WITH} *(?:the |la )?{_NTH} (?:{_CELL} |1 )?from (?:the )?left",
        (
            r"row (?P<row>\d{1,2}) *的?[,，]? *从?(?P<back>右)[边面侧]?(?:往左|开始|起)?[数起]"
            r"的?第? ?(?P<column>\d{1,2}) ?[个格位空]格?"
        ),
        (
            r"row (?P<row>\d{1,2}) *的?[,，]? *从?左[边面侧]?(?:往右|开始|起)?[数起]"
            r"的?第? ?(?P<column>\d{1,2}) ?[个格位空]格?"
        ),
        rf"{_NTH} (?:(?:{_CELL}|1|one) |(?:{_CELL} )?from the left )?{_IN_ROW}",
        rf"{_LAST} {_CELL} {_IN_ROW}",
        rf"{_ROW_WITH} *(?:the |la )?{_NTH} {_CELL}",
        rf"{_ROW_WITH} *(?:the |la )?{_NTH}(?: (?:1|one))?(?= (?:is|es|should|to)\b)",
        rf"{_ROW_WITH} *(?:en |in |on )?(?:the |la )?{_LAST} {_CELL}",
        r"第? ?(?P<row>\d{1,2}) ?行的?(?P<last>最后|倒数第?)的?[一1](?:格|个|位)",
        r"row (?P<row>\d{1,2}) *的?(?P<last>最右)(?:边|面|侧)?的?那?[1一]?个?格子?",
        rf"{_ROW_WITH} *(?:the |in the )?{_NTH} *(?:1|spot)?,? (?:along|across|over|in)\b",
        rf"{_NTH} (?:box|caja|cuadro|hueco) {_IN_ROW}",
        rf"{_NTH} (?:1 |one )?(?:{_CELL} )?(?:along|across|over|in)(?: from the left)? {_IN_ROW}",
        r"row (?P<row>\d{1,2}) *的?(?P<mid>正?中间)(?:那?[1一]?个?格?子?|的)?",
        r"row (?P<row>\d{1,2}) *的?(?P<back>倒数第?) ?(?P<column>\d{1,2})[个格位]",
        rf"\b(?P<mid>{_MIDDLE}) (?:{_CELL} )?(?:of|in) (?:the )?row (?P<row>\d{{1,2}})",
        rf"{_ROW_WITH} *(?:en |in |on )?(?:the |el |la )?(?P<mid>{_MIDDLE}|medio)\b(?: {_CELL})?",
        r"row (?P<row>\d{1,2}) +的?(?P<last>最后|倒数第?)的?[一1](?:格|个|位)",
    )
)
"""Cells counted along a row: `the third cell of row 2`, `row 2, last cell`."""

_FROM_THE_END: Final = tuple(
    (re.compile(form), noun)
    for form, noun in (
        (r"倒数第? ?(\d{1,2}) ?行|\b(\d{1,2})# row from the (?:bottom|end)", "row"),
        (r"倒数第? ?(\d{1,2}) ?列|\b(\d{1,2})# col(?:umn)? from the (?:right|end)", "column"),
        (r"\b(2)#[ -]to[ -]last row\b|\b(?:penultimate row|penultima fila)\b", "row"),
        (r"\b(2)#[ -]to[ -]last column\b|\b(?:penultimate column|penultima columna)\b", "column"),
    )
)
"""Rows and columns counted from the end: `倒数第二行`."""

_LAST_CORNER: Final = re.compile(
    r"\b(?:the )?(?:very )?last (?:corner|cell|square)\b(?! (?:of|in|on|i)\b)"
    r"|\b(?:la )?[uú]ltima (?:esquina|celda|casilla)(?: de todas| del todo)?"
    r"(?! (?:de|del|en|que)\b)"
    r"|(?<![行列宫排])最[后後]的?(?:那|一|1)*[个個]?(?:角落?|格子?)",
    re.IGNORECASE,
)
_DOWN_ACROSS: Final = (
    (re.compile(r"第? ?(\d{1,2}) ?[行排](?=的?[,，]? *从?[左右][边面侧]?[往开起数])"), r"row \1 "),
    (
        re.compile(
            r"\bcolumn (\d{1,2}) *,?(?: the)? *(\d{1,2})#(?: cell)? (?:from the top|down)\b"
        ),
        r"r\2c\1",
    ),
    (
        re.compile(
            r"\bcolumn (\d{1,2}) *的?(?:从上(?:面|边)?(?:往下|向下)?[数起]?)?的?"
            r"第? ?(\d{1,2}) ?[个格位]"
        ),
        r"r\2c\1",
    ),
    (re.compile(r"\bcolumn (\d{1,2}) *的?最[上顶](?:面|边|头)?的?那?[1一]?个?格?子?"), r"r1c\1"),
    (re.compile(r"\b(\d{1,2}) down(?: and)?,? (\d{1,2}) (?:across|over|right)\b"), r"r\1c\2"),
    (re.compile(r"\brow (\d{1,2}) *的?最左(?:边|面|侧)?的?那?[1一]?个?格子?"), r" r\1c1 "),
    (re.compile(r"\b(\d{1,2}) (?:across|over)(?: and)?,? (\d{1,2}) down\b"), r"r\2c\1"),
)


def _line_of_box(found: re.Match[str]) -> str:
    height = {"上": "t", "顶": "t", "下": "b", "底": "b"}.get(found["height"], "m")
    return f"{found['box']}{found['apart']} @{height}{_ACROSS.get(found['side'], 'm')} "


def with_last_corner(text: str) -> str:
    """A text in which the last corner is that at the bottom right, which is only likely."""
    return _LAST_CORNER.sub(_as_corner, text)


def _as_corner(found: re.Match[str]) -> str:
    return "右下角" if "最" in found[0] else " bottom right corner"


def with_places(text: str, geometry: Geometry) -> str:
    """A text in lower case and without accents, with places of this board by their names."""
    for form, noun in _FROM_THE_END:
        text = form.sub(partial(_from_the_end, noun=noun, size=geometry.size), text)
    text = _LINE_OF_BOX.sub(_line_of_box, text)
    for position in _POSITIONS:
        text = position.sub(_position, text)
    for middle in _MIDDLE_FORMS:
        text = middle.sub(" @mm ", text)
    if "@" in text:
        text = _of_positions(text, geometry)
    rows = {"t": 1, "m": _middle(geometry.size), "b": geometry.size}
    columns = {"l": 1, "m": _middle(geometry.size), "r": geometry.size}
    text = _lines(text, _ROWS, "row", rows)
    text = _lines(text, _COLUMNS, "column", columns)
    text = _NTH_ROW.sub(r"row \1 ", _NTH_COLUMN.sub(r"column \1 ", text))
    text = _BLANKS.sub(" ", _BEHIND_ROW.sub(r"\1 column \2 ", text))
    for form, name in _DOWN_ACROSS:
        text = form.sub(name, text)
    for form in _COUNTED:
        text = form.sub(lambda found: _counted(found, geometry.size), text)
    return text


def _of_positions(text: str, geometry: Geometry) -> str:
    """A text with each marked position as the box or the cell that lies there."""
    text = _SQUARE_OF_IT.sub(r" @\1\2 box ", text)
    for boxed in _BOXES:
        text = boxed.sub(lambda found: _box(found, geometry), text)
    text = _BLANKS.sub(" ", text)
    text = _WITHIN.sub(lambda found: _cell_of_box(found, geometry), text)
    text = _WITHIN_IT.sub(lambda found: _within_it(found, geometry), text)
    text = _ALONE.sub(lambda found: _cell(found, geometry), text)
    return " ".join(text.split())


def _box(found: re.Match[str], geometry: Geometry) -> str:
    # As many bands lie below each other as a box has columns.
    bands, stacks = geometry.box_columns, geometry.box_rows
    row, column = _at(found[1], bands), _at(found[2], stacks)
    return f" box {(row - 1) * stacks + column} " if row and column else _unknown(found)


def _cell_of_box(found: re.Match[str], geometry: Geometry) -> str:
    high, across, number = (
        (found[1], found[2], found[3]) if found[1] else (found[5], found[6], found[4])
    )
    return _in_box(high, across, int(number), geometry) or _unknown(found)


def _within_it(found: re.Match[str], geometry: Geometry) -> str:
    between = found["between"]
    # Without words for the box, only a comma says that the place lies in it.
    if not found["it"] and not _NEXT_TO_BOX.fullmatch(between):
        return found[0]
    cell = _in_box(found[3], found[4], int(found["box"]), geometry)
    return f"{between}{cell}" if cell else _unknown(found)


def _in_box(high: str, across: str, number: int, geometry: Geometry) -> str:
    """The cell at a position of a box; empty where there is none."""
    row, column = _at(high, geometry.box_rows), _at(across, geometry.box_columns)
    if not row or not column or not 1 <= number <= geometry.size:
        return ""
    band, stack = divmod(number - 1, geometry.box_rows)
    top, left = band * geometry.box_rows, stack * geometry.box_columns
    return f" r{top + row}c{left + column} "


def _cell(found: re.Match[str], geometry: Geometry) -> str:
    row, column = _at(found[1], geometry.size), _at(found[2], geometry.size)
    return f" r{row}c{column} " if row and column else _unknown(found)


def _unknown(_: re.Match[str]) -> str:
    """A place that the board does not have, in a word that no reader takes for a cell."""
    return " nowhere "


def _at(place: str, count: int) -> int:
    """The number, from 1, of the first, the last or the middle one of several; 0 without one."""
    return {"t": 1, "l": 1, "b": count, "r": count}.get(place, _middle(count))


def _middle(count: int) -> int:
    return (count + 1) // 2 if count % 2 else 0


def _lines(
    text: str,
    forms: tuple[tuple[re.Pattern[str], str], ...],
    noun: str,
    numbers: dict[str, int],
) -> str:
    for form, where in forms:
        if numbers[where]:
            text = form.sub(f" {noun} {numbers[where]} ", text)
    return text


def _from_the_end(found: re.Match[str], noun: str, size: int) -> str:
    count = int(next(filter(None, found.groups()), 2))
    return f" {noun} {size + 1 - count} "


def _counted(found: re.Match[str], size: int) -> str:
    said = found.groupdict()
    column = _middle(size) if said.get("mid") else int(said.get("column") or size)
    if not column:
        return _unknown(found)
    return f" r{found['row']}c{size + 1 - column if said.get('back') else column} "
