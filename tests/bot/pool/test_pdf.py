import zlib

import pytest

from bot.pool import pdf
from bot.pool.pdf import BrokenPdf, Pdf, Reference, Stream, unpacked
from tests.bot.pool.scans import packed_objects, pages, stream, written

NOTHING = written({1: b"null"})


def value(written_as: bytes) -> object:
    return Pdf(written({1: written_as})).resolved(Reference(1))


@pytest.mark.parametrize(
    ("written_as", "read"),
    [
        (b"12", 12),
        (b"-.5", -0.5),
        (b"true", True),
        (b"null", None),
        (b"/A#20B", pdf.Name("A B")),
        (b"(a (b) \\) c)", b"a (b) \\) c"),
        (b"<48 6>", b"H`"),
        (b"[1 2 0 R /C [] << >>]", [1, Reference(2), pdf.Name("C"), [], {}]),
        (b"<< /A 1 % a remark >>\n/B/C>>", {"A": 1, "B": pdf.Name("C")}),
    ],
)
def test_values_of_every_kind_are_read(written_as: bytes, read: object) -> None:
    assert value(written_as) == read


@pytest.mark.parametrize(
    "written_as",
    [
        b"[" * 30 + b"]" * 30,
        b"[1 2",
        b"<< /A 1",
        b"<< 1 2 >>",
        b"(open",
        b"[" + b"1 " * pdf.MOST_VALUES + b"]",
        b"[ } ]",
        b"%\n" * (pdf.MOST_REMARKS + 1) + b"1",
        b"(" + b" " * pdf.LONGEST_TEXT + b")",
    ],
)
def test_what_does_not_hold_together_is_broken(written_as: bytes) -> None:
    with pytest.raises(BrokenPdf):
        value(written_as)


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
