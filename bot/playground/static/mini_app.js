// A Mini App beside the chat: the page of a bot in a frame, as a client opens it.

import { icon, make } from "./elements.js";

const THEMES = {
  light: { bg_color: "#ffffff", secondary_bg_color: "#f0f2f5", text_color: "#0f1419", hint_color: "#707579", link_color: "#1a66b8", button_color: "#1f6fc9", button_text_color: "#ffffff", accent_text_color: "#1a66b8" },
  dark: { bg_color: "#17212b", secondary_bg_color: "#0e1621", text_color: "#f5f5f5", hint_color: "#9aa8b5", link_color: "#6ab3f3", button_color: "#5288c1", button_text_color: "#ffffff", accent_text_color: "#6ab3f3" },
};

// Whether a key opens a page of the bot, and not a message, a link or the clipboard.
export const opensApp = ({ web_app: app, url }) => Boolean(app) || /^https:\/\/t\.me\/\w+\?startapp=/.test(url ?? "");

export class MiniApp {
  #node = document.querySelector("#mini-app");
  #frame = null;
  #opener = null;

  constructor() {
    this.#node.querySelector(".close").append(icon("close"));
    this.#node.querySelector(".close").addEventListener("click", () => this.close());
    this.#node.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  open(url, name, isDark) {
    const theme = encodeURIComponent(JSON.stringify(THEMES[isDark ? "dark" : "light"]));
    this.#opener ??= document.activeElement;
    this.#frame?.remove();
    this.#frame = make("iframe", { src: `${url}&tgWebAppThemeParams=${theme}`, title: name });
    this.#node.querySelector("h2").textContent = name;
    this.#node.append(this.#frame);
    this.#node.hidden = false;
    this.#frame.focus();
  }

  close() {
    this.#node.hidden = true;
    this.#frame?.remove();
    this.#frame = null;
    this.#opener?.focus?.();
    this.#opener = null;
  }
}
