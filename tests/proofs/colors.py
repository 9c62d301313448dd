"""The rules of colouring: strong links join two colours, one of which is true."""

from collections.abc import Callable, Iterable, Iterator

from engine.techniques import Technique
from engine.techniques.coloring import (
    MEDUSA_TRAP,
    MEDUSA_WRAP,
    MULTI_COLORING_1,
    MULTI_COLORING_2,
    SIMPLE_COLORING_TRAP,
    SIMPLE_COLORING_WRAP,
)
from engine.techniques.layout import Candidate
from engine.techniques.parts import Options
from tests.proofs.evidence import Evidence, Proven, require

Colour = set[Candidate]


def _choices(said: Evidence) -> Iterator[Colour]:
    """The candidates of each cell, and of each digit in each unit; one of each set is true."""
    for cell in range(len(said.state.cells)):
        yield said.open(said.state.digits, {cell})
    for unit in range(len(said.state.geometry.units)):
        for digit in said.state.digits:
            yield said.open({digit}, said.inside(unit))


def _require_colors(said: Evidence, first: Colour, second: Colour) -> None:
    """Requires that strong links join all candidates of two colours, each from one to the other."""
    require(not first & second, bool(first), bool(second))
    pairs = [pair for pair in _choices(said) if len(pair) == 2 and pair & first and pair & second]
    reached = {min(first)}
    while any(fresh := [pair - reached for pair in pairs if pair & reached]):
        reached |= set[Candidate]().union(*fresh)
    require(reached == first | second)


def _of_digit(said: Evidence, *names: str) -> list[Colour]:
    """The colours of one digit, in pairs."""
    digit = said.digit()
    colors = [{Candidate(cell, digit) for cell in said.cells(name)} for name in names]
    for first, second in zip(colors[::2], colors[1::2], strict=True):
        _require_colors(said, first, second)
    require(len(set[Candidate]().union(*colors)) == sum(map(len, colors)))
    return colors


def _of_digits(said: Evidence) -> list[Colour]:
    """The colours of several digits."""
    colors = []
    for name in ("first", "second"):
        part = said.part(name)
        if not isinstance(part, Options):
            raise TypeError(part)
        require(len({*part.candidates}) == len(part.candidates))
        colors.append({*part.candidates})
    _require_colors(said, *colors)
    require(len({one.value for one in colors[0] | colors[1]}) > 1)
    return colors


def _excludes(said: Evidence, one: Candidate, other: Candidate) -> bool:
    if one.value == other.value:
        return said.see(one.cell, other.cell)
    return one.cell == other.cell


def _excluded(said: Evidence, *colors: Iterable[Candidate]) -> Colour:
    """The candidates that some candidate of each colour excludes."""
    return {
        option
        for option in said.open(said.state.digits, range(len(said.state.cells)))
        if all(any(_excludes(said, one, option) for one in color) for color in colors)
    }


def trap(said: Evidence) -> Proven:
    """One of the colours is true, so a candidate that both exclude is false."""
    colors = _of_digit(said, "first", "second")
    return Proven(removed=_excluded(said, *colors) - colors[0] - colors[1])


def wrap(said: Evidence) -> Proven:
    """A colour in which two cells see each other is false."""
    first, _ = _of_digit(said, "first", "second")
    clash = {Candidate(cell, said.digit()) for cell in said.pair("clash")}
    require(clash <= first, said.see(*said.pair("clash")))
    return Proven(removed=first)


NAMES = ("first", "partner", "other", "other_partner")


def joined_clusters(said: Evidence) -> Proven:
    """Two colours see each other, so at least one of their partners is true."""
    first, partner, other, other_partner = _of_digit(said, *NAMES)
    one, two = (Candidate(cell, said.digit()) for cell in said.cells("clash"))
    require(one in partner, two in other_partner, said.see(one.cell, two.cell))
    own = first | partner | other | other_partner
    return Proven(removed=_excluded(said, first, other) - own)


def seen_cluster(said: Evidence) -> Proven:
    """A colour that sees both colours of a cluster is false."""
    first, _, other, other_partner = _of_digit(said, *NAMES)
    require(bool(_excluded(said, other) & first), bool(_excluded(said, other_partner) & first))
    return Proven(removed=first)


def medusa_trap(said: Evidence) -> Proven:
    colors = _of_digits(said)
    return Proven(removed=_excluded(said, *colors) - colors[0] - colors[1])


def medusa_wrap(said: Evidence) -> Proven:
    """A colour in which two candidates exclude each other is false."""
    (first, _), clash = _of_digits(said), said.part("clash")
    if not isinstance(clash, Options):
        raise TypeError(clash)
    require({*clash.candidates} <= first, len({*clash.candidates}) == 2)
    require(_excludes(said, *clash.candidates))
    return Proven(removed=first)


COLORS: dict[Technique, Callable[[Evidence], Proven]] = {
    SIMPLE_COLORING_TRAP: trap,
    SIMPLE_COLORING_WRAP: wrap,
    MULTI_COLORING_1: joined_clusters,
    MULTI_COLORING_2: seen_cluster,
    MEDUSA_TRAP: medusa_trap,
    MEDUSA_WRAP: medusa_wrap,
}
"""For each technique of colours, the rule that derives what follows from its step."""
