"""The files that an attacker sends: lists of puzzles, and pictures that are expensive to read."""

import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Final

from PIL import Image

from engine import Geometry, generate
from tests.attacker import hard_boards
from tests.engine.photo.drawn import Look, drawn
from tests.engine.photo.forms import PICTURES

TEXT: Final = "text/plain"


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as it is sent: with its name as a document, or without one as a photo."""

    content: bytes
    mime_type: str
    name: str = ""


def _board(seed: int, size: int = 9) -> bytes:
    return drawn(generate(Geometry.of_size(size), seed=f"file {seed}").grid, Look.of(seed))


def _again(content: bytes, kind: str, side: int = 0, **options: bool) -> bytes:
    """A picture in another format, and enlarged if a side is given."""
    image: Image.Image = Image.open(BytesIO(content))
    file = BytesIO()
    if side:
        image = image.resize((side, side))
    image.save(file, kind, **options)
    return file.getvalue()


def _list(number: int) -> Callable[[], Sent]:
    return lambda: Sent(hard_boards.imports()[number].encode(), TEXT, "puzzles.txt")


def _picture(name: str, kind: str) -> Callable[[], Sent]:
    return lambda: Sent(PICTURES[name](), f"image/{kind}", f"picture.{kind}")


FILES: Final[Mapping[str, Mapping[str, Callable[[], Sent]]]] = {
    "text file": {
        "list: easy": _list(0),
        "list: hard": _list(1),
        "list: nearly": _list(2),
        "list: UTF-16": lambda: Sent(
            hard_boards.imports()[0].encode("utf-16"), TEXT, "puzzles.sdm"
        ),
        "list: 256 kB": lambda: Sent(
            "\n".join([*hard_boards.imports()] * 2).encode()[:262_144], TEXT, "puzzles.txt"
        ),
        "no text": lambda: Sent(gzip.compress(b"1" * 20_000_000), TEXT, "puzzles.txt"),
    },
    "jpeg": {
        "jpeg: a board": lambda: Sent(_board(1), "image/jpeg"),
        "jpeg: 16x16": lambda: Sent(_board(2, 16), "image/jpeg"),
        "jpeg: large board": lambda: Sent(
            _again(_board(3), "JPEG", 5_000), "image/jpeg", "board.jpeg"
        ),
        "jpeg: large": _picture("baseline, 14 MB", "jpeg"),
        "jpeg: cut off": lambda: Sent(_board(4)[:20_000], "image/jpeg", "board.jpeg"),
    },
    "progressive jpeg": {
        "progressive: several scans": _picture("progressive 4:4:4", "jpeg"),
        "progressive: four inks": _picture("progressive, four inks", "jpeg"),
        "progressive: large board": lambda: Sent(
            _again(_board(5), "JPEG", 6_500, progressive=True), "image/jpeg", "board.jpeg"
        ),
    },
    "png": {
        "png: large": _picture("PNG", "png"),
        "png: transparent": _picture("PNG, transparent", "png"),
        "png: a board": lambda: Sent(_again(_board(6), "PNG", 2_000), "image/png", "board.png"),
    },
    "webp": {
        "webp: large": _picture("WEBP", "webp"),
        "webp: moves": _picture("WEBP that moves", "webp"),
        "webp: a board": lambda: Sent(_again(_board(7), "WEBP"), "image/webp", "board.webp"),
    },
    "slow picture": {
        f"slow: {name}": _picture(name, "png")
        for name in ("noise", "coarse noise", "a lattice", "a wide lattice", "squares",
                     "sixteen boards", "sixteen large boards")
    },
}  # fmt: skip
"""For each kind of file the files by name, made when they are first sent."""

_MAKERS: Final = {name: make for some in FILES.values() for name, make in some.items()}


@cache
def file(name: str) -> Sent:
    """The file of that name; its bytes are kept, so that sending it often costs nothing."""
    return _MAKERS[name]()
