// Holds drawing back while a finger or a mouse button is down: what is pressed must not be exchanged before it is let go.

const waiting = new Map(); // name -> what is to be drawn
let pressed = false;

export function calm(name, draw) {
  if (pressed) waiting.set(name, draw);
  else draw();
}

function release() {
  pressed = false;
  const draws = [...waiting.values()];
  waiting.clear();
  for (const draw of draws) draw();
}

addEventListener("pointerdown", () => { pressed = true; }, { capture: true });
// The click comes right after the release; only then may things change. A pointer that leaves the pane is let go too.
for (const event of ["pointerup", "pointercancel", "blur"]) addEventListener(event, () => setTimeout(release), { capture: true });
document.documentElement.addEventListener("pointerleave", () => setTimeout(release));
