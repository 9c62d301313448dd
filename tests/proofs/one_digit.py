"""The rules of patterns of one digit: fish, and two strong links with a weak one between them."""

from collections.abc import Callable

from engine.techniques import Technique
from engine.techniques.fish import (
    FINNED_JELLYFISH,
    FINNED_SWORDFISH,
    FINNED_X_WING,
    JELLYFISH,
    SASHIMI_JELLYFISH,
    SASHIMI_SWORDFISH,
    SASHIMI_X_WING,
    SWORDFISH,
    X_WING,
)
from engine.techniques.franken import FINNED_FRANKEN_SWORDFISH, FRANKEN_SWORDFISH
from engine.techniques.single_digit import EMPTY_RECTANGLE, SKYSCRAPER, TWO_STRING_KITE
from tests.proofs.evidence import Evidence, Proven, Untrue, require

SIZES = {
    X_WING: 2,
    FINNED_X_WING: 2,
    SASHIMI_X_WING: 2,
    SWORDFISH: 3,
    FINNED_SWORDFISH: 3,
    SASHIMI_SWORDFISH: 3,
    JELLYFISH: 4,
    FINNED_JELLYFISH: 4,
    SASHIMI_JELLYFISH: 4,
}


def fish(said: Evidence) -> Proven:
    """The places in some lines are all in the same number of crossing lines, apart from fins.

    One place of each base line is true. If no fin is, each cover line has its digit in a base line.
    """
    digit, size = said.digit(), SIZES[said.step.technique]
    base, cover = said.units("base"), said.units("cover")
    require(len(base) == len(cover) == size)
    require({*map(said.kind, base)} != {*map(said.kind, cover)})
    require(len({*map(said.kind, base)}) == len({*map(said.kind, cover)}) == 1)
    require("box" not in map(said.kind, (*base, *cover)))
    lines = [said.places(digit, unit) for unit in base]
    covered = set[int]().union(*map(said.inside, cover))
    places = set[int]().union(*lines)
    require(all(lines), {*said.cells("cells")} == places & covered)
    removed = said.open({digit}, covered - set[int]().union(*map(said.inside, base)))
    fins = places - covered
    if "fins" not in dict(said.step.roles):
        require(not fins)
        return Proven(removed=removed)
    # A fish is sashimi if some base line has fewer than two places apart from its fins.
    thin = any(len(line & covered) < 2 for line in lines)
    require(bool(fins), {*said.cells("fins")} == fins)
    require(said.step.technique.startswith("sashimi") == thin)
    return Proven(removed=removed & said.seen(digit, fins))


def franken_fish(said: Evidence) -> Proven:
    """The places in three units without a common place are all in three others, apart from fins.

    Lines of one direction, and boxes, are base; lines of the other, and boxes, are cover.
    """
    digit, base, cover = said.digit(), said.units("base"), said.units("cover")
    require(len(base) == len(cover) == 3)
    kinds = [{*map(said.kind, units)} - {"box"} for units in (base, cover)]
    require(len(kinds[0]) < 2, len(kinds[1]) < 2, not kinds[0] & kinds[1])
    require("box" in map(said.kind, (*base, *cover)))
    several = [said.places(digit, unit) for unit in base]
    places, covered = set[int]().union(*several), set[int]().union(*map(said.inside, cover))
    require(all(several), sum(map(len, several)) == len(places))
    require({*said.cells("cells")} == places & covered)
    removed, fins = said.open({digit}, covered - places), places - covered
    is_finned = said.step.technique is FINNED_FRANKEN_SWORDFISH
    require(bool(fins) == is_finned)
    if is_finned:
        require({*said.cells("fins")} == fins)
        removed &= said.seen(digit, fins)
    return Proven(removed=removed)


def skyscraper(said: Evidence) -> Proven:
    """Two parallel lines have two places each, one of which lies in a crossing line they share."""
    digit, towers, ground = said.digit(), said.units("towers"), said.unit("ground")
    base, roof = said.pair("base"), said.pair("roof")
    first, second = map(said.kind, towers)
    require(first == second != said.kind(ground), "box" not in {first, said.kind(ground)})
    for tower, foot, top in zip(towers, base, roof, strict=True):
        require(said.places(digit, tower) == {foot, top}, foot != top, foot in said.inside(ground))
    require(len({*base, *roof}) == 4)
    return Proven(removed=said.seen(digit, roof))


def two_string_kite(said: Evidence) -> Proven:
    """A row and a column have two places each, and one place of each is in the same box."""
    digit, strings, box = said.digit(), said.units("strings"), said.unit("box")
    inner, ends = said.pair("inner"), said.pair("ends")
    require({*map(said.kind, strings)} == {"row", "column"}, said.kind(box) == "box")
    for string, near, end in zip(strings, inner, ends, strict=True):
        require(said.places(digit, string) == {near, end}, near != end, near in said.inside(box))
    require(len({*inner, *ends}) == 4)
    return Proven(removed=said.seen(digit, ends))


def empty_rectangle(said: Evidence) -> Proven:
    """A box has its digit only in a row and a column; a strong link ends in one of these."""
    digit, box, link = said.digit(), said.unit("box"), said.unit("link")
    (near, far), cells = said.pair("ends"), {*said.cells("cells")}
    require({*map(said.kind, said.units("cross"))} == {"row", "column"}, said.kind(box) == "box")
    cross = [said.inside(unit) for unit in said.units("cross")]
    require(said.places(digit, box) == cells, cells <= cross[0] | cross[1])
    require(not cells <= cross[0], not cells <= cross[1])
    require(bool(cross[0] & cross[1] & said.inside(box)))
    require(said.places(digit, link) == {near, far}, near not in said.inside(box))
    # If the near end is not the digit, the far end is. If it is, the box has its digit in the other
    # line.
    for touched, other in (cross, cross[::-1]):
        if near in touched:
            seen = said.seen_by_all((far,)) & other - said.inside(box) - {near}
            return Proven(removed=said.open({digit}, seen))
    raise Untrue


ONE_DIGIT: dict[Technique, Callable[[Evidence], Proven]] = {
    X_WING: fish,
    FINNED_X_WING: fish,
    SASHIMI_X_WING: fish,
    SWORDFISH: fish,
    FINNED_SWORDFISH: fish,
    SASHIMI_SWORDFISH: fish,
    JELLYFISH: fish,
    FINNED_JELLYFISH: fish,
    SASHIMI_JELLYFISH: fish,
    FRANKEN_SWORDFISH: franken_fish,
    FINNED_FRANKEN_SWORDFISH: franken_fish,
    SKYSCRAPER: skyscraper,
    TWO_STRING_KITE: two_string_kite,
    EMPTY_RECTANGLE: empty_rectangle,
}
"""For each technique of one digit, the rule that derives what follows from its step."""
