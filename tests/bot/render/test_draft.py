from bot.render.draft import draft_picture
from bot.render.marks import CellRole, Highlight
from bot.render.picture import board_png
from engine import parse

GRID = parse("1234341221434321")


def test_doubtful_repaired_and_asked_cells_look_different() -> None:
    plain = draft_picture(GRID, GRID)
    looks = [
        plain,
        draft_picture(GRID, GRID, doubtful=[5]),
        draft_picture(GRID, GRID, repaired=[5]),
        draft_picture(GRID, GRID, doubtful=[5], here=5),
        draft_picture(GRID, GRID.with_values({5: 0})),
    ]
    assert len({board_png(look) for look in looks}) == len(looks)


def test_the_asked_cell_has_one_mark_and_the_others_keep_theirs() -> None:
    picture = draft_picture(GRID, GRID, doubtful=[5, 6], repaired=[7, 8], here=6)
    assert {each.cell: each.role for each in picture.highlights} == {
        5: CellRole.PATTERN,
        6: CellRole.TARGET,
        **dict.fromkeys((7, 8), CellRole.OTHER),
    }
    repaired = draft_picture(GRID, GRID, doubtful=[5], repaired=[7, 8], here=8)
    assert [each.cell for each in repaired.highlights] == [5, 7, 8]
    assert draft_picture(GRID, GRID, here=0).highlights == (Highlight(0, CellRole.TARGET),)
