// What is loaded when its panel is opened first, or when it is asked for.

import { t } from "./language.js";

// `load()` loads and makes it. What comes back asks for it.
export function whenOpened(panel, panels, load) {
  let asked = null;
  // Until then nobody can press what does not hear yet.
  const wait = (yes) => {
    for (const part of panel.children) part.inert = yes && !part.matches(".head");
  };
  const begin = async () => {
    wait(true);
    try {
      await load();
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
