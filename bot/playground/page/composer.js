// Where one writes: plain messages, and after a slash the picker of commands. A chosen command gets its own form.

import { CommandForm } from "./command.js";
import { find, make } from "./dom.js";
import { Listbox } from "./listbox.js";
import { post } from "./requests.js";
import { commandsHere, current, state } from "./state.js";
import { say } from "./words.js";

const MOST = 2000;

let form = null; // the command being filled in
let drafts = new Map(); // channel id -> text
let shownFor = null;

// Draws the composer of the open channel; `sent` hears of everything on its way.
export function drawComposer(world) {
  const place = find("composer");
  const key = JSON.stringify([state.channel, current()?.may_say, current()?.archived, say("message_to")]);
  if (key === shownFor) return;
  shownFor = key;
  form = null;
  text(place, world);
}

export function openCommand(name, world, values = {}) {
  const command = commandsHere().find((one) => one.name === name);
  if (!command) return false;
  const place = find("composer");
  drafts.delete(state.channel);
  form = new CommandForm(command, {
    values,
    close: () => {
      form = null;
      text(place, world);
      place.querySelector("textarea")?.focus();
    },
    send: (options) => {
      world.command_sent(command, options);
      form = null;
      text(place, world);
      place.querySelector("textarea")?.focus();
    },
  });
  place.replaceChildren(form.element);
  form.focusFirst();
  return true;
}

function text(place, world) {
  const channel = current();
  if (!channel) return place.replaceChildren();
  const words = channel.may_say ? say("message_to", { place: channel.name }) : say("may_not_say");
  const area = make("textarea", { rows: 1, maxlength: MOST, placeholder: channel.may_say ? say("write") : words, "aria-label": words, role: "combobox", "aria-autocomplete": "list", "aria-haspopup": "listbox", "data-key": "write" });
  const slash = make("button", { type: "button", class: "round", title: say("commands"), "aria-label": say("commands"), "data-key": "slash" }, "/");
  const go = make("button", { type: "submit", class: "round go", title: say("send"), "aria-label": say("send") }, "➤");
  const list = new Listbox({ owner: area, label: say("commands"), pick: (entry) => openCommand(entry.value, world) });
  area.value = drafts.get(channel.id) ?? "";

  const grow = () => {
    area.style.height = "auto";
    if (area.value) area.style.height = `${Math.min(160, area.scrollHeight)}px`;
  };
  const typed = () => {
    drafts.set(channel.id, area.value);
    grow();
    if (!area.value.startsWith("/") || area.value.includes("\n")) return list.hide();
    const name = area.value.slice(1).toLowerCase();
    if (/\s$/.test(name) && openExact(name.trim(), world)) return undefined;
    list.show(suggestions(name), { empty: commandsHere().length ? say("no_command") : say("no_commands_yet") });
    return undefined;
  };
  const send = async () => {
    const written = area.value.trim();
    if (!written) return;
    if (written.startsWith("/") && typedCommand(written, world)) return;
    area.value = "";
    drafts.delete(channel.id);
    list.hide();
    grow();
    try {
      await post("/api/say", { channel: channel.id, text: written });
    } catch (refused) {
      area.value = written;
      world.notice(say(refused.code === "lost" ? "lost" : "cannot_say"));
    }
  };
  area.addEventListener("input", typed);
  area.addEventListener("keydown", (event) => {
    if (list.key(event) || event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  });
  area.addEventListener("blur", () => list.hide());
  slash.addEventListener("pointerdown", (event) => event.preventDefault());
  slash.addEventListener("click", () => {
    area.value = "/";
    area.focus();
    typed();
  });
  place.onsubmit = (event) => {
    event.preventDefault();
    if (form) form.submit();
    else send();
  };
  place.replaceChildren(list.element, make("div", { class: "write" }, slash, area, go));
  grow();
}

function suggestions(typed) {
  const parts = typed.split(/\s+/).filter(Boolean);
  const fits = commandsHere().filter((command) => parts.every((part) => command.name.includes(part)));
  const rank = (command) => (command.name.startsWith(typed.trim()) ? 0 : 1);
  return fits.sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1))
    .map((command) => ({ label: `/${command.name}`, hint: command.description, value: command.name }));
}

function openExact(name, world) {
  const longer = commandsHere().some((command) => command.name.startsWith(`${name} `));
  return !longer && openCommand(name, world);
}

// A whole command typed or pasted, with options as name:value.
function typedCommand(written, world) {
  const line = written.slice(1);
  const found = commandsHere().filter((command) => line === command.name || line.startsWith(`${command.name} `))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (!found) return false;
  const values = {};
  const names = found.options.map((option) => option.name).join("|");
  const rest = line.slice(found.name.length);
  if (names) for (const [, name, value] of rest.matchAll(new RegExp(`(?:^|\\s)(${names}):\\s*(.*?)(?=\\s(?:${names}):|$)`, "g"))) values[name] = value.trim();
  openCommand(found.name, world, values);
  return true;
}
