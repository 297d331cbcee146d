// The introduction as long as nobody has opened it, and then: it gets what the board said before.

import { whenOpened } from "./opened.js";

export class Learn {
  // As Intro.
  constructor(panel, panels, link, focusBoard) {
    this.intro = null;
    this.last = new Map(); // lines of the board by their types
    whenOpened(panel, panels, async () => {
      const { Intro } = await import("./intro.js");
      this.intro = new Intro(panel, panels, link, focusBoard);
      this.last.forEach((line) => this.intro.hear(line));
    });
  }

  hear(line) {
    if (!line) return;
    this.last.set(line.t, line);
    this.intro?.hear(line);
  }

  // Whether a lesson is on.
  get teaching() {
    return Boolean(this.intro?.course);
  }

  clear() {
    this.intro?.clear();
  }
}
