"""A typed text goes to what it refers to, and to nothing else."""

from dataclasses import replace
from typing import Any

import pytest

from bot.game.place import Place
from bot.play.begin import begin
from bot.store import drafts, games, puzzles, users
from bot.store.drafts import Draft
from bot.store.games import StoredGame
from bot.store.puzzles import Origin
from engine import parse, solve
from tests.bot.house import House, Talk, right_moves
from tests.engine.photo.drawn import drawn

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
PHOTO = drawn(PUZZLE)
UPPER, LOWER = "....341221434321", "12343412....4321"
BOT = "@SudokuPlaygroundBot"


class Topic:
    """One person in one topic of the group."""

    def __init__(self, talk: Talk, number: int) -> None:
        self.talk, self.number = talk, number

    async def sends(self, text: str, reply_to: int | None = None) -> str:
        talk = self.talk
        return await talk.delivers(talk.person.say(text, talk.chat, reply_to, self.number))

    async def game(self) -> StoredGame | None:
        place = Place(self.talk.chat_id, self.number)
        return await games.current(self.talk.house.database, place, self.talk.person.id)

    async def done(self) -> int:
        stored = await self.game()
        assert stored is not None
        return stored.game.done


async def begins(talk: Talk, givens: str, topic: int = 0) -> StoredGame:
    """Makes a game the current one here, and shows its board."""
    database = talk.house.database
    await users.see(database, talk.person.id, int(talk.house.clock.seconds()))
    grid = parse(givens)
    kept = await puzzles.add(database, grid, solve(grid), Origin.NEW)
    place = Place(talk.chat_id, topic)
    await begin(replace(await talk.visit(), place=place), kept.id)
    await Topic(talk, topic).sends("/board")
    stored = await games.current(database, place, talk.person.id)
    assert stored is not None
    return stored


async def two_games(talk: Talk) -> tuple[StoredGame, int, StoredGame]:
    """A game with its board, and a later one, which is the current one."""
    first, board = await begins(talk, UPPER), talk.last["message_id"]
    return first, board, await begins(talk, LOWER)


async def numbered(talk: Talk, stored: StoredGame) -> StoredGame:
    found = await games.get(talk.house.database, stored.id, Place(talk.chat_id), talk.person.id)
    assert found is not None
    return found


def below(talk: Talk, message_id: int) -> list[str]:
    """The labels below one of the bot's messages."""
    messages = {message["message_id"]: message for message in talk.person.messages(talk.chat)}
    rows: Any = messages[message_id].get("reply_markup", {}).get("inline_keyboard", [])
    return [button["text"] for row in rows for button in row]


async def test_a_reply_to_another_board_writes_nothing_and_its_button_switches(chat: Talk) -> None:
    first, board, second = await two_games(chat)
    move = right_moves(first)[0]
    for typed in (move, f"put a {move[5]} in row {move[1]}, column {move[3]}"):
        said = await chat.sends(typed, board)
        assert said == "That's game #1, but you're playing #2 here. /games switches."
        assert chat.buttons == ["▶ Switch to #1"]
    assert (await numbered(chat, first), await chat.game()) == (first, second)
    assert "Welcome back" in await chat.presses("▶ Switch to #1")
    await chat.sends(move)
    assert ((await chat.game()).id, (await chat.game()).game.done) == (first.id, 1)
    assert (await numbered(chat, second)).game.done == 0


async def test_it_is_said_in_every_language(chat: Talk) -> None:
    first, board, _ = await two_games(chat)
    for language, said, label in (
        ("中文", "这是 #1，你正在做的是 #2。用 /games 切换。", "▶ 改做 #1"),
        (
            "español",
            "Esa es la partida #1, pero aquí se juega la #2. Cambia con /games.",
            "▶ Pasar a la #1",
        ),
    ):
        await chat.sends(f"/language {language}")
        assert await chat.sends(right_moves(first)[0], board) == said
        assert chat.buttons == [label]


async def test_a_command_in_reply_to_another_board_means_its_game(chat: Talk) -> None:
    first, board, second = await two_games(chat)
    for command in (
        *("/hint", "/check", "/undo", "/redo", "/notes", "/notes 1", "/giveup", "/board"),
        *("/submit", "hint", "start over", "check"),
    ):
        said = await chat.sends(command, board)
        assert said.startswith("That's game #1, but you're playing #2 here."), command
        assert chat.buttons == ["▶ Switch to #1"]
    assert (await numbered(chat, first), await chat.game()) == (first, second)


async def test_what_changes_nothing_is_done_for_the_game_that_is_replied_to(chat: Talk) -> None:
    first, board, second = await two_games(chat)
    assert str(first.puzzle.grid) in await chat.sends("/share", board)
    await chat.sends("/print", board)
    bare, _ = chat.last["reply_markup"]["inline_keyboard"]
    assert bare[0]["callback_data"] == f"print:{first.id}:0"
    assert (await chat.game()).id == second.id


async def test_a_reply_to_an_older_board_of_the_current_game_is_a_move(chat: Talk) -> None:
    await begins(chat, UPPER)
    board, moves = chat.last["message_id"], right_moves(await chat.game())
    await chat.sends(moves[0])
    await chat.sends(moves[1], board)
    assert "💡 Hint" in await chat.sends("/hint", board)
    assert (await chat.game()).game.done == 2


@pytest.mark.long
async def test_a_game_that_is_over_takes_no_moves(chat: Talk) -> None:
    await begins(chat, UPPER)
    moves = right_moves(await chat.game())
    await chat.sends(" ".join(moves))
    end = chat.last["message_id"]
    await begins(chat, LOWER)
    second = await chat.game()
    assert await chat.sends(right_moves(second)[0], end) == "That game is over."
    assert await chat.sends("/hint", end) == "That game is over."
    assert "no cell r9c1" in await chat.sends("r9c1 2", end)
    assert "looks like r" in await chat.sends("zebras and giraffes", end)
    assert (await chat.game()).game.done == 0


async def test_a_board_that_is_replied_to_is_played_where_none_is(chat: Talk) -> None:
    first, board, _ = await two_games(chat)
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    await chat.sends(right_moves(first)[0], board)
    assert (await chat.game()).id == first.id
    assert (await chat.game()).game.done == 1


async def test_the_newest_message_of_a_game_names_it_without_buttons_too(
    house: House, chat: Talk
) -> None:
    first, board, _ = await two_games(chat)
    await house.application.bot.edit_message_reply_markup(chat.chat_id, board)
    assert "That's game #1" in await chat.sends(right_moves(first)[0], board)


async def test_a_reply_to_what_is_about_no_game_is_for_the_current_one(chat: Talk) -> None:
    _, _, second = await two_games(chat)
    await chat.sends("/help")
    await chat.sends(right_moves(second)[0], chat.last["message_id"])
    assert (await chat.game()).game.done == 1


async def test_a_puzzle_and_talk_in_reply_to_another_board_are_what_they_are(club: Talk) -> None:
    _, board, _ = await two_games(club)
    assert await club.sends("haha, nice", board) == ""
    assert "30 clues" in await club.sends(str(PUZZLE), board)


async def test_a_pressed_board_that_is_not_played_gets_the_button(chat: Talk) -> None:
    first, board, second = await two_games(chat)
    cell = first.puzzle.grid.blanks()[0]
    assert "That's game #1" in await chat.presses(f"cell:{first.id}:{cell}", board)
    assert not chat.alerted
    assert below(chat, board) == ["▶ Switch to #1"]
    assert await chat.game() == second
    await chat.presses("▶ Switch to #1", board)
    assert (await chat.game()).id == first.id


async def looks_at_photo(talk: Talk) -> int:
    """Shows a photo's board again, five seconds later; gives its message."""
    board = talk.last["message_id"]
    read = Draft(0, talk.person.id, PUZZLE, place=Place(talk.chat_id))
    kept = await drafts.add(talk.house.database, read, 5)
    talk.house.clock.forward(seconds=5)
    await talk.forges(f"draft:{kept.id}", board)
    return int(talk.last["message_id"])


async def test_made_up_data_leave_the_buttons_of_the_board_as_they_are(chat: Talk) -> None:
    first, _, _ = await two_games(chat)
    playing = chat.last["message_id"]
    keys = below(chat, playing)
    assert "That's game #1" in await chat.forges(f"undo:{first.id}:0", playing)
    assert below(chat, playing) == keys


async def test_each_topic_plays_its_own_game(house: House, club: Talk) -> None:
    here, there, third = (
        Topic(club, house.club.open_topic(club.person, name)) for name in ("A", "B", "C")
    )
    await begins(club, UPPER, here.number)
    board = club.last["message_id"]
    await begins(club, LOWER, there.number)
    first, second = await here.game(), await there.game()
    assert first is not None
    assert second is not None
    await here.sends(f"{BOT} {right_moves(first)[0]}")
    await here.sends(right_moves(first)[1], board)
    await there.sends(f"{BOT} {right_moves(second)[0]}")
    assert (await here.done(), await there.done()) == (2, 1)
    assert "no game here" in await third.sends(f"{BOT} {right_moves(second)[1]}")
    assert "no game here" in await club.sends(f"{BOT} {right_moves(second)[1]}")
    assert (await here.done(), await there.done()) == (2, 1)


async def test_an_exercise_is_answered_in_a_topic_without_a_reply(house: House, club: Talk) -> None:
    topic = Topic(club, house.club.open_topic(club.person, "A"))
    await begins(club, str(PUZZLE), topic.number)
    house.clock.forward(seconds=5)
    await topic.sends("/learn naked pair")
    await club.presses("✍ Practise")
    stored = await topic.game()
    assert stored is not None
    said = await topic.sends(f"{BOT} {right_moves(stored)[0]}")
    assert "nothing new here" in said or "✗" in said
    assert await topic.done() == 0


async def test_a_board_of_another_topics_game_leads_to_it(house: House, club: Talk) -> None:
    here, there = (Topic(club, house.club.open_topic(club.person, name)) for name in ("A", "B"))
    await begins(club, UPPER, here.number)
    first = await here.game()
    assert first is not None
    await there.sends("/games")
    await club.presses(club.buttons[0])
    board = club.last["message_id"]
    await begins(club, LOWER, there.number)
    said = await there.sends(right_moves(first)[0], board)
    assert "That's game #1, but you're playing #2 here." in said
    await club.presses("▶ Switch to #1")
    await there.sends(f"{BOT} {right_moves(first)[0]}")
    assert (await here.done(), await there.done()) == (1, 1)


@pytest.mark.long
async def test_a_correction_after_a_photo_goes_to_its_board_and_says_so(
    house: House, chat: Talk
) -> None:
    await begins(chat, str(PUZZLE))
    house.clock.forward(seconds=5)
    await chat.delivers(chat.person.send_photo(PHOTO))
    before = await chat.game()
    said = await chat.sends("r1c3 4")
    assert said.startswith("✏ Changed on the board from your photo: r1c3 = 4\n")
    assert "31 givens" in said
    assert "r1c3 erased" in await chat.sends("please erase row 1 column 3")
    assert "no cell r0c3" in await chat.sends("r0c3 4")
    assert (await chat.game()) == before
    house.clock.forward(seconds=5)
    await chat.sends("/board")
    house.clock.forward(seconds=5)
    await chat.sends(right_moves(before)[0])
    assert (await chat.game()).game.done == 1


async def test_words_and_notes_are_no_correction(chat: Talk) -> None:
    await begins(chat, str(PUZZLE))
    await looks_at_photo(chat)
    stored = await chat.game()
    assert "You're welcome" in await chat.sends("thank you")
    await looks_at_photo(chat)
    cell = right_moves(stored)[0].partition("=")[0]
    assert "notes 12" in await chat.sends(f"{cell} +12")
    assert (await chat.game()).game.done == 1


@pytest.mark.parametrize("ended", ["▶ Play", "Solution", "an hour", "a move", "another place"])
async def test_what_is_typed_corrects_a_photo_only_while_it_is_looked_at(
    house: House, chat: Talk, club: Talk, ended: str
) -> None:
    await begins(chat, str(PUZZLE))
    board = chat.last["message_id"]
    await begins(club, str(PUZZLE))
    await looks_at_photo(chat)
    talk, name = (club, f"{BOT} ") if ended == "another place" else (chat, "")
    if ended in {"▶ Play", "Solution"}:
        await chat.presses(ended)
    elif ended == "an hour":
        house.clock.forward(seconds=3_601)
    elif ended == "a move":
        await chat.sends(right_moves(await chat.game())[1], board)
        house.clock.forward(seconds=5)
        await chat.sends("/board")
    stored = await talk.game()
    said = await talk.sends(f"{name}{right_moves(stored)[0]}")
    assert "photo" not in said
    assert (await talk.game()).game.done == stored.game.done + 1


async def test_a_pressed_board_of_a_photo_is_looked_at_again(house: House, chat: Talk) -> None:
    await begins(chat, str(PUZZLE))
    photo = await looks_at_photo(chat)
    house.clock.forward(seconds=5)
    await chat.sends("/board")
    house.clock.forward(seconds=5)
    await chat.presses("✏ Correct", photo)
    assert "your photo: r1c3 = 4" in await chat.sends("r1c3 4")


async def test_moves_in_reply_to_an_exercise_never_get_into_the_game(
    house: House, chat: Talk
) -> None:
    await begins(chat, str(PUZZLE))
    await chat.sends("/learn naked pair")
    await chat.presses("✍ Practise")
    asked = chat.last["message_id"]
    house.clock.forward(seconds=5)
    await chat.sends("/board")
    before = await chat.game()
    cell = right_moves(before)[0].partition("=")[0]
    assert "a candidate to rule out" in await chat.sends(f"{cell} +12", asked)
    assert (await chat.game()) == before
