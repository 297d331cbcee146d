// Runs the board: Pyodide, the firmware and the simulated world, one tick after the other in real
// time. Talks with the page by text messages, as the server does. What is no text is about a real
// board on a cable, which takes the simulated one's place as long as it is there.

import { FIRST, Kept, lastBoard, only } from "./kept.js";
import { loadPython } from "./python.js";

const MOST_LAG_MS = 200; // behind by more than this, the lost time is skipped
const KEEP_MS = 500; // between two looks at whether there is something to keep
const AGAIN_MS = 3000; // after the browser has kept nothing
const TAKEN = "This board is open in another tab. Close that one, and it goes on here.";

const say = (message) => postMessage(JSON.stringify(message));
const waiting = []; // messages of the page that came before the board
onmessage = (event) => waiting.push(event.data);

const lastLine = (error) => String(error.message ?? error).trim().split("\n").at(-1);

function starting(share, what) {
  say({ t: "pace", say: `${what} (${share} %)`, starting: share });
}

// The kinds of board, one of them in play: `now`, with what keeps its files. Each is made when it is
// first played on, and is only switched off while another is in play. `wanted`: the one to come.
class Boards {
  constructor(python) {
    Object.assign(this, { python, now: null, wanted: null, made: new Map() });
    this.SiteBoard = python.pyimport("host_tools.site.board").SiteBoard;
  }

  async begin(name) {
    const { python, made } = this;
    if (made.has(name)) {
      this.now = made.get(name);
      this.now.board.begin();
      return;
    }
    const kept = new Kept(name);
    const files = await kept.read();
    const change = (other) => void (this.wanted = other);
    const board = this.SiteBoard.callKwargs((text) => postMessage(text), python.toPy(files ?? []), { name, change });
    if (!files) board.keeps(false);
    this.now = { board, kept };
    made.set(name, this.now);
  }

  // Switch off the one in play, which keeps what it has, and begin with the one that is wanted.
  async change() {
    const { board, kept } = this.now;
    const name = this.wanted;
    this.now = this.wanted = null;
    const files = board.end();
    try {
      await kept.write(files.toJs(), name);
    } catch (error) {
      console.warn(error);
    }
    files.destroy();
    await this.begin(name);
  }

  // Writes down what is new, one time after the other. `waiting`: what the browser did not take.
  async keep() {
    const { now } = this;
    let next = KEEP_MS;
    try {
      const news = now?.board.keep();
      if (news) now.waiting = news.toJs();
      news?.destroy();
      if (now?.waiting) {
        await now.kept.write(now.waiting);
        now.waiting = undefined;
        now.board.keeps(true);
      }
    } catch (error) {
      console.warn(error);
      now.board.keeps(false);
      next = AGAIN_MS;
    }
    setTimeout(() => this.keep(), next);
  }
}

async function load() {
  await only(() => say({ t: "pace", say: TAKEN }));
  const [last, python] = await Promise.all([lastBoard(), loadPython(starting)]);
  const boards = new Boards(python);
  // Another version of this page may have had other boards.
  await boards.begin(last).catch((error) => (console.warn(error), boards.begin(FIRST)));
  return [python, boards];
}

function run([python, boards]) {
  let board = boards.now.board;
  let cable = null;
  let due = performance.now();
  const ended = (error) => say({ t: "failed", say: `The board has stopped: ${lastLine(error)} Reload this page to start it again.` });
  const guarded = (act) => {
    try {
      act();
      return true;
    } catch (error) {
      console.error(error);
      ended(error);
      onmessage = null;
      return false;
    }
  };
  const failed = (error) => {
    console.error(error);
    say({ t: "cable", ended: true, wrong: `That went wrong: ${lastLine(error)} Reload this page to try again.` });
  };
  const passOn = async (message) => {
    cable ??= import("./cabled.js").then(({ Cable }) => Cable.load(python, (text) => postMessage(text)));
    const real = await cable;
    if (message.cable === "begin") board = real.board;
    const done = real.hear(message);
    if (message.cable === "leave") {
      board = boards.now.board;
      board.join();
    }
    await done;
  };
  const receive = (message) => {
    if (!boards.now) return; // it is for the board that has just been switched off
    if (typeof message !== "string") passOn(message).catch(failed);
    else if (guarded(() => board.receive(message)) && boards.wanted) changeBoard().catch(ended);
  };
  const changeBoard = async () => {
    await boards.change();
    board = boards.now.board;
    due = performance.now();
  };
  onmessage = (event) => receive(event.data);
  waiting.forEach(receive);
  const loop = () => {
    const now = performance.now();
    if (now - due > MOST_LAG_MS) due = now;
    // A board that cannot keep up runs more slowly, and still hears the page.
    while (boards.now && due <= performance.now() && performance.now() - now <= MOST_LAG_MS) {
      due += board.tick_ms;
      if (!guarded(() => board.tick())) return;
    }
    setTimeout(loop, boards.now ? due - performance.now() : MOST_LAG_MS);
  };
  say({ t: "pace", say: "" });
  loop();
  setTimeout(() => boards.keep(), KEEP_MS);
}

load().then(run, (error) => {
  console.error(error);
  say({ t: "failed", say: `The board could not be loaded. Reload this page to try again. (${lastLine(error)})` });
});
