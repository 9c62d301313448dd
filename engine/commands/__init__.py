"""The subcommands of the command line, one module each, named after it.

Beside them are what they share: the console with its exit status, options, progress, the parser. A
subcommand is imported only when it is asked for, so that a loop over a shell starts quickly.
"""
