import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.handlers.import_ import MOST_BYTES
from bot.play.shelf import MOST_PUZZLES
from bot.store import shelf
from tests.bot.house import House, Talk

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = LINE.replace("5", ".").replace("8", ".")
NONE = "55" + LINE[2:]
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


async def kept(talk: Talk) -> list[str]:
    found = await shelf.page(talk.house.database, talk.person.id, 0, 1000)
    return [str(one.puzzle.grid) for one in found]


async def test_each_line_is_answered_for(chat: Talk) -> None:
    lines = [LINE, "1.34341221434321", LINE, SEVERAL, NONE, FULL, LINE[:-1], "hello"]
    said = await chat.sends("/import " + "\n".join(lines))
    assert said.splitlines() == [
        "✅ 2 puzzles are on your shelf: lines 1–2",
        "📚 1 was there already: line 3",
        "✖ 1 has several solutions: line 4",
        "✖ 1 has no solution: line 5",
        "✖ 1 is filled already: line 6",
        (
            "✖ Line 7: 80 cells don't make a board. I know 16, 36, 64, 81, 144, 256 and 625. "
            "That's 1 too few for 9×9."
        ),
        "✖ Line 8: There's no puzzle in this text. /solve shows what I can read.",
    ]
    assert await kept(chat) == [LINE, "1.34341221434321"]


@pytest.mark.parametrize("name", ["many.sdm", "one.sdk", "one.ss"])
async def test_a_file_needs_no_command(chat: Talk, name: str) -> None:
    rows = [LINE[at : at + 9] for at in range(0, 81, 9)]
    drawn = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in rows]
    files = {
        "many.sdm": f"{LINE}\r\n{LINE}\r\n",
        "one.sdk": "[Puzzle]\n" + "\n".join(rows),
        "one.ss": "\n".join(["*-----------*", *drawn, "*-----------*"]),
    }
    update = chat.person.send_document(name, files[name].encode())
    assert "on your shelf" in await chat.delivers(update)
    assert await kept(chat) == [LINE]
    await chat.presses("📚 My shelf")
    await chat.presses("1 · 9×9 · 30 clues")
    assert str((await chat.game()).puzzle.grid) == LINE


async def test_a_reply_to_a_file_or_message(chat: Talk) -> None:
    chat.person.send_document("a.txt", f"\ufeff{LINE}".encode("utf-16"))
    file = chat.person.messages()[-1]["message_id"]
    assert "1 puzzle is on your shelf" in await chat.sends("/import", file)
    chat.person.say(f"{LINE}\n1.34341221434321")
    pasted = chat.person.messages()[-1]["message_id"]
    assert "1 was there already" in await chat.sends("/import", pasted)


async def test_what_cannot_be_read_is_said_kindly(chat: Talk, ming: Talk) -> None:
    assert "one on each line" in await chat.sends("/import")
    assert "no puzzle in there" in await chat.sends("/import hello there")
    big = ming.person.send_document("big.txt", b"." * (MOST_BYTES + 1))
    assert "太大" in await ming.delivers(big)
    photo = chat.person.send_document("a.png", b"\x89PNG\0\0\0\0")
    assert "isn't a text file" in await chat.delivers(photo)


async def test_more_than_enough_is_left_for_another_time(chat: Talk) -> None:
    lines = "\n".join([LINE] * (MOST_PUZZLES + 5))
    said = await chat.delivers(chat.person.send_document("many.txt", lines.encode()))
    assert f"5 were left for another time: lines {MOST_PUZZLES + 1}–{MOST_PUZZLES + 5}" in said


async def test_in_a_group_a_file_is_imported_only_where_its_caption_says_so(club: Talk) -> None:
    plain = club.person.send_document("a.txt", LINE.encode(), chat=club.chat)
    assert await club.delivers(plain) == ""
    asked = club.person.send_document("a.txt", LINE.encode(), chat=club.chat, caption="/import")
    assert "on your shelf" in await club.delivers(asked)


@given(content=st.binary(min_size=1, max_size=400))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
async def test_any_bytes_get_an_answer(house: House, content: bytes) -> None:
    assert await house.alice.delivers(house.alice.person.send_document("x.bin", content))


async def test_a_file_of_256_kilobytes_is_the_largest(chat: Talk) -> None:
    content = LINE.encode().ljust(256 * 1024)
    assert "on your shelf" in await chat.delivers(chat.person.send_document("a.txt", content))
    large = chat.person.send_document("a.txt", content + b" ")
    assert "Up to 256 KB" in await chat.delivers(large)


@pytest.mark.parametrize("mime", ["text/plain", "application/octet-stream"])
async def test_a_large_file_that_is_no_picture_is_too_big_for_a_list(chat: Talk, mime: str) -> None:
    said = await chat.delivers(chat.person.send_document("a", b"1" * 300_000, mime))
    assert "too big" in said


async def test_a_list_is_imported_also_if_its_type_is_not_told(chat: Talk) -> None:
    content = ("." * 2 + "34341221434321").encode()
    update = chat.person.send_document("list", content, "application/octet-stream")
    assert "shelf" in await chat.delivers(update)


async def test_ten_lines_that_cannot_be_read_have_their_reasons(chat: Talk) -> None:
    lines = [LINE[:-1]] * 12
    for count in (10, 12):
        said = await chat.sends("/import " + "\n".join([LINE, *lines[:count]]))
        assert said.count("80 cells") == 10
        assert ("2 more could not be read: lines 12–13" in said) == (count == 12)
        assert ("more could not" in said) == (count == 12)


async def test_a_long_list_of_lines_is_cut_between_two_of_them(chat: Talk) -> None:
    lines = "\n".join([LINE, "hello there"] * 200)
    said = await chat.delivers(chat.person.send_document("a.txt", lines.encode()))
    told = [line.partition(": lines ")[2] for line in said.splitlines() if ": lines " in line]
    cut = [numbers for numbers in told if numbers.endswith(" …")]
    assert cut
    for numbers in cut:
        found = [int(number) for number in numbers.removesuffix(" …").split(", ")]
        assert found == [*range(found[0], found[-1] + 1, 2)]
        assert 290 < len(numbers) <= 302


async def test_a_reply_to_what_has_no_text_is_told_how_to(chat: Talk) -> None:
    await chat.delivers(chat.person.send_sticker())
    sticker = next(m for m in chat.person.messages() if "sticker" in m)["message_id"]
    assert "one on each line" in await chat.sends("/import", sticker)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
async def test_a_file_may_have_a_byte_order_mark(chat: Talk, encoding: str) -> None:
    update = chat.person.send_document("a.txt", LINE.encode(encoding))
    assert "1 puzzle is on your shelf: line 1" in await chat.delivers(update)
    assert await kept(chat) == [LINE]
    assert chat.buttons == ["📚 My shelf"]


async def test_in_a_group_a_file_that_only_answers_the_bot_is_left_alone(club: Talk) -> None:
    await club.sends("/help")
    answered = club.last["message_id"]
    update = club.person.send_document("a.txt", LINE.encode(), chat=club.chat, reply_to=answered)
    assert update is not None
    assert await club.delivers(update) == ""
