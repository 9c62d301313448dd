// What is shown: the server's state, and over it what it has not confirmed yet. Only the tapped
// cells' own digits and notes are laid over it; all rules are the server's.

export function shown(state, acts) {
  const digits = (text) => [...text].map((symbol) => state.symbols.indexOf(symbol) + 1);
  const givens = digits(state.givens);
  // Of a game that was given up the solution is told.
  const values = digits(state.ending?.solution ?? state.values);
  const notes = values.map((_, cell) => new Set(state.notes[cell] ?? []));
  const waiting = new Set();
  for (const act of acts) {
    for (const cell of (act.cells ?? [act.cell]).filter((cell) => cell >= 0 && !givens[cell])) {
      if (apply[act.kind]?.(act, cell, values, notes)) waiting.add(cell);
    }
  }
  return new Game(state, givens, values, notes, waiting);
}

// The board at a step of the way to its solution.
export const onWay = (state, { values }) =>
  shown({ ...state, values, notes: {}, wrong: [], clashes: [], last: [], last_by: "", ending: null }, []);

const apply = {
  place(act, cell, values, notes) {
    values[cell] = act.digit;
    notes[cell] = new Set();
    return true;
  },
  erase(act, cell, values, notes) {
    values[cell] = 0;
    notes[cell] = new Set();
    return true;
  },
  note(act, cell, values, notes) {
    if (values[cell]) return false;
    if (act.on) notes[cell].add(act.digit);
    else notes[cell].delete(act.digit);
    return true;
  },
};

class Game {
  constructor(state, givens, values, notes, waiting) {
    Object.assign(this, { state, givens, values, notes, waiting, size: state.size });
    const [rows, columns] = state.box;
    this.boxes = { rows, columns };
    this.counts = [];
    for (const value of values) this.counts[value] = (this.counts[value] ?? 0) + 1;
    // All that is said of each cell: one that looks as before need not be drawn or named again.
    this.looks = values.map((value, cell) => {
      const said = [state.wrong, state.clashes, state.last].map((cells) => cells.includes(cell));
      return [value, givens[cell], waiting.has(cell), said, said[2] && state.last_by, ...notes[cell]].join();
    });
  }

  get isPlayed() {
    const { open, may_play: mayPlay, ending, practice } = this.state;
    return open && mayPlay && !ending && !practice?.done;
  }

  symbol(digit) {
    return this.state.symbols[digit - 1] ?? "";
  }

  row(cell) {
    return Math.floor(cell / this.size);
  }

  column(cell) {
    return cell % this.size;
  }

  box(cell) {
    const { rows, columns } = this.boxes;
    return Math.floor(this.row(cell) / rows) * (this.size / columns) + Math.floor(this.column(cell) / columns);
  }

  isBlank(cell) {
    return !this.values[cell];
  }

  sees(cell, other) {
    return this.row(cell) === this.row(other) || this.column(cell) === this.column(other) || this.box(cell) === this.box(other);
  }

  // How many cells still lack a digit.
  left(digit) {
    return this.size - (this.counts[digit] ?? 0);
  }

  // Whether a digit is to be noted in these cells, or taken away because all of them have it.
  lacksNote(cells, digit) {
    return cells.some((cell) => !this.notes[cell].has(digit));
  }
}

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
