"""How many solutions a board has, however many they are.

Fillings of bands and fillings of stacks meet in the middle; the head of `count` says how. Only
this room knows fillings, their orbits, and the tables by which they are joined.
"""

from engine.exact.count import count_exactly

__all__ = ["count_exactly"]
