from dataclasses import replace

import pytest

from bot.game.talk.details import Wanted
from bot.game.talk.guesses import BEYOND_DOUBT, CLEAR, LEAST, SURE, begins, guided
from bot.game.talk.likeness import Like, known
from bot.game.talk.reading import Reading
from tests.bot.game.talk.vocabulary import VOCABULARY

AHEAD, BEHIND = (CLEAR + BEYOND_DOUBT) / 2, LEAST / 3
BETWEEN = (LEAST + CLEAR) / 2
UNDOUBTED = (1 + BEYOND_DOUBT) / 2


def likes(*ranked: str, probability: float, second: float = 0.2) -> tuple[Like, ...]:
    """These wishes before all others, the first two of such probabilities."""
    rest = [wish for wish in known().wishes if wish not in ranked]
    first, after, *others = [*ranked, *rest]
    return (Like(first, probability), Like(after, second), *(Like(wish, 0.0) for wish in others))


def read(*names: str, is_sure: bool = False, is_likely: bool = False) -> Reading:
    wanted = tuple(Wanted(*name.split(" ", 1)) for name in names)
    return Reading(wanted, is_sure=is_sure, language="es", is_likely=is_likely)


def ordered(*names: str) -> Reading:
    """The reading of an order to speak a language, in which not every word is understood."""
    return replace(read(*names, is_likely=True), is_ordered=True)


def told(reading: Reading | None) -> str:
    """`=` before what is likely meant, `?` before what is only offered."""
    if reading is None:
        return ""
    names = ", ".join(f"{one.name} {one.rest}".strip() for one in reading.wanted)
    return f"{'?' if reading.is_guess else '='} {names}"


def test_what_is_surely_read_stays_unless_something_else_is_beyond_doubt() -> None:
    sure = read("undo 3", is_sure=True)
    assert guided(sure, likes("hint", probability=AHEAD)) is sure
    assert guided(sure, likes("undo", "redo", probability=UNDOUBTED)) is sure
    assert guided(sure, likes("move", "redo", probability=UNDOUBTED)) is sure
    assert told(guided(sure, likes("redo", "stats", probability=UNDOUBTED))) == "= redo, undo 3"
    # `Any X-wing in here?` is like `what is an X-wing?`.
    rated = read("rate", is_sure=True)
    assert guided(rated, likes("learn", probability=UNDOUBTED)) is rated
    calendar = read("calendar", is_sure=True)
    assert guided(calendar, likes("yesterday", probability=UNDOUBTED)) is calendar


def test_what_no_sudoku_bot_can_do_is_said_to_be_that() -> None:
    chat = read("chat", is_likely=True)
    assert guided(chat, likes("nothing", "stats", probability=UNDOUBTED)) is chat
    assert guided(read("stats", is_likely=True), likes("nothing", probability=UNDOUBTED)) is None


def test_what_is_refused_is_not_done_although_the_text_is_like_it() -> None:
    left = replace(read("leave"), others=(Wanted("print"), Wanted("hint")))
    assert guided(left, likes("print", "sight", probability=UNDOUBTED)) is left
    assert told(guided(left, likes("hint", "print", probability=UNDOUBTED))) == "= hint"


def test_small_talk_gives_way_to_what_a_text_is_clearly_like() -> None:
    thanks = read("thanks", is_sure=True)
    assert told(guided(thanks, likes("done", "check", probability=AHEAD))) == "= done"
    assert guided(thanks, likes("done", "check", probability=BETWEEN)) is thanks
    assert guided(thanks, likes("nothing", "check", probability=AHEAD)) is thanks


@pytest.mark.parametrize(
    ("wish", "near"),
    [
        ("easier", "harder"),
        ("new", "too_hard"),
        ("leave", "new"),
        ("subscribe 07.30", "evening"),
        ("unsubscribe", "evening_off"),
        ("new 6 easy", "harder"),
    ],
)
def test_what_hangs_on_the_order_of_words_is_left_to_the_rules(wish: str, near: str) -> None:
    for found in (read(wish), read(wish, is_likely=True)):
        assert guided(found, likes(near, "stats", probability=UNDOUBTED)) is found


def test_what_is_clearly_like_another_kind_is_no_puzzle() -> None:
    """Much that is said of a puzzle looks like a wish for one: `where do I even look next`."""
    found = read("new", is_likely=True)
    assert told(guided(found, likes("hint", "stats", probability=AHEAD))) == "= hint"
    assert told(guided(found, likes("hint", "stats", probability=BETWEEN))) == "? hint, new, stats"


def test_only_what_is_beyond_doubt_outweighs_details() -> None:
    for details in ("new 6", "notes row 5", "learn unique rectangle 1"):
        found = read(details, is_likely=True)
        undoubted = likes("check", "stats", probability=UNDOUBTED, second=0.01)
        assert told(guided(found, undoubted)) == "= check"
        clear = likes("check", "stats", probability=AHEAD, second=0.1)
        assert told(guided(found, clear)) == f"? check, {details}"


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
    likely = read("learn x-wing", "foreign", is_likely=True)
    assert guided(likely, likes("learn", "foreign", probability=AHEAD)) is likely


def test_where_they_differ_both_are_offered() -> None:
    differing = likes("undo", "redo", probability=BETWEEN)
    assert told(guided(read("check", is_likely=True), differing)) == "? undo, check, redo"
    assert told(guided(read("check", "stats"), differing)) == "? undo, check, redo"
    assert told(guided(None, likes("undo", "stop", probability=BETWEEN))) == "? undo"
    assert told(guided(read("hello", is_likely=True), differing)) == "? undo, redo"


def test_what_is_like_nothing_in_particular_is_as_the_rules_have_read_it_if_they_deny_nothing() -> (
    None
):
    likely, weak = read("stats", is_likely=True), read("stats")
    assert guided(likely, likes("undo", probability=BEHIND)) is likely
    assert guided(weak, likes("undo", probability=BEHIND)) is None
    assert guided(None, likes("undo", probability=BEHIND)) is None
    assert guided(likely, ()) is likely


def test_a_complaint_that_a_text_is_not_like_may_be_a_wish_for_such_a_puzzle() -> None:
    complaint = replace(read("too_easy", is_likely=True), others=(Wanted("new", "easy"),))
    near = likes("new", "too_easy", probability=BETWEEN, second=LEAST / 2)
    assert told(guided(complaint, near)) == "? new easy, too_easy"
    assert guided(complaint, likes("too_easy", "new", probability=LEAST)) is complaint
    assert guided(complaint, ()) is complaint


def test_where_it_is_done_or_told_is_what_is_wanted() -> None:
    sure = read("settings", is_sure=True)
    assert guided(sure, likes("looks", "sight", probability=UNDOUBTED)) is sure
    assert told(guided(None, likes("looks", "sight", probability=AHEAD))) == "= looks"
    how = read("help notes", is_likely=True)
    assert told(guided(how, likes("notes", "rules", probability=UNDOUBTED))) == "= help notes"


@pytest.mark.parametrize(
    ("wish", "probability", "is_sure"),
    [
        ("undo", SURE, True),
        ("undo", SURE - 0.01, False),
        ("new", SURE, True),
        ("undo 2", SURE, False),
        ("language", SURE, True),
        ("language es", UNDOUBTED, False),
        ("easier", SURE, False),
        ("subscribe 07.30", SURE, True),
        ("evening 21.00", SURE, True),
        ("subscribe 07.30", SURE - 0.01, False),
        ("subscribe", SURE, False),
    ],
)
def test_what_both_say_clearly_is_sure_where_it_can_be_taken_back(
    wish: str,
    probability: float,
    is_sure: bool,  # noqa: FBT001 - a parameter
) -> None:
    found = read(wish, is_likely=True)
    guess = guided(found, likes(wish.partition(" ")[0], "stats", probability=probability))
    assert guess is not None
    assert guess.wanted == found.wanted
    assert guess.is_sure is is_sure


def test_a_language_is_changed_for_an_order() -> None:
    for probability in (SURE, SURE - 0.01):
        found = guided(ordered("language es"), likes("language", "stats", probability=probability))
        assert found is not None
        assert found.is_sure is (probability == SURE)


def test_of_small_talk_the_rules_know_best() -> None:
    """`你好！` is a greeting, and no praise."""
    hello = read("hello", is_sure=True)
    assert guided(hello, likes("nice", "hello", probability=UNDOUBTED)) is hello


def test_a_game_of_yesterday_is_not_the_daily_of_yesterday() -> None:
    games = read("games", is_likely=True)
    assert guided(games, likes("yesterday", "stats", probability=AHEAD)) is games


def test_small_talk_is_no_answer_to_a_question_about_a_cell() -> None:
    assert guided(read("ok", is_likely=True), likes("cell", "move", probability=BETWEEN)) is None


def test_talk_that_means_nothing_here_is_no_wish() -> None:
    found, likely = read("stats"), read("stats", is_likely=True)
    assert guided(None, likes("nothing", "chat", probability=LEAST)) is None
    assert guided(found, likes("nothing", "chat", probability=BETWEEN)) is None
    assert guided(likely, likes("nothing", "chat", probability=BETWEEN)) is likely
    assert guided(likely, likes("nothing", "chat", probability=AHEAD)) is None
    assert guided(found, likes("nothing", "chat", probability=BEHIND)) is found


def test_an_hour_is_no_talk_that_means_nothing() -> None:
    found = read("subscribe 08.00")
    assert guided(found, likes("nothing", "stats", probability=AHEAD)) is found
    assert guided(found, likes("nothing", "stats", probability=UNDOUBTED)) is None


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


def test_a_page_is_shown_to_whoever_may_well_mean_it() -> None:
    for page in ("stats", "rules", "help", "sight"):
        near = likes(page, "hint", probability=LEAST)
        assert told(guided(read("check", is_likely=True), near)) == f"= {page}"
        assert told(guided(read("new 4", is_likely=True), near)) == f"= {page}"
        far = likes(page, "hint", probability=LEAST - 0.01)
        assert told(guided(read("check", is_likely=True), far)) == f"? {page}, check, hint"
    assert told(guided(None, likes("limits", "hint", probability=LEAST))) == "? limits, hint"


def test_which_language_it_is_the_rules_have_read() -> None:
    found = ordered("why", "language es")
    wanted = guided(found, likes("language", "why", probability=UNDOUBTED))
    assert wanted is not None
    assert (told(wanted), wanted.is_sure) == ("= language es", True)
    stated = guided(
        read("why", "language es", is_likely=True), likes("language", "why", probability=UNDOUBTED)
    )
    assert stated is not None
    assert (told(stated), stated.is_sure) == ("= language es", False)
    weaker = guided(found, likes("language", "why", probability=AHEAD))
    assert weaker is not None
    assert not weaker.is_sure
    unnamed = guided(read("why"), likes("language", "why", probability=UNDOUBTED))
    assert unnamed is not None
    assert not unnamed.is_sure


@pytest.mark.parametrize(
    ("exact", "like"), [("check", "done"), ("stats", "time_taken"), ("foreign", "language")]
)
def test_what_the_rules_read_more_exactly_stays(exact: str, like: str) -> None:
    found = read(exact, is_sure=True)
    assert guided(found, likes(like, "hint", probability=UNDOUBTED)) is found


@pytest.mark.parametrize(
    ("wishes", "like", "probability", "is_begun"),
    [
        (("new hard",), "harder", CLEAR, True),
        (("new easy",), "easier", CLEAR, True),
        (("new 6 medium",), "new", CLEAR, True),
        (("harder",), "harder", CLEAR, True),
        (("new hard",), "harder", CLEAR - 0.01, False),
        (("new hard",), "easier", UNDOUBTED, False),
        (("harder",), "new", UNDOUBTED, False),
        (("new easy", "new hard"), "new", UNDOUBTED, False),
        (("check",), "check", UNDOUBTED, False),
    ],
)
def test_a_puzzle_that_both_have_read_begins_where_none_is_played(
    wishes: tuple[str, ...],
    like: str,
    probability: float,
    is_begun: bool,  # noqa: FBT001 - a parameter
) -> None:
    found = read(*wishes)
    assert begins(found, likes(like, "stats", probability=probability), found) is is_begun


def test_what_is_only_offered_begins_nothing() -> None:
    found, near = read("new hard"), likes("harder", "stats", probability=UNDOUBTED)
    assert not begins(found, near, replace(found, is_guess=True))
    assert not begins(found, near, read("new easy"))
    assert not begins(found, (), found)


def test_who_only_refuses_the_solution_is_left_alone() -> None:
    for text in ("dont show me the solution", "no me enseñes la solución", "别给我看答案"):
        reading = guided(VOCABULARY.read(text, "en", playing=True), VOCABULARY.likes(text))
        assert reading is not None
        assert [one.name for one in reading.wanted] == ["leave"]


def test_who_refuses_the_solution_is_never_asked_whether_to_show_it() -> None:
    refused, near = read("giveup"), likes("giveup", "stats", probability=UNDOUBTED)
    assert told(guided(refused, near)) == "? hint, giveup"
    assert told(guided(replace(read("leave"), others=refused.wanted), near)) == "= leave"
    others = (*refused.wanted, Wanted("check"))
    assert told(guided(replace(read("leave"), others=others), near)) == "? hint, leave, giveup"
    assert told(guided(read("giveup", is_likely=True), near)) == "= giveup"
    assert told(guided(refused, likes("check", "stats", probability=UNDOUBTED))) == "= check"


def test_what_cannot_be_taken_back_is_only_offered_where_no_rule_reads_it() -> None:
    assert told(guided(None, likes("deleteme", probability=AHEAD, second=0))) == ""
    assert told(guided(None, likes("deleteme", probability=UNDOUBTED))) == "? deleteme"
    # A text about something else never leads to it.
    games = read("games", is_likely=True)
    assert told(guided(games, likes("deleteme", "games", probability=UNDOUBTED))) == "= games"
    assert told(guided(read("deleteme"), likes("deleteme", probability=AHEAD))) == "= deleteme"
