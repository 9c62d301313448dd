"""Telegram's HTML: a dozen tags, four named characters, and errors that name the byte.

It is not the HTML of browsers. Tags must be closed in order, by their own name or by `</>`; a
character reference needs no semicolon, and an unknown one stays as it is written. Offsets of
entities are UTF-16 units of the plain text, but those in errors are bytes of the source, as
Telegram counts them. Empty elements and links without a usable address leave no entity.
"""

import re
from dataclasses import dataclass
from typing import NoReturn

from bot.playground.entities import Entity, utf16_length
from bot.playground.errors import refuse

_TYPES = {
    "b": "bold", "strong": "bold",
    "i": "italic", "em": "italic",
    "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough",
    "tg-spoiler": "spoiler", "span": "spoiler",
    "a": "text_link", "code": "code", "pre": "pre", "blockquote": "blockquote",
}  # fmt: skip
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_REFERENCE = re.compile(r"&(?:#x([0-9A-Fa-f]+)|#([0-9]+)|([A-Za-z]+))")
_TAG_NAME = re.compile(r"[^ \t\r\n\0\v>]*")
_ATTRIBUTE_NAME = re.compile(r"[^ \t\r\n\0\v=>/\"']*")
_TOKEN = re.compile(r"[A-Za-z0-9.-]*")
_SPACE = re.compile(r"[ \t\r\n\0\v]*")
_LINK = re.compile(
    r"(?:(?:https?|tg|ton)://)?[\w-]+(?:\.[\w-]+)*(?::\d+)?(?:[/?#]\S*)?\Z", re.IGNORECASE
)


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """The plain text and its entities in order of their end.

    Raises ApiError 400 "can't parse entities: ..." for a tag that is unknown, unclosed or
    closed by another. An unknown `&name;` stays as it is written.
    """
    return _Reader(source).read()


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    attributes: dict[str, str]
    offset: int
    start: int


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.written: list[str] = []
        self.length = 0
        self.open: list[_Open] = []
        self.entities: list[Entity] = []

    def read(self) -> tuple[str, list[Entity]]:
        while self.at < len(self.source):
            if self.source.startswith("</", self.at):
                self._end_tag()
            elif self.source[self.at] == "<":
                self._start_tag()
            else:
                self._write(self._character())
        if self.open:
            tag = self.open[-1].tag
            _fail(f'Can\'t find end tag corresponding to start tag "{tag}"')
        return "".join(self.written), self.entities

    def _write(self, character: str) -> None:
        self.written.append(character)
        self.length += utf16_length(character)

    def _character(self) -> str:
        match = _REFERENCE.match(self.source, self.at)
        character = _referred(match) if match else ""
        # Telegram reads a reference without its semicolon, too.
        if match and character:
            self.at = match.end() + self.source.startswith(";", match.end())
            return character
        self.at += 1
        return self.source[self.at - 1]

    def _start_tag(self) -> None:
        begin = self.at
        self.at += 1
        tag = self._take(_TAG_NAME).lower()
        if self._over():
            _fail(f"Unclosed start tag at byte offset {self._byte(begin)}")
        if tag not in _TYPES:
            _fail(f'Unsupported start tag "{tag}" at byte offset {self._byte(begin)}')
        attributes = self._attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            place = self._byte(begin)
            _fail(f'Tag "span" must have class "tg-spoiler" at byte offset {place}')
        self.open.append(_Open(tag, attributes, self.length, len(self.written)))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        found: dict[str, str] = {}
        place = f'"{tag}" at byte offset {self._byte(begin)}'
        while True:
            self._take(_SPACE)
            if self.source.startswith(">", self.at):
                self.at += 1
                return found
            name = self._take(_ATTRIBUTE_NAME)
            if not name:
                _fail(f"Empty attribute name in the tag {place}")
            self._take(_SPACE)
            if self._over():
                _fail(f"Unclosed start tag {place}")
            found[name] = self._value(place, begin) if self._next("=") else ""

    def _value(self, place: str, begin: int) -> str:
        self._take(_SPACE)
        if self._over():
            _fail(f"Unclosed start tag {place}")
        quote = self.source[self.at]
        value = self._quoted(quote) if quote in "\"'" else self._token()
        if self._over():
            _fail(f"Unclosed start tag at byte offset {self._byte(begin)}")
        return value

    def _quoted(self, quote: str) -> str:
        self.at += 1
        value = []
        while not self._over() and self.source[self.at] != quote:
            value.append(self._character())
        self.at += 1
        return "".join(value)

    def _token(self) -> str:
        begin = self.at
        token = self._take(_TOKEN).lower()
        if not self._over() and self.source[self.at] not in " \t\r\n\0\v>":
            _fail(f"Unexpected end of name token at byte offset {self._byte(begin)}")
        return token

    def _end_tag(self) -> None:
        begin = self.at
        place = f"at byte offset {self._byte(begin)}"
        if not self.open:
            _fail(f"Unexpected end tag {place}")
        self.at += 2
        tag = self._take(_TAG_NAME).lower()
        self._take(_SPACE)
        if not self._next(">"):
            _fail(f"Unclosed end tag {place}")
        opened = self.open.pop()
        # The short form `</>` closes whatever is open.
        if tag not in ("", opened.tag):
            _fail(f'Unmatched end tag {place}, expected "</{opened.tag}>", found "</{tag}>"')
        if self.length > opened.offset:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        entity = Entity(_TYPES[opened.tag], opened.offset, self.length - opened.offset)
        if opened.tag == "a":
            url = _checked(opened.attributes.get("href") or "".join(self.written[opened.start :]))
            entity = Entity(entity.type, entity.offset, entity.length, url)
        elif opened.tag == "blockquote" and "expandable" in opened.attributes:
            entity = Entity("expandable_blockquote", entity.offset, entity.length)
        elif opened.tag in {"code", "pre"}:
            entity = self._with_language(entity, opened)
        if opened.tag != "a" or entity.detail:
            self.entities.append(entity)

    def _with_language(self, entity: Entity, opened: _Open) -> Entity:
        # `<pre><code class="language-x">` is one entity, whichever of the two is outside.
        last = self.entities[-1] if self.entities else None
        same = last is not None and (last.offset, last.length) == (entity.offset, entity.length)
        language = opened.attributes.get("class", "")
        language = language.removeprefix("language-") if language.startswith("language-") else ""
        if same and last is not None and {last.type, entity.type} == {"code", "pre"}:
            self.entities.pop()
            return Entity("pre", entity.offset, entity.length, language or last.detail)
        return Entity(entity.type, entity.offset, entity.length, language)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.source, self.at)
        taken = match[0] if match else ""
        self.at += len(taken)
        return taken

    def _next(self, character: str) -> bool:
        there = self.source.startswith(character, self.at)
        self.at += there
        return there

    def _over(self) -> bool:
        return self.at >= len(self.source)

    def _byte(self, at: int) -> int:
        return len(self.source[:at].encode())


def _referred(match: re.Match[str]) -> str:
    hexadecimal, decimal, name = match.groups()
    if name:
        return _NAMED.get(name, "")
    if len(match[0]) >= 10:
        return ""
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(code) if 0 < code < 0x10FFFF and not 0xD800 <= code <= 0xDFFF else ""


def _checked(url: str) -> str:
    if not _LINK.match(url) or ("://" not in url and "." not in url):
        return ""
    url = url if "://" in url else f"http://{url}"
    # A bare host gets its slash.
    return url if url.count("/") > 2 or not url.lower().startswith("http") else f"{url}/"


def _fail(complaint: str) -> NoReturn:
    refuse(f"can't parse entities: {complaint}")
