// The keys below the board, and those of a keyboard.

import { find, icon, make, onPress, put, t, write } from "./elements.js";
import { asked } from "./practice.js";

const ACROSS = { 4: 2, 6: 3, 8: 4, 9: 3, 10: 5, 12: 6, 15: 8, 16: 8 };
const TOOLS = ["undo", "redo", "erase", "note", "hint"];
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Keys {
  #digits = [];
  #tools = {};
  #asked; #another;

  // `on` has digit(digit), tool(name), typed(digit, asNote), moved(cell, extends) and escape().
  constructor(on) {
    this.on = on;
  }

  build(game) {
    find("app").classList.toggle("many", game.size > 9);
    find("digits").style.setProperty("--across", ACROSS[game.size] ?? Math.ceil(Math.sqrt(game.size)));
    this.#digits = game.state.symbols.slice(0, game.size).split("").map((symbol, index) => make(
      "button", { type: "button", class: "key digit" }, make("b", {}, symbol), make("span")));
    this.#digits.forEach((key, index) => onPress(key, () => this.on.digit(index + 1)));
    this.#tools = Object.fromEntries(TOOLS.map((name) => [name, make(
      "button", { type: "button", class: `key tool ${name}` },
      icon(name), make("span", {}, t(name)))]));
    for (const name of TOOLS) onPress(this.#tools[name], () => this.on.tool(name));
    find("digits").replaceChildren(...this.#digits);
    find("tools").replaceChildren(...game.state.practice ? this.#practice() : Object.values(this.#tools));
    put(find("digits"), "aria-label", t("digits"));
    put(find("tools"), "aria-label", t("tools"));
  }

  // What is asked for, or how it was judged, and the ways on.
  #practice() {
    this.#asked = make("p", { id: "asked", tabindex: 0 });
    this.#another = make("button", { type: "button", class: "key another" }, t("another"));
    onPress(this.#another, () => this.on.tool("another"));
    return [this.#asked, this.#another, this.#tools.hint];
  }

  update(game, hand) {
    this.#digits.forEach((key, index) => {
      const left = game.left(index + 1);
      put(key, "aria-pressed", String(hand.digit === index + 1));
      const [drawn, shown] = [key.lastChild, left > 0 ? String(left) : "✓"];
      if (drawn.textContent === shown) return;
      drawn.textContent = shown;
      put(key, "aria-label", t("digit_left", { digit: game.symbol(index + 1), count: Math.max(left, 0) }));
      key.classList.toggle("done", left < 1);
    });
    find("digits").classList.toggle("pencil", hand.pencil);
    put(this.#tools.note, "aria-pressed", String(hand.pencil));
    const { undo, redo, practice } = game.state;
    if (practice) {
      write(this.#asked, practice.said ?? t(asked(practice)));
      this.#another.hidden = !practice.done;
    }
    // A move that is not confirmed yet can be taken back as well.
    this.#tools.undo.disabled = !undo && !game.waiting.size;
    this.#tools.redo.disabled = !redo;
  }

  // What a pressed key of the keyboard means; `focused` is the cell with the focus, or -1.
  press(event, game, focused) {
    const isCommand = event.ctrlKey || event.metaKey;
    const command = isCommand && { KeyZ: event.shiftKey ? "redo" : "undo", KeyY: "redo" }[event.code];
    if (command) return this.#take(event, () => this.on.tool(command));
    if (isCommand || event.altKey) return;
    if (event.key === "Escape") this.#take(event, this.on.escape);
    else if (ARROWS[event.key]) this.#take(event, () => this.on.moved(next(game, focused, ARROWS[event.key]), event.shiftKey));
    else if (["Backspace", "Delete", "Digit0"].includes(event.code)) this.#take(event, () => this.on.tool("erase"));
    else this.#letter(event, game);
  }

  #letter(event, game) {
    // By the place of the key, since Shift makes another sign of a digit.
    const sign = event.code.replace(/^(Digit|Numpad|Key)(?=.$)/, "");
    const digit = game.state.symbols.slice(0, game.size).indexOf(sign) + 1;
    if (sign && digit) this.#take(event, () => this.on.typed(digit, event.shiftKey));
    else if (sign === "N") this.#take(event, () => this.on.tool("note"));
    else if (sign === "H") this.#take(event, () => this.on.tool("hint"));
  }

  #take(event, act) {
    event.preventDefault();
    act();
  }
}

function next(game, from, [down, right]) {
  if (from < 0) return 0;
  const { size } = game;
  const [row, column] = [game.row(from) + down, game.column(from) + right];
  return (row + size) % size * size + (column + size) % size;
}
