"""A text as Telegram keeps it: parsed, cleaned, trimmed, measured."""

import re
from dataclasses import dataclass, field
from typing import Any

from bot.playground.entities import Entity, utf16_length, with_automatic
from bot.playground.errors import refuse
from bot.playground.html import parse_html
from bot.playground.parameters import Json, Parameters

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_SOURCE = 1 << 15

# The characters that clean_input_string of TDLib replaces and removes.
_CONTROL = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x1f]")
_REMOVED = re.compile("[\r\u2028-\u202e\u0333\u033f\u030a]")
_INVISIBLE = re.compile(
    "[\\s\u00ad\u061c\u180e\u200b-\u200f\u2060-\u206f\u2800\u3164\ufeff\ufffc]*"
)


@dataclass(frozen=True, slots=True)
class FormattedText:
    text: str = ""
    entities: tuple[Entity, ...] = field(default=())

    def to_json(self, prefix: str = "") -> Json:
        """`text` and `entities`, or `caption` and `caption_entities`; nothing when empty."""
        if not self.text:
            return {}
        names = ("caption", "caption_entities") if prefix == "caption" else ("text", "entities")
        marked = {names[1]: [e.to_json() for e in self.entities]} if self.entities else {}
        return {names[0]: self.text} | marked


def read_text(parameters: Parameters) -> FormattedText:
    """The `text` of a message: 1-4096 UTF-16 units after parsing."""
    source = parameters.text("text")
    if not source:
        refuse("Message text is empty")
    marked = parameters.json("entities", "Can't parse entities JSON object")
    formatted = format_text(source, parameters.text("parse_mode"), marked)
    if not formatted.text:
        refuse("Text must be non-empty")
    if utf16_length(formatted.text) > LONGEST_TEXT:
        refuse("Message is too long")
    return formatted


def read_caption(parameters: Parameters) -> FormattedText:
    """The `caption` of a photo or document: 0-1024 UTF-16 units after parsing."""
    marked = parameters.json("caption_entities", "Can't parse entities JSON object")
    formatted = format_text(parameters.text("caption"), parameters.text("parse_mode"), marked)
    if utf16_length(formatted.text) > LONGEST_CAPTION:
        refuse("Message caption is too long")
    return formatted


def format_text(source: str, parse_mode: str, marked: Any = None) -> FormattedText:
    """Parsed, with automatic entities; empty when nothing visible is left."""
    if len(source.encode()) > LONGEST_SOURCE:
        refuse("Text is too long")
    text, entities = _parse(clean(source), parse_mode, marked)
    text, entities = _trim(text, entities)
    if _INVISIBLE.fullmatch(text):
        return FormattedText()
    return FormattedText(text, with_automatic(text, entities))


def clean(text: str) -> str:
    """Control characters become spaces; carriage returns and direction overrides disappear."""
    return _REMOVED.sub("", _CONTROL.sub(" ", text))


def _parse(source: str, parse_mode: str, marked: Any) -> tuple[str, list[Entity]]:
    mode = parse_mode.lower()
    if mode == "html":
        return parse_html(source)
    if mode not in ("", "none"):
        refuse("Unsupported parse_mode")
    return source, [_read_entity(item) for item in marked or ()]


def _read_entity(item: Any) -> Entity:
    try:
        detail = item.get("url") or item.get("language") or ""
        return Entity(item["type"], int(item["offset"]), int(item["length"]), detail)
    except (AttributeError, KeyError, TypeError, ValueError):
        refuse("Can't parse MessageEntity: expected an Object")


def _trim(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    trimmed = text.rstrip(" \n")
    # Leading blanks inside of an entity stay.
    first = min((entity.offset for entity in entities), default=len(trimmed))
    lead = min(first, len(trimmed) - len(trimmed.lstrip(" \n")))
    end = utf16_length(trimmed)
    kept = [Entity(e.type, e.offset - lead, min(e.end, end) - e.offset, e.detail) for e in entities]
    return trimmed[lead:], kept
