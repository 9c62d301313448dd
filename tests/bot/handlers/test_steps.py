import re

from bot.play import rate
from bot.render.hint_words import name
from engine import Geometry, Symmetry, generate, parse, solve
from engine.path import short_path
from engine.practice import positions
from engine.techniques.technique import Family, Technique
from tests.bot.house import House, Talk

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EXPERT = generate(Geometry(3, 3), Symmetry.NONE, "way 12").grid


def number(text: str) -> tuple[int, int]:
    """Which step is told, of how many."""
    found = re.search(r"Step (\d+) of (\d+)", text)
    assert found
    return int(found[1]), int(found[2])


async def begun(chat: Talk, puzzle: object = EASY) -> str:
    await chat.sends(f"/solve {puzzle}")
    await chat.presses("👣 Step by step")
    return chat.text


async def test_an_easy_step_has_its_reason_and_its_board_too(chat: Talk) -> None:
    said = await begun(chat)
    assert number(said) == (1, 51)
    assert "Hidden single" in said
    assert "So put" in said
    board, _, words = said.partition("👣")
    assert board.count("+") == 1 + 2 * 2
    assert re.search(r"So put \d in r\dc\d\.", words)


async def test_every_step_is_turned_to_in_the_same_message(chat: Talk) -> None:
    await begun(chat)
    message, way = chat.last["message_id"], short_path(EASY)
    grid = parse(EASY)
    for at, step in enumerate(way, 1):
        assert number(chat.text) == (at, len(way))
        ((cell, digit),) = step.placements
        assert f"So put {digit} in {grid.geometry.name(cell)}." in chat.text
        await chat.presses("▶")
    assert number(chat.text) == (1, len(way))
    await chat.presses("◀")
    assert number(chat.text) == (len(way), len(way))
    assert chat.last["message_id"] == message
    board = chat.text.partition("👣")[0]
    assert (board.count("."), board.count("+") - 2 * 2) == (0, 1)


async def test_the_key_to_hard_steps_passes_the_easy_ones_over(chat: Talk) -> None:
    await begun(chat, EXPERT)
    _, count = number(chat.text)
    visit, puzzle = (
        await chat.visit(),
        (await chat.house.database.one("select max(id) from puzzles")),
    )
    assert puzzle is not None
    brought = await rate.brought(visit, puzzle[0])
    # A busy machine may take another way, so it is the one that was told.
    way = [(await rate.step_of(visit, brought, at)).step for at in range(1, count + 1)]
    hard = [at for at, step in enumerate(way, 1) if step.technique.family is not Family.SINGLES]
    for at in [*(hard if hard[0] > 1 else hard[1:]), hard[0]]:
        await chat.presses("⏭ Hard")
        assert number(chat.text) == (at, count)
        assert name("en", way[at - 1].technique) in chat.text


async def test_a_puzzle_of_singles_has_no_key_to_hard_steps(chat: Talk) -> None:
    await begun(chat)
    assert chat.buttons == ["◀", "▶", "🖼 Picture", "📖 About it"]


async def test_a_step_becomes_a_picture_in_its_place_and_goes_on_as_one(chat: Talk) -> None:
    await begun(chat)
    await chat.presses("▶")
    message = chat.last["message_id"]
    await chat.presses("🖼 Picture")
    first = chat.last
    assert (first["message_id"], number(first["caption"])) == (message, (2, 51))
    assert "🖼 Picture" not in chat.buttons
    await chat.presses("▶")
    assert (chat.last["message_id"], number(chat.last["caption"])) == (message, (3, 51))
    assert chat.last["photo"] != first["photo"]


async def test_who_sees_boards_as_pictures_gets_pictures(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/board image")
    await chat.sends(f"/solve {EASY}")
    await chat.presses("👣 Step by step")
    assert chat.last["photo"]
    assert number(chat.last["caption"]) == (1, 51)


async def test_a_screen_reader_hears_the_board_of_each_step(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/board speak")
    said = await begun(chat)
    assert "Row 1: 5, 3, blank; " in said
    assert "🖼 Picture" not in chat.buttons
    assert not [e for e in chat.last.get("entities", ()) if e["type"] == "pre"]


async def test_a_small_board_is_explained_too(chat: Talk, ming: Talk) -> None:
    small = "1...  ..3.  .4..  ...2"
    for talk, label, told in (
        (chat, "👣 Step by step", "Step 1 of 12"),
        (ming, "👣 逐步讲解", "第 1/12 步"),
    ):
        await talk.sends(f"/solve {small}")
        assert told in await talk.presses(label)


async def test_a_message_from_before_steps_were_told_apart_goes_on(
    house: House, chat: Talk
) -> None:
    """Its ▶ led to page 2."""
    await begun(chat)
    puzzle = await house.database.one("select max(id) from puzzles")
    assert puzzle is not None
    await chat.forges(f"steps:{puzzle[0]}:2")
    assert number(chat.text) == (2, 51)


async def test_numbers_beyond_the_steps_lead_to_the_first_and_the_last(
    house: House, chat: Talk
) -> None:
    await begun(chat)
    puzzle = await house.database.one("select max(id) from puzzles")
    assert puzzle is not None
    for data, told in ((f"{puzzle[0]}:99999999", 51), (f"{puzzle[0]}:1", 1)):
        await chat.forges(f"steps:{data}")
        assert number(chat.text) == (told, 51)


async def test_it_goes_on_after_a_restart(house: House, chat: Talk) -> None:
    await begun(chat)
    message = chat.last["message_id"]
    await house.stops()
    await house.starts()
    await chat.presses("▶")
    assert (chat.last["message_id"], number(chat.text)) == (message, (2, 51))


async def test_each_step_leads_to_its_lesson(chat: Talk) -> None:
    await begun(chat)
    assert "Hidden single" in await chat.presses("📖 About it")


async def test_how_hard_from_the_same_message(chat: Talk) -> None:
    await chat.sends(f"/solve {EASY}")
    assert "rating 1.2" in await chat.presses("How hard?")


async def test_only_what_somebody_brought_is_explained(chat: Talk, ming: Talk) -> None:
    await ming.sends("/new 4")
    await chat.sends("/start")
    number = (await ming.game()).puzzle.id
    for data in (
        *(f"steps:{number}", f"steps:{number}:3", f"drawstep:{number}:1", f"ratepuzzle:{number}"),
        *("steps:999", "steps", "drawstep"),
    ):
        assert "is gone" in await chat.forges(data)


async def test_the_key_to_the_next_hard_step_never_leads_to_the_step_itself(chat: Talk) -> None:
    chain = positions(Technique.XY_CHAIN)[0].givens
    await chat.sends(f"/solve {chain}")
    await chat.presses("👣 Step by step")
    seen = [chat.text]
    while "⏭ Hard" in chat.buttons and len(seen) < 9:
        await chat.presses("⏭ Hard")
        assert chat.text not in seen[-1:]
        seen.append(chat.text)
    assert len(seen) > 1


async def test_the_candidates_that_a_step_draws_are_not_read_as_digits(chat: Talk) -> None:
    solution = str(solve(EXPERT))
    await begun(chat, EXPERT)
    for _ in range(9):
        await chat.presses("⏭ Hard")
        if re.search(r"^ *\d+: .*\d[*-]", chat.text, re.MULTILINE):
            break
    step = chat.last["message_id"]
    assert re.search(r"^ *\d+: .*\d[*-]", chat.text, re.MULTILINE)
    assert solution in await chat.sends("/solve", step)
