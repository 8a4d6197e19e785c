// An embed: a coloured edge, title, text, fields, picture and footer. Only pictures that were uploaded with the message are shown.

import { make } from "./dom.js";
import { markdown } from "./markdown.js";
import { inline } from "./inline.js";
import { picture } from "./picture.js";

export function embed(data, world) {
  const box = make("article", { class: "embed" },
    data.thumbnail ? picture(data.thumbnail, "picture thumbnail") : null,
    data.author?.name ? make("div", { class: "embed-author" }, data.author.name) : null,
    data.title ? make("div", { class: "embed-title" }, inline(data.title, world)) : null,
    data.description ? make("div", { class: "embed-text" }, markdown(data.description, world)) : null,
    data.fields.length ? make("dl", { class: "embed-fields" }, data.fields.map((field) => make("div", { class: field.inline ? "field inline" : "field" },
      make("dt", {}, inline(field.name, world)), make("dd", {}, markdown(field.value, world))))) : null,
    data.image ? picture(data.image) : null,
    data.footer?.text ? make("footer", { class: "embed-footer" }, data.footer.text) : null);
  if (data.color) box.style.borderInlineStartColor = `#${data.color.toString(16).padStart(6, "0")}`;
  return box;
}
