"""The wish for a puzzle (size, symmetry, difficulty, technique, seed), read from words."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Final

from engine.board import Geometry, Symmetry
from engine.difficulty import Difficulty, hardest_of, up_to
from engine.techniques import Technique

SIZES: Final = (4, 6, 8, 9, 16)

LIKE_A_SIZE: Final = 25
"""The largest number that means a size, and not a seed, where it comes first."""


AWAY: Final = {"bigger": 1, "smaller": -1}
"""Words for the next size, and how many sizes up that is."""

FIRST_SIZE: Final = 4
"""The size of the first board for somebody who has never played."""

_SMOOTH_SECONDS: Final = 90
_FEW_MISTAKES: Final = 2
"""A first board that took no longer, or no more mistakes, was no trouble."""

LONGEST_NAME: Final = 80
LONGEST_NAME_WORDS: Final = 10
"""Characters and words of a name that are looked at."""


class UnknownWish(ValueError):  # noqa: N818 - an answer to the person, not a fault
    """Raised for a word that names nothing; `guess` is the nearest word that does, or empty."""

    def __init__(self, word: str, guess: str) -> None:
        super().__init__(word)
        self.word = word
        self.guess = guess


class UnknownSize(UnknownWish):
    """Raised for a size in which no puzzles are made."""

    def __init__(self, size: int) -> None:
        super().__init__(str(size), "")
        self.size = size


@dataclass(frozen=True, slots=True)
class Wish:
    """A size, a symmetry, and a difficulty, technique or seed where the person chose one.

    A puzzle that `is_for_learner` needs this technique and nothing harder.
    """

    size: int = 9
    symmetry: Symmetry = Symmetry.CENTRAL
    seed: str | None = None
    difficulty: Difficulty | None = None
    technique: Technique | None = None
    is_for_learner: bool = False


def hardest_of_size(size: int) -> Difficulty:
    """The difficulty of the hardest puzzles of a size."""
    return hardest_of(Geometry.of_size(size))


def size_beside(size: int, step: int) -> int:
    """The next larger size that is made, or smaller where `step` is -1; itself where none is."""
    beside = [each for each in SIZES if (each - size) * step > 0]
    return min(beside, key=lambda each: abs(each - size), default=size)


def beside(size: int, difficulty: str | None, step: int, *, keeps_size: bool = False) -> Wish:
    """The wish for a puzzle one difficulty harder than another, or easier where `step` is -1.

    Beyond the hardest puzzles of a size come those of the next size, up to 9x9, unless it
    `keeps_size`. A puzzle that was not graded counts as medium, one of a size that is not made as
    9x9.
    """
    size = size if size in SIZES else Wish().size
    bands = up_to(hardest_of_size(size))
    present = Difficulty(difficulty) if difficulty in bands else bands[min(1, len(bands) - 1)]
    wanted = bands.index(present) + step
    if wanted == len(bands) and size < Wish().size and not keeps_size:
        return Wish(SIZES[SIZES.index(size) + 1], difficulty=present)
    return Wish(size, difficulty=bands[min(max(wanted, 0), len(bands) - 1)])


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of all languages with the names of what they mean.

    `techniques` maps whole names; a word of `withs` introduces one. `sizes` maps to numbers, and
    `fillers` say nothing. `learners` are phrases such as `for me`, with `_` for a space.
    """

    symmetries: Mapping[str, str]
    difficulties: Mapping[str, str] = field(default_factory=dict)
    techniques: Mapping[str, Technique] = field(default_factory=dict)
    withs: Collection[str] = ()
    sizes: Mapping[str, str] = field(default_factory=dict)
    fillers: Collection[str] = ()
    learners: Collection[str] = ()


def parse_wish(words: Iterable[str], vocabulary: Vocabulary, usual: Wish | None = None) -> Wish:
    """Reads words in any order; what they leave open is as in the `usual` wish.

    Its size is meant where they name none, and its difficulty where they name none. A size named
    has at most the hardest puzzles that it can have; one above 9x9 takes no difficulty over, since
    it would be long in the making.

    The first number that is a size means the size; any other number is a seed, and so is whatever
    follows `#` or `seed=`. A technique follows a word for "with". Raises UnknownWish, and
    UnknownSize for a small number in front where no size is named.
    """
    words, is_for_learner = _for_learner([_folded(word) for word in words], vocabulary)
    words, technique = _technique(words, vocabulary)
    size: int | None = None
    symmetry: Symmetry | None = None
    difficulty: Difficulty | None = None
    seed: str | None = None
    words = [vocabulary.sizes.get(word, word) for word in words if word not in vocabulary.fillers]
    first = _as_size(words[0]) if words else 0
    if 0 < first <= LIKE_A_SIZE and not any(_as_size(word) in SIZES for word in words):
        raise UnknownSize(first)
    for word in words:
        if size is None and _as_size(word) in SIZES:
            size = _as_size(word)
        elif word in vocabulary.symmetries:
            symmetry = Symmetry(vocabulary.symmetries[word])
        elif word in vocabulary.difficulties:
            difficulty = Difficulty(vocabulary.difficulties[word])
        elif _as_seed(word):
            seed = _as_seed(word)
        else:
            known = [*vocabulary.symmetries, *vocabulary.difficulties]
            guess = get_close_matches(word, known, n=1, cutoff=0.6)
            raise UnknownWish(word[:30], "".join(guess))
    said = Wish(
        size or 9, symmetry or Symmetry.CENTRAL, seed, difficulty, technique, is_for_learner
    )
    if usual is None or technique or is_for_learner or seed:
        return said
    return _as_hard(said, usual) if size else _as_usual(said, usual)


def like(size: int, difficulty: str | None) -> Wish:
    """The wish for a puzzle of a size and a difficulty, as far as such puzzles are made."""
    known = Difficulty(difficulty) if difficulty in set(Difficulty) else None
    return Wish(size if size in SIZES else Wish().size, difficulty=known)


def after_first(seconds: int | None, hints: int, mistakes: int) -> Wish:
    """The wish for the board after the small first one, by how that went."""
    if hints or mistakes > _FEW_MISTAKES:
        return Wish(FIRST_SIZE, difficulty=Difficulty.EASY)
    is_smooth = seconds is not None and seconds <= _SMOOTH_SECONDS and not mistakes
    return Wish(9 if is_smooth else 6, difficulty=Difficulty.EASY)


def _as_usual(said: Wish, usual: Wish) -> Wish:
    """A wish that names no size, in the size of another one if there are such puzzles."""
    difficulty = said.difficulty or usual.difficulty
    hardest = hardest_of_size(usual.size)
    if difficulty is not None and difficulty not in up_to(hardest):
        return replace(said, difficulty=difficulty)
    return replace(said, size=usual.size, difficulty=difficulty)


def _as_hard(said: Wish, usual: Wish) -> Wish:
    """A wish that names a size, as hard as another one where it leaves that open."""
    if said.difficulty or usual.difficulty is None or said.size > Wish().size:
        return said
    bands = up_to(hardest_of_size(said.size))
    difficulty = usual.difficulty if usual.difficulty in bands else bands[-1]
    return replace(said, difficulty=difficulty)


def find_technique(text: str, techniques: Mapping[str, Technique]) -> Technique | None:
    """The technique of a name or of the beginning of one; hyphens and capitals do not matter."""
    typed = _letters(text)
    if not typed:
        return None
    names = {_letters(name): technique for name, technique in techniques.items()}
    begun = (technique for name, technique in names.items() if name.startswith(typed))
    return names.get(typed) or next(begun, None)


def guess_technique(text: str, techniques: Iterable[str]) -> str:
    """The nearest name of a technique, or empty."""
    names = {_letters(name): name for name in techniques}
    near = get_close_matches(_letters(text), names, n=1, cutoff=0.6)
    return names[near[0]] if near else ""


def _for_learner(words: list[str], vocabulary: Vocabulary) -> tuple[list[str], bool]:
    """The words without a phrase such as "for me", and whether there was one."""
    for phrase in vocabulary.learners:
        said = phrase.split("_")
        for at in range(len(words) - len(said) + 1):
            if words[at : at + len(said)] == said:
                return words[:at] + words[at + len(said) :], True
    return words, False


def _technique(words: list[str], vocabulary: Vocabulary) -> tuple[list[str], Technique | None]:
    """The words without "with" and the technique behind it, and that technique."""
    at = next((at for at, word in enumerate(words) if word in vocabulary.withs), None)
    if at is None:
        return words, None
    before, behind = words[:at], words[at + 1 :]
    # The longest run of words first, since a shorter one may be the beginning of another name.
    for end in range(min(len(behind), LONGEST_NAME_WORDS), 0, -1):
        found = find_technique(" ".join(behind[:end]), vocabulary.techniques)
        if found:
            return before + behind[end:], found.lesson
    named = " ".join(behind[:LONGEST_NAME_WORDS])
    raise UnknownWish(named[:30], guess_technique(named, vocabulary.techniques))


def _letters(text: str) -> str:
    """The letters and digits of a name, without accents, which many people leave out."""
    plain = unicodedata.normalize("NFKD", _folded(text))
    return "".join(filter(str.isalnum, plain))


def _folded(word: str) -> str:
    return unicodedata.normalize("NFKC", word[:LONGEST_NAME]).lower()


def _as_size(word: str) -> int:
    """`9`, `9x9` and `9×9` alike; 0 for anything else."""
    first, cross, second = word.replace("×", "x").replace("*", "x").partition("x")
    if not first.isdecimal() or len(first) > 3 or (cross and first != second):
        return 0
    return int(first)


def _as_seed(word: str) -> str:
    if word.isdecimal():
        return word[:64]
    for mark in ("seed=", "seed:", "#"):
        if word.startswith(mark):
            return word.removeprefix(mark)[:64]
    return ""
