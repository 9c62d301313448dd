from tests.bot.house import Talk, right_moves


async def test_a_digit_just_placed_has_its_reason(chat: Talk) -> None:
    await chat.sends("/new 4")
    move = right_moves(await chat.game())[0]
    await chat.sends(move)
    assert f"{move[:4]} is {move[5:]}" in await chat.sends("why is it there")
    assert f"{move[:4]} is {move[5:]}" in await chat.sends("why")


async def test_a_cell_that_is_pointed_at_takes_another_digit(chat: Talk) -> None:
    await chat.sends("/new 4")
    move = right_moves(await chat.game())[0]
    await chat.sends(move)
    digit = int(move[5:]) % 4 + 1
    await chat.sends(f"no, change it to {digit}")
    stored = await chat.game()
    cell = stored.puzzle.grid.geometry.cell(int(move[1]) - 1, int(move[3]) - 1)
    assert stored.game.values[cell] == digit


async def test_all_digits_of_a_kind_are_erased_but_not_the_givens(chat: Talk) -> None:
    await chat.sends("/new 4")
    moves = right_moves(await chat.game())
    await chat.sends(" ".join(moves))
    assert not (await chat.game()).is_open
    await chat.sends("/new 4")
    stored = await chat.game()
    placed = right_moves(stored)[:4]
    await chat.sends(" ".join(placed))
    digit = placed[0][5:]
    await chat.sends(f"delete all my {digit}s")
    after = await chat.game()
    kept = [move for move in placed if move[5:] != digit]
    assert after.game.values.clue_count == stored.puzzle.grid.clue_count + len(kept)


async def test_how_long_it_took_and_what_is_left(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "so far" in await chat.sends("how long have i been playing")
    stored = await chat.game()
    said = await chat.sends("how many are left")
    assert f"{stored.game.blank_count} cells to fill" in said
    await chat.sends(" ".join(right_moves(stored)))
    assert "It took you" in await chat.sends("how long did that take me") or "no time" in chat.text


async def test_a_digit_that_no_board_of_this_size_has_is_said_to_be_none(
    chat: Talk, ming: Talk
) -> None:
    await chat.sends("/new 4")
    said = await chat.sends("where can 7 go?")
    assert said == "There's no 7 here: digits go from 1 to 4."
    await ming.sends("/new 9")
    assert await ming.sends("12 可以放哪里？") == "这里没有 12，数字只有 1 到 9。"
    # A row beyond the board says nothing about its digits.
    for text in ("where does the 5 go in row 12", "¿dónde va el 5 en la fila 12?", "第12行5放哪里"):
        said = await ming.sends(text)
        assert not any(none in said for none in ("There's no 5", "No hay 5", "没有 5"))


async def test_whoever_asks_whether_a_digit_may_go_somewhere_can_put_it_there(chat: Talk) -> None:
    await chat.sends("/new 9 #11")
    before = (await chat.game()).game.values
    assert await chat.sends("can I put 2 in r3c4") == (
        "By its row, column and box r3c4 can still be 2, 3, 4, 5, 8."
    )
    assert (await chat.game()).game.values == before
    assert "r3c4 = 2" in await chat.presses("✏️ Write: r3c4 = 2")
    # What cannot be there is not offered.
    assert "r3c5 can't be 4" in await chat.sends("can I put 4 in r3c5")
    assert chat.buttons == []


async def test_of_several_digits_each_is_answered_and_none_is_placed(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    first, second = right_moves(stored)[:2]
    said = await chat.sends(f"{first.replace('=', ' is ')} and {second.replace('=', ' is ')} rite")
    assert [line[:4] for line in said.split("By its row, column and box ")[1:]] == [
        first[:4],
        second[:4],
    ]
    assert [button[-8:] for button in chat.buttons] == [
        f"{move[:4]} = {move[5:]}" for move in (first, second)
    ]
    assert (await chat.game()).game.values == stored.game.values
