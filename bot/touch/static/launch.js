// How the page was opened: by Telegram, or by the playground, which has no script of Telegram's.
// What Telegram passes stands in the fragment, so that the board need not wait for its script.

import { Connection } from "./connection.js";
import { paint } from "./theme.js";

const SCRIPT = "https://telegram.org/js/telegram-web-app.js?62";
const fragment = new URLSearchParams(location.hash.slice(1));
const platform = fragment.get("tgWebAppPlatform");
const init = fragment.get("tgWebAppData") ?? window.Telegram?.WebApp?.initData ?? "";
let app = null;
let pressed = { back: null, main: null };

export const person = read(new URLSearchParams(init).get("user"), {}).id ?? 0;
export const connection = new Connection(init, new URLSearchParams(location.search).get("game") ?? "");
export const opening = connection.open();
// Whoever shows the page handles the failure; it may come before anybody listens.
opening.catch(() => {});

paint(read(fragment.get("tgWebAppThemeParams"), {}));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => paint(app?.themeParams));

if (window.Telegram?.WebApp) greet();
else if (platform && platform !== "playground") {
  const script = document.createElement("script");
  script.src = SCRIPT;
  script.onload = greet;
  document.head.append(script);
}

export function buzz(kind) {
  const haptics = app?.HapticFeedback;
  if (kind === "tap") haptics?.selectionChanged();
  else haptics?.notificationOccurred(kind);
}

// Telegram's own buttons: each with what it does, or hidden without.
export function setBack(action) {
  pressed.back = action;
  show(app?.BackButton, action);
}

export function setMain(text, action) {
  pressed.main = action;
  if (action) app?.MainButton?.setText(text);
  show(app?.MainButton, action);
}

// Whether Telegram asks before the page is closed.
export function holdOpen(hold) {
  if (hold) app?.enableClosingConfirmation?.();
  else app?.disableClosingConfirmation?.();
}

export function close() {
  app?.close();
}

export const hasApp = () => app !== null;

function greet() {
  app = window.Telegram?.WebApp ?? null;
  if (!app?.initData && !window.Telegram?.WebApp?.platform) return;
  app.ready();
  app.expand?.();
  // A finger that draws notes downwards must not close the page.
  app.disableVerticalSwipes?.();
  app.onEvent?.("themeChanged", () => paint(app.themeParams));
  app.BackButton?.onClick(() => pressed.back?.());
  app.MainButton?.onClick(() => pressed.main?.());
  show(app.BackButton, pressed.back);
  show(app.MainButton, pressed.main);
  paint(app.themeParams);
}

function show(button, action) {
  if (action) button?.show();
  else button?.hide();
}

function read(text, otherwise) {
  try {
    return JSON.parse(text) ?? otherwise;
  } catch {
    return otherwise;
  }
}
