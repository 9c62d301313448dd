import pytest

from bot.game.proof import PROOF_LENGTH, is_proven, prove


def test_a_proof_is_of_one_text_and_one_secret() -> None:
    proof = prove(b"secret", "give up 12")
    assert len(proof) == PROOF_LENGTH
    assert is_proven(b"secret", "give up 12", proof)
    assert not is_proven(b"secret", "give up 13", proof)
    assert not is_proven(b"another", "give up 12", proof)


@pytest.mark.parametrize("forged", ["", "x" * PROOF_LENGTH, "é" * 8, "\ud800", "\0"])
def test_any_other_text_proves_nothing(forged: str) -> None:
    assert not is_proven(b"secret", "give up 12", forged)
