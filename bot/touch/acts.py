"""What people do on the page, as the page says it: digits, notes, undo and redo.

Each act has a number that rises on its device, by which it happens once however often it is sent,
and names what its cell showed when it was tapped.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.game.move import Intent, IntentKind, Intents
from bot.touch.bodies import (
    BadCall,
    Body,
    flag_in,
    list_of,
    object_of,
    seconds_in,
    text_in,
    whole_in,
)
from engine.board import Geometry

DEVICE: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
MOST_ACTS: Final = 20
HIGHEST: Final = 2**53 - 1
"""The largest whole number that JavaScript counts up to."""

LONGEST_WAIT: Final = 10 * 86_400
"""Seconds."""


class Back(StrEnum):
    """The acts that go along the turns of a game."""

    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Write:
    """Something to write; `held` is the digit that each cell showed when it was tapped, or 0."""

    intents: Intents
    held: int = 0


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody did, the `number`th act of their device, on a `version` of the game.

    It has `waited` so many seconds for its turn on the page, and for a connection.
    """

    number: int
    version: int
    waited: float
    wanted: Write | Back


def device_of(body: Body) -> str:
    """The device that sends a call; raises BadCall."""
    return text_in(body, "device", DEVICE)


def acts_of(body: Body, geometry: Geometry) -> Sequence[Act]:
    """The acts of a call on a board of this shape, 1 to MOST_ACTS; raises BadCall.

    Their numbers rise.
    """
    found = list_of(body.get("acts"), "acts", MOST_ACTS)
    acts = [_act(object_of(each, "acts"), geometry) for each in found]
    numbers = [act.number for act in acts]
    if numbers != sorted({*numbers}):
        raise BadCall("number")
    return acts


def _act(body: Body, geometry: Geometry) -> Act:
    return Act(
        whole_in(body, "number", 1, HIGHEST),
        whole_in(body, "version", 0, HIGHEST),
        seconds_in(body, "waited", LONGEST_WAIT),
        _wanted(body, geometry),
    )


def _wanted(body: Body, geometry: Geometry) -> Write | Back:
    last_cell, size = geometry.cell_count - 1, geometry.size
    match body.get("kind"):
        case "place":
            cell = whole_in(body, "cell", 0, last_cell)
            intent = Intent(IntentKind.PLACE, cell, whole_in(body, "digit", 1, size))
            return Write(Intents((intent,)), whole_in(body, "held", 0, size))
        case "erase":
            intent = Intent(IntentKind.ERASE, whole_in(body, "cell", 0, last_cell))
            return Write(Intents((intent,)), whole_in(body, "held", 0, size))
        case "note":
            return Write(_notes(body, geometry))
        case "undo":
            return Back.UNDO
        case "redo":
            return Back.REDO
        case _:
            raise BadCall("kind")


def _notes(body: Body, geometry: Geometry) -> Intents:
    """The notes that a drag over cells writes, or rubs out, as one turn."""
    mask = 1 << whole_in(body, "digit", 1, geometry.size) - 1
    kind = IntentKind.ADD_NOTES if flag_in(body, "on") else IntentKind.REMOVE_NOTES
    cells = list_of(body.get("cells"), "cells", geometry.cell_count)
    named = [whole_in({"cells": cell}, "cells", 0, geometry.cell_count - 1) for cell in cells]
    return Intents(tuple(Intent(kind, cell, mask) for cell in dict.fromkeys(named)))
