// What the person holds: cells that are chosen, or a digit to be written wherever they tap. Which
// of them comes first decides; nobody sets a mode. A digit is only ever written into a blank cell.

export class Hand {
  cells = new Set();
  digit = 0;
  pencil = false;

  // The one cell that is chosen, or -1.
  get cell() {
    return this.cells.size === 1 ? [...this.cells][0] : -1;
  }

  choose(...cells) {
    this.cells = new Set(cells);
    this.digit = 0;
  }

  release() {
    this.choose();
  }

  // What a tap on a cell does: an act to be carried out, or null.
  tapCell(cell, game) {
    if (this.digit && game.isBlank(cell)) {
      this.cells = new Set([cell]);
      return this.#act([cell], this.digit, game, this.pencil);
    }
    const isSame = !this.digit && this.cell === cell;
    this.choose(...(isSame ? [] : [cell]));
    return null;
  }

  tapDigit(digit, game) {
    const blanks = [...this.cells].filter((cell) => game.isBlank(cell));
    if (!this.digit && blanks.length) return this.#act(blanks, digit, game, this.pencil || this.cells.size > 1);
    const isSame = this.digit === digit;
    this.choose();
    if (!isSame) this.digit = digit;
    return null;
  }

  // A drag over cells: notes of the digit in hand, or else these cells are chosen.
  drag(cells, game, isOver) {
    if (!this.digit) {
      this.choose(...cells);
      return null;
    }
    const { digit } = this;
    this.cells = new Set(isOver ? [] : cells);
    const blanks = cells.filter((cell) => game.isBlank(cell));
    return isOver && blanks.length ? this.#act(blanks, digit, game, true) : null;
  }

  // Lays down a digit of which no more are to be placed.
  settle(game) {
    if (this.digit && game.left(this.digit) < 1) this.digit = 0;
  }

  #act(cells, digit, game, asNote) {
    if (asNote) return { kind: "note", cells, digit, on: game.lacksNote(cells, digit) };
    return { kind: "place", cell: cells[0], digit, held: 0 };
  }
}
