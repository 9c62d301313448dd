// A text with Telegram's entities (offsets in UTF-16 units, as JavaScript counts) as elements.

import { make } from "./elements.js";

const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);
const INLINE = { bold: "b", italic: "i", underline: "u", strikethrough: "s" };

export function formatted(text, entities, act) {
  const root = document.createDocumentFragment();
  build(root, text, 0, text.length, entities ?? [], act);
  return root;
}

function build(parent, text, start, end, entities, act) {
  let at = start;
  const inside = entities.filter((e) => e.offset >= start && e.offset + e.length <= end);
  const blocks = inside.filter((e) => BLOCKS.has(e.type));
  // The outermost blocks; those inside them are built by the call for each.
  for (const block of blocks.filter((b) => !blocks.some((o) => o !== b && contains(o, b)))) {
    run(parent, trimmed(text, at, block.offset, at > start, true), inside, act);
    const node = make(block.type === "pre" ? "pre" : "blockquote");
    const rest = inside.filter((e) => e !== block);
    build(node, text, block.offset, block.offset + block.length, rest, act);
    parent.append(node);
    at = block.offset + block.length;
  }
  run(parent, trimmed(text, at, end, at > start, false), inside, act);
}

function contains(outer, inner) {
  return outer.offset <= inner.offset && inner.offset + inner.length <= outer.offset + outer.length
    && outer.length > inner.length;
}

// A block stands on lines of its own, so one line break beside it is not shown twice.
function trimmed(text, start, end, afterBlock, beforeBlock) {
  if (afterBlock && text[start] === "\n") start += 1;
  if (beforeBlock && end > start && text[end - 1] === "\n") end -= 1;
  return { text, start, end: Math.max(start, end) };
}

function run(parent, { text, start, end }, entities, act) {
  const soft = entities.filter((e) => !BLOCKS.has(e.type) && e.offset < end && e.offset + e.length > start);
  const edges = new Set([start, end]);
  for (const e of soft) for (const edge of [e.offset, e.offset + e.length]) if (edge > start && edge < end) edges.add(edge);
  const places = [...edges].sort((a, b) => a - b);
  for (let i = 0; i + 1 < places.length; i += 1) {
    const covering = soft.filter((e) => e.offset <= places[i] && e.offset + e.length >= places[i + 1]);
    // The longest becomes the outermost element.
    covering.sort((a, b) => b.length - a.length);
    let target = parent;
    for (const entity of covering) {
      const node = element(entity, text.slice(entity.offset, entity.offset + entity.length), act);
      target.append(node);
      target = node;
    }
    target.append(text.slice(places[i], places[i + 1]));
  }
}

function element(entity, shown, act) {
  if (INLINE[entity.type]) return make(INLINE[entity.type]);
  switch (entity.type) {
    case "code":
      return make("code", { onclick: () => act.copy(shown) });
    case "text_link":
    case "url": {
      const url = entity.url ?? (shown.includes("://") ? shown : `https://${shown}`);
      return make("a", { href: /^(https?|tg):/i.test(url) ? url : undefined, target: "_blank", rel: "noopener noreferrer" });
    }
    case "bot_command":
      return make("button", { class: "command", type: "button", onclick: () => act.say(shown) });
    case "spoiler": {
      const open = (event) => event.currentTarget.classList.add("open");
      return make("span", { class: "spoiler", role: "button", tabindex: "0", title: act.words().spoiler, onclick: open, onkeydown: (e) => e.key === "Enter" && open(e) });
    }
    case "mention":
    case "hashtag":
      return make("span", { class: "mention" });
    default:
      return make("span");
  }
}
