// The list of messages of one chat: kept in place, and at its newest while the reader is there.

import { make } from "./elements.js";
import { MessageView } from "./message.js";

const NEAR = 90;

export class Conversation {
  constructor(scroller, list, down, act) {
    Object.assign(this, { scroller, list, down, act, views: new Map(), unseen: 0 });
    scroller.addEventListener("scroll", () => this.#moved(), { passive: true });
    down.addEventListener("click", () => this.toNewest(true));
    // A phone's keyboard and a taller message both move the end away from a reader who is there.
    new ResizeObserver(() => this.atNewest && this.toNewest(false)).observe(scroller);
    new ResizeObserver(() => this.atNewest && !this.gliding && this.toNewest(false)).observe(list);
    this.atNewest = true;
  }

  open(key, messages, viewer, isGroup) {
    const again = key === this.key;
    Object.assign(this, { key, viewer, isGroup });
    if (!again) {
      this.views.clear();
      this.unseen = 0;
      this.atNewest = true;
    }
    const ids = new Set(messages.map((message) => message.message_id));
    for (const id of [...this.views.keys()]) if (!ids.has(id)) this.views.delete(id);
    for (const message of messages) this.#view(message);
    this.#arrange();
    if (this.atNewest) this.toNewest(false);
    this.#moved();
  }

  upsert(message) {
    const fresh = !this.views.has(message.message_id);
    const follow = this.atNewest || message.from.id === this.viewer;
    const view = this.#view(message);
    this.#arrange();
    if (fresh) {
      view.node.classList.add("new");
      if (follow) this.toNewest(true);
      else this.unseen += 1;
    } else if (this.atNewest) this.toNewest(false);
    this.#moved();
  }

  remove(id) {
    this.views.delete(id);
    this.#arrange();
  }

  react(id, emoji) {
    this.views.get(id)?.react(emoji);
    if (this.atNewest) this.toNewest(false);
    this.#moved();
  }

  settle(id) {
    this.views.get(id)?.settle();
  }

  show(id) {
    const node = this.views.get(id)?.node;
    if (!node) return;
    node.scrollIntoView({ block: "center", behavior: "smooth" });
    node.classList.remove("flash");
    // Measuring makes the browser notice that the class was gone, so that the animation runs again.
    void node.offsetWidth;
    node.classList.add("flash");
  }

  toNewest(smooth) {
    this.unseen = 0;
    this.atNewest = true;
    this.gliding = smooth;
    this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior: smooth ? "smooth" : "instant" });
    // The end may have moved on while the list was gliding towards it.
    if (smooth) setTimeout(() => { this.gliding = false; if (this.atNewest) this.toNewest(false); }, 450);
  }

  #view(message) {
    const known = this.views.get(message.message_id);
    if (known) {
      known.update(message);
      return known;
    }
    const view = new MessageView(message, this.act);
    this.views.set(message.message_id, view);
    return view;
  }

  #arrange() {
    const nodes = [];
    let last = null;
    for (const view of [...this.views.values()].sort((a, b) => a.message.message_id - b.message.message_id)) {
      const { message } = view;
      const newDay = !last || day(last) !== day(message);
      if (newDay) nodes.push(this.#day(message));
      const follows = !newDay && last.from.id === message.from.id && message.date - last.date < 300;
      view.place(message.from.id === this.viewer, follows, this.isGroup);
      nodes.push(view.node);
      last = message;
    }
    // Nodes in their place are left alone: one that is moved loses its focus.
    nodes.forEach((node, index) => {
      if (this.list.children[index] !== node) this.list.insertBefore(node, this.list.children[index] ?? null);
    });
    while (this.list.children.length > nodes.length) this.list.lastChild.remove();
  }

  #day(message) {
    const key = `day ${day(message)}`;
    const there = [...this.list.children].find((node) => node.dataset.id === key);
    const node = there ?? make("li", { class: "day", "data-id": key }, make("span"));
    node.firstChild.textContent = this.#dayName(message);
    return node;
  }

  #dayName(message) {
    const w = this.act.words();
    const date = new Date(message.date * 1000);
    const ago = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 864e5);
    if (ago < 2) return ago === 1 ? w.yesterday : w.today;
    return date.toLocaleDateString(this.act.language(), { day: "numeric", month: "long" });
  }

  #moved() {
    // A picture that arrives moves the end away; that is not the reader going up.
    const grown = this.scroller.scrollHeight !== this.height;
    this.height = this.scroller.scrollHeight;
    if (grown && this.atNewest && !this.gliding) this.toNewest(false);
    const gap = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight;
    if (!this.gliding) this.atNewest = gap < NEAR;
    if (this.atNewest) this.unseen = 0;
    this.down.hidden = this.atNewest;
    const count = this.down.querySelector(".count");
    count.hidden = !this.unseen;
    count.textContent = this.unseen;
  }
}

function day(message) {
  return new Date(message.date * 1000).toDateString();
}
