// Modules that are loaded when their panel is first opened or when they are first needed.

import { t } from "./language.js";

let styled = null;

// The styles of the parts that need more: before all others, so that those for small screens count. The
// part is shown without them if they cannot be loaded.
export function styles() {
  styled ??= new Promise((done) => {
    const sheet = document.createElement("link");
    Object.assign(sheet, { rel: "stylesheet", href: "later.css", onload: done, onerror: done });
    document.head.prepend(sheet);
  });
  return styled;
}

// `load()` imports and creates the part. Returns a function that requests it.
export function whenOpened(panel, panels, load) {
  let asked = null;
  // Disable its buttons until it can handle them.
  const wait = (yes) => {
    for (const part of panel.children) part.inert = yes && !part.matches(".head");
  };
  const begin = async () => {
    wait(true);
    try {
      await Promise.all([load(), styles()]);
    } catch (error) {
      console.warn(error);
      panel.textContent = t("This could not be loaded. Reload this page to try again.");
    }
    wait(false);
  };
  const ask = () => {
    asked ??= begin();
  };
  panels.watch((id, open) => {
    if (id === panel.id && open) ask();
  });
  return ask;
}
