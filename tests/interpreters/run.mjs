// Runs a folder's main.py on MicroPython for WebAssembly: node run.mjs MICROPYTHON.MJS FOLDER
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , micropython, folder] = process.argv;
const { loadMicroPython } = await import(pathToFileURL(micropython));
const python = await loadMicroPython({
  heapsize: 16 * 1024 * 1024,
  stdout: (line) => process.stdout.write(`${line}\n`),
});

function copy(from, to) {
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), `${to}/${name}`];
    if (statSync(source).isDirectory()) {
      python.FS.mkdir(target);
      copy(source, target);
    } else {
      python.FS.writeFile(target, readFileSync(source));
    }
  }
}

python.FS.mkdir("/board");
copy(folder, "/board");
python.FS.chdir("/board");
python.runPython(readFileSync(join(folder, "main.py"), "utf8"));
