"""What a person can do, without Telegram and without words."""
