"""Numbers as people type, dictate and mistype them, as figures.

Words and Chinese characters for numbers become figures, an ordinal with a mark behind it. Slips in
the few words that name a place are mended here, and what dictation and input methods make of them:
`row for column too`, `第二航`.
"""

import re
import unicodedata
from itertools import chain
from typing import Final

from bot.game.entry import words
from bot.game.entry.message import count, in_mainland_words
from bot.game.talk.slips import Slips

TH: Final = "#"
"""Stands behind a number that was an ordinal, since its noun follows: `4# row 5# column`."""

_VALUES: dict[str, str] = {
    word: f"{value}{mark}"
    for table, mark in ((words.NUMBERS, ""), (words.ORDINALS, TH))
    for listed in words.listed(table)
    for value, word in enumerate(listed, start=1)
}
_VALUES |= {
    plural: f"{value}s"
    for plurals in (
        "twos threes fours fives sixes sevens eights nines",
        "doses treses cuatros cincos seises sietes ochos nueves",
    )
    for value, plural in enumerate(plurals.split(), start=2)
}
_NUMBER_WORD: Final = re.compile(rf"\b({'|'.join(sorted(_VALUES, key=len, reverse=True))})\b")
_PRONOUN: Final = (
    (re.compile(r"\b(?:other|another|that|this|which|wrong|same|next|new|every|any) $"), None),
    (re.compile(r"\b(?:cada|otro) $"), None),
    (
        re.compile(
            r"(?<!\bput )(?<!\bset )(?<!\badd )(?<!\bpop )(?<!\bstick )(?<!\bplace )(?<!\bwrite )"
            r"(?<!\benter )(?<!\btype )\bthe $"
        ),
        re.compile(
            r" (?:in|on|at|from|of|below|above|under|over|beside|next|near|to the|up|down|left"
            r"|right|with|that|which|i|you|we|just)\b|[\s.!]*$"
        ),
    ),
    (re.compile(""), re.compile(r" (?:de (?:l[oa]s|es[oa]s|est[oa]s|ell[oa]s)|que|mas)\b")),
)
"""What stands before and behind `one` or `uno` where it names no number: `the one in row 3`."""

_BESIDE: Final = 16
"""Characters beside such a word that are looked at."""

_HEARD_AS: Final = {"won": 1, "to": 2, "too": 2, "tree": 3, "for": 4, "fore": 4, "ate": 8}
_HEARD: Final = re.compile(
    rf"(?<!(?:st|nd|rd|th) )\b(row|column|col|digit|number) ({'|'.join(_HEARD_AS)})\b"
)
"""What dictation makes of a number, but not in `change the 5 in the 2nd row to a 6`."""

_SLIPS: Final = tuple(
    (re.compile(slip), word)
    for slip, word in (
        (r"\b(?:clumn|colmuna|colum)\b", "column"),
        (r"\b(?:fla|filla|fial)\b", "fila"),
        (r"\b(?:kasiya|casiya)\b", "casilla"),
        (r"\bq\b", "que"),
        # No cell: `go back to b4 I guessed`.
        (r"\bb4(?= (?:i|we|you|u|he|she|they|my|that|this|bed|work|dinner)\b)", "before"),
        # No digit: `2% of my battery`.
        (r"(?<!\d)\d+ ?(?:%|percent\b|por ciento\b)|百分之[\d一二三四五六七八九十]+", "%"),
        (r"\bd\b(?= (?:la|el|los|las|arriba|abajo|enmedio|en medio|poner|meter)\b)", "de"),
        (r"\bd\b(?= (?:llenar|notas?|es[ae]|mi)\b)", "de"),
        (r"\b(?:teh|hte)\b", "the"),
        (r"\bkita(?=me\b|r\b|\b)", "quita"),
        (r"\bizq\b", "izquierda"),
        (r"\b(?:der|drxa|dcha|derexa)\b", "derecha"),
        # Input methods and dictation take another character of the same sound.
        (r"(?<=[\d一二三四五六七八九])航", "行"),
        (r"(?<=[\d一二三四五六七八九])[例烈裂]", "列"),
        (r"(?<=列)[天田添甜]", "填"),
        (r"(?<=[该格])[天田添甜](?=[几啥什])", "填"),
        (r"[撒啥]子|乜[嘢野]?|咩(?=数|啊|呀|$|[?？])", "什么"),
        (r"地(?=[一二三四五六七八九\d]+[行航列宫])", "第"),
        # This 一 counts nothing.
        (r"一[下定直旦]|一(?=[样起共])|(?<=[那这哪另外同])一(?=[格个行列宫])", ""),
    )
)
_SIMPLIFIED: Final = str.maketrans(
    "剛間個宮豎這邊數寫從裡裏標錯後還題來應該對給幫總開關條橫幾哪過點說讓麼嗎號鍵圖盤擦換變為請問頂側單雙現沒選滿經顯",
    "刚间个宫竖这边数写从里里标错后还题来应该对给帮总开关条横几哪过点说让么吗号键图盘擦换变为请问顶侧单双现没选满经显",
)
"""Traditional characters of the words around moves."""

_PLACES: Final = Slips(
    "en",
    frozenset(
        {
            *("column", "square", "corner", "middle", "center", "centre", "bottom", "second"),
            *("fourth", "seventh", "eighth", "under", "below", "above", "please", "columna"),
            *("casilla", "celda", "esquina", "izquierda", "derecha", "segunda", "tercera"),
            *("cuarta", "septima", "octava", "novena"),
        }
    ),
)
"""Words around places; no word of a wish is one slip away from them."""

_KNOWN: Final = frozenset(
    chain.from_iterable(words.listed(words.AROUND, words.ERASE, words.NOTE, words.NUMBERS))
) | {"right", "left", "under", "centro"}
_LONG_WORD: Final = re.compile(r"\b[a-z]{4,}\b")
_ORDINAL: Final = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th|[ªº])(?![a-z])")
_HAN_NUMBER: Final = re.compile(r"[一二三四五六七八九十]{1,3}")


def with_digits(text: str) -> str:
    """A text without accents, with digits in place of words for numbers."""
    simple = in_mainland_words(text).translate(_SIMPLIFIED)
    plain = unicodedata.normalize("NFKD", simple)
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    for slip, word in _SLIPS:
        plain = slip.sub(word, plain)
    plain = _LONG_WORD.sub(_mended, plain)
    plain = _HEARD.sub(lambda found: f"{found[1]} {_HEARD_AS[found[2]]}", plain)
    numbered = _NUMBER_WORD.sub(_number, plain)
    numbered = _HAN_NUMBER.sub(lambda found: str(count(found[0])), numbered)
    return _ORDINAL.sub(rf"\1{TH}", numbered)


def _number(found: re.Match[str]) -> str:
    """The figure of a word for a number, or the word where it is a pronoun."""
    before = found.string[max(0, found.start() - _BESIDE) : found.start()]
    behind = found.string[found.end() : found.end() + _BESIDE]
    is_pronoun = found[1] in {"one", "uno"} and any(
        first.search(before) and (then is None or then.match(behind)) for first, then in _PRONOUN
    )
    return found[1] if is_pronoun else _VALUES[found[1]]


def _mended(found: re.Match[str]) -> str:
    """A word for a place that was typed with a slip, or any other word as it stands."""
    word = found[0]
    return word if word in _KNOWN else _PLACES.mended(word) or word
