"""The most expensive pictures there are: `python -m tests.engine.photo.hostile`.

Each of them is read by a process of its own, with the same limits as the bot's worker. The run
fails if one takes more processor time or more resident memory than any picture may.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw

MOST_SECONDS: Final = 5.0
MOST_MEGABYTES: Final = 400
SIDE: Final = 4_400
"""The side of a square picture with as many pixels as a PNG may have."""


class Cost(NamedTuple):
    """What a process spent on a picture, and the number of boards in it or why there are none."""

    seconds: float
    megabytes: int
    answer: str


def cost(content: bytes) -> Cost:
    """Has another process read a picture."""
    command = [sys.executable, "-m", __spec__.name if __spec__ else __name__, "read"]
    told = subprocess.run(command, input=content, capture_output=True, check=True).stdout
    seconds, megabytes, answer = told.decode().split()
    return Cost(float(seconds), int(megabytes), answer)


def _saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def _lattice(side: int, step: int) -> Image.Image:
    image = Image.new("L", (side, side), 255)
    draw = ImageDraw.Draw(image)
    for at in range(0, side, step):
        draw.line((at, 0, at, side), 0, 2)
        draw.line((0, at, side, at), 0, 2)
    return image


def _squares(side: int) -> Image.Image:
    image = Image.new("L", (side, side), 255)
    draw = ImageDraw.Draw(image)
    for across in range(0, side, 6):
        for down in range(0, side, 6):
            draw.rectangle((across, down, across + 3, down + 3), outline=0)
    return image


def _boards(side: int, size: int) -> Image.Image:
    """Many boards, full of digits that clash."""
    image = _lattice(side, side // (4 * size))
    draw = ImageDraw.Draw(image)
    wide = side // (4 * size)
    for across in range(4 * size):
        for down in range(4 * size):
            draw.text((wide * (across + 0.3), wide * (down + 0.2)), str(1 + across % 9), 0)
    for at in range(0, side, wide * size):
        draw.line((at, 0, at, side), 0, 6)
        draw.line((0, at, side, at), 0, 6)
    return image


PICTURES: Final[Mapping[str, Callable[[], bytes]]] = {
    "a large JPEG": lambda: _saved(Image.new("RGB", (8_100, 6_100), "white"), "JPEG"),
    "one of several scans": lambda: _saved(
        Image.effect_noise((810, 610), 60).resize((8_100, 6_100)).convert("RGB"),
        "JPEG",
        progressive=True,
        subsampling=0,
    ),
    "one of four inks": lambda: _saved(
        Image.new("CMYK", (7_000, 5_300)), "JPEG", progressive=True, subsampling=0
    ),
    "a large PNG": lambda: _saved(Image.new("RGB", (SIDE, SIDE), "white"), "PNG"),
    "one that is transparent": lambda: _saved(
        Image.new("RGBA", (3_800, 3_800), (9, 9, 9, 9)), "PNG", compress_level=1
    ),
    "a large WEBP": lambda: _saved(Image.new("RGB", (3_990, 3_990), "white"), "WEBP"),
    "one that moves": lambda: _saved(
        Image.new("RGBA", (3_460, 3_460), (9, 9, 9, 9)),
        "WEBP",
        append_images=[Image.new("RGBA", (3_460, 3_460), (200, 9, 9, 9))],
        save_all=True,
    ),
    "noise": lambda: _saved(Image.effect_noise((2_400, 2_400), 90), "PNG"),
    "coarse noise": lambda: _saved(
        Image.effect_noise((300, 300), 90).resize((SIDE, SIDE), 0), "PNG"
    ),
    "a lattice": lambda: _saved(_lattice(2_400, 20), "PNG"),
    "a wide lattice": lambda: _saved(_lattice(2_400, 150), "PNG"),
    "squares": lambda: _saved(_squares(2_400), "PNG"),
    "sixteen boards": lambda: _saved(_boards(2_304, 9), "PNG"),
    "sixteen large boards": lambda: _saved(_boards(2_304, 16), "PNG"),
}


def main() -> int:
    """Prints what each picture costs; the exit status."""
    excess = 0
    for name, draw in PICTURES.items():
        taken = cost(draw())
        excess += taken.seconds > MOST_SECONDS or taken.megabytes > MOST_MEGABYTES
        line = f"{name:26}{taken.seconds:6.2f} s{taken.megabytes:6} MB  {taken.answer}\n"
        sys.stdout.write(line)
    return int(excess > 0)


def _read() -> None:
    from bot.pool.jobs import pictures_now  # noqa: PLC0415 - only in the other process
    from bot.pool.pictures import SEARCH_SECONDS  # noqa: PLC0415
    from engine.photo.reading import Unreadable  # noqa: PLC0415
    from engine.search.budget import Budget  # noqa: PLC0415

    content = sys.stdin.buffer.read()
    start = time.process_time()
    try:
        answer = str(len(pictures_now(content, Budget(SEARCH_SECONDS))))
    except Unreadable as error:
        answer = error.why
    seconds = time.process_time() - start
    sys.stdout.write(f"{seconds:.3f} {_most_resident()} {answer}")


def _most_resident() -> int:
    """The most megabytes that this process has held, not counting what it was forked from."""
    status = Path("/proc/self/status").read_text("ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) // 1024


if __name__ == "__main__":
    if sys.argv[1:] == ["read"]:
        _read()
    else:
        sys.exit(main())
