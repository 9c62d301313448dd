"""Digits for what is only pointed at: `put a 5 there`, `my last one should be a 5`, `no more 8s`.

Such a sentence changes a cell that it does not name, so the whole of it must have one of a few
forms; with any other word in it, it is none.
"""

import re
from dataclasses import dataclass
from typing import Final

from bot.game.entry.breath import with_last_digit
from bot.game.entry.heard import with_digits
from bot.game.entry.question import is_question

LONGEST_POINTING: Final = 120
"""Characters of the longest text that may change the last digit."""

_POLITE: Final = (
    # A word ends where it ends: with `okay` read as `ok` and `ay`, many of them took forever.
    r"(?:(?:(?:please|pls|plz|ok|okay|no+|oh|oops|ups|uy|ay|sorry|wait|then|now|actually|hey|argh"
    r"|ugh|fat fingers?|typo|my bad|nope|nah|omf?g|lol|ah|woops|whoops|hang on|hold on|shit|damn"
    r"|my mistake|actually no|wrong (?:key|number|digit|button)|perdon|disculpe|mejor|por favor"
    r"|porfa|me equivoque|la cague|me confundi(?: de (?:tecla|numero|boton))?|se me fue el dedo)"
    r"(?![a-z])|请|不|手滑了?|哎呀|糟糕|[打按填点写]错了)[ .,!，。！]*)*"
)
_AFTERWARDS: Final = (
    r"(?:[ .,!，。！]*(?:(?:please |pls |so |can you |帮我)?(?:change|fix|correct) (?:it|that)"
    r"(?: (?:in)?to (?:an? )?(?P=digit))?|cambialo|corrigelo|arreglalo|me confundi"
    r"(?: de (?:tecla|numero|boton))?|me equivoque|perdon|sorry|my bad|(?:帮我|请|麻烦)?改一?下))*"
)
"""What may stand behind the digit that is meant: `I meant 6, change it to a 6`."""

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
    rf"(?:change|make|turn|switch) (?:it|that|this|that one) (?:in)?(?:to )?{_A_DIGIT}",
    rf"(?:i meant|it should be|should be|should have been|actually) {_A_DIGIT}",
    rf"(?:cambialo|cambiala|cambia eso) (?:por|a|x) {_A_DIGIT}",
    rf"(?:queria poner|quise poner|quise decir|quiero decir|era|mejor) {_A_DIGIT}",
    r"在?(?:[这那][里儿]|[这那]个?格子?)(?:填|写|放|输入|应该?是|改成|是)[个上]?(?P<digit>\d{1,2})",
    r"(?:我是说|应该是|(?:帮我)?(?:改成|换成|改为)|我想填的是)(?P<digit>\d{1,2})",
)
_THAT_PLACED: Final = tuple(
    re.compile(rf"{_POLITE}{form}{_AFTERWARDS}[\s.!。！吧]*(?:please|pls|por favor|谢谢)?")
    for form in _PLACED_THERE
)
"""`put a 5 there`, `change it to 5`: a digit for a cell that is only pointed at."""

_JUST: Final = (
    r"(?:that )?i(?: have|'?ve)?(?: just| last| now)? \w+(?: in| down| there)?(?: just now)?"
)
_NAMED: Final = r"(?:(?P<was>\d{1,2})|number|digit|move|entry|thing|value|one)"
LAST: Final = (
    r"(?:(?:the|my|that|this) (?:very )?(?:last|previous|latest|most recent) "
    rf"(?:{_NAMED})?(?: ?{_JUST})?"
    rf"|(?:the|that|my) (?:{_NAMED.replace('was', 'was2')}) {_JUST}|what {_JUST})"
)
ULTIMO: Final = (
    r"(?:(?:el|mi|lo|la) ultim[oa](?: numero| jugada| cifra| movimiento| 1)?"
    r"(?: que (?:he |acabo de |acabe de )?\w+)?"
    r"|el numero que puse (?:al )?(?:ultimo|final)"
    r"|(?:lo|el (?:numero|(?P<was>\d{1,2}))) que (?:acabo de \w+|puse(?: recien| ahorita| antes)?))"
)
GANG: Final = (
    r"[诶哎呃额啊嗯哦 ,，]*[把将]?我?(?:刚才|刚刚|刚|最后|上1?个?步?|上1次|最近)"
    r"我?[填写放输]?[入上]?的?"
    r"(?:那)?1?(?:个|步|格)?[填写放]?的?(?:数字|数|(?P<was>\d{1,2}))?的?"
)
_INTO: Final = r" *,? *(?:(?:in)?to|with|for|by|as|be|become|into)? *(?:be )?"
_SHOULD: Final = (
    r"(?:should|must|ought to|has to|had to|needs to|was supposed to|is supposed to|was meant to)"
    r" (?:be|have been)"
)
_ERA: Final = (
    r"(?:era|debe ser|deberia ser|debia ser|debio ser|tenia que ser|tiene que ser|tendria que ser"
    r"|va a ser|iba a ser|queria que fuera|queria que sea)"
)
_NOT_THAT: Final = (
    r"(?:(?:and )?(?:not|no) (?:an? |un )?\d{1,2}"
    r"|(?:and )?not (?:what(?:ever)?|the (?:1|number|digit|thing)) i \w+(?: in| there| down)?"
    r"|(?:y )?no lo que (?:puse|he puesto|escribi|meti|acabo de \w+)"
    r"|不是我?(?:刚才?)?[填写放]的(?:那个)?)"
)
_TAKEN_BACK: Final = (
    r"(?:(?:take (?:that|it) back|(?:undo|scratch|erase|delete|ignore|scrap|forget) (?:that|it)"
    r"(?: (?:last )?one)?)[ .,!]*(?:(?:and|cos|cause|because|coz) )?)"
)
_LAST_ONE: Final = re.compile(r"\b(?:last|latest|previous|recent) $")
_EMOJI: Final = re.compile(r"[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\u200d]")
_LAST_CHANGED: Final = tuple(
    re.compile(
        rf"{_POLITE}(?:{form})(?:[ ,，]*{_NOT_THAT})?"
        r"[\s.!。！吧啦呀哈]*(?:please|pls|thanks|por favor|porfa|xfa|谢谢)?"
    )
    for form in (
        (
            r"(?:(?:can|could|would|will) (?:you|u) (?:please )?)?"
            r"(?:change|make|turn|switch|replace|swap|set|correct|fix|edit|update) "
            rf"{LAST}{_INTO}{_A_DIGIT}"
        ),
        rf"{LAST} (?:is |was )?(?:wrong,? )?(?:it )?{_SHOULD} {_A_DIGIT}",
        (
            rf"{_TAKEN_BACK}(?:i (?:meant|wanted|need)|(?:it|that)(?:'?s| is| was)?"
            r"(?: supposed to be| meant to be| should(?: be| have been))?"
            rf"|should(?: be|a been| have been)|(?:put|make (?:it|that)|change it to)) {_A_DIGIT}"
        ),
        rf"i meant {_A_DIGIT} (?:for|in|with|as|at|not) {LAST}",
        (
            r"(?:(?:puedes|podrias) )?(?:cambia(?:me|r)?|cambie|sustituye|reemplaza|corrige) "
            rf"{ULTIMO} (?:por|a|x|con|en) {_A_DIGIT}"
        ),
        (
            rf"{ULTIMO} *,? *(?:cambialo|cambiala|cambiamelo|ponlo|dejalo)"
            rf" (?:por|a|x|en|como) {_A_DIGIT}"
        ),
        rf"{ULTIMO} *,? *{_ERA} {_A_DIGIT}",
        rf"{GANG} *(?:给我|帮我)?[要应]?该?(?:改|换|变)(?:成|为|到)?个?(?P<digit>\d{{1,2}})",
        rf"{GANG} *(?:[错不对了 ,，]*)应?该[是填为](?:的是)?个?(?P<digit>\d{{1,2}})",
        rf"{GANG} *不是\d{{0,2}} *[,，]? *(?:应该)?是(?P<digit>\d{{1,2}})",
    )
)
"""`change my last move to 6`, `把我最后填的改成一`, `el último que puse era un 4`."""

WAYS: Final = {
    **dict.fromkeys(("up", "above", "higher", "arriba", "encima", "上"), (-1, 0)),
    **dict.fromkeys(("down", "below", "lower", "under", "abajo", "debajo", "下"), (1, 0)),
    **dict.fromkeys(("left", "izquierda", "左"), (0, -1)),
    **dict.fromkeys(("right", "derecha", "右"), (0, 1)),
}
_DIRECTIONS: Final = WAYS | {
    **dict.fromkeys(("top", "upper", "superior"), (-1, 0)),
    **dict.fromkeys(("bottom", "inferior"), (1, 0)),
}
_LAST_ELSEWHERE: Final = tuple(
    re.compile(form)
    for form in (
        (
            r"\b(?:meant|supposed|should(?: have)?|shouldve|wanted|intended)(?: it| that)?"
            r"(?: to| 2)?(?: have)?(?: (?:be|go|gone|been|put it|put that))?(?: in| into| for)? ?"
            r"(?:(?:the|one|1) )*(?:(?:row|cell|square|spot|column|place|one|1) )?"
            r"(?:to the |on the |further )?(up|above|higher|down|below|lower|under|left|right)"
            r"(?: (?:of (?:it|that)|it|that|one|1|side))?[\s.!,]*(?:please|pls|sorry)?[\s.!]*$"
        ),
        (
            r"\b(?:iba|va|era|tenia que ir|debia ir|deberia ir|tendria que ir|queria ponerlo"
            r"|queria ponerla|lo queria|quise ponerlo)(?: (?:en|a|para))?(?: (?:la|el|una?|1))?"
            r"(?: (?:casilla|celda|fila|columna))?(?: (?:de|mas))?(?: al? lado)?[ ,]*"
            r"(?:(?:en )?(?:la|el) )?(?:(?:de|a) )?(?:la |mas )?"
            r"(arriba|encima|abajo|debajo|derecha|izquierda)[\s.!]*(?:perdon|porfa)?[\s.!]*$"
        ),
        (
            r"(?:应该|本来|想|要|是)(?:是|要|想)?(?:填|放|写)?(?:在|到|进)?(?:的是)?(?:它|[这那]个?)?的?"
            r"([上下左右])(?:面|边|方)?的?(?:那)?1?(?:个|行|列)?格?子?(?:里|的)?(?:才对)?[\s.!。！啊呀吧]*$"
        ),
    )
)
"""`That was meant to go one row up`, `iba en la de la derecha`, `本来要填在右边那格`."""

EXCUSE: Final = re.compile(
    r"^(?:(?:no+(?=[,.!])|nope|oops|ups|uy|ay|oh|wait|sorry|perdon|not there|(?:no )?ahi no|wey"
    r"|guey|tio|不对|错了|填错了|放错了|哎呀|那个不对)[\s,.!，。！~…]*)+"
)
"""What denies the place of the digit, before another one is told."""

_SPEAKER: Final = re.compile(
    r"\b(?:it|that|this|the|my|last|one|1|number|digit|move|entry|cell|square|spot|place|row|column"
    r"|i|is|was|were|have|has|had|did|just|really|actually|only|but|and|so|well|hm+|no|not|nope"
    r"|sorry|oops|ugh|argh|fat fingers?|typo|wrong|mistake|my bad|put|placed|wrote|entered|typed"
    r"|filled|meant|in|there|here|to"
    r"|es[aeo]|est[aeo]|el|la|lo|un|mi|ultim[oa]|numero|cifra|jugada|casilla|celda|que|puse|no"
    r"|perdon|uy|ups|ay|me|equivoque|mal|error|es|era|en realidad|sino|creo|ahi|aqui|che|para|y"
    r"|pero|acabo|de|poner|se|iba)\b"
    r"|我|刚才?|刚刚|最后|上1?[个步次]?|那|这|个|格|步|数|填|写|放|的|错|了"
    r"|不对?|手滑|手抖|打|哎呀|其实|本来|它|应该|想|要|是|呃|额|啊|抱歉|不好意思"
)
"""Words before such a place of whoever means the last digit."""

_OF_CELLS: Final = re.compile(
    r"\b(?:that|last|digit|number|1|one|cell|square|spot|row|column|put|placed"
    r"|ponerl[oa]|es[aeo]|ultim[oa]|casilla|celda|fila|columna|numero|cifra|la de|el de)\b"
    r"|[那格行列数填写放它]|1个"
)

_LAST_NAMED: Final = re.compile(
    r"\b(?:last|latest|previous|most recent) (?:move|number|digit|one|1|entry|cell)\b"
    r"|\bultim[oa]\b|上1?步|刚才?[填写放]|最后1?步"
)

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


@dataclass(frozen=True, slots=True)
class LastChanged:
    """What the last digit is to become; `was` is that digit, where it is named.

    `is_last` says that the text names the last cell beside its digit.
    """

    becomes: int
    was: int | None
    is_last: bool = False


def last_changed(text: str) -> LastChanged | None:
    """What a text wants the last digit to become; None for anything else."""
    if len(text) > LONGEST_POINTING or is_question(text):
        return None
    plain = " ".join(_EMOJI.sub(" ", with_digits(text.lower())).split()).strip(" .!。！?？¿")
    said = (plain, with_last_digit(plain))
    found = next(
        filter(None, (form.fullmatch(one) for one in said for form in _LAST_CHANGED)), None
    )
    # In `make the last one not a 2` the one is a noun, too.
    if found is None or _LAST_ONE.search(found.string[: found.start("digit")]):
        return None
    named = found.groupdict()
    was = named.get("was") or named.get("was2")
    # `the last one` names no digit, although its noun is a number.
    is_noun = was == "1" and re.search(r"\bone\b", text.lower())
    return LastChanged(int(found["digit"]), None if was is None or is_noun else int(was))


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """How many rows down and columns across the last digit was meant to be.

    `is_sure` says that the text speaks of a digit or a cell: `I should go down` may mean a level.
    """

    way: tuple[int, int]
    is_sure: bool


def last_elsewhere(text: str) -> Elsewhere | None:
    """Where the last digit was meant to be; None for anything else.

    A text that asks something, or speaks of another digit or thing, means no such place.
    """
    if len(text) > LONGEST_POINTING or is_question(text):
        return None
    plain = EXCUSE.sub("", with_digits(text.lower()).strip())
    if re.search(r"(?<!1)[3-9]|\b(?:not|no)\b(?!,)", plain):
        return None
    found = next(filter(None, (form.search(plain) for form in _LAST_ELSEWHERE)), None)
    if found is None or re.search(r"\w", _SPEAKER.sub(" ", plain[: found.start()])):
        return None
    return Elsewhere(WAYS[found[1]], is_sure=bool(_OF_CELLS.search(plain)))


def names_last(text: str) -> bool:
    """Whether a text speaks of the last move, whichever cell is selected."""
    return bool(_LAST_NAMED.search(with_digits(text.lower())))


@dataclass(frozen=True, slots=True)
class Erased:
    """The digit of somebody's own that is to go: where it lies, and whether it is not the last.

    `unit` is the index of the row, column or box that is named with it.
    """

    digit: int
    way: tuple[int, int]
    is_other: bool
    unit: int | None = None


_ONE_ERASED: Final = re.compile(
    r"\b(?:delete|erase|remove|clear|undo|get rid of|rub out"
    r"|take(?: \w+){0,4} (?:away|out|back|off))\b"
    r"|\b(?:borr\w*|quit\w*|elimin\w*|deshaz\w*|sac(?:a|ame|alo))\b|[删擦]|去掉|撤[销回掉]|拿掉"
)
_NOT_DIGIT: Final = re.compile(
    r"\b(?:notes?|pencil|candidates?|moves?|steps?|times|turns|notas?|candidatos?|jugadas?|pasos"
    r"|movimientos|veces|rows?|columns?|box(?:es)?|filas?|columnas?|cajas?|everything|all|todo"
    r"|tod[oa]s|last|ultim[oa]s?|games?|puzzles?|partidas?|juegos?|sudokus?)\b|[行列宫步次题局笔候全都]|游戏|所有|最后|刚"
)
_SOME: Final = re.compile(r"(?<!\d)1[个格]")
"""This number counts digits and is none."""

_NOT_ERASED: Final = re.compile(
    r"\b(?:\w*n['’]?t|dont|not|never)(?: \w+)? (?:delete|erase|remove|clear|undo|get rid|take)\b"
    r"|\bno (?:me |lo |la |quiero |hay que )*(?:borr|quit|elimin|desh|sa[cq])"
    r"|(?:别|不要|不用|不想)[^,，。]{0,8}(?:[删擦撤]|去掉|拿掉)"
)
_OTHER: Final = re.compile(r"\b(?:other|otro|otra|not that)\b|另|不是[这那]")
_COUNTS: Final = re.compile(r"\b(?:undo|take back|deshaz\w*)\b|撤")
_THE_DIGIT: Final = re.compile(r"\b(?:the|that|my|other|el|ese|mi|otro) (?:other )?\d|[个的]\d")
_WAY: Final = re.compile(
    r"\b(up|top|upper|above|down|bottom|lower|below|left|right|arriba|encima|superior|abajo|debajo"
    r"|inferior|izquierda|derecha)\b|([上下左右])(?=[面边头方]|那)"
)


def one_erased(text: str) -> Erased | None:
    """The one digit that a text wants gone, which is named without its cell; None for none."""
    plain = with_digits(text.lower())
    if len(text) > LONGEST_POINTING or is_question(text) or _NOT_DIGIT.search(plain):
        return None
    if _NOT_ERASED.search(plain):
        return None
    digits = set(re.findall(r"(?<!\d)\d{1,2}(?![\d#])", _SOME.sub(" ", plain)))
    # `undo 3` counts moves, `undo the 3` names a digit.
    if _COUNTS.search(plain) and not _THE_DIGIT.search(plain):
        return None
    if len(digits) != 1 or not _ONE_ERASED.search(plain):
        return None
    found = _WAY.search(plain)
    way = _DIRECTIONS.get((found[1] or found[2]), (0, 0)) if found else (0, 0)
    return Erased(int(digits.pop()), way, bool(_OTHER.search(plain)))


def lies(cell: int, way: tuple[int, int], size: int) -> bool:
    """Whether a cell lies on that side of the middle of the board."""
    return all(
        not step or (step < 0) == (2 * at < size - 1)
        for step, at in zip(way, divmod(cell, size), strict=True)
    )


def digit_erased(text: str) -> int | None:
    """The digit that is to go wherever the person wrote it: `delete all my 8s`; None for none."""
    if len(text) > LONGEST_POINTING or is_question(text):
        return None
    plain = with_digits(text.lower())
    found = next(filter(None, (form.search(plain) for form in _ALL_OF_A_DIGIT)), None)
    return int(found[1]) if found else None
