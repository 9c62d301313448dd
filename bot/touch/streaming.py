"""The answer to a page that watches: one JSON object a line, until one of them ends it.

That one has `end`: why a stream ends (`End`), or why a call about its game would be refused now.
"""

from collections.abc import AsyncIterator, Callable

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bot.ledger.owner import Owner, on_behalf_of
from bot.touch.answers import NO_STORE, refused_by
from bot.touch.watching import Stream, Watching, line
from bot.web.port import is_stream

States = Callable[[Stream], AsyncIterator[bytes]]
"""Gives the lines that a stream sends until it ends: of states, and those that keep it alive."""


class Streaming(StreamingResponse):
    """A stream, which has its place among all others for exactly as long as it is sent."""

    def __init__(self, request: Request, watching: Watching, owner: Owner, states: States) -> None:
        super().__init__((), media_type="application/x-ndjson", headers=NO_STORE)
        self._request, self._watching, self._owner, self._states = request, watching, owner, states

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        hang_up = is_stream(self._request, ends_unread=True)
        with on_behalf_of(self._owner.account), self._watching.stream(self._owner, hang_up) as told:
            self.body_iterator = self._lines(told)
            # Starlette would have a second task listen whether the page is still there.
            await self.stream_response(send)

    async def _lines(self, stream: Stream) -> AsyncIterator[bytes]:
        end: str | None = None
        try:
            async for state in self._states(stream):
                yield state
            end = stream.end
        except Exception as error:
            refused = refused_by(error)
            if refused is None:
                raise
            end = refused.code
        yield line({"end": end})
