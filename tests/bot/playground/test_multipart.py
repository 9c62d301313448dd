import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.errors import ApiError
from bot.playground.multipart import read_multipart
from bot.playground.parameters import Upload


@given(st.binary(max_size=200), st.text('abc 数"=', max_size=9))
def test_files_come_through_byte_for_byte(content: bytes, value: str) -> None:
    body = (
        b'--x9\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n'
        + value.encode()
        + b'\r\n--x9\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n'
        b"Content-Type: image/png\r\n\r\n" + content + b"\r\n--x9--\r\n"
    )
    fields, files = read_multipart("multipart/form-data; boundary=x9", body)
    assert fields == {"chat_id": value}
    assert files == {"photo": Upload("a.png", content, "image/png")}


def test_a_type_without_boundary_is_refused() -> None:
    with pytest.raises(ApiError):
        read_multipart("multipart/form-data", b"")
