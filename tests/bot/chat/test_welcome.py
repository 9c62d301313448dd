from tests.bot.house import Talk


def rows(chat: Talk) -> list[list[str]]:
    keys = chat.last["reply_markup"]["inline_keyboard"]
    return [[button["text"] for button in row] for row in keys]


async def test_a_first_board_is_offered_above_all_else_until_somebody_has_played(
    chat: Talk,
) -> None:
    first = await chat.sends("/start")
    before = rows(chat)
    await chat.sends("/new 4")
    again = await chat.sends("/start")
    assert before[0] == ["▶ Start with a small one"]
    assert before[1:] == rows(chat)
    assert rows(chat)[0] == ["Today's puzzle", "New puzzle"]
    assert rows(chat)[-1] == ["🌐 English · Español · 简体中文"]
    assert "Good to see you again" in again
    assert first
    assert "again" not in first
