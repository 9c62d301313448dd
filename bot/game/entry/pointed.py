"""Digits for what is only pointed at: `put a 5 there`, `change it to 5`, `delete all my 8s`.

Such a sentence changes a cell that it does not name, so the whole of it must have one of a few
forms; with any other word in it, it is none.
"""

import re
from typing import Final

from bot.game.entry.heard import with_digits

_POLITE: Final = (
    r"(?:(?:please|pls|plz|ok|okay|no|oh|sorry|then|now|por favor|porfa|请|不)[ ,!，]*)*"
)
_THERE: Final = (
    r"(?:(?:in |into |to |on )?(?:there|here|(?:that|this) (?:cell|square|spot|one)|it)"
    r"|(?:en )?(?:ahi|alli|aqui|es[ae] (?:celda|casilla)|est[ae] (?:celda|casilla)))"
)
_A_DIGIT: Final = r"(?:an? |the |un |una |el |number |digit )?(?P<digit>\d{1,2})"
_PLACED_THERE: Final = (
    (
        rf"(?:put|place|write|enter|set|type|fill in|pon|ponme|pone|escribe|mete|coloca) {_A_DIGIT}"
        rf" {_THERE}"
    ),
    rf"(?:put|pon) {_THERE} {_A_DIGIT}",
    (
        r"(?:change|make|turn|switch) (?:it|that|this|that one|the last one) (?:in)?(?:to )?"
        rf"{_A_DIGIT}"
    ),
    (
        r"(?:change|make|turn|switch|replace|swap) (?:the|my|that|this) (?:last )?"
        r"(?:\d{1,2}|number|digit|one)(?: (?:that )?i(?: have)? just \w+)?"
        rf" (?:in)?(?:to|with|for|by) {_A_DIGIT}"
    ),
    (
        r"(?:cambia|cambiame) (?:el|ese|este) (?:ultimo )?(?:\d{1,2}|numero)"
        rf"(?: que acabo de \w+)? (?:por|a) {_A_DIGIT}"
    ),
    (
        r"把?(?:刚才|刚刚|刚|上一个)(?:填的)?(?:那个)?(?:数字|数|\d{1,2})?的?"
        r"(?:改|换)(?:成|为)(?P<digit>\d{1,2})"
    ),
    rf"(?:i meant|it should be|should be|should have been|actually) {_A_DIGIT}",
    rf"(?:cambialo|cambiala|cambia eso) (?:por|a) {_A_DIGIT}",
    rf"(?:queria poner|quise poner|quise decir|quiero decir|era|mejor) {_A_DIGIT}",
    r"在?(?:[这那][里儿]|[这那]个?格子?)(?:填|写|放|输入|应该?是|改成|是)[个上]?(?P<digit>\d{1,2})",
    r"(?:我是说|应该是|改成|换成|改为|我想填的是)(?P<digit>\d{1,2})",
)
_THAT_PLACED: Final = tuple(
    re.compile(rf"{_POLITE}{form}[\s.!。！吧]*(?:please|pls|por favor|谢谢)?")
    for form in _PLACED_THERE
)
"""`put a 5 there`, `change it to 5`: a digit for a cell that is only pointed at."""

_ALL_OF_A_DIGIT: Final = tuple(
    re.compile(form)
    for form in (
        (
            r"^\W*(?:please |pls |can you |could you )?(?:delete|erase|remove|clear|get rid of)"
            r" (?:all|every)(?: of)?(?: the| my| those)? ?(\d{1,2})(?:'?s\b|(?= i\b))"
            r"(?! (?:in|from|at|of)\b)"
        ),
        (
            r"^\W*(?:por favor )?(?:borra|borrame|quita|quitame|elimina) to+d[oa]s"
            r" (?:los|mis) ?(\d{1,2})(?: q(?:ue)? \w+)?(?: por favor| porfa)?\W*$"
        ),
        r"(?:那些|所有的?|全部的?)(\d{1,2})(?:全|都|给我|全部|一起)*(?:删|擦|清|去掉|抹)",
        r"(?:把|将)我?[填写]?[的滴]?(\d{1,2})(?:全|都|全部)+(?:给我)?(?:删|擦|清|去掉|抹)",
    )
)
_THIS_ERASED: Final = re.compile(
    rf"{_POLITE}(?:(?:erase|delete|clear|remove|empty) (?:this|the) (?:cell|square|selected cell)"
    r"|(?:borra|vacia|limpia) (?:esta|la) (?:celda|casilla)"
    r"|(?:清空?|擦掉?|删掉?)(?:这个?格子?|这里))"
    r"[\s.!。！]*"
)


def of_that_cell(text: str) -> str | None:
    """What becomes of a cell that is only pointed at: `=5` or ` x`; None for anything else."""
    plain = with_digits(text.lower())
    if _THIS_ERASED.fullmatch(plain):
        return " x"
    found = next(filter(None, (form.fullmatch(plain) for form in _THAT_PLACED)), None)
    return f"={found['digit']}" if found else None


def digit_erased(text: str) -> int | None:
    """The digit that is to go wherever the person wrote it: `delete all my 8s`; None for none."""
    plain = with_digits(text.lower())
    found = next(filter(None, (form.search(plain) for form in _ALL_OF_A_DIGIT)), None)
    return int(found[1]) if found else None
