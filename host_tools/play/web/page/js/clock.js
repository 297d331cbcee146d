// The clock of two players at one board: the time left to each, as text. The board's own clock counts;
// between its messages the page goes on by itself.

import { gameOf } from "./games.js";
import { t } from "./language.js";
import { styles } from "./opened.js";

const SOON = 10; // seconds
const SPOKEN = [30, SOON]; // seconds left that are announced, beside each full minute

// "2:05"
export const timeText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

// What is announced when these seconds are left, or "".
export function announced(name, seconds) {
  if (SPOKEN.includes(seconds)) return t("{name}: {seconds} seconds left.", { name, seconds });
  if (!seconds || seconds % 60) return "";
  return seconds === 60 ? t("{name}: 1 minute left.", { name }) : t("{name}: {minutes} minutes left.", { name, minutes: seconds / 60 });
}

export class Clock {
  // `next`: the element after the clock. `now()` in ms; `wait(act, ms)`, `stop(id)`: as setTimeout.
  constructor(next, { now = () => performance.now(), wait = (act, ms) => setTimeout(act, ms), stop = (id) => clearTimeout(id) } = {}) {
    Object.assign(this, { now, wait, stop, clock: null, waiting: null, spoken: null });
    this.box = document.createElement("div");
    this.box.id = "clock";
    this.box.setAttribute("role", "group");
    this.box.setAttribute("aria-label", t("Clock"));
    this.sides = [0, 1].map(() => document.createElement("p"));
    this.live = document.createElement("p");
    this.live.setAttribute("role", "status");
    this.box.append(...this.sides, this.live);
    this.box.hidden = true;
    next.before(this.box);
    styles();
  }

  // Handle a state of the board.
  hear({ game, phase, clock }) {
    if (phase === "match") this.clock = clock;
    else if (this.clock) this.clock = { ...this.clock, left: this.left(), turn: null };
    Object.assign(this, { names: gameOf(game).sides ?? [], since: this.now() });
    this.box.hidden = !this.clock;
    this.show();
  }

  // The milliseconds left to each player now. Only the board says that a time is up.
  left() {
    const { left, turn } = this.clock;
    const spent = turn === null ? 0 : this.now() - this.since;
    return left.map((ms, side) => (side === turn ? Math.max(ms && 1, ms - spent) : ms));
  }

  show() {
    this.stop(this.waiting);
    if (!this.clock) return;
    const left = this.left();
    const { turn } = this.clock;
    this.sides.forEach((place, side) => {
      const seconds = Math.ceil(left[side] / 1000);
      const name = this.names[side] ?? "";
      const words = { name, time: timeText(seconds) };
      place.textContent = side === turn ? t("{name}: {time}, runs", words) : left[side] > 0 ? t("{name}: {time}", words) : t("{name}: {time}, time is up", words);
      place.classList.toggle("runs", side === turn);
      place.classList.toggle("soon", side === turn && seconds <= SOON);
    });
    if (turn === null) return;
    const seconds = Math.ceil(left[turn] / 1000);
    this.announce(turn, seconds);
    this.waiting = this.wait(() => this.show(), (left[turn] % 1000) + 1);
  }

  // Once, as the player's time passes it; not each second.
  announce(turn, seconds) {
    const said = `${turn} ${seconds}`;
    if (said === this.spoken) return;
    const passes = this.spoken !== null && this.spoken.startsWith(`${turn} `);
    this.spoken = said;
    const words = passes ? announced(this.names[turn] ?? "", seconds) : "";
    if (words) this.live.textContent = words;
  }
}
