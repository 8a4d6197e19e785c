// The desk around the panes: who is shown, the clock, the light, and what goes over the wire.

import { toggleTheme } from "./theme.js";
import { calm } from "./calm.js";
import { Connection } from "./connection.js";
import { find, make, refill } from "./dom.js";
import { badge } from "./places.js";
import { post, speakFor } from "./requests.js";
import { setClock, shown, worldNow } from "./time.js";
import { Wire } from "./wire.js";
import { say, speak } from "./words.js";

const NARROWEST = 400; // px of a pane
const SHOWN = "tavoliere-shown";
const HOUR = 3600;
const DAY = 24 * HOUR;

let players = [];
let bot = null;
let visible = JSON.parse(sessionStorage.getItem(SHOWN) ?? "null");
let shift = 0;
let connection = null;
const wire = new Wire(find("wire"), (on) => connection?.send({ wire: on }));

function room() {
  return Math.max(1, Math.floor(innerWidth / NARROWEST));
}

function choose() {
  const known = new Set(players.map((player) => player.id));
  visible = (visible ?? players.slice(0, Math.min(2, room())).map((player) => player.id)).filter((id) => known.has(id));
  if (!visible.length && players.length) visible = [players[0].id];
  sessionStorage.setItem(SHOWN, JSON.stringify(visible));
}

// On a wide window a press adds or takes away a pane; on a narrow one it changes who is shown.
function toggle(id) {
  if (visible.includes(id) && room() > 1) visible = visible.length > 1 ? visible.filter((one) => one !== id) : visible;
  else visible = [...visible.filter((one) => one !== id).slice(-(room() - 1) || visible.length), id].slice(-room());
  draw();
}

function draw() {
  choose();
  drawBar();
  drawPanes();
}

function drawBar() {
  const here = visible.slice(-room());
  refill(find("bar"),
    make("h1", {}, make("img", { src: "/page/icon.svg", alt: "", width: 24, height: 24 }), make("span", { class: "name" }, "Tavoliere")),
    make("div", { class: "tabs", role: "group", "aria-label": say("players") }, players.map((player) => tab(player, here.includes(player.id))), addButton()),
    make("button", { type: "button", class: "tool more", "data-key": "more", "aria-label": say("tools"), title: say("tools"), "aria-expanded": String(document.body.classList.contains("tools-open")), on: { click: () => { document.body.classList.toggle("tools-open"); draw(); } } }, "⋯"),
    make("div", { class: "tools" }, online(), clock(),
      make("button", { type: "button", class: "tool", "data-key": "wire", "aria-pressed": String(wire.open), on: { click: () => { wire.toggle(); draw(); } } }, say("wire")),
      make("button", { type: "button", class: "tool", "data-key": "theme", title: say("light"), "aria-label": say("light"), on: { click: toggleTheme } }, "◐")));
}

function tab(player, on) {
  const label = player.mentions ? say("place_mentions", { place: player.name, n: player.mentions }) : player.name;
  return make("button", { type: "button", class: "tab", "aria-pressed": String(on), "aria-label": label, "data-key": `tab ${player.id}`, "data-player": player.name, on: { click: () => toggle(player.id) } },
    player.name, badge(player.mentions));
}

function addButton() {
  return make("button", { type: "button", class: "tab add", title: say("add_player"), "aria-label": say("add_player"), "data-key": "add", on: { click: askName } }, "+");
}

function askName() {
  const input = make("input", { type: "text", maxlength: 32, required: true, pattern: "[A-Za-z0-9_.]{2,32}", "aria-label": say("player_name"), placeholder: say("player_name"), autofocus: true });
  const error = make("p", { class: "failed", role: "alert" });
  const save = async (event) => {
    event.preventDefault();
    try {
      const { id } = await post("/desk/player", { name: input.value });
      visible = [...visible, id].slice(-room());
      dialog.close();
    } catch {
      error.textContent = say("cannot_add");
    }
  };
  const dialog = make("dialog", { class: "ask", "aria-label": say("add_player"), on: { close: () => dialog.remove() } },
    make("form", { on: { submit: save } }, make("h2", {}, say("add_player")), input, error,
      make("div", { class: "row" }, make("button", { type: "submit", class: "control primary" }, say("add")),
        make("button", { type: "button", class: "control secondary", on: { click: () => dialog.close() } }, say("cancel")))));
  document.body.append(dialog);
  dialog.showModal();
}

function online() {
  const text = say(bot.online ? "bot_online" : "bot_offline", { name: bot.name });
  return make("span", { class: bot.online ? "online" : "offline", role: "status", title: text, "aria-label": text }, make("i", { "aria-hidden": "true" }));
}

function clock() {
  const turn = (seconds) => post("/desk/clock", { seconds }).catch(() => {});
  const ahead = shift ? ` +${Math.floor(shift / DAY) ? `${Math.floor(shift / DAY)} d ` : ""}${Math.round((shift % DAY) / HOUR)} h` : "";
  return make("div", { class: "clock", role: "group", "aria-label": say("clock") },
    make("time", { id: "now", title: shown(worldNow(), "F") }, shown(worldNow(), "t")), make("small", {}, ahead),
    make("button", { type: "button", class: "tool", "data-key": "hour", title: say("advance_hour"), "aria-label": say("advance_hour"), on: { click: () => turn(HOUR) } }, "+1 h"),
    make("button", { type: "button", class: "tool", "data-key": "day", title: say("advance_day"), "aria-label": say("advance_day"), on: { click: () => turn(DAY) } }, "+1 d"));
}

function drawPanes() {
  const place = find("panes");
  const wanted = visible.slice(-room()).map((id) => players.find((player) => player.id === id)).filter(Boolean);
  const kept = new Map([...place.children].map((frame) => [frame.dataset.player, frame]));
  const order = players.filter((player) => wanted.includes(player));
  for (const [id, frame] of kept) if (!order.some((player) => player.id === id)) frame.remove();
  order.forEach((player, number) => {
    // A frame that is moved would load anew: only missing ones are put in, and the order is the stylesheet's.
    const frame = kept.get(player.id) ?? place.appendChild(make("iframe", { src: `/page/seat.html#${player.token}`, "data-player": player.id, "data-name": player.name, title: say("pane_of", { name: player.name }) }));
    frame.style.order = String(number);
  });
}

const HEARD = {
  state(news) {
    players = news.players;
    bot = news.bot;
    shift = news.shift;
    setClock(news.now);
    wire.checks = news.checks;
    calm("desk", draw);
  },
  wire: ({ entries }) => wire.add(entries),
};

async function start() {
  let opened;
  try {
    opened = await post("/desk/open");
  } catch {
    setTimeout(start, 1000);
    return;
  }
  const wanted = [...navigator.languages, "en-US"].map((tag) => Object.keys(opened.words).find((one) => one.slice(0, 2) === tag.slice(0, 2))).find(Boolean);
  speak(opened.words[wanted], wanted);
  document.title = say("title");
  speakFor(opened.token);
  connection = new Connection("/desk/live", opened.token, {
    news: (news) => HEARD[news.kind]?.(news),
    state: () => {
      if (bot) {
        bot.online = false;
        drawBar();
      }
      wire.lost();
    },
  });
}

addEventListener("resize", () => players.length && draw());
setInterval(() => {
  const now = find("now");
  if (now) now.textContent = shown(worldNow(), "t");
}, 1000);
start();
