import pytest

from bot.game.talk.details import Wanted
from bot.game.talk.guesses import CLEAR, LEAST, guided
from bot.game.talk.likeness import Like, known
from bot.game.talk.reading import Reading

AHEAD, BEHIND = 2 * CLEAR, LEAST / 2
BETWEEN = (LEAST + CLEAR) / 2


def likes(*ranked: str, lead: float) -> tuple[Like, ...]:
    """These wishes before all others, the first by so much ahead."""
    rest = [wish for wish in known().wishes if wish not in ranked]
    first, *others = ranked
    return (Like(first, lead), *(Like(wish, 0.1) for wish in (*others, *rest)))


def read(*names: str, is_sure: bool = False, is_likely: bool = False) -> Reading:
    wanted = tuple(Wanted(*name.split(" ", 1)) for name in names)
    return Reading(wanted, is_sure=is_sure, language="es", is_likely=is_likely)


def told(reading: Reading | None) -> str:
    """`=` before what is likely meant, `?` before what is only offered."""
    if reading is None:
        return ""
    names = ", ".join(f"{one.name} {one.rest}".strip() for one in reading.wanted)
    return f"{'?' if reading.is_guess else '='} {names}"


def test_what_is_surely_read_stays() -> None:
    sure = read("undo 3", is_sure=True)
    assert guided(sure, likes("hint", lead=AHEAD)) is sure


@pytest.mark.parametrize("wish", ["easier", "new 6 easy", "subscribe 07.30", "leave"])
def test_what_hangs_on_the_order_of_words_is_left_to_the_rules(wish: str) -> None:
    found = read(wish)
    assert guided(found, likes("harder", "stats", lead=AHEAD)) is found
    found = read(wish, is_likely=True)
    assert guided(found, likes("hint", "stats", lead=AHEAD)) is found


def test_beside_a_puzzle_that_is_not_likely_meant_something_else_is_offered() -> None:
    found = read("new")
    assert told(guided(found, likes("hint", "stats", lead=AHEAD))) == "? new, hint"
    assert guided(found, likes("hint", "stats", lead=BETWEEN)) is found
    assert guided(found, likes("move", "stats", lead=AHEAD)) is found


def test_details_and_wishes_that_were_never_learnt_are_left_to_the_rules() -> None:
    for wish in ("learn x wing", "calendar"):
        found = read(wish, is_likely=True)
        assert guided(found, likes("rate", "rules", lead=AHEAD)) is found


def test_what_is_far_ahead_is_likely_meant_and_the_rest_is_kept_for_no_i_meant() -> None:
    reading = guided(read("check", "stats"), likes("undo", "redo", lead=AHEAD))
    assert told(reading) == "= undo"
    assert reading is not None
    assert (reading.is_sure, reading.is_likely, reading.language) == (False, True, "es")
    assert [one.name for one in reading.others] == ["check", "stats", "redo"]
    assert told(guided(None, likes("undo", lead=AHEAD))) == "= undo"


def test_what_both_say_is_likely_meant_with_its_details() -> None:
    found = read("undo 2", "check")
    assert told(guided(found, likes("undo", "redo", lead=BETWEEN))) == "= undo 2"


def test_where_they_differ_both_are_offered() -> None:
    reading = guided(read("check", is_likely=True), likes("undo", "redo", lead=BETWEEN))
    assert told(reading) == "? check, undo, redo"
    assert told(guided(None, likes("undo", "stop", lead=BETWEEN))) == "? undo"


def test_a_likely_reading_that_is_nearly_the_likest_is_believed() -> None:
    likely, weak = read("hint", is_likely=True), read("hint")
    near = likes("only_asked", "hint", lead=BETWEEN)
    assert told(guided(likely, near)) == "= hint"
    assert told(guided(weak, near)) == "? hint, only_asked"
    assert told(guided(likely, likes("only_asked", "hint", lead=AHEAD))) == "= only_asked"


def test_what_is_like_nothing_in_particular_stays_but_gives_no_help_that_counts() -> None:
    found = read("stats", is_likely=True)
    assert guided(found, likes("undo", lead=BEHIND)) is found
    doubted = guided(read("hint", is_likely=True), likes("undo", lead=BEHIND))
    assert doubted is not None
    assert not doubted.is_likely
    assert guided(None, likes("undo", lead=BEHIND)) is None
    assert guided(found, ()) is found


def test_a_move_that_was_not_understood_is_nothing_else() -> None:
    assert guided(read("notes row 1"), likes("move", lead=AHEAD)) is None
    found = read("whats_left row 3", is_likely=True)
    assert guided(found, likes("cell", lead=AHEAD)) is found


def test_other_names_of_wishes_become_what_is_wanted() -> None:
    assert told(guided(None, likes("yesterday", lead=AHEAD))) == "= daily yesterday"
    assert told(guided(None, likes("notes clear", lead=AHEAD))) == "= notes clear"
