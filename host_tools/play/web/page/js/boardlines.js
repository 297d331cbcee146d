// Translates the lines of a real board to the page's messages, as the program on a computer does
// (host_tools/board/device/serialboard.py, host_tools/play/web/hub.py).

import { Mirror } from "./mirror.js";
import { WholeStates } from "./wholestates.js";

const HELLO = { c: "hello" };
const WATCH = { c: "watch", on: true, lights: true };
const WRAP_MS = 2 ** 30; // where the board's clock begins again
const LEAP_MS = 10_000; // a larger step means that the clock was set
const UNSEEN = new Set(["scan", "zeros"]); // only for recordings and simulated readings
const HEX = /^[0-9a-f]*$/;

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// The message in a line, or null.
export function messageIn(text) {
  const message = parsed(text);
  return typeof message?.t === "string" ? message : null;
}

export class BoardLines {
  // `data`: what the page knows of the board (host_tools/play/onboard/board_data.py). `show(message)`
  // takes messages for the page, `say(command)` sends one to the board.
  constructor(data, show, say) {
    Object.assign(this, { data, show, say, ready: false, ms: 0, last: null });
    this.mirror = new Mirror(data);
    this.states = new WholeStates(() => say(HELLO));
    this.leds = "";
  }

  get dark() {
    return "000000".repeat(this.data.order.length);
  }

  // A new connection: show the board as far as it is known, and ask it for the rest.
  begin() {
    this.lose();
    this.show(this.data.hello);
    this.show({ t: "frame", ms: this.ms, tiles: this.mirror.tiles, leds: this.leds });
    this.say(HELLO);
  }

  // The board is away.
  lose() {
    Object.assign(this, { ready: false, last: null, leds: this.dark });
    this.states.forget();
  }

  // Handle a line of the board. Returns whether it is one.
  hear(text) {
    const message = messageIn(text);
    if (!message) {
      if (!text.startsWith("{")) this.show({ t: "said", text });
      return false;
    }
    if (message.t === "hello") this.greet(message);
    if (!this.ready) return true;
    this.time(message.ms);
    const own = { lights: this.light, sound: this.sound, cells: this.sense, state: this.state }[message.t];
    if (own) own.call(this, message);
    else if (!UNSEEN.has(message.t)) this.show({ t: "said", line: message });
    return true;
  }

  // The board has started, or was asked. One with another protocol or name is not what this page is for.
  greet({ v, board }) {
    this.ready = v === this.data.version && board === this.data.hello.name;
    this.states.forget();
    if (this.ready) this.say(WATCH);
  }

  // Follow the board's clock.
  time(ms) {
    if (!Number.isInteger(ms)) return;
    const passed = this.last === null ? 0 : (ms - this.last + WRAP_MS) % WRAP_MS;
    if (passed <= LEAP_MS) this.ms += passed;
    else if (WRAP_MS - passed <= LEAP_MS) return; // reported a little late
    this.last = ms;
  }

  frame(news) {
    this.show({ t: "frame", ms: this.ms, ...news });
  }

  // From the order of the chain and green, red, blue to the order of the cells and red, green, blue.
  light({ grb }) {
    const { order } = this.data;
    if (typeof grb !== "string" || grb.length !== 6 * order.length || !HEX.test(grb)) return;
    const leds = order.map((place) => grb.slice(6 * place, 6 * place + 6).replace(/(..)(..)(..)/, "$2$1$3")).join("");
    if (leds === this.leds) return;
    this.leds = leds;
    this.frame({ leds });
  }

  sound({ hertz }) {
    this.frame({ tones: [[this.ms, hertz]] });
  }

  sense({ codes }) {
    if (codes?.length !== this.data.centres.length) return;
    const tiles = this.mirror.show(codes);
    if (tiles.length) this.frame({ tiles });
  }

  state(message) {
    const line = this.states.whole(message);
    if (!line) return;
    const alike = line.position ? this.data.alike[line.game] : undefined;
    if (alike !== undefined && this.mirror.use(alike)) this.frame({ tiles: this.mirror.tiles });
    this.show({ t: "said", line });
  }
}
