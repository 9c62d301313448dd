"""How many solutions a board has, however many they are.

Partitions of the digits among rows and among columns meet in the middle; `count` says how. Only
this room knows fillings of bands, their orbits, and the table in which they are joined.
"""

from engine.exact.count import count_exactly

__all__ = ["count_exactly"]
