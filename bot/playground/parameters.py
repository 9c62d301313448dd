"""The arguments of one Bot API call, as lenient in their types as Telegram is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.playground.errors import refuse

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Upload:
    name: str
    content: bytes
    mime_type: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """Values may be native or in the JSON text that HTTP forms carry; files by their part name."""

    values: Mapping[str, Any]
    files: Mapping[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        value = self.values.get(name)
        if value is None:
            return ""
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    def integer(self, name: str, default: int = 0) -> int:
        try:
            return int(self.text(name).strip())
        except ValueError:
            return default

    def flag(self, name: str) -> bool:
        return self.text(name).strip().lower() in {"true", "yes", "1"}

    def json(self, name: str, complaint: str) -> Any:
        """The decoded value, None when absent; refused with `complaint` when it is no JSON."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value.strip():
            return None
        try:
            return json.loads(value)
        except ValueError:
            refuse(complaint)
