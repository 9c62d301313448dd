"""A board as text, with marks on it and the candidates that a hint speaks of."""

from collections.abc import Iterator, Mapping
from typing import Final

from markupsafe import Markup, escape

from bot.game.move import digits_of, notes_text
from bot.render.preferences import Look
from bot.render.speech import speech_words, spoken_notes, spoken_puzzle
from bot.render.text_board import WIDTH, text_board
from engine.board import SYMBOLS, Grid

LARGEST_ROOMY: Final = 10
"""Larger boards are drawn without rules, so that a hint has room below them on a phone."""

MOST_LISTED: Final = 12
"""Cells below a board, so that all of it is on a phone's screen."""


def plain_board(
    language: str,
    look: Look,
    values: Grid,
    givens: Grid,
    marks: Mapping[int, str],
    *,
    candidates: Mapping[int, int],
    widest: int = WIDTH,
) -> Markup:
    """A board in the full form with marks and candidates; for a screen reader it is spoken.

    `candidates` are masks by cell. A single candidate stands in its cell, several stand below the
    board. A board that is too large to be spoken in one message is left out, and one that is drawn
    takes at most `widest` columns.
    """
    if look is Look.SPEAK:
        return escape(_spoken(language, values, givens, candidates))
    single = {cell: mask for cell, mask in candidates.items() if mask.bit_count() == 1}
    signs = {cell: SYMBOLS[digits_of(mask)[0] - 1] for cell, mask in single.items()}
    is_large = values.geometry.size > LARGEST_ROOMY
    board = text_board(
        values,
        givens,
        tight=is_large,
        marks=marks,
        candidates=signs,
        near=marks,
        widest=widest,
    )
    lines = [board]
    others = {cell: mask for cell, mask in candidates.items() if cell not in single}
    lines += _listed(values, marks, others)
    return Markup("<pre>{}</pre>").format("\n".join(lines))


def _spoken(language: str, values: Grid, givens: Grid, candidates: Mapping[int, int]) -> str:
    board, words = spoken_puzzle(language, values, givens), speech_words(language)
    masks = [candidates.get(cell, 0) for cell in range(values.geometry.cell_count)]
    notes = spoken_notes(values, masks, words) if board else ""
    return "\n".join(part for part in (board, notes) if part)


def _listed(values: Grid, marks: Mapping[int, str], candidates: Mapping[int, int]) -> Iterator[str]:
    """`r1c2* 69  r1c5- 6`: cells with their marks and candidates, as many as fit in each line."""
    shape, line = values.geometry, ""
    for cell in sorted(candidates)[:MOST_LISTED]:
        digits = notes_text(candidates[cell], shape)
        told = f"{shape.name(cell)}{marks.get(cell, ' ')} {digits}"
        if line and len(line) + 2 + len(told) > WIDTH:
            yield line
            line = ""
        line = f"{line}  {told}" if line else told
    if line:
        yield line
