// A command being filled in: one field an option, the optional ones on request, and the sending.

import { make } from "./dom.js";
import { Field } from "./field.js";
import { Listbox } from "./listbox.js";
import { say } from "./words.js";

export class CommandForm {
  constructor(command, { values, close, send }) {
    this.command = command;
    this.close = close;
    this.send = send;
    this.fields = new Map();
    this.list = make("div", { class: "fields" });
    this.chips = make("div", { class: "chips" });
    this.seek = make("input", {
      type: "text", class: "seek", role: "combobox", "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-label": say("seek_option"), placeholder: say("seek_option"),
      autocomplete: "off", spellcheck: "false", "data-option": "", on: { input: () => this.sought(), keydown: (event) => this.options.key(event), blur: () => this.options.hide() },
    });
    this.options = new Listbox({ owner: this.seek, label: say("seek_option"), pick: (entry) => this.choose(entry.value) });
    this.more = make("div", { class: "input" }, this.options.element, this.seek);
    this.error = make("div", { class: "failed", role: "alert" });
    this.go = make("button", { type: "submit", class: "round go", title: say("send"), "aria-label": say("send_command", { name: command.name }) }, "➤");
    const leave = make("button", { type: "button", class: "round", title: say("close"), "aria-label": say("close"), on: { click: close } }, "✕");
    this.element = make("div", { class: "command", role: "group", "aria-label": `/${command.name}`, on: { keydown: (event) => this.key(event) } },
      make("div", { class: "command-head" }, leave, make("strong", {}, `/${command.name}`), make("span", { class: "hint" }, command.description)),
      this.list, this.error, make("div", { class: "last" }, this.more, this.go), this.chips);
    for (const option of command.options) if (option.required || values[option.name] !== undefined) this.add(option, values[option.name]);
    this.offer();
  }

  add(option, text = "") {
    const field = new Field(option, {
      others: (name) => this.given(name),
      command: this.command,
      done: () => this.next(field),
      drop: () => this.drop(field),
    });
    this.fields.set(option.name, field);
    this.list.append(field.element);
    if (text) field.preset(text);
    return field;
  }

  drop(field) {
    if (field.option.required) return;
    this.fields.delete(field.option.name);
    field.element.remove();
    this.offer();
    this.rest();
  }

  offer() {
    const left = this.left();
    this.more.hidden = !left.length;
    this.chips.replaceChildren(...left.map((option) => make("button", {
      type: "button", class: "chip", title: option.description, "aria-label": say("add_option", { name: option.name, what: option.description }),
      on: { click: () => this.choose(option.name) },
    }, `+ ${option.name}`)));
  }

  left() {
    return this.command.options.filter((option) => !this.fields.has(option.name));
  }

  choose(name, text = "") {
    const field = this.add(this.command.options.find((option) => option.name === name), text);
    this.seek.value = "";
    this.options.hide();
    this.offer();
    field.focus();
  }

  // The name of an option is typed: a colon after it opens its field.
  sought() {
    const typed = this.seek.value.trimStart().toLowerCase();
    const named = /^(\w+):\s*(.*)$/.exec(typed);
    if (named && this.left().some((option) => option.name === named[1])) this.choose(named[1], named[2]);
    else if (typed) this.options.show(this.left().filter((option) => option.name.includes(typed)).map((option) => ({ label: option.name, hint: option.description, value: option.name })), { empty: say("no_match") });
    else this.options.hide();
  }

  // Where the focus goes when nothing has to be filled in.
  rest() {
    if (this.left().length) this.seek.focus();
    else this.go.focus();
  }

  focusFirst() {
    const empty = [...this.fields.values()].find((field) => !field.filled);
    if (empty) empty.focus();
    else this.rest();
  }

  next(field) {
    const all = [...this.fields.values()];
    const empty = all.slice(all.indexOf(field) + 1).find((one) => !one.filled) ?? all.find((one) => one.option.required && !one.filled);
    if (empty) empty.focus();
    else this.rest();
  }

  // What is filled in and valid, but for one option.
  given(except) {
    const values = {};
    for (const [name, field] of this.fields) {
      if (name === except || !field.filled) continue;
      const { value, wrong } = field.read();
      if (!wrong && value !== undefined) values[name] = value;
    }
    return values;
  }

  key(event) {
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    }
  }

  submit() {
    const options = {};
    for (const [name, field] of this.fields) {
      const { value, wrong } = field.read();
      field.mark(wrong);
      if (wrong) {
        this.error.textContent = `${name}: ${wrong}`;
        field.focus();
        return;
      }
      if (value !== undefined) options[name] = value;
    }
    this.send(options);
  }
}
