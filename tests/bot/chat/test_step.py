from dataclasses import replace

from markupsafe import Markup

from bot.chat import step as steps
from bot.chat.step import Shown
from bot.render.keyboard import keyboard
from bot.render.stage import Stage
from bot.store import users
from bot.telegram.conversation import Conversation
from engine import parse
from engine.techniques import TAUGHT, State
from engine.techniques import steps as steps_of
from tests.bot.house import House, Talk

GIVENS = parse("...43..22..3.32.")


def shown(stage: Stage = Stage.MOVE) -> Shown:
    state = State.start(GIVENS)
    step = next(step for technique in TAUGHT for step in steps_of(state, technique))
    return Shown(Markup("<b>A title</b>"), GIVENS, state, step, stage, note="a note")


async def conversation(talk: Talk) -> Conversation:
    visit = await talk.visit()
    return await Conversation.of(talk.house.application, visit.user, visit.place)


async def test_a_step_is_a_text_or_a_picture_and_a_text_may_become_one(
    chat: Talk,
) -> None:
    await chat.sends("/start")
    context, buttons = await conversation(chat), keyboard([])
    number = await steps.send(context, shown(), buttons, as_picture=False)
    assert number is not None
    assert number == chat.last["message_id"]
    assert "A title" in chat.text
    assert "a note" in chat.text
    later = replace(shown(), note="more")
    assert await steps.tell_more(context, later, buttons, number, as_picture=False)
    assert "more" in chat.text
    assert await steps.tell_more(context, later, buttons, number, as_picture=True)
    assert "A title" in str(chat.last["caption"])
    assert "photo" in chat.last
    assert not await steps.tell_more(context, later, buttons, number, as_picture=False)
    assert "photo" in chat.last


async def test_a_step_is_sent_as_a_picture(chat: Talk) -> None:
    await chat.sends("/start")
    number = await steps.send(await conversation(chat), shown(), keyboard([]), as_picture=True)
    assert (chat.last["message_id"], "photo" in chat.last) == (number, True)
    assert str(chat.last["caption"]).endswith("a note")


async def test_boards_are_pictures_for_whoever_has_chosen_that(house: House, chat: Talk) -> None:
    await chat.sends("/start")
    for look, likes in (("full", False), ("image", True), ("speak", False)):
        await users.set_board(house.database, chat.person.id, look)
        assert steps.likes_pictures(await conversation(chat)) == likes


def test_a_reason_is_shown_from_its_first_passage_on() -> None:
    assert shown().passage == 0
