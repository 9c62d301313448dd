"""The clauses of a text, cut into phrases, without those that only keep something back.

No word qualifies anything in another clause, but a clause that only refuses is about the one
before, and what stands beside `instead of` is not wanted. Who writes or dictates much leaves the
commas out, so words such as `but` and `so` begin a clause as well.
"""

import re
from collections.abc import Sequence
from typing import Final

from bot.game.talk.direction import CLAUSES, is_refusal
from bot.game.talk.lexicon import Lexicon, Tag, cut, is_emoji
from bot.game.talk.rules import SOFT

_LINKS: Final = re.compile(
    r"\b(?:but|so|and|then|because|cos|anyway|pero|asi que|entonces|pues|porque|y)\b"
    "|但是|所以|然后|不过|因为"
)
"""Words that begin a new clause where people who write or dictate much leave the commas out."""

_DAYS: Final = frozenset({"today", "yesterday", "weekday"})

_ANSWERS: Final = frozenset(("answer", "last", "solve", "giveup"))


def parted(text: str) -> list[str]:
    """The clauses of a folded text, also where no comma parts them."""
    parts = [part for whole in CLAUSES.split(text) for part in _LINKS.split(whole)]
    return [part for part in parts if part.strip()]


def tagged(text: str, lexicons: Sequence[Lexicon]) -> list[list[Tag]]:
    """The clauses of a text; one that only refuses joins the one before: `hard ones, no thanks`."""
    found: list[list[Tag]] = []
    parts = [part for part in CLAUSES.split(text) if part.strip()]
    for clause in parts:
        tags = _chosen(cut(clause, lexicons[0], lexicons[1:]))
        if len(parts) > 1 and _keeps_back_answer(tags):
            continue
        if found and is_refusal(tags):
            found[-1] += tags
        else:
            found.append(tags)
    return found


def _keeps_back_answer(tags: Sequence[Tag]) -> bool:
    """Whether a clause only asks not to be told: `a hint, but don't tell me the number`."""
    told = [tag for tag in tags if tag.concepts - SOFT - {"refuse", "not", "stop"}]
    is_refusal = any("refuse" in tag.concepts for tag in tags)
    return is_refusal and bool(told) and all(tag.concepts & _ANSWERS for tag in told)


def _chosen(tags: list[Tag]) -> list[Tag]:
    """The tags of a clause without what is not wanted: `text instead of a picture`."""
    at = next((at for at, tag in enumerate(tags) if "instead" in tag.concepts), len(tags))
    if any(tag.concepts - SOFT for tag in tags[:at]):
        return tags[:at]
    # `instead of text a picture` names first what is not wanted.
    rest = tags[at + 1 :]
    unwanted = next((at for at, tag in enumerate(rest) if tag.concepts - SOFT), len(rest))
    return tags[:at] + rest[unwanted + 1 :]


def without_held(clauses: Sequence[list[Tag]]) -> list[list[Tag]]:
    """The clauses of a text that ask to leave nothing alone."""
    return [tags for tags in clauses if not any("held" in tag.concepts for tag in tags)]


def meant_days(clauses: list[list[Tag]]) -> list[list[Tag]]:
    """The clauses of a text without a day that one of them only denies: `not yesterday's, ...`.

    That needs another day that is wanted instead.
    """
    wanted = [tags for tags in clauses if not _denies_day(tags)]
    is_instead = any(not _DAYS.isdisjoint(_tables(tag)) for tags in wanted for tag in tags)
    return wanted if is_instead else clauses


def _denies_day(tags: Sequence[Tag]) -> bool:
    """Whether a clause denies a day and says nothing else."""
    told = [_tables(tag) for tag in tags if tag.concepts - SOFT]
    is_denied = any("not" in one for one in told)
    days = [one for one in told if not _DAYS.isdisjoint(one)]
    return is_denied and len(days) == 1 and all("not" in one or one in days for one in told)


def _tables(tag: Tag) -> set[str]:
    return {concept.partition(":")[0] for concept in tag.concepts}


def without_ornaments(tags: list[Tag]) -> list[Tag]:
    """The tags of a text without emoji, unless these are all that says something."""
    words = [tag for tag in tags if not is_emoji(tag.text)]
    return words if any(tag.concepts - SOFT for tag in words) else tags
