// Acts that the server has not confirmed, in the order in which they were made. A page that is
// closed leaves its queue behind, and the next one sends it with the numbers and the device that
// it had, so that the server knows what it has carried out already.

import { Failure, Sender, afterPaint } from "./connection.js";

const MOST = 20;
const PREFIX = "acts";
const OLDEST = 7 * 86_400_000;

export class Queue extends Sender {
  #lanes; #own; #number = 0;

  // `on` has answered(answer), refused(act, result), failed(failure) and changed().
  constructor(connection, person, game, on) {
    super(connection, on);
    const { device } = connection;
    this.#own = { key: `${PREFIX} ${person} ${game} ${device}`, game, device, acts: [] };
    this.#lanes = [...leftBehind(`${PREFIX} ${person} `), this.#own];
  }

  // What is not yet confirmed of the game that is shown.
  get acts() {
    return this.#lanes.filter((lane) => lane.game === this.#own.game).flatMap((lane) => lane.acts);
  }

  add(act) {
    this.#number += 1;
    this.#own.acts.push({ ...act, number: this.#number, made: Date.now() });
    keep(this.#own);
    this.on.changed();
    afterPaint(() => this.send());
  }

  async sendAll() {
    for (let lane; (lane = this.#lanes.find(({ acts }) => acts.length));) await this.#sendSome(lane);
  }

  async #sendSome(lane) {
    const sent = lane.acts.slice(0, MOST);
    const acts = sent.map(({ made, ...act }) => ({ ...act, waited: Math.max(0, Math.round((Date.now() - made) / 1000)) }));
    let answer;
    try {
      answer = await this.connection.post("act", { game: lane.game, device: lane.device, acts });
    } catch (error) {
      if (!(error instanceof Failure) || error.passes || error.status === 401) throw error;
      // These acts will never be accepted, and must not hold up the others.
      answer = { results: sent.map(({ number }) => ({ number, refused: error.code, words: error.words })) };
    }
    this.failures = 0;
    const told = new Map(answer.results.map((result) => [result.number, result]));
    // An answer about nothing that was sent would be asked for without end.
    if (!sent.some(({ number }) => told.has(number))) throw new Failure(500);
    lane.acts = lane.acts.filter(({ number }) => !told.has(number));
    keep(lane);
    if (lane.game !== this.#own.game) return;
    this.on.answered(answer);
    for (const act of sent) if (told.get(act.number)?.refused) this.on.refused(act, told.get(act.number));
  }

  failed(error) {
    this.fails(!(error instanceof Failure) || error.passes);
    this.on.failed(error);
  }
}

// A browser may keep nothing for us; then the queue lives as long as the page.
function keep({ key, game, device, acts }) {
  try {
    if (acts.length) localStorage.setItem(key, JSON.stringify({ game, device, acts }));
    else localStorage.removeItem(key);
  } catch {
    return;
  }
}

function leftBehind(prefix) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ ...JSON.parse(localStorage.getItem(key)), key }))
      .filter((lane) => lane.acts.length && Date.now() - lane.acts[0].made < OLDEST)
      .sort((one, other) => one.acts[0].made - other.acts[0].made);
  } catch {
    return [];
  }
}
