"""What somebody takes back in the same breath: `an 8 in the corner, no wait, bottom right`.

What stands behind such words replaces its like before them: a cell the cell, its row or column the
row or column, a digit the digit. It is done only where one cell at most and one digit stand on
either side, so that nothing else can be meant. Words that deny a digit (`no`, `not`, `不是`) are
none of these: `7, not 6` keeps the 7.
"""

import re
from typing import Final

_CELL: Final = re.compile(r"<r(\d+)c(\d+)>")
_LINE: Final = re.compile(
    r"\b(?P<name>row|fila|column|columna|col) (?P<number>\d{1,2})(?!\d)"
    r"|第? ?(?P<count>\d{1,2}) ?(?P<han>[行列])"
)
_DIGIT: Final = re.compile(r"(?<![\d<rc])\d{1,2}#?(?!\d)")

_ONE_DIGIT: Final = re.compile(
    r"(?:(?:an?|the|to|un|el|por|是|成|改成|改为|应该是) ?)*(\d{1,2})[\s.!。！吧]*"
)

_HESITATION: Final = r"(?:\b(?:um|uh|er|eh|ah|oh|hmm|ay|uy)\b|[哎啊哦额呃])?"
_TAKES_BACK: Final = re.compile(
    # Possessive, so that a message of nothing but commas is read in no time.
    rf"(?<![\s,，.。!！…-])[\s,，.。!！…-]*+{_HESITATION}[\s,，.。!！…-]*+(?:"
    r"\bno+[, ]+wait\b|\bwait[, ]+(?:no+|sorry|i mean)\b"
    r"|\b(?:(?:no|oops|wait)[, ]*+)?sorry[, ]+(?:i meant?)?"
    r"|\b(?:no[, ]+)?i meant?(?: to say)?\b|\b(?:no[, ]+)?(?:scratch|make|strike) that\b"
    r"|\bno[, ]+(?:no|actually|better)\b|\bactually[, ]+no\b|\bor rather\b|\bcorrection\b"
    r"|\bno+[, ]+esper[ae]\b|\besper[ae][, ]+no+\b|\b(?:no[, ]+)?(?:perdon|perdona|digo)\b"
    # `No, in r3c5` is another place; without the comma it would deny one.
    r"|\bno+[,.…]+ *(?=(?:(?:in|en|its|it's|es) )*<r)"
    r"|\bmejor dicho\b|\b(?:no[, ]+)?quise decir\b|\bno[, ]+mejor\b|\bmiento\b|\bque diga\b"
    r"|(?:[哦啊噢]?不对[\s,，]*)+|(?:我)?说错了|[我]?搞错了|[哦啊噢]不"
    rf")[\s,，.。!！:：…-]*(?:(?:the|it|its|in|is|la|el|en|es|era|al|是|应该是?|改成?)[ ,]+)*"
)


_EXCUSE: Final = re.compile(
    r"(?<=[\d>]) *[,.，]* *(?:oops|ups|uy|ay|so)?[, ]*"
    r"(?:sorry|my bad|perdon[ae]?|disculp[ae]|不好意思|抱歉|对不起)[\s.!。！]*$"
)
"""Behind what was said, such a word takes nothing back."""


_REASON: Final = re.compile(
    r"\b(?:ha[sd](?! to\b)|have(?! to\b)|already|contains?|holds?|there'?s|there is|taken|full"
    r"|tiene(?! que\b)|hay(?! que\b)|ya|contiene|repite|repetido)\b|[有满]|已|重复|冲突"
)
"""Why somebody takes a move back, instead of another one."""

WITHDRAWN: Final = "…"
"""Stands behind a move that is taken back, as no move; typed ones are three dots here."""


def settled(text: str) -> str:
    """A text with cells as `<r4c5>`, without what is taken back in it; else as it was.

    Where nothing takes its place, WITHDRAWN stands behind it.
    """
    excused = _EXCUSE.sub("", text)
    found = [*_TAKES_BACK.finditer(excused)]
    if len(found) != 1:
        return text
    before, behind = excused[: found[0].start()], excused[found[0].end() :]
    if _CELL.search(before) and (not behind.strip() or _REASON.search(behind)):
        return f"{text} {WITHDRAWN}"
    behind = _with_line(before, behind)
    cells, digits = _in(_CELL, before), _in(_DIGIT, _masked(before))
    cells_behind, digits_behind = _in(_CELL, behind), _in(_DIGIT, _masked(behind))
    most = max(len(digits), len(cells_behind), len(digits_behind))
    if len(cells) != 1 or most > 1 or not (cells_behind or digits_behind):
        return text
    if cells_behind and digits_behind:
        return behind
    replaced = cells[0] if cells_behind else next(iter(digits), None)
    if replaced is None:
        return text
    return f"{before[: replaced.start()]} {before[replaced.end() :]} {behind}"


def with_last_digit(text: str) -> str:
    """A text whose last digit is taken back, with the one behind it: `to 3, no wait, 8` is `to 8`.

    As it was where anything but one digit stands behind.
    """
    found = [*_TAKES_BACK.finditer(text)]
    if len(found) != 1:
        return text
    before, behind = text[: found[0].start()], _ONE_DIGIT.fullmatch(text[found[0].end() :])
    digits = _in(_DIGIT, before)
    return f"{before[: digits[-1].start()]}{behind[1]}" if digits and behind else text


def _with_line(before: str, behind: str) -> str:
    """What stands behind, with its only row or column as the cell that it makes of the one before.

    As it was where a cell is named behind, or none or several before.
    """
    cells, lines = _in(_CELL, before), _in(_LINE, behind)
    if len(cells) != 1 or len(lines) != 1 or _CELL.search(behind):
        return behind
    line, (row, column) = lines[0], cells[0].groups()
    number = line["number"] or line["count"]
    is_row = line["name"] in {"row", "fila"} or line["han"] == "行"
    cell = f"<r{number}c{column}>" if is_row else f"<r{row}c{number}>"
    return f"{behind[: line.start()]} {cell} {behind[line.end() :]}"


def _in(form: re.Pattern[str], text: str) -> list[re.Match[str]]:
    return [*form.finditer(text)]


def _masked(text: str) -> str:
    """A text of the same length without the figures of its cells."""
    return _CELL.sub(lambda found: " " * len(found[0]), text)
