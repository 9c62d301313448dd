// What takes the place of the keys for a while: a hint, the settings, the end. Only one is open.

import { Failure } from "./connection.js";
import { announce, find, icon, make, t } from "./elements.js";
import { setBack } from "./launch.js";

const LEFT_HANDED = "left-handed";
const HOW = ["how_cell", "how_digit", "how_notes", "how_keys"];

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

export function openMenu() {
  if (isOpen("menu")) return void closePanel();
  const box = make("input", { type: "checkbox", checked: keptHand(), onchange: () => setLeftHanded(box.checked) });
  openPanel("menu", [
    make("div", { class: "head" }, make("label", {}, box, t("left_handed")), closer()),
    make("ul", { tabindex: 0 }, ...HOW.map((key) => make("li", {}, t(key)))),
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
  if (!action) setTimeout(leave, 6000);
}

export function openEnding(ending, onClose) {
  const face = icon("smile");
  openPanel(`ending ${ending.cheer ? "cheer" : ""}`, [
    ending.kind === "solved" ? face : "",
    make("div", {}, ...ending.lines.map((line, index) => make(index ? "p" : "h2", {}, line))),
    button(t("close"), onClose, "solid"),
  ]);
  announce(ending.lines.join(" "));
}

// A hint in three stages, beside the board on which it is drawn. A long way has several parts.
export class Hint {
  #connection; #game; #on; #busy = false;
  shown = null;

  // `on` has changed() and place(cell, digit).
  constructor(connection, on) {
    this.#connection = connection;
    this.#on = on;
  }

  async ask(game, stage = 1, part = undefined) {
    if (this.#busy) return;
    this.#busy = true;
    this.#game = game;
    try {
      const { game: name, version } = game.state;
      const { hint } = await this.#connection.post("hint", { game: name, version, stage, part }, { patience: 60_000 });
      this.#show(hint);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      offer(error.words || t("no_connection"));
    } finally {
      this.#busy = false;
    }
  }

  // Takes the hint off the board.
  drop() {
    if (this.shown) closePanel();
  }

  #show(hint) {
    const { words, stage, last, parts = 1, part = 0 } = hint;
    const turn = (to) => () => this.ask(this.#game, stage, to);
    const arrow = (sign, name, to) => make("button", { type: "button", class: "round", "aria-label": name, disabled: to < 0 || to >= parts, onclick: turn(to) }, sign);
    const single = this.#single(hint);
    openPanel("hint", [
      make("div", { class: "head" }, make("h2", {}, t("hint")),
        parts > 1 && make("span", { class: "parts" }, arrow("◀", t("part_before"), part - 1), t("part", { part: part + 1, parts }), arrow("▶", t("part_after"), part + 1)) || "",
        closer()),
      make("p", { class: "words", tabindex: 0 }, words),
      make("div", { class: "foot" },
        !last && button(t(stage === 1 ? "hint_why" : "hint_move"), () => this.ask(this.#game, stage + 1), "solid") || "",
        last && single && button(t("do_it"), () => { closePanel(); this.#on.place(...single); }, "solid") || ""),
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
