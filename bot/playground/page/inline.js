// What stands inside a line: marks, code, mentions, moments, links and spoilers. Links lead nowhere but to channels of this page.

import { make } from "./dom.js";
import { timestamp } from "./time.js";
import { say } from "./words.js";

const INNER = String.raw`((?:\\[\s\S]|[^\\])+?)`;
const RULES = [
  [/\\([^A-Za-z0-9\s])/y, (m) => m[1]],
  [/``([\s\S]+?)``(?!`)|`([^`]+)`/y, (m) => make("code", { class: "short" }, (m[1] ?? m[2]).trim() || (m[1] ?? m[2]))],
  [new RegExp(String.raw`\*\*\*${INNER}\*\*\*(?!\*)`, "y"), (m, w) => make("strong", {}, make("em", {}, inline(m[1], w)))],
  [new RegExp(String.raw`\*\*${INNER}\*\*(?!\*)`, "y"), (m, w) => make("strong", {}, inline(m[1], w))],
  [new RegExp(String.raw`__${INNER}__(?!_)`, "y"), (m, w) => make("u", {}, inline(m[1], w))],
  [new RegExp(String.raw`\*(?![\s*])${INNER}(?<![\s*])\*(?!\*)`, "y"), (m, w) => make("em", {}, inline(m[1], w))],
  [new RegExp(String.raw`_(?![\s_])${INNER}(?<![\s_])_(?![A-Za-z0-9_])`, "y"), (m, w) => make("em", {}, inline(m[1], w))],
  [new RegExp(String.raw`~~${INNER}~~`, "y"), (m, w) => make("s", {}, inline(m[1], w))],
  [new RegExp(String.raw`\|\|${INNER}\|\|`, "y"), (m, w) => spoiler(inline(m[1], w))],
  [/<@!?(\d+)>/y, (m, w) => mention(`@${w.person(m[1])}`, m[1] === w.me())],
  [/<@&(\d+)>/y, (m, w) => mention(`@${w.role(m[1])}`, false)],
  [/<#(\d+)>/y, (m, w) => channelLink(m[1], w)],
  [/@(?:everyone|here)\b/y, (m) => mention(m[0], true)],
  [/<\/([^:>]+):\d+>/y, (m, w) => make("button", { type: "button", class: "mention", on: { click: () => w.command(m[1]) } }, `/${m[1]}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => timestamp(Number(m[1]), m[2] ?? "f")],
  [/<a?:(\w+):\d+>/y, (m) => `:${m[1]}:`],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (m, w) => link(m[2], inline(m[1], w), w)],
  [/<(https?:\/\/[^\s>]+)>|(https?:\/\/[^\s<>]*[^\s<>.,:;"')\]])/y, (m, w) => link(m[1] ?? m[2], m[1] ?? m[2], w)],
];
const CHANNEL = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

export function inline(text, world) {
  const nodes = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const node = /[A-Za-z0-9 ]/.test(text[at]) && text[at] !== "h" ? null : match(text, at, world);
    if (node) {
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(node.made);
      at = node.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function match(text, at, world) {
  for (const [rule, draw] of RULES) {
    rule.lastIndex = at;
    const found = rule.exec(text);
    if (found && !(text[at] === "_" && at > 0 && /[A-Za-z0-9]/.test(text[at - 1]))) {
      return { made: draw(found, world), end: at + found[0].length };
    }
  }
  return null;
}

function mention(text, mine) {
  return make("span", { class: mine ? "mention mine" : "mention" }, text);
}

function spoiler(nodes) {
  const hidden = make("span", { class: "spoiler", role: "button", tabindex: 0, "aria-label": say("spoiler"), "aria-expanded": "false" }, make("span", {}, nodes));
  const show = () => {
    hidden.classList.add("open");
    hidden.setAttribute("aria-expanded", "true");
    hidden.removeAttribute("aria-label");
  };
  hidden.addEventListener("click", show);
  hidden.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      show();
    }
  });
  return hidden;
}

function channelLink(id, world) {
  const name = world.channel(id);
  if (!name) return mention(`#${say("unknown_channel")}`, false);
  return make("button", { type: "button", class: "mention", on: { click: () => world.open(id) } }, `#${name}`);
}

export function channelOf(url) {
  const found = CHANNEL.exec(url);
  return found ? { channel: found[1], message: found[2] } : null;
}

function link(url, text, world) {
  const place = channelOf(url);
  if (place && world.channel(place.channel)) {
    const label = text === url ? `#${world.channel(place.channel)}` : text;
    return make("button", { type: "button", class: "mention", on: { click: () => world.open(place.channel, place.message) } }, label);
  }
  return make("span", { class: "link", title: url }, text);
}
