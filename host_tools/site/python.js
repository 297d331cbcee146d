// Pyodide with the board's Python in it, and the games' kernels as JavaScript. For workers.

export async function get(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  return answer.arrayBuffer();
}

// A view of one of Python's arrays that holds it where it is, and the end of that.
const view = (array, kind) => array.getBuffer(kind);
const release = (buffer) => buffer.release();

// When Pyodide's WebAssembly is there; fails where it cannot be had: Pyodide only warns of that, and
// then waits for ever.
function watchWebAssembly() {
  const plain = WebAssembly.instantiateStreaming;
  return new Promise((there, fail) => {
    WebAssembly.instantiateStreaming = async (answer, imports) => {
      try {
        const found = await plain(answer, imports);
        there();
        return found;
      } catch (error) {
        fail(error);
        throw error;
      }
    };
  });
}

async function startPyodide() {
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const indexURL = new URL("pyodide/", location.href).href;
  return loadPyodide({ indexURL, env: { BLINKA_OS_AGNOSTIC: "1" } });
}

// `tell(share, what)`: how far it is, in percent of the board's start.
export async function loadPython(tell) {
  tell(0, "Loading the board: about 6 MB, the first time.");
  // Python starts while the board's files come: if all came at once, it would start only at their end.
  const board = watchWebAssembly().then(() => get("board.zip"));
  const [python, files, kernels] = await Promise.all([startPyodide(), board, import("./kernels.js")]);
  tell(70, "Starting the board.");
  python.unpackArchive(files, "zip", { extractDir: "/board" });
  python.runPython("import sys; sys.path[:0] = ['/board', '/board/libraries']");
  python.pyimport("host_tools.site.kernels").install({ ...kernels, view, release });
  return python;
}
