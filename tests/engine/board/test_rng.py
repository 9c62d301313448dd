import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.rng import Rng, fresh_seed


def test_numbers_of_the_published_reference() -> None:
    # The values that the authors' splitmix64.c prints for this seed, as listed by Rosetta Code.
    rng = Rng(1234567)
    assert [rng.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_an_integer_seed_counts_modulo_64_bits() -> None:
    assert Rng(2**64 + 5).next() == Rng(5).next()
    assert Rng(-1).next() == Rng(2**64 - 1).next()


@pytest.mark.parametrize("seed", [None, 1.5, b"seed"])
def test_what_is_neither_number_nor_text_is_no_seed(seed: int) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number or a text, not"):
        Rng(seed)


def test_no_two_fresh_seeds_are_alike() -> None:
    assert len({fresh_seed() for _ in range(100)}) == 100


def test_a_text_seed_is_the_start_of_its_sha256() -> None:
    # sha256("abc") begins with ba7816bf 8f01cfea (FIPS 180-4, appendix B.1).
    assert Rng("abc").next() == Rng(0xBA7816BF8F01CFEA).next()


@given(st.integers(), st.integers(1, 1000))
def test_below_stays_below(seed: int, bound: int) -> None:
    assert 0 <= Rng(seed).below(bound) < bound


def test_below_reaches_every_number() -> None:
    rng = Rng(0)
    assert {rng.below(6) for _ in range(200)} == set(range(6))


@given(st.integers(), st.lists(st.integers()))
def test_shuffle_keeps_the_items(seed: int, items: list[int]) -> None:
    shuffled = items.copy()
    Rng(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_shuffle_is_the_published_one_from_the_end() -> None:
    items = list("abcd")
    Rng(9).shuffle(items)
    model, rng = list("abcd"), Rng(9)
    for last in (3, 2, 1):
        chosen = rng.next() * (last + 1) // 2**64
        model[last], model[chosen] = model[chosen], model[last]
    assert items == model


def test_shuffle_reaches_every_order() -> None:
    orders = set()
    for seed in range(200):
        items = [1, 2, 3]
        Rng(seed).shuffle(items)
        orders.add(tuple(items))
    assert len(orders) == 6
