// Runs the board: Pyodide, the firmware and the simulated world, one tick after the other in real
// time. Talks with the page by text messages, as the server does.

import { loadPython } from "./python.js";

const MOST_LAG_MS = 200; // behind by more than this, the lost time is skipped

const say = (message) => postMessage(JSON.stringify(message));
const waiting = []; // messages of the page that came before the board
onmessage = (event) => waiting.push(event.data);

function starting(share, what) {
  say({ t: "pace", say: `${what} (${share} %)`, starting: share });
}

async function load() {
  const python = await loadPython(starting);
  return python.pyimport("host_tools.site.board").SiteBoard((text) => postMessage(text));
}

function run(board) {
  const tickMs = board.tick_ms;
  let due = performance.now();
  const ended = (error) => say({ t: "failed", say: `The board has stopped: ${String(error.message ?? error).trim().split("\n").at(-1)} Reload this page to start it again.` });
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
  const receive = (text) => guarded(() => board.receive(text));
  onmessage = (event) => receive(event.data);
  waiting.forEach(receive);
  const loop = () => {
    const now = performance.now();
    if (now - due > MOST_LAG_MS) due = now;
    while (due <= performance.now()) {
      due += tickMs;
      if (!guarded(() => board.tick())) return;
    }
    setTimeout(loop, due - performance.now());
  };
  say({ t: "pace", say: "" });
  loop();
}

load().then(run, (error) => {
  console.error(error);
  say({ t: "failed", say: `The board could not be loaded. Reload this page to try again. (${String(error.message ?? error).trim().split("\n").at(-1)})` });
});
