// A real board on a cable, if the page supports it: the site's page names the module, which is loaded
// when its panel is first opened.

import { said, t } from "./language.js";
import { whenOpened } from "./opened.js";

export class RealBoard {
  constructor(panel, panels, link) {
    this.cable = null;
    const address = document.querySelector('meta[name="cable"]')?.content;
    panels.offer(panel.id, Boolean(address));
    whenOpened(panel, panels, async () => {
      const { CablePanel } = await import(new URL(address, document.baseURI));
      this.cable = new CablePanel(panel, link(), t, said);
    });
  }

  hear(message) {
    this.cable?.hear(message);
  }

  // The state of the board on the cable; empty for any other board.
  stands(device) {
    this.cable?.stands(device);
  }
}
