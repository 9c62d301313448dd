// Elements, icons and the words of the person's language. Text only ever enters as text nodes.

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-3",
  redo: "M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h3",
  erase: "M9 19h11M5.5 14.5l8-9 6 5.5-7 8H9z",
  note: "M5 19l1-4.5L16 4.5l3.5 3.5L9.5 18z",
  hint: "M9 17h6M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.5.4.5 1 .5 1.6h6c0-.6 0-1.2.5-1.6A6 6 0 0 0 12 3.5z",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.5v13l10.5-6.5z",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  close: "M7 7l10 10M17 7 7 17",
  skip: "M5 6l6 6-6 6zM12 6l6 6-6 6zM20 6v12",
  smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 9.5v.8M15.5 9.5v.8M7.5 14c2 3.5 7 3.5 9 0",
};

// Pixels by which a finger trembles.
export const TREMOR = 8;

let words = {};
let language = "en";

export const find = (id) => document.getElementById(id);

export function speak(chosen, dictionary) {
  language = chosen;
  words = dictionary;
  document.documentElement.lang = chosen;
}

// The text of a key, its {names} filled in.
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export const listed = (things) => new Intl.ListFormat(language).format(things);

export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

export function icon(name) {
  return draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

// Does something whenever a key is pressed: as the finger leaves it, however long it stayed and
// whatever the other thumb does meanwhile, or at a click from a keyboard or a screen reader.
export function onPress(key, action) {
  let held = null, left = -Infinity;
  key.addEventListener("pointerdown", (event) => { if (!event.button) held = event; });
  key.addEventListener("pointercancel", () => { held = null; });
  key.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.pointerId) return;
    const isOver = isNear(held, event) || key.contains(document.elementFromPoint(event.clientX, event.clientY));
    held = null;
    left = event.timeStamp;
    if (!key.disabled && isOver) action();
  });
  key.addEventListener("click", (event) => { if (!isEcho(event, left)) action(); });
}

// Whether a pointer has only trembled between two events. What lies below it need not be looked up
// then, for which a browser lays out the whole page.
const isNear = (one, other) => Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY) < TREMOR;

// Whether a click comes of the pointer that left at that time. Those of a keyboard have no count.
export const isEcho = (click, left) => click.detail > 0 && click.timeStamp - left < 1000;

// Writes an attribute or a text only where it differs, so that nothing is laid out again in vain.
export function put(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Says something to screen readers; the same words twice are two messages.
export function announce(text) {
  const live = find("live");
  live.textContent = "";
  requestAnimationFrame(() => { live.textContent = text; });
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}
