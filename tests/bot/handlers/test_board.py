import pytest

from bot.store import users
from tests.bot.house import House, Talk, right_moves


async def test_the_board_comes_again_as_the_live_one(chat: Talk) -> None:
    await chat.sends("/new 4")
    old = chat.last["message_id"]
    await chat.sends("/board")
    live = chat.last["message_id"]
    assert live != old
    assert (await chat.game()).message_id == live


@pytest.mark.long
@pytest.mark.parametrize("command", ["board", "undo", "redo", "check", "giveup", "submit"])
async def test_without_a_game_it_is_said_where_there_is_one(
    chat: Talk, ming: Talk, command: str
) -> None:
    assert "/daily or /new" in await chat.sends(f"/{command}")
    assert "/daily 或 /new" in await ming.sends(f"/{command}")


async def test_the_second_page_of_buttons_and_back(chat: Talk) -> None:
    await chat.sends("/new 4")
    first = chat.buttons
    await chat.presses("More")
    assert {"Fill in notes", "Digit first", "Solution", "My games", "New puzzle"} <= {*chat.buttons}
    await chat.presses("◀ Board")
    assert chat.buttons == first


async def test_a_press_on_an_old_board_says_so_and_offers_the_live_one(chat: Talk) -> None:
    await chat.sends("/new 4")
    old = chat.last["message_id"]
    stored = await chat.game()
    await chat.sends(right_moves(stored)[0])
    said = await chat.presses("↩", old)
    assert "an old board" in said
    assert f"#{stored.id}" in said
    assert chat.alerted
    assert (await chat.game()).game.done == 1
    await chat.presses("↩")
    assert (await chat.game()).game.done == 0


async def test_the_keyboard_of_a_second_game_changes_nothing(chat: Talk) -> None:
    await chat.sends("/new 4")
    first, board = await chat.game(), chat.last["message_id"]
    await chat.sends("/new 4")
    said = await chat.presses("↩", board)
    assert f"#{first.id}" in said
    assert f"#{(await chat.game()).id}" in said
    assert "/games" in said
    assert not chat.alerted, "an alert would have to be closed by hand"
    (message,) = [each for each in chat.person.messages() if each["message_id"] == board]
    ((button,),) = message["reply_markup"]["inline_keyboard"]
    await chat.presses(button["callback_data"], board)
    assert (await chat.game()).id == first.id


async def test_the_board_of_an_unfinished_game_is_live_again_once_the_other_is_over(
    chat: Talk,
) -> None:
    await chat.sends("/new 4")
    first, board = await chat.game(), chat.last["message_id"]
    await chat.sends("/new 4")
    await chat.sends(" ".join(right_moves(await chat.game())))
    assert "haven't placed" in await chat.presses("Check", board)
    assert (await chat.game()).id == first.id


async def test_a_finished_game_takes_no_presses(chat: Talk) -> None:
    await chat.sends("/new 4")
    board = chat.last["message_id"]
    await chat.sends(" ".join(right_moves(await chat.game())))
    for label in ("↩", "💡", "Check", "More"):
        assert "over" in await chat.presses(label, board)


async def test_the_game_of_another_chat_is_out_of_reach(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await ming.sends("/start")
    for action in ("undo", "redo", "check", "more", "board", "giveup", "yesgiveup", "switch"):
        assert "另一个聊天" in await ming.forges(f"{action}:{stored.id}:0")
    assert (await chat.game()) == stored


@pytest.mark.long
@pytest.mark.parametrize(
    "data",
    [
        "undo:999999999999999:0",
        "undo:99999999999999999999999999999:0",
        "undo:-1:0",
        "undo:",
        "undo",
        "undo:१२:०",
        "undo:①:0",
        "undo:0x10:1e3",
        "more::::",
        "yesgiveup:9223372036854775808",
        "switch:' or 1=1",
        "board:\x00",
    ],
)
async def test_forged_presses_are_answered_and_change_nothing(chat: Talk, data: str) -> None:
    await chat.sends("/new 4")
    before = await chat.game()
    assert "is gone" in await chat.forges(data)
    assert await chat.game() == before


def drawn(said: str) -> list[str]:
    """The rows of a 9x9 in what the bot said."""
    rows = [line for line in said.splitlines() if line[:1].isdigit() and line[1:2] in {":", " "}]
    assert [row[0] for row in rows] == list("123456789")
    return rows


async def test_the_small_board_is_small_everywhere(house: House, chat: Talk) -> None:
    await chat.sends("/settings")
    await chat.presses("Board: roomy text")
    said = await chat.sends("/new")
    assert max(map(len, drawn(said))) in {21, 22}
    await chat.sends("/undo")
    await chat.presses("⋯", (await chat.game()).message_id)
    assert house.api.world.queries.unanswered == ()


@pytest.mark.parametrize("word", ["compact", "small", "紧凑", "Compact"])
async def test_the_small_board_by_a_word(chat: Talk, word: str) -> None:
    await chat.sends("/new")
    said = await chat.sends(f"/board {word}")
    assert max(map(len, drawn(said))) in {21, 22}
    assert max(map(len, drawn(await chat.sends("/board text")))) in {24, 25}


async def test_the_spoken_board(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    said = await chat.sends("/board speak")
    assert sum(line.startswith("Row ") for line in said.splitlines()) == 4
    assert "blank" in said
    assert "pre" not in {entity["type"] for entity in chat.last.get("entities", [])}
    await ming.sends("/new 4")
    assert "第1行：" in await ming.sends("/board 朗读")


async def test_by_ear_a_press_is_answered_with_its_result_alone(chat: Talk) -> None:
    """As a typed move is; what stands on the board is heard again after /board."""
    await chat.sends("/new 4")
    await chat.sends("/board speak")
    stored = await chat.game()
    blank = stored.puzzle.grid.blanks()[0]
    name, digit = stored.puzzle.grid.geometry.name(blank), stored.puzzle.solution[blank]
    left = len(stored.puzzle.grid.blanks())
    await chat.presses(name)
    assert chat.text == f"{name} – now its digit"
    await chat.presses(f"digit:{stored.id}:{digit}")
    assert chat.text.startswith(f"{name} = {digit}\n")
    assert f"{left - 1} cells" in chat.text
    assert len(chat.text) <= 60
    await chat.presses("Undo")
    assert chat.text.startswith("Taken back")
    assert len(chat.text) <= 60
    assert "Row 1" in await chat.sends("/board")


async def test_the_picture_is_edited_in_place(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/board image")
    board, stored = chat.last, await chat.game()
    assert board["photo"]
    assert "cells to fill" in board["caption"]
    await chat.presses(f"cell:{stored.id}:{stored.puzzle.grid.blanks()[0]}")
    await chat.presses(
        f"digit:{stored.id}:{stored.puzzle.solution[stored.puzzle.grid.blanks()[0]]}"
    )
    after = chat.last
    assert after["message_id"] == board["message_id"]
    assert after["photo"][-1]["file_unique_id"] != board["photo"][-1]["file_unique_id"]
    assert (await chat.game()).message_id == board["message_id"]


async def test_looking_through_the_looks_leaves_the_settings_where_they_are(chat: Talk) -> None:
    await chat.sends("/new 4")
    board = (await chat.game()).message_id
    await chat.sends("/settings")
    settings = chat.last["message_id"]
    tall = "Board: text, buttons for a tall phone"
    labels = ("Board: roomy text", "Board: small text", tall, "Board: picture")
    for label, is_told in zip(labels, (False, False, True, True), strict=True):
        said = await chat.presses(label, settings)
        assert ("/board shows it now" in said) == is_told
        assert chat.last["message_id"] == settings
    assert (await chat.game()).message_id == board
    await chat.presses("Board: spoken, for screen readers", settings)
    await chat.presses("Board: roomy text", settings)
    await chat.presses("Board: small text", settings)
    await chat.presses(tall, settings)
    await chat.sends("/board")
    assert "photo" in chat.last


async def test_without_a_game_a_look_is_confirmed_and_a_game_offered(
    chat: Talk, ming: Talk
) -> None:
    for look in ("image", "speak", "text"):
        assert "look like that from now on" in await chat.sends(f"/board {look}")
        assert "New puzzle" in chat.buttons
    assert "以后" in await ming.sends("/board 图片")


async def test_in_a_group_nobodys_preference_moves_the_board(
    ming: Talk, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    await ming.sends("/new 4")
    await ming.sends("/board image")
    await ming_in_club.sends("/board")
    board = club.last["message_id"]
    assert "photo" not in club.last
    await ming_in_club.presses(f"cell:{stored.id}:{stored.puzzle.grid.blanks()[0]}", board)
    await ming_in_club.presses(
        f"digit:{stored.id}:{stored.puzzle.solution[stored.puzzle.grid.blanks()[0]]}"
    )
    assert (await club.game()).message_id == board
    assert "photo" not in club.last
    assert "4×4" in club.text


async def test_an_administrator_chooses_the_look_of_a_group(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    assert "群管理员" in await ming_in_club.sends("/board image")
    assert "photo" not in (await club.sends("/board") and club.last)
    await club.sends("/board image")
    assert club.last["photo"]
    await ming_in_club.sends("/board")
    assert club.last["photo"]
    await house.alice.sends("/new 4")
    assert "photo" not in house.alice.last


async def test_an_unknown_look_is_explained(chat: Talk, ming: Talk) -> None:
    assert "text, compact, tall, speak, image" in await chat.sends("/board cubist")
    assert "文字、紧凑、大屏、朗读、图片" in await ming.sends("/board 立体")


async def test_of_what_is_no_look_the_beginning_is_repeated(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert f"“{'x' * 30}”" in await chat.sends(f"/board {'x' * 31}")


async def test_a_look_of_a_newer_version_is_drawn_as_the_usual_one(chat: Talk) -> None:
    """While an upgrade runs, replicas of this version meet what the next one has stored."""
    await chat.sends("/new 4 none 7")
    await chat.sends("/board")
    usual = chat.text
    await users.set_board(chat.house.database, chat.person.id, "hologram")
    assert await chat.sends("/board") == usual
    await chat.sends("/settings")
    assert "Board: roomy text" in chat.buttons


async def test_the_keys_for_a_tall_phone_come_and_go_with_one_word(chat: Talk) -> None:
    assert "Boards look like that from now on" in await chat.sends("/tall")
    await chat.sends("/tall")
    await chat.sends("/new 9")
    usual = chat.buttons
    for look, note in (("tall", "Title cut off? /tall goes back."), ("full", "")):
        said = await chat.sends("/tall")
        assert said.endswith(note)
        person = await users.get(chat.house.database, chat.person.id)
        assert person is not None
        assert person.board == look
        rows = chat.last["reply_markup"]["inline_keyboard"]
        assert ([len(row) for row in rows] == [8] * 8) is (look == "tall")
    assert chat.buttons == usual


async def test_in_a_group_an_administrator_chooses_the_keys_for_a_tall_phone(
    club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 9")
    assert "管理员" in await ming_in_club.sends("/tall")
    assert "/tall goes back" in await club.sends("/tall")


async def pressed(chat: Talk, most: int) -> list[str]:
    """The boards after each of so many right digits, pressed in the cells that have buttons."""
    stored, boards = await chat.game(), []
    rows = chat.last["reply_markup"]["inline_keyboard"]
    data = [key["callback_data"] for row in rows for key in row]
    cells = [int(each.split(":")[2]) for each in data if each.startswith("cell:")]
    for cell in [cell for cell in cells if not stored.game.givens[cell]][:most]:
        await chat.presses(f"cell:{stored.id}:{cell}")
        await chat.presses(f"digit:{stored.id}:{stored.game.solution[cell]}")
        boards.append(chat.text)
    return boards


OFFER = "Tall phone? /tall has more buttons."


async def test_the_first_9x9_offers_the_keys_for_a_tall_phone_once_its_signs_are_known(
    chat: Talk,
) -> None:
    for is_first in (True, False):
        await chat.sends("/new 9 easy")
        said = await pressed(chat, 3)
        assert [OFFER in each for each in said] == [False, is_first, False]
        await chat.sends(" ".join(right_moves(await chat.game())))


@pytest.mark.parametrize(("look", "size"), [("compact", 9), ("tall", 9), ("speak", 9), ("text", 6)])
async def test_the_keys_for_a_tall_phone_are_not_offered_in_other_looks_and_sizes(
    chat: Talk, look: str, size: int
) -> None:
    await chat.sends(f"/board {look}")
    await chat.sends(f"/new {size} easy")
    assert not any("Tall phone" in each for each in await pressed(chat, 2))


async def test_a_group_is_not_offered_the_keys_for_a_tall_phone(club: Talk) -> None:
    await club.sends("/new 9 easy")
    assert not any("Tall phone" in each for each in await pressed(club, 2))
