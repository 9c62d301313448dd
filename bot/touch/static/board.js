// Draws the board. Whatever a colour says, a form says as well: own digits are lighter than givens,
// unconfirmed ones slanted, wrong ones crossed, clashing ones in a broken frame.

import { draw, find, put, write } from "./elements.js";

const CELL = 20;
const EDGE = 0.9;

export class Board {
  #node = find("drawing");
  #cells = [];
  #marks; #size = 0; #drawn = "";

  build(game) {
    const { size, boxes } = game;
    const side = size * CELL;
    this.#size = size;
    this.#cells = game.values.map((_, cell) => this.#cell(game, cell));
    this.#marks = draw("g");
    const lines = (isFrame) => Array.from({ length: size + 1 }, (_, at) => at).flatMap((at) => [
      at % boxes.columns === 0 === isFrame ? `M${at * CELL} 0V${side}` : "",
      at % boxes.rows === 0 === isFrame ? `M0 ${at * CELL}H${side}` : "",
    ]).join("");
    put(this.#node, "viewBox", [-EDGE, -EDGE, side + 2 * EDGE, side + 2 * EDGE].join(" "));
    this.#node.replaceChildren(draw("g", { id: "whole" },
      draw("g", {}, ...this.#cells.map((cell) => cell.ground)),
      draw("path", { class: "line", d: lines(false) }),
      draw("path", { class: "frame", d: lines(true) }),
      draw("g", {}, ...this.#cells.map((cell) => cell.text)),
      this.#marks));
  }

  update(game, hand, hint) {
    const lit = hint ? 0 : hand.digit || game.values[hand.cell] || 0;
    const seer = hint || hand.digit ? -1 : hand.cell;
    this.#cells.forEach((cell, at) => {
      const ground = groundOf(game, hand, hint, at, lit, seer);
      if (ground !== cell.on) put(cell.ground, "class", `ground ${cell.on = ground}`);
      const look = game.notes[at].has(lit) ? `${lit} ${game.looks[at]}` : game.looks[at];
      if (look === cell.look) return;
      cell.look = look;
      this.#write(game, cell, at, lit);
    });
    const marks = this.#markers(game, hand, hint);
    const drawn = marks.map((mark) => mark.outerHTML).join("");
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#marks.replaceChildren(...marks);
  }

  // Lets a wave run over the board.
  cheer() {
    this.#node.classList.add("won");
  }

  // The part of the drawing around a cell, to be shown larger.
  around(cell, across) {
    const [x, y] = this.#middle(cell);
    const side = across * CELL;
    return [x - side / 2, y - side / 2, side, side].join(" ");
  }

  #cell(game, cell) {
    const [x, y] = [game.column(cell) * CELL, game.row(cell) * CELL];
    const ground = draw("rect", { x, y, width: CELL, height: CELL });
    ground.style.setProperty("--far", Math.hypot(x / CELL - game.size / 2, y / CELL - game.size / 2).toFixed(1));
    const digit = draw("text", { x: x + CELL / 2, y: y + CELL / 2 });
    const [notes, lit] = [draw("text", { class: "notes" }), draw("text", { class: "notes lit" })];
    return { ground, digit, notes, lit, text: draw("g", {}, digit, notes, lit) };
  }

  #write(game, { digit, notes, lit }, cell, litDigit) {
    const value = game.values[cell];
    const wrong = game.state.wrong.includes(cell) || game.state.clashes.includes(cell);
    const kind = game.givens[cell] ? "given" : `own${game.waiting.has(cell) ? " waiting" : ""}${wrong ? " bad" : ""}`;
    put(digit, "class", `digit ${kind}`);
    write(digit, game.symbol(value));
    const noted = value ? [] : [...game.notes[cell]];
    this.#note(game, notes, cell, noted.filter((one) => one !== litDigit));
    this.#note(game, lit, cell, noted.filter((one) => one === litDigit));
    for (const node of [notes, lit]) node.classList.toggle("waiting", Boolean(node.textContent) && game.waiting.has(cell));
  }

  // One text for all notes of a cell: each sign has its own place in a list.
  #note(game, node, cell, digits) {
    const text = digits.map((digit) => game.symbol(digit)).join("");
    if (node.textContent === text) return;
    node.textContent = text;
    const places = digits.map((digit) => this.#noteAt(cell, digit));
    put(node, "x", places.map(([x]) => x).join(" "));
    put(node, "y", places.map(([, y]) => y).join(" "));
  }

  #middle(cell) {
    return [(cell % this.#size + 0.5) * CELL, (Math.floor(cell / this.#size) + 0.5) * CELL];
  }

  #noteAt(cell, digit) {
    const across = Math.ceil(Math.sqrt(this.#size));
    const down = Math.ceil(this.#size / across);
    const [x, y] = this.#middle(cell);
    const step = (CELL - 3.4) / Math.max(across, down);
    const [column, row] = [(digit - 1) % across, Math.floor((digit - 1) / across)];
    return [x + (column - (across - 1) / 2) * step, y + (row - (down - 1) / 2) * step];
  }

  #markers(game, hand, hint) {
    const { state } = game;
    const box = (name, inset) => (cell) => {
      const [x, y] = this.#middle(cell);
      const side = CELL - 2 * inset;
      return draw("rect", { class: name, x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 1.4 });
    };
    return [
      ...state.clashes.map(box("clash", 1.5)),
      ...state.wrong.map((cell) => {
        const [x, y] = this.#middle(cell);
        return draw("path", { class: "wrong", d: `M${x + 4.4} ${y - 7.8}l3.4 3.4m0-3.4l-3.4 3.4` });
      }),
      ...state.last_by ? state.last.map(box("last", 1)) : [],
      ...[...hand.cells].map(box("chosen", 0.9)),
      ...this.#hinted(game, hint, box),
      ...state.last_by && state.last.length ? [this.#tag(state.last[0], state.last_by)] : [],
    ];
  }

  // The name of who made the last change, at the cell; towards the middle of the board.
  #tag(cell, name) {
    const [x, y] = this.#middle(cell);
    const isRight = x > this.#size * CELL / 2;
    const above = y > CELL ? y - CELL / 2 - 0.5 : y + CELL / 2 + 5.5;
    const short = [...name].slice(0, 14).join("");
    return draw("text", { class: "tag", x: x + (isRight ? 1 : -1) * (CELL / 2 - 1), y: above, "text-anchor": isRight ? "end" : "start" }, short);
  }

  #hinted(game, hint, box) {
    const found = (game.state.practice?.found ?? []).map(([cell, digit]) => [cell, digit, "out"]);
    const { cells = {}, candidates = found, links = [] } = hint ?? {};
    const radius = CELL / Math.ceil(Math.sqrt(this.#size)) / 2.2;
    const spot = ([cell, digit, kind]) => {
      // The one digit of a step is as large as it will be once it is written.
      const isLarge = kind === "in" && candidates.length === 1;
      const [x, y] = isLarge ? this.#middle(cell) : this.#noteAt(cell, digit);
      const shape = kind === "in" ? draw("circle", { class: "in", cx: x, cy: y, r: isLarge ? 7.6 : radius })
        : kind === "out" ? draw("path", { class: "out", d: `M${x - radius} ${y + radius}l${radius * 2} ${-radius * 2}` })
          : draw("rect", { class: "linked", x: x - radius * 0.9, y: y - radius * 0.9, width: radius * 1.8, height: radius * 1.8, rx: 1 });
      const sign = game.isBlank(cell) && draw("text", { class: isLarge ? "digit own" : "notes spelled", x, y }, game.symbol(digit));
      return draw("g", { class: "spot" }, ...[shape, sign].filter(Boolean));
    };
    return [
      ...(cells.target ?? []).map(box("target", 1.3)),
      ...(cells.support ?? []).map(box("support", 1.9)),
      ...links.map((link) => this.#link(link)),
      ...candidates.map(spot),
    ];
  }

  // Bent, so that it does not run through the candidates of a row.
  #link([from, to, isStrong]) {
    const [x, y] = this.#noteAt(...from);
    const [endX, endY] = this.#noteAt(...to);
    const far = Math.hypot(endX - x, endY - y) || 1;
    const bend = Math.min(far * 0.16, CELL * 0.8) / far;
    const [bentX, bentY] = [(x + endX) / 2 + (endY - y) * bend, (y + endY) / 2 - (endX - x) * bend];
    return draw("path", { class: isStrong ? "link strong" : "link", d: `M${x} ${y}Q${bentX} ${bentY} ${endX} ${endY}` });
  }
}

function groundOf(game, hand, hint, cell, lit, seer) {
  const { cells = {} } = hint ?? {};
  if (hand.cells.has(cell)) return "selected";
  if ((cells.target ?? []).includes(cell)) return "target";
  if (lit && game.values[cell] === lit) return "equal";
  if ((cells.houses ?? []).some((house) => house.includes(cell))) return "house";
  if (seer >= 0 && game.sees(cell, seer)) return "peer";
  return "paper";
}
