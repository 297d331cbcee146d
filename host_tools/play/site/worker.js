// Runs the board: Pyodide, the firmware and the simulated world, tick by tick in real time. It exchanges text
// messages with the page, as the server does. Other messages are about a real board on a cable, which
// replaces the simulated one while it is connected.

import { FIRST, BoardStore, lastBoard, only, playing } from "./boardstore.js";
import { loadPython } from "./python.js";

const BOARD = "host_tools.play.site.board";
const MOST_LAG_MS = 200; // if the board is late by more than this, the lost time is skipped
const KEEP_MS = 500; // between checks whether tiles have been moved
const AGAIN_MS = 3000; // before storing again after a failure
const TAKEN = "This board is open in another tab. Close that one, and it goes on here.";

const say = (message) => postMessage(JSON.stringify(message));
const waiting = []; // messages of the page received before the board was ready
onmessage = (event) => waiting.push(event.data);

const starting = (bytes, all) => say({ t: "pace", bytes, all });

// The kind of board that the page requested last; undefined if none.
function asked() {
  const isAsked = (message) => typeof message === "string" && JSON.parse(message).t === "board";
  const found = waiting.filter(isAsked);
  waiting.splice(0, waiting.length, ...waiting.filter((message) => !isAsked(message)));
  return found.length ? JSON.parse(found.at(-1)).name : undefined;
}

// The kinds of board, one of them in play: `now`. Each is created when first played, and only switched off
// while another is in play. `wanted`: the next one.
class Boards {
  constructor(python) {
    Object.assign(this, { python, now: null, wanted: null, made: new Map() });
    this.SiteBoard = python.pyimport(BOARD).SiteBoard;
  }

  async begin(name) {
    const { made } = this;
    const known = made.get(name);
    if (known) known.board.begin();
    else made.set(name, await this.make(name));
    this.now = made.get(name);
  }

  async make(name) {
    const keeper = new Keeper(new BoardStore(name));
    const files = await keeper.store.read();
    const post = (text) => postMessage(text);
    const written = () => keeper.keep();
    const change = (other) => void (this.wanted = other);
    const measured = self.name !== "like-real";
    keeper.board = this.SiteBoard.callKwargs(post, this.python.toPy(files ?? []), { written, measured, name, change });
    if (!files) keeper.board.keeps(false);
    return keeper;
  }

  // Switch off the board in play, whose data stay stored, and start the wanted one.
  async change() {
    const { now, wanted } = this;
    this.now = this.wanted = null;
    await now.end();
    await playing(wanted).catch((error) => console.warn(error));
    await this.begin(wanted);
  }
}

async function load() {
  await only(() => say({ t: "pace", say: TAKEN }));
  const [last, python] = await Promise.all([lastBoard(), loadPython(BOARD, starting)]);
  const boards = new Boards(python);
  const wanted = asked();
  if (wanted && wanted !== last) await playing(wanted).catch((error) => console.warn(error));
  // The stored kind may come from another version of this page, with other boards.
  await boards.begin(wanted ?? last).catch((error) => (console.warn(error), boards.begin(FIRST)));
  return [python, boards];
}

// A board with the storage of its data in the browser. `files`: the newest data not stored yet.
class Keeper {
  constructor(store) {
    Object.assign(this, { store, board: null, files: null, again: null });
  }

  keep(leaving = false) {
    try {
      this.take(this.board.keep(leaving));
    } catch (error) {
      this.fail(error);
    }
  }

  // Switch the board off. Resolves when its data are stored, or cannot be.
  async end() {
    await this.take(this.board.end());
  }

  take(news) {
    if (!news) return undefined;
    this.files = news.toJs();
    news.destroy();
    return this.write();
  }

  write() {
    const { files } = this;
    const done = () => {
      if (this.files === files) this.files = null;
      this.board.keeps(true);
    };
    return this.store.write(files).then(done).catch((error) => this.fail(error));
  }

  fail(error) {
    console.warn(error);
    this.board.keeps(false);
    this.again ??= setTimeout(() => {
      this.again = null;
      if (this.files) this.write();
    }, AGAIN_MS);
  }
}

function run([python, boards]) {
  let board = boards.now.board;
  let cable = null;
  let due = performance.now();
  const ended = () => say({ t: "failed", say: "The board has stopped. Reload this page to start it again." });
  const guarded = (act) => {
    try {
      act();
      return true;
    } catch (error) {
      console.error(error);
      ended();
      onmessage = null;
      return false;
    }
  };
  const failed = (error) => {
    console.error(error);
    say({ t: "cable", ended: true, wrong: "Something went wrong. Reload this page to try again." });
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
    if (!boards.now) return; // it was for the board that has just been switched off
    if (message.leaving) boards.now.keep(true);
    else if (typeof message !== "string") passOn(message).catch(failed);
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
    // A board that is too slow runs slower, but the page's messages are still processed.
    while (boards.now && due <= performance.now() && performance.now() - now <= MOST_LAG_MS) {
      due += board.tick_ms;
      if (!guarded(() => board.tick())) return;
    }
    setTimeout(loop, boards.now ? due - performance.now() : MOST_LAG_MS);
  };
  say({ t: "pace", say: "" });
  loop();
  setInterval(() => boards.now?.keep(), KEEP_MS);
}

load().then(run, (error) => {
  console.error(error);
  say({ t: "failed", say: "The board could not be loaded. Reload this page to try again." });
});
