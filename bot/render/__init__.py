"""Pictures of a game: values in, text or bytes out."""
