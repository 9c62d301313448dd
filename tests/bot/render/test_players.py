from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.player import Part, Player
from bot.render.players import placers, players_line, players_list
from engine import parse

GIVENS = parse("...43..22..3.32.")
SOLUTION = parse("1234341221434321")
BLANKS = GIVENS.blanks()
ANN, BOB = Player(1, 0, "Ann"), Player(2, 1, "<Bob>")


def game_of(*people: int | None) -> Game:
    """A game in which each of these people has placed one digit, the right one."""
    turns = [
        Turn(person, (Move(Act.PLACE, cell, SOLUTION[cell]),))
        for person, cell in zip(people, BLANKS, strict=False)
    ]
    return Game(GIVENS, SOLUTION, tuple(turns), len(turns))


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def test_the_placers_are_those_of_the_digits_that_stand() -> None:
    game = game_of(1, 2, None, 9)
    assert placers(game, (ANN, BOB)) == dict(zip(BLANKS, (ANN, BOB, None, None), strict=False))
    assert placers(game.undone().undone(), (ANN,)) == {BLANKS[0]: ANN, BLANKS[1]: None}


def test_the_line_counts_the_digits_of_each_and_escapes_their_names() -> None:
    line = plain(players_line("en", game_of(2, 1, 2), (ANN, BOB)))
    assert line == "Digits per player: <b>A</b> Ann 1 · <b>B</b> &lt;Bob&gt; 2"
    assert players_line("en", game_of(), (ANN, BOB)) == ""


def test_what_the_numbers_are_is_said_where_it_takes_no_further_line() -> None:
    """A line of a phone has 40 columns, of which the words take 19.

    All but one name take 14 columns with two people, and with the third 37.
    """
    cases = ((2, 7, True), (2, 8, False), (3, 3, False), (3, 4, True))
    for count, length, is_said in cases:
        people = (Player(1, 0, "x" * length), Player(2, 1, "Bob"), Player(3, 2, "y" * 16))
        line = players_line("en", game_of(*range(1, count + 1)), people)
        assert line.startswith("Digits per player: ") == is_said
    assert players_line("zh", game_of(1), (ANN,)).startswith("每人填数：")


def test_names_are_cut_as_far_as_that_saves_a_line_of_a_phone() -> None:
    """A line has 40 columns, and 14 are the hour's; two people take 11 without their names."""
    people = (Player(1, 0, "Maximiliana"), Player(2, 1, "陈小明和朋友"))
    game = game_of(1, 2)
    whole = "<b>A</b> Maximiliana 1 · <b>B</b> 陈小明和朋友 1"
    assert plain(players_line("en", game, people)) == whole
    cut = "<b>A</b> Maximil… 1 · <b>B</b> 陈小明… 1"
    assert plain(players_line("en", game, people, is_tight=True)) == cut
    short = (ANN, BOB)
    assert players_line("en", game, short, is_tight=True) == players_line("en", game, short)


def test_no_name_is_cut_that_saves_no_line() -> None:
    """Four people take more than a line, however short their names are."""
    people = tuple(Player(seat + 1, seat, "Christina") for seat in range(4))
    game = game_of(1, 2, 3, 4)
    assert "Christina" in players_line("en", game, people, is_tight=True)


def test_a_name_is_kept_apart_from_the_digits_beside_it() -> None:
    arab = Player(1, 0, "علي")
    assert (
        players_line("en", game_of(1), (arab,)) == "Digits per player: <b>A</b> \u2068علي\u2069 1"
    )


def test_people_without_a_letter_and_without_a_name_are_put_together() -> None:
    many = tuple(Player(seat + 1, seat, f"p{seat}") for seat in range(10))
    game = game_of(9, 10, 1, None, 77, 10)
    assert plain(players_line("en", game, many)) == "<b>A</b> p0 1 · 2 others 3 · somebody 2"
    assert plain(players_line("zh", game, many)).endswith("其他 2 人 3 · 某人 2")


def test_who_has_a_letter_but_no_name_has_the_letter_alone() -> None:
    assert players_line("en", game_of(1), (Player(1, 3),)) == "Digits per player: <b>D</b> 1"


def test_the_list_says_what_each_did_and_leaves_out_who_did_nothing() -> None:
    parts = [Part(BOB, 1, 1, 2), Part(ANN, 12), Part(Player(3, 2, "Cid"), 0), Part(None, 0, 2)]
    assert [plain(line) for line in players_list("en", parts)] == [
        "<b>A</b> Ann: 12 right",
        "<b>B</b> &lt;Bob&gt;: 1 right, 1 mistake, 2 hints or checks",
        "somebody: 0 right, 2 mistakes",
    ]


def test_the_list_is_bounded() -> None:
    parts = [Part(Player(seat, seat, "x" * 16), 1, 1, 1) for seat in range(200)]
    lines = players_list("es", parts)
    assert len(lines) == 9
    assert "192" in lines[-1]
