// What takes the place of the keys for a while: a hint, the settings, the end. Only one is open.

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
    make("ul", {}, ...HOW.map((key) => make("li", {}, t(key)))),
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
