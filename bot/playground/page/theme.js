// Light or dark: as the system says, until the desk's button says otherwise; all panes follow at once.

const KEY = "tavoliere-theme";

function apply() {
  const chosen = localStorage.getItem(KEY);
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

export function toggleTheme() {
  localStorage.setItem(KEY, document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  apply();
}

addEventListener("storage", apply);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
apply();
