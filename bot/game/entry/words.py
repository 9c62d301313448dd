"""The words that moves may be typed with, per language; adding a language is adding a line."""

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final

ROW: Final[Mapping[str, str]] = {"en": "row r", "es": "fila f"}
COLUMN: Final[Mapping[str, str]] = {"en": "column col c", "es": "columna col c"}
"""Words before a number."""

ROW_AFTER: Final[Mapping[str, str]] = {"zh": "行 排"}
COLUMN_AFTER: Final[Mapping[str, str]] = {"zh": "列"}
ORDINAL: Final[Mapping[str, str]] = {"zh": "第"}
"""Words after a number, and what may stand before it then."""

ERASE: Final[Mapping[str, str]] = {
    "en": "clear erase delete remove empty",
    "es": "borrar borra vaciar quitar quita",
    "zh": "清除 擦除 擦掉 删除 删掉 清空",
}
ERASED: Final[Mapping[str, str]] = {"*": "x ⌫ ❌ ✖", "en": "blank", "zh": "空 空白"}
"""What else may stand after a cell that is to be erased."""

NOTE: Final[Mapping[str, str]] = {
    "en": "note notes pencil",
    "es": "nota notas",
    "zh": "笔记 标记 候选数 候选 备注",
}
BECOMES: Final[Mapping[str, str]] = {
    "*": "=> -> := == = : → ⇒",
    "en": "is",
    "es": "es",
    "zh": "填入 填上 填 写入 写上 写 放 输入 改成 改为 等于 是 为",
}
FILLER: Final[Mapping[str, str]] = {
    "*": "&",
    "en": "and then also please pls",
    "es": "y luego por favor",
    "zh": "以及 然后 还有 请 把 将 在 和 再 并",
}
"""Words between moves that mean nothing."""


def pattern(*tables: Mapping[str, str]) -> str:
    """A regular expression for any word of the tables; a word in Latin letters is matched whole."""
    words = set(chain.from_iterable(map(str.split, _languages(tables))))
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(map(_word, ordered)) + ")"


def _languages(tables: Iterable[Mapping[str, str]]) -> Iterable[str]:
    return chain.from_iterable(table.values() for table in tables)


def _word(word: str) -> str:
    return re.escape(word) + ("(?![a-z])" if word.isascii() and word.isalpha() else "")
