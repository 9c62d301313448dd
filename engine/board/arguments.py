"""Checks of arguments, whose errors name the argument and what it must be."""

from enum import StrEnum
from operator import index
from typing import TypeVar

Kind = TypeVar("Kind")
Choice = TypeVar("Choice", bound=StrEnum)


def instance(name: str, value: object, kind: type[Kind]) -> Kind:
    """The argument itself; raises TypeError if it is of another type."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be of type {kind.__name__}, not {type(value).__name__}")
    return value


def optional(name: str, value: object, kind: type[Kind]) -> Kind | None:
    """The argument itself, which may be None; raises TypeError if it is of another type."""
    return None if value is None else instance(name, value, kind)


def whole(name: str, value: object, least: int | None = None, most: int | None = None) -> int:
    """The argument as a whole number; raises TypeError if it is none, ValueError out of range."""
    try:
        number = index(value)  # type: ignore[arg-type] # what is no number is found out here
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{name} must be a whole number, not {kind}") from None
    if least is None or least <= number <= (number if most is None else most):
        return number
    bounds = f"{least} or more" if most is None else f"from {least} to {most}"
    raise ValueError(f"{name} must be {bounds}, not {number}")


def choice(name: str, value: object, kind: type[Choice]) -> Choice:
    """The member that an argument is, or whose text it is, in capitals or not.

    Raises ValueError, which lists the members, for another text, and TypeError for another type.
    """
    if isinstance(value, kind):
        return value
    if not isinstance(value, str):
        raise TypeError(f"{name} must be of type {kind.__name__}, not {type(value).__name__}")
    try:
        return kind(value.lower())
    except ValueError:
        members = ", ".join(kind)
        raise ValueError(f"{name} must be one of {members}, not {value!r}") from None
