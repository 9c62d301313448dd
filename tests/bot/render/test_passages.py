"""What people read of a long reason, in every language."""

import re
from collections.abc import Iterator

import pytest

from bot import messages
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import TurnExample
from bot.render.hint_words import READ_AT_ONCE, last_of, shown_of, told_in, where, why_passage
from bot.render.hinted import step_words
from bot.render.passages import BESIDE_PICTURE, marks_words, part_of, passage_keys, passage_words
from bot.render.stage import Stage
from bot.render.text_board import columns
from engine.practice.position import positions
from engine.techniques import Step, Technique, steps
from engine.techniques.chains import XY_CHAIN
from engine.techniques.fish import X_WING
from engine.techniques.forcing import CELL_FORCING_CHAIN
from engine.techniques.nested import NESTED_NET
from engine.techniques.nets import CELL_FORCING_NET, CONTRADICTION_NET
from engine.techniques.parts import ChainPassage, Chains, EndPassage, NetPassage
from engine.words.passage import passages
from tests.bot.render.long_net import LONG_NET

MOST_IN_CAPTION = 1024
LANGUAGES = messages.languages()


def example(technique: Technique) -> Step:
    return next(steps(positions(technique)[0].state, technique))


NESTED = example(NESTED_NET)


def long_steps() -> Iterator[Step]:
    """The practice positions whose reasons are told in passages."""
    for technique in (NESTED_NET, CELL_FORCING_NET):
        for position in positions(technique):
            step = next(steps(position.state, technique))
            if told_in(step):
                yield step
    yield LONG_NET


def plain(language: str, step: Step, number: int, *, below_picture: bool = True) -> str:
    words = passage_words(language, step, number, below_picture=below_picture)
    return re.sub("<[^>]+>", "", words.unescape())


CHAINED = example(CELL_FORCING_CHAIN)


def test_a_phone_shows_240_columns_beside_a_picture() -> None:
    assert BESIDE_PICTURE == 240


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_of_what_was_found_before_are_explained_where_there_are_some(language: str) -> None:
    known = messages.text(language, "hint.marks_known", marks="")
    chain = next(each for each in passages(CHAINED) if isinstance(each, ChainPassage)).chain
    chained = [ChainPassage(chain, first, first + 1) for first in (0, 1, 2)]
    words = [marks_words(language, passage) for passage in chained]
    assert [each.endswith(known) for each in words] == [False, True, True]
    assert words[1].startswith(words[0])
    net = next(each for each in told_in(LONG_NET) if isinstance(each, NetPassage))
    parts = [NetPassage(net.branch, first, first + 1) for first in (0, 1)]
    words = [marks_words(language, passage) for passage in parts]
    assert [each.endswith(known) for each in words] == [False, True]
    assert marks_words(language, EndPassage(Chains((chain,)))) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_first_of_all_choices_says_that_all_are_tried(language: str) -> None:
    count = len(told_in(LONG_NET))
    said = [where(language, LONG_NET) in plain(language, LONG_NET, at) for at in range(count)]
    assert said == [True] + [False] * (len(said) - 1)
    assert where(language, NESTED) not in plain(language, NESTED, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_a_passage_counts_from_one(language: str) -> None:
    parts = [part_of(language, LONG_NET, number) for number in range(2)]
    assert ["1" in parts[0], "2" in parts[1]] == [True, True]
    assert all(str(len(told_in(LONG_NET))) in part for part in parts)


@pytest.fixture(scope="module")
def long() -> list[Step]:
    return [*long_steps()]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_passage_can_be_read_in_one_go(language: str, long: list[Step]) -> None:
    assert len(long) > 10
    for step in long:
        for number in range(len(told_in(step))):
            assert len(plain(language, step, number)) <= READ_AT_ONCE


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_caption_has_room_for_a_passage_and_the_move(language: str) -> None:
    heading = messages.html(language, "hint.title")
    for number in range(len(told_in(NESTED))):
        words = step_words(language, heading, NESTED, Stage.MOVE, number, below_picture=True)
        assert len(words.striptags()) <= MOST_IN_CAPTION
        assert "…" not in words


def test_what_can_be_read_in_one_go_is_no_passage() -> None:
    for technique in (X_WING, XY_CHAIN, CONTRADICTION_NET):
        assert told_in(example(technique)) == ()


@pytest.mark.parametrize(
    ("language", "heading"),
    [("en", "Part 2 of {}"), ("zh", "第 2/{} 段"), ("es", "Parte 2 de {}")],
)
def test_each_passage_stands_below_its_number(language: str, heading: str) -> None:
    title = messages.html(language, "hint.title")
    words = step_words(language, title, NESTED, Stage.WHY, 1, below_picture=False)
    name = messages.text(language, f"technique.{NESTED.technique}.name")
    assert words.striptags().startswith(
        f"{title.striptags()} · {name} · {heading.format(last_of(NESTED) + 1)} "
    )


def test_the_passages_of_a_net_say_what_is_supposed_and_what_comes_of_it() -> None:
    said = [plain("en", NESTED, at, below_picture=False) for at in range(len(told_in(NESTED)))]
    first, *inner, last = said
    assert first.startswith("Suppose r8c6=8. Then ")
    assert "r6c4 and r6c5 are not 1 (locked in row 4)" in first
    assert any(each.startswith("With r8c6=8, suppose ") for each in inner)
    assert sum("That is impossible, so r4c5 is not 7." in each for each in inner) == 1
    assert any(each.startswith("Still with r8c6=8: r4c5 is not 7 (shown before)") for each in inner)
    assert last.startswith("Still with r8c6=8: ")
    assert last.endswith("That is impossible, so r8c6 is not 8.")


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_all_choices_are_tried_the_first_passage_says_so_and_the_last_what_they_share(
    language: str,
) -> None:
    step = LONG_NET
    assert isinstance(told_in(step)[-1], EndPassage)
    assert where(language, step) in plain(language, step, 0)
    assert where(language, step) not in plain(language, step, 1)
    end = plain(language, step, last_of(step))
    (gone,) = step.eliminations
    assert step.geometry.name(gone.cell) in end
    assert str(gone.value) in end


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_says_what_its_marks_mean_where_they_come_first(language: str) -> None:
    told = told_in(NESTED)
    inner = next(at for at, each in enumerate(told) if isinstance(each, NetPassage) and each.around)
    meant = [marks_words(language, told[at]) for at in (0, inner, len(told) - 1)]
    assert len({*meant}) == 3, "each has its own shape"
    known = messages.text(language, "hint.marks_known", marks="")
    assert [each.endswith(known) for each in meant] == [False, True, True]
    said = [plain(language, NESTED, at) for at in range(len(told))]
    assert [sum(text.endswith(f"\n{words}") for text in said) for words in meant] == [1, 1, 1]
    assert said[0].endswith(meant[0])
    assert meant[0] not in plain(language, NESTED, 0, below_picture=False)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_a_passage_together_with_its_picture(language: str, long: list[Step]) -> None:
    """If whole sentences are too long, the reasons of links are told in a word or two."""
    for step in long:
        for number, passage in enumerate(told_in(step)):
            said = plain(language, step, number, below_picture=False)
            whole = why_passage(language, step, passage)
            is_short = columns(whole) <= BESIDE_PICTURE or isinstance(passage, EndPassage)
            assert said.endswith(whole) == is_short
            assert columns(said) <= 1.5 * BESIDE_PICTURE


def test_the_keys_lead_to_the_passages_beside() -> None:
    last = last_of(NESTED)

    def keys(number: int, step: Step = NESTED) -> list[Button]:
        return passage_keys("en", step, number, lambda at: TurnExample(NESTED_NET, at))

    assert keys(0) == [("Part 2 ›", TurnExample(NESTED_NET, 1))]
    assert [key[0] for key in keys(1)] == ["‹ Part 1", "Part 3 ›"]
    assert [key[0] for key in keys(last)] == [f"‹ Part {last}"]
    assert passage_keys("en", example(X_WING), 0, lambda _: TurnExample(X_WING, 0)) == []


def test_a_number_beyond_the_last_one_stands_for_it() -> None:
    assert [shown_of(NESTED, number) for number in (-1, 0, 3, 9999)] == [0, 0, 3, last_of(NESTED)]
    assert shown_of(example(X_WING), 7) == 0
