"""The subcommands of the command line, one module each, named after it.

Beside them is what they share: the console with its exit status, options, progress, the parser. A
subcommand is imported only when it runs, so that a shell loop of many short calls is quick.
"""
