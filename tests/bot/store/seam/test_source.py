import pytest

from bot.store.results import _PACE
from bot.store.seam.source import only_reads


@pytest.mark.parametrize(
    ("sql", "reads"),
    [
        ("select 1", True),
        ("  select 1", True),
        (_PACE, True),
        ("with one as (select 1) select update_id, deleted from one", True),
        ("with one as (select 1) insert into facts select * from one", False),
        ("with gone as (delete from facts returning name) select * from gone", False),
        ("with one as (select 1) UPDATE facts set value = 1", False),
        ("update facts set value = 1", False),
        ("begin immediate", False),
        ("pragma user_version", False),
    ],
)
def test_a_statement_reads_if_it_is_sure_to_change_nothing(sql: str, reads: bool) -> None:  # noqa: FBT001 - a case
    assert only_reads(sql) is reads
