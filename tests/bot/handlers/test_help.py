import pytest

from bot.handlers import MENU
from bot.handlers.help import TOPICS
from bot.messages import languages
from tests.bot.house import Talk


def shown(talk: Talk, message_id: int) -> str:
    messages = {m["message_id"]: m for m in talk.person.messages(talk.chat)}
    return str(messages[message_id]["text"])


async def pages(talk: Talk) -> list[str]:
    """Turns through the first page of /help and every other page, in one message."""
    await talk.sends("/help")
    book = talk.last["message_id"]
    found = [shown(talk, book)]
    for topic in TOPICS:
        assert await talk.presses(f"topic:{topic}", book) == ""
        found.append(shown(talk, book))
    return found


@pytest.mark.parametrize("language", languages())
async def test_help_names_every_command(chat: Talk, language: str) -> None:
    await chat.sends(f"/language {language}")
    told = "\n".join(await pages(chat))
    assert {name for name in MENU if f"/{name}" not in told} <= {"start", "help"}


@pytest.mark.parametrize("language", languages())
async def test_every_page_fits_one_screen_and_is_another(chat: Talk, language: str) -> None:
    await chat.sends(f"/language {language}")
    found = await pages(chat)
    assert len(set(found)) == len(found)
    assert max(page.count("\n") for page in found) <= 14
    assert max(map(len, found)) <= 600


async def test_a_page_leads_back_to_the_first(chat: Talk) -> None:
    first = await chat.sends("/help")
    book = chat.last["message_id"]
    await chat.presses("Notes", book)
    assert "pencil marks" in shown(chat, book)
    await chat.presses("« Back", book)
    assert shown(chat, book) == first


@pytest.mark.long
@pytest.mark.parametrize("form", ["r4c5 7", "457", "D5 7", "4: 53..7....", "r4c5 +27", "r4c5 x"])
async def test_every_form_of_move_that_help_shows_is_understood(chat: Talk, form: str) -> None:
    assert form in "\n".join(await pages(chat))
    await chat.sends("/new")
    assert "didn't understand" not in await chat.sends(form)


async def test_topics_stand_in_rows_of_two(chat: Talk) -> None:
    await chat.sends("/help")
    *rows, last = chat.last["reply_markup"]["inline_keyboard"]
    assert {len(row) for row in rows} == {2}
    assert len(last) in {1, 2}


async def test_a_topic_may_stand_behind_the_command_or_be_asked_for(chat: Talk, ming: Talk) -> None:
    first = await chat.sends("/help")
    told = await chat.sends("/help notes")
    assert told.startswith("Notes")
    assert "r4c5 +27" in told
    assert await chat.sends("how do I write small numbers in a square?") == told
    assert await chat.sends("/help whatever") == first
    assert "r4c5 +27" in await ming.sends("/help 笔记")


ERASING = (
    ("en", "how do I get rid of a wrong number?"),
    ("en", "how can i erase a digit"),
    ("en", "how do i delete a number"),
    ("en", "how do I correct a mistake"),
    ("en", "is there an eraser?"),
    ("en", "delete"),
    ("es", "¿cómo borro un número?"),
    ("es", "cómo corrijo una cifra"),
    ("es", "cómo se quita un número mal puesto"),
    ("es", "borrar"),
    ("zh", "怎么删除填错的数字"),
    ("zh", "填错了怎么改"),
    ("zh", "数字怎么擦掉？"),
)


async def test_whoever_asks_how_to_erase_is_told_the_key_the_word_and_undo(chat: Talk) -> None:
    await chat.sends("/new 4")
    for language, question in ERASING:
        await chat.sends(f"/language {language}")
        told = await chat.sends(question)
        assert all(part in told for part in ("⌫", "r4c5 x", "/undo", "r4c5 8")), question
        assert await chat.sends("/help erase") == told


async def test_help_leads_to_erasing_and_names_puzzles_of_ones_own(chat: Talk) -> None:
    first = await chat.sends("/help")
    assert "Erasing" in chat.buttons
    assert "as a photo" in first
    assert "/subscribe" in first
    assert "/games" in first


@pytest.mark.parametrize("said", ["erase r1c2", "borra r1c2", "擦掉 r1c2"])
async def test_the_words_that_help_gives_for_erasing_erase(chat: Talk, said: str) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    cell = next(iter(stored.puzzle.grid.blanks()))
    name = stored.puzzle.grid.geometry.name(cell)
    await chat.sends(f"{name} 1")
    assert (await chat.game()).game.values[cell]
    await chat.sends(said.replace("r1c2", name))
    assert not (await chat.game()).game.values[cell]
