// Makes elements. Everything a person has written gets in as a text node, never as markup.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, hear] of Object.entries(value)) element.addEventListener(event, hear);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function find(id) {
  return document.getElementById(id);
}

// Replaces what an element holds and gives the focus back to the part that has the same data-key.
export function refill(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key !== undefined) {
    const again = [...element.querySelectorAll("[data-key]")].find((part) => part.dataset.key === key);
    if (again) again.focus({ preventScroll: true });
  }
}
