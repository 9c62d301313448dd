// Writing: a text that grows, Enter to send, and the bot's commands while typing "/".

import { make } from "./elements.js";

export class Composer {
  constructor(dock, act) {
    this.act = act;
    this.form = dock.querySelector(".composer");
    this.text = dock.querySelector("textarea");
    this.list = dock.querySelector(".suggestions");
    this.replying = dock.querySelector(".replying");
    this.commands = [];
    this.chosen = -1;
    this.text.addEventListener("input", () => this.#changed());
    this.text.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    // Later, since the focus may be on its way from one to the other.
    for (const part of [this.text, this.list]) part.addEventListener("blur", () => setTimeout(() => this.#left(), 150));
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.#send(); });
    dock.querySelector(".menu").addEventListener("click", () => this.#menu());
    dock.querySelector(".cancel").addEventListener("click", () => { this.replyTo(null); this.text.focus(); });
    dock.querySelector("input").addEventListener("change", (event) => this.#attach(event.target));
    this.#changed();
  }

  get draft() {
    return this.text.value;
  }

  set draft(value) {
    this.text.value = value;
    this.#changed();
    this.#close();
  }

  replyTo(message, name = "", summary = "") {
    this.reply = message?.message_id ?? null;
    this.replying.hidden = !message;
    this.replying.querySelector(".quote").replaceChildren(make("b", {}, name), make("span", {}, summary));
    if (message) this.text.focus();
  }

  #send(text = this.text.value) {
    if (!text.trim()) return;
    this.act.say(text, this.reply);
    this.draft = "";
    this.replyTo(null);
  }

  #attach(input) {
    for (const file of input.files) this.act.upload(file);
    input.value = "";
  }

  #changed() {
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
    this.form.classList.toggle("empty", !this.text.value.trim());
    const typed = /^\/([a-z0-9_]*)$/i.exec(this.text.value);
    if (typed) this.#open(typed[1].toLowerCase());
    else this.#close();
  }

  #menu() {
    if (!this.list.hidden) return this.#close();
    this.text.value = "/";
    this.text.focus();
    return this.#changed();
  }

  #open(prefix) {
    this.matches = this.commands.filter(({ command }) => command.startsWith(prefix));
    // On mousedown, which comes before the text loses its focus and the list closes.
    this.list.replaceChildren(...this.matches.map(({ command, description }, index) => make("li",
      { role: "option", id: `option-${index}`, "aria-selected": "false", onmousedown: (event) => { event.preventDefault(); this.#send(`/${command}`); } },
      make("b", {}, `/${command}`), make("span", {}, description))));
    this.list.hidden = !this.matches.length;
    this.form.classList.toggle("menu-open", !this.list.hidden);
    this.#choose(prefix && this.matches.length ? 0 : -1);
  }

  #close() {
    this.list.hidden = true;
    this.form.classList.remove("menu-open");
    this.#choose(-1);
  }

  #left() {
    if (![this.text, this.list].includes(document.activeElement)) this.#close();
  }

  #choose(index) {
    this.chosen = index;
    [...this.list.children].forEach((node, at) => node.setAttribute("aria-selected", String(at === index)));
    if (index < 0) this.text.removeAttribute("aria-activedescendant");
    else this.text.setAttribute("aria-activedescendant", `option-${index}`);
    this.list.children[index]?.scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    // While an input method composes, Enter and the arrows choose a character.
    if (event.isComposing) return;
    const open = !this.list.hidden;
    const count = this.list.children.length;
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.#choose(event.key === "ArrowDown" ? (this.chosen + 1) % count : (this.chosen <= 0 ? count : this.chosen) - 1);
    } else if (event.key === "Escape") {
      if (open) { this.text.focus(); this.#close(); }
      else this.replyTo(null);
    } else if (open && event.key === "Tab" && this.chosen >= 0) {
      event.preventDefault();
      this.draft = `/${this.matches[this.chosen].command} `;
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.text.focus();
      this.#send(open && this.chosen >= 0 ? `/${this.matches[this.chosen].command}` : this.text.value);
    }
  }
}
