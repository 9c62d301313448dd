"""The methods of the Bot API, by noun; each takes the world and the call's parameters."""
