// The settings of the page itself: language, light or dark, text size, volume and names of the players.
// Stored in this browser.

import { stored, storedInTab } from "./preferences.js";
import { choose, chosen } from "./language.js";

const STORED_AS = "lodeboard-look-";
const REOPEN = "lodeboard-reopen"; // the panel to reopen when the page reloads in another language

export class Look {
  // `name(side, words)` receives the name of a player, "" if none.
  constructor(box, sound, name, panels) {
    const language = box.querySelector("[data-part='language']");
    language.value = chosen();
    // The texts are in the language that the page was loaded with.
    language.addEventListener("input", () => {
      choose(language.value);
      storedInTab.set(REOPEN, box.closest(".panel").id);
      location.reload();
    });
    const open = storedInTab.get(REOPEN);
    storedInTab.set(REOPEN, null);
    if (open) {
      panels.open(open);
      language.focus();
    }
    const root = document.documentElement.style;
    const uses = {
      scheme: (value) => { root.colorScheme = value; },
      text: (value) => { root.fontSize = value; },
      volume: (value) => sound.turnTo(Number(value) / 10),
      first: (value) => name(0, value.trim()),
      second: (value) => name(1, value.trim()),
    };
    for (const [part, use] of Object.entries(uses)) {
      const input = box.querySelector(`[data-part='${part}']`);
      const before = stored.get(STORED_AS + part);
      if (before !== null) input.value = before;
      if (input.selectedIndex === -1) input.value = ""; // stored by another version
      use(input.value);
      input.addEventListener("input", () => {
        stored.set(STORED_AS + part, input.value);
        use(input.value);
      });
    }
  }
}
