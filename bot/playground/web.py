"""The chat page: pretend people talk to the bot in a browser on this machine."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from bot.playground.api import BotApi
from bot.playground.apps import PATH, Mounted, launched
from bot.playground.chats import Chat
from bot.playground.errors import ApiError
from bot.playground.feed import Feed
from bot.playground.files import LARGEST_UPLOAD
from bot.playground.guard import LOOPBACK, Guard
from bot.playground.http import read_body
from bot.playground.parameters import Json
from bot.playground.people import Person
from bot.web.port import is_stream

STATIC = Path(__file__).parent / "static"
LARGEST_TEXT = 1_000_000
PICTURES = frozenset({"image/png", "image/jpeg", "image/gif"})


def create_web(
    api: BotApi, people: Iterable[Person], *, hosts: Iterable[str] = LOOPBACK
) -> Starlette:
    """The page at `/` for these people and every chat they are in.

    `hosts` are the names by which browsers may reach it. `app.state.feed.close()` ends the
    open event streams, which otherwise keep a server from stopping. `app.state.page_of_bot` serves
    the bot's own page once its `app` is set.
    """
    desk = _Desk(api, tuple(people))
    app = Starlette(
        routes=[
            Route("/", desk.page),
            Route("/events", desk.events),
            Route("/files/{file_id}", desk.file),
            Route("/say", desk.say, methods=["POST"]),
            Route("/press", desk.press, methods=["POST"]),
            Route("/launch", desk.launch, methods=["POST"]),
            Route("/upload", desk.upload, methods=["POST"]),
            Route("/block", desk.block, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
            Mount(PATH, desk.page_of_bot),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
    )
    app.state.feed, app.state.page_of_bot = desk.feed, desk.page_of_bot
    return app


class _Desk:
    """Turns what the page posts into acts of its people, and answers 400 to what nobody can do."""

    def __init__(self, api: BotApi, people: tuple[Person, ...]) -> None:
        self._api = api
        self._people = {person.id: person for person in people}
        self.feed = Feed(api, people)
        self.page_of_bot = Mounted()

    async def page(self, _: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def events(self, request: Request) -> Response:
        is_stream(request)
        headers = {"cache-control": "no-store"}
        stream = self.feed.stream()
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def say(self, request: Request) -> Response:
        person, chat, body = await self._read(request)
        return _act(lambda: person.paste(str(body["text"]), chat, body.get("reply_to")))

    async def press(self, request: Request) -> Response:
        person, chat, body = await self._read(request)
        return _act(lambda: person.press(int(body["message_id"]), str(body["button"]), chat))

    async def launch(self, request: Request) -> Response:
        """The address of the Mini App that a key opens; null where it opens none."""
        person, chat, body = await self._read(request)
        main_app = f"{request.url.scheme}://{request.url.netloc}{PATH}"
        try:
            url = launched(person, int(body["message_id"]), str(body["button"]), chat, main_app)
        except (LookupError, TypeError, ValueError) as error:
            return JSONResponse({"error": str(error)}, 400)
        return JSONResponse({"url": url})

    async def block(self, request: Request) -> Response:
        person, _, body = await self._read(request)
        return _act(lambda: person.block() if body["blocked"] else person.unblock())

    async def upload(self, request: Request) -> Response:
        """A file as the whole body; its name, caption and place in the query."""
        query = request.query_params
        person, chat = self._place(query.get("person", ""), query.get("chat", ""))
        content = await _body(request, LARGEST_UPLOAD)
        name, caption = query.get("name", "file"), query.get("caption", "")
        kind = request.headers.get("content-type", "application/octet-stream")
        if kind in PICTURES and query.get("as") == "photo":
            return _act(lambda: person.send_photo(content, chat=chat, caption=caption))
        return _act(lambda: person.send_document(name, content, kind, chat=chat, caption=caption))

    async def file(self, request: Request) -> Response:
        """Pictures are shown; anything else can only be saved."""
        try:
            upload = self._api.world.files.get(request.path_params["file_id"]).upload
        except ApiError as error:
            raise HTTPException(404) from error
        headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(upload.name)}"}
        if request.query_params.get("show") and (picture := _picture_type(upload.content)):
            return Response(upload.content, media_type=picture)
        return Response(upload.content, media_type="application/octet-stream", headers=headers)

    async def _read(self, request: Request) -> tuple[Person, Chat, Json]:
        if request.headers.get("content-type") != "application/json":
            raise HTTPException(415)
        body = _object(await _body(request, LARGEST_TEXT))
        person, chat = self._place(str(body.get("person")), str(body.get("chat")))
        return person, chat, body

    def _place(self, person_id: str, chat_id: str) -> tuple[Person, Chat]:
        try:
            person = self._people[int(person_id)]
            chat = self._api.world.chats[int(chat_id)]
        except (KeyError, ValueError) as error:
            raise HTTPException(404) from error
        if person.id not in chat.members:
            raise HTTPException(403)
        return person, chat


async def _body(request: Request, most: int) -> bytes:
    content = await read_body(request, most)
    if content is None:
        raise HTTPException(413)
    return content


def _object(content: bytes) -> Json:
    """The JSON object in a body; anything else is answered with 400."""
    try:
        found = json.loads(content)
        # JSON can spell half of a surrogate pair, which no text can hold: this finds it.
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise HTTPException(400) from error
    if not isinstance(found, dict):
        raise HTTPException(400)
    return found


def _act(act: Callable[[], object]) -> Response:
    try:
        act()
    except (ApiError, LookupError, PermissionError, TypeError, ValueError) as error:
        return JSONResponse({"error": str(error)}, 400)
    return JSONResponse({})


def _picture_type(content: bytes) -> str | None:
    starts = {b"\x89PNG": "image/png", b"\xff\xd8": "image/jpeg", b"GIF8": "image/gif"}
    return next((kind for start, kind in starts.items() if content.startswith(start)), None)
