"""The values of a PDF file (ISO 32000-1): numbers, names, texts, arrays and dictionaries."""

import re
from dataclasses import dataclass
from typing import Final

MOST_REMARKS: Final = 1_000
LONGEST_TEXT: Final = 100_000
DEEPEST: Final = 20

_SPACE: Final = re.compile(rb"[\0\t\n\f\r ]*")
_REMARK: Final = re.compile(rb"%[^\r\n]*")
_IN_TEXT: Final = re.compile(rb"\\.|[()]", re.DOTALL)
_NAME: Final = re.compile(rb"/([^\0\t\n\f\r ()<>\[\]{}/%]*)")
_NUMBER: Final = re.compile(rb"[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})")
_REFERENCE: Final = re.compile(rb"(\d{1,9})\s{1,4}\d{1,5}\s{1,4}R(?![A-Za-z])")
_HEX: Final = re.compile(rb"<[0-9A-Fa-f\s]*>")
_WORD: Final = re.compile(rb"[A-Za-z]+")
_HASH: Final = re.compile(rb"#([0-9A-Fa-f]{2})")


class BrokenPdf(Exception):  # noqa: N818 - says what the file is
    """Raised when a PDF does not hold together, or would take too much to read."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name, such as `/Image`, without its slash."""

    text: str


@dataclass(frozen=True, slots=True)
class Reference:
    """Stands for the object with this number."""

    number: int


@dataclass(slots=True)
class Count:
    """How many more values of a file are read."""

    left: int


class Reader:
    """Reads one value of a PDF from a place on."""

    def __init__(self, content: bytes, at: int, count: Count) -> None:
        self.at = at
        self._content = content
        self._count = count

    def value(self, depth: int = 0) -> object:
        """The next value; None for `null` and for what cannot be one. Raises BrokenPdf."""
        self._count.left -= 1
        if depth > DEEPEST or self._count.left < 0:
            raise BrokenPdf
        self._skip()
        if self._takes(b"<<"):
            return self._dictionary(depth)
        if self._takes(b"["):
            return self._array(depth)
        if self._takes(b"("):
            return self._text()
        return self._scalar()

    def _scalar(self) -> object:
        """A value that holds no others."""
        if found := self._match(_REFERENCE):
            return Reference(int(found[1]))
        if found := self._match(_NUMBER):
            return float(found[0]) if b"." in found[0] else int(found[0])
        if found := self._match(_NAME):
            plain = _HASH.sub(lambda code: bytes([int(code[1], 16)]), found[1])
            return Name(plain.decode("latin-1"))
        if found := self._match(_HEX):
            digits = b"".join(found[0][1:-1].split())
            return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
        found = self._match(_WORD)
        return {b"true": True, b"false": False}.get(found[0]) if found else None

    def _dictionary(self, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        while not self._ends(b">>"):
            key = self.value(depth + 1)
            if not isinstance(key, Name):
                raise BrokenPdf
            found[key.text] = self.value(depth + 1)
        return found

    def _array(self, depth: int) -> list[object]:
        found: list[object] = []
        while not self._ends(b"]"):
            before = self.at
            found.append(self.value(depth + 1))
            if self.at == before:
                raise BrokenPdf
        return found

    def _text(self) -> bytes:
        """A text in brackets, which may hold brackets in pairs; its escapes are left in it."""
        begins, depth = self.at, 1
        for found in _IN_TEXT.finditer(self._content, begins, begins + LONGEST_TEXT):
            depth += {b"(": 1, b")": -1}.get(found[0], 0)
            if not depth:
                self.at = found.end()
                return self._content[begins : found.start()]
        raise BrokenPdf

    def _skip(self) -> None:
        for _ in range(MOST_REMARKS):
            self._match(_SPACE)
            if not self._match(_REMARK):
                return
        raise BrokenPdf

    def _ends(self, mark: bytes) -> bool:
        self._skip()
        if self.at >= len(self._content):
            raise BrokenPdf
        return self._takes(mark)

    def _takes(self, mark: bytes) -> bool:
        is_there = self._content.startswith(mark, self.at)
        self.at += len(mark) * is_there
        return is_there

    def _match(self, form: re.Pattern[bytes]) -> re.Match[bytes] | None:
        found = form.match(self._content, self.at)
        self.at = found.end() if found else self.at
        return found
