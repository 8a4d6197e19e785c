// What this page knows: only what the server lets its player see.

export const state = {
  me: null,
  bot: null,
  guilds: [],
  direct: [],
  channels: new Map(), // id -> channel
  messages: new Map(), // channel id -> Map of message id -> message
  more: new Map(), // channel id -> whether there are older ones
  channel: null, // the id of the open channel
  divider: null, // the newest message that was read when the channel was opened
  waiting: new Map(), // "message id/control id" -> true while the bot has not answered
  failed: new Map(), // message id -> the sentence shown under it
  pending: [], // commands on their way: { key, channel, name, failed }
  online: true,
};

export function takePlaces(places) {
  state.me = places.me;
  state.bot = places.bot;
  state.guilds = places.guilds;
  state.direct = places.direct;
  state.online = places.bot.online;
  state.channels = new Map();
  for (const channel of [...places.guilds.flatMap((guild) => guild.channels), ...places.direct]) {
    state.channels.set(channel.id, channel);
  }
}

export function takeChannel(channel) {
  const known = state.channels.get(channel.id);
  state.channels.set(channel.id, { ...channel, commands: channel.commands ?? known?.commands ?? null });
}

export function current() {
  return state.channels.get(state.channel) ?? null;
}

export function guildOf(channel) {
  return state.guilds.find((guild) => guild.id === channel?.guild) ?? null;
}

export function channelsOf(guild) {
  return [...state.channels.values()].filter((channel) => channel.guild === guild.id);
}

export function commandsHere() {
  const channel = current();
  const home = channel?.parent ? state.channels.get(channel.parent) : channel;
  return home?.commands ?? [];
}

export function membersHere() {
  const guild = guildOf(current());
  return guild ? guild.members : [state.me, state.bot];
}

export function messagesOf(channelId) {
  if (!state.messages.has(channelId)) state.messages.set(channelId, new Map());
  return state.messages.get(channelId);
}

// Ids are larger than what a number holds exactly: compare them by length, then as text.
export function byId(one, other) {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

export function personName(id) {
  for (const guild of state.guilds) {
    const found = guild.members.find((member) => member.id === id);
    if (found) return found.name;
  }
  return [state.me, state.bot].find((who) => who?.id === id)?.name ?? null;
}

export function mentionsElsewhere() {
  let sum = 0;
  for (const channel of state.channels.values()) if (channel.id !== state.channel) sum += channel.mentions;
  return sum;
}
