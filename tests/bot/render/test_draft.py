from io import BytesIO

from PIL import Image

from bot.render.draft import beside, draft_picture
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


def test_what_was_seen_stands_on_the_left_of_what_was_read() -> None:
    seen = BytesIO()
    Image.new("RGB", (64, 64), (200, 30, 30)).save(seen, "JPEG")
    picture = draft_picture(GRID, GRID)
    with (
        Image.open(BytesIO(beside(seen.getvalue(), picture))) as both,
        Image.open(BytesIO(board_png(picture))) as board,
    ):
        assert both.format == "JPEG"
        assert both.height == board.height
        assert both.width > 2 * board.width
        red, green, blue = both.crop((9, 9, 10, 10)).tobytes()
        assert red > 150 > max(green, blue) + 80
