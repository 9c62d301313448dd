"""What was not confirmed is sent again, in its order, and carried out once."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.bot.playground.browsing import CHROMIUM
from tests.bot.touch.fingers import blanks, in_order, opened
from tests.bot.touch.model import Game
from tests.bot.touch.standin import Standin

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.xdist_group("processes"),
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.long,
]


async def test_what_was_played_offline_is_sent_in_its_order(browser: Browser) -> None:
    game = Game.of(9)
    way = list(in_order(game.line))[:25]
    async with opened(browser, Standin(game), problems=[]) as fingers:
        await fingers.page.context.set_offline(True)
        for cell, digit in way:
            await fingers.write(cell, digit)
        await fingers.sees(way[0][0], f"{way[0][1]}, not confirmed yet")
        await expect(fingers.page.locator("#status")).to_have_text(
            "No connection. Waiting to be sent: 25"
        )
        assert game.acts == []
        await fingers.page.context.set_offline(False)
        await fingers.sees(*_last(way))
    assert [(act["cell"], act["digit"]) for act in game.acts] == way
    assert [act["number"] for act in game.acts] == list(range(1, 26))


async def test_what_was_not_sent_survives_a_reload(browser: Browser) -> None:
    """And is sent for the device that made it, before what the new page does."""
    game = Game.of(9)
    first, second, third, *_ = in_order(game.line)
    standin = Standin(game)
    async with opened(browser, standin, problems=[]) as fingers:
        standin.is_cut = True
        await fingers.write(*first)
        await fingers.write(*second)
        await fingers.sees(second[0], f"{second[1]}, not confirmed yet")
        standin.is_cut = False
        await fingers.page.reload()
        await fingers.sees(second[0], f"{second[1]}")
        await fingers.write(*third)
        await fingers.sees(third[0], f"{third[1]}")
        kept = await fingers.page.evaluate("Object.keys(localStorage)")
        assert not [key for key in kept if key.startswith("acts ")]
    assert [act["cell"] for act in game.acts] == [first[0], second[0], third[0]]
    assert [act["number"] for act in game.acts] == [1, 2, 1]
    assert len(game.highest) == 2


async def test_what_was_to_be_sent_after_the_next_picture_is_sent_by_a_page_that_is_left(
    browser: Browser,
) -> None:
    game = Game.of(9)
    cell, digit = next(in_order(game.line))
    async with opened(browser, Standin(game)) as fingers:
        await fingers.page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
        await fingers.write(cell, digit)
        await fingers.sees(cell, f"{digit}, not confirmed yet")
        assert game.acts == []
        await fingers.page.evaluate(
            """() => {
              Object.defineProperty(document, "hidden", { get: () => true });
              document.dispatchEvent(new Event("visibilitychange"));
            }"""
        )
        await fingers.sees(cell, str(digit))
    assert [act["cell"] for act in game.acts] == [cell]


async def test_a_lost_answer_doubles_nothing(browser: Browser) -> None:
    game = Game.of(9)
    first, second, *_ = in_order(game.line)
    standin = Standin(game)
    async with opened(browser, standin, problems=[]) as fingers:
        standin.loses_answers = True
        await fingers.write(*first)
        await expect(fingers.page.locator("#status")).to_contain_text("Waiting to be sent")
        standin.loses_answers = False
        await fingers.sees(first[0], str(first[1]))
        await fingers.write(*second)
        await fingers.sees(second[0], str(second[1]))
    assert [act["number"] for act in game.acts] == [1, 2]
    assert game.version == 2


async def test_a_late_act_says_how_long_it_has_waited(browser: Browser) -> None:
    game = Game.of(9)
    cell, digit = next(in_order(game.line))
    standin = Standin(game)
    async with opened(browser, standin, problems=[]) as fingers:
        await fingers.page.clock.install()
        standin.is_cut = True
        await fingers.write(cell, digit)
        await expect(fingers.page.locator("#status")).to_contain_text("Waiting to be sent")
        await fingers.page.clock.fast_forward(600_000)
        standin.is_cut = False
        # The page may have failed just before, and wait for half a minute now.
        await fingers.page.clock.fast_forward(60_000)
        await fingers.sees(cell, str(digit))
    assert 600 <= game.acts[0]["waited"] < 1_200


async def test_a_taken_cell_is_offered_again_with_one_tap(browser: Browser) -> None:
    game = Game.of(9, group=True)
    first, second, *_ = in_order(game.line)
    cell, digit = first
    standin = Standin(game)
    async with opened(browser, standin, problems=[]) as fingers:
        standin.is_cut = True
        await fingers.write(cell, digit)
        await fingers.write(*second)
        other = digit % 9 + 1
        game.play({"kind": "place", "cell": cell, "digit": other, "held": 0}, "Ann")
        standin.is_cut = False
        await expect(fingers.page.locator(".offer")).to_contain_text(
            re.compile(rf"Ann was first: {other} at row")
        )
        await fingers.sees(second[0], str(second[1]))
        await fingers.tap(fingers.button(f"Write {digit}"))
        await fingers.sees(cell, str(digit))
        await expect(fingers.page.locator(".offer")).to_have_count(0)
    assert [act.get("held") for act in game.acts] == [0, 0, other]


async def test_an_ended_session_is_opened_again(browser: Browser) -> None:
    game = Game.of(9)
    first, second, *_ = in_order(game.line)
    standin = Standin(game)
    async with opened(browser, standin, problems=[]) as fingers:
        await fingers.write(*first)
        await fingers.sees(first[0], str(first[1]))
        standin.session += 1
        await fingers.write(*second)
        await fingers.sees(second[0], str(second[1]))
    assert standin.opened == 2
    assert [act["number"] for act in game.acts] == [1, 2]


async def test_a_page_that_is_too_old_says_so_and_keeps_its_queue(browser: Browser) -> None:
    game = Game.of(9)
    first = next(in_order(game.line))
    standin = Standin(game)
    async with opened(browser, standin, problems=[]) as fingers:
        standin.session += 1
        standin.too_old = True
        await fingers.write(*first)
        await expect(fingers.page.locator(".offer")).to_contain_text("Close and open again.")
        await fingers.sees(first[0], f"{first[1]}, not confirmed yet")
        standin.too_old = False
        await fingers.page.reload()
        await fingers.sees(first[0], str(first[1]))
    assert [act["number"] for act in game.acts] == [1]


async def test_the_first_opening_is_tried_again(browser: Browser) -> None:
    game = Game.of(4)
    standin = Standin(game)
    standin.too_old = True
    async with opened(browser, standin, problems=[]) as fingers:
        await expect(fingers.page.locator("#notice")).to_contain_text("Close and open again.")
        standin.too_old = False
        standin.told.clear()
        await fingers.page.reload()
        await fingers.sees(blanks(game.line)[0], "blank")


async def test_the_stream_comes_back_with_what_was_missed(browser: Browser) -> None:
    game = Game.of(9)
    cell, digit = next(in_order(game.line))
    standin = Standin(game)
    async with opened(browser, standin, problems=[]) as fingers:
        standin.is_cut = True
        await standin.changed()
        await expect(fingers.page.locator("#status")).to_have_text("Reconnecting…")
        game.play({"kind": "place", "cell": cell, "digit": digit, "held": 0}, "Ann")
        standin.is_cut = False
        await fingers.sees(cell, f"{digit}, just changed by Ann")


def _last(way: list[tuple[int, int]]) -> tuple[int, str]:
    cell, digit = way[-1]
    return cell, str(digit)
