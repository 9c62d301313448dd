import pytest

from bot.playground import Person
from bot.playground.chats import User
from tests.bot.house import House, Talk, right_moves


async def test_a_press_changes_the_language_for_good(chat: Talk) -> None:
    await chat.sends("/language")
    await chat.presses("简体中文")
    assert chat.text == "好，现在说中文。"
    assert chat.buttons == ["↩ Back to English"]
    assert "没有" in await chat.sends("/games")
    await chat.sends("/language")
    await chat.presses("English")
    assert "No unfinished" in await chat.sends("/games")


@pytest.mark.parametrize("said", ["/language zh", "speak chinese please", "说中文"])
async def test_one_button_leads_back_to_the_language_from_before(chat: Talk, said: str) -> None:
    assert "现在说中文" in await chat.sends(said)
    assert chat.buttons == ["↩ Back to English"]
    await chat.presses("↩ Back to English")
    assert chat.text == "I speak English now."
    assert chat.buttons == ["↩ 改回中文"]
    await chat.presses("↩ 改回中文")
    assert "没有" in await chat.sends("/games")


async def test_who_names_their_own_language_need_not_go_back(chat: Talk) -> None:
    assert await chat.sends("/language english") == "I speak English now."
    assert chat.buttons == []


async def test_a_group_goes_back_to_its_language_with_one_tap(club: Talk) -> None:
    await club.sends("/language 中文")
    assert club.buttons == ["↩ Back to English"]
    await club.presses("↩ Back to English")
    assert "English" in club.text
    assert club.buttons == ["↩ 改回中文"]


async def test_what_people_say_of_a_language_changes_nothing_until_they_press(chat: Talk) -> None:
    assert await chat.sends("my wife plays in chinese") == "Did you mean this?"
    await chat.presses("🌐 Language: 简体中文")
    assert chat.text == "好，现在说中文。"


@pytest.mark.parametrize("word", ["zh", "中文", "简体中文", "Chinese", "CHINESE"])
async def test_a_language_may_be_named(chat: Talk, word: str) -> None:
    assert "现在说中文" in await chat.sends(f"/language {word}")


async def test_an_unknown_language_is_named(chat: Talk) -> None:
    assert "“klingon <b>”" in await chat.sends("/language Klingon <b>")
    assert chat.buttons == ["English", "Español", "简体中文"]


async def test_a_client_in_another_language_gets_english(house: House) -> None:
    anna = Talk(house, Person(house.api, User(1003, "Anna", "pl")))
    assert "Let's play" in await anna.sends("/start")


async def test_a_client_in_spanish_is_answered_in_spanish(house: House) -> None:
    ana = Talk(house, Person(house.api, User(1004, "Ana", "es-419")))
    assert "Jugamos al sudoku" in await ana.sends("/start")
    assert "Uno pequeño" in ana.buttons[0]
    assert "Cada fila" in await ana.presses(ana.buttons[0])


async def test_one_persons_choice_is_not_pressed_by_another(club: Talk, ming_in_club: Talk) -> None:
    """Such buttons remain in groups from before a group had a language of its own."""
    await club.sends("/language")
    assert "别人" in await ming_in_club.forges(f"speak:{club.person.id}:en")
    assert "没有" in await ming_in_club.sends("/games")


@pytest.mark.parametrize("code", ["", "xx", "../en", "EN"])
async def test_a_forged_language_changes_nothing(ming: Talk, code: str) -> None:
    await ming.sends("/language")
    await ming.forges(f"speak:{ming.person.id}:{code}")
    assert "没有" in await ming.sends("/games")


async def test_the_boards_of_a_group_speak_as_whoever_began_there(
    club: Talk, ming_in_club: Talk
) -> None:
    """And answers are in the language of the person who asked."""
    await ming_in_club.sends("/new 4")
    for asked in (
        "/board",
        "/notes",
        "/undo",
        f"@SudokuPlaygroundBot {right_moves(await club.game())[0]}",
    ):
        await club.sends(asked)
        assert {"笔记", "检查"} <= set(club.buttons), asked
        assert "left" not in club.text, asked
    await club.presses("检查")
    await club.presses("↩")
    assert "还剩" in club.text
    assert "撤销" in club.text
    assert "unfinished" in await club.sends("/games")
    assert "没做完" in await ming_in_club.sends("/games")


async def test_administrators_choose_the_language_of_a_group(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    board = club.last["message_id"]
    assert "群管理员" in await ming_in_club.sends("/language 中文")
    await ming_in_club.sends("/language")
    assert "群管理员" in await ming_in_club.presses("简体中文")
    await club.presses("简体中文")
    assert club.text == "好，本群的盘面改用中文。"
    assert club.buttons == ["↩ Back to English"]
    await club.presses("Check", board)
    await club.sends("/board")
    assert "检查" in club.buttons
    assert "No unfinished" in await house.alice.sends("/games")
    assert "English" in await club.sends("/language english")


async def test_a_group_speaks_no_language_that_there_is_not(club: Talk) -> None:
    await club.sends("/new 4")
    await club.forges("groupspeak:xx")
    await club.sends("/board")
    assert "Check" in club.buttons


async def test_of_what_is_no_language_the_beginning_is_repeated(chat: Talk) -> None:
    assert f"“{'x' * 30}”" in await chat.sends(f"/language {'x' * 31}")


async def test_a_forged_choice_leaves_the_language_of_a_group(club: Talk) -> None:
    await club.sends("/language 中文")
    await club.forges("groupspeak:xx")
    await club.sends("/new 4")
    assert "检查" in club.buttons


async def test_the_live_board_of_a_group_follows_its_language(club: Talk) -> None:
    await club.sends("/new 4")
    board = club.last["message_id"]
    await club.sends("/language 中文")
    await club.presses("Check", board)
    (message,) = [m for m in club.person.messages(club.chat) if m["message_id"] == board]
    assert "还剩" in message["text"]
