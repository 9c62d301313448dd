// A finger on the board: taps, drags over several cells, and the loupe over small cells.

import { draw, find } from "./elements.js";

const SMALL = 34;
const ACROSS = 3.4;

export class Gestures {
  #node = find("grid");
  #loupe = find("loupe");
  #grid; #board; #hand; #on; #touched = null; #handled = false;

  // `on` has tapped(cell) and dragged(cells, isOver).
  constructor(grid, board, hand, on) {
    [this.#grid, this.#board, this.#hand, this.#on] = [grid, board, hand, on];
    const listen = (name, act) => this.#node.addEventListener(name, act);
    listen("pointerdown", (event) => this.#down(event));
    listen("pointermove", (event) => this.#move(event));
    listen("pointerup", (event) => this.#up(event));
    listen("pointercancel", () => this.#drop());
    // A plain tap is a click, which screen readers and keyboards make as well.
    listen("click", (event) => {
      const cell = grid.cellOf(event.target);
      if (cell >= 0 && !this.#handled) on.tapped(cell);
      this.#handled = false;
    });
    listen("contextmenu", (event) => event.preventDefault());
  }

  #down(event) {
    if (!event.isPrimary || event.button) return;
    const cell = this.#grid.cellAt(event.clientX, event.clientY);
    if (cell < 0) return;
    this.#handled = false;
    const isSmall = this.#node.clientWidth / Math.sqrt(this.#node.querySelectorAll("button").length) < SMALL;
    // Over small cells a finger that moves is looking for its cell, unless it writes notes.
    const looks = isSmall && event.pointerType !== "mouse" && !this.#hand.pencil;
    this.#touched = { cells: [cell], looks };
    if (looks) this.#magnify(event, cell);
  }

  #move(event) {
    if (!this.#touched || !event.isPrimary) return;
    const { cells, looks } = this.#touched;
    const cell = this.#grid.cellAt(event.clientX, event.clientY);
    if (cell < 0 || cell === cells.at(-1)) return;
    if (looks) {
      this.#touched.cells = [cell];
      this.#handled = true;
      this.#magnify(event, cell);
    } else if (!cells.includes(cell)) {
      cells.push(cell);
      this.#handled = true;
      this.#on.dragged(cells, false);
    }
  }

  #up(event) {
    if (!this.#touched || !event.isPrimary) return;
    const { cells, looks } = this.#touched;
    this.#drop();
    if (!this.#handled) return;
    if (looks) this.#on.tapped(cells[0]);
    else this.#on.dragged(cells, true);
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
