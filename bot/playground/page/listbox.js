// A list one chooses from by arrows, Enter, Tab, Escape or a press; the focus stays where it was, as screen readers know it.

import { make } from "./dom.js";

let made = 0;

export class Listbox {
  // `owner` is the element that has the focus; `pick` hears of the chosen entry. Entries: { label, hint, value, sign, picked }.
  constructor({ owner, label, pick, many = false }) {
    made += 1;
    this.id = `list-${made}`;
    this.owner = owner;
    this.pick = pick;
    this.entries = [];
    this.active = -1;
    this.element = make("ul", { id: this.id, class: "listbox", role: "listbox", "aria-label": label, "aria-multiselectable": many ? "true" : null, hidden: true });
    owner.setAttribute("aria-controls", this.id);
    owner.setAttribute("aria-expanded", "false");
  }

  get open() {
    return !this.element.hidden;
  }

  show(entries, { active = 0, empty = null } = {}) {
    this.entries = entries;
    const rows = entries.map((entry, number) => this.row(entry, number));
    if (!entries.length && empty) rows.push(make("li", { class: "empty" }, empty));
    this.element.replaceChildren(...rows);
    this.element.hidden = !rows.length;
    this.owner.setAttribute("aria-expanded", String(this.open));
    this.activate(entries.length ? Math.min(active, entries.length - 1) : -1);
  }

  row(entry, number) {
    return make("li", {
      id: `${this.id}-${number}`, role: "option", "data-value": entry.value, "aria-selected": String(Boolean(entry.picked)), class: entry.picked ? "picked" : null,
      on: {
        pointermove: () => this.active !== number && this.activate(number, false),
        pointerdown: (event) => event.preventDefault(),
        click: () => this.pick(entry),
      },
    }, entry.sign ? make("span", { class: "sign", "aria-hidden": "true" }, entry.sign) : null,
    make("span", { class: "label" }, entry.label), entry.hint ? make("span", { class: "hint" }, entry.hint) : null);
  }

  hide() {
    this.element.hidden = true;
    this.entries = [];
    this.active = -1;
    this.owner.setAttribute("aria-expanded", "false");
    this.owner.removeAttribute("aria-activedescendant");
  }

  activate(number, scroll = true) {
    this.element.querySelector(".active")?.classList.remove("active");
    this.active = number;
    const row = number >= 0 ? this.element.children[number] : null;
    if (!row) {
      this.owner.removeAttribute("aria-activedescendant");
      return;
    }
    row.classList.add("active");
    this.owner.setAttribute("aria-activedescendant", row.id);
    if (scroll) row.scrollIntoView({ block: "nearest" });
  }

  // Takes a key if it is one for an open list; says whether it was.
  key(event, { tab = true } = {}) {
    if (!this.open || event.isComposing) return false;
    const count = this.entries.length;
    if (event.key === "ArrowDown" && count) this.activate((this.active + 1) % count);
    else if (event.key === "ArrowUp" && count) this.activate((this.active - 1 + count) % count);
    else if (event.key === "Escape") this.hide();
    else if ((event.key === "Enter" || (tab && event.key === "Tab" && !event.shiftKey)) && this.active >= 0) this.pick(this.entries[this.active]);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
