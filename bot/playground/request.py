"""The network of python-telegram-bot, replaced by a BotApi in this process."""

import json
from typing import Any
from urllib.parse import unquote, urlsplit

from telegram.request import BaseRequest, RequestData

from bot.playground.api import BotApi
from bot.playground.errors import ApiError
from bot.playground.parameters import Upload


class PlaygroundRequest(BaseRequest):
    """Give one to `.request()` and one to `.get_updates_request()`; any base URL will do."""

    def __init__(self, api: BotApi) -> None:
        self._api = api

    @property
    def read_timeout(self) -> float | None:
        return 5.0

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close: the api outlives its bots."""

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *_: Any,
        **__: Any,
    ) -> tuple[int, bytes]:
        try:
            return 200, await self._answer(unquote(urlsplit(url).path), method, request_data)
        except ApiError as error:
            return error.code, json.dumps(error.to_json()).encode()

    async def _answer(self, path: str, method: str, data: RequestData | None) -> bytes:
        front, _, rest = path.partition(f"/bot{self._api.token}/")
        if not rest:
            raise ApiError(401, "Unauthorized")
        if front.endswith("/file") and method == "GET":
            return self._api.download(rest)
        parameters = data.json_parameters if data else {}
        result = await self._api.call(rest, parameters, _uploads(data))
        return json.dumps({"ok": True, "result": result}).encode()


def _uploads(data: RequestData | None) -> dict[str, Upload]:
    parts = data.multipart_data if data else {}
    return {name: Upload(part[0], _content(part[1]), part[2]) for name, part in parts.items()}


def _content(content: Any) -> bytes:
    return content if isinstance(content, bytes) else bytes(content.read())
