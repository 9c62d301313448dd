"""Proofs that the bot itself wrote something which comes back from people's devices."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from typing import Final

PROOF_LENGTH: Final = 16


def prove(secret: bytes, what: str) -> str:
    """The proof of a text, PROOF_LENGTH of `A-Z a-z 0-9 _ -`; only the secret can make it."""
    digest = hmac.new(secret, what.encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest).decode()[:PROOF_LENGTH]


def is_proven(secret: bytes, what: str, proof: str) -> bool:
    """Whether the proof, which may be any text, is that of `what`."""
    return hmac.compare_digest(proof.encode(errors="replace"), prove(secret, what).encode())
