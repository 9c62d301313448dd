"""The touch board in a real browser with a finger, over a stand-in for its server."""

import pytest
from playwright.async_api import Browser, expect

from tests.bot.playground.browsing import CHROMIUM
from tests.bot.touch.fingers import SIZES, blanks, by_digit, in_order, opened
from tests.bot.touch.model import CLUES, Game
from tests.bot.touch.standin import Standin

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.xdist_group("processes"),
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.long,
]


@pytest.mark.parametrize("view", SIZES)
@pytest.mark.parametrize("size", CLUES)
async def test_each_size_is_solved_by_taps_in_the_order_of_logic(
    browser: Browser, size: int, view: str
) -> None:
    game = Game.of(size)
    async with opened(browser, Standin(game), SIZES[view]) as fingers:
        for cell, digit in in_order(game.line):
            await fingers.write(cell, digit)
        await expect(fingers.page.locator("#panel")).to_contain_text("Solved!")
    assert game.is_solved
    assert fingers.taps == 2 * len(blanks(game.line))


@pytest.mark.parametrize("size", CLUES)
async def test_each_size_is_solved_digit_by_digit(browser: Browser, size: int) -> None:
    game = Game.of(size)
    async with opened(browser, Standin(game)) as fingers:
        for cell, digit in by_digit(game.line):
            await fingers.write_held(cell, digit)
        await expect(fingers.page.locator("#panel")).to_contain_text("Solved!")
    assert game.is_solved
    digits = {digit for _, digit in by_digit(game.line)}
    assert fingers.taps == len(blanks(game.line)) + len(digits)


async def test_a_digit_tapped_without_a_blank_cell_is_taken_in_hand(browser: Browser) -> None:
    game = Game.of(9)
    first, second, *_ = (cell for cell in blanks(game.line))
    async with opened(browser, Standin(game)) as fingers:
        await fingers.tap(fingers.key(4))
        await expect(fingers.key(4)).to_have_attribute("aria-pressed", "true")
        await fingers.tap(fingers.cell(first))
        await fingers.sees(first, "4, wrong" if game.solution[first] != 4 else "4")
        await fingers.tap(fingers.key(4))
        await expect(fingers.key(4)).to_have_attribute("aria-pressed", "false")

        await fingers.write(second, game.solution[second])
        await expect(fingers.key(4)).to_have_attribute("aria-pressed", "false")
        await fingers.sees(second, str(game.solution[second]))


async def test_nothing_that_stands_there_is_overwritten(browser: Browser) -> None:
    """Neither by a second digit for the cell just written, nor by a digit in hand."""
    game = Game.of(9)
    cell, other, *_ = blanks(game.line)
    digit = game.solution[cell]
    async with opened(browser, Standin(game)) as fingers:
        await fingers.write(cell, digit)
        await fingers.tap(fingers.key(digit % 9 + 1))
        await fingers.sees(cell, str(digit))
        await expect(fingers.key(digit % 9 + 1)).to_have_attribute("aria-pressed", "true")
        await fingers.tap(fingers.cell(cell))
        await fingers.sees(cell, str(digit))
        given = game.line.index(str(digit))
        await fingers.tap(fingers.cell(given), fingers.tool("erase"))
        await fingers.sees(given, f"{digit}, given")
        await fingers.write(other, game.solution[other])
        await fingers.sees(other, str(game.solution[other]))
    assert [act["kind"] for act in game.acts] == ["place", "place"]


async def test_writing_erasing_undoing_and_redoing(browser: Browser) -> None:
    game = Game.of(9)
    cell = blanks(game.line)[0]
    digit = game.solution[cell]
    async with opened(browser, Standin(game)) as fingers:
        await expect(fingers.tool("undo")).to_be_disabled()
        await fingers.write(cell, digit)
        await fingers.sees(cell, str(digit))
        await fingers.tap(fingers.tool("undo"))
        await fingers.sees(cell, "blank")
        await fingers.tap(fingers.tool("redo"))
        await fingers.sees(cell, str(digit))
        await fingers.tap(fingers.tool("erase"))
        await fingers.sees(cell, "blank")
        await expect(fingers.tool("redo")).to_be_disabled()


async def test_undo_at_once_takes_back_what_is_not_confirmed_yet(browser: Browser) -> None:
    game = Game.of(9)
    cell = blanks(game.line)[0]
    standin = Standin(game)
    async with opened(browser, standin, problems=[]) as fingers:
        standin.is_cut = True
        await fingers.write(cell, game.solution[cell])
        await fingers.tap(fingers.tool("undo"))
        standin.is_cut = False
        await fingers.sees(cell, "blank")
    assert [act["kind"] for act in game.acts] == ["place", "undo"]
    assert game.done == 0


async def test_undo_takes_back_an_act_that_the_stream_tells_before_its_answer(
    browser: Browser,
) -> None:
    game = Game.of(9)
    cell = blanks(game.line)[0]
    standin = Standin(game)
    async with opened(browser, standin, problems=[]) as fingers:
        standin.loses_answers = True
        game.title = "Told by the stream"
        await fingers.write(cell, game.solution[cell])
        await expect(fingers.page.locator("#title")).to_have_text(game.title)
        await fingers.tap(fingers.tool("undo"))
        standin.loses_answers = False
        await fingers.sees(cell, "blank")
        await expect(fingers.page.locator("#panel")).to_be_hidden()
    assert [act["kind"] for act in game.acts] == ["place", "undo"]
    assert game.done == 0


async def test_notes_by_tap_and_by_drag(browser: Browser) -> None:
    game = Game.of(9)
    row = [cell for cell in blanks(game.line) if cell // 9 == 2]
    async with opened(browser, Standin(game)) as fingers:
        await fingers.tap(fingers.tool("note"), fingers.cell(row[0]))
        await fingers.tap(fingers.key(2), fingers.key(7))
        await fingers.sees(row[0], "blank, notes 2 and 7")
        await fingers.tap(fingers.key(2))
        await fingers.sees(row[0], "blank, notes 7")

        await fingers.tap(fingers.tool("note"))
        await fingers.drag(row[:3])
        await fingers.tap(fingers.key(7))
        await fingers.sees(row[2], "blank, notes 7")
        await fingers.tap(fingers.key(7))
        await fingers.sees(row[0], "blank")

        await fingers.tap(fingers.cell(row[0]), fingers.cell(row[0]), fingers.key(5))
        await fingers.drag(row[:3])
        for cell in row[:3]:
            await fingers.sees(cell, "blank, notes 5")
    drags = [act for act in game.acts if len(act["cells"]) > 1]
    assert [act["on"] for act in drags] == [True, False, True]
    assert drags[0]["cells"] == row[:3], "one turn for all of them"


@pytest.mark.parametrize("told", ["nothing on the way", "a few places"])
async def test_a_fast_drag_leaves_no_cell_out(browser: Browser, told: str) -> None:
    """Of a fast finger, or on a busy phone, a browser tells few places, or only where it ends."""
    game = Game.of(9)
    async with opened(browser, Standin(game)) as fingers:
        await fingers.touches("pointerdown", 27)
        if told == "a few places":
            await fingers.touches("pointermove", 29)
            await fingers.touches("pointermove", 33)
        await fingers.touches("pointerup", 35)
        await expect(fingers.page.locator("[aria-selected='true']")).to_have_count(9)

        await fingers.touches("pointerdown", 0)
        await fingers.touches("pointerup", 40)
        chosen = await fingers.page.locator("[aria-selected='true'] button").evaluate_all(
            "nodes => nodes.map((node) => Number(node.dataset.cell))"
        )
    assert chosen == [0, 10, 20, 30, 40], "straight from corner to corner"


async def test_a_touch_counts_however_long_it_stays(browser: Browser) -> None:
    """And while the other thumb is on the board, or trembles: there may be no click at all."""
    game = Game.of(9)
    cell, digit = next(in_order(game.line))
    async with opened(browser, Standin(game)) as fingers:
        await fingers.touches("pointerdown", cell)
        await fingers.touches("pointermove", cell, by=6)
        await fingers.presses("pointerdown", fingers.key(digit), pointerId=9, isPrimary=False)
        await fingers.touches("pointerup", cell, by=6)
        await fingers.presses("pointerup", fingers.key(digit), pointerId=9, isPrimary=False)
        await fingers.sees(cell, str(digit))
    assert [(act["cell"], act["digit"]) for act in game.acts] == [(cell, digit)]


async def test_a_screen_readers_click_counts_after_a_drag(browser: Browser) -> None:
    game = Game.of(9)
    cell, digit = next(in_order(game.line))
    async with opened(browser, Standin(game)) as fingers:
        await fingers.drag([27, 29])
        await fingers.cell(cell).dispatch_event("click")
        await fingers.key(digit).dispatch_event("click")
        await fingers.sees(cell, str(digit))


async def test_a_mouse_let_go_beside_the_board_ends_its_drag(browser: Browser) -> None:
    game = Game.of(9)
    async with opened(browser, Standin(game), SIZES["desk"]) as fingers:
        mouse = fingers.page.mouse
        await mouse.move(*await fingers.middle(8))
        await mouse.down()
        await mouse.move(*await fingers.middle(7))
        await mouse.move(1270, 5)
        await mouse.up()
        await mouse.move(*await fingers.middle(60), steps=5)
        chosen = fingers.page.locator("[aria-selected='true'] button")
        assert await chosen.evaluate_all("nodes => nodes.map((node) => node.dataset.cell)") == [
            "7",
            "8",
        ]


async def test_a_placed_digit_goes_from_the_notes_that_see_it_once_it_is_confirmed(
    browser: Browser,
) -> None:
    game = Game.of(9)
    cell = blanks(game.line)[0]
    digit = game.solution[cell]
    other = next(at for at in game.geometry.peers[cell] if game.line[at] == ".")
    standin = Standin(game)
    async with opened(browser, standin, problems=[]) as fingers:
        await fingers.tap(fingers.tool("note"), fingers.cell(other), fingers.key(digit))
        await fingers.sees(other, f"blank, notes {digit}")
        standin.is_cut = True
        await fingers.tap(fingers.tool("note"))
        await fingers.write(cell, digit)
        await fingers.sees(cell, f"{digit}, not confirmed yet")
        await fingers.sees(other, f"blank, notes {digit}")
        standin.is_cut = False
        await fingers.sees(other, "blank")


async def test_the_board_is_hidden_while_the_game_is_paused(browser: Browser) -> None:
    game = Game.of(9)
    standin = Standin(game)
    async with opened(browser, standin) as fingers:
        status = fingers.page.locator("#status")
        await fingers.tap(fingers.key(5))
        await expect(status).to_contain_text("5 in hand")
        await fingers.tap(fingers.button("Pause"))
        await expect(status).to_be_empty()
        await expect(fingers.page.locator("#curtain")).to_contain_text("Paused")
        await expect(fingers.page.locator("#curtain")).to_contain_text("only its first minute")
        await expect(fingers.page.locator("#drawing")).to_be_hidden()
        await expect(fingers.cell(0)).to_be_hidden()
        stood = await fingers.page.locator("#time").inner_text()
        await fingers.page.keyboard.press("1")
        await standin.hears("pause", 1)
        await fingers.tap(fingers.button("Go on").last)
        await expect(fingers.page.locator("#drawing")).to_be_visible()
        await expect(status).to_contain_text("5 in hand")
        await expect(fingers.page.locator("#time")).not_to_have_text(stood)
        told = await standin.hears("pause", 2)
    assert sorted(each["on"] for each in told) == [False, True]
    assert game.acts == []


async def test_the_keyboard_is_enough(browser: Browser) -> None:
    game = Game.of(9)
    way = list(in_order(game.line))
    async with opened(browser, Standin(game), SIZES["desk"]) as fingers:
        keyboard = fingers.page.keyboard
        await fingers.page.locator("#grid button").first.focus()
        row = column = 0
        for cell, digit in way[:-1]:
            down, right = cell // 9 - row, cell % 9 - column
            for _ in range(abs(down)):
                await keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
            for _ in range(abs(right)):
                await keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
            row, column = divmod(cell, 9)
            await expect(fingers.cell(cell)).to_be_focused()
            await keyboard.press(str(digit))
        await keyboard.press("Control+z")
        await fingers.sees(way[-2][0], "blank")
        await keyboard.press("Control+y")
        await fingers.sees(way[-2][0], str(way[-2][1]))
        await keyboard.press("Backspace")
        await keyboard.press(f"Shift+Digit{way[-2][1]}")
        await fingers.sees(way[-2][0], f"blank, notes {way[-2][1]}")
        await keyboard.press("Control+z")
        await keyboard.press("Control+z")
        await fingers.cell(way[-1][0]).focus()
        await keyboard.press(str(way[-1][1]))
        await expect(fingers.page.locator("#panel")).to_contain_text("Solved!")


async def test_a_hint_is_drawn_in_three_stages_and_parts(browser: Browser) -> None:
    game = Game.of(9)
    cell, digit = next(in_order(game.line))
    standin = Standin(game)
    box = list(game.geometry.boxes[game.geometry.box_of(cell)])
    standin.hints = [
        {"words": "Look at this box.", "cells": {"houses": [box]}},
        {"words": "A hidden single.", "cells": {"houses": [box], "target": [cell]}},
        {
            "words": "Hint · Hidden single\nThere is one place.",
            "cells": {"houses": [box], "target": [cell]},
            "candidates": [[cell, digit, "in"]],
            "parts": 2,
        },
    ]
    async with opened(browser, standin) as fingers:
        page = fingers.page
        await fingers.tap(fingers.tool("hint"))
        await expect(page.locator("#panel")).to_contain_text("Look at this box.")
        await expect(page.locator("#live")).to_have_text("Look at this box.")
        await expect(page.locator(".ground.house")).to_have_count(9)
        await fingers.tap(fingers.button("Why?"))
        await expect(page.locator("rect.target:not(.ground)")).to_have_count(1)
        await expect(page.locator("circle.in")).to_have_count(0)
        await fingers.tap(fingers.button("And the move?"))
        await expect(page.locator("#panel h2")).to_have_text("Hint · Hidden single")
        await expect(page.locator("#panel .words")).to_have_text("There is one place.")
        # The digit is shown in the middle of its cell.
        spot = await page.locator("circle.in").bounding_box()
        assert spot is not None
        middle = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
        assert middle == pytest.approx(await fingers.middle(cell), abs=1)
        await expect(page.locator("#panel")).to_contain_text("Part 1 of 2")
        await fingers.tap(fingers.button("Next part"))
        await expect(page.locator("#panel")).to_contain_text("Part 2 of 2")
        await fingers.tap(fingers.button("Do it"))
        await fingers.sees(cell, str(digit))
        await expect(page.locator("#panel")).to_be_hidden()
        await expect(page.locator(".ground.house")).to_have_count(0)
    asked = [(told["stage"], told.get("part")) for name, told in standin.told if name == "hint"]
    assert asked == [(1, None), (2, None), (3, None), (3, 1)]


async def test_the_way_is_walked_after_the_end_step_by_step(browser: Browser) -> None:
    game = Game.of(4)
    way = list(in_order(game.line))
    standin = Standin(game)
    (first, digit), (second, _), *_ = way
    start = game.line
    after = start[:first] + str(digit) + start[first + 1 :]
    standin.ways = [
        {
            "words": "Only here.",
            "values": start,
            "cells": {"target": [first]},
            "candidates": [[first, digit, "in"]],
            "harder": 2,
        },
        {"words": "Two reasons.", "values": after, "cells": {"target": [second]}, "parts": 2},
    ]
    async with opened(browser, standin) as fingers:
        page = fingers.page
        for cell, one in way:
            await fingers.write(cell, one)
        await fingers.tap(fingers.button("Step by step"))
        await expect(page.locator("#panel")).to_contain_text("Only here.")
        await expect(page.locator("circle.in")).to_have_count(1)
        await fingers.sees(first, "blank")
        await expect(fingers.button("Previous step")).to_be_disabled()
        await expect(fingers.button("Next step")).to_be_focused()
        await fingers.tap(fingers.button("Next step"))
        await fingers.sees(first, str(digit))
        await fingers.tap(fingers.button("Next step"))
        await expect(fingers.button("Next step")).to_be_disabled()
        await fingers.tap(fingers.button("Previous step"), fingers.button("Previous step"))
        await fingers.sees(first, "blank")
        await fingers.tap(fingers.button("Next hard step"))
        await expect(page.locator("#panel")).to_contain_text("Two reasons.")
        await fingers.tap(fingers.button("Close"))
        await expect(page.locator("#panel")).to_contain_text("Solved!")
        await fingers.sees(second, str(game.solution[second]))
    asked = [(told["step"], told["part"]) for name, told in standin.told if name == "way"]
    assert asked == [(1, 0), (2, 0), (2, 1), (2, 0), (1, 999), (2, 0)]
    # Only who has seen nothing of a way yet begins with the best one.
    better = [told["better"] for name, told in standin.told if name == "way"]
    assert better == [True, *[False] * 5]


async def test_a_game_that_is_over_opens_with_its_end_and_without_cheers(browser: Browser) -> None:
    game = Game.of(4)
    for cell, digit in in_order(game.line):
        game.play({"kind": "place", "cell": cell, "digit": digit, "held": 0}, game.me)
    async with opened(browser, Standin(game)) as fingers:
        await expect(fingers.page.locator("#panel")).to_contain_text("Solved!")
        await expect(fingers.page.locator(".won, .cheer")).to_have_count(0)


async def test_a_solution_that_was_given_away_is_shown(browser: Browser) -> None:
    game = Game.of(4)
    lines, solution = ["Here is the solution."], "".join(map(str, game.solution))
    ending = {"kind": "given_up", "lines": lines, "cheer": False, "solution": solution}
    game.options |= {"open": False, "ending": ending}
    cell = blanks(game.line)[0]
    async with opened(browser, Standin(game)) as fingers:
        await expect(fingers.page.locator("#panel")).to_contain_text("Here is the solution.")
        await fingers.sees(cell, str(game.solution[cell]))


async def test_a_game_is_shared_over_the_clipboard_where_nothing_else_is(browser: Browser) -> None:
    script = """
      Object.defineProperty(navigator, 'share', { value: undefined });
      Object.defineProperty(navigator, 'clipboard',
        { value: { writeText: async (text) => { window.copied = text; } } });
    """
    async with opened(browser, Standin(Game.of(4)), script=script) as fingers:
        await fingers.tap(fingers.button("More"), fingers.button("Share"))
        await fingers.page.locator(".offer").get_by_text("Copied.").wait_for()
        copied = await fingers.page.evaluate("window.copied")
        await expect(fingers.button("Full screen")).to_have_count(0)
    assert copied == "A Sudoku for you\nhttps://t.me/bot?start=x"


@pytest.mark.parametrize(
    ("platform", "height", "is_told"),
    [("ios", 844, True), ("android", 844, True), ("android", 640, False), ("tdesktop", 844, False)],
)
async def test_a_phone_says_how_tall_it_is_and_is_told_of_more_keys_in_the_chat(
    browser: Browser, platform: str, height: int, *, is_told: bool
) -> None:
    standin = Standin(Game.of(4))
    standin.tall_from = 812
    script, screen = "window.Telegram = { WebApp: {} };", {"width": 390, "height": height}
    address = {"platform": platform}
    async with opened(browser, standin, address=address, script=script, screen=screen) as fingers:
        await expect(fingers.page.locator("#app")).to_be_visible()
        line = fingers.page.locator(".offer").get_by_text("/tall there goes back")
        await expect(line).to_have_count(int(is_told))


async def test_what_another_person_does_is_lit_with_their_name(browser: Browser) -> None:
    game = Game.of(9, group=True)
    cell = blanks(game.line)[0]
    digit = game.solution[cell]
    standin = Standin(game)
    async with opened(browser, standin) as fingers:
        await standin.plays("Ann", kind="place", cell=cell, digit=digit, held=0)
        await fingers.sees(cell, f"{digit}, just changed by Ann")
        await expect(fingers.page.locator(".tag")).to_have_text("Ann")
        await expect(fingers.page.locator("#status")).to_have_text("Ann: row 1 column 3")
        await expect(fingers.page.locator("#live")).to_have_text(f"Ann: row 1 column 3, {digit}")
        await fingers.tap(fingers.tool("undo"))
        await fingers.page.locator(".offer").get_by_text("others_turn").wait_for()
    assert game.done == 1


async def test_whoever_may_not_play_only_watches(browser: Browser) -> None:
    game = Game.of(4)
    game.options["may_play"] = False
    cell = blanks(game.line)[0]
    async with opened(browser, Standin(game)) as fingers:
        await expect(fingers.page.locator("#status")).to_have_text("You're watching")
        await expect(fingers.key(1)).to_be_hidden()
        await fingers.tap(fingers.cell(cell))
        await fingers.page.keyboard.press("1")
        await fingers.sees(cell, "blank")
    assert game.acts == []


async def test_without_a_game_it_says_how_to_begin(browser: Browser) -> None:
    async with opened(browser, Standin(None)) as fingers:
        await expect(fingers.page.locator("#notice")).to_contain_text("Send /new")
