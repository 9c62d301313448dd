"""Plain text of what the chat says in HTML, because the page shows words and never markup."""

from collections.abc import Iterable

from markupsafe import Markup


def lines_of(html: Markup) -> list[str]:
    """The lines of a text without its markup; blank ones are left out."""
    lines = (Markup(line).striptags() for line in html.split("\n"))  # noqa: S704 - our own words
    return [line for line in lines if line]


def text_of(lines: Iterable[Markup]) -> str:
    """All lines as one text."""
    return "\n".join(line for html in lines for line in lines_of(html))
