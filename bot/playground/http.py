"""A BotApi over HTTP, as a self-hosted Bot API server offers it."""

import json
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.playground.api import BotApi
from bot.playground.errors import ApiError, refuse
from bot.playground.files import LARGEST_UPLOAD
from bot.playground.multipart import read_multipart
from bot.playground.parameters import Upload

LARGEST_BODY: Final = LARGEST_UPLOAD + 1_000_000
"""Bytes of a call with the largest file and all of its other arguments."""

Arguments: TypeAlias = tuple[dict[str, Any], dict[str, Upload]]


def create_http(api: BotApi, token: str | None = None) -> Starlette:
    """`/bot<token>/<method>` and `/file/bot<token>/<path>`, for the api's own token by default.

    Arguments come in the query, as JSON, as a form or as multipart.
    """
    counter = _Counter(api, token or api.token)
    return Starlette(
        routes=[
            Route("/bot{token}/{method}", counter.call, methods=["GET", "POST"]),
            Route("/file/bot{token}/{path:path}", counter.file),
        ]
    )


class _Counter:
    def __init__(self, api: BotApi, token: str) -> None:
        self._api = api
        self._token = token

    async def call(self, request: Request) -> Response:
        try:
            self._admit(request)
            values, files = await _arguments(request)
            result = await self._api.call(request.path_params["method"], values, files)
        except ApiError as error:
            return _refused(error)
        return JSONResponse({"ok": True, "result": result})

    async def file(self, request: Request) -> Response:
        try:
            self._admit(request)
            content = self._api.download(request.path_params["path"])
        except ApiError as error:
            return _refused(error)
        return Response(content, media_type="application/octet-stream")

    def _admit(self, request: Request) -> None:
        if request.path_params["token"] != self._token:
            raise ApiError(401, "Unauthorized")


async def read_body(request: Request, most: int) -> bytes | None:
    """The body of a request; None as soon as it is longer than `most` bytes."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return bytes(body)


async def _arguments(request: Request) -> Arguments:
    query: dict[str, Any] = dict(request.query_params)
    body = await read_body(request, LARGEST_BODY)
    if body is None:
        raise ApiError(413, "Request Entity Too Large")
    content_type = request.headers.get("content-type", "")
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/json" and body:
        return query | _read_json(body), {}
    if kind == "application/x-www-form-urlencoded":
        return query | dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)), {}
    if kind == "multipart/form-data":
        fields, files = read_multipart(content_type, body)
        return query | fields, files
    return query, {}


def _read_json(body: bytes) -> dict[str, Any]:
    try:
        values = json.loads(body)
    except (ValueError, RecursionError):
        refuse("Can't parse JSON object")
    if not isinstance(values, dict):
        refuse("Can't parse JSON object")
    return values


def _refused(error: ApiError) -> Response:
    headers = {str(k).replace("_", "-"): str(v) for k, v in error.parameters.items()}
    return JSONResponse(error.to_json(), error.code, headers)
