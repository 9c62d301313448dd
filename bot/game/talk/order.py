"""Orders to speak a language: `in English, please`, `habla español`, `我想用中文`.

What people say about themselves or others names a language as well, and orders none: `my wife plays
in Chinese`, `hablo español en casa`, `我会说英语`. So a language counts as ordered only where its
clause has nothing else in it, or where a verb that orders it or a request stands before it, and no
subject that speaks it.
"""

from collections.abc import Sequence
from typing import Final

from bot.game.talk.lexicon import FILLER, Tag
from bot.game.talk.rules import SOFT

_VERBS: Final = frozenset({"speak", "change", "language"})
_BETWEEN: Final = frozenset({"board", "puzzle", "this", "all", "show", "one", "play"})
"""What may stand between an order and the language, besides words that only fill the text."""

_DENIED: Final = frozenset({"not", "stop", "refuse", "confused", "dislike", "why", "how_do", "bad"})
"""What no order has before it in its clause: `why do you talk in Spanish?`."""

_LEFT_BEHIND: Final = frozenset({"confused", "bad"})
"""What people say first who leave the commas out: `no entiendo ponlo en español`."""

_NEAR: Final = 2
"""How many words before the verb of an order may deny it, besides those that only fill the text."""

_POLITE: Final = frozenset({"please", "pls", "plz", "plis", "porfa", "por favor", "porfavor", "请"})
"""Words with which an order is over: what stands behind them says something else."""

_REQUESTS: Final = frozenset(
    {
        *("can", "could", "would", "will", "may", "lets", "let us", "possible"),
        *("puede", "puedes", "puedo", "podria", "podrias", "podemos", "se puede", "vamos a"),
        *("能", "能 不 能", "能 否", "可 以", "可 不 可 以", "可 否", "请", "麻 烦", "麻 烦 你"),
    }
)
"""Words that ask for something, where no subject stands before them: `we can speak English`."""

_SUBJECTS: Final = frozenset(
    {
        *("i", "im", "ive", "we", "he", "she", "they", "it", "its", "my", "our", "people", "who"),
        *("yo", "mi", "mis", "nosotros", "el", "ella", "ellos", "se", "su", "soy", "tengo"),
        *("我", "他", "她", "它", "咱", "们", "妈", "爸", "人", "家", "哥", "姐", "谁"),
    }
)
"""Who may speak a language or have it, other than the bot."""

_PEOPLE: Final = frozenset(
    {
        *(
            "老 师",
            "师 傅",
            "老 板",
            "学 生",
            "同 桌",
            "爷 爷",
            "奶 奶",
            "外 婆",
            "外 公",
            "姥 姥",
            "朋 友 们",
        ),
        *(
            "大 哥",
            "大 姐",
            "小 哥",
            "小 姐 姐",
            "老 婆",
            "老 公",
            "孩 子",
            "儿 子",
            "女 儿",
            "客 户",
            "领 导",
        ),
        *("abuela", "abuelo", "suegra", "tia abuela", "profe", "profesora", "maestro", "alumnos"),
        *("clase", "hijo", "hija", "nieto", "hermano", "jefe", "mama", "papa", "madre", "padre"),
        *("casa", "trabajo", "oficina", "cole", "curro"),
    }
)
"""Who or where a language may be spoken, although the word else only fills a text: `老师讲英语`.

They may be spoken to as well (`mamá, habla español`), so without a comma it is not sure.
"""

_TO: Final = frozenset({"跟", "和", "对", "给", "与", "为", "帮", "让", "陪"})
"""Words behind which a subject of Chinese is none: `跟我说英语`."""

_TOLD: Final = frozenset({"speaks", "talks", "writes", "speaking", "talking", "talking in"})
"""Forms of verbs that order nothing."""

_EITHER: Final = frozenset({"habla", "usa", "traduce", "说", "讲", "用", "会 说", "会"})
"""Verbs that say what somebody does just as well, whose name may stand before them."""


def orders(clauses: Sequence[Sequence[Tag]]) -> frozenset[str]:
    """The languages that a text orders."""
    return frozenset(
        concept.removeprefix("language:")
        for tags in clauses
        for at, tag in enumerate(tags)
        for concept in tag.concepts
        if concept.startswith("language:") and _is_ordered(tags[:at], tags[at + 1 :])
    )


def _is_ordered(before: Sequence[Tag], behind: Sequence[Tag]) -> bool:
    """Whether a language between these tags of a clause is ordered."""
    told = len(before)
    while told and _is_link(before[told - 1]):
        told -= 1
    if told and before[told - 1].concepts & _VERBS:
        return _is_verb_of_order(before[:told])
    if any(tag.concepts & _DENIED for tag in before):
        return False
    # The links may hold a request, as they may hold a subject.
    first = next((at for at, tag in enumerate(before) if tag.text in _REQUESTS), None)
    if first is not None and first >= told - 1 and not _has_subject(before[:first]):
        return True
    if told and "want" in before[told - 1].concepts:
        return not _names_others(before[: told - 1])
    end = next((at for at, tag in enumerate(behind) if tag.text in _POLITE), len(behind))
    is_alone = all(tag.concepts and tag.concepts <= SOFT for tag in (*before, *behind[:end]))
    return is_alone and not _has_subject([*before, *behind[: min(end, 1)]])


def _is_verb_of_order(told: Sequence[Tag]) -> bool:
    """Whether the verb at the end of these tags orders, and tells nothing about somebody."""
    *before, verb = told
    said = [tag for tag in before if tag.concepts != {FILLER}]
    if verb.text in _TOLD or any(tag.concepts & _DENIED - _LEFT_BEHIND for tag in said[-_NEAR:]):
        return False
    if "language" in verb.concepts:
        # `change my language to English`
        changed = [at for at, tag in enumerate(before) if tag.concepts & _VERBS]
        before = before[: changed[0]] if changed else before
    if any("want" in tag.concepts for tag in before):
        return not _names_others(before)
    if before and verb.text in _EITHER and not before[-1].concepts & (SOFT | _LEFT_BEHIND):
        return False
    return not _has_subject(before)


def _is_link(tag: Tag) -> bool:
    is_act = bool(tag.concepts & (_VERBS | {"want"}))
    return not is_act and bool(tag.concepts & ({FILLER} | _BETWEEN)) and "is" not in tag.concepts


def _names_others(before: Sequence[Tag]) -> bool:
    """Whether somebody else wants it: `mi hijo quiere hablar inglés`."""
    return any(tag.concepts & {"friend", "kids"} or not tag.concepts for tag in before)


def _has_subject(before: Sequence[Tag]) -> bool:
    """Whether the last of these words that says who speaks names no one whom the text speaks to."""
    ends = [at for at, tag in enumerate(before) if tag.concepts & _LEFT_BEHIND]
    said = before[ends[-1] + 1 if ends else 0 :]
    if any(tag.text in _PEOPLE for tag in said[-_NEAR:]):
        return True
    words = [word for tag in said for word in tag.text.split()]
    for at in range(len(words) - 1, -1, -1):
        if words[at] in {"you", "u", "tu", "te", "你", "您"}:
            return False
        if words[at] in _SUBJECTS and not (at and words[at - 1] in _TO):
            return True
    return False
