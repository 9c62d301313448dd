"""Who calls: sessions as they begin and end, and each person's share."""

import pytest

from bot.ledger.ledger import CALL_BYTES, CALLS
from bot.ledger.owner import Owner
from bot.touch.callers import CALL_BURST, CALL_SECONDS
from bot.touch.signed import RENEWED_SECONDS, SESSION_SECONDS
from tests.bot.house import House
from tests.bot.touch.visiting import CALLED, Page, Pages


@pytest.mark.parametrize("path", [*CALLED[1:], "watch"])
async def test_nothing_is_told_without_a_session(page: Page, path: str) -> None:
    url = f"/touch/{path}?game={page.game}"
    for shown in ("", "Bearer", "Bearer x", f"Basic {page.session}", f"Bearer {page.session}x"):
        headers = {"authorization": shown}
        method = "GET" if path == "watch" else "POST"
        answer = await page.web.request(method, url, headers=headers, content=b"{}")
        assert (answer.status_code, answer.json()["error"]) == (401, "session")
        assert "state" not in answer.json()


async def test_a_session_is_renewed_by_calls_and_ends_a_day_after_the_last(
    page: Page, house: House
) -> None:
    assert await page.calls("leave") == 200
    assert "session" not in page.told
    house.clock.forward(seconds=RENEWED_SECONDS)
    assert await page.calls("leave") == 200
    renewed, old = page.told["session"], page.session
    house.clock.forward(seconds=SESSION_SECONDS)
    assert await page.calls("leave") == 401
    page.session = renewed
    assert await page.calls("leave") == 200
    assert page.told["session"] not in {renewed, old}


async def test_whoever_is_blocked_gets_nothing(page: Page, house: House) -> None:
    house.application.blocked.become(frozenset({page.talk.person.id}))
    assert await page.calls("leave") == 403
    assert await page.opens() == 403


async def test_whoever_had_everything_deleted_opens_again(page: Page) -> None:
    await page.talk.sends("/deleteme")
    await page.talk.presses("Yes, delete everything")
    assert await page.calls("leave") == 401
    assert await page.opens() == 200
    assert page.told["state"] is None


async def test_more_calls_at_once_than_a_share_are_sent_away(page: Page, house: House) -> None:
    person = Owner(page.talk.person.id, page.talk.person.id)
    with house.services.ledger.reserve(CALLS, person, CALLS.share - CALL_BYTES):
        assert await page.calls("leave") == 200
    with house.services.ledger.reserve(CALLS, person, CALLS.share):
        assert await page.calls("leave") == 429
        assert page.told["error"] == "busy"
    assert await page.calls("leave") == 200


async def test_calls_within_a_share_need_no_turn_among_strangers(page: Page, pages: Pages) -> None:
    head = (
        f"POST /touch/act HTTP/1.1\r\nhost: b\r\nauthorization: Bearer {page.session}\r\n".encode()
    )
    taken = [pages.touch.needs_no_turn(head) for _ in range(CALL_BURST + 1)]
    assert taken == [True] * CALL_BURST + [False]
    pages.time.now += CALL_SECONDS
    assert pages.touch.needs_no_turn(head)
    forged = head.replace(b"Bearer 1", b"Bearer 2")
    assert not pages.touch.needs_no_turn(forged)
    assert not pages.touch.needs_no_turn(b"GET / HTTP/1.1\r\n")
