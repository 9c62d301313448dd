import re

import pytest

from bot.handlers.asked import TERMS
from bot.messages import languages, talk, text
from bot.play.hint import NAMING_STAGE
from bot.store.hints import LAST_STAGE
from tests.bot.house import Talk, right_moves


async def test_why_without_anything_to_explain_asks_what(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "Why what?" in await chat.sends("why")


async def test_why_below_a_hint_tells_its_next_stage(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/hint")
    assert "💡 And the move?" not in chat.buttons
    await chat.sends("why?")
    assert "💡 And the move?" in chat.buttons


async def test_who_asks_about_the_hint_gets_its_reason_and_not_that_of_a_digit(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    reason = await chat.sends("why is it 3 in the hint?")
    hint = (await chat.game()).hint
    assert hint is not None
    assert hint.stage == NAMING_STAGE
    assert "💡" in reason
    await chat.sends("why does the hint say so?")
    hint = (await chat.game()).hint
    assert hint is not None
    assert hint.stage == LAST_STAGE


async def test_the_digit_of_a_hint_is_told_at_once_to_who_wants_nothing_else(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("too much text, just tell me the number")
    hint = (await chat.game()).hint
    assert hint is not None
    assert hint.stage == LAST_STAGE


async def test_the_rules_come_in_the_size_that_is_played(chat: Talk, ming: Talk) -> None:
    said = await chat.sends("rules")
    assert "takes 1 to 4" in said
    assert "usual 9×9 it is 1 to 9" in said
    assert "▶ Start with a small one" in chat.buttons
    await chat.sends("/new 6")
    assert "takes 1 to 6" in await chat.sends("how to play")
    assert "photo" in chat.last
    assert "1 到 4" in await ming.sends("规则")


async def test_the_rules_of_a_size_that_is_named_are_told_for_it(chat: Talk) -> None:
    said = await chat.sends("What are the rules of a 16x16?")
    assert "takes 1 to 16" in said
    assert "A to G stand for 10 to 16" in said
    assert "usual 9×9" not in said
    await chat.sends("/new 6")
    eight = await chat.sends("how do you play 8x8")
    assert "takes 1 to 8" in eight
    assert "stand for" not in eight
    assert "takes 1 to 6" in await chat.sends("the rules of 12x12 please")


async def test_the_marks_are_explained(chat: Talk) -> None:
    assert "What the marks mean" in await chat.sends("what does the mark mean")


async def test_what_was_done_is_told_to_who_asks_in_words_that_no_rule_knows(chat: Talk) -> None:
    await chat.sends("/new 4")
    said = await chat.sends("the kid tapped on the screen, what did he enter?")
    assert "haven't placed anything yet" in said
    assert "ints and checks in this game so far: 0" in await chat.sends(
        "I forget, how often have I asked you for a hint in this one?"
    )


@pytest.mark.parametrize("words", ["", "term:", "term:zebra"])
async def test_for_a_word_that_is_no_term_the_rules_are_told(chat: Talk, words: str) -> None:
    await chat.sends("/new 4")
    rules = await chat.sends("what are the rules?")
    assert await chat.forges(f"want:{chat.person.id}:{words or 'term'}") == rules


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("term", TERMS)
async def test_each_word_for_a_part_of_the_board_is_explained_in_a_sentence_or_two(
    chat: Talk, language: str, term: str
) -> None:
    phrase = talk(language)["term"][term].split(", ")[0]
    await chat.sends(f"/language {language}")
    told = await chat.sends(f"{phrase}?")
    assert told == re.sub("<[^>]*>", "", text(language, f"term.{term}"))
    assert chat.buttons
