"""What people add to a move: that this is all, a wish for the time after it, or a condition.

`r7c2=4, and then check it` is a move and a check, and `that's all` changes nothing. A condition
(`if it fits, else a 4`) leaves in doubt what is wanted, so what stands before it is only likely.
"""

import re
from typing import Final

from bot.game.entry.erasing import ERASE
from bot.game.entry.heard import with_digits

_LONGEST: Final = 200
"""Characters of the longest text with moves that is looked at."""

_JOINED: Final = (
    r"(?:[\s,.;，。；、!！]|\b(?:and|then|now|n|also|after that|y|luego|despues|ahora|entonces)\b"
    r"|然后|接着|之后|顺便|再|并|\b(?:please|pls|plz|(?:can|could|would|will) (?:you|u)|for me"
    r"|porfa|por favor|(?:me )?(?:puedes|podrias))\b|请|麻烦|你|帮忙|帮我|给我|我){0,24}"
)
_GOOD: Final = (
    r"(?:if|whether) (?:it|that|this|they|those|these|i)(?:'s|s|'re| is| are|'m| am)?"
    r"(?: all)? (?:right|ok|okay|correct|good|fine|wrong|works?)"
)
_BIEN: Final = (
    r"(?:a ver )?si (?:lo |los )?(?:esta|estan|va|van|es|son|voy|hice|puse)"
    r" (?:bien|correct[oa]s?|mal)"
)
_OURS: Final = (
    r"(?: (?:it|that|this|them|those|these|both|all|me|my (?:work|digits|moves|numbers)"
    r"|the board))*"
)
_WISHES: Final = {
    "check": (
        rf"(?:\b(?:double )?(?:check|verify){_OURS}(?: {_GOOD})?"
        rf"|\b(?:tell me|see|look|let me know) {_GOOD}"
        r"|\b(?:revisa|comprueba|checa|verifica)(?:r|lo|los|la|las|me|melo)?(?: todo)?"
        rf"(?: {_BIEN})?|\b(?:mira|dime|ve|avisa)(?:me)? {_BIEN}"
        r"|(?:检查|核对|验证|查查?)(?:下|盘面|这?两?[个格])*(?:有没有错|对不对|行不行)?"
        r"|[看瞅瞧查](?:[看瞅瞧查]|下)*(?:我?填的?)?这?[两几]?[个格步]?"
        r"(?:行不行|对不对|对不|有没有错|错没错|可不可以|有没有问题|对没对)"
        r"|(?<=[哈啦吧了呗嘛\s,，。])[哈啦吧了呗嘛\s,，。]*(?:这样|这回|这步|应该|我觉得|总){0,2}"
        r"(?:没[填有]?错|不会错|没问题|不会有错)了?(?=[了吧哈嘛\s?？]))"
    ),
    "hint": (
        r"(?:\b(?:give|show|get|send) (?:me|us) (?:an?|1|another|the next) (?:hint|clue|tip)"
        r"|\bi(?:'d| would)? (?:need|want|like) (?:an?|1|another) (?:hint|clue|tip)"
        r"|\b(?:dame|da|quiero|necesito|muestrame) (?:una|1|otra|la siguiente) (?:pista|ayuda)"
        r"|\b(?:y )?(?:ahora )?(?:dime |dame )?(?:que|cual|lo que) (?:sigue|es el siguiente)"
        r"|[给来要](?:我|[1个点条])*提示)"
    ),
}
_POLITELY: Final = (
    r"[\s,.;!?。，！？~]*(?:(?:please|pls|thanks|thx|ty|cheers|for me|por favor|porfa|gracias"
    r"|谢谢|谢了|吧|呗|哈|啊|呀|哦)[\s,.;!?。，！？~]*)*$"
)
_BEHIND: Final = {
    wish: re.compile(rf"(?<![a-z]){_JOINED}{form}{_POLITELY}") for wish, form in _WISHES.items()
}
_CLOSING: Final = re.compile(
    r"(?<![\s,.;，。；])[\s,.;，。；]*"
    r"(?:\b(?:and |y )?(?:that'?s (?:all|it|everything|me done)|that is (?:all|it)"
    r"|(?:all )?done|eso es todo|eso seria todo|es todo|nada mas|ya esta|listo|y ya)\b"
    rf"|就这些|就这样|就这么多|完毕|好了|没了|以上){_POLITELY}"
)
_EXCUSE: Final = re.compile(
    r"(?<![\s,.;!，。；！])[\s,.;!，。；！]*"
    r"(?:\b(?:because|cause|cuz|coz|since|as|and|but|que|porque|pq|xq|ya que"
    r"|y|pero|因为) *)?"
    r"(?:\b(?:(?:it|that|this)(?:'?s| is| was)(?: all)?"
    r" (?:wrong|incorrect|a mistake|my mistake|a typo)"
    r"|typo|my (?:mistake|bad)|i (?:made a mistake|messed up|was wrong)"
    r"|(?:esta|estaba|es|era|va) (?:mal|incorrect[oa]|equivocad[oa])|me (?:he )?equivo(?:que|cado)"
    rf"|fue un error|error mio)|我?(?:[打填写点放按搞弄]?错了?|不对)){_POLITELY}"
)
_CHANGED: Final = re.compile(
    r"\b(?:change|switch|swap|replace|turn|make|set|correct|fix|cambia\w*|sustituye|reemplaza|corrige)"
    r"\b|[改换]"
)
_CONDITION: Final = re.compile(
    r"(?:\b(?:and |y |or |o )?(?:if|unless|provided|assuming|otherwise|else|in case"
    r"|si|siempre que|a menos que|a no ser que)\b"
    r"|(?:能|可以|放得下|填得下|行|合适|不冲突|没错|可能)的话|如果|要是|假如|不然|否则|走不通|行不通)"
)
_FIRST: Final = re.compile(r"^\W*(?:\b(?:if|si)\b|如果|要是|假如)[^,，]*[,，]")


_DO_IT: Final = re.compile(
    r"[?？]+[\s,.]*(?:(?:so|just|please|pls|and) )*"
    r"(?:(?:put|write|enter|pop|stick|place) (?:it|that)(?: in| down| there)?"
    r"|(?:pon|mete|escribe|coloca)(?:me)?lo(?: ahi)?|就?[填写放](?:上|进去|吧|它)+)"
    rf"{_POLITELY}"
)
"""An order behind a doubt: `it's a 5 in r2c3 I think?? put it`."""


def without_doubt(text: str) -> str:
    """A text without its question mark where an order follows that, and without the order."""
    return _DO_IT.sub("", text.lower())


def without_excuse(text: str) -> str:
    """A text without the reason why something is to be erased or changed: `it's wrong`, `打错了`.

    As it was where nothing is: then it may say which digit is wrong.
    """
    if len(text) > _LONGEST:
        return text
    plain = with_digits(text.lower())
    found = _EXCUSE.search(plain)
    before = plain[: found.start()] if found else ""
    return before if ERASE.search(before) or _CHANGED.search(before) else text


def parted(text: str) -> tuple[str, str]:
    """A text without what stands behind its moves, and the wish for the time after them.

    The wish is `check`, `hint`, or empty where none is said; then the text may be as it was.
    """
    if len(text) > _LONGEST:
        return text, ""
    plain = with_digits(text.lower())
    for wish, form in _BEHIND.items():
        if found := form.search(plain):
            return plain[: found.start()], wish
    if found := _CLOSING.search(plain):
        return plain[: found.start()], ""
    return text, ""


def before_condition(plain: str) -> str | None:
    """The part of a text that holds on a condition, without that; None where it names none."""
    rest = _FIRST.sub("", plain)
    found = _CONDITION.search(rest)
    if found:
        return rest[: found.start()]
    return rest if rest != plain else None
