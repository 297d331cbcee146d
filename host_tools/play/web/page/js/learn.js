// Loads the introduction on first use and passes on the board's earlier messages.

import { whenOpened } from "./opened.js";

export class Learn {
  // The same parameters as Intro.
  constructor(panel, panels, link, focusBoard, log) {
    this.intro = null;
    this.last = new Map(); // the last line of each type
    whenOpened(panel, panels, async () => {
      const { Intro } = await import("./intro.js");
      this.intro = new Intro(panel, panels, link, focusBoard, log);
      this.last.forEach((line) => this.intro.hear(line));
    });
  }

  hear(line) {
    if (!line) return;
    this.last.set(line.t, line);
    this.intro?.hear(line);
  }

  // Handle an answer of the analysis.
  take(message) {
    this.intro?.take(message);
  }

  // Whether a lesson is running, or the game before it is not back yet.
  get teaching() {
    return Boolean(this.intro?.parked);
  }

  hearParked(message) {
    this.intro?.hearParked(message);
  }

  clear() {
    this.intro?.clear();
  }
}
