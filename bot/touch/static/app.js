// Puts the page together: the person's hand, what they do with it, and what the server says. Launch comes
// first, so that the call that opens the game leaves before anything else is done.

import { buzz, close, connection, holdOpen, opening, person, setMain } from "./launch.js";
import { Board } from "./board.js";
import { Failure } from "./connection.js";
import { announce, find, icon, make, put, speak, t, write } from "./elements.js";
import { Hand, onWay, shown } from "./game.js";
import { Gestures, Grid, cellName, showTime } from "./grid.js";
import { Keys } from "./keys.js";
import { Hint, Way, button, closePanel, keptHand, offer, openEnding, openMenu, setLeftHanded } from "./panel.js";
import { Answers, asked, concluded } from "./practice.js";
import { Queue } from "./queue.js";

const hand = new Hand();
const board = new Board();
const grid = new Grid();
const keys = new Keys({ digit: tapDigit, tool: useTool, typed: typeDigit, moved: moveTo, escape });
const hint = new Hint(connection, { changed: hinted, place: (cell, digit) => perform({ kind: "place", cell, digit, held: 0 }), another });
const way = new Way(connection, { changed: render, left: () => showEnding(game.state.ending) });
let game, queue, settled, received = 0, paused = false, live = true, ended = false;

async function begin() {
  find("notice").hidden = true;
  try {
    start(await (begin.again ? connection.open() : opening));
  } catch (error) {
    begin.again = true;
    if (!(error instanceof Failure)) throw error;
    // Nothing has told us the person's language yet.
    const text = error.words || "No connection · 没有网络连接 · Sin conexión";
    tell(text, error.passes ? () => begin() : null);
    if (error.passes) window.addEventListener("online", begin, { once: true });
  }
}

function start({ state, words, settings }) {
  speak(settings.language, words);
  if (!state) return tell(t("no_game"));
  queue = state.practice
    ? new Answers(connection, { judged, refused: ({ words }) => { render(); offer(words || t("refused")); }, changed: render })
    : new Queue(connection, person, state.game, { answered, refused, failed, changed: render });
  game = shown(state, queue.acts);
  settled = state.version;
  received = performance.now();
  for (const part of [board, grid, keys]) part.build(game);
  label();
  setLeftHanded(keptHand());
  find("app").hidden = false;
  new Gestures(grid, board, hand, { tapped: tapCell, dragged: drag });
  render({ isOld: true });
  setInterval(tick, 500);
  queue.send();
  follow();
  if (settings.more_keys) offer(t("more_keys"));
  if (state.practice?.done) hint.ask(game, 3);
}

function label() {
  name("pause", t("pause"), togglePause);
  name("more", t("more"), () => openMenu(connection, game));
  find("curtain").replaceChildren(make("h2", {}, t("paused")), make("p", {}, t("paused_counts")), button(t("resume"), togglePause, "solid"));
}

function name(id, text, action) {
  find(id).replaceChildren(icon(id));
  put(find(id), "aria-label", text);
  find(id).addEventListener("click", action);
}

// The page without a board: what to do instead.
function tell(text, again = null) {
  find("app").hidden = true;
  find("notice").hidden = false;
  find("notice").replaceChildren(make("span", {}, text), again ? button("↻", again, "solid") : "");
}

function render({ isOld = false } = {}) {
  if (!queue) return;
  game = shown(game.state, queue.acts);
  hand.settle(game);
  const { state } = game;
  const seen = way.shown ? onWay(state, way.shown) : game;
  board.update(seen, hand, hint.shown ?? way.shown);
  grid.update(seen, hand);
  keys.update(game, hand);
  write(find("title"), state.title);
  write(find("status"), status());
  find("app").classList.toggle("watching", !game.isPlayed && !state.practice);
  find("app").classList.toggle("practice", Boolean(state.practice));
  find("pause").hidden = !state.open || Boolean(state.ending || state.practice);
  tick();
  holdOpen(queue.acts.length > 0);
  if (state.ending && !ended) finish(state.ending, isOld);
}

function status() {
  const waiting = queue.acts.length;
  if (queue.failures && waiting) return t("unsent", { count: waiting });
  if (!live) return t("reconnecting");
  const { state } = game;
  if (state.last_by && state.last.length) return t("last_move", { name: state.last_by, cell: cellName(game, state.last[0]) });
  if (!state.may_play) return t("watching");
  if (hand.digit && !paused) return t("in_hand", { digit: game.symbol(hand.digit) });
  return state.practice ? t("practice") : "";
}

function tick() {
  const { state } = game;
  find("time").hidden = !state.timer;
  if (state.timer) showTime(state.played + (isRunning() ? (performance.now() - received) / 1000 : 0));
}

const isRunning = () => game.state.open && !game.state.ending && !paused;

function tapCell(cell) {
  act(hand.tapCell(cell, game));
  buzz("tap");
}

function drag(cells, isOver) {
  act(hand.drag(cells, game, isOver));
}

function tapDigit(digit) {
  if (!game.isPlayed) return;
  const done = hand.tapDigit(digit, game);
  act(done);
  if (!done) announce(hand.digit ? t("in_hand", { digit: game.symbol(digit) }) : t("put_down"));
  buzz("tap");
}

function typeDigit(digit, asNote) {
  const cell = grid.focused;
  if (cell >= 0 && !hand.cells.has(cell)) hand.choose(cell);
  const wasPencil = hand.pencil;
  hand.pencil ||= asNote;
  const blanks = [...hand.cells].some((one) => game.isBlank(one));
  if (blanks || !hand.cells.size) tapDigit(digit);
  else announce(t("not_blank", { cell: cellName(game, [...hand.cells][0]) }));
  hand.pencil = wasPencil;
  render();
}

function moveTo(cell, isLonger) {
  if (isLonger) hand.choose(...hand.cells, cell);
  else hand.choose(cell);
  grid.focus(cell);
  render();
}

function useTool(name) {
  if (name === "hint") return void hint.ask(game, game.state.practice?.done ? 3 : 1);
  if (name === "another") return another();
  if (game.state.practice) return;
  if (name === "note") {
    hand.pencil = !hand.pencil;
    announce(t(hand.pencil ? "notes_on" : "notes_off"));
    return render();
  }
  if (name === "erase") return eraseChosen();
  // Each act before it will have raised the version by one.
  perform({ kind: name, version: settled + queue.acts.length });
  announce(t(name));
}

function eraseChosen() {
  const filled = [...hand.cells].filter((cell) => !game.givens[cell] && (!game.isBlank(cell) || game.notes[cell].size));
  for (const cell of filled) perform({ kind: "erase", cell, held: game.values[cell] });
  announce(filled.length ? t("erased", { cell: cellName(game, filled[0]) }) : t("nothing_to_erase"));
}

function escape() {
  if (closePanel()) return;
  hand.release();
  render();
}

function act(done) {
  if (done && game.isPlayed) perform(done);
  else render();
}

function perform(done) {
  if (!game.isPlayed || paused) return;
  hint.drop();
  if (game.state.practice) {
    const answer = concluded(done, game);
    return answer ? queue.add(answer) : render();
  }
  const cell = done.cell ?? done.cells?.[0];
  if (cell !== undefined && done.kind !== "erase") {
    announce(t(!done.cells ? "placed" : done.on ? "noted" : "unnoted", { cell: cellName(game, cell), digit: game.symbol(done.digit) }));
  }
  queue.add({ version: game.state.version, ...done });
}

// What the server says.

function take(state) {
  if (!state || state.game !== game.state.game || state.version < game.state.version) return;
  const isNews = state.version > game.state.version;
  if (isNews) hint.drop();
  if (isNews && state.last_by && state.last.length) {
    const value = state.symbols.indexOf(state.values[state.last[0]]) + 1;
    announce(`${t("last_move", { name: state.last_by, cell: cellName(game, state.last[0]) })}, ${value ? game.symbol(value) : t("blank")}`);
  }
  game = shown(state, []);
  received = performance.now();
  // The stream may tell of an act before its answer does; such a version counts what still waits.
  if (!queue.acts.length) settled = state.version;
}

function answered({ state }) {
  take(state);
  settled = game.state.version;
  render();
}

function refused(done, { refused: code, by, words, cell = done.cell }) {
  buzz("error");
  const said = words || t("refused");
  if (code !== "taken" || done.kind !== "place") return offer(said);
  const digit = game.symbol(done.digit);
  const text = by ? t("taken_by", { name: by, cell: cellName(game, cell), held: game.symbol(game.values[cell]) || t("blank") }) : said;
  announce(text);
  offer(text, t("write_anyway", { digit }), () => perform({ kind: "place", cell, digit: done.digit, held: game.values[cell] }));
}

// Practice: the server's judge says what an answer is worth, and how a position is solved.

function another() {
  closePanel();
  queue.add({ kind: "another", game: game.state.game });
}

function judged({ state, verdict, words, solved }) {
  if (!verdict || solved) hand.release();
  hand.cells = new Set();
  const isAnother = game.state.game !== state.game;
  connection.game = state.game;
  state.practice.said = words;
  state.practice.done ||= Boolean(solved);
  game = shown(state, queue.acts);
  if (isAnother) follow();
  if (verdict) buzz({ right: "success", wrong: "error" }[verdict] ?? "warning");
  announce(words ?? `${state.title}. ${t(asked(state.practice))}`);
  render();
  if (solved) hint.tell(game, solved);
}

// A position may be answered in the chat meanwhile.
function catchUp(state) {
  const { game: name, practice } = game.state;
  // What is found of a position only grows, so that fewer are older news.
  if (queue.acts.length || state.game !== name || state.practice.found.length < practice.found.length) return;
  const isNews = state.practice.done && !practice.done;
  if (state.practice.found.length === practice.found.length) state.practice.said = practice.said;
  state.practice.done ||= practice.done;
  game = shown(state, []);
  if (isNews) hint.ask(game, 3);
}

// Whoever has been told a position to its end has not solved it.
function hinted() {
  const { practice } = game.state;
  if (practice && hint.shown?.stage === 3) practice.done = true;
  render();
}

function failed(error) {
  if (error.status === 401) offer(error.words || t("open_again"));
  else if (!(error instanceof Failure)) throw error;
  render();
}

function follow() {
  if (document.hidden || game.state.ending) return;
  connection.watch(game.state.game, (state) => {
    (state.practice ? catchUp : take)(state);
    render();
  }, (isLive) => {
    live = isLive;
    render();
  });
}

// Whoever comes back to a game that is over is not cheered again.
function finish(ending, isOld) {
  ended = true;
  connection.stop();
  hand.release();
  if (!isOld) {
    if (ending.cheer) board.cheer();
    buzz(ending.kind === "solved" ? "success" : "warning");
  }
  showEnding(isOld ? { ...ending, cheer: false } : ending);
}

function showEnding(ending) {
  const onClose = () => { closePanel(); setMain("", null); close(); };
  openEnding(ending, connection, game, { onWay: () => way.ask(game), onClose });
  setMain(t("close"), onClose);
}

// The clock stands still while nobody sees the board.

function togglePause() {
  paused = !paused;
  closePanel();
  // What was played until now is kept here until the server's next state, and of a break as much as
  // the server counts.
  const elapsed = (performance.now() - received) / 1000;
  game.state.played += paused ? elapsed : Math.min(elapsed, game.state.longest_break);
  received = performance.now();
  find("curtain").hidden = !paused;
  find("app").classList.toggle("paused", paused);
  find("grid").inert = find("pad").inert = paused;
  find("pause").replaceChildren(icon(paused ? "play" : "pause"));
  put(find("pause"), "aria-label", t(paused ? "resume" : "pause"));
  setMain(t("resume"), paused ? togglePause : null);
  report("pause", { on: paused });
  announce(t(paused ? "paused" : "resumed"));
  render();
}

// Tells the server something that may be lost.
function report(path, more = {}) {
  if (game && !game.state.practice) connection.post(path, { game: game.state.game, ...more }, { keepalive: true }).catch(() => {});
}

document.addEventListener("visibilitychange", () => {
  if (!queue) return;
  if (!paused) report("pause", { on: document.hidden });
  if (document.hidden) {
    queue.hurry();
    report("leave");
    connection.stop();
  } else {
    queue.hurry();
    follow();
  }
});
window.addEventListener("pagehide", () => report("leave"));
document.addEventListener("keydown", (event) => {
  if (game && !paused && event.target.tagName !== "INPUT") keys.press(event, game, grid.focused >= 0 ? grid.focused : hand.cell);
});

begin();
