from base64 import urlsafe_b64encode

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


def test_a_proof_follows_the_published_example_of_hmac() -> None:
    """Test case 2 of RFC 4231; twelve bytes are 16 characters of base64."""
    digest = bytes.fromhex("5bdcc146bf60754e6a042426")
    assert prove(b"Jefe", "what do ya want for nothing?") == urlsafe_b64encode(digest).decode()
