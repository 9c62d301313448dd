import pytest

from bot.game.talk.details import Wanted
from bot.game.talk.guesses import CLEAR, LEAST, guided
from bot.game.talk.likeness import Like, known
from bot.game.talk.reading import Reading

AHEAD, BEHIND = (1 + CLEAR) / 2, LEAST / 2
BETWEEN = (LEAST + CLEAR) / 2


def likes(*ranked: str, probability: float, second: float = 0.2) -> tuple[Like, ...]:
    """These wishes before all others, the first two of such probabilities."""
    rest = [wish for wish in known().wishes if wish not in ranked]
    first, after, *others = [*ranked, *rest]
    return (Like(first, probability), Like(after, second), *(Like(wish, 0.0) for wish in others))


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
    assert guided(sure, likes("hint", probability=AHEAD)) is sure


@pytest.mark.parametrize(
    ("wish", "near"),
    [
        ("easier", "harder"),
        ("new", "too_hard"),
        ("leave", "new"),
        ("subscribe 07.30", "evening"),
        ("unsubscribe", "evening_off"),
        ("new 6 easy", "hint"),
    ],
)
def test_what_hangs_on_the_order_of_words_is_left_to_the_rules(wish: str, near: str) -> None:
    for found in (read(wish), read(wish, is_likely=True)):
        assert guided(found, likes(near, "stats", probability=AHEAD)) is found


def test_what_is_clearly_like_another_kind_is_no_puzzle() -> None:
    """Much that is said of a puzzle looks like a wish for one: `where do I even look next`."""
    found = read("new", is_likely=True)
    assert told(guided(found, likes("hint", "stats", probability=AHEAD))) == "= hint"
    assert guided(found, likes("hint", "stats", probability=BETWEEN)) is found


def test_details_and_wishes_that_were_never_learnt_are_left_to_the_rules() -> None:
    for wish in ("learn x wing", "calendar"):
        found = read(wish, is_likely=True)
        assert guided(found, likes("rate", "rules", probability=AHEAD)) is found


def test_what_is_far_ahead_is_likely_meant_and_the_rest_is_kept_for_no_i_meant() -> None:
    reading = guided(read("check", "stats"), likes("undo", "redo", probability=AHEAD))
    assert told(reading) == "= undo"
    assert reading is not None
    assert (reading.is_sure, reading.is_likely, reading.language) == (False, True, "es")
    assert [one.name for one in reading.others] == ["check", "stats", "redo"]
    assert told(guided(None, likes("undo", probability=AHEAD))) == "= undo"


def test_what_both_say_is_likely_meant_with_its_details() -> None:
    found = read("undo 2", "check")
    assert told(guided(found, likes("undo", "redo", probability=BETWEEN))) == "= undo 2"


def test_where_they_differ_both_are_offered() -> None:
    reading = guided(read("check", is_likely=True), likes("undo", "redo", probability=BETWEEN))
    assert told(reading) == "? check, undo, redo"
    assert told(guided(None, likes("undo", "stop", probability=BETWEEN))) == "? undo"


def test_a_likely_reading_that_is_nearly_the_likest_is_believed() -> None:
    likely, weak = read("hint", is_likely=True), read("hint")
    near = likes("only_asked", "hint", probability=BETWEEN, second=0.2)
    assert told(guided(likely, near)) == "= hint"
    assert told(guided(weak, near)) == "? hint, only_asked"
    far = likes("only_asked", "hint", probability=BETWEEN, second=0.1)
    assert told(guided(likely, far)) == "? hint, only_asked"
    assert told(guided(likely, likes("only_asked", "hint", probability=AHEAD))) == "= only_asked"


def test_what_is_like_nothing_in_particular_stays_but_gives_no_help_that_counts() -> None:
    found = read("stats", is_likely=True)
    assert guided(found, likes("undo", probability=BEHIND)) is found
    doubted = guided(read("hint", is_likely=True), likes("undo", probability=BEHIND))
    assert doubted is not None
    assert not doubted.is_likely
    assert guided(None, likes("undo", probability=BEHIND)) is None
    assert guided(found, ()) is found


def test_talk_that_means_nothing_here_is_no_wish() -> None:
    found, likely = read("stats"), read("stats", is_likely=True)
    assert guided(None, likes("nothing", "chat", probability=LEAST)) is None
    assert guided(found, likes("nothing", "chat", probability=BETWEEN)) is None
    assert guided(likely, likes("nothing", "chat", probability=BETWEEN)) is likely
    assert guided(likely, likes("nothing", "chat", probability=AHEAD)) is None
    assert guided(found, likes("nothing", "chat", probability=BEHIND)) is found


def test_a_second_wish_is_offered_if_it_is_not_improbable() -> None:
    torn = likes("undo", "redo", probability=BETWEEN, second=0.2)
    assert told(guided(None, torn)) == "? undo, redo"
    assert told(guided(None, likes("undo", "redo", probability=BETWEEN, second=0.1))) == "? undo"


def test_a_move_that_was_not_understood_is_nothing_else() -> None:
    assert guided(read("notes row 1"), likes("move", probability=AHEAD)) is None
    found = read("whats_left row 3", is_likely=True)
    assert guided(found, likes("cell", probability=AHEAD)) is found


def test_other_names_of_wishes_become_what_is_wanted() -> None:
    assert told(guided(None, likes("yesterday", probability=AHEAD))) == "= daily yesterday"
    assert told(guided(None, likes("notes clear", probability=AHEAD))) == "= notes clear"
