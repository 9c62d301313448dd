import struct
from dataclasses import replace

import pytest

from bot.playground.errors import ApiError
from bot.playground.files import (
    LARGEST_DOWNLOAD,
    LARGEST_PHOTO,
    LARGEST_UPLOAD,
    Files,
    image_size,
    photo_sizes,
)
from bot.playground.parameters import Parameters, Upload
from tests.bot.playground.pictures import png

MEGABYTE = 1024 * 1024
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""The markers of JPEG after which the size comes (ITU T.81, table B.1)."""


def segment(marker: int, content: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, 2 + len(content)) + content


def frame(marker: int, width: int, height: int) -> bytes:
    return segment(marker, struct.pack(">BHH", 8, height, width))


JPEG = b"\xff\xd8" + segment(0xE0, b"JFIF") + segment(0xFE, b"a comment")
GIF = b"GIF89a" + struct.pack("<HH", 40, 30)


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (png(40, 30), (40, 30)),
        (png(1, 1), (1, 1)),
        (png(70_000, 1), (70_000, 1)),
        (png(40, 30).replace(b"IHDR", b"JHDR"), None),
        (png(0, 30), None),
        (png(40, 0), None),
        (png(40, 30)[:24], (40, 30)),
        (png(40, 30)[:23], None),
        (png(40, 30)[:16], None),
        (GIF, (40, 30)),
        (GIF.replace(b"89", b"87"), (40, 30)),
        (GIF.replace(b"89", b"88") + bytes(9), None),
        (GIF[:-1], None),
        (b"GIF89a" + struct.pack("<HH", 0, 0), None),
        (b"GIF89a" + struct.pack("<HH", 40, 0), None),
        (JPEG + frame(0xC0, 0, 0), None),
        (b"\xff\xd8\xff", None),
        (b"\x89PNG\r\n\x1a\n", None),
        (b"%PDF", None),
        (b"", None),
    ],
)
def test_sizes_are_read_from_headers(content: bytes, size: tuple[int, int] | None) -> None:
    assert image_size(content) == size


@pytest.mark.parametrize("marker", range(0xBE, 0xD2))
def test_the_size_of_a_jpeg_follows_the_first_marker_of_a_frame(marker: int) -> None:
    content = JPEG + frame(marker, 40, 30)
    is_frame = marker in FRAMES
    assert image_size(content) == ((40, 30) if is_frame else None)
    assert image_size(content[:-1]) is None
    assert image_size(JPEG + b"x" + frame(marker, 40, 30)) is None
    assert image_size(content + frame(0xC0, 600, 500)) == ((40, 30) if is_frame else (600, 500))


def test_the_limits_are_those_of_the_bot_api() -> None:
    limits = (LARGEST_PHOTO, LARGEST_DOWNLOAD, LARGEST_UPLOAD)
    assert limits == (10 * MEGABYTE, 20 * MEGABYTE, 50 * MEGABYTE)


def received(files: Files, content: bytes, folder: str) -> str:
    upload = Upload("a.png", content, "image/png")
    return files.receive(Parameters({}, {"photo": upload}), "photo", "", folder).id


def test_the_largest_files_are_taken_and_no_larger_or_empty_ones() -> None:
    files = Files()
    for size, folder in ((1, "photos"), (LARGEST_PHOTO, "photos"), (LARGEST_UPLOAD, "documents")):
        received(files, bytes(size), folder)
    for size, folder, code in (
        (0, "documents", 400),
        (LARGEST_PHOTO + 1, "photos", 400),
        (LARGEST_UPLOAD + 1, "documents", 413),
    ):
        with pytest.raises(ApiError) as refusal:
            received(files, bytes(size), folder)
        assert refusal.value.code == code
    assert len([*files]) == 3
    received(files, bytes(LARGEST_PHOTO + 1), "documents")


def test_each_file_has_its_own_id_and_path_even_after_a_restart() -> None:
    files = Files()
    stored = [files.add(Upload("a.png", b"1", "image/png"), "photos") for _ in range(3)]
    again = Files()
    for file in reversed(stored):
        again.restore(file)
    stored.append(again.add(Upload("b.sdm", b"12", "text/plain"), "documents"))
    assert len({file.id for file in stored}) == len({file.path for file in stored}) == 4
    assert [again.get(file.id) for file in stored] == stored
    assert [again.at(file.path) for file in stored] == stored
    assert again.at("photos/nothing.png") is None
    assert [file.folder for file in stored] == ["photos"] * 3 + ["documents"]
    assert [file.to_json()["file_size"] for file in stored] == [1, 1, 1, 2]
    assert stored[3].path.endswith(".sdm")


def test_a_file_comes_as_a_part_under_its_name_or_another_or_as_an_id() -> None:
    files = Files()
    part, other = Upload("a.png", b"1", "image/png"), Upload("b.png", b"2", "image/png")
    call = Parameters({}, {"photo": part, "x": other})
    assert files.receive(call, "photo", "", "photos").upload == part
    sent = files.receive(call, "photo", "attach://x", "photos")
    assert sent.upload == other
    assert files.receive(Parameters({}), "photo", sent.id, "photos") is sent
    for reference, complaint in (
        ("", "here is no photo in the request"),
        ("http://x.org/a.png", "ailed to get HTTP URL content"),
        ("https://x.org/a.png", "ailed to get HTTP URL content"),
        ("attach://y", "wrong file identifier"),
        ("PGph00000099", "wrong file identifier"),
    ):
        with pytest.raises(ApiError, match=complaint):
            files.receive(Parameters({}), "photo", reference, "photos")


@pytest.mark.parametrize(
    ("size", "preview"),
    [
        ((1, 1), (1, 1)),
        ((40, 30), (40, 30)),
        ((320, 200), (320, 200)),
        ((640, 320), (320, 160)),
        ((100, 2000), (16, 320)),
        ((2000, 100), (320, 16)),
        ((9000, 1000), (320, 35)),
    ],
)
def test_a_photo_has_a_preview_of_at_most_320_pixels(
    size: tuple[int, int], preview: tuple[int, int]
) -> None:
    stored = Files().add(Upload("a.png", png(*size), "image/png"), "photos")
    shown = [(one["width"], one["height"]) for one in photo_sizes(stored)]
    assert shown == [preview, size]


@pytest.mark.parametrize("size", [(2001, 100), (100, 2001), (9000, 1001), (5001, 5000)])
def test_a_photo_is_neither_too_large_nor_too_narrow(size: tuple[int, int]) -> None:
    stored = Files().add(Upload("a.png", png(40, 30), "image/png"), "photos")
    header = png(40, 30)[:16] + struct.pack(">II", *size)
    with pytest.raises(ApiError, match="PHOTO_INVALID_DIMENSIONS"):
        photo_sizes(replace(stored, upload=Upload("a.png", header, "image/png")))
