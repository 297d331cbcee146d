import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { site } from "./browser.mjs";

test("a folder's files are given to the site's Python and replaced by what it makes of them", async () => {
  const [pyodide, folder] = ["pyodide", "files"].map((name) => mkdtempSync(join(tmpdir(), name)));
  const code = join(pyodide, "compile.py");
  writeFileSync(code, "compile()");
  for (const name of ["a", "b"]) writeFileSync(join(folder, name), `source ${name}`);
  writeFileSync(join(pyodide, "pyodide.mjs"), "export const loadPyodide = (options) => globalThis.loadPyodide(options);");
  const [did, files] = [[], new Map()];
  globalThis.loadPyodide = async (options) => {
    did.push(options);
    return {
      FS: { mkdir: (name) => did.push(name), writeFile: (name, bytes) => files.set(name, bytes), readFile: (name) => files.get(name) },
      runPython: (text) => {
        did.push(text);
        for (const [name, bytes] of files) files.set(name, `${bytes} compiled`);
      },
    };
  };
  process.argv = ["node", "precompile.js", pyodide, code, folder];
  await site("precompile");
  assert.deepEqual(did, [{ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", BLINKA_OS_AGNOSTIC: "1" } }, "/sources", "compile()"]);
  assert.deepEqual([...files.keys(), ...["a", "b"].map((name) => readFileSync(join(folder, name), "utf8"))], ["/sources/a", "/sources/b", "source a compiled", "source b compiled"]);
});
