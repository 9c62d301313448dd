// Calls to the server and its stream of states. A session that has ended is opened again once.

const PATIENCE = 10_000;
const SILENCE = 45_000;
const LONGEST = 30;

export class Failure extends Error {
  constructor(status, { error = "network", words = "" } = {}) {
    super(words || error);
    Object.assign(this, { status, code: error, words });
  }

  // Whether the same call may succeed later.
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

// Seconds to wait after so many failures.
const pause = (failures) => Math.min(2 ** (failures - 1), LONGEST);

// Does something once what has changed is painted: a call takes a slow phone as long as all else
// that a tap does.
export const afterPaint = (action) => document.hidden ? action() : requestAnimationFrame(() => setTimeout(action));

// Never the same twice: two pages of one person must not number their acts for the same device.
export function newDevice() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => (byte % 36).toString(36)).join("");
}

// Sends what waits, one call at a time, and after a pause again where it has failed. Whatever is one
// has sendAll(), and failed(error), which hears why that has ended early.
export class Sender {
  #busy = false; #timer = 0;
  failures = 0;

  constructor(connection, on) {
    Object.assign(this, { connection, on });
    window.addEventListener("online", () => this.hurry());
  }

  // Sends without waiting for the end of a pause.
  hurry() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.send();
  }

  async send() {
    if (this.#busy || this.#timer) return;
    this.#busy = true;
    try {
      await this.sendAll();
    } catch (error) {
      this.failed(error);
    } finally {
      this.#busy = false;
    }
  }

  fails(waits) {
    this.failures += 1;
    if (waits) this.#timer = setTimeout(() => this.hurry(), pause(this.failures) * 1000);
  }
}

export class Connection {
  #init; #session = ""; #reopening = null; #stream = null;

  constructor(init, game, screen) {
    this.#init = init;
    this.game = game;
    this.screen = screen;
    this.device = newDevice();
  }

  async open() {
    const body = { init: this.#init, game: this.game, device: this.device, screen: this.screen };
    const answer = await this.#call("open", { method: "POST", body: JSON.stringify(body) });
    return this.#renewed(await answer.json());
  }

  async post(path, body, { keepalive = false, patience = PATIENCE } = {}) {
    const request = { method: "POST", body: JSON.stringify(body), keepalive, patience };
    return this.#renewed(await (await this.#authorized(path, request)).json());
  }

  // Tells each state that was made elsewhere, until stopped; a newer page of the same person ends it
  // for good.
  async watch(game, onState, onLive) {
    this.stop();
    const mine = this.#stream = new AbortController();
    for (let failures = 1; !mine.signal.aborted; failures += 1) {
      try {
        const path = `watch?game=${encodeURIComponent(game)}&device=${this.device}`;
        const answer = await this.#authorized(path, { signal: mine.signal });
        failures = 0;
        onLive(true);
        if (await this.#read(answer.body.getReader(), onState) === "newer") return;
      } catch (error) {
        if (error instanceof Failure && !error.passes) break;
      }
      if (mine.signal.aborted) return;
      onLive(false);
      await new Promise((resolve) => setTimeout(resolve, pause(failures || 1) * 1000));
    }
  }

  stop() {
    this.#stream?.abort();
  }

  // Reads lines until the stream ends or falls silent; gives why the server has ended it.
  async #read(reader, onState) {
    const decoder = new TextDecoder();
    for (let rest = "", timer; ;) {
      timer = setTimeout(() => reader.cancel(), SILENCE);
      const { value, done } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return "";
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean).map((text) => JSON.parse(text))) {
        if (line.end) return line.end;
        if (line.state) onState(line.state);
      }
    }
  }

  async #authorized(path, request) {
    const used = this.#session;
    const call = () => this.#call(path, { ...request, headers: { authorization: `Bearer ${this.#session}` } });
    try {
      return await call();
    } catch (error) {
      if (error.status !== 401) throw error;
      if (used === this.#session) await (this.#reopening ??= this.open().finally(() => { this.#reopening = null; }));
      return call();
    }
  }

  async #call(path, { patience = PATIENCE, signal, headers = {}, ...request }) {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), patience);
    signal?.addEventListener("abort", () => ending.abort());
    if (request.body) headers["content-type"] = "application/json";
    let answer;
    try {
      answer = await fetch(path, { ...request, headers, signal: ending.signal, cache: "no-store" });
    } catch {
      throw new Failure(0);
    } finally {
      clearTimeout(timer);
    }
    if (!answer.ok) throw new Failure(answer.status, await answer.json().catch(() => undefined));
    return answer;
  }

  #renewed(answer) {
    if (answer.session) this.#session = answer.session;
    return answer;
  }
}
