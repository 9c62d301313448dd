"""Who calls: the session that a call shows, and each person's share of calls and of acts.

A call is counted in its person's name before its body is read (CALLS): so at most four of one
person are here at a time, and more of them are told to come again (429), as is whoever calls more
often than CALL_SECONDS allows. Calls within that need no turn among strangers (`bot.web.turns`).

The answer to a call renews a session that is no longer fresh.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from bot.game.person import User
from bot.ledger.ledger import CALL_BYTES, CALLS
from bot.ledger.owner import Owner, on_behalf_of
from bot.operate.limits import OwnAllowance
from bot.store import users
from bot.telegram.application import SudokuApplication
from bot.touch.answers import CallRefused, Code, answer
from bot.touch.signed import Session, read_session

CALL_BURST: Final = 40
CALL_SECONDS: Final = 0.125
"""Seconds between two calls of a person beyond those that come at once."""

ACT_BURST: Final = 60
ACT_SECONDS: Final = 0.125
"""Seconds between two acts of a person beyond those; many may come in one call."""

_BEARER: Final = re.compile(
    rb"^authorization:[ \t]*bearer[ \t]+([\w.-]{1,400})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE
)

T = TypeVar("T")


class Callers:
    """The people whose pages call one running bot."""

    def __init__(self, application: SudokuApplication, clock: Callable[[], float]) -> None:
        self._application = application
        self._services = application.services
        self._share = OwnAllowance(CALL_BURST, CALL_SECONDS, clock)
        self._acts = OwnAllowance(ACT_BURST, ACT_SECONDS, clock)

    def may_call(self, head: bytes) -> bool:
        """Whether a head shows a session whose person has not called too often."""
        found = _BEARER.search(head)
        session = self._read(found[1].decode()) if found else None
        return session is not None and not self._share.spend_now(session.person)

    @property
    def now(self) -> int:
        """Now, in the unit of the database."""
        return int(self._services.clock().timestamp())

    def session(self, request: Request) -> Session:
        """The session that a call shows; raises CallRefused without one."""
        scheme, _, text = request.headers.get("authorization", "").partition(" ")
        session = self._read(text.strip()) if scheme.lower() == "bearer" else None
        if session is None:
            raise CallRefused(Code.SESSION)
        return session

    async def user(self, session: Session) -> User:
        """The person of a session.

        Raises CallRefused for whoever had everything deleted: they have to open the page again.
        """
        user = await users.get(self._services.database, session.person)
        if user is None:
            raise CallRefused(Code.SESSION)
        return user

    @contextmanager
    def counted(self, person: int) -> Iterator[None]:
        """Counts a call in the name of its person while the block runs; raises CallRefused."""
        if self._application.blocked.has_person(person):
            raise CallRefused(Code.NOT_YOURS)
        with (
            on_behalf_of(person),
            self._services.ledger.reserve(CALLS, Owner(person, person), CALL_BYTES),
        ):
            yield

    def within_share(self, session: Session, acts: Sequence[T]) -> Sequence[T]:
        """The first of these acts, as many as the person may carry out now.

        The page sends the others again. Raises CallRefused if there are none.
        """
        granted = [*takewhile(lambda _: not self._acts.spend_now(session.person), acts)]
        if not granted:
            raise CallRefused(Code.BUSY)
        return granted

    def answer(self, session: Session, content: dict[str, object]) -> Response:
        """An answer, with the session as it begins anew if it is not fresh."""
        renewed = session.renewed(self.now)
        if renewed is not None:
            content["session"] = renewed.signed(self._services.secret)
        return answer(content)

    def _read(self, text: str) -> Session | None:
        return read_session(self._services.secret, text, self.now)
