"""The async doors to the engine: no other room calls a search or a step of logic."""
