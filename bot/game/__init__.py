"""The rules of play, as pure values: no Telegram, no SQL, no clock."""
