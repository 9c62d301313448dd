from bot.play.shelf import ON_A_PAGE
from bot.store import puzzles
from engine import Grid, parse
from tests.bot.house import House, Talk, right_moves

SOLUTION = parse("1234341221434321")


def small(count: int) -> list[Grid]:
    return [SOLUTION.with_values({cell: 0, 15: 0}) for cell in range(count)]


async def fill(talk: Talk, count: int) -> None:
    await talk.sends("/import " + "\n".join(map(str, small(count))))


async def test_nothing_there_yet(chat: Talk, ming: Talk) -> None:
    assert "/import" in await chat.sends("/shelf")
    assert "书架还是空的" in await ming.sends("/shelf")


async def test_page_by_page(chat: Talk) -> None:
    await fill(chat, ON_A_PAGE + 2)
    assert "10 puzzles" in await chat.sends("/shelf")
    assert len(chat.buttons) == ON_A_PAGE + 1
    shown = chat.last["message_id"]
    await chat.presses("▶", shown)
    assert chat.buttons == ["9 · 4×4 · 14 clues", "10 · 4×4 · 14 clues", "◀"]
    await chat.presses("◀", shown)
    assert chat.buttons[0] == "1 · 4×4 · 14 clues"


async def test_what_was_begun_and_solved_is_marked_and_can_go(house: House, chat: Talk) -> None:
    await fill(chat, 3)
    await chat.sends("/shelf")
    await chat.presses("1 · 4×4 · 14 clues")
    house.clock.forward(seconds=30)
    await chat.sends(" ".join(right_moves(await chat.game())))
    await chat.sends("/shelf")
    await chat.presses("2 · 4×4 · 14 clues")
    await chat.sends("/shelf")
    assert [label[0] for label in chat.buttons[:3]] == ["✓", "…", "3"]
    await chat.presses("Take solved ones off the shelf")
    assert [label[0] for label in chat.buttons] == ["…", "2"]


async def test_nobody_takes_from_anothers_shelf(chat: Talk, ming: Talk) -> None:
    await fill(chat, 1)
    await ming.sends("/shelf")
    for puzzle_id in range(1, 5):
        said = await ming.forges(f"take:{ming.person.id}:{puzzle_id}")
        assert "过期" in said
        assert "别人" in await ming.forges(f"take:{chat.person.id}:{puzzle_id}")


async def test_games_shows_the_way_to_the_shelf(chat: Talk) -> None:
    await fill(chat, 1)
    await chat.sends("/games")
    assert "1 puzzle" in await chat.presses("📚 My shelf")


async def test_deleting_oneself_empties_the_shelf_and_forgets_its_puzzles(
    house: House, chat: Talk
) -> None:
    await fill(chat, 2)
    await chat.sends("/deleteme")
    await chat.presses("Yes, delete everything")
    assert await puzzles.get(house.database, 1) is None
    assert "empty" in await chat.sends("/shelf")
