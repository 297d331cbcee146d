// Runs the board: Pyodide, the firmware and the simulated world, one tick after the other in real
// time. Talks with the page by text messages, as the server does.

const MOST_LAG_MS = 200; // behind by more than this, the lost time is skipped

const say = (message) => postMessage(JSON.stringify(message));
const waiting = []; // messages of the page that came before the board
onmessage = (event) => waiting.push(event.data);

function starting(share, what) {
  say({ t: "pace", say: `${what} (${share} %)`, starting: share });
}

async function get(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  return answer.arrayBuffer();
}

// A view of one of Python's arrays that holds it where it is, and the end of that.
const view = (array, kind) => array.getBuffer(kind);
const release = (buffer) => buffer.release();

async function load() {
  starting(0, "Loading the board: about 6 MB, the first time.");
  const files = get("board.zip");
  const kernels = import("./kernels.js");
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("pyodide/", location.href).href, env: { BLINKA_OS_AGNOSTIC: "1" } });
  starting(60, "Loading the board.");
  python.unpackArchive(await files, "zip", { extractDir: "/board" });
  starting(80, "Starting the board.");
  python.runPython("import sys; sys.path[:0] = ['/board', '/board/firmware', '/board/libraries']");
  python.pyimport("host_tools.site.kernels").install({ ...(await kernels), view, release });
  const board = python.pyimport("host_tools.site.board").SiteBoard((text) => postMessage(text));
  return board;
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
