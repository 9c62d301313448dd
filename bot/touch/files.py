"""The files of the page, held in memory as they are sent: compressed once, when the bot starts.

What only their authors read, comments on lines of their own, indents, and what parts the signs of a
style sheet, is left out: that is an eighth of what a phone loads. The modules of a script that the
page names are one file (`bot.touch.joined`).

The page itself is asked for each time (`no-cache`, with an ETag), and names all other files below
`files/` and a tag of everything that there is. So a browser keeps those for ever and asks for none
of them again, and a page and its scripts always come from one version.
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

from bot.touch.joined import joined

FOLDER: Final = Path(__file__).parent / "static"
PAGE: Final = "index.html"

KINDS: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""The kinds of files that are served, by how their names end."""

POLICY: Final = (
    "default-src 'none'; script-src 'self' https://telegram.org; style-src 'self';"
    " img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none';"
    " form-action 'none';"
    " frame-ancestors https://web.telegram.org https://*.telegram.org 'self'"
)
"""What the page may load, and who may show it: Telegram Web, and the playground on our origin."""

SAFETY: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""Headers of whatever the room answers."""

ASKED: Final = "no-cache"
KEPT: Final = "public, max-age=31536000, immutable"

_ASIDE: Final = re.compile(rb"//.*|/\*.*\*/")
_TIGHT: Final = re.compile(rb"(?<=[:;,{]) | (?=[{}])|;(?=\s*})|(?<=[;,{}])\n")
"""What a style sheet has beside its signs for its authors alone."""

_NAMED: Final = re.compile(rb'\b(href|src)="([\w.-]+)"')


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent; `tag` names its content."""

    kind: str
    packed: bytes
    tag: str

    @classmethod
    def of(cls, name: str, content: bytes) -> "File":
        """A file, packed without an instant, so that it has the same bytes on every replica."""
        if Path(name).suffix in {".css", ".js"}:
            content = _lean(content)
        if Path(name).suffix == ".css":
            content = _TIGHT.sub(b"", content)
        packed = gzip.compress(content, compresslevel=9, mtime=0)
        return cls(KINDS[Path(name).suffix], packed, hashlib.sha256(content).hexdigest()[:20])


class Files:
    """The files of a folder. Whatever is of no known kind is not served.

    `tag` stands for all of them together.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(folder.iterdir()) if folder.is_dir() else []
        contents = {path.name: path.read_bytes() for path in found if path.suffix in KINDS}
        page = contents.pop(PAGE, None)
        sent = _scripts_joined(page or b"", contents)
        self._files = {name: File.of(name, content) for name, content in sent.items()}
        whole = "".join(name + file.tag for name, file in self._files.items())
        self.tag = hashlib.sha256(whole.encode()).hexdigest()[:16]
        self._page = None if page is None else File.of(PAGE, _NAMED.sub(self._kept, page))

    @property
    def weight(self) -> int:
        """Bytes of all of them as they are sent."""
        files = [*self._files.values(), *filter(None, (self._page,))]
        return sum(len(file.packed) for file in files)

    async def page(self, request: Request) -> Response:
        """The page; 304 where the browser has it."""
        return _sent(request, self._page, ASKED)

    async def file(self, request: Request) -> Response:
        """A file of the present version. Of another one there is none, since the page has gone."""
        named = request.path_params
        file = self._files.get(named["name"]) if named["tag"] == self.tag else None
        return _sent(request, file, KEPT)

    def _kept(self, named: re.Match[bytes]) -> bytes:
        """An attribute of the page, with the address under which a browser keeps the file."""
        attribute, name = named[1].decode(), named[2].decode()
        if name not in self._files:
            return named[0]
        return f'{attribute}="files/{self.tag}/{name}"'.encode()


def _scripts_joined(page: bytes, contents: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The files of a page, in which each script that it names has the modules that it imports."""
    named = {found[2].decode() for found in _NAMED.finditer(page)}
    modules = {name: content.decode() for name, content in contents.items() if _is_script(name)}
    others = {name: content for name, content in contents.items() if not _is_script(name)}
    return others | {
        name: joined(name, modules).encode() for name in sorted(modules.keys() & named)
    }


def _is_script(name: str) -> bool:
    return Path(name).suffix == ".js"


def _lean(content: bytes) -> bytes:
    """A script or a style sheet, in which no text goes on over the end of a line."""
    lines = (line.strip() for line in content.split(b"\n"))
    return b"\n".join(line for line in lines if line and not _ASIDE.fullmatch(line))


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
