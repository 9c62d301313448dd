from bot.game.talk.details import Wanted
from bot.game.talk.fitting import explains, fitted, is_once, others
from bot.game.talk.lexicon import Tag


def tags(*concepts: str) -> list[Tag]:
    """A word for each concept; an empty one for a word that nobody knows."""
    return [Tag(one or "elephants", frozenset({one} - {""})) for one in concepts]


def test_a_wish_is_sure_only_where_its_rule_explains_every_word() -> None:
    assert fitted(tags("filler", "undo"), playing=True) == ((Wanted("undo"),), True)
    assert fitted(tags("undo", ""), playing=True) == ((Wanted("undo"),), False)
    assert fitted(tags("undo", "not"), playing=True) == ((Wanted("undo"),), False)


def test_praise_and_abuse_change_no_wish() -> None:
    assert fitted(tags("undo", "bad"), playing=True) == ((Wanted("undo"),), True)


def test_more_than_two_thirds_of_strange_words_mean_nothing() -> None:
    assert fitted(tags("hint", "", ""), playing=True) == ((Wanted("hint"),), False)
    assert fitted(tags("hint", "", "", ""), playing=True) is None


def test_a_refused_wish_is_left_alone() -> None:
    assert fitted(tags("refuse", "hint"), playing=True) == ((Wanted("leave"),), False)
    assert fitted(tags("hint", "refuse"), playing=True) != ((Wanted("leave"),), False)


def test_a_question_forbids_nothing() -> None:
    forbidden = [Tag("dont", frozenset({"not"})), *tags("hint")]
    assert fitted(forbidden, playing=True) == ((Wanted("leave"),), False)
    asked = [*tags("question"), *forbidden]
    assert fitted(asked, playing=True) == ((Wanted("hint"),), False)


def test_two_wishes_are_both_found_and_the_rest_are_others() -> None:
    said = tags("check", "hint")
    found = fitted(said, playing=True)
    assert found is not None
    assert [one.name for one in found[0]] == ["check", "hint"]
    assert not {"check", "hint"} & {one.name for one in others(said, found[0], playing=True)}


def test_thanks_behind_a_wish_are_no_wish() -> None:
    assert fitted(tags("hint", "thanks"), playing=True) == ((Wanted("hint"),), True)
    assert fitted(tags("thanks", "hint"), playing=True) == ((Wanted("thanks"),), True)


def test_a_single_day_is_not_every_day() -> None:
    assert is_once({"once"})
    assert not is_once({"once", "every"})


def test_a_table_explains_all_its_words() -> None:
    assert explains({"size:"}, Tag("6x6", frozenset({"size:6"})))
    assert not explains({"size:"}, Tag("elephants", frozenset()))
