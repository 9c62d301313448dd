"""A minimal Telegram: it accepts every call and keeps nothing but the updates that wait."""

import json
from itertools import count
from typing import Any, Final

from telegram.request import BaseRequest, RequestData

TOKEN: Final = "1000000000:AStubThatOpensNothingRealAtAll"  # noqa: S105 - opens nothing
BOT: Final = {"id": 1_000_000_000, "is_bot": True, "first_name": "S", "username": "SBot"}


class Stub(BaseRequest):
    """Returns sent and edited messages as Telegram does, with a text of its own."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.updates: list[dict[str, Any]] = []
        self.newest = 0
        """The number of the message that was sent last."""
        self.keys: Any = None
        """The keyboard that was sent last."""
        self.boards = 0
        """How many messages with buttons were sent or edited."""

    @property
    def read_timeout(self) -> float | None:
        return 5.0

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_request(
        self,
        url: str,
        method: str,  # noqa: ARG002 - the library passes it by name
        request_data: RequestData | None = None,
        *_: Any,
        **__: Any,
    ) -> tuple[int, bytes]:
        parameters = request_data.parameters if request_data else {}
        result = self._result(url.rpartition("/")[2], parameters)
        return 200, json.dumps({"ok": True, "result": result}).encode()

    def _result(self, name: str, parameters: dict[str, Any]) -> Any:
        if name == "getMe":
            return BOT
        if name == "getUpdates":
            updates, self.updates = self.updates, []
            return updates
        if "reply_markup" in parameters:
            self.boards += 1
            self.keys = parameters["reply_markup"]
        if name.startswith("edit"):
            return self._message(parameters, parameters["message_id"])
        if name.startswith("send") and name != "sendChatAction":
            self.newest = next(self._numbers)
            return self._message(parameters, self.newest)
        return True

    def _message(self, parameters: dict[str, Any], number: int) -> dict[str, Any]:
        chat = {"id": parameters["chat_id"], "type": "private"}
        return {"message_id": number, "date": 1, "chat": chat, "from": BOT, "text": "x"}
