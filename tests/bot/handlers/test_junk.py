from collections.abc import Callable

import pytest

from bot.playground.parameters import Json
from tests.bot.house import House, Talk


@pytest.mark.long
async def test_an_unknown_command_with_a_near_miss(chat: Talk, ming: Talk) -> None:
    assert "Did you mean /new?" in await chat.sends("/nwe")
    assert "Did you mean /subscribe?" in await chat.sends("/subcribe 8:00 Berlin")
    assert "你是说 /daily 吗" in await ming.sends("/dayli")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/practise", "/learn"),
        ("/practice@SudokuPlaygroundBot", "/learn"),
        ("/Training", "/learn"),
        ("/practicar", "/learn"),
        ("/ejercicios", "/learn"),
        ("/how_to_solve", "/learn"),
        ("/practize", "/learn"),
        ("/pista", "/hint"),
        ("/deshacer", "/undo"),
    ],
)
async def test_an_unknown_command_that_is_a_plain_wish(chat: Talk, typed: str, meant: str) -> None:
    assert f"Did you mean {meant}?" in await chat.sends(typed)


async def test_the_command_that_was_meant_is_a_button(chat: Talk) -> None:
    await chat.sends("/practise")
    (label,) = chat.buttons
    learnt = await chat.presses(label)
    assert learnt == await chat.sends("/learn")


@pytest.mark.parametrize(
    ("typed", "meant", "label"),
    [("/restart", "/start", "👋 Begin"), ("/sumbit", "/submit", "✅ Hand in an answer")],
)
async def test_a_command_that_nobody_wishes_for_in_words_may_be_meant(
    chat: Talk, typed: str, meant: str, label: str
) -> None:
    assert f"Did you mean {meant}?" in await chat.sends(typed)
    assert chat.buttons == [label]
    asked = await chat.sends(meant)
    await chat.sends(typed)
    assert await chat.presses(label) == asked


async def test_small_talk_is_no_command(chat: Talk) -> None:
    assert "There's no /thanks. /help" in await chat.sends("/thanks")


async def test_stop_offers_the_end_of_a_game_only_to_who_plays_one(chat: Talk) -> None:
    assert "What should stop?" in await chat.sends("/stop")
    assert chat.buttons == ["🔕 No more messages"]
    await chat.sends("/new 4")
    await chat.sends("/stop")
    assert chat.buttons == ["Show the solution", "🔕 No more messages"]


async def test_an_unknown_command_without_one(chat: Talk, ming: Talk) -> None:
    assert "There's no /xyzzy. /help" in await chat.sends("/xyzzy")
    assert "There's no /nosuch. /help" in await chat.sends("/nosuch")
    assert "没有 /xyzzy" in await ming.sends("/xyzzy <b>")


async def test_a_command_in_which_there_is_nothing_to_see_is_passed_over(chat: Talk) -> None:
    told = chat.person.say("/xyzzy")
    assert told is not None
    assert await chat.delivers(told | {"message": told["message"] | {"text": "\u2028 "}}) == ""


async def test_commands_are_forgiving_of_case(chat: Talk) -> None:
    assert "9×9 · not rated" in await chat.sends("/NEW")


async def test_in_a_group_the_commands_of_other_bots_are_theirs(club: Talk) -> None:
    assert await club.sends("/xyzzy") == ""
    assert await club.sends("/new@OtherBot") == ""
    assert "/xyzzy@SudokuPlaygroundBot" in await club.sends("/xyzzy@SudokuPlaygroundBot")


@pytest.mark.parametrize("kind", ["sticker", "voice"])
async def test_what_is_no_text_gets_a_friendly_word(
    house: House, chat: Talk, ming: Talk, club: Talk, kind: str
) -> None:
    for talk, words in ((chat, "only read text"), (ming, "只看得懂文字")):
        person = talk.person
        updates: dict[str, Callable[[], Json | None]] = {
            "sticker": person.send_sticker,
            "voice": person.send_voice,
        }
        assert words in await talk.delivers(updates[kind]())
    assert await club.delivers(club.person.send_sticker("🧩", club.chat)) == ""
    assert house.api.world.queries.unanswered == ()


@pytest.mark.parametrize(
    "data", ["nothing", "zoom:1:2", ":", "🙂", "undone:1", "UNDO:1:0", "x" * 64, "daily2"]
)
async def test_a_button_that_nobody_knows_is_answered(chat: Talk, data: str) -> None:
    await chat.sends("/start")
    assert "too old" in await chat.forges(data)


async def test_a_message_of_nobody_is_nobodys_business(house: House, chat: Talk) -> None:
    post = {"message_id": 5, "date": 0, "chat": {"id": -100, "type": "channel", "title": "News"}}
    for kind in ("channel_post", "edited_channel_post"):
        assert await chat.delivers({"update_id": 1, kind: post | {"text": "/new"}}) == ""
    assert [method for method, _ in house.api.calls if method == "sendMessage"] == []


async def test_joining_and_leaving_is_not_talked_about(house: House, chat: Talk) -> None:
    await chat.sends("/start")
    assert await chat.delivers(chat.person.block()) == ""
    assert await chat.delivers(chat.person.unblock()) == ""
    assert await chat.delivers(house.club.remove_bot(chat.person)) == ""


async def test_of_a_long_command_the_32_characters_of_a_command_are_repeated(chat: Talk) -> None:
    """More than 32 characters make no command of Telegram's (Bot API, BotCommand)."""
    assert f"There's no /{'x' * 31}. " in await chat.sends(f"/{'x' * 31}yz")
    said = await chat.sends("/how_to_solve@SudokuPlaygroundBot")
    assert said.startswith("There's no /how_to_solve@SudokuPlaygroundBo. Did you mean /learn?")


async def test_of_what_is_typed_behind_an_unknown_command_nothing_is_repeated(chat: Talk) -> None:
    assert "There's no /xyzzy. " in await chat.sends("/xyzzy one two")
    assert "Did you mean /new?" in await chat.sends("/nwe 4 hard")


async def test_in_a_group_only_what_names_the_bot_is_unknown_in_any_case(club: Talk) -> None:
    assert "no /xyzzy" in await club.sends("/xyzzy@sudokuplaygroundbot")
    assert await club.sends("/xyzzy@SudokuPlaygroundBot2") == ""


async def test_names_that_many_bots_have_are_answered_as_the_words_are(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "Take your time" in await chat.sends("/pause")
    for name in ("/stop", "/cancel"):
        assert await chat.sends(name) == "What should stop?"
        assert chat.buttons == ["Show the solution", "🔕 No more messages"]
