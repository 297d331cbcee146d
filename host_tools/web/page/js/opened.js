// What is loaded when its panel is opened first.

import { t } from "./language.js";

// `load()` loads and makes it.
export function whenOpened(panel, panels, load) {
  let asked = false;
  panels.watch(async (id, open) => {
    if (id !== panel.id || !open || asked) return;
    asked = true;
    try {
      await load();
    } catch (error) {
      console.warn(error);
      panel.textContent = t("This could not be loaded. Reload this page to try again.");
    }
  });
}
