import pytest

from bot.game.person import User
from bot.render.buttons.personal import (
    ChangeLetters,
    ChangeLook,
    ChangeOrder,
    ChangePolicy,
    ChangeTheme,
    ChangeTimer,
)
from bot.store import users
from tests.bot.house import House, Talk


async def kept(house: House, talk: Talk) -> User:
    user = await users.get(house.database, talk.person.id)
    assert user is not None
    return user


async def test_everything_is_chosen_by_pressing_and_comes_round_again(
    house: House, chat: Talk
) -> None:
    await chat.sends("/settings")
    message = chat.last["message_id"]
    first = [
        "Board: roomy text",
        "Picture: light",
        "Mistakes: show clashes",
        "Timer: shown",
        "Buttons: cell first",
        "D5 means: row D, column 5",
        "🔔 Evening reminder: off",
        "🌐 English",
    ]
    assert chat.buttons == first
    for label in first[:-2]:
        await chat.presses(label)
    user = await kept(house, chat)
    assert (user.board, user.policy, user.timer) == ("compact", "wrong", False)
    assert (user.digit_first, user.letters) == (True, "column")
    for label in (
        *("Board: small text", "Board: text, buttons for a tall phone", "Board: picture"),
        "Board: spoken, for screen readers",
        *("Picture: dark", "Picture: high contrast"),
        *("Mistakes: show wrong digits", "Mistakes: shown when I ask"),
        *("Timer: hidden", "Buttons: digit first", "D5 means: column D, row 5"),
    ):
        await chat.presses(label)
    assert chat.buttons == first
    assert chat.last["message_id"] == message


async def test_the_colours_are_asked_even_before_there_are_pictures(
    house: House, chat: Talk
) -> None:
    await chat.sends("dark mode")
    for label in ("Picture: light", "Picture: dark", "Picture: high contrast", "Picture: light"):
        await chat.presses(label)
    assert (await kept(house, chat)).theme == "dark"


async def test_the_time_zone_is_told(chat: Talk, ming: Talk) -> None:
    assert "set it with /subscribe" in await chat.sends("/settings")
    await chat.sends("/subscribe 8 Berlin")
    assert "Europe/Berlin" in await chat.sends("/settings")
    assert "时区：用 /subscribe 设置" in await ming.sends("/settings")
    assert ming.buttons[0] == "盘面：文字"


async def test_the_settings_of_one_are_not_changed_by_another(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    """Such buttons remain in groups from before a group had settings of its own."""
    await club.sends("/new 4")
    changes = ChangeLook, ChangeTheme, ChangePolicy, ChangeTimer, ChangeOrder, ChangeLetters
    message = await club.finds(*(change(club.person.id) for change in changes))
    for change in changes:
        assert "别人" in await ming_in_club.presses(change.__name__, message)
    assert (await kept(house, club)).board == "full"
    await club.presses("ChangeLook", message)
    assert (await kept(house, club)).board == "compact"
    user = await kept(house, ming_in_club)
    assert (user.board, user.policy, user.timer, user.digit_first, user.letters) == (
        *("full", "conflicts", True),
        *(False, "row"),
    )


async def test_the_language_is_asked_from_here(chat: Talk) -> None:
    await chat.sends("/settings")
    await chat.presses("🌐 English")
    assert {"English", "简体中文"} <= set(chat.buttons)


@pytest.mark.parametrize("chosen", ["Timer: shown", "Board: roomy text"])
async def test_the_live_board_follows_with_its_next_press(chat: Talk, chosen: str) -> None:
    await chat.sends("/new 4")
    board = chat.last["message_id"]
    before = chat.text
    await chat.sends("/settings")
    await chat.presses(chosen)
    await chat.presses("Check", board)
    (message,) = [m for m in chat.person.messages() if m["message_id"] == board]
    assert message["text"] != before
    assert ("⏱" in message["text"]) == (chosen != "Timer: shown")


async def test_the_settings_stay_the_newest_message_while_looks_are_tried(chat: Talk) -> None:
    """The board cannot become a picture or a text again by itself, and says how that is seen."""
    await chat.sends("/new 4")
    await chat.sends("/settings")
    settings, said = chat.last["message_id"], []
    for _ in range(5):
        said.append(await chat.presses(chat.buttons[0]))
        assert chat.last["message_id"] == settings
    told = "The next board will look like that. /board shows it now."
    assert [told in each for each in said] == [False, False, True, True, False]


IN_CLUB = [
    *("Board: roomy text", "Picture: light", "Mistakes: show clashes"),
    *("Timer: shown", "🌐 English"),
]


async def test_administrators_choose_how_their_group_sees_its_boards(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    assert "Settings of this group" in await club.sends("/settings")
    message = club.last["message_id"]
    assert club.buttons == IN_CLUB
    for label in IN_CLUB[:-1]:
        assert "群管理员" in await ming_in_club.presses(label, message)
        assert ming_in_club.alerted
    assert club.buttons == IN_CLUB
    for label in IN_CLUB[:-1]:
        await club.presses(label, message)
    assert club.buttons == [
        "Board: small text",
        "Picture: dark",
        "Mistakes: show wrong digits",
        "Timer: hidden",
        "🌐 English",
    ]
    for talk in (club, ming_in_club):
        user = await kept(house, talk)
        assert (user.board, user.policy, user.timer) == ("full", "conflicts", True)


async def test_the_board_of_a_group_follows_its_settings(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    house.club.promote(ming_in_club.person)
    await club.sends("/new 4")
    board, before = club.last["message_id"], club.text
    await ming_in_club.sends("/settings")
    settings = club.last["message_id"]
    await ming_in_club.presses("盘面：文字", settings)
    await club.presses("↩", board)
    (message,) = [m for m in club.person.messages(club.chat) if m["message_id"] == board]
    assert len(message["text"]) < len(before)
    await ming_in_club.presses("盘面：紧凑文字", settings)
    for label in ("盘面：文字，大屏多按钮", "盘面：图片"):
        said = await ming_in_club.presses(label, settings)
        assert "/board" in said, "a text cannot become a picture"
        assert club.last["message_id"] == settings
    await club.sends("/board")
    assert "Row 1" in club.text


async def test_nobody_changes_a_group_in_private(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "too old" in await chat.forges("group:board")
    assert "too old" in await chat.forges("group:language")


async def test_what_a_group_has_chosen_survives_a_restart(house: House, club: Talk) -> None:
    await club.sends("/settings")
    await club.presses("Timer: shown")
    await house.stops()
    await house.starts()
    await club.sends("/new 4")
    assert "⏱" not in club.text


async def test_the_zone_says_how_it_is_changed_and_stands_above_the_keys(chat: Talk) -> None:
    await chat.sends("/subscribe 8:00 Madrid")
    said = await chat.sends("/settings")
    zone = "Time zone: Europe/Madrid (change: /subscribe)"
    assert said.split("\n") == ["Settings", zone, "Press to change:"]
