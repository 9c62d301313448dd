"""The page as one document: its style sheet and its scripts stand in it.

On a slow network each file that a page names costs a round trip before anything is seen. So the
page brings them along. What only their authors read, comments on lines of their own, indents, and
what parts the signs of a style sheet, is left out: that is an eighth of what a phone loads.

Its scripts are not modules any more, for a browser runs those only when all of the document is
there. The first one, which the page names in its head, asks the server for the game while the rest
is still on its way; the other one stands below the board that it fills.

A browser runs a script that stands in a page only if the page's policy names its hash, so that
nothing that gets into the page by mistake is ever run.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.touch.joined import joined

_SCRIPT: Final = re.compile(r'<script type="module" src="([\w.-]+\.js)"></script>')
_SHEET: Final = re.compile(r'<link rel="stylesheet" href="([\w.-]+\.css)">')
_ASIDE: Final = re.compile(r"//.*|/\*.*\*/")
_TIGHT: Final = re.compile(r"(?<=[:;,{]) | (?=[{}])|;(?=\s*})|(?<=[;,{}])\n")
"""What a style sheet has beside its signs for its authors alone."""

_ENDING: Final = re.compile(r"</(?:script|style)|<!--", re.IGNORECASE)
"""What would end a script or a style sheet for a browser, or hide its end."""


class InlineError(ValueError):
    """What a page names is not there, or cannot stand in a page."""


@dataclass(frozen=True, slots=True)
class Document:
    """A page with all that it needs to be seen; its policy names the hashes of what is in it."""

    text: str
    scripts: tuple[str, ...]
    sheets: tuple[str, ...]


def inlined(page: str, files: Mapping[str, str]) -> Document:
    """A page whose scripts and style sheets are among these files, by their names.

    Raises InlineError, and ModuleError for what cannot be joined.
    """
    names = _SCRIPT.findall(page)
    scripts = dict(zip(names, map(_lean, joined(names, files)), strict=True))
    sheets = {name: _TIGHT.sub("", _lean(_named(name, files))) for name in _SHEET.findall(page)}
    for name, text in (scripts | sheets).items():
        if _ENDING.search(text):
            raise InlineError(f"{name} would end before its end")
    text = _SCRIPT.sub(lambda found: f"<script>{scripts[found[1]]}</script>", page)
    text = _SHEET.sub(lambda found: f"<style>{sheets[found[1]]}</style>", text)
    return Document(text, _hashes(scripts), _hashes(sheets))


def _named(name: str, files: Mapping[str, str]) -> str:
    if name not in files:
        raise InlineError(f"there is no {name}, which the page names")
    return files[name]


def _hashes(texts: Mapping[str, str]) -> tuple[str, ...]:
    """https://www.w3.org/TR/CSP3/#grammardef-hash-source"""
    digests = (hashlib.sha256(text.encode()).digest() for text in texts.values())
    return tuple(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def _lean(text: str) -> str:
    """A script or a style sheet, in which no text goes on over the end of a line."""
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line and not _ASIDE.fullmatch(line))
