from urllib.parse import parse_qs, urlsplit

from tests.bot.house import Talk, right_moves


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


async def test_after_the_end_the_card_comes_with_the_puzzle(chat: Talk) -> None:
    await chat.sends("/new 4 easy")
    stored = await chat.game()
    chat.house.clock.forward(seconds=60)
    await chat.sends(" ".join(right_moves(stored)))
    said = await chat.sends("/share")
    assert said.startswith("Sudoku 4×4 · easy\n⏱ 1:00 · no hints · no mistakes\n🟩🟩\n🟩🟩\n")
    assert str(stored.puzzle.grid) in said
    assert stored.puzzle.solution != stored.puzzle.grid
    assert str(stored.puzzle.solution) not in said


async def test_a_game_that_was_given_up_is_shared_without_a_card(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    assert (await chat.sends("/share")).startswith("This puzzle")
    assert payload(chat)
    assert str(stored.puzzle.grid) in chat.text


async def test_who_never_played_has_nothing_to_share(chat: Talk) -> None:
    assert "/new" in await chat.sends("/share")


def words_of_link(talk: Talk) -> str:
    """What the button that sends the link writes before it."""
    keys = [key for row in talk.last["reply_markup"]["inline_keyboard"] for key in row]
    (url,) = [key["url"] for key in keys if "url" in key]
    return str(parse_qs(urlsplit(url).query)["text"][0])


async def test_the_button_invites_and_once_the_game_is_solved_tells_the_result(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/share")
    assert "A Sudoku for you, 4×4:" in words_of_link(chat)
    stored = await chat.game()
    chat.house.clock.forward(seconds=65)
    await chat.sends(" ".join(right_moves(stored)))
    await chat.forges(f"share:{stored.id}")
    assert "for you" not in words_of_link(chat)
    assert "1:05" in words_of_link(chat)
    assert chat.text.startswith(words_of_link(chat).splitlines()[0])
