// A hint in three stages, beside the board on which it is drawn. A long way has several parts.

import { announce, make, t } from "./elements.js";
import { Failure } from "./connection.js";
import { button, closePanel, closer, offer, openPanel } from "./panel.js";

export class Hint {
  #connection; #game; #on; #busy = false;
  shown = null;

  // `on` has changed() and place(cell, digit).
  constructor(connection, on) {
    this.#connection = connection;
    this.#on = on;
  }

  async ask(game, stage = 1, part = undefined) {
    if (this.#busy) return;
    this.#busy = true;
    this.#game = game;
    try {
      const { game: name, version } = game.state;
      const { hint } = await this.#connection.post("hint", { game: name, version, stage, part }, { patience: 60_000 });
      this.#show(hint);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      offer(error.words || t("no_connection"));
    } finally {
      this.#busy = false;
    }
  }

  // Takes the hint off the board.
  drop() {
    if (this.shown) closePanel();
  }

  #show(hint) {
    const { words, stage, last, parts = 1, part = 0 } = hint;
    const turn = (to) => () => this.ask(this.#game, stage, to);
    const arrow = (sign, name, to) => make("button", { type: "button", class: "round", "aria-label": name, disabled: to < 0 || to >= parts, onclick: turn(to) }, sign);
    const single = this.#single(hint);
    openPanel("hint", [
      make("div", { class: "head" }, make("h2", {}, t("hint")),
        parts > 1 && make("span", { class: "parts" }, arrow("◀", t("part_before"), part - 1), t("part", { part: part + 1, parts }), arrow("▶", t("part_after"), part + 1)) || "",
        closer()),
      make("p", { class: "words", tabindex: 0 }, words),
      make("div", { class: "foot" },
        !last && button(t(stage === 1 ? "hint_why" : "hint_move"), () => this.ask(this.#game, stage + 1), "solid") || "",
        last && single && button(t("do_it"), () => { closePanel(); this.#on.place(...single); }, "solid") || ""),
    ], () => { this.shown = null; this.#on.changed(); });
    this.shown = hint;
    this.#on.changed();
    announce(words);
  }

  // The one digit that the hint places, if that is what it does.
  #single({ candidates = [], links = [] }) {
    const placed = candidates.filter(([, , kind]) => kind === "in");
    return placed.length === 1 && candidates.length === 1 && !links.length && this.#game.isBlank(placed[0][0]) ? placed[0] : null;
  }
}
