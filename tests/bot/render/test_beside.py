from io import BytesIO

from PIL import Image, ImageChops, ImageStat

from bot.render.beside import beside, beside_again
from bot.render.draft import draft_picture, is_beside
from bot.render.picture import board_png
from engine import parse

GRID = parse("1234341221434321")


def test_what_was_seen_stands_on_the_left_of_what_was_read() -> None:
    seen = BytesIO()
    Image.new("RGB", (64, 64), (200, 30, 30)).save(seen, "JPEG")
    picture = draft_picture(GRID, GRID)
    with (
        Image.open(BytesIO(beside(seen.getvalue(), picture))) as both,
        Image.open(BytesIO(board_png(picture))) as board,
    ):
        assert both.format == "JPEG"
        side = board.height
        assert both.size == (2 * side + 24, side)
        for at in (9, side - 9):
            red, green, blue = both.crop((at, 9, at + 1, 10)).tobytes()
            assert red > 150 > max(green, blue) + 80
        between = both.crop((side + 4, 0, side + 20, side)).convert("L")
        assert min(between.tobytes()) > 240
        read = both.crop((side + 24, 0, 2 * side + 24, side)).convert("L")
        seen_apart = ImageChops.difference(read, board.convert("L"))
        assert ImageStat.Stat(seen_apart).mean[0] < 2


def test_what_was_seen_is_taken_out_of_what_was_sent_in_any_size() -> None:
    seen = BytesIO()
    Image.new("RGB", (64, 64), (200, 30, 30)).save(seen, "JPEG")
    picture = draft_picture(GRID, GRID)
    sent = beside(seen.getvalue(), picture)
    smaller = BytesIO()
    with Image.open(BytesIO(sent)) as both:
        assert is_beside(*both.size)
        both.resize((both.width // 3, both.height // 3)).save(smaller, "JPEG")
    with Image.open(BytesIO(board_png(picture))) as alone:
        assert not is_beside(*alone.size)
    for content in (sent, smaller.getvalue()):
        other = draft_picture(GRID.with_values({5: 0}), GRID)
        with (
            Image.open(BytesIO(beside_again(content, other))) as again,
            Image.open(BytesIO(beside(seen.getvalue(), other))) as expected,
        ):
            assert again.size == expected.size
            apart = ImageChops.difference(again.convert("L"), expected.convert("L"))
            assert ImageStat.Stat(apart).mean[0] < 2


def test_the_asked_cell_has_a_frame_on_both_sides() -> None:
    seen = BytesIO()
    Image.new("RGB", (64, 64), "white").save(seen, "JPEG")
    sent = beside(seen.getvalue(), draft_picture(GRID, GRID))
    with (
        Image.open(BytesIO(beside_again(sent, draft_picture(GRID, GRID, here=5), 5))) as asked,
        Image.open(BytesIO(beside_again(sent, draft_picture(GRID, GRID)))) as plain,
    ):
        side = asked.height
        quarter = side // 4
        apart = ImageChops.difference(asked.convert("L"), plain.convert("L"))
        left = apart.crop((0, 0, side, side)).point(lambda value: 255 * (value > 40)).getbbox()
    assert left is not None
    for edge, expected in zip(left, (1, 1, 2, 2), strict=True):
        assert abs(edge - expected * quarter) < 12
