"""Who has reserved how much of this process, and whose turn it is when there is not enough."""
