"""What a running bot says at the address where it listens."""

from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, RemoteDisconnected
from typing import Final

from bot.settings import Settings

PATIENCE_SECONDS: Final = 10.0
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - compared, not listened at


class NoAnswer(OSError):  # noqa: N818 - says what is
    """Raised when nothing answers at the address; the text names it, and what went wrong."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The status and the body of an answer."""

    status: int
    body: bytes


def asked(settings: Settings, path: str) -> Answer:
    """Asks the bot with these settings for a page, and shows it the token if there is one.

    Raises NoAnswer, also where the settings have no address.
    """
    address = settings.listen
    if address is None:
        raise NoAnswer("SUDOKU_BOT_LISTEN is not set, so a bot listens nowhere")
    # One listens at these addresses for all interfaces, but cannot call them.
    host = "127.0.0.1" if address.host in EVERYWHERE else address.host
    token = settings.metrics_token
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    connection = HTTPConnection(host, address.port, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return Answer(answer.status, answer.read())
    except (HTTPException, OSError) as wrong:
        raise NoAnswer(f"it does not answer at {address}: {_words(wrong)}") from None
    finally:
        connection.close()


def _words(error: HTTPException | OSError) -> str:
    if isinstance(error, TimeoutError):
        return f"nothing came within {PATIENCE_SECONDS:.0f} s"
    if isinstance(error, RemoteDisconnected):
        return "the connection was ended without an answer"
    return getattr(error, "strerror", None) or "what came is no answer over HTTP"
