"""All that touches python-telegram-bot and the wire: what comes in, what goes out, and how fast."""
