// Loads the panel "Play a friend" when it is opened, or when the page's address holds a friend's link.

import { whenOpened } from "./opened.js";

const TURN = /^#(?:turn|live)(?:=|%(?:25)*3d)/i;

export class Friends {
  // `begun()`: the user plays, the first card is answered. `watch(hash)`, `focusBoard()`.
  constructor(panel, panels, link, offer, { begun, watch, focusBoard }) {
    Object.assign(this, { panel, panels, friend: null, state: null, ready: false, begun });
    const load = whenOpened(panel, panels, async () => {
      const { Friend } = await import("./friend.js");
      this.friend = new Friend(panel.querySelector("[data-part='friend']"), link, offer, {
        open: () => panels.open(panel.id),
        leave: () => {
          panels.uncover();
          focusBoard();
        },
        watch,
      });
      if (this.state) this.friend.hear(this.state);
      this.open();
    });
    this.load = load;
    addEventListener("hashchange", () => this.open());
  }

  // The hello of a board: links can be read from now on.
  describe() {
    this.ready = true;
    this.friend?.askAgain();
    this.open();
  }

  // Open the link in the page's address, once.
  open() {
    if (!this.ready || !TURN.test(location.hash)) return;
    this.begun();
    if (!this.friend) {
      this.panels.open(this.panel.id);
      this.load();
      return;
    }
    const { hash } = location;
    history.replaceState(null, "", location.pathname + location.search);
    this.friend.read(hash);
  }

  hear(line) {
    if (line?.t === "state") this.state = line;
    this.friend?.hear(line);
  }

  received(message) {
    this.friend?.received(message);
  }

  drawn(message) {
    this.friend?.drawn(message);
  }

  passed(message) {
    this.friend?.passed(message);
  }
}
