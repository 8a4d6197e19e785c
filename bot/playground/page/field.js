// One option of a command: what is typed, what may be chosen, and the value that is sent.

import { make } from "./dom.js";
import { Listbox } from "./listbox.js";
import { post } from "./requests.js";
import { channelsOf, current, guildOf, membersHere, state } from "./state.js";
import { say } from "./words.js";

const [STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER] = [3, 4, 5, 6, 7, 8, 10];
const PATIENCE = 150; // milliseconds after the last key before the bot is asked

let made = 0;

// The others before oneself, and the bot last: who is invited is seldom either.
function peopleFirst() {
  const rank = (who) => (who.bot ? 2 : who.id === state.me.id ? 1 : 0);
  return [...membersHere()].sort((one, other) => rank(one) - rank(other));
}

export class Field {
  constructor(option, { others, command, done, drop }) {
    made += 1;
    this.option = option;
    this.others = others;
    this.command = command;
    this.done = done;
    this.chosen = null; // the entry picked from the list
    this.asked = 0;
    this.offeredFor = null; // the text that the open list answers
    const id = `option-${made}`;
    this.input = make("input", {
      id, type: "text", role: "combobox", "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-describedby": `${id}-hint`, "aria-required": String(option.required),
      inputmode: option.type === INTEGER && !option.autocomplete ? "numeric" : null, autocomplete: "off", spellcheck: "false", "data-option": option.name,
      on: {
        input: () => { this.chosen = null; this.suggest(); },
        focus: () => this.suggest(),
        blur: () => this.list.hide(),
        keydown: (event) => this.key(event, drop),
      },
    });
    this.list = new Listbox({ owner: this.input, label: option.name, pick: (entry) => this.pick(entry) });
    this.element = make("div", { class: "field" }, make("label", { for: id }, option.name, option.required ? null : make("span", { class: "optional" }, ` ${say("optional")}`)),
      make("div", { class: "input" }, this.list.element, this.input), make("small", { id: `${id}-hint`, class: "hint" }, option.description));
  }

  get filled() {
    return this.chosen !== null || this.input.value.trim() !== "";
  }

  focus() {
    this.input.focus();
  }

  preset(text) {
    this.input.value = text;
    const found = this.fixed()?.find((entry) => entry.label.toLowerCase() === text.toLowerCase() || String(entry.value) === text);
    if (found) this.take(found);
  }

  take(entry) {
    this.chosen = entry;
    this.input.value = entry.label;
    this.mark(null);
  }

  pick(entry) {
    this.take(entry);
    this.list.hide();
    this.done();
  }

  key(event, drop) {
    if (this.list.key(event)) return;
    if (event.key === "Backspace" && !this.input.value && !this.option.required) {
      event.preventDefault();
      drop();
    } else if (event.key === "ArrowDown" && !this.list.open) {
      event.preventDefault();
      this.suggest();
    }
  }

  // The entries that are known without asking the bot, null when it must be asked or anything goes.
  fixed() {
    const { type, choices } = this.option;
    if (choices.length) return choices.map((choice) => ({ label: choice.name, value: choice.value }));
    if (type === BOOLEAN) return [{ label: say("yes"), value: true }, { label: say("no"), value: false }];
    if (type === USER) return peopleFirst().map((who) => ({ label: who.name, value: who.id, sign: "@" }));
    if (type === CHANNEL) return guildOf(current()) ? channelsOf(guildOf(current())).map((channel) => ({ label: channel.name, value: channel.id, sign: "#" })) : [];
    if (type === ROLE) return (guildOf(current())?.roles ?? []).map((role) => ({ label: role.name, value: role.id, sign: "@" }));
    return null;
  }

  suggest() {
    const fixed = this.fixed();
    const typed = this.chosen ? "" : this.input.value.trim().toLowerCase();
    if (fixed) this.list.show(fixed.filter((entry) => entry.label.toLowerCase().includes(typed)), { empty: say("no_match") });
    else if (this.option.autocomplete) this.ask();
    else this.list.hide();
  }

  async ask() {
    this.asked += 1;
    const mine = this.asked;
    const value = this.chosen ? String(this.chosen.value) : this.input.value;
    // What was offered for another text must not be picked by an Enter that comes before the answer.
    if (this.list.open && this.offeredFor !== value) this.list.show([], { empty: say("loading_options") });
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    if (mine !== this.asked || document.activeElement !== this.input) return;
    if (!this.list.open) this.list.show([], { empty: say("loading_options") });
    const body = { channel: state.channel, command: this.command.name, options: this.others(this.option.name), focused: this.option.name, value };
    let answer;
    try {
      answer = await post("/api/complete", body);
    } catch {
      answer = { failed: true };
    }
    if (mine !== this.asked || document.activeElement !== this.input) return;
    this.offeredFor = value;
    if (answer.failed) this.list.show([], { empty: say("options_failed") });
    else this.list.show(answer.choices.map((choice) => ({ label: choice.name, value: choice.value })), { empty: say("no_match") });
  }

  // Gives { value } to send, or { wrong } with a sentence.
  read() {
    const text = this.input.value.trim();
    if (this.chosen) return { value: this.chosen.value };
    if (!text) return this.option.required ? { wrong: say("option_needed") } : {};
    const fixed = this.fixed();
    if (fixed) {
      const found = fixed.filter((entry) => entry.label.toLowerCase() === text.toLowerCase());
      return found.length === 1 ? { value: found[0].value } : { wrong: say("choose_from_list") };
    }
    if (this.option.type === STRING) return this.length(text);
    if ([INTEGER, NUMBER].includes(this.option.type)) return this.amount(text);
    return { wrong: say("choose_from_list") };
  }

  length(text) {
    const { min_length: least = 0, max_length: most = 6000 } = this.option;
    return text.length < least || text.length > most ? { wrong: say("wrong_length", { least, most }) } : { value: text };
  }

  amount(text) {
    const value = Number(text);
    const whole = this.option.type !== INTEGER || Number.isInteger(value);
    if (!text || Number.isNaN(value) || !whole) return { wrong: say("wrong_number") };
    const { min_value: least = -Infinity, max_value: most = Infinity } = this.option;
    return value < least || value > most ? { wrong: say("wrong_range", { least, most }) } : { value };
  }

  mark(wrong) {
    this.input.setAttribute("aria-invalid", String(Boolean(wrong)));
  }
}
