from bot.render.board_picture import BoardPicture
from bot.render.marks import CandidateMark, CandidateRole, CellRole, Highlight
from bot.touch.marks import marks_of
from engine.board import Geometry, Grid


def test_roles_become_the_names_that_the_page_draws() -> None:
    shape = Geometry.of_size(4)
    grid = Grid(shape, (0,) * 16)
    found = marks_of(
        shape,
        BoardPicture(
            values=grid,
            givens=grid,
            units=frozenset({0}),
            highlights=(Highlight(5, CellRole.PATTERN), Highlight(3, CellRole.TARGET)),
            candidates=(
                CandidateMark(3, 2, CandidateRole.PLACE),
                CandidateMark(4, 1, CandidateRole.ELIMINATE),
            ),
        ),
    )
    assert found["cells"] == {
        "target": [3],
        "houses": [shape.units[0]],
        "support": [5],
        "affected": [],
    }
    assert found["candidates"] == [[3, 2, "in"], [4, 1, "out"]]
    assert found["links"] == []
