"""What a language needs to say a step, and the words of English."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Words:
    """What a language needs to say the parts of a step.

    `row`, `column` and `box` hold {number}; `comma` and `and_` join lists, `clause` joins what
    follows from an assumption; the others are templates with the names that their defaults in
    ENGLISH have. Where those name candidates that are not true, as {option} or {options}, {claim}
    says so in a sentence.
    """

    row: str
    column: str
    box: str
    comma: str
    clause: str
    and_: str
    semicolon: str
    place: str
    remove: str
    removed: str
    blocked: str
    ruled_out: str
    filled: str
    only_candidate: str
    only_place: str
    locked: str
    refuted: str
    no_candidate: str
    no_place: str
    if_: str
    brackets: str
    holding: str
    so: str
    is_: str
    is_not: str
    one_is: str
    none_is: str
    other_candidate: str
    other_place: str
    other_digits: str
    same_unit: str
    but: str
    and_not: str
    as_above: str
    on_as_above: str
    passage: str
    suppose_this: str
    go_on: str
    suppose: str
    suppose_too: str
    still: str
    shown: str
    impossible: str


ENGLISH: Final = Words(
    row="row {number}",
    column="column {number}",
    box="box {number}",
    comma=", ",
    clause=", ",
    and_=" and ",
    semicolon="; ",
    place="put {digit} in {cell}",
    remove="remove {digits} from {cells}",
    removed="{digit}",
    blocked="{unit} already has one at {cell}",
    ruled_out="{cells} lost it before",
    filled="its other cells are filled",
    only_candidate="{option} (nothing else fits)",
    only_place="{option} (only place in {unit})",
    locked="not {options} (locked in {unit})",
    refuted="not {option} (else {branch})",
    no_candidate="nothing is left for {cell}",
    no_place="no place is left for {digit} in {unit}",
    if_="if {option}: {consequences}",
    brackets="{{{inside}}}",
    holding="{cells} ({digits})",
    so=", so ",
    is_="{cells} is {digit}",
    is_not="{cells} is not {digit}",
    one_is="one of {cells} is {digit}",
    none_is="{cells} are not {digit}",
    other_candidate="{claim} (the only one left)",
    other_place="{claim} (nowhere else in {unit})",
    other_digits="{claim} (without {digit}, only {digits} are left in {cells})",
    same_unit="{claim} (also in {unit})",
    but=" but {digit}",
    and_not=" and so not {digit}",
    as_above="{claim} (as above)",
    on_as_above="{chain}, and on as above",
    passage="part {number} of {count}",
    suppose_this="suppose this: {chain}",
    go_on="go on from there: {chain}",
    suppose="suppose {option}: {consequences}",
    suppose_too="with {options}, suppose {option} too: {consequences}",
    still="still with {options}: {consequences}",
    shown="not {options} (shown before)",
    impossible="{consequences}, which is impossible, so not {option}",
)
