"""Small changes of source code, each of which a test should notice.

An operator becomes its neighbour, a comparison takes or loses its edge, a number grows, a truth is
turned round, a call is left out. What no test can notice is passed over: annotations, texts, what
is logged, and what is there for the checker of types alone.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

_EDGES: Final = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_SHIFTS: Final = {"+": "-", "-": "+", "<<": ">>", ">>": "<<", "&": "|", "|": "&"}

COMPARISONS: Final = _EDGES | {"in": "not in", "not in": "in", "is": "is not", "is not": "is"}
OPERATORS: Final = _SHIFTS | {
    **dict.fromkeys(("/", "**"), "*"),
    **dict.fromkeys(("*", "%"), "//"),
    "//": "*",
    "^": "|",
    "and": "or",
    "or": "and",
}
C_OPERATORS: Final = _EDGES | _SHIFTS | {"&&": "||", "||": "&&"}
_C_CHANGED: Final = re.compile(
    r"(?<=[\w\])] )(?:==|!=|<=|>=|&&|\|\||<<|>>|[<>+|&-])(?= [\w(*~!])"
    r"|(?<![\w.'])(?:0|[1-9]\d*)(?![\w.'])"
)
_C_PASSED_OVER: Final = re.compile(
    r'/\*[\s\S]*?\*/|//.*|"(?:\\.|[^"\\])*"|^\s*#(?:.*\\\n)*.*', re.MULTILINE
)
_LOGS: Final = ("log.", "_log.", "_logger.", "warnings.")


@dataclass(frozen=True, slots=True)
class Change:
    """The bytes from `start` to `end` of a file become others; `line` counts from 1."""

    path: Path
    line: int
    start: int
    end: int
    old: str
    new: str

    def applied(self, text: bytes) -> bytes:
        """The text of the file with the change."""
        return text[: self.start] + self.new.encode() + text[self.end :]


def python_changes(path: Path) -> list[Change]:
    """Every change of a Python file, in its order."""
    return [*_Python(path).changes()]


def c_changes(path: Path) -> list[Change]:
    """Every change of a C file, in its order."""
    text = path.read_text("utf-8")
    plain = _C_PASSED_OVER.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    found = list[Change]()
    for match in _C_CHANGED.finditer(plain):
        old = match[0]
        new = C_OPERATORS.get(old) or str(int(old, 0) + 1)
        start = len(text[: match.start()].encode())
        line = text.count("\n", 0, match.start()) + 1
        found.append(Change(path, line, start, start + len(old), old, new))
    return found


class _Python:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._text = path.read_bytes()
        self._begins = [0]
        for line in self._text.splitlines(keepends=True):
            self._begins.append(self._begins[-1] + len(line))

    def changes(self) -> Iterator[Change]:
        yield from sorted(self._below(ast.parse(self._text)), key=lambda change: change.start)

    def _below(self, node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.Expr) and self._text_of(node).startswith(_LOGS):
            return
        yield from self._of(node)
        for name, value in ast.iter_fields(node):
            if not _is_passed_over(node, name):
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST) and not _is_for_types(child):
                        yield from self._below(child)

    def _of(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Compare():
                for left, right in pairwise([node.left, *node.comparators]):
                    yield from self._between(left, right, COMPARISONS)
            case ast.BinOp():
                yield from self._between(node.left, node.right, OPERATORS)
            case ast.BoolOp():
                for left, right in pairwise(node.values):
                    yield from self._between(left, right, OPERATORS)
            case ast.Expr() | ast.UnaryOp() | ast.Constant():
                if (new := self._instead(node)) is not None:
                    yield self._made(self._start(node), self._end(node), new)

    def _instead(self, node: ast.Expr | ast.UnaryOp | ast.Constant) -> str | None:
        text = self._text_of(node)
        match node:
            case ast.UnaryOp(op=ast.Not()):
                return self._text_of(node.operand)
            case ast.Constant(value=bool() as value):
                return str(not value)
            case ast.Constant(value=int() | float() as value):
                return f"({text} + {_step(value)})"
            case ast.Expr(value=ast.Call() | ast.Await(value=ast.Call())):
                return "None"
        return None

    def _between(self, left: ast.expr, right: ast.expr, known: dict[str, str]) -> Iterator[Change]:
        """The operator between two expressions, around which parentheses may stand."""
        start, end = self._end(left), self._start(right)
        between = self._text[start:end].decode()
        words = sorted(known, key=len, reverse=True)
        pattern = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
        if found := re.search(rf"(?<![\w])(?:{pattern})(?![\w])", between):
            old = " ".join(found[0].split())
            start += len(between[: found.start()].encode())
            yield self._made(start, start + len(found[0].encode()), known[old])

    def _made(self, start: int, end: int, new: str) -> Change:
        line = self._text.count(b"\n", 0, start) + 1
        return Change(self._path, line, start, end, self._text[start:end].decode(), new)

    def _text_of(self, node: ast.expr | ast.stmt) -> str:
        return self._text[self._start(node) : self._end(node)].decode()

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._begins[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._begins[node.end_lineno - 1] + node.end_col_offset


def _step(value: float) -> float:
    """By how much a number grows: a little more than what is only an estimate may be off."""
    return 1 if isinstance(value, int) and value < 10 else max(1, value)


def _is_passed_over(node: ast.AST, field: str) -> bool:
    """Whether a field of a node says only what types there are, or decorates."""
    is_type = field in {"annotation", "returns", "decorator_list", "bases", "pattern"}
    # A check of lengths that always agree cannot fail; it guards against later mistakes.
    is_guard = isinstance(node, ast.keyword) and node.arg == "strict"
    # Python tells no places within formatted texts.
    return (
        is_type
        or is_guard
        or isinstance(node, ast.JoinedStr)
        or (field == "slice" and isinstance(node, ast.Subscript) and _names_a_type(node))
    )


def _names_a_type(node: ast.Subscript) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id[:1].isupper()


def _is_for_types(node: ast.AST) -> bool:
    """A type in an assignment, what only the checker imports, or a constant that lists names."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(op=ast.BitOr())):
            return name[:1].isupper() and not name.isupper()
    return False
