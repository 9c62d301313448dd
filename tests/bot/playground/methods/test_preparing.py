import pytest
from telegram import Bot, InlineQueryResultArticle, InputTextMessageContent
from telegram.error import BadRequest

from bot.playground import BotApi, Group, Person
from bot.playground.errors import ApiError


def article(text: str = "A Sudoku", *, title: str = "Sudoku") -> InlineQueryResultArticle:
    return InlineQueryResultArticle("1", title, InputTextMessageContent(text))


async def test_a_message_is_kept_for_its_person_for_an_hour(bot: Bot, alice: Person) -> None:
    kept = await bot.save_prepared_inline_message(alice.id, article(), allow_user_chats=True)
    other = await bot.save_prepared_inline_message(alice.id, article(), allow_group_chats=True)
    assert kept.id != other.id
    assert kept.expiration_date.timestamp() == 1_800_003_600


async def test_it_needs_words_a_title_a_person_and_some_kind_of_chat(
    bot: Bot, alice: Person, club: Group
) -> None:
    for person, result, allowed in (
        (4711, article(), True),
        (club.chat.id, article(), True),
        (alice.id, article(" "), True),
        (alice.id, article("x" * 4097), True),
        (alice.id, article(title=""), True),
        (alice.id, article(), False),
    ):
        with pytest.raises(BadRequest):
            await bot.save_prepared_inline_message(person, result, allow_user_chats=allowed)


@pytest.mark.parametrize("result", [None, "x", {"type": "photo"}, {"type": "article", "id": "1"}])
async def test_what_is_no_article_is_refused(api: BotApi, alice: Person, result: object) -> None:
    alice.say("/start")
    asked = {"user_id": alice.id, "result": result, "allow_user_chats": True}
    with pytest.raises(ApiError):
        await api.call("savePreparedInlineMessage", asked)
