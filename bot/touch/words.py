"""The words of the page in one language, as its scripts look them up."""

from bot import messages


def words_of(language: str) -> dict[str, str]:
    """The words of the page; those with several forms have the form behind their name."""
    found = dict[str, str]()
    for key, message in messages.catalogue(language).items():
        if key.startswith("touch."):
            name = key.removeprefix("touch.")
            forms = {"": message} if isinstance(message, str) else message
            found |= {f"{name}.{form}" if form else name: words for form, words in forms.items()}
    return found
