"""The passages of a reason that is too long to be read in one go: their words and their keys."""

from collections.abc import Callable
from typing import Final

from markupsafe import Markup, escape

from bot import messages
from bot.render.buttons.action import Action, Button
from bot.render.hint_words import told_in, where, why_passage
from bot.render.text_board import columns
from engine.techniques import Branches, ChainPassage, Chains, EndPassage, NetPassage, Passage, Step

BESIDE_PICTURE: Final = 240
"""Columns of the text of a passage that a phone shows together with its picture and its keys."""


def passage_words(language: str, step: Step, number: int, *, below_picture: bool) -> Markup:
    """The text of a passage; below a picture also the meaning of marks that it is first to have.

    Where whole sentences take more than BESIDE_PICTURE, the reason of a link is only its unit.
    """
    told = told_in(step)
    whole = why_passage(language, step, told[number])
    tersely = columns(whole) > BESIDE_PICTURE
    lines = [escape(why_passage(language, step, told[number], tersely=tersely))]
    if number == 0 and _tries_all(told[-1]):
        lines.insert(0, escape(where(language, step)))
    meant, *before = (marks_words(language, each) for each in told[number::-1])
    if below_picture and meant and meant not in before:
        lines.append(Markup("<i>{}</i>").format(meant))
    return Markup("\n").join(lines)


def part_of(language: str, step: Step, number: int) -> str:
    """The number of a passage, and how many there are."""
    return messages.text(language, "step.passage", number=number + 1, count=len(told_in(step)))


def marks_words(language: str, passage: Passage) -> str:
    """The meaning of the marks in the picture of a passage; empty for the last one."""
    match passage:
        case ChainPassage():
            key, has_known = "hint.marks_chain", passage.first > 0
        case NetPassage():
            key = "hint.marks_inner" if passage.around else "hint.marks_net"
            has_known = bool(passage.around or passage.first)
        case EndPassage():
            return ""
    marks = messages.text(language, key)
    return messages.text(language, "hint.marks_known", marks=marks) if has_known else marks


def passage_keys(
    language: str, step: Step, number: int, action: Callable[[int], Action]
) -> list[Button]:
    """The keys to the passages before and after one; `action` makes the action of each."""
    beside = (("hint.part_before", number - 1), ("hint.part_after", number + 1))
    return [
        (messages.text(language, key, number=at + 1), action(at))
        for key, at in beside
        if 0 <= at < len(told_in(step))
    ]


def _tries_all(last: Passage) -> bool:
    """Whether a step tries several choices, which its first passage must say."""
    match last:
        case EndPassage(Chains(chains)):
            return len({chain.links[0].source for chain in chains}) > 1
        case EndPassage(Branches()):
            return True
        case _:
            return False
