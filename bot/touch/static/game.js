// What is shown: the server's state, and over it what it has not confirmed yet. Only the tapped
// cells' own digits and notes are laid over it; all rules are the server's.

export function shown(state, acts) {
  const digits = (text) => [...text].map((symbol) => state.symbols.indexOf(symbol) + 1);
  const givens = digits(state.givens);
  const values = digits(state.values);
  const notes = values.map((_, cell) => new Set(state.notes[cell] ?? []));
  const waiting = new Set();
  for (const act of acts) {
    for (const cell of (act.cells ?? [act.cell]).filter((cell) => cell >= 0 && !givens[cell])) {
      if (apply[act.kind]?.(act, cell, values, notes)) waiting.add(cell);
    }
  }
  return new Game(state, givens, values, notes, waiting);
}

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
  }

  get isPlayed() {
    return this.state.open && this.state.may_play && !this.state.ending;
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
    return ["row", "column", "box"].some((house) => this[house](cell) === this[house](other));
  }

  // How many cells still lack a digit.
  left(digit) {
    return this.size - this.values.filter((value) => value === digit).length;
  }

  // Whether a digit is to be noted in these cells, or taken away because all of them have it.
  lacksNote(cells, digit) {
    return cells.some((cell) => !this.notes[cell].has(digit));
  }
}
