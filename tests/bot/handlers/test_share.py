from urllib.parse import parse_qs, urlsplit

from tests.bot.house import Talk


def link(talk: Talk) -> str:
    return talk.text.rpartition(" ")[2]


def payload(talk: Talk) -> str:
    (found,) = parse_qs(urlsplit(link(talk)).query)["start"]
    return found


async def test_the_link_opens_exactly_this_puzzle(chat: Talk, ming: Talk) -> None:
    for size in (4, 6, 9, 16):
        await chat.sends(f"/new {size}")
        puzzle = (await chat.game()).puzzle.grid
        await chat.sends("/share")
        assert link(chat).startswith("https://t.me/SudokuPlaygroundBot?start=")
        await ming.sends(f"/start {payload(chat)}")
        assert (await ming.game()).puzzle.grid == puzzle


async def test_the_line_is_copied(chat: Talk) -> None:
    await chat.sends("/new 16")
    await chat.sends("/share")
    await chat.presses("📋 Copy")
    assert chat.person.clipboard == str((await chat.game()).puzzle.grid)


async def test_the_link_of_a_daily_leads_to_the_daily(chat: Talk, ming: Talk) -> None:
    await chat.sends("/daily")
    await chat.sends("/share")
    assert "2026-11-20" in await ming.sends(f"/start {payload(chat)}")
    assert (await ming.game()).daily_label == "2026-11-20"


async def test_a_link_to_tomorrow_is_locked(chat: Talk) -> None:
    assert "still locked" in await chat.sends("/start d2026-11-21")


async def test_opening_it_again_goes_on(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/share")
    opened = payload(chat)
    await ming.sends(f"/start {opened}")
    game = (await ming.game()).id
    await ming.sends("/new 4")
    await ming.sends(f"/start {opened}")
    assert (await ming.game()).id == game


async def test_nobody_counts_through_stored_puzzles(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 16")
    await chat.sends("/share")
    number, _, proof = payload(chat)[1:].partition("-")
    assert "已经不在了" in await ming.sends(f"/start p{int(number) + 1}-{proof}")
    assert "已经不在了" in await ming.sends(f"/start p{number}-{'A' * 16}")


async def test_the_boards_second_page_shares_too(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    assert str(stored.puzzle.grid) in await chat.forges(f"share:{stored.id}")
