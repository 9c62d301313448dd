"""What all of the store stands on, whichever database it is.

A `Source` runs statements, a `Location` says where a database is, and a `Holding` which updates are
this process's. The schema is brought up to date here, and a refusal is told in one line.
"""
