// The left side: servers, the channels of the chosen one with their threads, and who plays here.

import { make, refill, find } from "./dom.js";
import { channelsOf, current, guildOf, state } from "./state.js";
import { say } from "./words.js";
import { post } from "./requests.js";
import { byId } from "./state.js";

const LANGUAGES = [["en-US", "English"], ["it", "Italiano"], ["pt-BR", "Português (Brasil)"]];

export function drawPlaces(open) {
  const guild = guildOf(current());
  refill(
    find("places"),
    make("nav", { class: "rail", "aria-label": say("servers") }, rail(guild, open)),
    make("nav", { class: "channels", "aria-label": say("channels") },
      make("h1", { class: "server-name" }, guild ? guild.name : say("direct_messages")),
      make("ul", {}, guild ? channelRows(guild, open) : state.direct.map((channel) => row(channel, open, "@"))),
      me(),
    ),
  );
}

function rail(chosen, open) {
  const direct = state.direct.length
    ? [server({ name: say("direct_messages"), mark: "@", channels: state.direct, chosen: !chosen, open })]
    : [];
  return make("ul", {}, direct, state.guilds.map((guild) =>
    server({ name: guild.name, mark: initials(guild.name), channels: channelsOf(guild), chosen: guild === chosen, open })));
}

function initials(name) {
  return name.split(/\s+/).map((word) => [...word][0] ?? "").join("").slice(0, 3);
}

function server({ name, mark, channels, chosen, open }) {
  const mentions = channels.reduce((sum, channel) => sum + channel.mentions, 0);
  const news = channels.some((channel) => channel.new);
  const label = mentions ? say("place_mentions", { place: name, n: mentions }) : news ? say("place_new", { place: name }) : name;
  const target = channels.find((channel) => channel.mentions) ?? channels.find((channel) => !channel.thread);
  return make("li", { class: news ? "has-new" : null },
    make("button", {
      type: "button", class: chosen ? "server chosen" : "server", title: name, "aria-label": label, "data-key": `server ${name}`,
      "aria-current": chosen ? "true" : null, on: { click: () => target && open(target.id) },
    }, mark, badge(mentions)));
}

export function badge(count) {
  return count ? make("span", { class: "badge", "aria-hidden": "true" }, count > 99 ? "99+" : String(count)) : null;
}

function channelRows(guild, open) {
  const all = channelsOf(guild);
  return all.filter((channel) => !channel.thread).map((channel) => {
    const threads = all
      .filter((thread) => thread.parent === channel.id && (!thread.archived || thread.id === state.channel || thread.new))
      .sort((one, other) => byId(other.id, one.id));
    return [row(channel, open, "#"), threads.length
      ? make("li", { class: "threads" }, make("ul", { "aria-label": say("threads_of", { place: channel.name }) }, threads.map((t) => row(t, open, "⤷"))))
      : null];
  });
}

function row(channel, open, sign) {
  const chosen = channel.id === state.channel;
  const news = channel.new && !chosen;
  const label = channel.mentions
    ? say("place_mentions", { place: channel.name, n: channel.mentions })
    : news ? say("place_new", { place: channel.name }) : channel.name;
  const classes = ["channel", chosen && "chosen", news && "has-new", channel.archived && "archived"].filter(Boolean).join(" ");
  return make("li", {},
    make("button", {
      type: "button", class: classes, "aria-label": label, "aria-current": chosen ? "page" : null, "data-key": channel.id,
      on: { click: () => open(channel.id) },
    }, make("span", { class: "sign", "aria-hidden": "true" }, sign), make("span", { class: "name" }, channel.name), badge(channel.mentions)));
}

function me() {
  const choose = make("select", {
    "aria-label": say("language"), title: say("language"), "data-key": "language",
    on: { change: (event) => post("/api/language", { locale: event.target.value }) },
  }, LANGUAGES.map(([code, name]) => make("option", { value: code, selected: code === state.me.locale }, name)));
  return make("div", { class: "me" }, avatar(state.me), make("strong", { class: "name" }, state.me.name), choose);
}

const COLOURS = 6;

export function avatar(who) {
  const colour = who.bot ? "bot" : Number(BigInt(who.id) % BigInt(COLOURS));
  return make("span", { class: `avatar colour-${colour}`, "aria-hidden": "true" }, who.bot ? "▦" : [...who.name][0]?.toUpperCase() ?? "?");
}
