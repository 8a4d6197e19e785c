// The open channel: its head and its messages. Each message is drawn anew only when it has changed.

import { find, make, refill } from "./dom.js";
import { drawMessage } from "./message.js";
import { avatar, badge } from "./places.js";
import { byId, commandsHere, current, mentionsElsewhere, messagesOf, state } from "./state.js";
import { dots } from "./controls.js";
import { language, say } from "./words.js";

const TOGETHER = 7 * 60 * 1000; // milliseconds within which messages of one author are joined
const NEAR = 80; // px from the end that count as being there

let drawn = new Map(); // message id -> { key, element }
let drawnFor = null;

export function atEnd() {
  const box = find("messages");
  return box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
}

export function toEnd() {
  const box = find("messages");
  box.scrollTop = box.scrollHeight;
}

export function drawHead(toggle, open) {
  const channel = current();
  const waiting = mentionsElsewhere();
  const menu = make("button", { type: "button", class: "burger", "data-key": "burger", "aria-label": waiting ? say("place_mentions", { place: say("channels"), n: waiting }) : say("channels"), on: { click: toggle } }, "☰", badge(waiting));
  const parent = channel?.parent ? state.channels.get(channel.parent) : null;
  const back = parent ? [make("button", { type: "button", class: "crumb", "data-key": "crumb", on: { click: () => open(parent.id) } }, `# ${parent.name}`), make("span", { class: "sign", "aria-hidden": "true" }, "›")] : [];
  const sign = channel?.thread ? "" : channel?.guild ? "# " : "@ ";
  refill(find("room-head"), menu, back, make("h2", {}, channel ? `${sign}${channel.name}` : ""));
  document.title = channel ? `${channel.name} · ${state.me.name}` : state.me.name;
}

export function drawMessages(world, { older, open }) {
  const box = find("messages");
  const stay = drawnFor === state.channel && !atEnd();
  const focus = box.contains(document.activeElement) ? document.activeElement : null;
  const focusKey = focus?.dataset.key;
  const focusMessage = focus?.closest("[data-message]")?.dataset.message;
  if (drawnFor !== state.channel) drawn = new Map();
  drawnFor = state.channel;

  const messages = [...messagesOf(state.channel).values()].sort((one, other) => byId(one.id, other.id));
  const rows = [];
  const next = new Map();
  let last = null;
  let marked = state.divider === null;
  for (const message of messages) {
    const isNew = !marked && byId(message.id, state.divider) > 0 && message.author.id !== state.me.id && !message.private;
    if (isNew) {
      marked = true;
      if (last) rows.push(make("li", { class: "new-line", role: "separator" }, say("new_messages")));
    }
    const joined = Boolean(last) && !isNew && last.author.id === message.author.id && message.at - last.at < TOGETHER
      && !message.used && !message.answers && message.type === last.type && last.private === message.private && !message.mentioned;
    rows.push(row(message, joined, world, next));
    last = message;
  }
  drawn = next;
  const waiting = state.pending.filter((command) => command.channel === state.channel).map((command) => pending(command));
  const top = state.more.get(state.channel)
    ? make("button", { type: "button", class: "quiet older", "data-key": "older", on: { click: older } }, say("older"))
    : beginning(world, messages.length === 0);
  const list = box.querySelector("ol.log") ?? make("ol", { class: "log", "aria-label": say("messages") });
  patch(list, [...rows, ...waiting]);
  if (list.isConnected) box.firstElementChild.replaceWith(top);
  else box.replaceChildren(top, list);
  box.setAttribute("aria-label", say("messages"));
  if (!stay) toEnd();
  giveBackFocus(box, focus, focusKey, focusMessage);
  for (const image of box.querySelectorAll("img:not([data-watched])")) {
    image.dataset.watched = "";
    image.addEventListener("load", () => !stay && atEndBefore(image) && toEnd());
  }
}

function beginning(world, empty) {
  const place = current();
  const first = empty && place?.guild && !place.thread ? firstSteps(world) : null;
  return make("div", { class: "beginning" }, make("p", {}, say("beginning", { place: place?.name ?? "" })), first);
}

// What a newcomer may do in an empty channel: the commands that begin something.
function firstSteps(world) {
  const names = commandsHere().map((command) => command.name).filter((name) => name.endsWith(" new"));
  return [make("p", { class: "hint" }, say("first_steps")),
    make("p", { class: "starts" }, names.map((name) => make("button", { type: "button", class: "control secondary", "data-key": `start ${name}`, on: { click: () => world.command(name) } }, `/${name}`)))];
}

function atEndBefore(image) {
  const box = find("messages");
  return box.scrollHeight - box.scrollTop - box.clientHeight < NEAR + image.clientHeight + 40;
}

function row(message, joined, world, next) {
  const waiting = [...state.waiting.keys()].filter((key) => key.startsWith(`${message.id}/`)).join();
  const key = JSON.stringify([message, joined, waiting, state.failed.get(message.id) ?? null, language()]);
  const known = drawn.get(message.id);
  const element = known?.key === key ? known.element : drawMessage(message, world, { joined, redraw: world.redraw });
  next.set(message.id, { key, element });
  return element;
}

// Puts the rows into the list, leaving those that are in place where they are.
function patch(list, rows) {
  const keep = new Set(rows);
  for (const child of [...list.children]) if (!keep.has(child)) child.remove();
  rows.forEach((element, number) => {
    if (list.children[number] !== element) list.insertBefore(element, list.children[number] ?? null);
  });
}

function giveBackFocus(box, focus, key, messageId) {
  if (!focus || focus.isConnected) return;
  const message = messageId ? box.querySelector(`[data-message="${messageId}"]`) : null;
  const same = key ? [...box.querySelectorAll("[data-key]")].find((part) => part.dataset.key === key && !part.disabled) : null;
  const target = same ?? message?.querySelector("button.control:not(:disabled), .menu-opener:not(:disabled)") ?? message ?? box;
  target.focus({ preventScroll: true });
}

function pending(command) {
  const close = make("button", { type: "button", class: "quiet", on: { click: command.dismiss } }, say("dismiss"));
  return make("li", { class: command.failed ? "message pending failed-command" : "message pending", tabindex: -1 },
    make("div", { class: "above" }, make("span", { class: "by" }, state.me.name), ` ${say("used")} `, make("span", { class: "mention" }, `/${command.name}`)),
    avatar(state.bot),
    make("div", { class: "body" }, make("div", { class: "head" }, make("span", { class: "author bot" }, state.bot.name), make("span", { class: "tag" }, say("app"))),
      command.failed ? make("div", { class: "failed", role: "alert" }, `${command.failed} `, close) : make("div", { class: "thinking" }, dots(), say("sending_command"))));
}
