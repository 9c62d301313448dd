"""The parts of a multipart/form-data body (RFC 7578)."""

from collections.abc import Iterator
from email.message import Message
from email.parser import HeaderParser

from bot.playground.errors import refuse
from bot.playground.parameters import Upload

_LINE = b"\r\n"


def read_multipart(content_type: str, body: bytes) -> tuple[dict[str, str], dict[str, Upload]]:
    """Fields and files by name; ApiError 400 when the type names no boundary."""
    fields: dict[str, str] = {}
    files: dict[str, Upload] = {}
    for headers, content in _parts(body, _boundary(content_type)):
        name = str(headers.get_param("name", "", "content-disposition"))
        file_name = headers.get_filename()
        if file_name is None:
            fields[name] = content.decode("utf-8", "replace")
        else:
            files[name] = Upload(file_name, content, headers.get_content_type())
    return fields, files


def _boundary(content_type: str) -> bytes:
    header = Message()
    header["content-type"] = content_type
    boundary = header.get_param("boundary")
    if not isinstance(boundary, str) or not boundary:
        refuse("Can't parse multipart form data")
    return boundary.encode()


def _parts(body: bytes, boundary: bytes) -> Iterator[tuple[Message, bytes]]:
    # The line break before a boundary belongs to it; the first boundary has none, so it gets one.
    for part in (_LINE + body).split(_LINE + b"--" + boundary)[1:]:
        if part.startswith(b"--"):
            return
        headers, _, content = part.removeprefix(_LINE).partition(_LINE * 2)
        yield HeaderParser().parsestr(headers.decode("utf-8", "replace")), content
