"""One script out of the modules of a page, as it is sent: joined once, when the bot starts.

A browser asks for six files of a server at once. With a dozen modules the call that opens a game
waited for two rounds of them on a slow network, and each file costs a phone some work; packed
together they are lighter, too. So authors have modules, and a page has one script.

Each module becomes the body of a function that is called once, after all whose names it imports,
and gives what it exports. So names that two modules have for themselves stay apart. What this
asks of a module is little, and a bot whose page has something else does not start:

    import { one, other } from "./elements.js";     each on a line of its own
    export const listed = ...                       also class, function and async function

No module imports itself by way of others, and what is exported is never assigned again.
"""

import re
from collections.abc import Mapping
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


def joined(name: str, modules: Mapping[str, str]) -> str:
    """The script that does what module `name` and all that it imports do.

    Raises ModuleError.
    """
    order = list[str]()
    _visit(name, modules, order, ())
    numbers = {each: f"m{number}" for number, each in enumerate(order)}
    return "\n".join(_called(each, modules[each], numbers) for each in order)


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
