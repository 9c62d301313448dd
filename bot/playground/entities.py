"""Marked parts of a text, measured in UTF-16 units: how they nest, and which Telegram adds."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

MOST_ENTITIES = 100
SPLITTABLE = frozenset({"bold", "italic", "underline", "strikethrough", "spoiler"})
QUOTES = frozenset({"blockquote", "expandable_blockquote"})
VERBATIM = frozenset({"pre", "code"})

_AUTOMATIC = re.compile(
    r"(?P<url>\bhttps?://[^\s<>\"]*[^\s<>\".,;:!?)\]}']|\bt\.me/[\w/?=&-]+)"
    r"|(?P<bot_command>(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z]\w{3,31})?(?![\w/<>]))"
    r"|(?P<mention>(?<![\w@])@[A-Za-z][A-Za-z0-9_]{3,31}(?!\w))"
    r"|(?P<hashtag>(?<!\w)\#\w*[^\W\d_]\w*)"
)


@dataclass(frozen=True, slots=True)
class Entity:
    """`offset` and `length` in UTF-16 code units; `detail` is the url or the language, if any."""

    type: str
    offset: int
    length: int
    detail: str = ""

    @property
    def end(self) -> int:
        return self.offset + self.length

    def to_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"type": self.type, "offset": self.offset, "length": self.length}
        key = {"text_link": "url", "pre": "language"}.get(self.type)
        return shown | ({key: self.detail} if key and self.detail else {})


def utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


def arrange(entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """Entities as Telegram nests them, which never refuses any.

    Verbatim parts hold nothing and lie only in quotes; links never cross each other, quotes
    never lie in quotes; bold and its like are cut where a verbatim part, link or quote begins
    or ends. At most the first 100 survive.
    """
    ordered = sorted((e for e in entities if e.length > 0), key=_order)
    quotes = _apart(e for e in ordered if e.type in QUOTES)
    # What crosses the edge of a quote is dropped; soft entities are cut there instead.
    solid = [
        entity
        for entity in _apart(e for e in ordered if e.type not in QUOTES | SPLITTABLE)
        if all(_within(entity, quote) or not _cross(entity, quote) for quote in quotes)
    ]
    walls = solid + quotes
    soft = (piece for e in ordered if e.type in SPLITTABLE for piece in _cut(e, walls))
    return tuple(sorted([*walls, *soft], key=_order)[:MOST_ENTITIES])


def _order(entity: Entity) -> tuple[int, int, bool]:
    # The longer one first, so that an entity comes before those inside it.
    return entity.offset, -entity.length, entity.type not in QUOTES


def _cross(one: Entity, other: Entity) -> bool:
    return one.offset < other.end and other.offset < one.end


def _within(inner: Entity, outer: Entity) -> bool:
    return outer.offset <= inner.offset and inner.end <= outer.end


def _apart(entities: Iterable[Entity]) -> list[Entity]:
    """Without those that overlap an earlier one."""
    kept: list[Entity] = []
    for entity in entities:
        if not kept or entity.offset >= kept[-1].end:
            kept.append(entity)
    return kept


def _cut(entity: Entity, walls: list[Entity]) -> Iterator[Entity]:
    """The pieces between the edges of walls, without those inside of verbatim parts."""
    inside = {edge for w in walls for edge in (w.offset, w.end) if _strictly(edge, entity)}
    edges = sorted({entity.offset, entity.end} | inside)
    for start, end in pairwise(edges):
        piece = replace(entity, offset=start, length=end - start)
        if not any(w.type in VERBATIM and _within(piece, w) for w in walls):
            yield piece


def _strictly(edge: int, entity: Entity) -> bool:
    return entity.offset < edge < entity.end


def find_automatic(text: str) -> Iterator[Entity]:
    """Commands, mentions, hashtags and web addresses, which Telegram marks by itself."""
    for match in _AUTOMATIC.finditer(text):
        offset = utf16_length(text[: match.start()])
        yield Entity(str(match.lastgroup), offset, utf16_length(match[0]))


def with_automatic(text: str, entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """What the sender marked, and what Telegram finds outside of links and code."""
    marked = arrange(entities)
    solid = [entity for entity in marked if entity.type not in QUOTES | SPLITTABLE]
    found = [e for e in find_automatic(text) if not any(_cross(e, other) for other in solid)]
    return arrange([*marked, *found])
