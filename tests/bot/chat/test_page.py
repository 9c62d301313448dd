from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio

from bot.game.reference import read_reference
from bot.store import users
from tests.bot.house import House, Talk

URL = "https://example.org/touch"


@pytest_asyncio.fixture
async def served(house: House) -> AsyncIterator[House]:
    """A bot with a page."""
    await house.stops()
    house.app_url = URL
    await house.starts()
    yield house


def page_keys(talk: Talk) -> list[tuple[dict[str, Any], int]]:
    """The keys that open the page, each with how many keys its row has."""
    rows = talk.last["reply_markup"]["inline_keyboard"]
    return [(key, len(row)) for row in rows for key in row if "📱" in key["text"]]


def named(served: House, reference: str) -> int | None:
    return read_reference(served.services.secret, reference, int(served.clock.seconds()))


@pytest.mark.parametrize(("size", "row"), [(4, 5), (6, 8), (8, 7), (9, 8), (16, 8)])
async def test_the_board_of_a_private_chat_has_one_key_for_its_page_among_the_others(
    served: House, size: int, row: int
) -> None:
    await served.alice.sends(f"/new {size} easy" if size < 16 else "/new 16")
    game = await served.alice.game()
    ((key, keys),) = page_keys(served.alice)
    url = urlsplit(key["web_app"]["url"])
    assert f"{url.scheme}://{url.netloc}{url.path}" == f"{URL}/"
    assert named(served, parse_qs(url.query)["game"][0]) == game.id
    assert keys == row


async def test_in_a_group_it_is_a_link_as_telegram_opens_no_pages_from_keys_there(
    served: House,
) -> None:
    club = served.in_club(served.alice)
    await club.sends("/new 4")
    ((key, _),) = page_keys(club)
    assert "web_app" not in key
    url = urlsplit(key["url"])
    assert (url.netloc, url.path) == ("t.me", "/SudokuPlaygroundBot")
    assert named(served, parse_qs(url.query)["startapp"][0]) == (await club.game()).id


async def test_the_key_says_what_it_is_in_the_language_of_the_board(served: House) -> None:
    """In words, and in a row of its own, for people who listen."""
    await served.ming.sends("/board speak")
    await served.ming.sends("/new 4")
    ((key, row),) = page_keys(served.ming)
    assert (key["text"], row) == ("📱 触屏盘面", 1)


@pytest.mark.parametrize("order", ["cell", "digit"])
async def test_what_the_key_takes_the_place_of_stands_behind_more(
    served: House, order: str
) -> None:
    """The eraser of a 9x9; in hand, it is shown, and the page's key has a row."""
    chat = served.alice
    await chat.sends("/start")
    await users.set_digit_first(served.database, chat.person.id, chosen=order == "digit")
    await chat.sends("/new 9 none 7")
    stored = await chat.game()
    cell = next(at for at in stored.puzzle.grid.blanks() if f"cell:{stored.id}:{at}" in data(chat))
    digit = f"digit:{stored.id}:{stored.puzzle.solution[cell]}"
    presses = [f"cell:{stored.id}:{cell}", digit]
    for press in presses if order == "cell" else reversed(presses):
        await chat.presses(press)
    assert "⌫" not in chat.buttons
    if order == "cell":
        await chat.forges(f"cell:{stored.id}:{cell}")
    await chat.presses("⋯")
    await chat.presses("⌫ Erase")
    if order == "digit":
        assert "[⌫]" in chat.buttons
        assert page_keys(chat)[0][1] == 1
        await chat.forges(f"cell:{stored.id}:{cell}")
    assert not (await chat.game()).game.values[cell]


def data(talk: Talk) -> set[str]:
    rows = talk.last["reply_markup"]["inline_keyboard"]
    return {key.get("callback_data", "") for row in rows for key in row}


async def test_a_board_that_is_over_has_no_such_key(served: House) -> None:
    await served.alice.sends("/new 4")
    await served.alice.sends("/giveup")
    await served.alice.presses("Yes, show it")
    assert page_keys(served.alice) == []


async def test_without_a_page_there_is_no_key(house: House) -> None:
    await house.alice.sends("/new 8 easy")
    assert page_keys(house.alice) == []
    assert "⇄" in house.alice.buttons


async def test_a_position_of_practice_has_the_key_until_it_is_solved(served: House) -> None:
    chat = served.alice
    await chat.sends("/learn naked pair")
    await chat.presses("✍ Practise")
    ((key, beside),) = page_keys(chat)
    assert parse_qs(urlsplit(key["web_app"]["url"]).query)["game"] == ["p-naked_pair-0"]
    assert beside == 1
    await chat.presses("▦ 1")
    assert len(page_keys(chat)) == 1
    for label in ("💡 Where?", "💡 Why?", "💡 And the move?"):
        assert len(page_keys(chat)) == 1
        await chat.presses(label)
    assert page_keys(chat) == []


async def test_in_a_group_a_position_opens_by_a_link(served: House) -> None:
    club = served.in_club(served.alice)
    await club.sends("/learn naked pair")
    await club.presses("✍ Practise")
    ((key, _),) = page_keys(club)
    assert parse_qs(urlsplit(key["url"]).query)["startapp"] == ["p-naked_pair-0"]
