"""Files that were sent, by id, and the pictures among them."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from bot.playground.errors import ApiError, refuse
from bot.playground.parameters import Json, Parameters, Upload

LARGEST_PHOTO = 10 * 1024 * 1024
LARGEST_UPLOAD = 50 * 1024 * 1024
LARGEST_DOWNLOAD = 20 * 1024 * 1024
PREVIEW = 320
ID_DIGITS = 8


@dataclass(frozen=True, slots=True)
class StoredFile:
    id: str
    path: str
    upload: Upload

    @property
    def folder(self) -> str:
        return self.path.partition("/")[0]

    def to_json(self) -> Json:
        return {
            "file_id": self.id,
            "file_unique_id": f"u{self.id}",
            "file_size": len(self.upload.content),
        }


class Files:
    def __init__(self) -> None:
        self._files: dict[str, StoredFile] = {}
        self._count = 0

    def __iter__(self) -> Iterator[StoredFile]:
        return iter(self._files.values())

    def add(self, upload: Upload, folder: str) -> StoredFile:
        number = self._count + 1
        suffix = PurePosixPath(upload.name).suffix
        file_id = f"PG{folder[:2]}{number:0{ID_DIGITS}d}"
        return self.restore(StoredFile(file_id, f"{folder}/file_{number}{suffix}", upload))

    def restore(self, file: StoredFile) -> StoredFile:
        self._count = max(self._count, int(file.id[-ID_DIGITS:]))
        self._files[file.id] = file
        return file

    def get(self, file_id: str) -> StoredFile:
        if file_id not in self._files:
            refuse("invalid file_id")
        return self._files[file_id]

    def at(self, path: str) -> StoredFile | None:
        return next((file for file in self._files.values() if file.path == path), None)

    def receive(self, parameters: Parameters, name: str, reference: str, folder: str) -> StoredFile:
        """An uploaded part, `attach://part`, or the id of a file sent before."""
        part = reference.removeprefix("attach://") if reference else name
        upload = parameters.files.get(part)
        if upload is not None:
            return self.add(_checked(upload, folder), folder)
        if not reference:
            refuse(f"There is no {name} in the request")
        if reference.startswith(("http://", "https://")):
            refuse("Failed to get HTTP URL content")
        return self._reused(reference)

    def _reused(self, file_id: str) -> StoredFile:
        if file_id not in self._files:
            refuse("wrong file identifier/HTTP URL specified")
        return self._files[file_id]


def _checked(upload: Upload, folder: str) -> Upload:
    size = len(upload.content)
    if size == 0:
        refuse("file must be non-empty")
    if size > LARGEST_UPLOAD:
        raise ApiError(413, "Request Entity Too Large")
    if folder == "photos" and size > LARGEST_PHOTO:
        refuse(f"file is too big (must be at most {LARGEST_PHOTO} bytes)")
    return upload


def photo_sizes(file: StoredFile) -> list[Json]:
    """A preview and the whole picture, smallest first; refused when it is no usable picture."""
    size = image_size(file.upload.content)
    if size is None:
        refuse("IMAGE_PROCESS_FAILED")
    width, height = size
    # The limits of sendPhoto in the Bot API: 10,000 for both sides together, a ratio of 20.
    if width + height > 10_000 or max(size) > 20 * min(size):
        refuse("PHOTO_INVALID_DIMENSIONS")
    scale = max(1.0, max(size) / PREVIEW)
    preview = {"width": int(width / scale) or 1, "height": int(height / scale) or 1}
    return [file.to_json() | preview, file.to_json() | {"width": width, "height": height}]


def document(file: StoredFile) -> Json:
    names = {"file_name": file.upload.name, "mime_type": file.upload.mime_type}
    return names | file.to_json()


def image_size(content: bytes) -> tuple[int, int] | None:
    """Width and height from the header of a PNG, GIF or JPEG; None for anything else."""
    size = _claimed_size(content)
    return size if size and all(size) else None


def _claimed_size(content: bytes) -> tuple[int, int] | None:
    """The size that a header says, which may be none at all."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        return struct.unpack(">II", content[16:24]) if len(content) >= 24 else None
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        return struct.unpack("<HH", content[6:10])
    return _jpeg_size(content) if content.startswith(b"\xff\xd8") else None


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4])
        # A frame header holds the size. Three markers in its range are of other segments.
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None
