// A real board in the worker: passes on what the page reports about its port, and lets Python wait for it.

import { get } from "./python.js";

const TEXTS = ["index", "changes"]; // of the firmwares on the site

// Python waits for the next report of the page, or for a time.
let news = null;
const wait = (seconds) =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      news = null;
      done();
    };
    const timer = setTimeout(end, 1000 * seconds);
    news = end;
  });

export class Cable {
  // `post(text)` sends a message to the page.
  static async load(python, post) {
    python.unpackArchive(await get("cable.zip"), "zip", { extractDir: "/board" });
    python.pyimport("importlib").invalidate_caches();
    const ffi = python.pyimport("pyodide.ffi");
    const send = (bytes) => postMessage(bytes.toJs());
    const { Cabled } = python.pyimport("host_tools.play.site.cabled");
    return new Cable(python, Cabled(post, send, wait, ffi.run_sync, ffi.can_run_sync));
  }

  constructor(python, board) {
    Object.assign(this, { python, board });
  }

  // A message of the page about its port, or a command for the board.
  async hear({ cable, board, kind, why, data, count, erase }) {
    switch (cable) {
      case "begin":
        return this.board.begin(board);
      case "opened":
        this.board.line.opened();
        break;
      case "lost":
        this.board.line.lost(kind, why);
        break;
      case "fed":
        this.board.line.fed(this.python.toPy(data));
        break;
      case "written":
        this.board.line.written(count);
        break;
      case "leave":
        return this.board.leave();
      case "log":
        return this.board.show_faults.callPromising();
      case "back":
        return this.board.go_back.callPromising();
      case "compare":
      case "flash": {
        const [index, changes] = (await Promise.all(TEXTS.map((name) => get(`firmware/${name}.json`)))).map((text) => new TextDecoder().decode(text));
        const file = this.python.toPy(new Uint8Array(await get(`firmware/${board}.zip`)));
        if (cable === "flash") return this.board.flash.callPromising(board, index, file, erase);
        return this.board.compare.callPromising(board, index, file, changes, erase);
      }
    }
    news?.();
  }
}
