// Discord's markdown as elements: the blocks. What stands inside a line is for inline.js.

import { make } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /```(?:([A-Za-z0-9_+-]*)\n)?([\s\S]*?)```/g;
const ITEM = /^( *)(?:([-*])|(\d+)\.) +(.*)$/;
const HEADING = /^(#{1,3}) +(.+)$/;

export function markdown(text, world) {
  const nodes = [];
  let last = 0;
  for (const fence of text.matchAll(FENCE)) {
    if (!fence[2].trim()) continue;
    nodes.push(...blocks(text.slice(last, fence.index).replace(/\n$/, ""), world));
    nodes.push(make("pre", { tabindex: 0 }, make("code", {}, fence[2].replace(/\n$/, ""))));
    last = fence.index + fence[0].length;
  }
  nodes.push(...blocks(last ? text.slice(last).replace(/^\n/, "") : text, world));
  return nodes;
}

function blocks(text, world) {
  if (!text) return [];
  const nodes = [];
  const lines = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.length) nodes.push(make("div", { class: "line" }, inline(plain.join("\n"), world)));
    plain = [];
  };
  while (lines.length) {
    const line = lines[0];
    const heading = HEADING.exec(line);
    if (line.startsWith(">>> ")) {
      flush();
      nodes.push(make("blockquote", {}, blocks([line.slice(4), ...lines.slice(1)].join("\n"), world)));
      return nodes;
    }
    if (line.startsWith("> ") || line === ">") {
      flush();
      nodes.push(make("blockquote", {}, blocks(takeWhile(lines, (l) => l.startsWith("> ") || l === ">").map((l) => l.slice(2)).join("\n"), world)));
    } else if (heading) {
      flush();
      // A message's headings stand below the page's own two levels.
      nodes.push(make(`h${heading[1].length + 2}`, { class: `heading heading-${heading[1].length}` }, inline(heading[2], world)));
      lines.shift();
    } else if (line.startsWith("-# ")) {
      flush();
      nodes.push(make("div", { class: "subtext" }, inline(line.slice(3), world)));
      lines.shift();
    } else if (ITEM.test(line)) {
      flush();
      const items = takeWhile(lines, (l) => ITEM.test(l));
      while (items.length) nodes.push(list(items, world));
    } else {
      plain.push(lines.shift());
    }
  }
  flush();
  return nodes;
}

function takeWhile(lines, fits) {
  const taken = [];
  while (lines.length && fits(lines[0])) taken.push(lines.shift());
  return taken;
}

// Takes the items of one list off the lines: up to one of another kind at the same depth, or one further out.
function list(lines, world) {
  const first = ITEM.exec(lines[0]);
  const depth = first[1].length;
  const made = first[3] ? make("ol", { start: first[3] }) : make("ul");
  let item = null;
  while (lines.length) {
    const found = ITEM.exec(lines[0]);
    if (item && found[1].length > depth) {
      const inner = takeWhile(lines, (l) => ITEM.exec(l)[1].length > depth);
      while (inner.length) item.append(list(inner, world));
    } else if (item && Boolean(found[3]) !== Boolean(first[3])) {
      break;
    } else {
      item = make("li", {}, inline(found[4], world));
      made.append(item);
      lines.shift();
    }
  }
  return made;
}
