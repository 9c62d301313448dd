// What a person concludes from a position of practice. There is one answer at a time, sent until the
// server has judged it; its number rises, so that it counts once however often it arrives.

import { Failure, pause } from "./connection.js";

const SLOW = 60_000;
const ASKED = { place: "ask_place", remove: "ask_remove", all: "ask_all" };

// The word for what a position asks for.
export const asked = ({ kind }) => ASKED[kind];

export class Answers {
  #connection; #on; #busy = false; #failures = 0; #timer = 0; #number = 0;
  acts = [];

  // `on` has judged(answer), refused(failure) and changed().
  constructor(connection, on) {
    this.#connection = connection;
    this.#on = on;
    window.addEventListener("online", () => this.hurry());
  }

  get isStuck() {
    return this.#failures > 0;
  }

  add(act) {
    if (this.acts.length) return;
    this.#number += 1;
    this.acts = [{ ...act, number: this.#number }];
    this.#on.changed();
    this.send();
  }

  hurry() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.send();
  }

  async send() {
    if (this.#busy || this.#timer || !this.acts.length) return;
    this.#busy = true;
    const { kind, game, number, digit, cells, cell } = this.acts[0];
    const [path, more] = kind === "another" ? ["another", {}] : ["conclude", { digit, cells: cells ?? [cell] }];
    try {
      const answer = await this.#connection.post(path, { game, device: this.#connection.device, number, ...more }, { patience: SLOW });
      [this.acts, this.#failures] = [[], 0];
      this.#on.judged(answer);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#busy = false;
    }
  }

  #failed(error) {
    if (!(error instanceof Failure)) throw error;
    if (error.passes) {
      this.#failures += 1;
      this.#timer = setTimeout(() => this.hurry(), pause(this.#failures) * 1000);
      return this.#on.changed();
    }
    [this.acts, this.#failures] = [[], 0];
    this.#on.refused(error);
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
