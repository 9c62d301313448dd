import struct

import pytest

from bot.playground.files import image_size
from tests.bot.playground.pictures import png

JPEG = b"\xff\xd8" + b"\xff\xe0\x00\x04ab" + b"\xff\xc2\x00\x0b\x08" + struct.pack(">HH", 30, 40)


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (png(40, 30), (40, 30)),
        (JPEG + bytes(8), (40, 30)),
        (b"GIF89a" + struct.pack("<HH", 40, 30), (40, 30)),
        (b"\xff\xd8\xff", None),
        (b"\x89PNG\r\n\x1a\n", None),
        (b"%PDF", None),
        (b"", None),
    ],
)
def test_sizes_are_read_from_headers(content: bytes, size: tuple[int, int] | None) -> None:
    assert image_size(content) == size
