"""What an operator sees of the process, its logs and metrics; and limits of how often."""
