// Colours from a few seeds, Telegram's or our own, so that every text has the contrast of WCAG AA
// (4.5) on every ground on which it may stand, whatever theme a person has made.

const LIGHT = { ground: "#edf1f5", paper: "#ffffff", ink: "#16202a", accent: "#1a66b8", bad: "#c3271b", amber: "#e8a200" };
const DARK = { ground: "#0f1820", paper: "#18232d", ink: "#f2f6fa", accent: "#62aef2", bad: "#ff8d83", amber: "#d9a03a" };
const ENOUGH = 4.6;

export function paint(params = {}) {
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
    paper, given: mix(paper, ink, 0.05), peer: mix(paper, accent, 0.11), equal: mix(paper, accent, 0.27),
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
