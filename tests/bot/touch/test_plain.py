"""Plain text of the chat's HTML."""

from markupsafe import Markup

from bot.touch.plain import lines_of, text_of


def test_markup_goes_and_what_it_escaped_comes_back() -> None:
    html = Markup("<b>2 &lt; 3</b> · Ann &amp; Bob\n\n<i>again</i>")
    assert lines_of(html) == ["2 < 3 · Ann & Bob", "again"]
    assert text_of([html, Markup("end")]) == "2 < 3 · Ann & Bob\nagain\nend"
