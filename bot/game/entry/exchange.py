"""A digit that somebody wrote instead of another: `I meant a 5, not a 2`, `不是2是7`.

Such a sentence names both digits, and no cell: the one that stands there is somebody's own. Around
it people excuse themselves and ask to have it changed. With any other word in it the sentence may
be about something else, and then it is only likely.
"""

import re
from dataclasses import dataclass
from typing import Final

from bot.game.entry.heard import with_digits
from bot.game.entry.question import is_question

LONGEST: Final = 120
"""Characters of the longest text that may be such a sentence."""

_A: Final = r"(?:(?:an?|the|un|el|al|number|numero) )?"
_WRITE: Final = r"(?:press|put|hit|type|write|enter|place|tap|do|use|pick|choose|say)"
_WROTE: Final = (
    r"(?:pressed|put|hit|typed|wrote|entered|placed|tapped|did|picked|chose|puse|puso|escribi"
    r"|marque|pulse|toque|meti|salio|di|le di)(?: in)?"
)
_PONER: Final = r"(?:poner|escribir|marcar|pulsar|tocar|meter|apretar|darle)(?:le)?"
_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        (
            rf"\b(?:meant|ment|wanted|intended|was going|trying)(?: to)?(?: {_WRITE})?(?: in)? "
            rf"{_A}(?P<becomes>\d{{1,2}})\b,? *(?:and )?(?:not|instead of|rather than|but)"
            rf"(?: i)?(?: accidentally| just| only)?(?: {_WROTE})? {_A}(?P<was>\d{{1,2}})\b"
        ),
        (
            r"\b(?:didnt|didn't|did not|dont|never) (?:mean|want|intend)(?: to)?"
            rf"(?: {_WRITE})? {_A}(?P<was>\d{{1,2}})\b[ ,.]*(?:but )?(?:i )?(?:meant|wanted)?"
            rf"(?: to {_WRITE})? ?{_A}(?P<becomes>\d{{1,2}})\b"
        ),
        (
            rf"\b{_WROTE} {_A}(?P<was>\d{{1,2}})\b[ ,.]*(?:(?:there )?by (?:mistake|accident))?"
            r"[ ,.]*(?:(?:but|and|when) )?(?:(?:i )?(?:meant|wanted)(?: to \w+)?|instead of"
            rf"|en vez de|en lugar de|y era|pero era|(?:y|pero) queria(?: {_PONER})?"
            rf"|it should(?: be| have been)|should(?: be| have been)) {_A}(?P<becomes>\d{{1,2}})\b"
        ),
        (
            r"\b(?:wasnt|wasn't|was not|isnt|isn't|is not|not|shouldnt be|shouldn't be"
            rf"|should not be)(?: supposed to be| meant to be)? {_A}(?P<was>\d{{1,2}})\b[ ,.]*(?:"
            rf"(?:but|rather"
            r"|(?:but )?(?:its|it's|it is|it was|thats|that's|that is|that was"
            r"|(?:it|that) should(?: be| have been)))"
            rf" {_A}|an? |the )(?P<becomes>\d{{1,2}})\b"
        ),
        (
            r"(?:\b(?:its|it's|it is|it was|thats|that's|that is|that was|should be"
            rf"|should have been|supposed to be|meant to be) {_A}|^\W*an? )"
            rf"(?P<becomes>\d{{1,2}})\b[ ,.]*(?:and )?"
            rf"(?:not|instead of|rather than) {_A}(?P<was>\d{{1,2}})\b"
        ),
        (
            r"\b(?:es|era|iba|va|debe ser|debia ser|deberia ser|tenia que ser|tiene que ser)"
            rf" {_A}(?P<becomes>\d{{1,2}})\b[ ,.]*(?:y )?no {_A}(?P<was>\d{{1,2}})\b"
        ),
        (
            rf"\bno (?:era|es|iba|debia ser|debe ser|tenia que ser) {_A}(?P<was>\d{{1,2}})\b"
            rf"[ ,.]*(?:sino|si no|era|es|iba)(?: que)? {_A}(?P<becomes>\d{{1,2}})\b"
        ),
        (
            rf"\b(?:queria|quise|iba a|pretendia)(?: {_PONER})? {_A}(?P<becomes>\d{{1,2}})\b"
            rf"[ ,.]*(?:y|pero|no|en vez de|en lugar de)?(?: me equivoque y| sin querer)?"
            rf"(?: {_WROTE})? {_A}(?P<was>\d{{1,2}})\b"
        ),
        (
            rf"\b(?:not|no era|no es) {_A}(?P<was>\d{{1,2}})\b[ ,.]*(?:but )?(?:i )?"
            rf"(?:meant|ment|wanted|quise decir|quise poner|queria(?: {_PONER})?)(?: to \w+)?"
            rf" {_A}(?P<becomes>\d{{1,2}})\b"
        ),
        (
            rf"^\W*(?:(?:no+|nope)\W+)?(?P<becomes>\d{{1,2}}),? *(?:and )?not {_A}"
            r"(?P<was>\d{1,2})\b"
        ),
        r"不是(?P<was>\d{1,2}) *[,，]? *(?:应该|而|我?[要想]要?的)?[是要](?P<becomes>\d{1,2})",
        (
            r"(?:本来|应该|其实)*[想要是](?:填|写|放|点|按|输)(?:的是)?(?P<becomes>\d{1,2}) *[,，]?"
            r" *(?:但|可|却|就|结果|一?不小心|手滑|手抖|我)*[填写点按放输打]?错?[成了到]+"
            r"(?P<was>\d{1,2})"
        ),
        (
            r"[填写点按放输打]错?[成了到]+(?P<was>\d{1,2})了? *[,，]? *(?:但|可|我|本来|应该|其实)*"
            r"[想要是](?:填|写|放|点|按|输)?(?:的是)?(?P<becomes>\d{1,2})"
        ),
        r"(?:[是要]|[想要][填写放])(?P<becomes>\d{1,2}) *[,，]? *不是(?P<was>\d{1,2})",
    )
)
_SAID: Final = re.compile(
    rf"\b(?:i (?:just )?(?:said|told (?:you|u)|asked for)|(?:te )?dije(?: que)?)"
    rf" {_A}(?P<becomes>\d{{1,2}})\b,? *(?:and |y )?(?:not|no|instead of|en vez de) {_A}"
    r"(?P<was>\d{1,2})\b"
)
"""What somebody said before may have been about a size or a level, so it is only likely."""

_LAST: Final = re.compile(
    r"(?<![ ,.，])[ ,.，]*+"
    r"(?:\b(?:(?:in|on|for|at|with) )?(?:the |that )?same (?:spot|place|cell|square)\b"
    r"|\b(?:in|on|for|at|with) (?:the|that|my) (?:very )?last (?:one|1|cell|number|digit|move)\b"
    r"|\ben (?:el mismo (?:sitio|lugar|cuadro)|la misma (?:casilla|celda))\b"
    r"|\ben (?:la|el) ultim[oa](?: (?:casilla|celda|numero))?(?: que (?:puse|llene|escribi))?\b"
    r"|同1?个?(?:位置|格子?|地方)|就?刚才?(?:的)?那个?格?)"
)
"""Words for the cell that was filled last."""

_AROUND: Final = re.compile(
    r"\b(?:(?:it|that)(?:['’]?s)?|is|es(?: que)?|no|nope|oh|ah|ay|uy|oops|whoops|ups"
    r"|sorry|wait|actually|hey|ok|okay|shoot|damn|ugh|my bad|my mistake|mistake|i|this|was"
    r"|fat fingers?|i made a mistake|made|typo|slip|wrong"
    r"|(?:can|could|would) (?:you|u)|please|pls|plz|thanks|thx|fix|change|correct|swap|for me"
    r"|perdon|disculpa|me equivoque|me he equivocado|equivoque|la cague|porfa|por favor"
    r"|(?:lo|me lo) (?:corriges|cambias|arreglas|puedes cambiar|puedes corregir)"
    r"|(?:corrige|cambia|arregla)(?:lo|melo)?|puedes|gracias|ese|eso|lo|y|and|just|so)\b"
    r"|应该|其实|本来|刚才?|刚刚|那个?|这个?|格子?|不好意思|抱歉|对不起|啊|呀|哦|哎|呃|了|吧|我"
    r"|打错|填错|写错|点错|按错"
    r"|错|手滑|手抖|帮|请|麻烦|改|一下|下|过来|回来|[\s,.!?¡¿，。！？…~]"
    r"|[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\u200d]"
)


@dataclass(frozen=True, slots=True)
class Mistaken:
    """The digit that stands there, and the one that was meant.

    `is_sure` says that the text says nothing else, and does not only ask; `is_last` that it speaks
    of the cell that was filled last.
    """

    was: int
    becomes: int
    is_sure: bool
    is_last: bool = False


def mistaken_in(text: str) -> Mistaken | None:
    """The digit that a text says was written instead of another; None for anything else."""
    if len(text) > LONGEST:
        return None
    whole = with_digits(text.lower())
    plain = _LAST.sub(" ", whole)
    said = _SAID.search(plain)
    found = next(filter(None, (form.search(plain) for form in _FORMS)), said)
    if found is None or found["was"] == found["becomes"]:
        return None
    rest = f"{plain[: found.start()]} {plain[found.end() :]}"
    if re.search(r"\d", rest):
        return None
    is_sure = not said and not _AROUND.sub("", rest) and not is_question(text)
    return Mistaken(int(found["was"]), int(found["becomes"]), is_sure, is_last=plain != whole)
