import zlib

import pytest

from bot.pool import pdf
from bot.pool.pdf import Pdf, Stream, unpacked
from bot.pool.pdf_values import BrokenPdf, Reference
from tests.bot.pool.scans import packed_objects, pages, stream, written

NOTHING = written({1: b"null"})


def value(written_as: bytes) -> object:
    return Pdf(written({1: written_as})).resolved(Reference(1))


def test_a_missing_object_is_nothing_and_a_circle_is_broken() -> None:
    assert Pdf(NOTHING).resolved(Reference(7)) is None
    with pytest.raises(BrokenPdf):
        Pdf(written({1: b"2 0 R", 2: b"1 0 R"})).resolved(Reference(1))


def test_of_two_objects_with_a_number_the_last_counts() -> None:
    content = written({1: b"(before)"}) + written({1: b"(after)"})
    assert Pdf(content).resolved(Reference(1)) == b"after"


def test_a_stream_ends_where_it_says_or_else_where_it_is_closed() -> None:
    right = stream(b"", b"endstream? no")
    assert value(right) == Stream({"Length": 13}, b"endstream? no")
    wrong = value(b"<</Length 99999>>stream\r\nabc\nendstream")
    assert isinstance(wrong, Stream)
    assert wrong.packed.rstrip() == b"abc"


def test_packed_objects_are_found() -> None:
    found = Pdf(packed_objects(pages(stream(b"/Subtype/Image", b"x"))))
    root = found.dictionary(found.trailer().get("Root"))
    kids = found.array(found.dictionary(root.get("Pages")).get("Kids"))
    assert found.name(found.dictionary(kids[0]).get("Type")) == "Page"


def test_no_more_is_unpacked_than_there_is_room_for() -> None:
    packed = zlib.compress(bytes(1_000))
    assert unpacked(packed, 1_000) == bytes(1_000)
    with pytest.raises(BrokenPdf):
        unpacked(packed, 999)
    with pytest.raises(BrokenPdf):
        unpacked(b"not packed", 999)
    about = b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode"
    bomb = stream(about, zlib.compress(b"7 0 " + bytes(pdf.MOST_UNPACKED)))
    with pytest.raises(BrokenPdf):
        Pdf(written({1: bomb})).resolved(Reference(7))


def test_no_more_values_are_read_than_a_file_may_have() -> None:
    half = b"[" + b"1 " * (pdf.MOST_VALUES // 2) + b"]"
    found = Pdf(written({1: half, 2: half}))
    assert len(found.array(Reference(1))) == pdf.MOST_VALUES // 2
    with pytest.raises(BrokenPdf):
        found.resolved(Reference(2))


def test_a_file_of_very_many_marks_is_broken() -> None:
    with pytest.raises(BrokenPdf):
        Pdf(b"1 0 obj " * (pdf.MOST_MARKS + 1))
