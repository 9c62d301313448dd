// Small makers of elements. Text only ever enters as text nodes.

export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `static/icons.svg#${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

export function avatar(node, id, name, photo = null) {
  node.className = node.className.replace(/\s*hue-\d/g, "");
  node.classList.add(`hue-${Math.abs(id) % 6}`);
  // Drawn by the style sheet: a letter is no part of what a button is called.
  node.dataset.letter = photo ? "" : [...name][0] ?? "?";
  node.style.backgroundImage = photo ? `url("files/${encodeURIComponent(photo)}?show=1")` : "";
  return node;
}
