// Run by node when the site is built: has the site's own Python compile what it runs.
// node precompile.js PYODIDE_FOLDER PYTHON_FILE FOLDER: the Python file works on the folder's files, which
// it finds in /sources.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , pyodide, code, folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
// The same bytes each time: sets in the same order. No columns: tracebacks name lines.
const env = { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", BLINKA_OS_AGNOSTIC: "1" };
const python = await loadPyodide({ env });
python.FS.mkdir("/sources");
for (const name of readdirSync(folder)) python.FS.writeFile(`/sources/${name}`, readFileSync(`${folder}/${name}`));
python.runPython(readFileSync(code, "utf8"));
for (const name of readdirSync(folder)) writeFileSync(`${folder}/${name}`, python.FS.readFile(`/sources/${name}`));
