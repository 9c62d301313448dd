import zlib
from contextlib import suppress
from io import BytesIO

import pytest
from PIL import Image

from bot.pool import scan
from bot.pool.scan import NoScan, WhyNoScan, is_pdf, scanned
from tests.bot.pool.scans import (
    about_image,
    jpeg_image,
    packed_objects,
    pages,
    pdf_of,
    predicted_image,
    raw_image,
    stream,
    written,
)

ICC = {6: stream(b"/N 1", b"a profile")}


def picture(side: int = 300) -> bytes:
    file = BytesIO()
    Image.linear_gradient("L").resize((side, side)).convert("RGB").save(file, "JPEG")
    return file.getvalue()


JPEG = picture()


def why(content: bytes) -> WhyNoScan:
    with pytest.raises(NoScan) as refused:
        scanned(content)
    return refused.value.why


def test_a_jpeg_is_taken_as_it_is() -> None:
    assert scanned(pdf_of(JPEG)) == JPEG
    packed = jpeg_image(JPEG, [b"/FlateDecode", b"/DCTDecode"])
    assert scanned(written(pages(packed))) == JPEG
    assert scanned(packed_objects(pages(jpeg_image(JPEG)))) == JPEG


@pytest.mark.parametrize(
    ("content", "mode"),
    [
        (written(pages(raw_image(JPEG))), "RGB"),
        (written(pages(raw_image(JPEG, "L"))), "L"),
        (written({**pages(predicted_image(JPEG)), **ICC}), "L"),
    ],
)
def test_raw_pixels_become_a_png_of_the_same_pixels(content: bytes, mode: str) -> None:
    with Image.open(BytesIO(scanned(content))) as made, Image.open(BytesIO(JPEG)) as before:
        assert made.format == "PNG"
        assert made.tobytes() == before.convert(mode).tobytes()


def test_the_largest_picture_of_the_first_page_counts_also_in_a_form() -> None:
    two = {
        **pages(jpeg_image(picture(250))),
        2: b"<</Count 2/Kids[9 0 R 8 0 R 3 0 R]>>",
        3: b"<</Resources<</XObject<</A 5 0 R/B 6 0 R>>>>>>",
        6: stream(b"/Subtype/Form/Resources<</XObject<</C 7 0 R>>>>", b""),
        7: jpeg_image(JPEG),
        8: b"<</Kids[3 0 R]/Count 1>>",
        9: b"<</Kids[]/Count 0>>",
    }
    assert scanned(written(two)) == JPEG


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"%PDF-1.7", WhyNoScan.BROKEN),
        (written({1: b"<</Pages 1 0 R/Kids[1 0 R]>>"}), WhyNoScan.BROKEN),
        (written(pages(jpeg_image(JPEG)), b"<</Root 1 0 R/Encrypt 8 0 R>>"), WhyNoScan.LOCKED),
        (written({**pages(b"null"), 2: b"<</Kids[3 0 R]>>"}), WhyNoScan.NO_PICTURE),
        (pdf_of(picture(100)), WhyNoScan.NO_PICTURE),
        (written(pages(jpeg_image(JPEG, [b"/JBIG2Decode"]))), WhyNoScan.OTHER_KIND),
    ],
)
def test_why_a_page_cannot_be_read(content: bytes, reason: WhyNoScan) -> None:
    assert why(content) is reason


def raw(width: int, height: int, space: bytes, pixels: bytes) -> bytes:
    more = b"/ColorSpace/%s/BitsPerComponent 8/Filter/FlateDecode" % space
    return written(pages(stream(about_image(width, height, more), pixels)))


def test_no_more_pixels_are_unpacked_than_the_picture_has() -> None:
    bomb = zlib.compress(bytes(40_000_000))
    made = scanned(raw(300, 300, b"DeviceGray", bomb))
    with Image.open(BytesIO(made)) as image:
        assert image.getextrema() == (0, 0)
    assert why(raw(300, 300, b"DeviceGray", zlib.compress(bytes(299 * 300)))) is WhyNoScan.BROKEN
    assert why(raw(90_000, 90_000, b"DeviceGray", bomb)) is WhyNoScan.BROKEN
    assert why(raw(300, 300, b"DeviceGray", b"not packed")) is WhyNoScan.BROKEN
    assert why(raw(300, 300, b"DeviceCMYK", bomb)) is WhyNoScan.OTHER_KIND
    longer = jpeg_image(JPEG, [b"/FlateDecode", b"/DCTDecode"])
    _, _, packed = longer.partition(b"stream\n")
    bomb = longer.replace(packed, zlib.compress(bytes(scan.MOST_PACKED + 1)) + b"\nendstream")
    assert why(written(pages(bomb))) is WhyNoScan.BROKEN


def test_a_pdf_is_known_by_its_mark() -> None:
    assert is_pdf(pdf_of(JPEG))
    assert is_pdf(b"\n\n%PDF-1.3")
    assert not is_pdf(JPEG)
    assert not is_pdf(bytes(2_000) + b"%PDF-1.3")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_spoilt_file_is_read_or_refused(seed: int) -> None:
    content = bytearray(packed_objects(pages(jpeg_image(JPEG))))
    for at in range(seed, len(content), 3):
        before, content[at] = content[at], (at * 7 + seed) % 256
        with suppress(NoScan):
            scanned(bytes(content))
        content[at] = before
