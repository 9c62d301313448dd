// What takes the place of the keys for a while: a hint, the settings, the end. Only one is open.

import { Failure } from "./connection.js";
import { announce, find, icon, make, t } from "./elements.js";
import { extras, setBack, share } from "./launch.js";

const LEFT_HANDED = "left-handed";
const HOW = ["how_cell", "how_digit", "how_notes", "how_keys"];
const HOW_PRACTICE = ["how_answer", "how_drag", "how_arrows"];

const SLOW = 60_000;
const LAST_PART = 999;
const LONGEST_TITLE = 60;

let closed = null;

export function openPanel(name, content, onClose = null) {
  closePanel();
  closed = onClose;
  const panel = find("panel");
  panel.className = name;
  panel.replaceChildren(...content);
  panel.hidden = false;
  setBack(closePanel);
}

export function closePanel() {
  const panel = find("panel");
  if (panel.hidden) return false;
  panel.hidden = true;
  panel.replaceChildren();
  setBack(null);
  const after = closed;
  closed = null;
  after?.();
  return true;
}

export const isOpen = (name) => !find("panel").hidden && find("panel").className === name;

export function closer() {
  return make("button", { type: "button", class: "round", "aria-label": t("close"), onclick: closePanel }, icon("close"));
}

export function button(text, action, kind = "") {
  return make("button", { type: "button", class: `plain ${kind}`, onclick: action }, text);
}

function arrow(sign, name, action) {
  return make("button", { type: "button", class: "round", "aria-label": name, disabled: !action, onclick: action || null }, sign);
}

const sharer = (connection, game) => button(t("share"), async () => {
  const answer = await told(connection.post("share", { game: game.state.game }));
  // Whoever changes their mind in a dialog is told nothing.
  if (answer && await share(answer.share).catch(() => false)) offer(t("copied"));
});

// What the server answers; where it does not, the person is told so.
async function told(asking) {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    offer(error.words || t("no_connection"));
    return null;
  }
}

export function openMenu(connection, game) {
  if (isOpen("menu")) return void closePanel();
  const { fullScreen, homeScreen } = extras();
  const box = make("input", { type: "checkbox", checked: keptHand(), onchange: () => setLeftHanded(box.checked) });
  openPanel("menu", [
    make("div", { class: "head" }, make("label", {}, box, t("left_handed")), game.state.practice ? "" : sharer(connection, game), closer()),
    make("ul", { tabindex: 0 }, ...(game.state.practice ? HOW_PRACTICE : HOW).map((key) => make("li", {}, t(key)))),
    make("div", { class: "foot" }, fullScreen && button(t("full_screen"), fullScreen) || "", homeScreen && button(t("home_screen"), homeScreen) || ""),
  ]);
  box.focus({ preventScroll: true });
}

export function setLeftHanded(isLeft) {
  find("app").classList.toggle("left", isLeft);
  try {
    localStorage.setItem(LEFT_HANDED, isLeft ? "1" : "");
  } catch {
    return;
  }
}

export function keptHand() {
  try {
    return localStorage.getItem(LEFT_HANDED) === "1";
  } catch {
    return false;
  }
}

// A line that goes away by itself, or with a button that does something about it.
export function offer(text, label = "", action = null) {
  const leave = () => line.remove();
  const line = make("p", { class: "offer" }, make("span", {}, text),
    label && button(label, () => { leave(); action(); }, "solid"),
    make("button", { type: "button", class: "round", "aria-label": t("close"), onclick: leave }, icon("close")));
  find("offers").replaceChildren(line);
  if (!action) setTimeout(leave, 10_000);
}

// `onWay` shows how the puzzle is solved; who only watches cannot ask for it.
export function openEnding(ending, connection, game, { onWay, onClose }) {
  openPanel(`ending ${ending.cheer ? "cheer" : ""}`, [
    make("div", { class: "told" }, ending.kind === "solved" ? icon("smile") : "", make("div", {}, ...ending.lines.map((line, index) => make(index ? "p" : "h2", {}, line)))),
    make("div", { class: "keys" }, game.state.may_play && button(t("way"), onWay) || "", sharer(connection, game), button(t("close"), onClose, "solid")),
  ]);
  announce(ending.lines.join(" "));
}

// A hint in three stages, beside the board on which it is drawn. A long way has several parts.
export class Hint {
  #connection; #game; #on; #busy = false;
  shown = null;

  // `on` has changed(), place(cell, digit) and another(), the next position of practice.
  constructor(connection, on) {
    this.#connection = connection;
    this.#on = on;
  }

  async ask(game, stage = 1, part = undefined) {
    if (this.#busy) return;
    this.#busy = true;
    this.#game = game;
    const { game: name, version } = game.state;
    const asking = told(this.#connection.post("hint", { game: name, version, stage, part }, { patience: SLOW }));
    const answer = await asking.finally(() => { this.#busy = false; });
    if (answer) this.#show(answer.hint);
  }

  // Shows how a position was solved, below the line that says so.
  tell(game, solved) {
    this.#game = game;
    this.#show(solved);
  }

  // Takes the hint off the board.
  drop() {
    if (this.shown) closePanel();
  }

  #show(hint) {
    const { words, stage, last, parts = 1, part = 0 } = hint;
    const [first, ...rest] = words.split("\n");
    const isTitled = rest.length && first.length < LONGEST_TITLE;
    const isPractice = Boolean(this.#game.state.practice);
    const turn = (to) => to >= 0 && to < parts && (() => this.ask(this.#game, stage, to));
    const single = this.#single(hint);
    openPanel("hint", [
      make("div", { class: "head" }, make("h2", {}, isTitled ? first : t("hint")),
        parts > 1 && make("span", { class: "parts" }, arrow("◀", t("part_before"), turn(part - 1)), t("part", { part: part + 1, parts }), arrow("▶", t("part_after"), turn(part + 1))) || "",
        closer()),
      make("p", { class: "words", tabindex: 0 }, isTitled ? rest.join("\n") : words),
      make("div", { class: "foot" },
        !last && stage < 3 && button(t(stage === 1 ? "hint_why" : "hint_move"), () => this.ask(this.#game, stage + 1), "solid") || "",
        isPractice && stage === 3 && button(t("another"), this.#on.another, "solid") || "",
        last && single && !isPractice && button(t("do_it"), () => { closePanel(); this.#on.place(...single); }, "solid") || ""),
    ], () => { this.shown = null; this.#on.changed(); });
    this.shown = hint;
    this.#on.changed();
    announce(words);
  }

  // The one digit that the hint places, if that is what it does.
  #single({ candidates = [], links = [] }) {
    const placed = candidates.filter(([, , kind]) => kind === "in");
    return placed.length === 1 && candidates.length === 1 && !links.length && this.#game.isBlank(placed[0][0]) ? placed[0] : null;
  }
}

// The way to the solution of a game that is over; ◀ ▶ go through a long reason as well.
export class Way {
  #connection; #on; #busy = false;
  shown = null;

  // `on` has changed() and left().
  constructor(connection, on) {
    this.#connection = connection;
    this.#on = on;
  }

  async ask(game, step = 1, part = 0) {
    if (this.#busy) return;
    this.#busy = true;
    const asking = told(this.#connection.post("way", { game: game.state.game, step, part, better: this.shown?.better ?? true }, { patience: SLOW }));
    const answer = await asking.finally(() => { this.#busy = false; });
    if (answer) this.#show(game, answer.way);
  }

  #show(game, way) {
    const { title, words, step, count, harder, part, parts } = way;
    const to = (other, itsPart) => () => this.ask(game, other, itsPart);
    const before = part ? to(step, part - 1) : step > 1 && to(step - 1, LAST_PART);
    const after = part + 1 < parts ? to(step, part + 1) : step < count && to(step + 1);
    this.shown = way;
    const forward = arrow("▶", t("way_after"), after);
    openPanel("hint", [
      make("div", { class: "head" }, make("h2", {}, title),
        make("span", { class: "parts" }, arrow("◀", t("way_before"), before), forward, arrow(icon("skip"), t("way_harder"), harder && to(harder))),
        closer()),
      make("p", { class: "words", tabindex: 0 }, words),
    ], () => {
      // A newer step may have taken this one's place.
      if (this.shown !== way) return;
      this.shown = null;
      this.#on.changed();
      this.#on.left();
    });
    forward.focus({ preventScroll: true });
    this.#on.changed();
    announce(`${title}. ${words}`);
  }
}
