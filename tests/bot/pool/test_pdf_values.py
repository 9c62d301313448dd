import pytest

from bot.pool import pdf_values
from bot.pool.pdf_values import BrokenPdf, Count, Name, Reader, Reference

MOST = 1_000


def value(written_as: bytes) -> object:
    return Reader(written_as, 0, Count(MOST)).value()


@pytest.mark.parametrize(
    ("written_as", "read"),
    [
        (b"12", 12),
        (b"-.5", -0.5),
        (b"true", True),
        (b"null", None),
        (b"/A#20B", Name("A B")),
        (b"(a (b) \\) c)", b"a (b) \\) c"),
        (b"<48 6>", b"H`"),
        (b"[1 2 0 R /C [] << >>]", [1, Reference(2), Name("C"), [], {}]),
        (b"<< /A 1 % a remark >>\n/B/C>>", {"A": 1, "B": Name("C")}),
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
        b"[" + b"1 " * MOST + b"]",
        b"[ } ]",
        b"%\n" * (pdf_values.MOST_REMARKS + 1) + b"1",
        b"(" + b" " * pdf_values.LONGEST_TEXT + b")",
    ],
)
def test_what_does_not_hold_together_is_broken(written_as: bytes) -> None:
    with pytest.raises(BrokenPdf):
        value(written_as)
