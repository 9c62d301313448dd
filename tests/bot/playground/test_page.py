import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
)

from bot.playground import BotApi, Group, Person, PlaygroundRequest
from bot.playground.parameters import Upload
from bot.playground.web import create_web
from bot.render.text_board import WIDTH_ALONE
from tests.bot.playground.browsing import CHROMIUM, PHONE, SIZES
from tests.bot.playground.pictures import png
from tests.bot.playground.serving import shown

BOARD = "\n".join(["1 | 5 3 . | . 7 . | . . ."] * 13)
Context = ContextTypes.DEFAULT_TYPE

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.xdist_group("processes"),
    pytest.mark.asyncio(loop_scope="session"),
]


def keys(label: str) -> InlineKeyboardMarkup:
    buttons = [("7", "place"), (label, "hint"), ("✓", "check")]
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(text, callback_data=data) for text, data in buttons]]
    )


async def new(update: Update, _: Context) -> None:
    assert update.effective_message is not None
    await update.effective_message.reply_html(
        f"<b>Game 1</b>\n<pre>{BOARD}</pre>\n/help &lt;img src=x onerror=alert(1)&gt;",
        reply_markup=keys("Hint"),
    )


async def press(update: Update, _: Context) -> None:
    query = update.callback_query
    assert query is not None
    if query.data == "place":
        await query.edit_message_text(
            f"<pre>{BOARD.replace('.', '7', 1)}</pre>placed /help",
            "HTML",
            reply_markup=keys("Hint 2"),
        )
    replies = {"hint": "Look at box 5", "check": "All right so far"}
    await query.answer(replies.get(str(query.data)), show_alert=query.data == "hint")


@pytest_asyncio.fixture(loop_scope="session")
async def url(api: BotApi, company: tuple[Person, Person, Group]) -> AsyncIterator[str]:
    """The page over a small bot that really polls."""
    app = (
        ApplicationBuilder()
        .token(api.token)
        .request(PlaygroundRequest(api))
        .get_updates_request(PlaygroundRequest(api))
        .build()
    )
    app.add_handlers([CommandHandler(["new", "start"], new), CallbackQueryHandler(press)])
    async with app, shown(create_web(api, company[:2])) as address:
        await app.bot.set_my_commands([("new", "Start a new game"), ("help", "What I can do")])
        await app.bot.set_my_commands([("new", "开一局")], language_code="zh")
        await polling(app)
        yield address
        assert app.updater is not None
        await app.updater.stop()
        await app.stop()


async def polling(app: Application[Any, Any, Any, Any, Any, Any]) -> None:
    await app.start()
    assert app.updater is not None
    await app.updater.start_polling()


@pytest_asyncio.fixture(loop_scope="session")
async def page(url: str, browser: Browser) -> AsyncIterator[Page]:
    page = await browser.new_page(viewport=PHONE)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    await page.goto(url)
    await page.get_by_role("button", name="Start").click()
    await expect(page.locator("pre")).to_have_count(1)
    yield page
    assert problems == []


async def test_a_game_on_a_phone(page: Page, alice: Person) -> None:
    board = page.locator("pre")
    assert await board.inner_text() == BOARD
    assert await board.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    await expect(page.locator(".message img")).to_have_count(0)

    key = page.get_by_role("button", name="7", exact=True)
    await key.click()
    await expect(board).to_contain_text("5 3 7")
    await expect(page.locator(".message")).to_have_count(2)
    await expect(page.get_by_role("button", name="Hint 2")).to_be_visible()
    await expect(key).to_be_focused()
    await expect(page.locator(".key.waiting")).to_have_count(0)

    await page.get_by_role("button", name="✓").click()
    # Watched for in the page, where it does not stay for long.
    await page.locator(".toasts").get_by_text("All right so far").wait_for()
    await page.get_by_role("button", name="Hint 2").click()
    await expect(page.get_by_role("dialog")).to_contain_text("Look at box 5")
    await page.get_by_role("button", name="OK").click()

    await page.get_by_role("button", name="/help").click()
    await expect(page.locator(".message.own").last).to_contain_text("/help")
    assert alice.messages()[-1]["text"] == "/help"


async def test_a_phone_has_the_sizes_of_telegram_for_android(page: Page) -> None:
    """In points: of keys and rows as in ChatMessageCell.java, of texts as in Theme.java."""
    (first, second, *_), bar = await page.locator(".key").all(), page.locator(".bar:visible")
    left, right = await first.bounding_box(), await second.bounding_box()
    assert left is not None
    assert right is not None
    assert left["height"] == 44
    assert right["x"] - left["x"] - left["width"] == pytest.approx(5)
    header = await bar.bounding_box()
    assert header is not None
    assert header["height"] == 56
    found = [
        await page.locator(name).first.evaluate("node => getComputedStyle(node).fontSize")
        for name in (".body", ".body pre", ".key")
    ]
    assert found == ["16px", "14px", "15px"]


async def test_the_widest_boards_fit_into_a_message_on_a_phone(page: Page) -> None:
    """Telegram for Android leaves 265 points for a preformatted text alone with a bot."""
    board = page.locator("pre")
    await board.evaluate("(node, text) => { node.textContent = text; }", "8" * WIDTH_ALONE)
    assert await board.evaluate("node => node.scrollWidth <= node.clientWidth")
    across = "node => { const all = document.createRange(); all.selectNodeContents(node);"
    across += " return all.getBoundingClientRect().width; }"
    assert await board.evaluate(across) <= 360 - 80 - 15


@pytest.mark.long
async def test_writing_with_the_keyboard(page: Page, alice: Person) -> None:
    message = page.get_by_role("textbox", name="Message")
    await message.fill("line 1")
    await message.press("Shift+Enter")
    await message.press_sequentially("line 2")
    await message.press("Enter")
    await expect(message).to_have_value("")
    await expect(page.locator(".message.own").last).to_contain_text("line 2")
    assert alice.messages()[-1]["text"] == "line 1\nline 2"

    await message.press_sequentially("/n")
    options = page.get_by_role("option")
    await expect(options).to_have_text(["/newStart a new game"])
    await message.press("Enter")
    await expect(page.locator("pre")).to_have_count(2)
    await expect(page.locator(".keyboard").last).to_be_in_viewport()
    await expect(page.locator(".down")).to_be_hidden()


@pytest.mark.long
async def test_two_people_and_a_group(page: Page, club: Group) -> None:
    await page.get_by_role("button", name="You are: Alice").click()
    await page.locator("#persona-menu").get_by_role("radio", name="小明").click()
    await expect(page.get_by_role("button", name="开始")).to_be_visible()
    await page.get_by_role("button", name="返回对话列表").click()
    await page.get_by_role("button", name="Sudoku Club").click()
    message = page.get_by_role("textbox", name="输入消息")
    await message.press_sequentially("/")
    await expect(page.get_by_role("option")).to_have_text(["/new开一局"])
    await message.fill("大家好")
    await message.press("Enter")
    await expect(page.locator(".message.own")).to_have_count(1)
    assert club.people[1].messages(club.chat)[-1]["text"] == "大家好"
    await page.get_by_role("button", name="你的身份: 小明").click()
    await page.locator("#persona-menu").get_by_role("radio", name="Alice").click()
    await expect(page.locator(".message .sender")).to_have_text("小明")


@pytest.mark.long
async def test_the_history_survives_a_reload(page: Page) -> None:
    await page.reload()
    await expect(page.locator("pre")).to_have_count(1)
    await expect(page.locator(".message")).to_have_count(2)


@pytest.mark.long
async def test_what_grows_late_leaves_the_newest_in_view(page: Page) -> None:
    """A picture may arrive between a jump to the end and the event that reports the jump."""
    await page.reload()
    await expect(page.locator(".message")).to_have_count(2)
    await page.evaluate(
        """() => {
          document.querySelector('.messages').style.paddingTop = '900px';
          document.querySelector('.scroller').dispatchEvent(new Event('scroll'));
        }"""
    )
    await expect(page.locator(".down")).to_be_hidden()
    await expect(page.locator(".key").last).to_be_in_viewport(ratio=1)


@pytest.mark.long
async def test_the_page_comes_back_after_a_restart(
    api: BotApi, alice: Person, browser: Browser
) -> None:
    page = await browser.new_page(viewport=PHONE)
    async with shown(create_web(api, [alice])) as url:
        await page.goto(url)
        await expect(page.locator("#chat-status")).to_have_text("bot")
    await expect(page.locator("#chat-status")).to_have_text("reconnecting…")
    alice.say("said while nobody served the page")
    async with shown(create_web(api, [alice]), port=int(url.rpartition(":")[2])):
        await expect(page.locator("#chat-status")).to_have_text("bot")
        await expect(page.locator(".message")).to_have_count(1)
        await page.close()


CONTRASTS = """() => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = ([red, green, blue]) => [red, green, blue]
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const over = (...colours) => {
    for (const colour of colours) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    return light(context.getImageData(0, 0, 1, 1).data);
  };
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    const isShown = node.checkVisibility({ visibilityProperty: true }) && !node.closest('.unseen');
    if (!isShown || !texts.currentNode.data.trim() || node.closest('.day')) continue;
    const grounds = [];
    for (let above = node; above; above = above.parentElement)
      grounds.unshift(getComputedStyle(above).backgroundColor);
    const ground = over('white', ...grounds);
    const ink = over('white', ...grounds, getComputedStyle(node).color);
    const ratio = (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
    if (ratio < 4.5) found.push(`${node.className || node.tagName}: ${ratio.toFixed(2)}`);
  }
  return found;
}"""
"""JavaScript that lists the texts with too little contrast to their background (WCAG AA)."""


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
async def test_every_text_stands_out(
    url: str, browser: Browser, alice: Person, size: str, theme: str
) -> None:
    page = await browser.new_page(viewport=SIZES[size])
    await page.add_init_script(f"localStorage.setItem('theme', '{theme}')")
    await page.goto(url)
    await page.get_by_role("button", name="Start").click()
    await expect(page.locator("pre")).to_have_count(1)
    alice.say("an answer", reply_to=alice.last()["message_id"])
    await expect(page.locator(".own .quote")).to_have_count(1)
    await page.locator("textarea").fill("/")
    await expect(page.get_by_role("option")).to_have_count(2)
    assert await page.evaluate(CONTRASTS) == []
    if size == "phone":
        await page.locator("textarea").fill("")
        await page.locator(".back").click()
        assert await page.evaluate(CONTRASTS) == []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
async def test_who_listens_finds_their_way(url: str, browser: Browser, size: str) -> None:
    page = await browser.new_page(viewport=SIZES[size])
    await page.goto(url)
    await page.get_by_role("button", name="Start").click()
    await expect(page.locator("pre")).to_have_count(1)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Playground")
    await expect(page.get_by_role("main")).to_have_count(1)
    log = page.get_by_role("log", name="Conversation")
    await expect(log.get_by_role("list").locator("> li.message")).to_have_count(2)
    parents = (
        "nodes => nodes.map((node) => `${node.parentElement.tagName} ${node.parentElement.role}`)"
    )
    for parent in await page.locator("li:not([role])").evaluate_all(parents):
        assert parent in {"OL null", "UL null"}
    persona = page.locator(".persona")
    assert (await persona.get_attribute("aria-label") or "").endswith("Alice")
    assert (await persona.text_content() or "").strip() == "Alice"
    outside = "nodes => nodes.filter((node) => !node.closest('main')).map((node) => node.className)"
    assert await page.locator("button:not(dialog *)").evaluate_all(outside) == []
    if size == "phone":
        await page.locator(".back").click()
        await expect(page.get_by_role("main")).to_have_count(1)
        await expect(page.get_by_role("heading", level=1)).to_have_text("Playground")


@pytest.mark.long
async def test_the_chat_with_the_bot_has_the_picture_of_the_bot(page: Page, api: BotApi) -> None:
    face = page.locator("#chat-avatar")
    await expect(face).not_to_have_css("background-image", re.compile("files/"))
    photo = {"type": "static", "photo": "attach://new"}
    upload = Upload("new.png", png(64, 64), "image/png")
    await api.call("setMyProfilePhoto", {"photo": photo}, {"new": upload})
    await expect(face).to_have_css("background-image", re.compile("files/PGpr"))
    await page.reload()
    await expect(face).to_have_css("background-image", re.compile("files/PGpr"))


@pytest.mark.long
async def test_an_effect_shows_beside_its_message(page: Page, api: BotApi, alice: Person) -> None:
    effect = {"message_effect_id": "5046509860389126442"}
    await api.call("sendMessage", {"chat_id": alice.id, "text": "Solved!"} | effect)
    shown = page.get_by_role("img", name="Sent with the effect 🎉")
    await expect(shown).to_have_text("🎉")
    await page.reload()
    await expect(shown).to_be_visible()


@pytest.mark.long
async def test_a_reaction_shows_and_survives_a_reload(
    page: Page, api: BotApi, alice: Person
) -> None:
    place = {"chat_id": alice.id, "message_id": 1}
    reaction = [{"type": "emoji", "emoji": "🏆"}]
    await api.call("setMessageReaction", place | {"reaction": reaction})
    shown = page.locator('.message[data-id="1"]').get_by_role("img", name="The bot reacts with 🏆")
    await expect(shown).to_have_text("🏆")
    await page.reload()
    await expect(shown).to_be_visible()
    await api.call("setMessageReaction", place)
    await expect(shown).to_have_count(0)
