// Run by node during the build: lets the site's own Python compile its modules. Usage: node precompile.js
// PYODIDE_FOLDER PYTHON_FILE FOLDER. The Python file processes the folder's files, mounted as /sources.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , pyodide, code, folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
// For the same bytes each time: a fixed order of sets. No columns: tracebacks only show lines.
const env = { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", BLINKA_OS_AGNOSTIC: "1" };
const python = await loadPyodide({ env });
python.FS.mkdir("/sources");
for (const name of readdirSync(folder)) python.FS.writeFile(`/sources/${name}`, readFileSync(`${folder}/${name}`));
python.runPython(readFileSync(code, "utf8"));
for (const name of readdirSync(folder)) writeFileSync(`${folder}/${name}`, python.FS.readFile(`/sources/${name}`));
