"""The catalogues: every language has every message, with the same values."""

import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest
from markupsafe import Markup
from telegram.constants import MessageLimit

import bot
from bot import messages
from bot.game.refused import REFUSALS
from bot.handlers import MENU
from bot.render.board_words import WIDEST_TITLE
from bot.render.hint_words import name
from bot.render.text_board import columns
from engine import REASONS, Symmetry
from engine.difficulty import Difficulty
from engine.techniques import TAUGHT, TECHNIQUES
from engine.techniques.chains import X_CHAIN, XY_CHAIN

LETTERS_BESIDE_HOUR = 29
"""Letters beside which the hour of a message has room on a phone 360 dp wide; digits are wider."""

OTHERS = [code for code in messages.languages() if code != messages.DEFAULT]


def forms(message: messages.Message) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def placeholders(message: messages.Message) -> set[str]:
    return {name for form in forms(message) for _, name, _, _ in Formatter().parse(form) if name}


def test_english_and_chinese_are_there() -> None:
    assert messages.languages()[0] == "en"
    assert "zh" in messages.languages()


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_message_with_the_same_placeholders(language: str) -> None:
    english, other = messages.catalogue("en"), messages.catalogue(language)
    assert set(english) == set(other)
    differing = [key for key in english if placeholders(english[key]) != placeholders(other[key])]
    assert differing == []


@pytest.mark.parametrize("language", messages.languages())
def test_every_refusal_reason_symmetry_and_command_is_worded(language: str) -> None:
    catalogue = messages.catalogue(language)
    for key, names in REFUSALS.items():
        assert placeholders(catalogue[f"refused.{key}"]) <= names
    # How far the count of cells is from a size is worded in two ways.
    of_size = {"size_few": "size", "size_many": "size"}
    for reason, english in REASONS.items():
        keys = [key for key, of in of_size.items() if of == reason] or [reason]
        known = placeholders(english) | ({"size", "apart"} if keys != [reason] else set())
        assert all(placeholders(catalogue[f"invalid.{key}"]) <= known for key in keys)
    assert all(f"symmetry.{symmetry}" in catalogue for symmetry in Symmetry)
    commands = {key[8:] for key in catalogue if key.startswith("command.")}
    assert commands == set(MENU)


def test_every_message_is_said_somewhere() -> None:
    built = (
        *("command.", "symmetry.", "words.", "refused.", "invalid.", "contradiction."),
        *("settings.letters_", "settings.look_", "settings.policy_", "settings.theme_", "unit."),
        *("help.", "topic.", "import.", "photo.", "practice.", "call.", "touch.", "belief."),
        *("settings.letters_", "settings.look_", "hint.more_"),
        *("difficulty.", "scale.", "step.", "technique.", "talk.", "want.", "detail.", "term."),
    )
    sources = "".join(path.read_text("utf-8") for path in Path(bot.__file__).parent.rglob("*.py"))
    keys = [key for key in messages.catalogue("en") if not key.startswith(built)]
    assert [key for key in keys if f'"{key}"' not in sources] == []


@pytest.mark.parametrize("language", messages.languages())
def test_every_message_is_html_that_closes_its_tags(language: str) -> None:
    for key, message in messages.catalogue(language).items():
        for form in forms(message):
            opened = re.findall(r"<(\w+)>", form)
            assert sorted(opened) == sorted(re.findall(r"</(\w+)>", form)), key
            assert set(opened) <= {"b", "i", "code", "pre"}, key
            assert len(form) < MessageLimit.MAX_TEXT_LENGTH


@pytest.mark.parametrize("language", messages.languages())
def test_what_is_said_over_a_button_is_plain_and_short(language: str) -> None:
    """Telegram shows at most 200 characters in a toast, and no HTML."""
    toasts = (
        *("board.", "check.", "press.", "refused.", "engine.", "error."),
        *("junk.old", "junk.not_yours", "game.none"),
    )
    for key, message in messages.catalogue(language).items():
        if key.startswith(toasts):
            assert all(len(form) < 180 and "<" not in form for form in forms(message)), key


@pytest.mark.parametrize(
    ("code", "language"),
    [("en-GB", "en"), ("zh-hans", "zh"), ("zh-TW", "zh"), ("ZH", "zh"), ("xx", "en"), (None, "en")],
)
def test_the_language_follows_the_client(code: str | None, language: str) -> None:
    assert messages.language_for(code) == language


def test_a_chosen_language_comes_before_that_of_the_client() -> None:
    assert messages.language_for("zh", "en") == "zh"
    assert messages.language_for(None, "zh") == "zh"


def test_the_plural_follows_the_count() -> None:
    assert messages.text("en", "board.left", count=1) == "1 cell to fill"
    assert messages.text("en", "board.left", count=2) == "2 cells to fill"
    assert messages.text("zh", "board.left", count=1) == "还剩 1 格"


@pytest.mark.parametrize("say", [messages.text, messages.html])
def test_a_missing_value_is_an_error(say: Callable[..., str]) -> None:
    with pytest.raises(KeyError):
        say("en", "new.guess", word="symetric")


def test_values_are_escaped_in_html_only() -> None:
    assert "<b>" in messages.text("en", "new.guess", word="<b>", guess="x")
    assert "&lt;b&gt;" in messages.html("en", "new.guess", word="<b>", guess="x")


def test_each_language_knows_words_for_each_symmetry() -> None:
    assert messages.vocabulary("symmetry")["symmetric"] == "central"
    assert messages.vocabulary("symmetry")["对称"] == "central"
    for language in messages.languages():
        assert len(messages.examples(language, "symmetry")) == len(Symmetry)


def test_each_language_knows_words_for_each_difficulty() -> None:
    assert messages.vocabulary("difficulty")["hard"] == "hard"
    assert messages.vocabulary("difficulty")["困难"] == "hard"
    for language in messages.languages():
        assert len(messages.examples(language, "difficulty")) == len(Difficulty)


@pytest.mark.parametrize("language", messages.languages())
def test_every_technique_and_difficulty_is_worded(language: str) -> None:
    catalogue = messages.catalogue(language)
    assert all(f"difficulty.{difficulty}" in catalogue for difficulty in Difficulty)
    assert all(f"technique.{technique}.name" in catalogue for technique in TECHNIQUES)
    for technique in TAUGHT:
        for part in ("where", "why", "move"):
            names = placeholders(catalogue[f"technique.{technique}.{part}"])
            assert names <= technique.placeholders | {"region"}, technique
        assert not placeholders(catalogue[f"technique.{technique}.name"])
        assert not placeholders(catalogue[f"technique.{technique}.about"])


def test_the_english_names_of_techniques_are_those_of_the_engine() -> None:
    catalogue = messages.catalogue("en")
    assert {catalogue[f"technique.{technique}.name"] for technique in TECHNIQUES} == {
        technique.english for technique in TECHNIQUES
    }


@pytest.mark.parametrize(
    ("seconds", "english", "chinese"),
    [
        (-5, "0 s", "0 秒"),
        (59, "59 s", "59 秒"),
        (60, "1:00", "1:00"),
        (3599, "59:59", "59:59"),
        (3600, "1:00:00", "1:00:00"),
        (48 * 3600 - 1, "47:59:59", "47:59:59"),
        (48 * 3600, "2 days", "2 天"),
        (400 * 86400, "400 days", "400 天"),
    ],
)
def test_durations(seconds: int, english: str, chinese: str) -> None:
    assert messages.duration("en", seconds) == english
    assert messages.duration("zh", seconds) == chinese


def test_a_difficulty_has_a_name_only_where_a_puzzle_is_graded() -> None:
    assert messages.difficulty_parts("es", "hard") == ["difícil"]
    assert messages.difficulty_parts("en", None) == messages.difficulty_parts("en", "") == []


def test_a_number_is_formatted_and_a_text_escaped_in_html() -> None:
    assert messages.html("en", "time.hours", hours=1, minutes=2, seconds=3) == "1:02:03"
    assert messages.html("en", "new.guess", word=Markup("<b>x</b>"), guess="y").count("<b>x") == 1


def test_a_list_has_the_comma_of_its_language() -> None:
    assert messages.listed("en", ["a", "b", "c"]) == "a, b, c"
    assert messages.listed("zh", ["a", "b"]) == "a、b"
    assert messages.listed("en", ["a"]) == "a"
    assert messages.listed("en", []) == ""


@pytest.mark.parametrize("language", messages.languages())
def test_one_is_one_and_all_others_are_many(language: str) -> None:
    for key, message in messages.catalogue(language).items():
        if not isinstance(message, str) and placeholders(message) <= {"count"}:
            one = message.get("one", message["other"])
            assert messages.text(language, key, count=1) == one.format(count=1)
            for count in (0, 2, 21):
                assert messages.text(language, key, count=count) == message["other"].format(
                    count=count
                )


def test_every_word_of_a_kind_names_one_thing() -> None:
    words = messages.vocabulary("difficulty")
    for language in messages.languages():
        examples = messages.examples(language, "difficulty")
        assert {words[example] for example in examples} == {*Difficulty}
    assert set(words.values()) == {*Difficulty}


def test_the_languages_are_the_default_and_the_others_in_their_order() -> None:
    first, *others = messages.languages()
    assert first == messages.DEFAULT
    assert others == sorted({*others} - {first})
    assert all("." not in code for code in others)


def test_a_duration_shows_two_figures_behind_the_first() -> None:
    assert messages.duration("en", 61) == "1:01"
    assert messages.duration("en", 3661) == "1:01:01"
    assert messages.duration("en", 36_000 + 59) == "10:00:59"
    assert messages.duration("en", 72 * 3600 - 1) == "2 days"
    assert messages.duration("en", 72 * 3600) == "3 days"
    assert messages.duration("en", 1) == "1 s"


@pytest.mark.parametrize("language", messages.languages())
def test_what_stands_beside_a_board_keeps_to_a_line_of_a_phone(language: str) -> None:
    """The hour has room beside what tells of a seed; the title of a step names its technique."""
    seed = messages.html(language, "game.seed", seed="7").striptags()
    assert columns(seed) <= LETTERS_BESIDE_HOUR
    step = messages.text(language, "steps.title", number=29, count=56)
    for technique in (X_CHAIN, XY_CHAIN):
        assert columns(f"{step} · {name(language, technique)}") <= WIDEST_TITLE
