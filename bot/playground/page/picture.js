// A picture in a message: its alternative text is there for every reader, and a press shows it large.

import { make } from "./dom.js";
import { say } from "./words.js";

export function picture(file, className = "picture") {
  const image = make("img", { src: file.url, alt: file.alt ?? file.name, width: file.width, height: file.height, loading: "lazy", decoding: "async" });
  const enlarge = make("button", { type: "button", class: "enlarge", title: say("enlarge"), on: { click: () => show(file, enlarge) } }, image);
  const described = file.alt
    ? make("details", { class: "alt" }, make("summary", { title: say("alt_text") }, "ALT"), make("p", {}, file.alt))
    : null;
  return make("figure", { class: className }, enlarge, described);
}

function show(file, opener) {
  const close = () => dialog.close();
  const dialog = make("dialog", { class: "lightbox", "aria-label": file.alt ?? file.name, on: { click: close, close: () => gone() } },
    make("img", { src: file.url, alt: file.alt ?? file.name }),
    file.alt ? make("p", {}, file.alt) : null,
    make("button", { type: "button", class: "close", autofocus: true }, say("close")));
  const gone = () => {
    dialog.remove();
    if (opener.isConnected) opener.focus();
  };
  document.body.append(dialog);
  dialog.showModal();
}

export function download(file) {
  const size = file.size < 1024 ? `${file.size} B` : `${(file.size / 1024).toFixed(1)} KB`;
  return make("a", { class: "file", href: file.url, download: file.name }, file.name, make("small", {}, ` ${size}`));
}
