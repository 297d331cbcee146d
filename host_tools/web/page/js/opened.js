// What is loaded when its panel is opened first, or when it is asked for.

import { t } from "./language.js";

// `load()` loads and makes it. What comes back asks for it.
export function whenOpened(panel, panels, load) {
  let asked = null;
  const ask = () => {
    asked ??= load().catch((error) => {
      console.warn(error);
      panel.textContent = t("This could not be loaded. Reload this page to try again.");
    });
  };
  panels.watch((id, open) => {
    if (id === panel.id && open) ask();
  });
  return ask;
}
