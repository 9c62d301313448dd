import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO

import pytest
from PIL import Image

from bot.chat.photo import MOST_BYTES
from bot.ledger.lane import PLACES
from bot.ledger.owner import Owner
from bot.store import drafts
from engine import Geometry, Grid, generate, parse, solve
from engine.photo import Unreadable
from tests.bot.house import House, Talk
from tests.bot.pool.scans import jpeg_image, pages, pdf_of, written
from tests.engine.photo.drawn import drawn

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = solve(PUZZLE)
PHOTO = drawn(PUZZLE)


def plain(side: int) -> bytes:
    """A grey picture in which there is nothing."""
    file = BytesIO()
    Image.new("RGB", (side, side), "grey").save(file, "JPEG")
    return file.getvalue()


WRONG = PUZZLE.with_values({2: 9})
"""One digit too many, which leaves no solution; it is printed clearly, so no cell is doubtful."""


def own(count: int, changes: dict[int, int] | None = None) -> Grid:
    """Digits of the solution that somebody has filled in, some of them wrong."""
    cells = PUZZLE.blanks()[:count]
    right = {cell: SOLUTION[cell] for cell in cells}
    return Grid.blank(PUZZLE.geometry).with_values(right | (changes or {}))


@pytest.mark.long
async def test_a_photo_is_played_only_once_it_was_looked_at(chat: Talk) -> None:
    said = await chat.delivers(chat.person.send_photo(PHOTO))
    assert "9×9, 30 givens" in said
    assert "One solution" in said
    assert "photo" in chat.last
    assert chat.buttons[0] == "▶ Play"
    assert await chat.house.database.all("select * from games") == []
    await chat.presses("▶ Play")
    assert (await chat.game()).game.givens == PUZZLE


@pytest.mark.long
@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
async def test_an_image_file_is_read_as_well(chat: Talk, kind: str) -> None:
    file = BytesIO()
    with Image.open(BytesIO(PHOTO)) as image:
        image.save(file, kind)
    name, mime = f"a.{kind.lower()}", f"image/{kind.lower()}"
    update = chat.person.send_document(name, file.getvalue(), mime)
    assert "9×9, 30 givens" in await chat.delivers(update)


@pytest.mark.long
async def test_the_first_page_of_a_scan_is_read(chat: Talk) -> None:
    update = chat.person.send_document("scan.pdf", pdf_of(PHOTO), "application/pdf")
    assert "9×9, 30 givens" in await chat.delivers(update)
    scan = chat.last["message_id"] - 1
    await chat.presses("▶ Play")
    assert (await chat.game()).game.givens == PUZZLE
    assert "9×9, 30 givens" in await chat.sends("/solve", scan)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"%PDF-1.4 and nothing else", "is damaged"),
        (written(pages(jpeg_image(PHOTO)), b"<</Root 1 0 R/Encrypt 9 0 R>>"), "locked"),
        (written({**pages(b"null"), 2: b"<</Kids[3 0 R]>>"}), "no picture"),
        (written(pages(jpeg_image(PHOTO, [b"/JPXDecode"]))), "can't open"),
        (pdf_of(plain(600)), "see no Sudoku in it"),
        (pdf_of(PHOTO)[:900], "can't open"),
    ],
)
async def test_a_pdf_that_cannot_be_read_is_refused_in_its_own_words(
    chat: Talk, content: bytes, why: str
) -> None:
    said = await chat.delivers(chat.person.send_document("a.pdf", content, "application/pdf"))
    assert why in said


@pytest.mark.long
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "PDF"])
@pytest.mark.parametrize("extra", [0, 400_000], ids=["small", "large"])
async def test_a_picture_is_known_by_its_first_bytes(chat: Talk, kind: str, extra: int) -> None:
    file = BytesIO()
    with Image.open(BytesIO(PHOTO)) as image:
        image.save(file, kind)
    content = file.getvalue() + bytes(extra)
    update = chat.person.send_document("download", content, "application/octet-stream")
    assert "9×9, 30 givens" in await chat.delivers(update)


@pytest.mark.long
async def test_its_solution_and_a_hint_are_one_press_away(chat: Talk) -> None:
    await chat.delivers(chat.person.send_photo(PHOTO))
    read = chat.last["message_id"]
    assert str(SOLUTION) in await chat.presses("Solution", read)
    assert "💡 Hint\nLook at" in await chat.presses("💡 Hint", read)
    assert (await chat.game()).game.givens == PUZZLE


@pytest.mark.long
@pytest.mark.parametrize("command", ["/solve", "/rate", "/import"])
async def test_a_reply_to_a_photo_reads_it(club: Talk, command: str) -> None:
    assert await club.delivers(club.person.send_photo(PHOTO, chat=club.chat)) == ""
    photo = club.person.messages(club.chat)[-1]["message_id"]
    assert "9×9, 30 givens" in await club.sends(command, photo)


@pytest.mark.long
@pytest.mark.parametrize("caption", ["/solve", "@SudokuPlaygroundBot what is this?"])
async def test_in_a_group_a_caption_asks_for_it(club: Talk, caption: str) -> None:
    update = club.person.send_photo(PHOTO, chat=club.chat, caption=caption)
    assert "9×9, 30 givens" in await club.delivers(update)


@pytest.mark.long
async def test_digits_filled_in_by_hand_are_moves_and_a_mistake_among_them_is_told(
    chat: Talk,
) -> None:
    blanks = PUZZLE.blanks()
    mistaken = own(20, {blanks[0]: SOLUTION[blanks[0]] % 9 + 1})
    said = await chat.delivers(chat.person.send_photo(drawn(PUZZLE, own=mistaken)))
    assert "30 givens" in said
    assert "20 digits filled in by hand" in said
    assert "1 of your digits" in await chat.presses("💡 Hint")
    game = (await chat.game()).game
    assert game.givens == PUZZLE
    assert game.values == PUZZLE.with_values(
        {cell: mistaken[cell] for cell in blanks if mistaken[cell]}
    )


@pytest.mark.long
async def test_a_page_that_is_filled_in_wrongly_is_checked(chat: Talk) -> None:
    first, second = PUZZLE.blanks()[:2]
    mistaken = own(51, {first: 9, second: 1})
    said = await chat.delivers(chat.person.send_photo(drawn(PUZZLE, own=mistaken)))
    assert "2 cells are wrong" in said
    name = PUZZLE.geometry.name
    which = await chat.presses("Show me which")
    assert name(first) in which
    assert name(second) in which


@pytest.mark.long
async def test_a_page_that_is_filled_in_rightly_is_not_played_again(chat: Talk) -> None:
    said = await chat.delivers(chat.person.send_photo(drawn(PUZZLE, own=own(51))))
    assert "all of it is right" in said
    assert "▶ Play" not in chat.buttons


@pytest.mark.long
async def test_on_a_full_page_without_handwriting_equal_digits_are_named(chat: Talk) -> None:
    assert "all of it is right" in await chat.delivers(chat.person.send_photo(drawn(SOLUTION)))
    printed = SOLUTION.with_values({2: 5})
    said = await chat.delivers(chat.person.send_photo(drawn(printed)))
    assert "digits repeat in r1c1, r1c3" in said


async def test_a_half_solved_puzzle_gets_its_next_hint(chat: Talk) -> None:
    filled_in = own(20)
    await chat.delivers(chat.person.send_photo(drawn(PUZZLE, own=filled_in)))
    assert "💡 Hint\nLook at" in await chat.presses("💡 Hint")
    game = (await chat.game()).game
    assert game.givens == PUZZLE
    assert all(game.values[cell] == value for cell, value in enumerate(filled_in.values) if value)


@pytest.mark.long
async def test_what_was_read_wrongly_is_corrected_by_a_typed_reply(chat: Talk) -> None:
    said = await chat.delivers(chat.person.send_photo(drawn(WRONG)))
    assert "no solution" in said
    assert "▶ Play" not in chat.buttons
    said = await chat.sends("r1c3=", chat.last["message_id"])
    assert "One solution" in said
    await chat.presses("▶ Play")
    assert (await chat.game()).game.givens == PUZZLE


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "the 3 in row 1 column 2 is a 2, r1c3 is blank", "r1c3 is purple"),
        ("zh", "第1行第2列的3是2，第1行第3列是空的", "r1c3 is purple"),
        ("es", "el 3 de la fila 1 columna 2 es un 2, r1c3 está vacía", "r1c3 is purple"),
    ],
)
async def test_corrections_are_said_told_back_and_taken_back_one_by_one(
    chat: Talk, language: str, said: str, told: str
) -> None:
    await chat.sends(f"/language {language}")
    await chat.delivers(chat.person.send_photo(drawn(WRONG)))
    answer = await chat.sends(f"{said}, {told}", chat.last["message_id"])
    assert "r1c2 = 2" in answer
    assert told in answer
    number = chat.last["message_id"]
    first, second, *_ = chat.buttons
    assert "r1c2 = 2" in first
    await chat.presses(first, number)
    assert "r1c2 = 3" in str(chat.last["caption"])
    assert chat.buttons[0] == second
    (row,) = await chat.house.database.all("select digits from drafts")
    assert row[0] == str(PUZZLE)
    await chat.presses(second, number)
    (row,) = await chat.house.database.all("select digits from drafts")
    assert row[0] == str(WRONG)


@pytest.mark.long
async def test_what_was_read_wrongly_is_corrected_by_buttons(chat: Talk) -> None:
    await chat.delivers(chat.person.send_photo(drawn(WRONG)))
    (row,) = await chat.house.database.all("select id from drafts")
    draft = await drafts.get(chat.house.database, int(str(row[0])))
    assert draft is not None
    await chat.presses("✏ Correct")
    question = chat.last["message_id"]
    await chat.forges(f"draftfix:{draft.id}:2", question)
    assert "r1c3" in str(chat.last["caption"])
    await chat.presses("·", question)
    await chat.presses("✔ Done", question)
    assert "One solution" in str(chat.last["caption"])
    await chat.presses("▶ Play", question)
    assert (await chat.game()).game.givens == PUZZLE


@pytest.mark.long
async def test_any_cell_is_corrected_by_buttons_alone(chat: Talk) -> None:
    await chat.delivers(chat.person.send_photo(PHOTO))
    await chat.presses("✏ Correct")
    question = chat.last["message_id"]
    ways = ("◀", "r1c9"), ("▲", "r9c9"), ("▶", "r9c1"), ("▼", "r1c1"), ("▶", "r1c2"), ("▶", "r1c3")
    for arrow, cell in ways:
        await chat.presses(arrow, question)
        assert f"What stands in {cell}?" in str(chat.last["caption"])
    await chat.presses("4", question)
    assert "What stands in r1c3?" in str(chat.last["caption"]), "the next one is likely near it"
    await chat.presses("✔ Done", question)
    assert "31 givens" in str(chat.last["caption"])


async def test_an_album_of_ten_is_read_picture_by_picture(chat: Talk) -> None:
    album = [chat.person.send_photo(plain(100)) for _ in range(10)]
    await asyncio.gather(*(chat.delivers(picture) for picture in album))
    said = [m["text"] for m in chat.person.messages() if "text" in m]
    assert sum("too small" in one for one in said) == 10


async def test_who_has_ten_pictures_waiting_is_told_and_more_are_not_even_downloaded(
    house: House, chat: Talk
) -> None:
    go_on = asyncio.Event()

    @asynccontextmanager
    async def coming() -> AsyncIterator[bytes]:
        await go_on.wait()
        yield plain(100)

    read, alice = house.services.pictures.read, Owner(chat.person.id)
    held = [asyncio.create_task(read(alice, coming)) for _ in range(PLACES)]
    await asyncio.sleep(0)
    assert "Please wait" in await chat.delivers(chat.person.send_photo(PHOTO))
    assert "getFile" not in [method for method, _ in house.api.calls]
    go_on.set()
    assert {type(one) for one in await asyncio.gather(*held, return_exceptions=True)} == {
        Unreadable
    }
    assert "9×9, 30 givens" in await chat.delivers(chat.person.send_photo(PHOTO))


async def test_other_talk_in_a_reply_is_told_what_to_write(chat: Talk) -> None:
    await chat.delivers(chat.person.send_photo(PHOTO))
    assert "r4c5 7" in await chat.sends("that is wrong", chat.last["message_id"])


@pytest.mark.long
async def test_of_several_boards_the_others_are_a_press_away(chat: Talk) -> None:
    other = generate(Geometry(3, 3), seed="other").grid
    page = Image.new("RGB", (1200, 700), "white")
    with Image.open(BytesIO(PHOTO)) as one, Image.open(BytesIO(drawn(other))) as two:
        page.paste(one.resize((640, 640)), (20, 30))
        page.paste(two.resize((500, 500)), (680, 100))
    file = BytesIO()
    page.save(file, "JPEG", quality=92)
    await chat.delivers(chat.person.send_photo(file.getvalue()))
    await chat.presses("Board 2 of the photo (9×9)")
    await chat.presses("▶ Play")
    assert (await chat.game()).game.givens == other


async def test_what_cannot_be_read_is_said_with_what_would_help(chat: Talk) -> None:
    assert "no Sudoku" in await chat.delivers(chat.person.send_photo(plain(600)))
    broken = chat.person.send_document("a.png", PHOTO[:900], "image/png")
    assert "can't open" in await chat.delivers(broken)
    large = chat.person.send_document("a.png", bytes(MOST_BYTES + 1), "image/png")
    assert "too large" in await chat.delivers(large)


async def test_nobody_else_can_use_a_draft_and_old_buttons_say_so(
    house: House, chat: Talk, ming: Talk
) -> None:
    await chat.delivers(chat.person.send_photo(PHOTO))
    (row,) = await house.database.all("select id from drafts")
    await ming.sends("/help")
    for name in ("draft", "draftplay", "draftsolve", "drafthint", "draftfix"):
        await ming.forges(f"{name}:{row[0]}")
        assert ming.alerted
    await ming.forges(f"draftset:{row[0]}:0:1")
    assert ming.alerted
    await house.database.all("delete from drafts")
    assert "send the photo again" in await chat.presses("▶ Play")


async def test_no_photo_is_kept(house: House, chat: Talk) -> None:
    await chat.delivers(chat.person.send_photo(PHOTO))
    assert "no photo" in await chat.sends("/privacy")
    assert PHOTO[:200] not in house.database_path.read_bytes()
