import pytest

from bot.chat.talk import REPLIES
from bot.handlers import COMMANDS
from bot.playground import Person
from bot.playground.chats import User
from engine import Grid
from engine.difficulty import Difficulty, rate
from tests.bot.house import House, Talk, right_moves

BOT = "@SudokuPlaygroundBot"


async def test_what_is_clear_is_done_at_once(chat: Talk) -> None:
    assert "6×6" in await chat.sends("I want a 6x6, please")
    assert (await chat.game()).puzzle.grid.geometry.size == 6
    assert "💡 Hint" in await chat.sends("I'm stuck")


async def test_what_is_likely_is_offered_and_a_press_does_it(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert await chat.sends("my parrot wants all the notes") == "Did you mean this?"
    assert chat.buttons == ["✎ Fill in the notes"]
    await chat.presses("✎ Fill in the notes")
    assert any((await chat.game()).game.notes)


async def test_what_changes_nothing_is_shown_where_it_is_only_likely(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "💡 Hint" in await chat.sends("give us a hint ye olde wizard")


async def test_what_changes_something_is_offered_where_it_is_only_likely(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert await chat.sends("my parrot wants all the notes") == "Did you mean this?"
    assert chat.buttons == ["✎ Fill in the notes"]
    assert not any((await chat.game()).game.notes)


async def test_what_rules_and_likeness_have_read_alike_is_done_where_one_tap_leads_back(
    chat: Talk,
) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    await chat.sends("undo that, my parrot did it")
    assert (await chat.game()).game.done == 0


async def test_what_is_wanted_later_interrupts_no_game(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "Nothing starts by itself" in await chat.sends("when I finish this, a harder one")
    assert (await chat.game()).puzzle.grid.geometry.size == 4
    assert chat.buttons == ["✨ A new puzzle"]


async def test_who_knows_nothing_of_it_and_plays_nothing_gets_the_help(chat: Talk) -> None:
    assert "How to play" in await chat.sends("what even is this")


async def test_where_nothing_is_interrupted_what_is_likely_begins(chat: Talk) -> None:
    await chat.sends("a 6x6 for my parrot")
    assert (await chat.game()).puzzle.grid.geometry.size == 6
    await chat.sends("a 4x4 for my parrot")
    assert chat.buttons == ["✨ A new puzzle: 4×4"]
    assert (await chat.game()).puzzle.grid.geometry.size == 6


async def test_a_pressed_wish_has_its_details(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("a 6x6 for my parrot")
    assert chat.buttons == ["✨ A new puzzle: 6×6"]
    await chat.presses("✨ A new puzzle: 6×6")
    assert (await chat.game()).puzzle.grid.geometry.size == 6


async def test_a_wish_that_needs_a_game_shows_the_way_to_one(chat: Talk) -> None:
    assert "There's no game here" in await chat.sends("undo please")
    assert chat.buttons == ["Today's puzzle", "New puzzle"]


async def test_the_answer_is_in_the_language_of_the_message(chat: Talk, ming: Talk) -> None:
    assert "不客气" in await chat.sends("谢谢")
    assert "De nada" in await chat.sends("muchas gracias")
    assert "welcome" in await ming.sends("thank you")
    assert "还没" in await ming.sends("stats")


async def test_small_talk_gets_a_friendly_word(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "board is waiting" in await chat.sends("hello")
    assert "hint" in await chat.sends("this is too hard")
    assert chat.buttons == ["🙂 An easier puzzle", "💡 A hint"]


async def test_where_words_contradict_each_other_both_ways_are_offered(
    chat: Talk, ming: Talk
) -> None:
    await chat.sends("/new 4")
    assert await chat.sends("too hard, give me a harder one") == "Easier or harder?"
    assert chat.buttons == ["🙂 An easier puzzle", "🔥 A harder puzzle"]
    assert "简单一点，还是难一点" in await ming.sends("太难了，换个难的")
    assert ming.buttons == ["🙂 简单点的题", "🔥 难一点的题"]


async def test_a_refused_level_is_not_among_those_that_are_offered(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4 hard")
    assert await chat.sends("not a hard one please") == "Did you mean this?"
    assert chat.buttons == ["✨ A new puzzle: easy", "✨ A new puzzle: medium"]
    await chat.presses("✨ A new puzzle: easy")
    assert (await chat.game()).puzzle.difficulty == "easy"
    await ming.sends("别给我难的")
    assert ming.buttons == ["✨ 新题: 简单", "✨ 新题: 中等"]


async def test_a_complaint_and_a_wish_that_agree_are_carried_out(chat: Talk, ming: Talk) -> None:
    for talk, wish in (
        (ming, "太难了吧，换个简单的行不行"),
        (chat, "too hard, an easy one please"),
    ):
        await talk.sends("/new 4 hard")
        await talk.sends(wish)
        assert (await talk.game()).puzzle.difficulty == "easy"


async def test_a_complaint_beside_a_wish_brings_its_own_offer(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("I'm stuck, this is too hard")
    assert set(chat.buttons) == {"💡 A hint", "🙂 An easier puzzle"}


async def test_a_reply_in_a_group_is_done_where_it_is_clear_and_else_left_alone(
    club: Talk,
) -> None:
    await club.sends("/new 4")
    board = club.last["message_id"]
    await club.sends(right_moves(await club.game())[0], board)
    assert await club.sends("thanks", board) == ""
    assert await club.sends("my parrot wants all the notes", board) == ""
    await club.sends("undo", board)
    assert "Taken back" in club.text
    assert await club.sends("undo") == ""
    assert "welcome" in await club.sends(f"{BOT} thanks")


async def test_a_wish_of_somebody_else_is_not_pressed(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    await club.sends(f"{BOT} my parrot wants all the notes")
    assert "别人" in await ming_in_club.presses("✎ Fill in the notes")
    assert house.api.world.queries.unanswered == ()


async def test_a_forged_wish_is_refused(chat: Talk) -> None:
    await chat.sends("/start")
    assert "too old" in await chat.forges(f"want:{chat.person.id}:format")
    assert "don't know a technique" in await chat.forges(f"want:{chat.person.id}:learn:<zzz>")


def test_what_is_offered_with_an_answer_can_be_carried_out() -> None:
    offered = {name for names in REPLIES.values() for name in names}
    assert {name.split()[0] for name in offered} <= set(COMMANDS)


async def test_a_move_among_strange_words_is_offered(chat: Talk) -> None:
    await chat.sends("/new 4 none #3")
    cell, digit = right_moves(await chat.game())[0].split("=")
    await chat.sends(f"my parrot swears that {cell} is a {digit}")
    assert chat.buttons == [f"✏️ Write: {cell} = {digit}"]
    before = (await chat.game()).game.blank_count
    await chat.presses(chat.buttons[0])
    assert (await chat.game()).game.blank_count == before - 1
    await chat.sends(f"my parrot swears that {cell} is not a {digit}")
    assert chat.buttons != [f"✏️ Write: {cell} = {digit}"]


async def test_words_that_no_rule_knows_are_taken_for_what_they_are_most_like(chat: Talk) -> None:
    await chat.sends("/new 4")
    said = await chat.sends("did I goof up anywhere")
    assert said == "You haven't placed a digit yet."
    assert "didn't understand" in await chat.sends("zebras and giraffes")


async def test_an_answer_that_is_too_long_for_an_alert_is_a_message(chat: Talk) -> None:
    await chat.sends("/start")
    said = await chat.forges(f"want:{chat.person.id}:solve")
    assert "reply with /solve to a message" in said
    assert not chat.alerted


async def test_they_are_answered_in_their_own_language(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "Faltan" in await chat.sends("ya mero termino o todavía no?")
    assert "还剩" in await chat.sends("我完成百分之几了")


async def test_a_question_may_stand_on_a_button_and_is_answered(chat: Talk) -> None:
    await chat.sends("/new 4")
    answered = await chat.sends("do i need maths for this")
    assert "No arithmetic" in answered
    assert await chat.forges(f"want:{chat.person.id}:maths") == answered


async def test_who_wants_one_line_filled_in_hears_what_there_is_instead(chat: Talk) -> None:
    await chat.sends("/new 4")
    before = (await chat.game()).game.blank_count
    said = await chat.sends("solve row 3 for me, I'll do the rest")
    assert "one part of the board" in said
    assert chat.buttons == ["💡 A hint", "Show the solution"]
    assert (await chat.game()).game.blank_count == before


async def test_a_question_about_sizes_names_those_there_are(chat: Talk) -> None:
    for size in (6, 7, 16):
        assert "Five sizes" in await chat.sends(f"do you have {size}x{size} sudokus?")
        assert "✨ A new puzzle: 16×16" in chat.buttons


async def test_where_a_digit_goes_is_answered_for_the_unit_that_is_named(chat: Talk) -> None:
    await chat.sends("/new 4 none #3")
    game = (await chat.game()).game
    row, columns = next(
        (row, columns)
        for row in range(4)
        if (columns := [at for at in range(4) if 1 in _possible(game.values, 4 * row + at)])
    )
    said = await chat.sends(f"so where on earth does the 1 go in row {row + 1}, please")
    named = [int(sign) - 1 for sign in said.split("olumn")[1] if sign.isdigit()]
    assert f"Row {row + 1}" in said
    assert named == columns
    given = next(cell for cell in range(16) if game.givens[cell])
    digit, at = game.givens[given], given // 4 + 1
    said = await chat.sends(f"where does the {digit} go in row {at}")
    assert said == f"{digit} is already there:\nRow {at}, column {given % 4 + 1}"


async def test_a_digit_that_is_the_only_own_one_of_its_row_may_be_changed(chat: Talk) -> None:
    await chat.sends("/new 4 none #3")
    cell, digit = right_moves(await chat.game())[0].split("=")
    await chat.sends(f"{cell}={digit}")
    other = int(digit) % 4 + 1
    await chat.sends(f"oh no, change the {digit} in row {cell[1]} to a {other}")
    assert chat.buttons == [f"✏️ Write: {cell} = {other}"]
    await chat.sends(f"erase everything in row {cell[1]}")
    game = (await chat.game()).game
    assert game.values == game.givens


def _possible(values: Grid, cell: int) -> set[int]:
    """The digits that no peer of a blank cell has."""
    peers = {values[peer] for peer in values.geometry.peers[cell]}
    return set() if values[cell] else set(range(1, values.geometry.size + 1)) - peers


@pytest.mark.parametrize(
    ("language", "said", "answer"),
    [
        ("en", "cambialo a español plis i dont understand nada", "español"),
        ("es", "speak english please, why is everything in spanish", "English"),
        ("en", "怎么全是英文，我看不懂，说中文", "中文"),
    ],
)
async def test_a_language_is_changed_at_once_and_one_tap_leads_back(
    house: House, language: str, said: str, answer: str
) -> None:
    talk = Talk(house, Person(house.api, User(78, "Somebody", language, "somebody")))
    assert answer in await talk.sends(said)
    assert len(talk.buttons) == 1
    await talk.presses(talk.buttons[0])
    spoken = {"en": "I speak English now.", "es": "Ahora hablo español."}[language]
    assert talk.text == spoken


async def test_a_language_that_is_not_wanted_asks_for_another_one(chat: Talk) -> None:
    await chat.sends("stop talking english")
    assert {"Español", "简体中文"} <= {label.strip("✓ ") for label in chat.buttons}


async def test_who_plays_nothing_is_offered_nothing_that_needs_a_game(chat: Talk) -> None:
    await chat.sends("that was way too hard for me")
    assert "🙂 An easier puzzle" in chat.buttons
    assert "💡 A hint" not in chat.buttons
    await chat.sends("/new 4")
    await chat.sends("that is way too hard for me")
    assert "💡 A hint" in chat.buttons


@pytest.mark.parametrize(
    ("text", "difficulty"),
    [
        ("a medium one, not a baby one", Difficulty.MEDIUM),
        ("uno difícil, no me subestimes", Difficulty.HARD),
        ("给我一道困难的，不要客气", Difficulty.HARD),
    ],
)
async def test_a_puzzle_begins_where_none_is_played_whatever_is_denied_beside_it(
    chat: Talk, text: str, difficulty: Difficulty
) -> None:
    await chat.sends(text)
    before = await chat.game()
    assert rate(before.puzzle.grid).difficulty is difficulty
    await chat.sends(text)
    assert (await chat.game()).id == before.id, "In a game it is only offered."


async def test_one_word_that_acts_is_done_in_the_chosen_language(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    said = await chat.sends("deshacer")
    assert (await chat.game()).game.done == 0
    assert "Taken back" in said
    await chat.sends("/redo")
    # Who writes a sentence speaks the language.
    assert "Deshech" in await chat.sends("deshaz la última jugada, por favor")


@pytest.mark.parametrize(
    "said",
    [
        "you are a piece of shit, this puzzle is fucking impossible",
        "you suck, this is extreme",
        "fuck you, this sudoku is insane",
        "eres una mierda, este sudoku es imposible",
        "你这个垃圾，这题根本不可能做出来",
    ],
)
async def test_abuse_beside_a_judgement_gets_something_easier_and_a_hint(
    chat: Talk, said: str
) -> None:
    await chat.sends("/new 4")
    await chat.sends(said)
    assert [button[:1] for button in chat.buttons] == ["🙂", "💡"]


@pytest.mark.parametrize("said", ["new 12", "nuevo 7", "新的 12"])
async def test_a_size_that_is_not_made_leaves_the_game_and_names_those_that_are(
    chat: Talk, said: str
) -> None:
    await chat.sends("/new 4")
    before = (await chat.game()).id
    assert "4, 6, 8, 9" in (await chat.sends(said)).replace("、", ", ")
    assert (await chat.game()).id == before


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("yes", "press the button below it"),
        ("Yes please!", "press the button below it"),
        ("sí", "pulsa el botón que tiene debajo"),
        ("是的", "点问题下面的按钮"),
    ],
)
async def test_a_yes_in_words_ends_no_game_and_points_to_the_button(
    chat: Talk, said: str, answer: str
) -> None:
    await chat.sends("/new 4 easy 42")
    await chat.sends("/giveup")
    assert answer in await chat.sends(said)
    assert (await chat.game()).is_open


@pytest.mark.parametrize(
    ("language", "said", "answer", "buttons"),
    [
        ("en", "done", "There's no game here right now.", "My unfinished games"),
        ("en", "i finished it", "There's no game here right now.", "My unfinished games"),
        ("en", "this is too hard", "Then let's try something easier.", "🙂 An easier puzzle"),
        ("en", "pause", "so no clock is running", ""),
        ("en", "it does not work", "Maybe this helps:", "❓ How it works"),
        ("en", "is there only one solution?", "needs no guessing.", "📜 The rules"),
        ("es", "ya terminé", "Aquí no hay ninguna partida ahora.", "Mis partidas sin terminar"),
        ("es", "es demasiado difícil", "Entonces probemos con algo más fácil.", "🙂"),
        ("es", "pausa", "no corre el reloj", ""),
        ("es", "no funciona", "Quizá esto te sirva:", "❓"),
        ("zh", "太难了", "那来道简单点的吧。", "🙂"),
        ("zh", "暂停", "也就没在计时", ""),
        ("zh", "坏了", "也许这个能帮上忙：", "❓"),
    ],
)
async def test_where_nothing_is_played_no_words_promise_what_needs_a_game(
    house: House, language: str, said: str, answer: str, buttons: str
) -> None:
    talk = Talk(house, Person(house.api, User(79, "Somebody", language, "somebody")))
    assert answer in await talk.sends(said)
    assert talk.buttons[0].startswith(buttons) if buttons else talk.buttons == []


async def test_with_a_game_the_answer_offers_what_it_promises(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "I can check it, or show the solution" in await chat.sends("done")
    assert len(chat.buttons) == 2
    assert "An easier puzzle, or a hint?" in await chat.sends("too hard")
    assert len(chat.buttons) == 2


@pytest.mark.parametrize("text", ["edit my name", "edit my profile", "editar mi nombre", "改名字"])
async def test_nothing_is_deleted_for_a_name(chat: Talk, text: str) -> None:
    await chat.sends("/new 4")
    said = await chat.sends(text)
    assert "for good" not in said
    assert not any("🗑" in label for label in chat.buttons)


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ("better at 10 in the morning", ["10:00"]),
        ("mejor a las 10 de la noche", ["22:00"]),
        ("mejor a las 9", ["09:00", "21:00"]),
    ],
)
async def test_an_hour_is_offered_though_no_rule_reads_what_is_said_of_it(
    chat: Talk, said: str, hours: list[str]
) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    await chat.sends(said)
    assert [label.partition(": ")[2] for label in chat.buttons if label.startswith("⏰")] == hours
