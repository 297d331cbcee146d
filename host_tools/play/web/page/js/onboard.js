// The page of a board that serves it itself, to a phone in its network: no program on a computer is there.
// Lets the page in by the code that the board's lights show, and passes messages between page and board.

import { BoardLines, messageIn } from "./boardlines.js";
import { CodeEntry } from "./codeentry.js";
import { said, t } from "./language.js";
import { storedInTab } from "./preferences.js";

const CODE = "lodeboard-code"; // the key under which the tab stores the code that worked
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;
const LOOK_MS = 500; // between looks at the time; a held button is repeated as often
const QUIET_MS = 6000; // then the board is asked whether it is there
const ASK_MS = 1000; // between two such questions
const GONE_MS = 13_500; // then the connection is made again
const NO_BOARD = t("The board does not answer. Is this device still in the board's network? Trying again.");
const NO_FIT = t("This page does not fit the board's firmware. Install the firmware again.");
const CHECKING = t("The board checks the code.");
const UNSENT = t("The board does not answer, so that was not sent.");
const ANALYSIS = t("for this, the page must run on a computer");
const TILES = t("the tiles drawn here are those on the board: move them there");
const HANDS = t("nothing here can move the tiles of a real board");
const SENSORS = t("the sensors are real; only those of a simulated world can be changed");
const POWER = t("cut the power of a real board by hand");

// The type of the answer to each question.
const ANSWERS = { study: "record", random: "record", write: "written", guess: "guessed", legal: "legal", receive: "received", pass: "passed", qr: "drawn" };
// What a page cannot do here, and why; "": nothing is said.
const REFUSED = {
  ...{ grab: TILES, lay: TILES, park: TILES, move: "", turn: "", drop: "", back: "" },
  ...{ help: HANDS, screen: HANDS, play: HANDS, knobs: SENSORS, break: SENSORS },
  ...{ power: POWER, cable: POWER, scene: POWER, record: ANALYSIS, watch: ANALYSIS, board: ANALYSIS },
};

// Other alphabets as JSON escapes them: a line has only printable ASCII.
const ascii = (text) => text.replace(/[^ -~]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);

export class Carrier {
  // `handlers`: as a Link takes them. `now()` in ms.
  constructor(handlers, now = () => performance.now()) {
    Object.assign(this, { handlers, now, inside: false, given: null, byHand: false, held: 0, asked: 0, wait: FIRST_WAIT_MS });
    this.data = JSON.parse(document.getElementById("board-data").textContent);
    this.lines = new BoardLines(this.data, (message) => this.handlers[message.t]?.(message), (command) => this.say(command));
    this.entry = new CodeEntry(this.data.hello, { give: (cells) => this.give(cells, true), again: () => this.open() });
    setInterval(() => this.look(), LOOK_MS);
    this.open();
  }

  // Connection

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/link`);
    Object.assign(this, { socket, inside: false, given: null });
    socket.onmessage = ({ data }) => socket === this.socket && this.hear(data);
    socket.onclose = () => socket === this.socket && this.lose();
  }

  // The connection is lost: make it again, ever later.
  lose() {
    const { socket } = this;
    Object.assign(this, { socket: null, inside: false, held: 0 });
    socket.close();
    this.lines.lose();
    this.handlers.down(NO_BOARD);
    this.entry.wait(NO_BOARD);
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT_MS);
  }

  // Twice a second: repeat a held button, and notice a board that is silent.
  look() {
    if (!this.socket || !(this.inside || this.given)) return;
    if (this.held) this.say({ c: "inject", held: this.held });
    const now = this.now();
    if (now - this.heard > GONE_MS) return this.lose();
    if (!this.inside || now - this.heard <= QUIET_MS || now - this.asked < ASK_MS) return;
    this.asked = now;
    this.say({ c: "hello" });
  }

  hear(text) {
    this.heard = this.now();
    const message = messageIn(text);
    if (message?.t === "code") return this.take(message);
    if (!this.inside) return;
    this.lines.hear(text);
    if (message?.t !== "hello") return;
    if (this.lines.ready) this.bench();
    else this.handlers.down(NO_FIT);
  }

  // Code

  // The board's answer to a code; without one it asks for it.
  take({ ok, say }) {
    this.wait = FIRST_WAIT_MS;
    if (ok) return this.enter();
    if (this.inside) return this.replaced(said(say));
    const [stored, refused] = [storedInTab.get(CODE), this.given];
    this.given = null;
    if (stored && !refused) return this.give(JSON.parse(stored), false);
    if (refused) storedInTab.set(CODE, null);
    this.entry.ask(refused && !this.byHand ? "" : said(say));
  }

  give(cells, byHand) {
    Object.assign(this, { given: cells, byHand, heard: this.now() });
    this.entry.wait(CHECKING);
    this.post({ c: "code", cells });
  }

  enter() {
    if (this.given) storedInTab.set(CODE, JSON.stringify(this.given));
    Object.assign(this, { inside: true, given: null });
    this.entry.close();
    this.handlers.up();
    this.lines.begin();
  }

  // Another phone has taken the place; this one asks before it takes it back.
  replaced(why) {
    const { socket } = this;
    Object.assign(this, { socket: null, inside: false, held: 0 });
    socket.close();
    this.lines.lose();
    this.handlers.down(why);
    this.entry.offer(why);
  }

  // Messages of the page

  send(message) {
    if (!this.inside) return;
    const { t: kind } = message;
    if (kind === "tell") this.tell(message.line);
    else if (kind === "press") this.hold(this.held | message.button);
    else if (kind === "release") this.hold(this.held & ~message.button);
    else queueMicrotask(() => this.refuse(message)); // the page may not be ready for an answer yet
  }

  refuse({ t: kind, id, on }) {
    const answer = ANSWERS[kind];
    if (answer) return this.handlers[answer]?.({ t: answer, id, error: ANALYSIS });
    const why = kind === "park" && !on ? "" : (REFUSED[kind] ?? ANALYSIS);
    if (why) this.handlers.error({ t: "error", error: why });
  }

  tell(line) {
    const text = ascii(JSON.stringify(line));
    const { longest } = this.data;
    if (text.length > longest) this.answer(t("A line to the board has at most {count} characters.", { count: longest }));
    else if (!this.lines.ready) this.answer(UNSENT);
    else this.post(line);
  }

  answer(say) {
    this.handlers.said({ t: "said", line: { t: "error", say } });
  }

  hold(held) {
    this.held = held;
    this.say({ c: "inject", held });
  }

  // A command, once the board has greeted; that question itself is always sent.
  say(command) {
    if (this.lines.ready || command.c === "hello") this.post(command);
  }

  // The board reads lines, however they are cut into messages.
  post(command) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(`${ascii(JSON.stringify(command))}\n`);
  }

  // Show the page that this is a real board.
  bench() {
    const device = { port: "", status: "ready", say: t("This page is connected to the board."), inject: false, injecting: false };
    this.handlers.bench?.({ ...this.data.bench, device });
  }
}
