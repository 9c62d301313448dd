"""Async access to the engine: no other room calls a search, a rating or a step of logic."""
