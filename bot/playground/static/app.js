// The page: who you are, which chat is open, and what happens in it.

import { Composer } from "./composer.js";
import { Conversation } from "./conversation.js";
import { avatar, make } from "./elements.js";
import { clock, summary } from "./message.js";
import { MiniApp } from "./mini_app.js";
import { follow, post } from "./stream.js";
import { label, words } from "./words.js";

const ANSWER_SECONDS = 15;
const find = (selector) => document.querySelector(selector);
const app = find("#app");
const world = { people: [], chats: [], messages: new Map(), reactions: {}, menus: {}, me: null };
const seen = new Map();
const drafts = new Map();
let person = null;
let chat = null;
let connected = false;
let action = null;

const act = {
  words: () => words(person),
  language: () => ({ es: "es", zh: "zh-CN" })[person?.language_code?.slice(0, 2)] ?? "en-GB",
  say: (text, replyTo) => send("say", { text, reply_to: replyTo ?? null }),
  press(view, data) {
    // A key does not wait for ever for a bot that never answers.
    setTimeout(() => view.settle(), ANSWER_SECONDS * 1000);
    send("press", { message_id: view.message.message_id, button: data }).then((ok) => ok || view.settle());
  },
  async launch(view, label) {
    const asked = { person: person.id, chat: chat.id, message_id: view.message.message_id, button: label };
    const answer = await post("launch", asked).catch(report);
    if (answer?.url) miniApp.open(answer.url, world.me.first_name, isDark());
  },
  async upload(file) {
    const kind = file.type || "application/octet-stream";
    const query = new URLSearchParams({ person: person.id, chat: chat.id, name: file.name, as: kind.startsWith("image/") ? "photo" : "document" });
    await post(`upload?${query}`, file, { "content-type": kind }).catch(report);
  },
  async copy(text) {
    await navigator.clipboard?.writeText(text).then(() => toast(act.words().copied), report);
  },
  reply(message) {
    const name = message.from.id === person.id ? act.words().you : message.from.first_name;
    composer.replyTo(message, name, summary(message, act.words()));
  },
  choose(view) {
    for (const node of document.querySelectorAll(".chosen")) if (node !== view.node) node.classList.remove("chosen");
    view.node.classList.toggle("chosen");
  },
  show: (id) => conversation.show(id),
  view(source, alt) {
    const image = find(".viewer img");
    image.src = source;
    image.alt = alt;
    find(".viewer").showModal();
  },
};

const conversation = new Conversation(find(".scroller"), find(".messages"), find(".down"), act);
const composer = new Composer(find(".dock"), act);
const miniApp = new MiniApp();

async function send(path, body) {
  try {
    await post(path, { person: person.id, chat: chat.id, ...body });
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

function report(error) {
  toast(`${act.words().failed}: ${error.message}`, "error");
}

function toast(text, kind = "") {
  const node = make("p", { class: kind }, text);
  find(".toasts").replaceChildren(node);
  setTimeout(() => node.remove(), Math.min(7000, 2400 + text.length * 35));
}

function alertWith(text) {
  const dialog = find(".alert");
  dialog.querySelector("h2").textContent = world.me.first_name;
  dialog.querySelector("p").textContent = text;
  if (!dialog.open) dialog.showModal();
}

const handlers = {
  snapshot(event) {
    Object.assign(world, { me: event.me, photo: event.photo, people: event.people, chats: event.chats, menus: event.menus, reactions: event.reactions });
    world.messages = new Map(Object.entries(event.messages).map(([id, list]) => [Number(id), new Map(list.map((m) => [m.message_id, m]))]));
    const wanted = Number(localStorage.getItem("person"));
    person = world.people.find((p) => p.id === (person?.id ?? wanted)) ?? world.people[0];
    chat = visibleChats().find((c) => c.id === (chat?.id ?? Number(localStorage.getItem("chat")))) ?? visibleChats()[0];
    enter();
  },
  message({ message }) {
    const list = world.messages.get(message.chat.id) ?? new Map();
    world.messages.set(message.chat.id, list.set(message.message_id, message));
    if (message.from.id === world.me.id) action = null;
    if (message.chat.id === chat?.id) {
      conversation.upsert(message);
      markSeen();
    }
    showChats();
    showHeader();
    showDock();
  },
  deleted(event) {
    world.messages.get(event.chat)?.delete(event.message_id);
    if (event.chat === chat?.id) conversation.remove(event.message_id);
    showChats();
  },
  reaction(event) {
    (world.reactions[event.chat] ??= {})[event.message_id] = event.emoji;
    if (event.chat === chat?.id) conversation.react(event.message_id, event.emoji);
  },
  answer(event) {
    if (event.person !== person.id) return;
    if (event.chat === chat.id) conversation.settle(event.message_id);
    if (event.text && event.show_alert) alertWith(event.text);
    else if (event.text) toast(event.text);
  },
  action(event) {
    action = { chat: event.chat, kind: event.action };
    showHeader();
    setTimeout(() => { action = null; showHeader(); }, 5000);
  },
  photo(event) {
    world.photo = event.photo;
    showChats();
    showHeader();
  },
  menu(event) {
    world.menus = event.menus;
    showDock();
  },
  chat(event) {
    Object.assign(world.chats.find((c) => c.id === event.chat) ?? {}, event.state);
    showHeader();
    showDock();
  },
};

function visibleChats() {
  return world.chats.filter((c) => c.members.includes(person.id));
}

function messagesOf(id) {
  return [...(world.messages.get(id)?.values() ?? [])];
}

function titleOf(c) {
  return c.type === "private" ? world.me.first_name : c.title;
}

function photoOf(c) {
  return c.type === "private" ? world.photo : null;
}

function idOf(c) {
  return c.type === "private" ? world.me.id : c.id;
}

function become(id) {
  keepDraft();
  person = world.people.find((p) => p.id === id);
  if (!visibleChats().some((c) => c.id === chat.id)) chat = visibleChats()[0];
  find("#persona-menu").hidePopover?.();
  enter();
}

function openChat(id) {
  keepDraft();
  chat = world.chats.find((c) => c.id === id);
  app.dataset.view = "chat";
  enter();
  if (matchMedia("(hover: hover)").matches) composer.text.focus();
}

function keepDraft() {
  drafts.set(`${person.id} ${chat.id}`, composer.draft);
}

function enter() {
  localStorage.setItem("person", person.id);
  localStorage.setItem("chat", chat.id);
  document.documentElement.lang = act.language();
  label(document, act.words());
  const here = `${person.id} ${chat.id}`;
  // A new snapshot of the same chat must not throw away what is being typed.
  if (here !== conversation.key) {
    miniApp.close();
    composer.draft = drafts.get(here) ?? "";
    composer.replyTo(null);
  }
  conversation.open(here, messagesOf(chat.id), person.id, chat.type !== "private");
  for (const [id, emoji] of Object.entries(world.reactions[chat.id] ?? {})) conversation.react(Number(id), emoji);
  markSeen();
  showPeople();
  showChats();
  showHeader();
  showDock();
}

function markSeen() {
  seen.set(`${person.id} ${chat.id}`, messagesOf(chat.id).at(-1)?.message_id ?? 0);
}

function unseen(c) {
  const last = seen.get(`${person.id} ${c.id}`) ?? 0;
  return messagesOf(c.id).filter((m) => m.message_id > last && m.from.id !== person.id).length;
}

function showPeople() {
  for (const box of document.querySelectorAll(".people")) {
    box.replaceChildren(...world.people.map((p) => make("button",
      { type: "button", role: "radio", "aria-checked": String(p.id === person.id), onclick: () => become(p.id) },
      avatar(make("span", { class: "avatar small", "aria-hidden": "true" }), p.id, p.first_name), p.first_name)));
  }
}

function showChats() {
  find(".chats").replaceChildren(...visibleChats().map((c) => {
    const last = messagesOf(c.id).at(-1);
    const count = unseen(c);
    const who = last && c.type !== "private" ? `${last.from.id === person.id ? act.words().you : last.from.first_name}: ` : "";
    return make("li", {}, make("button", { type: "button", "aria-current": String(c.id === chat.id), onclick: () => openChat(c.id) },
      avatar(make("span", { class: "avatar", "aria-hidden": "true" }), idOf(c), titleOf(c), photoOf(c)),
      make("span", { class: "text" },
        make("span", { class: "top" }, make("b", {}, titleOf(c)), last ? make("time", {}, clock(new Date(last.date * 1000))) : null),
        make("span", { class: "last" }, make("span", {}, last ? who + summary(last, act.words()) : act.words().no_messages),
          count ? make("span", { class: "badge" }, count) : null))));
  }));
}

function showHeader() {
  const w = act.words();
  if (!chat) return;
  avatar(find("#chat-avatar"), idOf(chat), titleOf(chat), photoOf(chat));
  find("#chat-title").textContent = titleOf(chat);
  document.title = `${titleOf(chat)} · ${person.first_name}`;
  const status = find("#chat-status");
  const acting = action?.chat === chat.id ? (action.kind === "typing" ? w.typing : w.uploading) : "";
  const still = chat.type === "private" ? w.bot : w.members(chat.members.length);
  const text = connected ? acting || still : w.reconnecting;
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle("busy", text !== still);
  const persona = find(".persona");
  avatar(persona.querySelector(".avatar"), person.id, person.first_name);
  persona.querySelector(".name").textContent = person.first_name;
  persona.setAttribute("aria-label", `${w.you_are}: ${person.first_name}`);
  const own = world.chats.find((c) => c.id === person.id);
  find(".blocking span").textContent = own.bot_status === "kicked" ? w.unblock : w.block;
}

function showDock() {
  if (!chat) return;
  const w = act.words();
  const menu = world.menus[`${chat.id} ${person.id}`] ?? { commands: [], description: "" };
  composer.commands = menu.commands;
  find(".composer .menu").hidden = !menu.commands.length;
  const empty = !messagesOf(chat.id).length;
  const fresh = chat.type === "private" && empty;
  const blocked = chat.type === "private" && chat.bot_status === "kicked";
  const removed = chat.type !== "private" && chat.bot_status !== "member";
  const wide = find(".wide");
  wide.hidden = !(fresh || blocked || removed);
  wide.textContent = blocked ? w.unblock : removed ? w.removed : w.start;
  wide.disabled = removed;
  find(".composer").hidden = !wide.hidden;
  const about = find(".about");
  about.hidden = !(fresh && menu.description);
  about.replaceChildren(make("b", {}, w.what_can), `\n\n${menu.description}`);
}

find(".wide").addEventListener("click", () => (chat.bot_status === "kicked" ? send("block", { blocked: false }) : act.say("/start")));
find(".blocking").addEventListener("click", () => {
  const own = world.chats.find((c) => c.id === person.id);
  find("#persona-menu").hidePopover?.();
  send("block", { chat: person.id, blocked: own.bot_status !== "kicked" });
});
find(".back").addEventListener("click", () => { app.dataset.view = "chats"; find(".chats button")?.focus(); });
for (const button of document.querySelectorAll("button.theme")) button.addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
find(".viewer").addEventListener("click", (event) => event.target.tagName !== "IMG" && find(".viewer").close());

function isDark() {
  return (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
}

if (localStorage.getItem("theme")) setTheme(localStorage.getItem("theme"));
follow((event) => handlers[event.event]?.(event), (state) => { connected = state; if (person) showHeader(); });
