// One player's pane: hears what happens, keeps what is known and draws it. Its session is in the address after the #.

import "./theme.js";
import { calm } from "./calm.js";
import { Connection } from "./connection.js";
import { drawComposer, openCommand } from "./composer.js";
import { find, make } from "./dom.js";
import { drawPlaces } from "./places.js";
import { get, post, speakFor } from "./requests.js";
import { atEnd, drawHead, drawMessages, toEnd } from "./room.js";
import { byId, current, messagesOf, personName, state, takeChannel, takePlaces } from "./state.js";
import { setClock } from "./time.js";
import { say, speak } from "./words.js";

const token = location.hash.slice(1);
const PLACE = `tavoliere-place-${token.split(".")[0]}`;
let commands = 0;
let lost = false;

const world = {
  me: () => state.me.id,
  person: (id) => personName(id) ?? say("unknown_person"),
  role: (id) => state.guilds.flatMap((guild) => guild.roles).find((role) => role.id === id)?.name ?? "?",
  channel: (id) => state.channels.get(id)?.name ?? null,
  open,
  redraw: () => drawRoom(),
  command: (name) => openCommand(name, world),
  command_sent: sendCommand,
  notice: (text) => notice(text),
};

function drawAll() {
  drawMarks();
  drawRoom();
  calm("composer", () => drawComposer(world));
}

function drawRoom() {
  calm("room", () => drawMessages(world, { older, open }));
}

function drawMarks() {
  calm("places", () => drawPlaces(open));
  calm("head", () => drawHead(() => document.body.classList.toggle("places-open"), open));
}

async function open(channelId, messageId = null) {
  const channel = state.channels.get(channelId);
  document.body.classList.remove("places-open");
  if (!channel) return;
  if (state.channel !== channelId) {
    state.channel = channelId;
    state.divider = channel.new ? channel.seen : null;
    sessionStorage.setItem(PLACE, channelId);
    drawAll();
    await load(channelId);
  }
  if (messageId) show(messageId);
  markRead();
}

function show(messageId) {
  const element = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`);
  if (!element) return;
  element.scrollIntoView({ block: "center" });
  element.focus({ preventScroll: true });
  element.classList.add("found");
  setTimeout(() => element.classList.remove("found"), 2000);
}

async function load(channelId, before = null) {
  let answer;
  try {
    answer = await get(`/api/messages/${channelId}${before ? `?before=${before}` : ""}`);
  } catch {
    return;
  }
  const known = messagesOf(channelId);
  for (const message of answer.messages) known.set(message.id, message);
  state.more.set(channelId, answer.more);
  if (channelId === state.channel) drawRoom();
}

async function older() {
  const oldest = [...messagesOf(state.channel).keys()].sort(byId)[0];
  const box = find("messages");
  const below = box.scrollHeight - box.scrollTop;
  await load(state.channel, oldest);
  box.scrollTop = box.scrollHeight - below;
}

async function sendCommand(command, options) {
  commands += 1;
  const pending = { key: commands, channel: state.channel, name: command.name, failed: null };
  pending.dismiss = () => {
    state.pending = state.pending.filter((one) => one !== pending);
    drawRoom();
  };
  state.pending.push(pending);
  drawRoom();
  toEnd();
  try {
    const told = await post("/api/slash", { channel: pending.channel, command: command.name, options });
    if (told.failed) pending.failed = say("no_response");
  } catch (refused) {
    pending.failed = refused.code === "lost" ? say("lost") : say("cannot_send_command");
  }
  if (pending.failed) drawRoom();
  else pending.dismiss();
}

// A pane whose window is looked at has read what it shows.
function markRead() {
  const channel = current();
  if (!channel || !document.hasFocus() || !atEnd() || !(channel.new || channel.mentions)) return;
  post("/api/read", { channel: channel.id }).catch(() => {});
}

const HEARD = {
  welcome(news) {
    speak(news.words, news.me.locale);
    setClock(news.shift);
    takePlaces(news);
    notice(null);
    if (lost || state.channel === null || !state.channels.has(state.channel)) {
      lost = false;
      state.messages.clear();
      const wanted = state.channel ?? sessionStorage.getItem(PLACE);
      const first = [...state.channels.values()].find((channel) => !channel.thread);
      state.channel = null;
      open(state.channels.has(wanted) ? wanted : first?.id);
    } else {
      drawAll();
      load(state.channel);
    }
    if (!state.online) notice(say("bot_offline", { name: state.bot.name }));
  },
  message({ message }) {
    const known = messagesOf(message.channel);
    const isNew = !known.has(message.id);
    const filled = known.get(message.id)?.thinking && !message.thinking;
    if (isNew && message.channel === state.channel && !current().new && !document.hasFocus()) state.divider = newest(known);
    known.set(message.id, message);
    if (message.author.id === state.me.id) state.divider = null;
    if (message.channel !== state.channel) return;
    drawRoom();
    if ((isNew || filled) && message.author.id !== state.me.id && !message.thinking) announce(message);
  },
  gone({ channel, message }) {
    messagesOf(channel).delete(message);
    if (channel === state.channel) drawRoom();
  },
  marks({ channel, ...marks }) {
    const known = state.channels.get(channel);
    if (!known) return;
    Object.assign(known, { new: marks.new, mentions: marks.mentions, seen: marks.seen });
    drawMarks();
    markRead();
  },
  channel({ channel }) {
    takeChannel(channel);
    drawAll();
  },
  channel_gone({ channel }) {
    state.channels.delete(channel);
    if (state.channel === channel) open([...state.channels.keys()][0]);
    else drawAll();
  },
  bot({ online }) {
    state.online = online;
    notice(online ? null : say("bot_offline", { name: state.bot.name }));
  },
};

function newest(known) {
  return [...known.keys()].sort(byId).at(-1) ?? "0";
}

function announce(message) {
  const element = document.querySelector(`[data-message="${message.id}"]`);
  const text = element?.querySelector(".content")?.textContent ?? "";
  const picture = element?.querySelector("img")?.alt ?? "";
  const lead = message.private ? `${say("only_you")}: ` : `${message.author.name}: `;
  find("announcer").textContent = `${lead}${text} ${picture}`.slice(0, 600);
}

function notice(text) {
  const place = find("notice");
  place.hidden = !text;
  place.replaceChildren(text ? make("span", {}, text) : "");
}

speakFor(token);
addEventListener("focus", markRead);
addEventListener("click", markRead);
find("messages").addEventListener("scroll", markRead);
find("places").addEventListener("click", (event) => event.target === event.currentTarget && document.body.classList.remove("places-open"));
addEventListener("keydown", (event) => event.key === "Escape" && document.body.classList.remove("places-open"));
new Connection("/api/live", token, {
  news: (news) => HEARD[news.kind]?.(news),
  state(how) {
    lost = true;
    notice(say(how === "refused" ? "refused" : "reconnecting"));
  },
});
