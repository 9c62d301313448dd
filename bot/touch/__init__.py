"""The board that people touch inside Telegram: a page (a Mini App), and what it asks the bot."""
