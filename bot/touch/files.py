"""The files of the page, held in memory as they are sent: compressed once, when the bot starts.

A browser asks each time whether a file has changed (`no-cache`), and is told so by its ETag: a page
and its script always come from one version, and a file that has not changed costs no bytes.
"""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

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


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent; `tag` names its content."""

    kind: str
    packed: bytes
    tag: str


class Files:
    """The files of a folder, by their names. Whatever is of no known kind is not served."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(folder.iterdir()) if folder.is_dir() else []
        self._files = {path.name: _read(path) for path in found if path.suffix in KINDS}

    async def serve(self, request: Request) -> Response:
        """The file of the address, the page where it names none; 304 where the browser has it."""
        file = self._files.get(request.path_params.get("name") or PAGE)
        if file is None:
            return Response(status_code=404)
        takes_packed = "gzip" in request.headers.get("accept-encoding", "")
        tag = f'"{file.tag}"' if takes_packed else f'"{file.tag}-plain"'
        headers = {"cache-control": "no-cache", "etag": tag, "vary": "accept-encoding"}
        known = request.headers.get("if-none-match", "").split(",")
        if tag in {each.strip().removeprefix("W/") for each in known}:
            return Response(status_code=304, headers=headers)
        if takes_packed:
            headers["content-encoding"] = "gzip"
        content = file.packed if takes_packed else gzip.decompress(file.packed)
        return Response(content, headers=headers, media_type=file.kind)


def _read(path: Path) -> File:
    content = path.read_bytes()
    # Without an instant, so that the same content has the same bytes on every replica.
    packed = gzip.compress(content, compresslevel=9, mtime=0)
    return File(KINDS[path.suffix], packed, hashlib.sha256(content).hexdigest()[:20])
