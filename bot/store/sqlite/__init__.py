"""The store in a file of SQLite: one connection behind one lock, and its files.

The write-ahead log is brought to the disk beside the event loop, the files are watched, and a
backup is taken while the bot serves.
"""
