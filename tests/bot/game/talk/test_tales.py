import pytest

from bot.game.talk.guesses import guided
from bot.game.talk.lexicon import fold
from bot.game.talk.reading import LONGEST_LIKENED
from bot.game.talk.tales import told_in
from tests.bot.game.talk.vocabulary import VOCABULARY

TOLD = {
    "en": (
        *("I finished the hardest", "ive done the hard one", "we solved the hardest 6x6"),
        *("yesterday at 8 I played", "I played yesterday", "my brother beat yesterday's"),
        *("the 9x9 is harder than this", "the expert level is easier", "6x6s are easier"),
        *("the small ones are easier", "the 6x6 was nice", "yesterday's was fun"),
    ),
    "es": (
        *("ya hice el más difícil", "terminé el difícil", "me pasé el más difícil"),
        *("ayer a las 8 jugué", "el de ayer ya lo hice", "mi hermano jugó el de ayer"),
        *("El 9x9 es más difícil que este", "el 6x6 es más fácil", "el diario es más difícil"),
        *("el 6x6 estuvo chulo", "el difícil me gustó"),
    ),
    "zh": (
        *("我做完了最难的", "最难的我做完了", "我做完最难的了", "我做过最难的"),
        *("昨天八点我玩了", "昨天玩了", "9x9比这个难", "6x6更简单"),
        *("6x6挺好玩的", "昨天的很有意思"),
    ),
}
WISHED = {
    "en": (
        *("the one I played yesterday", "I never did yesterday's", "I did not do yesterday's"),
        *("can I have the one that I did yesterday", "a 9x9 that is harder than this"),
        *("harder than this", "I finished, the hardest now", "a harder 9x9"),
        *("the 6x6", "the 6x6 is too hard", "the 6x6 was nice, another"),
    ),
    "es": (
        *("el que jugué ayer", "no hice el de ayer", "un 6x6 más fácil", "pase al siguiente"),
        *("cuando termine quiero el más difícil", "dame uno que sea más difícil que este"),
    ),
    "zh": (
        *("我昨天玩的那局", "我昨天没做", "给我最难的", "我做完了再来个最难的", "9x9难一点的"),
        *("比这个难的9x9", "我想做昨天的", "我做的最难的", "我一共做完过多少题?"),
    ),
}


@pytest.mark.parametrize(("code", "text"), [(c, one) for c, said in TOLD.items() for one in said])
@pytest.mark.parametrize("playing", [False, True])
def test_what_is_only_told_of_puzzles_begins_none(code: str, text: str, *, playing: bool) -> None:
    found = VOCABULARY.read(text, code, playing=playing)
    reading = guided(found, VOCABULARY.likes(text))
    assert reading is None or reading.is_guess or reading.wanted[0].name not in {"new", "daily"}
    assert told_in(fold(text, VOCABULARY.simplified))[0]


@pytest.mark.parametrize(("code", "text"), [(c, one) for c, said in WISHED.items() for one in said])
def test_what_asks_denies_or_names_a_game_is_no_tale(code: str, text: str) -> None:
    found = VOCABULARY.read(text, code, playing=True)
    assert found is None or not found.is_told


@pytest.mark.parametrize(
    ("language", "text", "wish"),
    [
        ("en", "I finished the hardest, another one", "new"),
        ("en", "I did the hard one yesterday, now an easy one", "new easy"),
        ("en", "i played yesterdays, give me todays", "daily"),
        ("es", "ya hice el fácil, dame el difícil", "new hard"),
        ("zh", "昨天的我做完了，来个最难的", "new extreme"),
        ("zh", "我昨天做了三道 来道简单的", "new easy"),
    ],
)
def test_a_wish_beside_a_tale_is_done(language: str, text: str, wish: str) -> None:
    found = VOCABULARY.read(text, language, playing=True)
    assert found is not None
    assert found.is_sure
    assert f"{found.wanted[0].name} {found.wanted[0].rest}".strip() == wish


def test_the_clauses_are_parted() -> None:
    assert told_in("i finished the hardest, another one") == (
        "i finished the hardest",
        " another one",
    )
    assert told_in("another one") == ("", "another one")
    assert told_in("i and my " * (LONGEST_LIKENED // 9))[0] == ""
