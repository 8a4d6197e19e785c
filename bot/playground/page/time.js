// Moments as Discord shows them; those that say how long it is ticks on. The world's time may run ahead of the machine's.

import { make } from "./dom.js";
import { language } from "./words.js";

let ahead = 0;

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [
  ["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1],
];

export function setClock(worldNow) {
  ahead = worldNow - Date.now();
}

export function worldNow() {
  return Date.now() + ahead;
}

export function shown(milliseconds, style) {
  if (style === "R") return relative(milliseconds);
  return new Intl.DateTimeFormat(language(), STYLES[style] ?? STYLES.f).format(milliseconds);
}

function relative(milliseconds) {
  const seconds = Math.round((milliseconds - worldNow()) / 1000);
  const [unit, length] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.round(seconds / length), unit);
}

export function timestamp(unix, style) {
  const at = unix * 1000;
  if (Math.abs(at) > 8.64e15) return make("span", {}, "?");
  const title = shown(at, "F");
  const iso = new Date(at).toISOString();
  return make("time", { class: "timestamp", datetime: iso, title, "data-at": at, "data-style": style }, shown(at, style));
}

// The time beside an author's name: the hour today, the date too on other days.
export function messageTime(at) {
  const today = new Date(worldNow()).toDateString() === new Date(at).toDateString();
  const text = today ? shown(at, "t") : `${shown(at, "d")} ${shown(at, "t")}`;
  return make("time", { class: "when", datetime: new Date(at).toISOString(), title: shown(at, "F") }, text);
}

export function tick() {
  for (const element of document.querySelectorAll('time[data-style="R"]')) {
    const text = shown(Number(element.dataset.at), "R");
    if (element.textContent !== text) element.textContent = text;
  }
}

setInterval(tick, 1000);
