// One message: its bubble and its keyboard. An edit changes only what differs, in place.

import { icon, make } from "./elements.js";
import { formatted } from "./entities.js";
import { opensApp } from "./mini_app.js";

const EFFECTS = {
  "5046509860389126442": "🎉",
  "5104841245755180586": "🔥",
  "5107584321108051014": "👍",
  "5159385139981059251": "❤",
  "5104858069142078462": "👎",
  "5046589136895476101": "💩",
};

export class MessageView {
  constructor(message, act) {
    this.act = act;
    this.node = make("li", { class: "message", "data-id": message.message_id });
    this.stack = make("div", { class: "stack" });
    this.node.append(this.stack);
    this.update(message);
  }

  update(message) {
    // Without the keyboard, which is compared key by key: an edit of keys alone leaves the bubble.
    const content = JSON.stringify({ ...message, reply_markup: 0, edit_date: 0 });
    if (content !== this.content) this.#bubble(message);
    this.content = content;
    this.message = message;
    this.#keyboard(message.reply_markup?.inline_keyboard ?? []);
  }

  // The place among its neighbours and the side, both of which depend on the person who looks.
  place(own, follows, showSender) {
    this.node.classList.toggle("own", own);
    this.node.classList.toggle("follows", follows);
    const sender = this.bubble.querySelector(".sender");
    if (sender) sender.hidden = own || follows || !showSender;
  }

  react(emoji) {
    this.reaction?.remove();
    this.reaction = emoji ? make("span", { class: "reaction", role: "img", "aria-label": this.act.words().reacted(emoji) }, emoji) : null;
    if (this.reaction) this.bubble.after(this.reaction);
  }

  #effect(id) {
    const emoji = EFFECTS[id];
    if (!emoji || this.effect) return;
    this.effect = make("span", { class: "effect", role: "img", "aria-label": this.act.words().effect(emoji) }, emoji);
    this.stack.append(this.effect);
  }

  settle() {
    for (const key of this.node.querySelectorAll(".key.waiting")) {
      key.classList.remove("waiting");
      key.removeAttribute("aria-busy");
    }
  }

  #bubble(message) {
    const w = this.act.words();
    const sender = make("span", { class: "sender" }, message.from.first_name);
    avatarHue(sender, message.from.id);
    const bubble = make("div", { class: "bubble", onclick: () => this.act.choose(this), ondblclick: () => this.act.reply(this.message) }, sender);
    if (message.reply_to_message) bubble.append(this.#quote(message.reply_to_message));
    bubble.append(...this.#content(message));
    (bubble.querySelector(".body:last-child") ?? bubble).append(this.#meta(message));
    bubble.append(make("button", { class: "icon answer", type: "button", "aria-label": w.reply, title: w.reply, onclick: (event) => { event.stopPropagation(); this.act.reply(this.message); } }, icon("reply")));
    if (this.bubble) this.bubble.replaceWith(bubble);
    else this.stack.append(bubble);
    this.bubble = bubble;
    this.#effect(message.effect_id);
  }

  #content(message) {
    const parts = [];
    if (message.photo) parts.push(this.#photo(message));
    if (message.document) parts.push(this.#document(message.document));
    if (message.sticker) parts.push(make("div", { class: "big" }, message.sticker.emoji));
    if (message.voice) parts.push(make("div", { class: "body" }, `🎤 0:${String(message.voice.duration).padStart(2, "0")}`));
    const text = message.text ?? message.caption;
    if (text) {
      const body = make("div", { class: "body" });
      body.append(formatted(text, message.entities ?? message.caption_entities, this.act));
      parts.push(body);
    }
    return parts;
  }

  #meta(message) {
    const date = new Date(message.date * 1000);
    // A message with keys is edited with nearly every press, so it does not say so.
    const edited = message.edit_date && !message.reply_markup ? `${this.act.words().edited} ` : "";
    return make("span", { class: "meta" }, edited, make("time", { datetime: date.toISOString() }, clock(date)));
  }

  #quote(message) {
    return make("button", { class: "quote", type: "button", onclick: (event) => { event.stopPropagation(); this.act.show(message.message_id); } },
      make("b", {}, message.from.first_name), make("span", {}, summary(message, this.act.words())));
  }

  #photo(message) {
    const size = message.photo.at(-1);
    const source = `files/${encodeURIComponent(size.file_id)}?show=1`;
    const alt = message.caption ?? this.act.words().photo;
    return make("button", { class: "photo", type: "button", onclick: () => this.act.view(source, alt) },
      make("img", { src: source, alt, width: size.width, height: size.height, class: size.height > size.width ? "tall" : "" }));
  }

  #document(file) {
    return make("a", { class: "document", href: `files/${encodeURIComponent(file.file_id)}`, download: file.file_name },
      make("i", {}, icon("file")), make("span", {}, make("b", {}, file.file_name ?? "file"), make("small", {}, bytes(file.file_size))));
  }

  #keyboard(rows) {
    const shape = rows.map((row) => row.length).join();
    if (shape !== this.shape) {
      this.keyboard?.remove();
      this.keyboard = rows.length ? make("div", { class: "keyboard" }) : null;
      for (const row of rows) this.keyboard.append(make("div", { class: "row" }, ...row.map(() => this.#key())));
      if (this.keyboard) this.stack.append(this.keyboard);
    }
    this.shape = shape;
    rows.flat().forEach((button, index) => this.#dress(this.keyboard.querySelectorAll(".key")[index], button));
  }

  #key() {
    return make("button", { class: "key", type: "button", onclick: (event) => this.#press(event.currentTarget) });
  }

  #dress(key, button) {
    const look = JSON.stringify(button);
    if (key.look === look) return;
    key.look = look;
    key.button = button;
    key.dataset.style = button.style ?? "";
    key.replaceChildren(button.text, ...(opensApp(button) ? [icon("app")] : button.url ? [icon("link")] : button.copy_text ? [icon("copy")] : []));
  }

  #press(key) {
    const { button } = key;
    if (opensApp(button)) return this.act.launch(this, button.text);
    if (button.url) return window.open(/^(https?|tg):/i.test(button.url) ? button.url : `https://${button.url}`, "_blank", "noopener");
    if (button.copy_text) return this.act.copy(button.copy_text.text);
    key.classList.add("waiting");
    key.setAttribute("aria-busy", "true");
    return this.act.press(this, button.callback_data);
  }
}

export function summary(message, w) {
  const kind = ["photo", "document", "sticker", "voice"].find((name) => message[name]);
  const text = message.text ?? message.caption;
  return [kind && w[kind], text].filter(Boolean).join(", ");
}

export function clock(date) {
  return date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
}

function avatarHue(node, id) {
  node.classList.add(`hue-${Math.abs(id) % 6}`);
}

function bytes(size) {
  return size < 1024 ? `${size} B` : size < 1024 ** 2 ? `${(size / 1024).toFixed(1)} kB` : `${(size / 1024 ** 2).toFixed(1)} MB`;
}
