"""What the store needs of a database, the same for SQLite and PostgreSQL.

A `Source` runs statements, a `Location` says where a database is, and a `Holding` says which
updates this process handles. The scripts of the schema are read here, and the errors of both
databases become one family.
"""
