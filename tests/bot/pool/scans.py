"""PDF files with one picture a page, as scanners and phones write them."""

import zlib
from collections.abc import Mapping, Sequence
from io import BytesIO

from PIL import Image

Objects = Mapping[int, bytes]


def stream(about: bytes, packed: bytes) -> bytes:
    """An object that is a stream."""
    length = b"/Length %d" % len(packed)
    return b"<<" + about + length + b">>\nstream\n" + packed + b"\nendstream"


def pages(picture: bytes) -> Objects:
    """The objects of a file with this picture, which is object 5, on its first page."""
    return {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Count 1/Kids[3 0 R]/Resources<</XObject<</Im0 5 0 R>>>>>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>",
        4: stream(b"", b"q 595 0 0 842 0 0 cm /Im0 Do Q"),
        5: picture,
    }


def written(objects: Objects, trailer: bytes = b"<</Root 1 0 R/Size 6>>") -> bytes:
    """The file of these objects."""
    parts = [b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"]
    parts += [b"%d 0 obj\n%s\nendobj\n" % one for one in objects.items()]
    return b"".join([*parts, b"trailer\n", trailer, b"\nstartxref\n0\n%%EOF\n"])


def packed_objects(objects: Objects) -> bytes:
    """A file of version 1.5, in which all objects but the streams are packed into one."""
    plain = {number: one for number, one in objects.items() if b"stream" not in one}
    bodies, offsets, at = b"", [], 0
    for number, one in plain.items():
        offsets.append(b"%d %d" % (number, at))
        bodies += one + b" "
        at = len(bodies)
    head = b" ".join(offsets) + b" "
    about = b"/Type/ObjStm/N %d/First %d/Filter/FlateDecode" % (len(plain), len(head))
    kept = {number: one for number, one in objects.items() if number not in plain}
    kept[20] = stream(about, zlib.compress(head + bodies))
    kept[21] = stream(b"/Type/XRef/Root 1 0 R/Size 22/W[1 2 1]", b"")
    return written(kept, b"").replace(b"trailer\n", b"")


def about_image(width: int, height: int, more: bytes) -> bytes:
    """What stands before the bytes of a picture."""
    return b"/Type/XObject/Subtype/Image/Width %d/Height %d%s" % (width, height, more)


def jpeg_image(jpeg: bytes, filters: Sequence[bytes] = (b"/DCTDecode",)) -> bytes:
    """A picture as scanners store it."""
    with Image.open(BytesIO(jpeg)) as image:
        width, height = image.size
    packed = zlib.compress(jpeg) if b"/FlateDecode" in filters else jpeg
    more = b"/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter[" + b" ".join(filters) + b"]"
    return stream(about_image(width, height, more), packed)


def raw_image(jpeg: bytes, mode: str = "RGB") -> bytes:
    """A picture of raw pixels, without a filter for each row."""
    with Image.open(BytesIO(jpeg)) as image:
        pixels = image.convert(mode)
    space = b"/DeviceRGB" if mode == "RGB" else b"/DeviceGray"
    more = b"/ColorSpace%s/BitsPerComponent 8/Filter/FlateDecode" % space
    return stream(about_image(*pixels.size, more), zlib.compress(pixels.tobytes()))


def predicted_image(jpeg: bytes) -> bytes:
    """A picture of raw pixels whose rows have the filters of a PNG."""
    with Image.open(BytesIO(jpeg)) as image:
        pixels = image.convert("L")
    width, height = pixels.size
    rows = pixels.tobytes()
    told = b"".join(b"\0" + rows[at : at + width] for at in range(0, len(rows), width))
    more = (
        b"/ColorSpace[/ICCBased 6 0 R]/BitsPerComponent 8/Filter/FlateDecode"
        b"/DecodeParms<</Predictor 15/Colors 1/Columns %d>>" % width
    )
    return stream(about_image(width, height, more), zlib.compress(told))


def pdf_of(jpeg: bytes) -> bytes:
    """A scan as most apps write it."""
    return written(pages(jpeg_image(jpeg)))
