// How the page was opened: by Telegram, or by the playground, which has no script of Telegram's.
// What Telegram passes stands in the fragment, so that the board need not wait for its script.

import { Connection } from "./connection.js";

const LIGHT = { ground: "#edf1f5", paper: "#ffffff", ink: "#16202a", accent: "#1a66b8", bad: "#c3271b", amber: "#e8a200" };
const DARK = { ground: "#0f1820", paper: "#18232d", ink: "#f2f6fa", accent: "#62aef2", bad: "#ff8d83", amber: "#d9a03a" };
const ENOUGH = 4.6;
const SCRIPT = "https://telegram.org/js/telegram-web-app.js?62";
const fragment = new URLSearchParams(location.hash.slice(1));
const platform = fragment.get("tgWebAppPlatform");
const init = fragment.get("tgWebAppData") ?? window.Telegram?.WebApp?.initData ?? "";
let app = null;
const pressed = { back: null, main: null };

export const person = read(new URLSearchParams(init).get("user"), {}).id ?? 0;
// How high a phone's screen is, by which the chat's keys are chosen; 0 for other devices.
const height = ["android", "android_x", "ios"].includes(platform) ? Math.max(screen.width, screen.height) : 0;
export const connection = new Connection(init, new URLSearchParams(location.search).get("game") ?? "", height);
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

// What a client lets a person do with the page, if it is new enough.
export function extras() {
  if (!app?.isVersionAtLeast?.("8.0")) return {};
  return {
    fullScreen: () => app.isFullscreen ? app.exitFullscreen() : app.requestFullscreen(),
    homeScreen: () => app.addToHomeScreen(),
  };
}

// Has the person choose to whom something goes; true where it is on the clipboard instead.
export async function share({ prepared, text, link }) {
  if (prepared && app?.isVersionAtLeast?.("8.0")) app.shareMessage(prepared);
  else if (app) app.openTelegramLink(`https://t.me/share/url?url=${encodeURIComponent(link)}&text=${encodeURIComponent(text)}`);
  else if (navigator.share) await navigator.share({ text, url: link });
  else return navigator.clipboard.writeText(`${text}\n${link}`).then(() => true);
  return false;
}

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

// Colours from a few seeds, Telegram's or our own, so that every text has the contrast of WCAG AA
// (4.5) on every ground on which it may stand, whatever theme a person has made.
function paint(params = {}) {
  const dark = isDark(params);
  const seeds = { ...(dark ? DARK : LIGHT), ...chosen(params) };
  const root = document.documentElement;
  root.style.colorScheme = dark ? "dark" : "light";
  for (const [name, colour] of Object.entries(palette(seeds))) root.style.setProperty(`--${name}`, colour);
}

function isDark(params) {
  if (rgb(params.bg_color)) return luminance(rgb(params.bg_color)) < 0.2;
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

// Telegram's colours, unless its text could not be read on its ground.
function chosen(params) {
  const { bg_color: paper, secondary_bg_color: second, text_color: ink } = params;
  const accent = params.accent_text_color ?? params.button_color ?? params.link_color;
  if (!rgb(paper) || !rgb(ink) || contrast(rgb(paper), rgb(ink)) < 7) return {};
  const ground = rgb(second) && contrast(rgb(second), rgb(ink)) >= 7 ? second : paper;
  return rgb(accent) ? { paper, ground, ink, accent } : { paper, ground, ink };
}

function palette(seeds) {
  const [ground, paper, ink, accent, bad, amber] =
    ["ground", "paper", "ink", "accent", "bad", "amber"].map((name) => rgb(seeds[name]));
  const end = luminance(paper) > 0.4 ? [0, 0, 0] : [255, 255, 255];
  const cells = {
    paper, peer: mix(paper, accent, 0.11), equal: mix(paper, accent, 0.27),
    selected: mix(paper, accent, 0.4), house: mix(paper, amber, 0.2), target: mix(paper, amber, 0.4),
  };
  const grounds = Object.values(cells);
  const key = mix(paper, ground, 0.2);
  const legible = (colour, on) => {
    for (let part = 0; part < 1; part += 0.08) {
      const found = mix(colour, end, part);
      if (on.every((surface) => contrast(surface, found) >= ENOUGH)) return found;
    }
    return end;
  };
  const solid = legible(accent, [paper, ground]);
  const names = {
    ...cells, ground, key,
    ink: legible(ink, grounds), own: legible(accent, grounds), faint: legible(mix(ink, paper, 0.3), [...grounds, ground, key]),
    bad: legible(bad, [...grounds, ground]), link: legible(mix(amber, bad, 0.25), [paper, cells.peer, cells.house]),
    solid, "on-solid": contrast(solid, [255, 255, 255]) > contrast(solid, [0, 0, 0]) ? [255, 255, 255] : [0, 0, 0],
    line: mix(paper, ink, 0.24), frame: mix(paper, ink, 0.82), edge: mix(ground, ink, 0.16), down: mix(key, accent, 0.24),
  };
  return Object.fromEntries(Object.entries(names).map(([name, colour]) => [name, `rgb(${colour.join(" ")})`]));
}

function rgb(hex) {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex ?? "");
  return found?.slice(1).map((part) => parseInt(part, 16));
}

function mix(from, to, part) {
  return from.map((value, index) => Math.round(value + (to[index] - value) * part));
}

// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
function luminance(colour) {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
