import logging
from collections.abc import Callable
from functools import partial

import pytest
from telegram.error import BadRequest, Forbidden, RetryAfter, TimedOut

from bot import messages
from bot.chat.errors import wording
from bot.game.refused import Refused
from bot.ledger.lane import LaneFull
from bot.ledger.ledger import FILES, IMPORTS, KINDS, Kind, NothingReserved
from bot.play.errors import UserError
from bot.pool.engine import AskedTooOften, EngineBusy, EngineLost
from bot.store import replies
from bot.store.games import StoredGame
from bot.store.seam.not_stored import StoreError
from engine import BudgetSpent, Grid, InvalidGrid, parse
from tests.bot.house import House, Talk


@pytest.mark.parametrize("error", [BudgetSpent(), EngineBusy(), EngineLost()])
def test_what_could_not_be_done_now_is_worded(error: Exception) -> None:
    worded = wording(error)
    assert worded is not None
    for language in messages.languages():
        assert messages.text(language, worded[0])


@pytest.mark.parametrize("kind", KINDS)
def test_only_who_has_sent_a_file_is_asked_to_send_it_again(kind: Kind) -> None:
    worded = wording(NothingReserved(kind))
    assert worded == ("file.busy" if kind in {FILES, IMPORTS} else "engine.busy", {})
    for language in messages.languages():
        assert messages.text(language, worded[0])


@pytest.mark.parametrize("error", [AskedTooOften(7), LaneFull(6.2)])
def test_who_has_too_many_waiting_is_told_when_to_come_again(error: Exception) -> None:
    assert wording(error) == ("engine.too_often", {"count": 7})


def test_refusals_and_unreadable_boards_are_worded_with_their_values() -> None:
    assert wording(Refused("given", cell="r1c1")) == ("refused.given", {"cell": "r1c1"})
    assert wording(UserError("game.none")) == ("game.none", {})
    with pytest.raises(InvalidGrid) as wrong:
        parse("." * 80)
    worded = wording(wrong.value)
    assert worded is not None
    assert "80" in messages.text("en", worded[0], **worded[1])


def test_anything_else_is_a_bug() -> None:
    assert wording(ValueError("x")) is None
    assert wording(KeyError("x")) is None


async def test_a_bug_is_logged_and_apologised_for_in_the_persons_language(
    house: House, chat: Talk, ming: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    await chat.sends("/new 4")
    await ming.sends("/new 4")
    await house.database.all("drop table submissions")
    answer = "1" * 16
    assert "went wrong on my side" in await chat.sends(f"/submit {answer}")
    assert "我这边出错了" in await ming.sends(f"/submit {answer}")
    assert "went wrong on my side" in await chat.forges("wrong:1")
    assert chat.alerted
    faults = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(faults) == 3
    for record in faults:
        assert record.exc_info is not None
        assert isinstance(record.exc_info[1], StoreError)
    caplog.clear()


# RetryAfter warns about a type that it will have in a later version.
@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
@pytest.mark.parametrize(
    "failure", [partial(Forbidden, "blocked"), TimedOut, partial(RetryAfter, 3)]
)
async def test_what_telegram_cannot_do_now_is_no_bug(
    house: House, chat: Talk, failure: Callable[[], Exception]
) -> None:
    """What may succeed later is kept, and later answers wait behind it."""
    await chat.sends("/start")
    house.api.fail_next("sendMessage", failure())
    assert await chat.presses("How to play") == ""
    is_blocked = isinstance(failure(), Forbidden)
    assert ("/daily" in await chat.sends("/help")) == is_blocked
    assert await replies.waiting(house.database) == ({} if is_blocked else {chat.chat_id: 2})


async def test_what_telegram_refuses_is_a_bug(
    house: House, chat: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    house.api.fail_next("sendMessage", BadRequest("can't parse entities"))
    assert "went wrong on my side" in await chat.sends("/help")
    assert [r.levelno for r in caplog.records].count(logging.ERROR) == 1
    caplog.clear()


@pytest.mark.long
async def test_people_are_told_that_nothing_was_stored_and_go_on_when_there_is_room(
    house: House, chat: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite's own limit on the pages of a file, which is as strict as a full disk."""
    await chat.sends("/new 4")
    await house.database.all("pragma max_page_count = 1")
    house.clock.forward(days=1)
    for number in range(300):
        said = await chat.sends(f"/submit {wrong_answer(await chat.game(), number)}")
        if "none of this was kept" in said:
            break
    assert "none of this was kept" in said
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert record.exc_info is not None
    assert str(record.exc_info[1]).startswith("the disk is full")
    caplog.clear()
    await house.database.all("pragma max_page_count = 1073741823")
    assert "cells are wrong" in await chat.sends(f"/submit {wrong_answer(await chat.game(), 0)}")


def wrong_answer(stored: StoredGame, number: int) -> Grid:
    """One of many different answers, each with one wrong cell."""
    cells, solution = stored.puzzle.grid.blanks(), stored.puzzle.solution
    digits = {cells[at]: number // 4**at % 4 + 1 for at in range(4)}
    wrong = {cells[at]: solution[cells[at]] % 4 + 1 for at in (4, 5)}
    return solution.with_values(digits | wrong)


async def test_a_picture_is_not_turned_into_a_text_by_a_forged_button(chat: Talk) -> None:
    """That is no fault of the bot, so nothing is logged."""
    await chat.sends("/board image")
    await chat.sends("/new 4")
    before = chat.last
    assert "has changed in the meantime" in await chat.forges("topic:moves")
    assert chat.last == before


@pytest.mark.parametrize("why", ["Message to edit not found", "Message can't be edited"])
def test_a_message_that_is_gone_is_no_fault(why: str) -> None:
    assert wording(BadRequest(why)) == ("junk.changed", {})
    assert wording(BadRequest("Chat not found")) is None


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (60, "That's 21 too few for 9×9."),
        (85, "That's 4 too many for 9×9."),
        (250, "That's 6 too few for 16×16."),
        (20, "That's 4 too many for 4×4."),
        (54, "That's 27 too few for 9×9."),
        (53, " 8×8."),
    ],
)
def test_a_board_of_no_size_is_compared_with_the_likely_one(cells: int, told: str) -> None:
    worded = wording(InvalidGrid("size", count=cells))
    assert worded is not None
    key, values = worded
    assert messages.text("en", key, **values).endswith(told)


async def test_who_thinks_in_nine_by_nine_gets_such_a_puzzle(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "digits go from 1 to 4" in await chat.sends("r1c1 7")
    assert chat.buttons == ["✨ A new puzzle: 9×9"]
    await chat.presses(chat.buttons[0])
    assert (await chat.game()).puzzle.grid.geometry.size == 9
    await chat.sends("r1c1 12")
    assert "✨ A new puzzle: 16×16" in chat.buttons


@pytest.mark.parametrize("digit", ["G", "99", "1" * 60])
async def test_what_is_a_digit_of_no_board_leads_to_no_other_one(chat: Talk, digit: str) -> None:
    await chat.sends("/new 4")
    assert "digits go from 1 to 4" in await chat.sends(f"r1c1={digit}")
    assert chat.buttons == []
