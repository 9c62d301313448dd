"""All steps to a solution as pages of text, with runs of singles on one line."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from markupsafe import Markup

from bot import messages
from bot.render.hint_words import move, name, why
from engine.grid import SYMBOLS
from engine.techniques.step import Step
from engine.techniques.technique import Technique

SINGLES: Final = frozenset({Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE})
PAGE: Final = 3000
"""Characters of a page: with what stands around it, it stays below Telegram's 4096."""

LONGEST_PHRASE: Final = 600
LONGEST_RUN: Final = 60


def pages(language: str, steps: Sequence[Step]) -> list[Markup]:
    """The steps, numbered, on pages that each fit into one message."""
    made: list[Markup] = []
    for line in _lines(language, steps):
        if made and len(made[-1]) + len(line) < PAGE:
            made[-1] += "\n" + line
        else:
            made.append(line)
    return made


def _lines(language: str, steps: Sequence[Step]) -> Iterator[Markup]:
    numbered = list(enumerate(steps, 1))
    for _, group in groupby(numbered, key=_run):
        run = list(group)
        if run[0][1].technique in SINGLES:
            yield _folded(language, run)
        else:
            yield from (_told(language, number, step) for number, step in run)


def _run(numbered: tuple[int, Step]) -> tuple[bool, int]:
    """The key of a run: singles that follow one another, at most LONGEST_RUN of them."""
    number, step = numbered
    return step.technique in SINGLES, number // LONGEST_RUN


def _folded(language: str, run: Sequence[tuple[int, Step]]) -> Markup:
    placed = [option for _, step in run for option in step.placements]
    geometry = run[0][1].geometry
    moves = [f"{geometry.name(cell)}={SYMBOLS[value - 1]}" for cell, value in placed]
    first, last, said = run[0][0], run[-1][0], messages.listed(language, moves)
    if first == last:
        return messages.html(language, "steps.single", number=first, moves=said)
    return messages.html(language, "steps.run", first=first, last=last, moves=said)


def _told(language: str, number: int, step: Step) -> Markup:
    return messages.html(
        language,
        "steps.one",
        number=number,
        name=name(language, step.technique),
        why=why(language, step, LONGEST_PHRASE),
        move=move(language, step),
    )
