"""What the service remembers: one module per noun, each function one statement or transaction.

Every function takes a `Source` first, which is the `Database` or a `Transaction` to join, and
returns frozen values. Times are whole seconds UTC and come in as arguments.
"""
