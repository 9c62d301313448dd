"""Whether a sentence only asks something: `can I put 2 in r3c1`, `¿debo poner un 2?`, `r3c1填2么`.

A question changes nothing, and people leave out its mark. A request is no question, whatever its
mark: `can you put a 5 in r4c5?`, `¿me lo cambias?`, `能帮我填一下吗`.
"""

import re
import unicodedata
from typing import Final

_BEFORE: Final = (
    r"(?:^|[,.;:!¿，。；！\n]) *[^\w¿]{0,9}(?:(?:so|and|hey|hi|wait|ok|okay|well|but|u[mh]+|hm+|oh"
    r"|please|pls|y|pero|oye|oiga|entonces|bueno|por favor|porfa)\b[ ,.!¿]{0,9}"
    r"|(?:那么?|所以|请问|[诶哎呃])[ ,，]{0,9})*"
)
"""Where a sentence or a clause of it begins, with what people say first."""

_REQUEST: Final = re.compile(
    rf"{_BEFORE}(?:(?:can|could|will|would) (?:you|u|ya)\b|(?:me )?(?:puedes|podrias)\b"
    r"|(?:me (?:puede|podria)|(?:puede|podria) (?:usted|ud))\b"
    r"|me l[oa]s? \w+[as]\b"
    r"|(?:me )?(?:l[oa]s? )?(?:cambias|corriges|arreglas|borras|quitas|pones)\b"
    r"|(?:你?(?:能不?能?|可不?可?以)|麻烦)(?:请?你)?(?:帮|把|将|给我|替我))"
)
_MARK: Final = re.compile(r"[?？]")
_FIRST: Final = re.compile(
    r"^\W*(?:(?:so|and|hey|hi|wait|ok|okay|well|but|u[mh]+|hm+|oh|y|pero|oye|entonces|bueno)[ ,]+)*"
    r"(?:(?:is|was|did|has|have i|am i|do i|isnt|isn't|wasnt|wasn't|didnt i|didn't i|why"
    r"|how come)\b"
    r"|(?:can|could|may|might|should|shall|must|will|would|cant|can't|shouldnt|shouldn't)"
    r" (?!(?:be|have been|like|you|u|ya|i(?: just)? like)\b)"
    r"|i wonder\b"
    r"|(?:(?:a ver|dime|sabes) )?(?:que|donde|cual) (?:pongo|escribo|meto|coloco|anoto)\b"
    r"|(?:puedo|podemos|podria|debo|debemos|deberia|se puede|se podria|sera que"
    r"|por ?que)\b)"
)
_ANYWHERE: Final = re.compile(
    r"\b(?:should|can|could|may|must|shall) i\b|能不能|可不可以|可否|要不要|该不该"
    r"|是不是|应不应该|(?<!不)对不对|行不行|为啥|为什么|为何|凭什么|凭啥|难道|\d ?还是 ?\d|到底"
)
_TOLD: Final = re.compile(
    r"(?<![帮给替跟])我(?![想要来得应该准打])[^,，。;；!！要想]{0,20}?[填写放输]了个?(?=[\d一二三四五六七八九])"
    r"|^\W*(?:(?:so|and|hey|ok|okay|oh|wait|well|but|lol|u[mh]+)[ ,]+)*i(?:'?ve| have)? (?:just"
    r"|already|had) (?:put|placed|entered|written|typed)\b"
    r"(?!.*\b(?:change|clear|erase|delete|remove|undo|make|should)\b)"
)
"""What somebody has done, and does not ask for: `我把r4c3填了7`."""

_LAST: Final = re.compile(
    r"(?:[吗么呢]|[填有空了]没(?:有|填)?|[对是错]吧"
    r"|\b(?:or not|o no|or (?:what|nah|no)|rite|huh|innit|init|amirite|am i right|isn'?t it)\b"
    r"|\b(?:is|be|=) ?\d (?:right|correct)\b"
    r"|[,.;] *(?:right|correct|huh|verdad|cierto|no)\b)[\s!！.。…~]*$"
)
_SIMPLIFIED: Final = str.maketrans("嗎麼為沒該幫將給對還應難憑", "吗么为没该帮将给对还应难凭")


def tells(text: str) -> bool:
    """Whether a text only tells what somebody has written."""
    return _TOLD.search(text.lower().translate(_SIMPLIFIED)) is not None


def is_question(text: str) -> bool:
    """Whether a text asks something and requests nothing."""
    return ordered(text) is None


def ordered(text: str) -> str | None:
    """A text without the words that make a request of an order in it; None for a question."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_SIMPLIFIED))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    if _REQUEST.search(plain):
        return _MARK.sub(" ", _LAST.sub(" ", _REQUEST.sub(" ", plain)))
    forms = (_MARK, _FIRST, _ANYWHERE, _LAST)
    return None if any(form.search(plain) for form in forms) else text
