"""Questions about a whole row, column or box, or about all cells: what lacks, which is fullest.

`which digits are already in column 1`, `en qué fila me falta menos`, `有没有只剩一个候选数的格子`.
Each form names what it asks for, and a text with a digit, or about mistakes and notes, is none.
"""

import re
from enum import StrEnum
from typing import Final


class OfUnits(StrEnum):
    """What is asked about units, or about the number of candidates."""

    DIGITS = "digits"
    """Which digits a unit has, and which it lacks."""
    HELP = "help"
    """What can be done in a unit."""
    FULLEST = "fullest"
    """Which unit of a kind has the fewest blanks."""
    SINGLES = "singles"
    """Whether a cell has only one candidate."""


_DIGITS: Final = re.compile(
    r"\b(?:which|what) (?:numbers?|digits?)\b"
    r"|\b(?:what'?s?|wats?|which)(?: is| are| else)* (?:still )?(?:missing|lacking|needed|left)\b"
    r"|\bwhat (?:does|do) .*\b(?:need|lack|have|miss)\b"
    r"|\b(?:que|cuales|q) (?:numeros?|cifras?|digitos?)\b|\bque (?:le |me )?(?:falta|queda)n?\b"
    r"|\bque (?:hay|tengo|tiene)\b"
    r"|(?:哪些|哪几个|什么)数|(?:缺|少|差|剩)(?:了|下|的是)?(?:哪些|哪几个|什么|啥)|(?:已经?|现在)有(?:了)?(?:哪些|什么)"
)
_HELP: Final = re.compile(
    r"\b(?:hints?|clues?|nudge|stuck|help)\b"
    r"|\b(?:any|some)thing (?:(?:that )?(?:i|we|you|u) (?:can|could|should) (?:do|fill|solve)"
    r"|to (?:do|fill|solve)|doable)\b"
    r"|\bwhat (?:can|could|should) (?:i|we) (?:do|fill in|fill|solve)\b"
    r"|^\W*(?:(?:please|pls|just|can (?:you|u)|could (?:you|u)|only)\W+)*(?:finish|complete)\b"
    r"|\bdo (?:1|one|a|the|this|that|it|only|just|me)\b.*\b(?:for me|4 me)\b"
    r"|\b(?:pistas?|ayuda(?:me)?|ator(?:e|ad[oa])|atas(?:que|cad[oa])|trab(?:e|ad[oa])"
    r"|pegad[oa]|echame (?:la|una) mano)\b"
    r"|\b(?:que|algo que) (?:puedo|pueda|podria|se puede|se pueda)"
    r" (?:hacer|poner|llenar|rellenar)\b"
    r"|提示|卡住|卡在|能(?:做|填|推)点?(?:什么|啥)|有(?:什么|啥)(?:能|可以)[填做]"
)
_KIND: Final = r"(?P<kind{0}>row|column|col|box|block|fila|columna|caja|bloque|行|列|宫)"
_FULLEST: Final = re.compile(
    rf"\b(?:which|what) {_KIND.format(1)}\b.*\b(?:fullest|most (?:full|filled|complete|digits"
    r"|numbers)|(?:nearest|closest)\b.*\b(?:done|finish\w*|complet\w+|full)|almost (?:done|full"
    r"|finished|complete)|(?:fewest|least) (?:blanks?|empty|gaps|holes|missing|left|spaces))\b"
    rf"|\b(?:fullest|most complete|most filled) {_KIND.format(2)}\b"
    rf"|\b(?:que|cual) (?:es la )?{_KIND.format(3)}\b.*\b(?:mas (?:llena|completa|avanzada)"
    r"|mas cerca\b.*\b(?:acabar|terminar|completar|llenar|estar)|(?:falta|queda)n? menos"
    r"|menos (?:huecos|vacias|casillas|celdas)|casi (?:llena|completa|terminada))\b"
    rf"|\b{_KIND.format(4)} (?:mas (?:llena|completa)|con menos huecos)\b"
    rf"|哪1?个?{_KIND.format(5)}.*(?:最满|最接近|快(?:要)?(?:填|做)?(?:完|满)|(?:空|缺|差|剩).*最少"
    r"|(?:数字?|填).*最多)"
    rf"|(?:最满|空格?最少)的(?:是哪)?1?个?{_KIND.format(6)}"
)
_KINDS: Final = {
    **dict.fromkeys(("row", "fila", "行"), "row"),
    **dict.fromkeys(("column", "col", "columna", "列"), "column"),
    **dict.fromkeys(("box", "block", "caja", "bloque", "宫"), "box"),
}
_SINGLE: Final = re.compile(
    r"\b(?:(?:only|just|exactly) (?:1|a single)|a single|1 single)(?: possible)?"
    r" (?:candidates?|options?|possibilit(?:y|ies)|digits?|numbers?)\b"
    r"|\b(?:solo (?:un|1)|un solo|1 solo|un unico|1 unico|unico) (?:candidato|opcion|posibilidad)\b"
    r"|\buna (?:sola|unica) (?:opcion|posibilidad)\b|[只仅](?:剩下?|有)?[1唯][个一]?的?候[选選]"
)
_ANY: Final = re.compile(
    r"\b(?:is there|are there|any|have i|do i|hay|queda|quedan|algun[ao]?s?)\b"
    r"|有没有|有.*[吗么嘛]|还有"
)
_NAMING: Final = re.compile(r"\b(?:which|where|what|cual(?:es)?|donde|que)\b|哪|什么")
_ELSE: Final = re.compile(
    r"\b(?:not|don'?t|no|without|never|sin|notes?|notas?|candidates?|candidatos?|mistakes?|wrong"
    r"|errors?|error(?:es)?|mal|check|check\w+|fill in all|clear|wipe|reset|undo|moves?|my|mine"
    r"|did|puse|puzzles?|sudokus?|games?|settings?|level|techniques?|tecnicas?)\b"
    r"|别|不|(?<!数)(?<!字)没|错|对|清|笔记|候|步|局|题|技巧|我填|我写"
)


def of_unit(rest: str) -> OfUnits | None:
    """What a text asks about the only unit that it names, of which `rest` is left without it."""
    if re.search(r"\d", rest) or _ELSE.search(rest):
        return None
    if _HELP.search(rest):
        return OfUnits.HELP
    return OfUnits.DIGITS if _DIGITS.search(rest) else None


def fullest(plain: str) -> str | None:
    """The kind of the units of which a text asks for the fullest; None where it asks for none."""
    found = _FULLEST.search(plain)
    return _KINDS[next(filter(None, found.groups()))] if found else None


def asks_for_singles(plain: str) -> bool:
    """Whether a text asks if a cell has only one candidate, and not which one."""
    return bool(_SINGLE.search(plain) and _ANY.search(plain) and not _NAMING.search(plain))
