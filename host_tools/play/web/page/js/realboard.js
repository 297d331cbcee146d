// A real board on a cable, where the page can have one: the site's page names the module that does it,
// which is loaded when its panel is opened first.

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

  // How the board on the cable is; nothing where it is another one.
  stands(device) {
    this.cable?.stands(device);
  }
}
