// Shows the lights of a frame one after the other: those that the board had since the last frame
// first, in the time that they took, then those of now. What is not shown yet when the next frame
// comes is shown at once.

const LONGEST_MS = 250; // as long as the server collects them

export class Replay {
  // `show(ms, leds)` puts the lights of one moment on the screen.
  constructor(show) {
    this.show = show;
    this.waiting = [];
  }

  // Another board comes: what is left of the one before does not fit it.
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
