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
    "es": "borrar borra vaciar quitar quita tachar tacha",
    "zh": "清除 擦除 擦掉 删除 删掉 清空",
}
ERASED: Final[Mapping[str, str]] = {"*": "x ⌫ ❌ ✖", "en": "blank", "zh": "空 空白"}
"""What else may stand after a cell that is to be erased."""

NOTE: Final[Mapping[str, str]] = {
    "en": "note notes pencil",
    "es": "nota notas notita notitas",
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

NUMBERS: Final[Mapping[str, str]] = {
    "en": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen",
    "es": "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciseis",
}
ORDINALS: Final[Mapping[str, str]] = {
    "en": "first second third fourth fifth sixth seventh eighth ninth tenth",
    "es": "primera segunda tercera cuarta quinta sexta septima octava novena decima",
}
"""Words for 1, 2, 3 and so on, without accents."""

AROUND: Final[Mapping[str, str]] = {
    "en": "put place set write enter fill insert type make change add mark a an the number digit "
    "value in at on into to with should be is as it goes go cell square position spot of please "
    "pls i want would like can could you u lets let and for my row column col ok hey so then now "
    "from whats thats theres there s coordinates out ill its id think must um uh er yes yeah "
    "thx thanks thank mate bro lol n just whole d need needs have has gets goes got been belongs "
    "reckon guess definitely surely obviously wanna gotta stick pop slap bung us okay like thing "
    "dude man fam buddy pal ty cheers uhh uhm umm erm hm hmm mmm ah oh sorry oops woops",
    "es": "pon poner ponme pone coloca colocar escribe escribir mete meter anade marca rellena "
    "cambia haz va ir un una el la los las numero cifra digito valor en a al de del con por favor "
    "porfa es debe ser debería deberia quiero puedes y ahora celda casilla posicion lo que esta "
    "hay fila columna marca apunta anota se creo tiene toca pues ver perdona eh justo ponle ponlo "
    "metele ponga pongas pongo vas ira iria seria tendria debo tengo necesito bueno oye mira dale "
    "este mmm em perdon uy ay "
    "anda venga cuadro cuadrito seguro ser ahi alli aqui nomas gracias plis porfis esquinita "
    "porfi porfa xfa tio tia wey guey bro compa parce chiquito chiquitos chiquita chiquitas "
    "chiquitita chiquititas pequenitas chicas mi jugada",
    "zh": "请 帮 我 把 将 在 到 进 里 的 中 格 格子 那个 这个 数字 数 是 为 填 填入 填上 填写 写 "
    "写入 写上 放 放入 放上 输入 改 改成 改为 换成 等于 应该 应 个 了 吧 一下 上 给 想 要 填个 "
    "放个 写个 掉 记 记下 记上 标 标上 和 与 单元格 位置 里面 加 加上 去 去掉 有 觉得 就是 "
    "搁 塞 敲 弄 摆 添 补 先 那 这 呗 咯 哈 谢谢 呀 啊 呢 嘛 嗯 麻烦 你 肯定 必须 得 来 帮忙 "
    "啦 从 也 着 帮 才 额 呃 哦 不好意思 抱歉 填成 写成 放成 谢啦 谢了 多谢 拜托 啥",
}
"""Words around a move that is said in a sentence, which change nothing of it."""


def pattern(*tables: Mapping[str, str]) -> str:
    """A regular expression for any word of the tables; a word in Latin letters is matched whole."""
    words = set(chain.from_iterable(map(str.split, _languages(tables))))
    # The longest first: an alternation takes the first word that matches.
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(map(_word, ordered)) + ")"


def listed(*tables: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The words of the tables, in their order, for each language."""
    return tuple(tuple(words.split()) for words in _languages(tables))


def _languages(tables: Iterable[Mapping[str, str]]) -> Iterable[str]:
    return chain.from_iterable(table.values() for table in tables)


def _word(word: str) -> str:
    return re.escape(word) + ("(?![a-z])" if word.isascii() and word.isalpha() else "")
