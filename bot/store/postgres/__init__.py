"""The store at a PostgreSQL server, on which several processes may serve one bot.

Connections and their errors are here, and all that replicas share: leases on chats, the inbox,
leaders, permits to send, and how much each person may still ask for.
"""
