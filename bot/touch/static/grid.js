// The board for those who do not see it: a grid of buttons above the drawing, each with its name.

import { find, listed, make, put, t, write } from "./elements.js";

export const cellName = (game, cell) => t("cell", { row: game.row(cell) + 1, column: game.column(cell) + 1 });

export class Grid {
  #node = find("grid");
  #buttons = [];
  #focused = 0;

  build(game) {
    const { size } = game;
    this.#node.style.setProperty("--size", size);
    const cells = game.values.map((_, cell) => make("div", { role: "gridcell" }, make("button", { type: "button", tabindex: cell ? -1 : 0, "data-cell": cell })));
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

  focus(cell) {
    this.#buttons[cell].focus({ preventScroll: true });
  }

  update(game, hand) {
    this.#buttons.forEach((button, cell) => {
      put(button, "aria-label", nameOf(game, cell));
      put(button.parentNode, "aria-selected", String(hand.cells.has(cell)));
    });
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

// The clock beside the title.
export function showTime(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const parts = hours ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  write(find("time"), [...parts, String(rest).padStart(2, "0")].join(":"));
}
