"""What people see in a chat: boards, steps and outcomes as messages, sent and edited in place."""
