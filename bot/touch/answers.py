"""What a call is answered: JSON, or a refusal with a code for the page and words for its reader."""

from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bot import messages
from bot.ledger.lane import LaneFull
from bot.ledger.ledger import NothingReserved
from bot.play.calls import NotTheirs
from bot.pool.engine import AskedTooOften, EngineBusy, EngineLost
from bot.store.seam.not_stored import StoreError
from bot.touch.bodies import BadCall, TooMuch
from bot.touch.files import SAFETY

NO_STORE: Final = {"cache-control": "no-store"}

Work = Callable[[Request], Awaitable[Response]]


class Code(StrEnum):
    """Why a call is refused; the page knows these names, and `[call]` has words for each."""

    SESSION = "session"
    NOT_YOURS = "not_yours"
    GONE = "gone"
    BAD = "bad"
    TOO_MUCH = "too_much"
    BUSY = "busy"


STATUS: Final = {
    Code.SESSION: 401,
    Code.NOT_YOURS: 403,
    Code.GONE: 404,
    Code.BAD: 400,
    Code.TOO_MUCH: 413,
    Code.BUSY: 429,
}


CODES: Final[Mapping[type[Exception], Code]] = {
    TooMuch: Code.TOO_MUCH,
    NotTheirs: Code.NOT_YOURS,
    NothingReserved: Code.BUSY,
    LaneFull: Code.BUSY,
    AskedTooOften: Code.BUSY,
    EngineBusy: Code.BUSY,
}
"""The codes of errors that are no bugs."""


class CallRefused(Exception):  # noqa: N818 - an answer to the page, not a fault
    """Raised when a call is not carried out; `values` fill the placeholders of its words."""

    def __init__(self, code: Code, status: int | None = None, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.status = status or STATUS[code]
        self.values = values


def refused_by(error: Exception) -> CallRefused | None:
    """The refusal of a call in which an error was raised; None for a bug."""
    match error:
        case CallRefused():
            return error
        case BadCall():
            return CallRefused(Code.BAD, where=str(error))
        case StoreError() | EngineLost():
            return CallRefused(Code.BUSY, 503)
        case _:
            code = next((code for kind, code in CODES.items() if isinstance(error, kind)), None)
            return CallRefused(code) if code else None


def answer(content: object) -> JSONResponse:
    """An answer for one person, which nobody keeps."""
    return JSONResponse(content, headers=NO_STORE)


def refusal(request: Request, refused: CallRefused) -> JSONResponse:
    """The answer to a call that was refused, in a language that its reader's browser asks for."""
    words = messages.text(_language(request), f"call.{refused.code}", **refused.values)
    headers = NO_STORE | ({"retry-after": "1"} if refused.code is Code.BUSY else {})
    return JSONResponse({"error": refused.code, "words": words}, refused.status, headers)


def _language(request: Request) -> str:
    """The first language that the browser names and the bot speaks.

    Before a page has opened nobody knows whose it is, and a refusal needs no more than this.
    """
    asked = request.headers.get("accept-language", "")[:200].split(",")
    return messages.language_for(*(each.partition(";")[0].strip() for each in asked))


def safe(work: Work) -> Work:
    """The same work, whose refusals are answers; what it answers can be used by the page alone."""

    async def answered(request: Request) -> Response:
        try:
            response = await work(request)
        except Exception as error:
            refused = refused_by(error)
            if refused is None:
                raise
            response = refusal(request, refused)
        for name, value in SAFETY.items():
            response.headers.setdefault(name, value)
        return response

    return answered
