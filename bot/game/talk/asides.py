"""Parts of a text that must not be read as what is wanted, taken out before it is cut up.

`Something easy, I haven't played for years` denies nothing, `the notes of all but column 5` are not
those of column 5, and who cannot open pictures wants text. Each such part is a denial that would
turn the rest around, so it is found as a whole, in a folded text.
"""

import re
from collections.abc import Callable
from typing import Final

from bot.game.entry.message import count

_AGES: Final = (
    r"(?:years?|ages|months?|weeks?|decades?|time|while|yrs|forever)"
    r"(?: (?:now|ago|or so|at all))?"
)
_ANOS: Final = (
    r"(?:ya )?(?:\w+ )?(?:anos|tiempo|siglos|meses|mes|mucho|muchisimo|semanas|decadas|rato)"
)
_JUEGO: Final = (
    r"(?:\w+ )?(?:juego|jugaba|jugar|jugado|hago|hacia|hacer|hecho|toco|tocaba|tocar|tocado"
    r"|practico|practicar)(?: (?:a esto|al sudoku|un sudoku|sudokus|uno|ninguno|nada))?"
)
_RUSTY: Final = re.compile(
    r"\b(?:i )?(?:have ?nt|have not|havent|ive not|did not|didnt|not) (?:really )?"
    r"(?:played|play|done|touched|tried|solved)(?: \w+){0,3} (?:in|for|since) (?:\w+ ){0,2}"
    rf"{_AGES}\b"
    rf"|\bits? (?:has )?been (?:\w+ ){{0,3}}{_AGES}(?: since [\w ]{{0,30}})?"
    rf"|\b(?:desde )?(?:hace|hacia|llevo) {_ANOS} (?:que no|sin|q no) {_JUEGO}"
    rf"|\bno {_JUEGO} (?:desde )?hace {_ANOS}\b"
    r"|(?:已经|都)?(?:[一二三四五六七八九十几多好很\d]+(?:年|久|阵子?|个月)|好?长时间)(?:时间)?都?"
    r"没有?再?(?:怎么)?(?:玩|做|碰|练)(?:过|了|这个|数独)*"
)
"""That somebody is out of practice."""

_LINE: Final = r"(?:row|column|col|box|block|fila|columna|caja|bloque|cuadro)"
_EXCEPTED: Final = re.compile(
    r"\b(?:except(?: for| in)?|apart from|all but|but not|other than|save for|menos|excepto|salvo"
    rf"|pero no)(?: (?:in|for|en))?(?: (?:the|la|el|those of|las de))?(?: \w+)? {_LINE}(?: \w+)?"
    r"|除了?第? ?[\d一二三四五六七八九]+ ?[行列宫](?:以外|之外|外)?"
)
"""The row, column or box that something is not meant for."""

_EXCEPTION: Final = " xcptd "
"""A word of no language: with it the rest is not sure, and is only offered."""

_PICTURES: Final = r"(?:pictures?|images?|photos?|pics?|pngs?)"
_FOTOS: Final = r"(?:imagenes|imagen|fotos?)"
_NO_PICTURES: Final = re.compile(
    r"\b(?:i )?(?:cant|cannot|can not|couldnt|am unable to|not able to) (?:\w+ )?"
    rf"(?:open|load|download|view) (?:\w+ )?{_PICTURES}\b"
    rf"|\b(?:the |your |those )?{_PICTURES} (?:just )?(?:dont|doesnt|wont|do not|does not|never)"
    r" (?:\w+ )?(?:open|load|display|come through|appear)\b"
    rf"|\bno (?:puedo|logro|consigo|me deja) (?:abrir|cargar|ver) (?:\w+ )?{_FOTOS}\b"
    rf"|\bno se (?:me )?(?:abren?|cargan?) (?:\w+ )?{_FOTOS}\b"
    rf"|\b(?:las? )?{_FOTOS} (?:aqui )?no (?:se |me |se me )?(?:abren?|cargan?|llegan?)\b"
    r"|(?:图片?|照片)[我这边里儿都总老是在手机上]*(?:打不开|加载不[出了]来?|显示不[出了]来?|刷不出来?)"
    r"|(?:打不开|加载不[出了]来?|显示不[出了]来?)(?:你的|这个|那个)?(?:图片?|照片)"
)
_AS_TEXT: Final = {"en": " as text ", "es": " en texto ", "zh": "文字"}

_NEITHER: Final = re.compile(
    r"\b(?:(?:que )?no (?:sea|sean|este) )?ni (?:tan|muy|demasiado) \w+"
    r" ni (?:tan |muy |demasiado )?\w+"
)
"""`Ni tan papa ni imposible`: whatever the words, something in between."""

_SIZED: Final = r"\d{1,2} ?[x×*] ?\d{1,2}"
_NO_SIZE: Final = re.compile(
    r"\W*(?:\w+ ){0,2}?(?:not|dont want|do not want|dont give me|hate|no more|sick of|tired of"
    rf"|bored of|fed up with|anything but) (?:an? |the |any |another |more )?{_SIZED}"
    r"(?: (?:ones?|ever|again|puzzles?|grids?|please|pls|now|anymore))*\W*"
)
"""A size that is refused while none is wished for; all of them are offered then."""

_NO_NEW: Final = re.compile(
    r"(?<!why )\b(?:dont|do not|didnt) (?:(?:give|show|make|deal) me|want|need|start|load|open)"
    r" (?:an? )?(?:new|different|other|another)(?: (?:one|1|puzzle|game|grid|board|sudoku))?\b"
    r"(?! (?:every|each|daily|a day|per|for|today|tomorrow|size|level|type|account|technique))"
)
"""A new puzzle that is refused by somebody who goes on with theirs."""

_NOT_DAILY: Final = re.compile(
    r"\b(?:no|not|dont want|instead of|rather than|other than|anything but|except) "
    r"(?:the |todays )?daily(?: one| puzzle| sudoku)?"
    r"(?=[ ,;.]+(?:(?:but|just|give me|gimme|i want|i need|want|only) )*"
    r"(?:an?|any|some) (?!day|week|month|break|pause|time|reminder))"
)
"""The daily that is refused for another puzzle: `not the daily, just a random one`."""

_NOT_BEFORE: Final = re.compile(
    r"\b(?:dont|do not|never|stop|no) (?:message|messag(?:es|ing)|text|texts|texting|send|sending"
    r"|write|ping|pinging|bother|bothering|wake|waking)(?: me)?(?: anything| stuff| puzzles?)?"
    r" (?:before|until|til|till|earlier than) (?=(?:like |about |around )?\d)"
)
"""The hour before which nobody wants to hear anything, which is no end of the daily."""

_NO_RULES: Final = re.compile(
    r"\b(?:no|skip|without|forget|(?<!do )i (?:already )?know|dont need|dont want|dont tell me)"
    r" (?:the |any |ur |your )?(?:rules|tutorial|intro|instructions|explanations?)\b(?=.*\w)"
)
"""The rules that somebody does not want to hear before something else."""

_LEVEL: Final = r"(?:easy|simple|beginner|medium|intermediate|hard|difficult|tough|expert|extreme)"
_TWO_REFUSED: Final = re.compile(
    r"\b(?P<not>not|no|nothing|dont want|any\w+ but|any\w+ except|every\w+ but|except)"
    rf"(?P<first> (?:an? )?{_LEVEL}) (?:or|nor|and)(?P<second> (?:an? )?{_LEVEL})\b"
)
"""Two levels that one word refuses."""

_DIFICIL: Final = r"(?:dificil(?:es)?|complicad[oa]s?|dur[oa]s?|jodid[oa]s?|chung[oa]s?)"
_FACIL: Final = r"(?:facil(?:es)?|sencill[oa]s?|simples?|suaves?)"
_OF_ALL: Final = (
    r"(?:\b(?:el|al|del|la|los|las) (?:nivel|dificultad|grado)"
    r"|(?<!pon )(?<!pone )(?<!poner )(?<!haz )(?<!hace )(?<!hacer )(?<!hagas )(?<!vuelve )"
    rf"\b(?:el|al|del|los) (?:sudokus?|puz+les?|tableros?|retos?|{_SIZED}))"
    rf"(?: (?:de )?{_SIZED})?,? mas"
)
_HIGHEST: Final = re.compile(
    rf"{_OF_ALL} (?:(?P<hard>{_DIFICIL}|alt[oa]|elevad[oa])|(?P<easy>{_FACIL}|baj[oa]))\b"
    r"(?:(?P<told> que (?:yo )?(?:he|ha|has|han|hemos|hice|vi|nunca|jamas)\b)"
    r"|(?! que (?!teng|tien|hay|hub|pued|exist)))"
)
"""`Del nivel más difícil` is the hardest of all, and `un nivel más difícil` only a harder one.

`El más difícil que he hecho` may only be told of the puzzle that is there.
"""

_HARDEST: Final = r"(?:hardest|toughest|most difficult|extreme|maximum|max|top)(?: (?:one|level))?"
_EASIEST: Final = r"(?:easiest|simplest|lowest|bottom)(?: (?:one|level))?"
_STEP: Final = r"(?:(?:one|a|1|just|right) )?(?:(?:notch|level|step|tier|grade|bit) )?"
_MAXIMO: Final = r"(?:(?:nivel|el) )?(?:mas (?:dificil|alto|duro|complicado)|maximo|extremo)"
_NEXT_TO_HARDEST: Final = re.compile(
    rf"\b{_STEP}(?:below|under|beneath|down from|short of|easier than|lower than) (?:the )?"
    rf"(?:very )?{_HARDEST}\b|\b(?:second|2nd|next|next to)(?: the)? {_HARDEST}\b"
    r"|\b(?:(?:justo|un|uno|nivel|escalon|punto|grado|peldano|pelin|poco) ){0,3}"
    rf"(?:por debajo del?|debajo del?|menos que|inferior al?|antes del?) (?:el )?{_MAXIMO}\b"
    rf"|\b(?:segundo|2o) {_MAXIMO}\b|\bpenultimo nivel\b"
    r"|(?:仅次于|次于|比)(?:最[难高](?:难度|级别|等级|级|的)*|极难|极限)的?"
    r"(?:[低差][一1]?点?[级档个等]*|[简容][单易]一?[点级档]?|)(?:难度)?|第二难|次难"
)
"""The level before the hardest."""

_LEVELS: Final = {
    "expert": {"en": "expert", "es": "experto", "zh": "专家"},
    "medium": {"en": "medium", "es": "intermedio", "zh": "中等"},
}
_SPANISH: Final = re.compile(
    r"\b(?:del?|que|al|segundo|2o|penultimo|maximo|extremo|dificil|facil)\b"
)

_NEXT_TO_EASIEST: Final = re.compile(
    rf"\b{_STEP}(?:above|over|up from|harder than) (?:the )?(?:very )?{_EASIEST}\b"
    rf"|\b(?:second|2nd|next|next to)(?: the)? {_EASIEST}\b"
    r"|\b(?:segundo|2o) (?:nivel )?mas facil\b|第二(?:简单|容易)"
)

_ITS_DAILY: Final = re.compile(
    r"(?<![每到至])(?<!每个)(?P<day>(?:上+|[这本])?个?(?:周|星期|礼拜)[一二三四五六日天末]|昨[天日]|前天)"
    r"(?P<of>那天|当天)?的?每日(?:一题|题|数独|挑战)?(?![推发都给提送来\d])"
)
"""`上周六的每日` is the daily of a day, although 每日 alone is `every day`."""


_UNDONE: Final = re.compile(
    r"\b(?:if|when|unless|in case) (?P<en>(?!i forget|i miss)(?:\w+ ){0,6}?)"
    r"(?:havent|have not|hasnt|has not|didnt|did not|isnt|is not|still open|not) "
    r"(?:\w+ ){0,3}?(?:done|played|solved|finished|completed|play|do|finish|solve)\b"
    r"(?: it)?(?: yet)?"
    r"|\b(?:si|cuando|en caso de que) (?P<es>(?:[\w:]+ ){0,8}?)(?:(?:aun|todavia|ya) )?no "
    r"(?:(?:lo|la|me|aun|todavia) ){0,2}(?:h?e |h?aya |este |esta )?"
    r"(?:jugado|jugue|juego|h?echo|hice|hago|resuelto|resolvi|terminado|termine|completado|complete)\b"
)
"""`Si a las diez no he hecho el diario`: the day on which somebody is to be reminded."""

_TO_PRINT: Final = re.compile(r"\bprint|\bimpri|\bimpres|\bpdf\b|\bpaper\b|\bpapel\b|打印|印出")
_MADE: Final = r"(?:filled|put|entered|placed|wrote|written|typed|added|done|made|solved)"
_PUSE: Final = r"(?:puesto|escrito|rellenado|metido|puse|escribi|rellene|meti|anotado|anote|hecho)"
_OWN_DIGITS: Final = re.compile(
    r"\b(?:without|minus|excluding|leaving out|but not|and not|not|no|none of) (?:any of |all )?"
    r"(?:(?:my|my own) (?:\w+ )?(?:numbers|digits|entries|answers|moves|notes|marks|stuff|progress)"
    r"|(?:the |what |whatever |those )?(?:(?:numbers|digits|ones|stuff) )?(?:that )?"
    rf"(?:i|ive|i have|im) (?:(?:have|already|just) )?{_MADE}(?: in)?)(?: so far| already)?\b"
    r"|\b(?:sin|quitando|pero no|no|ni) (?:(?:mis|mis propi[oa]s) "
    r"(?:numeros|cifras|digitos|respuestas|notas|anotaciones|jugadas)"
    r"|(?:los|las|lo)(?: (?:numeros|cifras|digitos))? que (?:yo )?(?:ya )?(?:he |llevo )?"
    rf"(?:ya )?{_PUSE})\b"
    r"|(?:不要|不带|别带|去掉|没有|不含|不包括|不打印?|别打印?|除去)我?(?:自己)?(?:已经)?"
    r"[填写做](?:好|上|上去|进去|过|了)?的?(?:数字|数|答案|内容|东西)?"
    r"|\b(?:just|only) (?:the )?(?:givens|clues|(?:given|starting) (?:numbers|digits))\b"
    r"|\b(?:as (?:a )?)?(?:original|blank|unfilled|unsolved|clean copy of)\b"
    r"|\b(?:solo|solamente|unicamente|nada mas) (?:con )?l[ao]s (?:(?:cifras|numeros|digitos)"
    r" (?:iniciales|dad[oa]s|originales|de partida|del principio)|dad[oa]s|iniciales)\b"
    r"|\b(?:en blanco|original|tal como estaba al principio)\b"
    r"|只[要印打]*(?:已知数|给的数字?|题面|初始数字?|原来的数字?)|原始的?|空白的?"
)
"""Digits that are not to be printed; no print holds any but the givens."""


_ESE: Final = r"(?:es[aeo]|est[aeo]|(?:el|la|lo) ultim[oa])(?: que (?:acabo de )?\w+)?"
_ANTES: Final = r"(?:de antes|(?:que estaba |que iba )?antes|anterior|previ[oa]|penultim[oa])"
_BOTH: Final = re.compile(
    rf"\b{_ESE},? (?:y|e|mas|junto con)(?: tambien)? (?:(?:el|la|lo|al) )?"
    rf"(?:numero |movimiento |jugada |que (?:puse|meti|hice) )?{_ANTES}\b"
    r"|\b(?:el|la|lo) ultim[oa] y (?:el |la |lo )?penultim[oa]\b"
    r"|\bl[oa]s (?:dos|2) (?:(?:numeros|cifras) )?que (?:(?:recien|ahora) (?:puse|meti)"
    r"|acabo de (?:poner|meter|escribir))\b"
    r"|\b(?:el |la )?penultim[oa] y (?:el |la |lo )?ultim[oa]\b"
    r"|(?:(?:[这那]一?步|刚才?那?一?步|最后一?步)(?:[跟和与、]|还有|以及|连同)"
    r"(?:它?之?前面?的?那?|上面?那?)一?[步个]|我?刚[才刚]?我?[填写放]的?[这那]?(?:俩|两[个格步]))"
    r"(?P<dropped>[都全]*(?:不要|不算|撤[销回掉]?|退回?|[删去擦清]掉?|取消)了?)?"
)
"""`Ese y el de antes`: the last two moves."""

_BLOCKS: Final = re.compile(
    r"(?<!第)(?<![\d一二三四五六七八九十])(?P<large>1[0-57-9]|2\d|十[一二三四五七八九]?|二十[一二三四五]?)宫格?"
    r"|(?<!第)(?<![\d一二三四五六七八九十])(?P<small>[357三五七])宫格"
)
"""A size that is named by its number of blocks and that is not made."""

_DAILY_TOO: Final = re.compile(
    r"\b(?P<daily>el (?:diario|del dia|sudoku (?:diario|del dia))) si(?= *(?:[.,;!?]|$))"
)
"""`No más avisos, el diario sí`: at the end of a clause it is no `el diario, si ...`."""


def with_lapse(folded: str) -> str:
    """A folded text with `if i havent played` for any words that say so of the daily.

    And with the hour from which on it may come, where somebody wants it no earlier.
    """
    return _UNDONE.sub(_undone, _NOT_BEFORE.sub("send me the daily at ", folded))


def without_asides(folded: str) -> str:
    """A folded text without what only looks like a wish, or with what it means instead."""
    if _NO_SIZE.fullmatch(folded):
        return "which sizes"
    kept = _NEITHER.sub(" intermedio ", _RUSTY.sub(" ", _NO_NEW.sub(", hands off, ", folded)))
    kept = _NOT_DAILY.sub(" ", _NO_RULES.sub(" ", kept))
    kept = _TWO_REFUSED.sub(r"\g<not>\g<first> \g<not>\g<second>", kept)
    kept = _DAILY_TOO.sub(r"pero \g<daily> si", kept)
    kept = _BLOCKS.sub(_by_side, _BOTH.sub(_last_two, kept))
    if _TO_PRINT.search(kept):
        kept = _OWN_DIGITS.sub(" ", kept)
    kept = _NEXT_TO_EASIEST.sub(
        _of_level("medium"), _NEXT_TO_HARDEST.sub(_of_level("expert"), kept)
    )
    kept = _ITS_DAILY.sub(r"\g<day>的日题", _HIGHEST.sub(_highest, kept))
    return _NO_PICTURES.sub(_as_text, _EXCEPTED.sub(_EXCEPTION, kept))


def _of_level(level: str) -> Callable[[re.Match[str]], str]:
    """What puts a level in the place of the words that only describe it, in their language."""
    words = _LEVELS[level]

    def named(found: re.Match[str]) -> str:
        if not found[0].isascii():
            return words["zh"]
        return f" {words['es' if _SPANISH.search(found[0]) else 'en']} "

    return named


def _undone(found: re.Match[str]) -> str:
    said = found["en"] or found["es"] or ""
    return f" {said} {'if i havent played' if found['es'] is None else 'si no he jugado'} "


def _last_two(found: re.Match[str]) -> str:
    if found[0].isascii():
        return " los ultimos 2 "
    return "撤销最后2步" if found["dropped"] else "最后2步"


def _by_side(found: re.Match[str]) -> str:
    side = count(found["large"] or found["small"])
    return f" {side}x{side} "


def _highest(found: re.Match[str]) -> str:
    size = re.search(_SIZED, found[0])
    level = "el mas dificil" if found["hard"] else "el mas facil"
    return f" {size[0] if size else ''} {level} {_EXCEPTION if found['told'] else ''}"


def _as_text(found: re.Match[str]) -> str:
    if not found[0].isascii():
        return _AS_TEXT["zh"]
    return _AS_TEXT["es" if re.search(_FOTOS + r"\b", found[0]) and "no" in found[0] else "en"]
