// A select of a message: a button that opens a list. One value is sent at once, several when the list is closed.

import { make } from "./dom.js";
import { Listbox } from "./listbox.js";
import { membersHere, state } from "./state.js";
import { say } from "./words.js";

const STRINGS = 3;
const USERS = 5;

export function menu(item, message, send) {
  const key = `${message.id}/${item.custom_id}`;
  const many = item.max_values > 1;
  const options = optionsOf(item);
  const before = options.filter((option) => option.default).map((option) => option.value);
  let chosen = [...before];
  const waiting = state.waiting.has(key);
  const opener = make("button", {
    type: "button", class: "menu-opener", role: "combobox", "aria-haspopup": "listbox", "data-key": key, "data-custom-id": item.custom_id,
    disabled: Boolean(item.disabled) || waiting, "aria-busy": waiting ? "true" : null, "aria-label": item.placeholder ?? say("choose"),
  });
  const list = new Listbox({ owner: opener, label: item.placeholder ?? say("choose"), many, pick });
  const wrap = make("div", { class: "menu" }, opener, list.element);

  function name() {
    const labels = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
    opener.replaceChildren(make("span", { class: labels.length ? "chosen" : "placeholder" }, labels.join(", ") || item.placeholder || say("choose")),
      make("span", { "aria-hidden": "true" }, "▾"));
    opener.setAttribute("aria-label", [item.placeholder, labels.join(", ")].filter(Boolean).join(": ") || say("choose"));
  }

  function show(active) {
    list.show(options.map((option) => ({ ...option, hint: option.description, sign: option.emoji?.name, picked: chosen.includes(option.value) })), { active });
  }

  function pick(option) {
    if (!many) {
      chosen = [option.value];
      close();
      return;
    }
    chosen = chosen.includes(option.value) ? chosen.filter((value) => value !== option.value) : [...chosen, option.value].slice(0, item.max_values);
    show(list.active);
    name();
  }

  function close() {
    if (!list.open) return;
    list.hide();
    name();
    const same = chosen.length === before.length && chosen.every((value) => before.includes(value));
    if (chosen.length < item.min_values || (many && same)) {
      chosen = [...before];
      name();
      return;
    }
    send(chosen);
  }

  function cancel() {
    list.hide();
    chosen = [...before];
    name();
  }

  opener.addEventListener("click", () => (list.open ? (many ? close() : cancel()) : show(Math.max(0, options.findIndex((o) => chosen.includes(o.value))))));
  opener.addEventListener("keydown", (event) => {
    if (list.open && event.key === "Escape") {
      event.preventDefault();
      cancel();
    } else if (list.open && many && event.key === "Tab") {
      close();
    } else if (list.open && event.key === " ") {
      event.preventDefault();
      if (list.active >= 0) pick(list.entries[list.active]);
    } else if (!list.key(event, { tab: false }) && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      opener.click();
    }
  });
  opener.addEventListener("blur", () => (many ? close() : list.open && cancel()));
  name();
  return wrap;
}

function optionsOf(item) {
  if (item.type === STRINGS) return item.options;
  const defaults = new Set((item.default_values ?? []).map((value) => value.id));
  if (item.type === USERS) return membersHere().map((who) => ({ label: who.name, value: who.id, default: defaults.has(who.id) }));
  return [];
}
