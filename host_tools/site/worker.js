// Runs the board: Pyodide, the firmware and the simulated world, one tick after the other in real
// time. Talks with the page by text messages, as the server does. What is no text is about a real
// board on a cable, which takes the simulated one's place as long as it is there.

import { Kept, only } from "./kept.js";
import { loadPython } from "./python.js";

const MOST_LAG_MS = 200; // behind by more than this, the lost time is skipped
const KEEP_MS = 500; // between two looks at whether tiles have been moved
const AGAIN_MS = 3000; // after the browser has kept nothing
const TAKEN = "This board is open in another tab. Close that one, and it goes on here.";

const say = (message) => postMessage(JSON.stringify(message));
const waiting = []; // messages of the page that came before the board
onmessage = (event) => waiting.push(event.data);

function starting(share, what) {
  say({ t: "pace", say: `${what} (${share} %)`, starting: share });
}

async function load() {
  await only(() => say({ t: "pace", say: TAKEN }));
  const kept = new Kept();
  const [files, python] = await Promise.all([kept.read(), loadPython(starting)]);
  const { SiteBoard } = python.pyimport("host_tools.site.board");
  const keeper = new Keeper(kept);
  const board = SiteBoard((text) => postMessage(text), python.toPy(files ?? []), () => keeper.keep(), self.name !== "like-real");
  keeper.board = board;
  if (!files) board.keeps(false);
  return [python, board, keeper];
}

// Has the browser keep what is new. `files`: the newest of what it has not taken yet.
class Keeper {
  constructor(kept) {
    Object.assign(this, { kept, board: null, files: null, again: null });
  }

  keep(leaving = false) {
    try {
      const news = this.board.keep(leaving);
      if (!news) return;
      this.files = news.toJs();
      news.destroy();
      this.write();
    } catch (error) {
      this.fail(error);
    }
  }

  write() {
    const { files } = this;
    const done = () => {
      if (this.files === files) this.files = null;
      this.board.keeps(true);
    };
    this.kept.write(files).then(done).catch((error) => this.fail(error));
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

function run([python, simulated, keeper]) {
  let board = simulated;
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
    say({ t: "cable", ended: true, wrong: "That went wrong. Reload this page to try again." });
  };
  const passOn = async (message) => {
    cable ??= import("./cabled.js").then(({ Cable }) => Cable.load(python, (text) => postMessage(text)));
    const real = await cable;
    if (message.cable === "begin") board = real.board;
    const done = real.hear(message);
    if (message.cable === "leave") {
      board = simulated;
      simulated.join();
    }
    await done;
  };
  const receive = (message) => {
    if (typeof message === "string") guarded(() => board.receive(message));
    else if (message.leaving) keeper.keep(true);
    else passOn(message).catch(failed);
  };
  onmessage = (event) => receive(event.data);
  waiting.forEach(receive);
  const loop = () => {
    const now = performance.now();
    if (now - due > MOST_LAG_MS) due = now;
    while (due <= performance.now()) {
      due += board.tick_ms;
      if (!guarded(() => board.tick())) return;
    }
    setTimeout(loop, due - performance.now());
  };
  say({ t: "pace", say: "" });
  loop();
  setInterval(() => keeper.keep(), KEEP_MS);
}

load().then(run, (error) => {
  console.error(error);
  say({ t: "failed", say: "The board could not be loaded. Reload this page to try again." });
});
