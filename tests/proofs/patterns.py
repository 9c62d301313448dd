"""The rules of patterns that are seen at a glance: singles, locked sets, wings."""

from collections.abc import Callable, Iterable
from itertools import pairwise

from engine.techniques import Technique
from engine.techniques.layout import Candidate
from engine.techniques.locked import CLAIMING, DIRECT_CLAIMING, DIRECT_POINTING, POINTING
from engine.techniques.parts import Blockers
from engine.techniques.remote_pairs import REMOTE_PAIRS
from engine.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE
from engine.techniques.subsets import (
    DIRECT_HIDDEN_PAIR,
    DIRECT_HIDDEN_TRIPLE,
    HIDDEN_PAIR,
    HIDDEN_QUAD,
    HIDDEN_TRIPLE,
    LOCKED_PAIR,
    LOCKED_TRIPLE,
    NAKED_PAIR,
    NAKED_QUAD,
    NAKED_TRIPLE,
)
from engine.techniques.wings import W_WING, XY_WING, XYZ_WING
from tests.proofs.evidence import Evidence, Proven, require

SIZES = {
    LOCKED_PAIR: 2,
    NAKED_PAIR: 2,
    LOCKED_TRIPLE: 3,
    NAKED_TRIPLE: 3,
    NAKED_QUAD: 4,
    DIRECT_HIDDEN_PAIR: 2,
    DIRECT_HIDDEN_TRIPLE: 3,
    HIDDEN_PAIR: 2,
    HIDDEN_TRIPLE: 3,
    HIDDEN_QUAD: 4,
}


def _single(said: Evidence) -> Proven:
    return Proven(placed={Candidate(said.cell("cell"), said.digit())})


def full_house(said: Evidence) -> Proven:
    """The unit has one blank cell, and one digit is missing from it."""
    unit = said.unit("unit")
    require(said.blank(unit) == {said.cell("cell")})
    held = {said.state.values[cell] for cell in said.inside(unit)} - {0}
    require({*said.state.digits} - held == {said.digit()})
    return _single(said)


def hidden_single(said: Evidence) -> Proven:
    """Every other blank cell of the unit is blocked by a named digit, or has lost the digit."""
    cell, digit, unit = said.cell("cell"), said.digit(), said.unit("unit")
    values, why = said.state.values, said.part("blockers")
    if not isinstance(why, Blockers):
        raise TypeError(why)
    blocked = set[int]()
    for holder, through in why.pairs:
        require(values[holder] == digit, holder in said.inside(through))
        require(holder not in said.inside(unit))
        # Each blocker must block a cell that no earlier one blocks.
        fresh = said.inside(through) & said.blank(unit) - blocked
        require(bool(fresh))
        blocked |= fresh
    holders = {one for one, value in enumerate(values) if value == digit}
    # No filled cell sees these; an earlier step removed the candidate.
    for lost in why.ruled_out:
        require(not holders & {*said.state.geometry.peers[lost]}, digit not in said.at(lost))
    require(said.blank(unit) - {cell} == blocked | {*why.ruled_out})
    require(cell in said.blank(unit), not blocked & {*why.ruled_out})
    return _single(said)


def naked_single(said: Evidence) -> Proven:
    """The cell has one candidate; the named peers hold each digit that is among its peers."""
    cell, digit, values = said.cell("cell"), said.digit(), said.state.values
    peers = said.state.geometry.peers[cell]
    named = [values[one] for one in said.cells("seen")]
    require(said.at(cell) == {digit}, {*said.cells("seen")} <= {*peers})
    require(0 not in named, len({*named}) == len(named))
    require({*named} == {values[peer] for peer in peers} - {0})
    return _single(said)


def _locked(said: Evidence, kinds: tuple[bool, bool]) -> set[Candidate]:
    """All places of the digit in the source are in the target, too."""
    digit, source, target = said.digit(), said.unit("source"), said.unit("target")
    cells = {*said.cells("cells")}
    require((said.kind(source) == "box", said.kind(target) == "box") == kinds)
    require(said.places(digit, source) == cells, cells <= said.inside(target), len(cells) > 1)
    return said.open({digit}, said.inside(target) - cells)


def pointing(said: Evidence) -> Proven:
    return Proven(removed=_locked(said, (True, False)))


def claiming(said: Evidence) -> Proven:
    return Proven(removed=_locked(said, (False, True)))


def _direct(said: Evidence, gone: set[Candidate]) -> Proven:
    """What is removed leaves the digit only one place in a unit."""
    digit, unit = said.digit(), said.unit("unit")
    left = said.places(digit, unit) - {one.cell for one in gone if one.value == digit}
    require(left == {said.cell("cell")}, left != said.places(digit, unit))
    return _single(said)


def direct_pointing(said: Evidence) -> Proven:
    return _direct(said, _locked(said, (True, False)))


def direct_claiming(said: Evidence) -> Proven:
    return _direct(said, _locked(said, (False, True)))


def direct_hidden(said: Evidence) -> Proven:
    """The digits of a hidden subset fill its cells, which leaves another digit only one place."""
    gone = {*hidden_subset(said).removed}
    require(all(len(said.places(one, said.unit("unit"))) > 1 for one in said.digits("digits")))
    return _direct(said, gone)


def naked_subset(said: Evidence) -> Proven:
    """Some cells of a unit have as many candidates as there are cells."""
    cells, digits, size = said.cells("cells"), {*said.digits("digits")}, SIZES[said.step.technique]
    require(len(cells) == len(digits) == size, {*cells} <= said.blank(said.unit("unit")))
    require(said.among(cells) == digits)
    return Proven(removed=said.open(digits, said.seen_by_all(cells)))


def locked_subset(said: Evidence) -> Proven:
    """Some cells that a line and a box share have as many candidates as there are cells."""
    cells, digits, size = said.cells("cells"), {*said.digits("digits")}, SIZES[said.step.technique]
    line, box = said.units("units")
    require(said.kind(line) != "box", said.kind(box) == "box", said.among(cells) == digits)
    require(len(cells) == len(digits) == size, {*cells} <= said.blank(line) & said.blank(box))
    return Proven(removed=said.open(digits, said.seen_by_all(cells)))


def hidden_subset(said: Evidence) -> Proven:
    """Some digits have as many places in a unit as there are digits."""
    cells, digits = {*said.cells("cells")}, {*said.digits("digits")}
    size = SIZES[said.step.technique]
    places = [said.places(digit, said.unit("unit")) for digit in digits]
    require(len(cells) == len(digits) == size, all(places), set().union(*places) == cells)
    return Proven(removed=said.open({*said.state.digits} - digits, cells))


def xy_wing(said: Evidence) -> Proven:
    """Whichever of its two digits the pivot is, one of the pincers is the shared digit."""
    pivot, pincers, digit, digits = _wing(said)
    require(digit not in digits, len(digits) == 2)
    for pincer, value in zip(pincers, _kept(said, pincers, digit), strict=True):
        require(said.see(pivot, pincer), value in digits)
    return Proven(removed=said.seen(digit, pincers))


def xyz_wing(said: Evidence) -> Proven:
    """Whichever of its three digits the pivot is, the pivot or a pincer is the shared digit."""
    pivot, pincers, digit, digits = _wing(said)
    require(digit in digits, len(digits) == 3)
    for pincer, value in zip(pincers, _kept(said, pincers, digit), strict=True):
        require(said.see(pivot, pincer), value in digits)
    return Proven(removed=said.seen(digit, (pivot, *pincers)))


def _wing(said: Evidence) -> tuple[int, tuple[int, int], int, set[int]]:
    pivot, digits = said.cell("pivot"), {*said.digits("digits")}
    require(said.at(pivot) == digits)
    return pivot, said.pair("pincers"), said.digit(), digits


def _kept(said: Evidence, pincers: Iterable[int], digit: int) -> list[int]:
    """The other candidate of each pincer; no two may have the same one."""
    both = [said.at(pincer) for pincer in pincers]
    require(all(digit in mask and len(mask) == 2 for mask in both))
    kept = [value for mask in both for value in mask - {digit}]
    require(len({*kept}) == len(kept))
    return kept


def w_wing(said: Evidence) -> Proven:
    """One end of a strong link is true, so the cell that sees it is the other digit."""
    digit, linked, unit = said.digit(), said.digit("linked"), said.unit("unit")
    cells, bridge = said.pair("cells"), said.pair("bridge")
    require(digit != linked, all(said.at(cell) == {digit, linked} for cell in cells))
    require(said.places(linked, unit) == {*bridge}, len({*cells, *bridge}) == 4)
    require(all(said.see(*ends) for ends in zip(cells, bridge, strict=True)))
    return Proven(removed=said.seen(digit, cells))


def remote_pairs(said: Evidence) -> Proven:
    """Cells with the same two candidates take them in turn, so the two ends differ."""
    digits, cells = {*said.digits("digits")}, said.cells("cells")
    require(len(digits) == 2, all(said.at(cell) == digits for cell in cells))
    require(len(cells) % 2 == 0, len(cells) > 3, said.cells("ends") == (cells[0], cells[-1]))
    require(all(said.see(*both) for both in pairwise(cells)))
    return Proven(removed=said.open(digits, said.seen_by_all(said.cells("ends"))))


PATTERNS: dict[Technique, Callable[[Evidence], Proven]] = {
    FULL_HOUSE: full_house,
    HIDDEN_SINGLE: hidden_single,
    NAKED_SINGLE: naked_single,
    DIRECT_POINTING: direct_pointing,
    DIRECT_CLAIMING: direct_claiming,
    DIRECT_HIDDEN_PAIR: direct_hidden,
    DIRECT_HIDDEN_TRIPLE: direct_hidden,
    POINTING: pointing,
    CLAIMING: claiming,
    LOCKED_PAIR: locked_subset,
    LOCKED_TRIPLE: locked_subset,
    NAKED_PAIR: naked_subset,
    NAKED_TRIPLE: naked_subset,
    NAKED_QUAD: naked_subset,
    HIDDEN_PAIR: hidden_subset,
    HIDDEN_TRIPLE: hidden_subset,
    HIDDEN_QUAD: hidden_subset,
    XY_WING: xy_wing,
    XYZ_WING: xyz_wing,
    W_WING: w_wing,
    REMOTE_PAIRS: remote_pairs,
}
"""For each technique of patterns, the rule that derives what follows from its step."""
