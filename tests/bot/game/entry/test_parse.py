from string import ascii_lowercase

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.game.entry import Answer, Entry, Letters, is_attempt, parse_entry, read_typed
from bot.game.move import Act, Intent, IntentKind, Intents, Move
from bot.game.refused import REFUSALS, Refused
from engine.board.geometry import Geometry
from engine.notation import parse

FOUR, NINE, SIXTEEN = (Geometry.of_size(size) for size in (4, 9, 16))
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def lines(line: str, size: int = 9) -> str:
    return "\n".join(line[at : at + size] for at in range(0, len(line), size))


def refusal(text: str, geometry: Geometry = NINE) -> tuple[str, dict[str, str | int]]:
    with pytest.raises(Refused) as caught:
        parse_entry(text, geometry, Letters.ROW)
    return caught.value.key, dict(caught.value.values)


@pytest.mark.parametrize(
    "text",
    ["", " ", "hello", "r u there?", "4 x 4 please", "12:30", "4:30 pm", "10", "2024", "A4 paper",
     "d5 7 times", "457 people", "k9", "clear", "clear the board", "x", "note", "note to self: 12",
     "row row row your boat", "9x9", "r2d2", "mp3 4", "+1", "?", "...", "4: 12", "at 7: 45 min",
     "你好", "第4行", "今天 457 人", "4 行", "<b>bold</b>", "https://example.org/r/457", "(╯°□°)╯",
     "." * 81, "_" * 81, "20 7946 0958", "order 1234567890 1234567890 1234567890 12345678901",
     "- - -", "b2b", "the 4th row, 5th column"],
)  # fmt: skip
def test_talk_is_no_attempt(text: str) -> None:
    assert parse_entry(text, NINE, Letters.ROW) is None


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("r4c5=12", "no_such_digit", {"cell": "r4c5", "digit": "12", "highest": "9"}),
        ("r4c5 27", "no_such_digit", {"cell": "r4c5", "digit": "27", "highest": "9"}),
        ("r4c5=q", "no_such_digit", {"cell": "r4c5", "digit": "Q", "highest": "9"}),
        ("d5=12", "no_such_digit", {"cell": "r4c5", "digit": "12", "highest": "9"}),
        ("r4c5= 457", "no_such_digit", {"cell": "r4c5", "digit": "457", "highest": "9"}),
        ("r4c5 +207", "no_such_digit", {"cell": "r4c5", "digit": "207", "highest": "9"}),
        ("450", "no_such_digit", {"cell": "r4c5", "digit": "0", "highest": "9"}),
        ("r0c3 5", "no_such_cell", {"cell": "r0c3", "size": 9}),
        ("r10c3=5", "no_such_cell", {"cell": "r10c3", "size": 9}),
        ("r3c10=5", "no_such_cell", {"cell": "r3c10", "size": 9}),
        ("第0行第3列 5", "no_such_cell", {"cell": "第0行第3列", "size": 9}),
        ("r4c507", "no_such_cell", {"cell": "r4c507", "size": 9}),
        ("d57=8", "no_such_cell", {"cell": "D57", "size": 9}),
        ("K5=7", "no_such_cell", {"cell": "K5", "size": 9}),
        ("907", "no_such_cell", {"cell": "r9c0", "size": 9}),
        ("clear r4c5 r0c1", "no_such_cell", {"cell": "r0c1", "size": 9}),
        ("r4c5", "no_digit", {"cell": "r4c5"}),
        ("r4c5:", "no_digit", {"cell": "r4c5"}),
        ("d5", "no_digit", {"cell": "r4c5"}),
        ("note r4c5", "no_digit", {"cell": "r4c5"}),
        ("4: 53..7...", "row_length", {"row": 4, "count": 8, "size": 9}),
        ("4: 53..7.....", "row_length", {"row": 4, "count": 10, "size": 9}),
        ("0: 53..7....", "no_such_row", {"row": 0, "size": 9}),
        ("12: 53..7....", "no_such_row", {"row": 12, "size": 9}),
        ("andy r4c5=7", "not_understood", {"text": "andy", "understood": "r4c5=7"}),
        ("r4c5=7 hello", "not_understood", {"text": "hello", "understood": "r4c5=7"}),
        ("I think r4c5=7", "not_understood", {"text": "i think", "understood": "r4c5=7"}),
        ("r4c5 7?", "not_understood", {"text": "?", "understood": "r4c5=7"}),
        ("457 46 911", "not_understood", {"text": "46", "understood": "r4c5=7 r9c1=1"}),
        ("clear r4c5=7", "not_understood", {"text": "clear", "understood": "r4c5=7"}),
        ("4: 53.......x", "not_understood", {"text": "x", "understood": "r4c1=5 r4c2=3"}),
        ("r4c5=7 " + "z" * 99, "not_understood",
        {"text": "z" * 17 + "...", "understood": "r4c5=7"}),
        ("457 " * 82, "too_many_moves", {"count": 82, "limit": 81}),
        (SOLUTION[:-1], "answer_length", {"count": 80, "expected": 81}),
        (lines(SOLUTION[:-1]), "answer_row", {"row": 9, "count": 8, "size": 9}),
        ("1234341221434321" * 4, "answer_length", {"count": 64, "expected": 81}),
    ],
)  # fmt: skip
def test_attempts_with_a_mistake_are_refused(
    text: str, key: str, values: dict[str, str | int]
) -> None:
    assert refusal(text) == (key, values)


@pytest.mark.parametrize(
    ("text", "geometry", "key", "values"),
    [
        ("457 468", SIXTEEN, "triple_on_large", {"text": "457", "size": 16}),
        ("r1c1=17", SIXTEEN, "no_such_digit", {"cell": "r1c1", "digit": "17", "highest": "16 (G)"}),
        ("r1c1=H", SIXTEEN, "no_such_digit", {"cell": "r1c1", "digit": "H", "highest": "16 (G)"}),
        ("r1c112", SIXTEEN, "ambiguous",
        {"text": "r1c112", "first": "r1c1=C", "second": "r1c11=2"}),
        ("r1c1 +12", SIXTEEN, "ambiguous", {"text": "12", "first": "1 2", "second": "12"}),
        ("r1c1 +1 +14", SIXTEEN, "ambiguous", {"text": "14", "first": "1 4", "second": "14"}),
        ("r1c1 +127", SIXTEEN, "ambiguous", {"text": "127", "first": "1 2 7", "second": "12 7"}),
        ("4: 1235", FOUR, "row_digit", {"row": 4, "column": 4, "digit": "5", "highest": "4"}),
        ("115", FOUR, "no_such_digit", {"cell": "r1c1", "digit": "5", "highest": "4"}),
        ("1234341221434325", FOUR, "answer_digit",
         {"row": 4, "column": 4, "digit": "5", "highest": "4"}),
        (SOLUTION, FOUR, "answer_length", {"count": 81, "expected": 16}),
    ],
)  # fmt: skip
def test_attempts_that_another_size_refuses(
    text: str, geometry: Geometry, key: str, values: dict[str, str | int]
) -> None:
    assert refusal(text, geometry) == (key, values)


def test_five_moves_at_most_are_quoted() -> None:
    five = "111 122 133 144 155"
    quoted = "r1c1=1 r1c2=2 r1c3=3 r1c4=4 r1c5=5"
    assert refusal(f"{five} 12")[1]["understood"] == quoted
    assert refusal(f"{five} 166 12")[1]["understood"] == f"{quoted} ..."


def test_a_message_may_have_a_move_for_each_cell() -> None:
    entry = parse_entry("457 " * 81, NINE, Letters.ROW)
    assert isinstance(entry, Intents)
    assert len(entry.intents) == 81


@pytest.mark.parametrize("blanks", [0, 1])
def test_rows_for_every_number_are_a_board_or_its_moves(blanks: int) -> None:
    board = SOLUTION[: 81 - blanks] + "." * blanks
    rows = [f"{number}: {row}" for number, row in enumerate(lines(board).split(), 1)]
    for text in ("\n".join(rows), " ".join(rows), "\n".join(["123456789", *rows])):
        entry = parse_entry(text, NINE, Letters.ROW)
        if blanks:
            assert isinstance(entry, Intents)
            assert len(entry.intents) == 81 - blanks
        else:
            assert entry == Answer(parse(SOLUTION))
    some = parse_entry("\n".join(["123456789", *rows[:8]]), NINE, Letters.ROW)
    assert isinstance(some, Intents)
    assert len(some.intents) == 72


@pytest.mark.parametrize(
    ("text", "is_meant"),
    [
        *(("457", True), ("r4c5=7", True), ("r4c5=12", True)),
        *((SOLUTION, True), (SOLUTION[1:], True)),
        *(("hello", False), ("457 people", False), ("j1", False), ("", False)),
    ],
)
def test_a_text_may_be_meant_for_a_game_that_is_not_played(text: str, *, is_meant: bool) -> None:
    assert is_attempt(text) is is_meant


def test_a_board_of_another_size_is_an_answer_to_another_game() -> None:
    for text in (SOLUTION, lines(SOLUTION), lines(" ".join(SOLUTION), 18)):
        assert read_typed(text, FOUR, Letters.ROW) == Answer(parse(SOLUTION))
        assert read_typed(text, NINE, Letters.ROW) == Answer(parse(SOLUTION))
    # Its groups may read as moves with other figures between them.
    small = Answer(parse("1234341221434321"))
    assert read_typed("123 4\n341 2\n214 3\n432 1", NINE, Letters.ROW) == small


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("457 46 911", "not_understood"),
        ("r4c5=12", "no_such_digit"),
        (SOLUTION[:-1], "answer_length"),
        ("r4c5=7 hello", "not_understood"),
    ],
)
def test_what_is_no_board_of_any_size_stays_refused(text: str, key: str) -> None:
    with pytest.raises(Refused) as caught:
        read_typed(text, NINE, Letters.ROW)
    assert caught.value.key == key


def test_moves_and_talk_are_read_in_every_game() -> None:
    assert read_typed("457", NINE, Letters.ROW) == parse_entry("457", NINE, Letters.ROW)
    assert read_typed("hello", NINE, Letters.ROW) is None


@st.composite
def printed_moves(draw: st.DrawFn) -> tuple[Geometry, list[Move]]:
    geometry = Geometry.of_size(draw(st.sampled_from((4, 6, 9, 12, 16, 25))))
    cell = st.integers(0, geometry.cell_count - 1)
    one = st.one_of(
        st.builds(Move, st.just(Act.PLACE), cell, st.integers(1, geometry.size)),
        st.builds(Move, st.just(Act.ERASE), cell),
        st.builds(Move, st.just(Act.NOTES), cell, st.integers(0, (1 << geometry.size) - 1)),
    )
    return geometry, draw(st.lists(one, min_size=1, max_size=6))


KINDS = {Act.PLACE: IntentKind.PLACE, Act.ERASE: IntentKind.ERASE, Act.NOTES: IntentKind.SET_NOTES}


@pytest.mark.long
@given(printed_moves(), st.sampled_from((" ", ", ", "\n", "；", "、")), st.sampled_from(Letters))
def test_printed_moves_read_back(
    printed: tuple[Geometry, list[Move]], between: str, letters: Letters
) -> None:
    geometry, moves = printed
    text = between.join(move.text(geometry) for move in moves)
    intents = tuple(Intent(KINDS[move.act], move.cell, move.value) for move in moves)
    assert parse_entry(text, geometry, letters) == Intents(intents)


@st.composite
def intents_of(draw: st.DrawFn) -> tuple[Geometry, Intents]:
    geometry = Geometry.of_size(draw(st.sampled_from((9, 16))))
    cell = st.integers(0, geometry.cell_count - 1)
    sign = st.sampled_from((IntentKind.ADD_NOTES, IntentKind.REMOVE_NOTES))
    one = st.builds(Intent, sign, cell, st.integers(1, (1 << geometry.size) - 1))
    return geometry, Intents(tuple(draw(st.lists(one, min_size=1, max_size=5))))


@pytest.mark.long
@given(intents_of())
def test_added_and_removed_notes_read_back(printed: tuple[Geometry, Intents]) -> None:
    geometry, intents = printed
    assert parse_entry(intents.text(geometry), geometry, Letters.ROW) == intents


PIECES = ["r4c5", "=", "7", " ", "\n", "d5", "457", "4: ", "53..7....", "clear ",
          "note ", "x", "+27",
          "第4行", "第5列", "十", "清除", ",", "、", "-",
          "|", "hello", "🔟", "7️⃣", "٧", "<b>", "[[", "'"]  # fmt: skip
talk = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    st.builds(str.__mul__, st.sampled_from(PIECES), st.integers(0, 120)),
)


def outcome(text: str, geometry: Geometry, letters: Letters) -> Entry | Refused | None:
    try:
        return parse_entry(text, geometry, letters)
    except Refused as refused:
        return refused


def is_fit_to_show(told: Entry | Refused | None) -> bool:
    return not isinstance(told, Refused) or (
        told.values.keys() == REFUSALS[told.key]
        and all(len(str(value)) <= 300 for value in told.values.values())
    )


@given(talk, st.sampled_from((4, 9, 16, 25)), st.sampled_from(Letters))
@example("r4c5²", 9, Letters.ROW)
@example("₄₅₇ r①c①=①", 9, Letters.ROW)
@example("第十十行第五列 7", 9, Letters.ROW)
def test_any_text_is_understood_refused_or_talk(text: str, size: int, letters: Letters) -> None:
    told = outcome(text, Geometry.of_size(size), letters)
    assert is_fit_to_show(told)
    if text.isascii():
        assert type(outcome(text.upper(), Geometry.of_size(size), letters)) is type(told)


JUNK = [
    *PIECES,
    *ascii_lowercase,
    "1 ",
    "1:",
    "r4c5 +1 ",
    "r1 c",
    "....",
    "d5 ",
    "clear r4c5 ",
    "ﷺ",
]


@pytest.mark.long
@pytest.mark.parametrize("piece", JUNK)
def test_ten_kilobytes_of_anything_are_answered(piece: str) -> None:
    text = piece * (10_000 // len(piece))
    for geometry in (NINE, SIXTEEN):
        told = outcome(text, geometry, Letters.ROW)
        assert is_fit_to_show(told)
        assert not isinstance(told, Intents) or len(told.intents) <= geometry.cell_count
