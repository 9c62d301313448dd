"""What the service remembers: one module per noun, each function one statement or transaction.

A function takes a `Source` first, which is the open `Store` or a `Transaction` to join, and returns
frozen values. Times are arguments, in whole seconds UTC.
"""
