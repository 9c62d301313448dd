"""What the Bot API answers instead of a result."""

from typing import Any, NoReturn


class ApiError(Exception):
    """A refusal in Telegram's own words: `code` 400, 401, 403, 404, 409, 413 or 429."""

    def __init__(
        self, code: int, description: str, parameters: dict[str, Any] | None = None
    ) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters or {}

    def to_json(self) -> dict[str, Any]:
        body: dict[str, Any] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        return body | ({"parameters": self.parameters} if self.parameters else {})


def refuse(description: str) -> NoReturn:
    """Bad Request. Telegram lowers the first letter unless the text is a CODE_LIKE_THIS."""
    shown = description if description[1:2].isupper() else description[:1].lower() + description[1:]
    raise ApiError(400, f"Bad Request: {shown}")


def forbid(description: str) -> NoReturn:
    raise ApiError(403, f"Forbidden: {description}")


def too_many_requests(seconds: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})
