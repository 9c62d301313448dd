import pytest

from tests.bot.house import Talk, right_moves


def pages(talk: Talk) -> int:
    """How many pages the newest PDF has."""
    sent = [m for m in talk.person.messages(talk.chat) if "document" in m]
    file = talk.house.api.world.files.get(sent[-1]["document"]["file_id"])
    assert file.upload.content.startswith(b"%PDF-")
    return file.upload.content.count(b"/Type /Page\n") or file.upload.content.count(b"/Type /Page ")


async def test_the_game_that_is_played(chat: Talk) -> None:
    await chat.sends("/new 9")
    assert "not for your times" in await chat.sends("/print")
    question = chat.last["message_id"]
    assert "still counts" in await chat.presses("🖨 Without the solution", question)
    assert pages(chat) == 1
    assert "not for your times" in await chat.presses("🖨 With the solution", question)
    assert pages(chat) == 2
    await chat.presses("2 🖨")
    assert pages(chat) == 2


@pytest.mark.parametrize(
    "typed",
    [
        *("/print", "/print 1 4", "/print 3 6x6", "/print 6 4", "/print 2 hard 6"),
        *("/print 1 difícil", "print two hard 6x6 ones please"),
    ],
)
async def test_new_ones(chat: Talk, typed: str) -> None:
    assert "solutions are on the last page" in await chat.sends(typed)
    assert pages(chat) == 2


@pytest.mark.parametrize("typed", ["/print 7", "/print 0", "/print much", "/print 2 zzzz"])
async def test_what_was_not_understood_is_met_with_examples(chat: Talk, typed: str) -> None:
    assert "/print 4" in await chat.sends(typed)


async def test_a_size_is_never_too_hard(chat: Talk) -> None:
    assert "never that hard" in await chat.sends("/print 2 4 hard")


async def test_the_board_prints_its_own_game(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    assert "Print this puzzle" in await chat.forges(f"print:{stored.id}")
    assert "Ready to print" in await chat.forges(f"print:{stored.id}:1")
    await chat.sends(" ".join(right_moves(stored)))
    assert "Ready to print" in await chat.forges(f"print:{stored.id}")
    await ming.sends("/start")
    assert "另一个聊天" in await ming.forges(f"print:{stored.id}")


async def test_two_four_or_six_more_are_offered(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/print")
    await chat.presses("🖨 With the solution")
    assert chat.buttons == ["2 🖨", "4 🖨", "6 🖨"]
    for forged in ("0", "5", "7", "-1"):
        assert "too old" in await chat.forges(f"printnew:{forged}")


async def test_a_number_that_is_too_long_is_met_with_examples(chat: Talk) -> None:
    for typed in ("07", "006", "100", "9" * 5000):
        assert "/print 4" in await chat.sends(f"/print {typed}"[:4096])
