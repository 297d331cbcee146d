// A real board on a cable, where the page can have one: the site's page names the module that does it,
// which is loaded when its panel is opened first.

import { said, t } from "./language.js";

export class RealBoard {
  constructor(panel, panels, link) {
    Object.assign(this, { panel, link, cable: null });
    const address = document.querySelector('meta[name="cable"]')?.content;
    panels.offer(panel.id, Boolean(address));
    panels.watch((id, open) => {
      if (id === panel.id && open && !this.loading) this.loading = this.load(new URL(address, document.baseURI));
    });
  }

  async load(address) {
    try {
      const { CablePanel } = await import(address);
      this.cable = new CablePanel(this.panel, this.link(), t, said);
    } catch (error) {
      console.warn(error);
      this.panel.textContent = t("This could not be loaded. Reload this page to try again.");
    }
  }

  hear(message) {
    this.cable?.hear(message);
  }

  // How the board on the cable is; nothing where it is another one.
  stands(device) {
    this.cable?.stands(device);
  }
}
