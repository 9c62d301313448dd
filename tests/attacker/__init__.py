"""Attacks the bot from many accounts, measures what that costs, and searches for what grows."""
