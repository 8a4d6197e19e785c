// Rows of buttons and selects under a message, and the wait for the bot's answer.

import { make } from "./dom.js";
import { channelOf } from "./inline.js";
import { menu } from "./menu.js";
import { post } from "./requests.js";
import { state } from "./state.js";
import { say } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link-button" };
const BUTTON = 2;

export function controls(message, world, redraw) {
  return message.rows.map((row) => make("div", { class: "row", role: "group" }, row.map((item) =>
    item.type === BUTTON ? button(item, message, world, redraw) : menu(item, message, (values) => choose(item, message, values, redraw)))));
}

function button(item, message, world, redraw) {
  const key = `${message.id}/${item.custom_id ?? item.url}`;
  const waiting = state.waiting.has(key);
  const emoji = item.emoji?.name ? make("span", { class: "emoji", "aria-hidden": item.label ? "true" : null }, item.emoji.name) : null;
  const place = item.url ? channelOf(item.url) : null;
  const press = () => {
    if (place) world.open(place.channel, place.message);
    else if (item.custom_id) answer(key, message, () => post("/api/press", { channel: message.channel, message: message.id, id: item.custom_id }), redraw);
  };
  return make("button", {
    type: "button", class: `control ${STYLES[item.style] ?? "secondary"}`, "data-key": key, "data-custom-id": item.custom_id,
    disabled: Boolean(item.disabled) || (item.style === 5 && !place), "aria-busy": waiting ? "true" : null,
    "aria-label": waiting ? say("waiting_for", { what: item.label ?? "" }) : null, title: item.url ?? null,
    on: { click: () => !waiting && press() },
  }, waiting ? dots() : [emoji, item.label ?? ""]);
}

function choose(item, message, values, redraw) {
  const body = { channel: message.channel, message: message.id, id: item.custom_id, values };
  answer(`${message.id}/${item.custom_id}`, message, () => post("/api/choose", body), redraw);
}

async function answer(key, message, ask, redraw) {
  state.waiting.set(key, true);
  state.failed.delete(message.id);
  redraw(message.id);
  try {
    const told = await ask();
    if (told.failed) state.failed.set(message.id, say("interaction_failed"));
  } catch (refused) {
    state.failed.set(message.id, say(refused.code === "lost" ? "interaction_failed" : "cannot_press"));
  }
  state.waiting.delete(key);
  redraw(message.id);
}

export function dots() {
  return make("span", { class: "dots", "aria-hidden": "true" }, make("i"), make("i"), make("i"));
}
