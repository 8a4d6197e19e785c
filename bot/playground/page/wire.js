// What went over the wire, raw, with the schema's verdict: for whoever develops the bot. It shows everybody's secrets.

import { make } from "./dom.js";
import { say } from "./words.js";

const KEPT = 400;
const SIGNS = { request: "→", response: "←", event: "⇢" };

export class Wire {
  constructor(element, listen) {
    this.element = element;
    this.listen = listen;
    this.checks = false;
    this.all = false;
    this.entries = [];
  }

  get open() {
    return !this.element.hidden;
  }

  toggle() {
    this.element.hidden = this.open;
    document.body.classList.toggle("wire-open", this.open);
    this.entries = [];
    this.listen(this.open);
    if (this.open) this.draw();
  }

  // A new connection has to be asked again.
  lost() {
    if (this.open) this.toggle();
  }

  draw() {
    const all = make("input", { type: "checkbox", checked: this.all, on: { change: (event) => { this.all = event.target.checked; this.fill(); } } });
    this.list = make("ol", { "aria-label": say("wire") });
    this.element.replaceChildren(
      make("header", {}, make("h2", {}, say("wire_title")), make("label", {}, all, ` ${say("wire_all")}`),
        make("p", {}, `${say("wire_secrets")} ${this.checks ? say("wire_checked") : say("wire_unchecked")}`)),
      this.list);
    this.fill();
  }

  add(entries) {
    this.entries = [...this.entries, ...entries].slice(-KEPT);
    if (this.open) for (const entry of entries) this.append(entry);
  }

  fill() {
    this.list.replaceChildren();
    for (const entry of this.entries) this.append(entry);
  }

  append(entry) {
    if (entry.kind !== "request" && !this.all && !entry.problems?.length) return;
    const box = this.list.parentElement;
    const stay = box.scrollHeight - box.scrollTop - box.clientHeight > 60;
    const verdict = entry.problems === null ? null : entry.problems.length
      ? make("strong", { class: "bad" }, `✗ ${say("wire_bad", { n: entry.problems.length })}`)
      : make("span", { class: "good" }, `✓ ${say("wire_good")}`);
    const body = make("pre", { tabindex: 0 });
    const details = make("details", { on: { toggle: () => { if (!body.textContent) body.textContent = JSON.stringify(entry.payload, null, 2); } } },
      make("summary", {}, make("span", { "aria-hidden": "true" }, `${SIGNS[entry.kind]} `), make("code", {}, entry.what), " ", verdict),
      entry.problems?.length ? make("ul", {}, entry.problems.map((problem) => make("li", {}, problem))) : null, body);
    this.list.append(make("li", { class: entry.kind }, details));
    while (this.list.children.length > KEPT) this.list.firstElementChild.remove();
    if (!stay) box.scrollTop = box.scrollHeight;
  }
}
