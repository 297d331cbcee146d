import assert from "node:assert/strict";
import test from "node:test";

import { site } from "./browser.mjs";
import { ALL, missing, python, requested, settled } from "./pyodide.mjs";

const { get, loadPython } = await site("python");

// Pyodide as it starts: it fetches its library and its WebAssembly.
function starts(own) {
  globalThis.loadPyodide = async (options) => {
    const library = await fetch("http://site/play/pyodide/python_stdlib.zip");
    const other = await fetch("other.txt");
    own.did.push(["start", options, (await library.arrayBuffer()).byteLength, (await other.arrayBuffer()).byteLength]);
    const wasm = await fetch("http://site/play/pyodide/pyodide.asm.wasm");
    await WebAssembly.instantiateStreaming(wasm, {});
    return own;
  };
}

const plain = async (answer) => ({ module: answer.headers.get("Content-Type"), bytes: (await answer.arrayBuffer()).byteLength });

async function loaded() {
  WebAssembly.instantiateStreaming = plain;
  requested.length = 0;
  const own = python();
  starts(own);
  const told = [];
  const { fetch } = globalThis;
  const found = await loadPython("the.board", (...of) => told.push(of));
  return { own, found, told, plain: globalThis.fetch === fetch };
}

test("Python starts with the board's modules, the games' kernels and their tables", async () => {
  const { own, found, plain: restored } = await loaded();
  assert.equal(found, own);
  assert.deepEqual(own.did, [["start", { indexURL: "http://site/play/pyodide/", createPyodideModule: "asm", env: { BLINKA_OS_AGNOSTIC: "1" } }, 100, 5], ["unpack", "b", 300, "zip", "/board"], ["run", "import sys; sys.path[:0] = ['/board', '/board/libraries']"], ["import", "host_tools.play.site.kernels"], ["import", "the.board"], ["unpack", "t", 340, "zip", "/board"]]);
  assert.deepEqual([own.kernels.search, typeof own.kernels.view, typeof own.kernels.release, restored], ["kernel", "function", "function", true]);
  const array = { getBuffer: (kind) => ({ kind, release: () => own.did.push("released") }) };
  const view = own.kernels.view(array, "u8");
  own.kernels.release(view);
  assert.deepEqual([view.kind, own.did.at(-1)], ["u8", "released"]);
});

test("what Pyodide needs first is loaded first; files come packed", async () => {
  await loaded();
  assert.deepEqual(requested, ["pyodide/python_stdlib.zip.packed", "pyodide/pyodide.asm.wasm.packed", "other.txt", "board.zip.packed", "tables.zip.packed"]);
});

test("the bytes loaded are told for each per cent, up to all of them", async () => {
  const { told } = await loaded();
  assert.deepEqual([told[0], told.at(-1)], [[0, ALL], [ALL, ALL]]);
  const shares = told.map(([bytes]) => Math.floor((100 * bytes) / ALL));
  assert.deepEqual(shares, [...new Set(shares)]);
});

test("a small step tells nothing new", async () => {
  SIZES["pyodide/pyodide.mjs"] = 1;
  const { told } = await loaded();
  SIZES["pyodide/pyodide.mjs"] = 10;
  assert.ok(!told.some(([bytes]) => bytes === 1));
});

test("a file that does not come ends the loading at once", async () => {
  for (const name of ["board.zip.packed", "tables.zip.packed", "pyodide/python_stdlib.zip.packed", "pyodide/pyodide.asm.wasm.packed"]) {
    missing.add(name);
    const own = python();
    globalThis.loadPyodide = () => new Promise(() => {});
    await assert.rejects(loadPython("the.board", () => {}), new RegExp(`${name}: status 404`.replaceAll(".", "\\.")));
    missing.clear();
    assert.deepEqual(own.did, []);
  }
});

test("WebAssembly that cannot be compiled ends it, too, though Pyodide would wait", async () => {
  const broken = new Error("no WebAssembly");
  WebAssembly.instantiateStreaming = async () => {
    throw broken;
  };
  let seen = null;
  globalThis.loadPyodide = async () => {
    await WebAssembly.instantiateStreaming({}, {}).catch((error) => (seen = error));
    await new Promise(() => {});
  };
  await assert.rejects(loadPython("the.board", () => {}), broken);
  assert.equal(seen, broken);
});

test("a file of the site can be fetched whole", async () => {
  assert.equal((await get("cable.zip")).byteLength, 5);
  missing.add("cable.zip");
  await assert.rejects(get("cable.zip"), /cable.zip: status 404/);
  missing.clear();
  await settled();
});
