"""The page and the files that it names, held in memory as they are sent: packed once, at the start.

The page itself is asked for each time (`no-cache`, with an ETag), and all that it needs to be seen
stands in it (`bot.touch.inlined`). What else it names stands below `files/` and a tag of all such
files, so that a browser keeps them for ever and asks for none of them again.
"""

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from bot.touch.inlined import inlined

FOLDER: Final = Path(__file__).parent / "static"
PAGE: Final = "index.html"

KINDS: Final[Mapping[str, str]] = {
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""The kinds of files that are served by themselves, by how their names end."""

WITHIN: Final = frozenset({".css", ".js"})
"""Those that stand in the page."""

POLICY: Final = (
    "default-src 'none'; script-src {scripts}; style-src {sheets};"
    " img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none';"
    " form-action 'none';"
    " frame-ancestors https://web.telegram.org https://*.telegram.org 'self'"
)
"""What the page may load, and who may show it: Telegram Web, and the playground on our origin."""

SAFETY: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY.format(scripts="'none'", sheets="'none'"),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""Headers of whatever the room answers; the page has a policy of its own."""

ASKED: Final = "no-cache, no-transform"
"""No proxy may make the page smaller: its scripts would not be those of its policy any more."""

KEPT: Final = "public, max-age=31536000, immutable"

_NAMED: Final = re.compile(r'\b(href|src)="([\w.-]+)"')


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent; `tag` names its content."""

    kind: str
    packed: bytes
    tag: str

    @classmethod
    def of(cls, kind: str, content: bytes) -> "File":
        """A file, packed without an instant, so that it has the same bytes on every replica."""
        packed = gzip.compress(content, compresslevel=9, mtime=0)
        return cls(kind, packed, hashlib.sha256(content).hexdigest()[:20])


class Files:
    """The page of a folder, and its other files. Whatever is of no known kind is not served.

    `tag` stands for all those others together.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(folder.iterdir()) if folder.is_dir() else []
        self._files = {
            path.name: File.of(KINDS[path.suffix], path.read_bytes())
            for path in found
            if path.suffix in KINDS
        }
        whole = "".join(name + file.tag for name, file in self._files.items())
        self.tag = hashlib.sha256(whole.encode()).hexdigest()[:16]
        self._page: File | None = None
        self._policy = SAFETY["content-security-policy"]
        if (folder / PAGE).is_file():
            within = {path.name: path.read_text("utf-8") for path in found if path.suffix in WITHIN}
            self._shows((folder / PAGE).read_text("utf-8"), within)

    @property
    def weight(self) -> int:
        """Bytes of all of them as they are sent."""
        files = [*self._files.values(), *filter(None, (self._page,))]
        return sum(len(file.packed) for file in files)

    async def page(self, request: Request) -> Response:
        """The page; 304 where the browser has it."""
        response = _sent(request, self._page, ASKED)
        response.headers["content-security-policy"] = self._policy
        return response

    async def file(self, request: Request) -> Response:
        """A file of the present version. Of another one there is none, since the page has gone."""
        named = request.path_params
        file = self._files.get(named["name"]) if named["tag"] == self.tag else None
        return _sent(request, file, KEPT)

    def _shows(self, page: str, within: Mapping[str, str]) -> None:
        document = inlined(_NAMED.sub(self._kept, page), within)
        self._page = File.of("text/html; charset=utf-8", document.text.encode())
        self._policy = POLICY.format(
            scripts=" ".join([*document.scripts, "https://telegram.org"]),
            sheets=" ".join(document.sheets) or "'none'",
        )

    def _kept(self, named: re.Match[str]) -> str:
        """An attribute of the page, with the address under which a browser keeps the file."""
        attribute, name = named.groups()
        if name not in self._files:
            return named[0]
        return f'{attribute}="files/{self.tag}/{name}"'


def _sent(request: Request, file: File | None, keeping: str) -> Response:
    if file is None:
        return Response(status_code=404)
    takes_packed = "gzip" in request.headers.get("accept-encoding", "")
    tag = f'"{file.tag}"' if takes_packed else f'"{file.tag}-plain"'
    headers = {"cache-control": keeping, "etag": tag, "vary": "accept-encoding"}
    known = request.headers.get("if-none-match", "").split(",")
    if tag in {each.strip().removeprefix("W/") for each in known}:
        return Response(status_code=304, headers=headers)
    if takes_packed:
        headers["content-encoding"] = "gzip"
    content = file.packed if takes_packed else gzip.decompress(file.packed)
    return Response(content, headers=headers, media_type=file.kind)
