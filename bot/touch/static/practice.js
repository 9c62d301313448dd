// What a person concludes from a position of practice. There is one answer at a time, sent until the
// server has judged it; its number rises, so that it counts once however often it arrives. `on` has
// judged(answer), refused(failure) and changed().

import { Failure, Sender } from "./connection.js";

const SLOW = 60_000;
const ASKED = { place: "ask_place", remove: "ask_remove", all: "ask_all" };

// The word for what a position asks for.
export const asked = ({ kind }) => ASKED[kind];

export class Answers extends Sender {
  #number = 0;
  acts = [];

  add(act) {
    if (this.acts.length) return;
    this.#number += 1;
    this.acts = [{ ...act, number: this.#number }];
    this.on.changed();
    this.send();
  }

  async sendAll() {
    if (!this.acts.length) return;
    const { kind, game, number, digit, cells, cell } = this.acts[0];
    const [path, more] = kind === "another" ? ["another", {}] : ["conclude", { digit, cells: cells ?? [cell] }];
    const answer = await this.connection.post(path, { game, device: this.connection.device, number, ...more }, { patience: SLOW });
    [this.acts, this.failures] = [[], 0];
    this.on.judged(answer);
  }

  failed(error) {
    if (!(error instanceof Failure)) throw error;
    if (error.passes) {
      this.fails(true);
      return this.on.changed();
    }
    [this.acts, this.failures] = [[], 0];
    this.on.refused(error);
  }
}

// What a hand's act says of a position: that a digit stands in a cell, or goes from those that have
// it. Null where it says nothing.
export function concluded({ cell, cells = [cell], digit }, game) {
  const { game: name, practice } = game.state;
  if (practice.kind === "place") return cells.length === 1 ? { kind: "place", game: name, cell: cells[0], digit } : null;
  const having = cells.filter((one) => game.notes[one].has(digit));
  return { kind: "note", game: name, cells: having.length ? having : cells.slice(0, 1), digit, on: false };
}
