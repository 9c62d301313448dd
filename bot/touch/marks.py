"""What a picture of a step marks, as JSON for the page: cells, units, candidates and links."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.render.board_picture import BoardPicture
from bot.render.marks import CandidateRole, CellRole, Highlight
from engine.board import Geometry

BECOMES: Final[Mapping[CandidateRole, str]] = {
    CandidateRole.PLACE: "in",
    CandidateRole.ELIMINATE: "out",
}
"""What a candidate's role is called on the page; all other roles are a `link` of the reason."""


def marks_of(geometry: Geometry, picture: BoardPicture) -> dict[str, object]:
    """The cells to look at, whole units, those of the reason, and those that lose candidates.

    Also the candidates, each with its role, and the links from one of them to another.
    """
    return {
        "cells": {
            "target": _of(picture.highlights, CellRole.TARGET),
            "houses": [geometry.units[unit] for unit in sorted(picture.units)],
            "support": _of(picture.highlights, CellRole.PATTERN, CellRole.OTHER),
            "affected": _of(picture.highlights, CellRole.AFFECTED),
        },
        "candidates": [
            [mark.cell, mark.digit, BECOMES.get(mark.role, "link")] for mark in picture.candidates
        ],
        "links": [[link.start, link.end, link.strong] for link in picture.links],
    }


def _of(highlights: Iterable[Highlight], *roles: CellRole) -> list[int]:
    return sorted({each.cell for each in highlights if each.role in roles})
