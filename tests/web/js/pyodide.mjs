// What the site's workers need of a browser: Pyodide, files from the server, a database, messages.

import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import "./browser.mjs";

mkdirSync("site/pyodide", { recursive: true });
writeFileSync("site/pyodide/pyodide.mjs", "export const loadPyodide = (options) => globalThis.loadPyodide(options);");
writeFileSync("site/pyodide/pyodide.asm.mjs", "export default 'asm';");
writeFileSync("site/kernels.js", "export const search = 'kernel';");

export const settled = () => new Promise((done) => setImmediate(done));
export const until = async (condition) => {
  while (!condition()) await settled();
};

// The bytes of files by name; those of archives as they are unpacked.
const UNPACKED = { "pyodide/python_stdlib.zip": 100, "pyodide/pyodide.asm.wasm": 200, "board.zip": 300, "tables.zip": 340 };
const packed = (name) => gzipSync(Buffer.alloc(UNPACKED[name], name[0]));
globalThis.SIZES = { "pyodide/pyodide.mjs": 10, "pyodide/pyodide.asm.mjs": 20, "kernels.js": 30, ...Object.fromEntries(Object.keys(UNPACKED).map((name) => [name, packed(name).length])) };
export const ALL = Object.values(SIZES).reduce((sum, size) => sum + size);
globalThis.onmessage = null;
globalThis.location = new URL("http://site/play/");

// Files of the server: packed ones by their plain name; a name in `missing` is not there.
export const missing = new Set();
export const requested = [];
export function serve(name) {
  requested.push(name);
  if (missing.has(name)) return new Response("", { status: 404 });
  const plain = name.replace(/\.packed$/, "");
  return new Response(plain === name ? Buffer.alloc(5, plain[0]) : packed(plain));
}
globalThis.fetch = async (name) => serve(String(name));

// Python as the workers use it; `did`: what they asked of it.
export function python(modules = {}) {
  const did = [];
  const made = {
    did,
    toPy: (what) => ["py", what],
    unpackArchive: (archive, kind, { extractDir }) => did.push(["unpack", String.fromCharCode(new Uint8Array(archive)[0]), archive.byteLength, kind, extractDir]),
    runPython: (text) => did.push(["run", text]),
    pyimport: (name) => (did.push(["import", name]), modules[name] ?? { install: (kernels) => (made.kernels = kernels), invalidate_caches: () => did.push(["caches"]) }),
  };
  return made;
}
