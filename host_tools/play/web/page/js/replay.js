// Shows the lights of a frame in sequence: first those since the previous frame, at the board's speed,
// then the current ones. When the next frame arrives, the rest is shown at once.

const LONGEST_MS = 250; // the server collects lights for at most this time

export class Replay {
  // `show(ms, leds)` shows the lights of one moment on the screen.
  constructor(show) {
    this.show = show;
    this.waiting = [];
  }

  // Another board: drop the lights of the previous one.
  forget() {
    clearTimeout(this.timer);
    this.waiting = [];
  }

  hear({ ms, leds, before = [] }) {
    clearTimeout(this.timer);
    for (const moment of this.waiting.splice(0)) this.show(...moment);
    if (!leds) return;
    this.waiting = [...before, [ms, leds]];
    this.pace = Math.min(1, LONGEST_MS / (ms - this.waiting[0][0]));
    this.next();
  }

  next() {
    const [ms, leds] = this.waiting.shift();
    this.show(ms, leds);
    if (this.waiting.length) this.timer = setTimeout(() => this.next(), (this.waiting[0][0] - ms) * this.pace);
  }
}
