import errno
import socket
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from httpx import AsyncClient
from telegram import Bot, InputProfilePhotoStatic

from bot.playground.service import HOST, playground
from bot.web.port import NoPort
from tests.bot.playground.pictures import png


@pytest.fixture
def port() -> int:
    """A port that nobody uses at this moment."""
    with socket.create_server((HOST, 0)) as free:
        return int(free.getsockname()[1])


@pytest.mark.long
async def test_the_page_and_the_bot_find_the_chats_of_an_earlier_process(
    tmp_path: Path, port: int
) -> None:
    for count in range(2):
        async with (
            playground(port, tmp_path / "journal") as pretended,
            Bot(pretended.token, request=pretended.network()) as bot,
            AsyncClient() as client,
        ):
            assert (await client.get(f"http://{HOST}:{port}/")).status_code == 200
            assert (await bot.get_user_profile_photos(bot.id)).total_count == count
            await bot.set_my_profile_photo(InputProfilePhotoStatic(png(64, 64)))


@pytest.mark.long
async def test_a_page_that_is_open_comes_to_its_end(tmp_path: Path, port: int) -> None:
    async with AsyncClient() as client, AsyncExitStack() as pages:
        async with playground(port, tmp_path / "journal"):
            stream = client.stream("GET", f"http://{HOST}:{port}/events")
            lines = (await pages.enter_async_context(stream)).aiter_lines()
            assert (await anext(lines)).startswith("data: ")
        assert not any([line async for line in lines])


async def test_a_port_that_is_taken_is_an_error(tmp_path: Path) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NoPort) as refusal:
            async with playground(port, tmp_path / "journal"):
                pass
    assert refusal.value.errno == errno.EADDRINUSE
