// Pyodide with the board's Python, and the games' kernels as JavaScript. For workers. The build prepends
// SIZES, the bytes of all files by relative address.

const PACKED = ".packed"; // by gzip, independent of the server
const WASM = "pyodide/pyodide.asm.wasm";
const LIBRARY = "pyodide/python_stdlib.zip";
const ALL = Object.values(SIZES).reduce((sum, size) => sum + size);

async function ask(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  return answer;
}

export const get = async (name) => (await ask(name)).arrayBuffer();

// Counts the bytes loaded: calls `tell(bytes, all)` for each per cent.
class Progress {
  constructor(tell) {
    Object.assign(this, { tell, bytes: 0, share: -1 });
  }

  add(bytes) {
    this.bytes += bytes;
    const share = Math.floor((100 * this.bytes) / ALL);
    if (share === this.share) return;
    this.share = share;
    this.tell(this.bytes, ALL);
  }

  // A script, which cannot be counted in parts.
  async script(name, loading) {
    const module = await loading;
    this.add(SIZES[name]);
    return module;
  }

  // Load and unpack a packed file: { answer, come }; `come` resolves with its last byte.
  open(name, type) {
    let last;
    const come = new Promise((done) => (last = done));
    const count = (piece, out) => {
      this.add(piece.byteLength);
      out.enqueue(piece);
    };
    const answer = ask(name + PACKED).then(({ body }) => {
      const counted = body.pipeThrough(new TransformStream({ transform: count, flush: last }));
      const headers = { "Content-Type": type };
      return new Response(counted.pipeThrough(new DecompressionStream("gzip")), { headers });
    });
    return { answer, come };
  }

  async whole(name) {
    return (await this.open(name, "application/zip").answer).arrayBuffer();
  }
}

// A view of a Python array, which keeps the array in place until the view is released.
const view = (array, kind) => array.getBuffer(kind);
const release = (buffer) => buffer.release();

// Resolves when Pyodide's WebAssembly is loaded, and rejects if that fails: Pyodide only prints a warning and
// waits forever.
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

// `files`: responses for Pyodide's requests, by address.
async function startPyodide(progress, files) {
  const plain = fetch;
  globalThis.fetch = (what, ...more) => files.get(new URL(what, location).href) ?? plain(what, ...more);
  const load = (name) => progress.script(`pyodide/${name}`, import(`./pyodide/${name}`));
  const [{ loadPyodide }, asm] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map(load));
  const indexURL = new URL("pyodide/", location).href;
  const python = await loadPyodide({ indexURL, createPyodideModule: asm.default, env: { BLINKA_OS_AGNOSTIC: "1" } });
  globalThis.fetch = plain;
  return python;
}

// Resolves with Python and the imported module `entry`. `tell`: see Progress.
export async function loadPython(entry, tell) {
  const progress = new Progress(tell);
  progress.add(0);
  const [library, wasm] = [[LIBRARY, "application/zip"], [WASM, "application/wasm"]].map((file) => progress.open(...file));
  const files = new Map([[LIBRARY, library], [WASM, wasm]].map(([name, { answer }]) => [new URL(name, location).href, answer]));
  // Python starts while the board's files load; if all loaded at once, it would start only at the end.
  const board = Promise.all([library.come, wasm.come]).then(() => progress.whole("board.zip"));
  const tables = board.then(() => progress.whole("tables.zip"));
  const kernels = progress.script("kernels.js", import("./kernels.js"));
  const parts = [library.answer, wasm.answer, board, tables, kernels, watchWebAssembly()];
  const python = await Promise.race([failure(parts), startPyodide(progress, files)]);
  const unpack = (archive) => python.unpackArchive(archive, "zip", { extractDir: "/board" });
  unpack(await board);
  python.runPython("import sys; sys.path[:0] = ['/board', '/board/libraries']");
  python.pyimport("host_tools.play.site.kernels").install({ ...(await kernels), view, release });
  python.pyimport(entry);
  unpack(await tables);
  return python;
}

// Rejects as soon as one of these does; for some of them Pyodide would wait forever.
const failure = (all) => new Promise((_, fail) => all.forEach((one) => one.catch(fail)));
