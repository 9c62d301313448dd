"""What an operator sees of the process: logs and metrics; and how often things may happen."""
