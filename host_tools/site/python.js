// Pyodide with the board's Python in it, and the games' kernels as JavaScript. For workers.

async function get(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  return answer.arrayBuffer();
}

// A view of one of Python's arrays that holds it where it is, and the end of that.
const view = (array, kind) => array.getBuffer(kind);
const release = (buffer) => buffer.release();

// `tell(share, what)`: how far it is, in percent of the board's start.
export async function loadPython(tell) {
  tell(0, "Loading the board: about 6 MB, the first time.");
  const files = get("board.zip");
  const kernels = import("./kernels.js");
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("pyodide/", location.href).href, env: { BLINKA_OS_AGNOSTIC: "1" } });
  tell(60, "Loading the board.");
  python.unpackArchive(await files, "zip", { extractDir: "/board" });
  tell(80, "Starting the board.");
  python.runPython("import sys; sys.path[:0] = ['/board', '/board/firmware', '/board/libraries']");
  python.pyimport("host_tools.site.kernels").install({ ...(await kernels), view, release });
  return python;
}
