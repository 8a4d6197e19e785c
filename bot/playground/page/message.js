// One message: who, when, what, and everything under it.

import { make } from "./dom.js";
import { controls, dots } from "./controls.js";
import { embed } from "./embed.js";
import { inline } from "./inline.js";
import { markdown } from "./markdown.js";
import { avatar } from "./places.js";
import { download, picture } from "./picture.js";
import { post } from "./requests.js";
import { state } from "./state.js";
import { messageTime } from "./time.js";
import { say } from "./words.js";

const RENAMED = 4;
const THREAD_OPENED = 18;
const STARTER = 21;

// `joined`: it follows another of the same author, so the head is left out.
export function drawMessage(message, world, { joined, redraw }) {
  if ([RENAMED, THREAD_OPENED].includes(message.type)) return note(message, world);
  const classes = ["message", joined && "joined", message.mentioned && "mentioned", message.private && "private"].filter(Boolean).join(" ");
  const head = make("div", { class: "head" }, make("span", { class: message.author.bot ? "author bot" : "author" }, message.author.name),
    message.author.bot ? make("span", { class: "tag" }, say("app")) : null, messageTime(message.at));
  return make("li", { class: classes, "data-message": message.id, tabindex: -1, "aria-label": label(message) },
    used(message), answered(message, world),
    joined ? null : avatar(message.author),
    make("div", { class: "body" },
      joined ? null : head,
      message.thinking ? make("div", { class: "thinking" }, dots(), say("thinking", { name: message.author.name })) : null,
      message.content ? make("div", { class: "content" }, markdown(message.content, world), message.edited ? edited() : null) : null,
      message.embeds.map((data) => embed(data, world)),
      message.files.map((file) => (file.picture ? picture(file) : download(file))),
      make("div", { class: "controls" }, controls(message, world, redraw)),
      state.failed.has(message.id) ? make("div", { class: "failed", role: "alert" }, state.failed.get(message.id)) : null,
      card(message, world),
      message.private ? only(message) : null));
}

function label(message) {
  return message.private ? `${message.author.name}. ${say("only_you")}` : message.author.name;
}

function edited() {
  return make("small", { class: "edited" }, ` (${say("edited")})`);
}

function used(message) {
  if (!message.used) return null;
  return make("div", { class: "above" }, make("span", { class: "by" }, message.used.by.name), ` ${say("used")} `, make("span", { class: "mention" }, `/${message.used.command}`));
}

function answered(message, world) {
  if (!message.answers || message.type === STARTER) return null;
  if (!message.answers.author) return make("div", { class: "above" }, say("answered_gone"));
  return make("div", { class: "above" }, make("span", { class: "by" }, message.answers.author.name), " ", inline(message.answers.content.split("\n")[0].slice(0, 120), world));
}

function card(message, world) {
  if (!message.thread) return null;
  const { id, name, count } = message.thread;
  return make("button", { type: "button", class: "thread-card", "data-key": `${message.id}/thread`, on: { click: () => world.open(id) } },
    make("strong", {}, name), make("span", { class: "go" }, say("see_messages", { n: count })));
}

function only(message) {
  return make("div", { class: "only" }, make("span", { class: "eye", "aria-hidden": "true" }), say("only_you"), " • ",
    make("button", { type: "button", class: "quiet", "data-key": `${message.id}/dismiss`, on: { click: () => post("/api/dismiss", { channel: message.channel, message: message.id }).catch(() => {}) } }, say("dismiss")));
}

function note(message, world) {
  const id = message.type === RENAMED ? "renamed" : "thread_opened";
  return make("li", { class: "message note", "data-message": message.id, tabindex: -1 },
    make("span", { class: "arrow", "aria-hidden": "true" }, "→"), say(id, { name: message.author.name, what: message.content }), " ", messageTime(message.at), card(message, world));
}
