import pickle

import pytest

from bot.game.refused import Refused


def test_a_refusal_carries_its_key_and_its_values() -> None:
    refused = Refused("no_such_cell", cell="r0c3", size=9)
    assert (refused.key, refused.values) == ("no_such_cell", {"cell": "r0c3", "size": 9})


def test_a_refusal_comes_back_from_a_worker_as_it_was() -> None:
    refused = pickle.loads(pickle.dumps(Refused("no_digit", cell="r1c1")))  # noqa: S301 - our own
    assert (refused.key, refused.values, str(refused)) == ("no_digit", {"cell": "r1c1"}, "no_digit")


@pytest.mark.parametrize("values", [{}, {"cell": "r1c1", "size": 9}, {"place": "r1c1"}])
def test_a_refusal_with_other_placeholders_is_a_bug(values: dict[str, str | int]) -> None:
    with pytest.raises(TypeError, match="given takes"):
        Refused("given", **values)
