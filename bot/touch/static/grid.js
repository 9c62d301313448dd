// The board for those who do not see it: a grid of buttons above the drawing, each with its name.

import { TREMOR, draw, find, isEcho, listed, make, put, t, write } from "./elements.js";

const SMALL = 34;
const ACROSS = 3.4;
// How far from the middle of a cell, across and down together, a drag still goes over it.
const NEAR = 0.8;

export const cellName = (game, cell) => t("cell", { row: game.row(cell) + 1, column: game.column(cell) + 1 });

export class Grid {
  #node = find("grid");
  #buttons = [];
  #looks = [];
  #chosen = new Set();
  #focused = 0;

  build(game) {
    const { size } = game;
    this.#node.style.setProperty("--size", size);
    const cells = game.values.map((_, cell) => make("div", { role: "gridcell", "aria-selected": "false" }, make("button", { type: "button", tabindex: cell ? -1 : 0, "data-cell": cell })));
    const rows = Array.from({ length: size }, (_, row) => make("div", { role: "row" }, ...cells.slice(row * size, (row + 1) * size)));
    this.#node.replaceChildren(...rows);
    this.#buttons = cells.map((cell) => cell.firstChild);
    put(this.#node, "aria-label", t("board"));
    this.#node.addEventListener("focusin", (event) => this.#holds(Number(event.target.dataset.cell)));
  }

  get focused() {
    return this.#node.contains(document.activeElement) ? this.#focused : -1;
  }

  // The cell of an element, or -1.
  cellOf(element) {
    const { cell } = element?.closest?.("[data-cell]")?.dataset ?? {};
    return cell === undefined ? -1 : Number(cell);
  }

  cellAt(x, y) {
    const { left, top, width, height } = this.#node.getBoundingClientRect();
    const size = Math.sqrt(this.#buttons.length);
    const [column, row] = [Math.floor((x - left) / width * size), Math.floor((y - top) / height * size)];
    return column >= 0 && row >= 0 && column < size && row < size ? row * size + column : -1;
  }

  // The cells on a straight way, both ends among them. One whose corner is merely cut is not on it,
  // so that a finger can go from cell to cell diagonally.
  cellsBetween([x, y], [endX, endY]) {
    const { left, top, width } = this.#node.getBoundingClientRect();
    const side = width / Math.sqrt(this.#buttons.length);
    const steps = Math.ceil(Math.hypot(endX - x, endY - y) / side * 8);
    const found = new Set();
    for (let step = 0; step <= steps; step += 1) {
      const [atX, atY] = [x, y].map((from, axis) => from + ([endX, endY][axis] - from) * (steps && step / steps));
      const off = (at) => Math.abs((at / side) % 1 - 0.5);
      if (off(atX - left) + off(atY - top) <= NEAR) found.add(this.cellAt(atX, atY));
    }
    found.delete(-1);
    return [...found];
  }

  focus(cell) {
    this.#buttons[cell].focus({ preventScroll: true });
  }

  update(game, hand) {
    this.#buttons.forEach((button, cell) => {
      if (game.looks[cell] !== this.#looks[cell]) put(button, "aria-label", nameOf(game, cell));
      if (hand.cells.has(cell) !== this.#chosen.has(cell)) this.#says(cell, hand.cells.has(cell));
    });
    this.#looks = game.looks;
    this.#chosen = new Set(hand.cells);
  }

  #says(cell, isChosen) {
    put(this.#buttons[cell].parentNode, "aria-selected", String(isChosen));
  }

  #holds(cell) {
    this.#buttons[this.#focused].tabIndex = -1;
    this.#focused = cell;
    this.#buttons[cell].tabIndex = 0;
  }
}

function nameOf(game, cell) {
  const { values, givens, notes, waiting, state } = game;
  const noted = [...notes[cell]].sort((a, b) => a - b).map((digit) => game.symbol(digit));
  return [
    cellName(game, cell),
    values[cell] ? game.symbol(values[cell]) : t("blank"),
    givens[cell] && t("given"),
    !values[cell] && noted.length && t("notes_of", { digits: listed(noted) }),
    waiting.has(cell) && t("unconfirmed"),
    state.wrong.includes(cell) && t("wrong"),
    state.clashes.includes(cell) && t("clash"),
    state.last_by && state.last.includes(cell) && t("last_by", { name: state.last_by }),
  ].filter(Boolean).join(", ");
}

// A finger on the board: taps, drags over several cells, and the loupe over small cells. A tap counts
// as the finger leaves, not with the browser's click: that does not come after a long touch, nor
// while the other thumb is still on a key.
export class Gestures {
  #node = find("grid");
  #loupe = find("loupe");
  #grid; #board; #hand; #on; #touched = null; #left = -Infinity;

  // `on` has tapped(cell) and dragged(cells, isOver).
  constructor(grid, board, hand, on) {
    [this.#grid, this.#board, this.#hand, this.#on] = [grid, board, hand, on];
    const listen = (name, act) => this.#node.addEventListener(name, act);
    const isMine = (event) => event.pointerId === this.#touched?.id;
    listen("pointerdown", (event) => this.#down(event));
    listen("pointermove", (event) => isMine(event) && this.#move(event));
    listen("pointerup", (event) => isMine(event) && this.#up(event));
    listen("pointercancel", (event) => isMine(event) && this.#drop());
    listen("click", (event) => {
      const cell = grid.cellOf(event.target);
      if (cell >= 0 && !isEcho(event, this.#left)) on.tapped(cell);
    });
    listen("contextmenu", (event) => event.preventDefault());
  }

  #down(event) {
    if (event.button || this.#touched && !event.isPrimary) return;
    const cell = this.#grid.cellAt(event.clientX, event.clientY);
    if (cell < 0) return;
    const isMouse = event.pointerType === "mouse";
    // A mouse may be let go beside the board; a finger's events come here anyway.
    if (isMouse) this.#node.setPointerCapture(event.pointerId);
    const isSmall = this.#node.clientWidth / Math.sqrt(this.#node.querySelectorAll("button").length) < SMALL;
    // Over small cells a finger that moves is looking for its cell, unless it writes notes.
    const looks = isSmall && !isMouse && !this.#hand.pencil;
    this.#touched = { id: event.pointerId, cells: [cell], at: [event.clientX, event.clientY], looks };
    if (looks) this.#magnify(event, cell);
  }

  #move(event) {
    if (this.#touched.looks) return this.#look(event);
    const { cells } = this.#touched;
    const before = cells.length;
    // Browsers leave places out, of which some are told at once later, and others never.
    for (const { clientX, clientY } of [...event.getCoalescedEvents?.() ?? [], event]) {
      const to = [clientX, clientY];
      // A drag begins beyond a finger's trembling.
      if (cells.length === 1 && Math.hypot(to[0] - this.#touched.at[0], to[1] - this.#touched.at[1]) < TREMOR) continue;
      cells.push(...this.#grid.cellsBetween(this.#touched.at, to).filter((cell) => !cells.includes(cell)));
      this.#touched.at = to;
    }
    if (cells.length > before) this.#on.dragged(cells, false);
  }

  #look(event) {
    const cell = this.#grid.cellAt(event.clientX, event.clientY);
    if (cell < 0 || cell === this.#touched.cells[0]) return;
    this.#touched.cells = [cell];
    this.#magnify(event, cell);
  }

  #up(event) {
    this.#move(event);
    const { cells } = this.#touched;
    this.#left = event.timeStamp;
    this.#drop();
    if (cells.length > 1) this.#on.dragged(cells, true);
    else this.#on.tapped(cells[0]);
  }

  #drop() {
    this.#touched = null;
    this.#loupe.hidden = true;
  }

  #magnify({ clientX, clientY }, cell) {
    const side = 164;
    const above = clientY - side - 28;
    const x = Math.min(Math.max(clientX - side / 2, 4), innerWidth - side - 4);
    // Where there is no room above the finger, it is beside it.
    const beside = clientX > innerWidth / 2 ? clientX - side - 44 : clientX + 44;
    this.#loupe.style.transform = `translate(${above < 4 ? beside : x}px, ${Math.max(above, 4)}px)`;
    this.#loupe.hidden = false;
    const drawing = this.#loupe.firstChild ?? this.#loupe.appendChild(draw("svg", {}, draw("use", { href: "#whole" })));
    drawing.setAttribute("viewBox", this.#board.around(cell, ACROSS));
  }
}

export function showTime(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const parts = hours ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  write(find("time"), [...parts, String(rest).padStart(2, "0")].join(":"));
}
