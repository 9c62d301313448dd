"""Wishes in plain sentences, read by rules and without a language model."""
