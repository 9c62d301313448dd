"""The calls of the page: who may make them, and what becomes of hostile ones."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.game.reference import DAY, DAYS, reference
from bot.playground.errors import ApiError
from bot.store.seam.reading import reading_only
from bot.touch.bodies import LARGEST_BODY
from bot.touch.signed import LAUNCH_SECONDS
from bot.touch.web import FILE_BURST, KEPT_BURST, KEPT_SECONDS, TALL_SCREEN
from tests.bot.house import House, Talk, right_moves
from tests.bot.touch.visiting import CALLED, DEVICE, Page, Pages, place

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


async def test_the_page_opens_on_the_current_game(page: Page, chat: Talk) -> None:
    game = await chat.game()
    assert page.state["givens"] == str(game.puzzle.grid)
    assert page.told["settings"] == {"language": "en", "digit_first": False, "theme": "light"}
    assert (page.state["open"], page.state["may_play"], page.state["group"]) == (True, True, False)


async def test_without_a_game_the_page_opens_empty(pages: Pages, ming: Talk) -> None:
    page = pages.of(ming)
    assert await page.opens() == 200
    assert page.told["state"] is None
    assert page.told["settings"]["language"] == "zh"


async def test_a_tall_phone_gets_its_keys_in_the_chat_once(page: Page, chat: Talk) -> None:
    """And whoever has chosen a look, or a way back, keeps it."""
    seen = []
    for screen in (0, TALL_SCREEN - 1, TALL_SCREEN, TALL_SCREEN):
        page.screen = screen
        assert await page.opens() == 200
        seen.append(page.told["settings"].get("more_keys", False))
    assert seen == [False, False, True, False]
    await chat.sends("/new 9")
    assert _wide(chat) == [8] * 8
    await chat.sends("/tall")
    assert await page.opens() == 200
    assert "more_keys" not in page.told["settings"]
    await chat.sends("/board")
    assert _wide(chat) == [8] * 4


async def test_a_page_opens_where_nothing_can_be_stored(page: Page) -> None:
    page.screen = TALL_SCREEN
    with reading_only():
        assert await page.opens() == 200
    assert "more_keys" not in page.told["settings"]
    assert await page.opens() == 200
    assert page.told["settings"]["more_keys"]


async def test_without_a_board_on_the_page_nothing_chooses_keys(pages: Pages, ming: Talk) -> None:
    """The page could not say so."""
    page = pages.of(ming)
    page.screen = TALL_SCREEN
    assert await page.opens() == 200
    await ming.sends("/new 9")
    assert _wide(ming) == [8] * 4


def _wide(talk: Talk) -> list[int]:
    """How many keys each row below the newest board has."""
    return [len(row) for row in talk.last["reply_markup"]["inline_keyboard"]]


async def test_a_link_opens_the_game_that_telegram_has_signed(page: Page, pages: Pages) -> None:
    other = pages.of(page.talk)
    assert await other.opens(start_param=page.game) == 200
    assert other.state["givens"] == page.state["givens"]
    assert await other.opens(start_param="g1-1-forged") == 404


async def test_a_launch_is_refused_when_it_is_old_or_not_signed(pages: Pages, chat: Talk) -> None:
    page, house = pages.of(chat), pages.house
    init = page.launch()
    for wrong in (init.replace("Alice", "Bob"), init + "&more=1", "x"):
        assert await page.posts("open", {"init": wrong, "game": "", "device": DEVICE}) == 401
        assert page.told["error"] == "session"
    house.clock.forward(seconds=LAUNCH_SECONDS + 1)
    assert await page.posts("open", {"init": init, "game": "", "device": DEVICE}) == 401


async def test_games_of_others_are_out_of_reach(page: Page, pages: Pages, ming: Talk) -> None:
    """Also with a reference that is right, as one that was forwarded."""
    stranger = pages.of(ming)
    game_id = (await page.talk.game()).id
    assert await stranger.opens(game_id) == 403
    assert await stranger.opens() == 200
    stranger.game = page.game
    acts = [{"number": 1, "version": 0, **place(0, 1)}]
    assert await stranger.calls("act", device=DEVICE, acts=acts) == 403
    others: list[tuple[str, dict[str, Any]]] = [
        ("share", {}),
        ("pause", {"on": True}),
        ("leave", {}),
    ]
    for path, body in (("hint", {"stage": 1}), ("way", {"step": 1}), *others):
        assert await stranger.calls(path, **body) == 403
        assert stranger.told.keys() == {"error", "words"}
    headers = {"authorization": f"Bearer {stranger.session}"}
    answer = await page.web.get(f"/touch/watch?game={page.game}", headers=headers)
    assert answer.status_code == 403


async def test_a_reference_of_no_game_or_an_old_one_is_gone(page: Page, house: House) -> None:
    now = int(house.clock.seconds())
    page.game = reference(b"another", (await page.talk.game()).id, now)
    assert await page.calls("leave") == 404
    page.game = reference(house.services.secret, 10**6, now)
    assert await page.calls("leave") == 403
    page.game = reference(house.services.secret, (await page.talk.game()).id, now)
    house.clock.forward(seconds=(DAYS + 1) * DAY)
    assert await page.opens() == 200
    page.game = reference(house.services.secret, (await page.talk.game()).id, now)
    assert await page.calls("leave") == 404
    assert page.told["error"] == "gone"


async def test_the_files_of_a_page_that_opens_need_no_turns(pages: Pages) -> None:
    head = b"GET /touch/files/0/app.js HTTP/1.1\r\nhost: b\r\n"
    taken = [pages.touch.needs_no_turn(head) for _ in range(FILE_BURST + 1)]
    assert taken == [True] * FILE_BURST + [False]
    assert not pages.touch.needs_no_turn(head.replace(b"GET", b"POST"))


async def test_a_body_that_is_too_long_is_refused(page: Page) -> None:
    assert await page.posts("act", b" " * (LARGEST_BODY + 1)) == 413
    assert page.told["error"] == "too_much"


@pytest.mark.long
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    path=st.sampled_from(CALLED),
    body=st.binary(max_size=300) | JSON.map(lambda found: json.dumps(found).encode()),
)
async def test_hostile_bodies_are_refused_with_a_word(page: Page, path: str, body: bytes) -> None:
    game = page.game
    assert await page.posts(path, body) in {400, 413}
    assert page.told["error"] in {"bad", "too_much"}
    assert page.told["words"]
    page.game = game


@pytest.mark.long
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    path=st.sampled_from(CALLED[1:]),
    body=st.dictionaries(
        st.sampled_from(("device", "acts", "stage", "step", "part", "on", "version")), JSON
    ),
    act=st.dictionaries(
        st.sampled_from(("number", "version", "kind", "cell", "cells", "digit", "held", "waited")),
        st.integers(-1, 20) | st.sampled_from(("place", "note", "undo", "erase", "redo")) | JSON,
    ),
)
async def test_hostile_fields_never_end_in_an_error(
    page: Page, path: str, body: dict[str, Any], act: dict[str, Any]
) -> None:
    if isinstance(body.get("acts"), list):
        body["acts"] = [act]
        body["device"] = DEVICE
    status = await page.calls(path, **body)
    # The way to the solution is told of no game that goes on, and a game is no position.
    no_position = {400, 404, 413}
    refused = {"way": {400, 403, 413}} | dict.fromkeys(("conclude", "another"), no_position)
    assert status in refused.get(path, {200, 400, 413}), page.told


async def test_no_answer_holds_what_only_the_bot_may_know(page: Page, house: House) -> None:
    secrets = [house.api.token, house.api.token.partition(":")[2], "secret"]
    for status in (await page.opens(), await page.calls("pause", on=True)):
        assert status == 200
        assert not any(secret in json.dumps(page.told) for secret in secrets)
    for session in ("", house.api.token):
        page.session = session
        assert await page.calls("leave") == 401
        assert house.api.token not in json.dumps(page.told)


async def test_what_is_shared_opens_the_puzzle_and_tells_the_result(page: Page, ming: Talk) -> None:
    assert await page.calls("share") == 200
    told = page.told["share"]
    assert told["text"] == "A Sudoku for you, 4×4:"
    assert told["link"].startswith("https://t.me/SudokuPlaygroundBot?start=")
    assert told["prepared"]
    await ming.sends(f"/start {told['link'].partition('start=')[2]}")
    assert (await ming.game()).puzzle.grid == (await page.talk.game()).puzzle.grid

    for move in right_moves(await page.talk.game()):
        await page.talk.sends(move)
    assert await page.calls("share") == 200
    assert page.told["share"]["text"] != told["text"]
    kept = [said for name, said in page.talk.house.api.calls if name == "savePreparedInlineMessage"]
    assert [said["user_id"] for said in kept] == [str(page.talk.person.id)] * 2


async def test_where_telegram_keeps_no_message_the_link_can_still_be_shared(page: Page) -> None:
    page.talk.house.api.fail_next("savePreparedInlineMessage", ApiError(400, "Bad Request"))
    assert await page.calls("share") == 200
    assert page.told["share"]["prepared"] is None
    assert page.told["share"]["link"]


async def test_telegram_is_not_asked_to_keep_messages_without_end(page: Page, pages: Pages) -> None:
    kept = []
    for _ in range(KEPT_BURST + 1):
        assert await page.calls("share") == 200
        kept.append(page.told["share"]["prepared"] is not None)
    assert kept == [True] * KEPT_BURST + [False]
    pages.time.now += KEPT_SECONDS
    assert await page.calls("share") == 200
    assert page.told["share"]["prepared"]


async def test_answers_are_for_the_page_alone(page: Page) -> None:
    headers = {"authorization": f"Bearer {page.session}"}
    body = json.dumps({"game": page.game}).encode()
    answer = await page.web.post("/touch/leave", content=body, headers=headers)
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors https://web.telegram.org" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers
