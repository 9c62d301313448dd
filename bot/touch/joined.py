"""Scripts out of the modules of a page, as they are sent: joined once, when the bot starts.

A browser asks for six files of a server at once. With a dozen modules the call that opens a game
waited for two rounds of them on a slow network, and each file costs a phone some work; packed
together they are lighter, too. So authors have modules, and a page has a script for each module
that it names, in which all stands that this one imports and no script before it has.

Each module becomes the body of a function that is called once, after all whose names it imports,
and gives what it exports. So names that two modules have for themselves stay apart. What this
asks of a module is little, and a bot whose page has something else does not start:

    import { one, other } from "./elements.js";     each on a line of its own
    export const listed = ...                       also class, function and async function

No module imports itself by way of others, and what is exported is never assigned again.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

_IMPORT: Final = re.compile(
    r'^import \{ ([\w$]+(?:, [\w$]+)*) \} from "\./([\w-]+\.js)";$', re.MULTILINE
)
_EXPORT: Final = re.compile(
    r"^export (?=(?:const|class|function|async function) ([\w$]+))", re.MULTILINE
)
_OTHER: Final = re.compile(r"^\s*(?:import|export)\b.*$", re.MULTILINE)


class ModuleError(ValueError):
    """A module that says something else, or imports what there is not."""


def joined(names: Sequence[str], modules: Mapping[str, str]) -> Sequence[str]:
    """For each name the script that does what this module and all that it imports do.

    They do so in this order, in one page, and each module is in the first script that needs it.
    Raises ModuleError.
    """
    order, ends = list[str](), list[int]()
    for name in names:
        _visit(name, modules, order, ())
        ends.append(len(order))
    numbers = {each: f"m{number}" for number, each in enumerate(order)}
    called = [_called(each, modules[each], numbers) for each in order]
    return ["\n".join(['"use strict";', *called[begin:end]]) for begin, end in pairwise([0, *ends])]


def _visit(
    name: str, modules: Mapping[str, str], order: list[str], importers: tuple[str, ...]
) -> None:
    """Adds a module to the order, behind all that it imports, unless it is there."""
    if name in importers:
        raise ModuleError(f"{' imports '.join((*importers, name))}")
    if name not in modules:
        raise ModuleError(
            f"there is no {name}, which {importers[-1] if importers else 'the page'} imports"
        )
    if name not in order:
        for found in _IMPORT.finditer(modules[name]):
            _visit(found[2], modules, order, (*importers, name))
            missing = set(found[1].split(", ")) - {*_EXPORT.findall(modules[found[2]])}
            if missing:
                raise ModuleError(f"{name}: {found[2]} exports no {min(missing)}")
        order.append(name)


def _called(name: str, text: str, numbers: Mapping[str, str]) -> str:
    exported = ", ".join(_EXPORT.findall(text))
    body = _IMPORT.sub(lambda found: f"const {{ {found[1]} }} = {numbers[found[2]]};", text)
    body = _EXPORT.sub("", body)
    other = _OTHER.search(body)
    if other:
        raise ModuleError(f"{name}: {other[0].strip()}")
    return f"const {numbers[name]} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"
