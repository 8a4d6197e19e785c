// A command being filled in: one field an option, the optional ones on request, and the sending.

import { make } from "./dom.js";
import { Field } from "./field.js";
import { say } from "./words.js";

export class CommandForm {
  constructor(command, { values, close, send }) {
    this.command = command;
    this.close = close;
    this.send = send;
    this.fields = new Map();
    this.list = make("div", { class: "fields" });
    this.more = make("div", { class: "more" });
    this.error = make("div", { class: "failed", role: "alert" });
    this.go = make("button", { type: "submit", class: "round go", title: say("send"), "aria-label": say("send_command", { name: command.name }) }, "➤");
    const leave = make("button", { type: "button", class: "round", title: say("close"), "aria-label": say("close"), on: { click: close } }, "✕");
    this.element = make("div", { class: "command", role: "group", "aria-label": `/${command.name}`, on: { keydown: (event) => this.key(event) } },
      make("div", { class: "command-head" }, leave, make("strong", {}, `/${command.name}`), make("span", { class: "hint" }, command.description), this.go),
      this.list, this.more, this.error);
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
    this.more.querySelector("button")?.focus();
  }

  offer() {
    const left = this.command.options.filter((option) => !this.fields.has(option.name));
    this.more.replaceChildren(...left.map((option) => make("button", {
      type: "button", class: "chip", title: option.description, "aria-label": say("add_option", { name: option.name, what: option.description }),
      on: { click: () => { const field = this.add(option); this.offer(); field.focus(); } },
    }, `+ ${option.name}`)));
  }

  focusFirst() {
    const empty = [...this.fields.values()].find((field) => !field.filled);
    if (empty) empty.focus();
    else this.go.focus();
  }

  next(field) {
    const all = [...this.fields.values()];
    const empty = all.slice(all.indexOf(field) + 1).find((one) => !one.filled) ?? all.find((one) => one.option.required && !one.filled);
    if (empty) empty.focus();
    else this.go.focus();
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
