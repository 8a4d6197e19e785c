// The page's sentences in the language of whoever reads them. They come from the server's catalogs.

let sentences = {};
let locale = "en-US";

export function speak(words, language) {
  sentences = words;
  locale = language;
  document.documentElement.lang = language;
}

export function say(id, values = {}) {
  const sentence = sentences[id] ?? id;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

export function language() {
  return locale;
}
