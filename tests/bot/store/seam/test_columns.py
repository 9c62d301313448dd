from dataclasses import dataclass
from typing import Annotated, NamedTuple

from bot.store.seam.columns import columns
from bot.store.seam.source import Store


class Line(NamedTuple):
    id: int
    twice: Annotated[int, "2 * value"]
    name: str


@dataclass
class Kept:
    id: int
    value: int


async def test_each_field_is_a_column_or_what_stands_in_its_annotation(database: Store) -> None:
    assert columns(Kept) == "id, value"
    row = await database.one(
        f"select {columns(Line)} from (select 1 as id, 3 as value, 'six' as name) there"  # noqa: S608
    )
    assert row is not None
    assert Line(*row) == Line(id=1, twice=6, name="six")
