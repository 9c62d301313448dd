from typing import Any

import pytest

from bot.play import practice
from bot.render.hint_words import told_in
from bot.store import lessons
from engine.board.grid import SYMBOLS
from engine.practice.position import exercise
from engine.search.search import solve
from engine.techniques import Step, technique_named
from engine.techniques.layout import Candidate
from engine.techniques.singles import HIDDEN_SINGLE
from engine.techniques.subsets import NAKED_PAIR
from tests.bot.house import House, Talk, right_moves

PAIR = NAKED_PAIR


async def begins(chat: Talk, technique: str = "naked pair") -> Step:
    """What can be found in the first position that is asked for a technique."""
    await chat.sends(f"/learn {technique}")
    await chat.presses("✍ Practise")
    begun = await practice.open_exercise(await chat.visit())
    assert begun is not None
    found = await practice.position(
        await chat.visit(), technique_named(begun.technique), begun.number
    )
    assert found is not None
    return found.step


def wrong() -> Candidate:
    position = exercise(PAIR, 0)
    assert position is not None
    cell, solution = position.values.blanks()[0], solve(position.givens)
    return Candidate(cell, solution[cell])


def typed(option: Candidate, sign: str = "<>") -> str:
    return f"r{option.cell // 9 + 1}c{option.cell % 9 + 1}{sign}{option.value}"


async def taps(chat: Talk, option: Candidate, sign: str = "≠") -> str:
    """Presses the box, the cell and the digit."""
    name = f"r{option.cell // 9 + 1}c{option.cell % 9 + 1}"
    box = option.cell // 27 * 3 + option.cell % 9 // 3
    await chat.presses(f"▦ {box + 1}")
    await chat.presses(next(label for label in chat.buttons if label.startswith(f"{name}: ")))
    return await chat.presses(f"{sign} {SYMBOLS[option.value - 1]}")


async def known(chat: Talk) -> lessons.Lesson:
    return await lessons.get(chat.house.database, chat.person.id, PAIR)


async def test_practising_asks_first_and_tells_step_by_step(chat: Talk) -> None:
    await begins(chat)
    asked = chat.last
    assert "do you see it?" in asked["caption"]
    assert "In row" not in asked["caption"]
    for label, told in (("💡 Where?", "Look at"), ("💡 Why?", "have no candidates but")):
        await chat.presses(label)
        assert told in chat.last["caption"]
        assert "remove" not in chat.last["caption"]
    await chat.presses("💡 And the move?")
    assert "remove" in chat.last["caption"]
    assert chat.last["message_id"] == asked["message_id"]
    assert (await known(chat)).correct == 0
    await chat.presses("Another one")
    assert chat.last["photo"] != asked["photo"]


async def test_the_right_candidate_is_tapped(chat: Talk) -> None:
    step = await begins(chat)
    asked = chat.last
    assert await taps(chat, step.eliminations[0]) == "✓ Right!"
    assert chat.last["message_id"] == asked["message_id"]
    assert chat.last["photo"] != asked["photo"]
    assert "✓ Right! · Naked pair" in chat.last["caption"]
    assert "So remove" in chat.last["caption"]
    assert chat.last["caption"].endswith("Practise it again in 2 days.")
    assert chat.buttons == ["Another one", "📖 Lesson: Full house", "All techniques"]
    assert (await known(chat)).correct == 1


@pytest.mark.long
async def test_what_comes_next_is_what_is_due_or_else_the_next_lesson(
    chat: Talk, house: House
) -> None:
    await begins(chat, "hidden single")
    for _ in range(3):
        await chat.presses(next(label for label in chat.buttons if "💡" in label))
    assert chat.last["caption"].endswith("Practise it again tomorrow.")
    assert chat.buttons == ["Another one", "All techniques"], "its lesson is the next one"
    await chat.presses("Another one")
    found = await practice.open_exercise(await chat.visit())
    assert found is not None
    shown = await practice.position(await chat.visit(), HIDDEN_SINGLE, found.number)
    assert shown is not None
    await taps(chat, shown.step.placements[0], "=")
    assert chat.buttons[1] == "📖 Lesson: Full house"
    house.clock.forward(days=3)
    step = await begins(chat)
    await taps(chat, step.eliminations[0])
    assert chat.buttons[1] == "✍ Practise again: Hidden single"
    await chat.presses(chat.buttons[1])
    assert "Hidden single" in chat.last["caption"]


@pytest.mark.long
async def test_what_is_known_is_told_so(chat: Talk, house: House) -> None:
    for days in (3, 0):
        step = await begins(chat)
        await taps(chat, step.eliminations[0])
        house.clock.forward(days=days)
    assert chat.last["caption"].endswith("You know it now. Practise it again in 14 days.")


async def test_a_digit_is_placed_where_the_technique_places_one(chat: Talk) -> None:
    step = await begins(chat, "hidden single")
    assert "its digit" in chat.last["caption"]
    assert await taps(chat, step.placements[0], "=") == "✓ Right!"


async def test_a_wrong_answer_is_said_and_asked_again(chat: Talk) -> None:
    await begins(chat)
    answer = await taps(chat, wrong())
    assert answer == f"✗ {typed(wrong())} doesn't follow. Look again."
    assert answer in chat.last["caption"]
    assert "▦ 3" in chat.buttons
    assert (await known(chat)).wrong == 1


async def test_what_is_true_for_another_reason_is_told_so(chat: Talk) -> None:
    """A position may show several techniques: that of an X-wing may also have a pair."""
    await begins(chat)
    position = exercise(PAIR, 0)
    assert position is not None
    state, solution = position.state, solve(position.givens)
    answers = []
    for cell, mask in enumerate(state.cells):
        for value in state.digits:
            if mask >> value - 1 & 1 and solution[cell] != value:
                answers.append(await chat.sends(typed(Candidate(cell, value))))
                if "is true, but" in answers[-1]:
                    return
                if "✓" in answers[-1]:
                    await chat.presses("Another one")
                    return
    pytest.fail(str(answers))


@pytest.mark.long
@pytest.mark.parametrize("sign", ["<>", "≠", " - "])
async def test_the_answer_may_be_typed(chat: Talk, sign: str) -> None:
    step = await begins(chat)
    asked = chat.last["message_id"]
    said = await chat.sends(" ".join(typed(option, sign) for option in step.eliminations))
    assert "✓ Right! · Naked pair" in said
    assert chat.last["message_id"] > asked
    assert chat.last["photo"]
    assert (await known(chat)).correct == 1
    assert "✓ Right!" not in await chat.sends(typed(step.eliminations[0], sign))


async def test_a_wrong_answer_may_be_typed_too(chat: Talk) -> None:
    await begins(chat)
    assert "doesn't follow" in await chat.sends(typed(wrong()))
    assert (await known(chat)).wrong == 1


async def test_an_answer_may_be_typed_to_a_position_that_had_to_be_kept(
    chat: Talk, house: House
) -> None:
    """It is not known which message will show the position once it is sent."""
    await chat.sends("/new 4 none 5")
    await chat.sends("/learn naked pair")
    house.application.kept.now(chat.chat_id, 1)
    await chat.presses("✍ Practise")
    house.application.kept.now(chat.chat_id, 0)
    assert "doesn't follow" in await chat.sends(typed(wrong()))


async def test_whoever_plays_on_types_moves_again(chat: Talk, house: House) -> None:
    await chat.sends("/new 4 none 5")
    await begins(chat)
    game = await chat.game()
    cell = game.puzzle.grid.blanks()[0]
    move = f"r{cell // 4 + 1}c{cell % 4 + 1} {game.puzzle.solution[cell]}"
    assert "✗" in (said := await chat.sends(move)) or "nothing new" in said
    assert (await chat.game()).game.done == 0
    house.clock.forward(seconds=5)
    await chat.sends("/board")
    assert "doesn't follow" not in await chat.sends(move)
    assert (await chat.game()).game.done == 1


@pytest.mark.parametrize("slip", ["r0c5<>7", "r1c1<>77x", "hmm", "thank you", "given"])
async def test_after_a_slip_an_answer_is_still_an_answer(
    chat: Talk, house: House, slip: str
) -> None:
    """A game that waits meanwhile gets none of the answers."""
    await chat.sends("/new 9 none 5")
    await begins(chat)
    position = exercise(PAIR, 0)
    assert position is not None
    known = next(cell for cell, value in enumerate(position.values.values) if value)
    given = typed(Candidate(known, position.values[known]), "=")
    house.clock.forward(seconds=5)
    assert "doesn't follow" not in await chat.sends(given if slip == "given" else slip)
    house.clock.forward(seconds=5)
    assert "doesn't follow" in await chat.sends(typed(wrong()))
    assert (await chat.game()).game.done == 0


async def test_a_reply_to_the_board_is_a_move(chat: Talk) -> None:
    await chat.sends("/new 4 none 5")
    board = chat.last["message_id"]
    await begins(chat)
    game = await chat.game()
    cell = game.puzzle.grid.blanks()[0]
    move = f"r{cell // 4 + 1}c{cell % 4 + 1} {game.puzzle.solution[cell]}"
    await chat.sends(move, board)
    assert (await chat.game()).game.done == 1


async def test_words_are_no_answer(chat: Talk) -> None:
    await begins(chat)
    assert "doesn't follow" not in await chat.sends("thank you")
    assert "✗" not in await chat.sends("/hint")


async def test_somebody_who_listens_gets_text_and_the_candidates_on_the_keys(chat: Talk) -> None:
    await chat.sends("/board speak")
    step = await begins(chat)
    assert "photo" not in chat.last
    assert "Row 1:" in chat.text
    assert await taps(chat, step.eliminations[0]) == "✓ Right!"


@pytest.mark.long
async def test_back_leads_to_the_boxes(chat: Talk) -> None:
    await begins(chat)
    boxes = chat.buttons
    await chat.presses(next(label for label in boxes if label.startswith("▦")))
    assert any(": " in label for label in chat.buttons)
    await chat.presses("◀")
    assert chat.buttons == boxes


@pytest.mark.long
@pytest.mark.parametrize(
    "data",
    [
        "practise:x_wing:0:9",
        "practise:x_wing:5:1",
        "practise:x_wing",
        "practise:zz:0:0",
        "practise:nishio:0:0",
        "tapbox:x_wing:0:0:99",
        "tapbox:x_wing:0:77:1",
        "tapcell:x_wing:0:0:99",
        "answerthis:x_wing:0:0:99:1:0",
        "answerthis:x_wing:0:0:0:0:0",
        "answerthis:x_wing:999999999:0:0:1:1",
    ],
)
async def test_forged_buttons(chat: Talk, data: str, caplog: Any) -> None:
    await begins(chat)
    await chat.forges(data)
    assert "could not be handled" not in caplog.text


@pytest.mark.long
async def test_a_long_reason_is_turned_passage_by_passage(chat: Talk) -> None:
    step = await begins(chat, "nested net")
    count = len(told_in(step))
    message = chat.last["message_id"]
    assert count > 2
    await chat.presses("💡 Where?")
    assert "Part" not in "".join(chat.buttons)
    await chat.presses("💡 Why?")
    assert f"Part 1 of {count}" in chat.last["caption"]
    await chat.presses("Part 2 ›")
    assert f"Part 2 of {count}" in chat.last["caption"]
    assert "So remove" not in chat.last["caption"]
    await chat.presses("💡 And the move?")
    assert f"Part {count} of {count}" in chat.last["caption"]
    assert "So remove" in chat.last["caption"]
    await chat.presses(f"‹ Part {count - 1}")
    assert f"Part {count - 1} of {count}" in chat.last["caption"]
    assert "So remove" in chat.last["caption"]
    assert "Another one" in " ".join(chat.buttons)
    assert chat.last["message_id"] == message


async def test_who_turns_to_the_move_by_a_forged_button_was_told(chat: Talk) -> None:
    step = await begins(chat, "nested net")
    begun = await practice.open_exercise(await chat.visit())
    assert begun is not None
    await chat.forges(f"position:nested_net:{begun.number}:3:0")
    assert "So remove" in chat.last["caption"]
    assert await practice.open_exercise(await chat.visit()) is None
    assert step.eliminations


@pytest.mark.long
async def test_a_long_step_that_is_found_is_told_by_its_end(chat: Talk) -> None:
    step = await begins(chat, "nested net")
    (gone,) = step.eliminations
    await taps(chat, gone)
    count = len(told_in(step))
    assert f"Part {count} of {count}" in chat.last["caption"]
    await chat.presses(f"‹ Part {count - 1}")
    assert f"Part {count - 1} of {count}" in chat.last["caption"]


async def test_forged_cells_and_digits_just_beyond_the_board_are_refused(chat: Talk) -> None:
    """A 9x9 has cells 0 to 80 and digits 1 to 9."""
    await begins(chat)
    asked, place = chat.last["message_id"], f"{PAIR}:0:0"
    for data in ("tapcell:{}:81", "answerthis:{}:81:1:1", "answerthis:{}:80:10:1"):
        assert "too old" in await chat.forges(data.format(place), asked), data
    for data in ("tapcell:{}:80", "tapcell:{}:0", "answerthis:{}:80:9:1", "answerthis:{}:80:1:0"):
        assert "too old" not in await chat.forges(data.format(place), asked), data


async def test_a_position_that_was_left_takes_no_moves(chat: Talk) -> None:
    await chat.sends("/new 4")
    await begins(chat)
    chat.house.clock.forward(minutes=5)
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    chat.house.clock.forward(minutes=5)
    assert "There's no game here" in await chat.sends("r5c5 5")
    await begins(chat)
    chat.house.clock.forward(minutes=59)
    assert "r5c5=5" in await chat.sends("r5c5 5")
    chat.house.clock.forward(minutes=61)
    assert "There's no game here" in await chat.sends("r5c5 5")


async def test_practice_can_be_stopped_with_a_button_or_in_words(chat: Talk) -> None:
    await begins(chat)
    assert "doesn't follow" in await chat.sends(typed(wrong()))
    assert "Practice is over. What shall we play?" in await chat.presses("✖ Stop practising")
    assert "There's no game here" in await chat.sends("r5c5 5")
    await chat.sends("/new 4")
    stored = await chat.game()
    await begins(chat)
    assert "a move in your game again" in await chat.sends("stop practice")
    move = right_moves(stored)[0]
    assert move.replace("=", " = ") in await chat.sends(move)
    await begins(chat)
    assert "What should stop?" in await chat.sends("stop")
    assert chat.buttons[0] == "✖ Stop practising"
    assert "a move in your game again" in await chat.presses("✖ Stop practising")
    assert "What should stop?" in await chat.sends("stop")
    assert "✖ Stop practising" not in chat.buttons
    # Nothing is practised any more.
    assert "What should stop?" in await chat.sends("stop practice")


@pytest.mark.parametrize(
    "text",
    [
        *("quit training", "enough practice for now", "no more practice", "i'm done practicing"),
        *("dejar de practicar", "parar la práctica", "ya no quiero practicar"),
        *("停止练习", "结束训练"),
    ],
)
async def test_practice_ends_whatever_words_end_it(chat: Talk, text: str) -> None:
    await begins(chat)
    await chat.sends(text)
    assert "There's no game here" in await chat.sends("r5c5 5")


async def test_moves_are_no_answer_to_a_position_that_is_open_in_another_chat(
    chat: Talk, club: Talk
) -> None:
    await chat.sends("/new 9 #11")
    stored = await chat.game()
    chat.house.clock.forward(minutes=1)
    await begins(club)
    await chat.sends(right_moves(stored)[0])
    assert (await chat.game()).game.done == 1
