import assert from "node:assert/strict";
import test from "node:test";

import { python, settled, until } from "./pyodide.mjs";

const requests = [];
let status = 200;
globalThis.XMLHttpRequest = class {
  open(...of) {
    this.of = of;
    if (status === "blocked") throw new Error("blocked");
  }

  send() {
    requests.push([...this.of, this.responseType]);
    Object.assign(this, { status, response: new Uint8Array([1, 2]).buffer });
  }
};

let workers = 0;
async function made(fails = false) {
  const [posted, received] = [[], []];
  let parts = null;
  globalThis.postMessage = (text) => posted.push(text);
  const own = python({ "host_tools.play.site.analysis": { SiteAnalysis: (...of) => ((parts = of), { receive: (text) => received.push(text) }) } });
  globalThis.loadPyodide = async () => {
    if (fails) throw new Error("no Python");
    return own;
  };
  await import(`./site/analysisworker.js?${(workers += 1)}`);
  return { posted, received, parts: () => parts };
}

test("questions are answered once Python is there, one after the other", async () => {
  const { posted, received, parts } = await made();
  const first = globalThis.onmessage({ data: "one" });
  assert.deepEqual(received, []);
  await first;
  await globalThis.onmessage({ data: "two" });
  assert.deepEqual([received, posted], [["one", "two"], ['{"t": "ready"}', '{"t": "done"}', '{"t": "done"}']]);
  parts()[0]("answer");
  assert.equal(posted.at(-1), "answer");
});

test("Python gets a file of the site at once, or nothing", async () => {
  const { posted, parts } = await made();
  await until(() => posted.length);
  const get = parts()[1];
  assert.deepEqual([get("table.bin"), requests.at(-1)], [["py", new Uint8Array([1, 2])], ["GET", "table.bin", false, "arraybuffer"]]);
  const warned = [];
  console.warn = (error) => warned.push(error.message);
  status = 404;
  assert.deepEqual(get("table.bin"), ["py", undefined]);
  status = "blocked";
  assert.deepEqual([get("table.bin"), warned], [["py", undefined], ["blocked"]]);
});

test("a worker without Python says that it has failed", async () => {
  console.error = () => {};
  const { posted } = await made(true);
  await until(() => posted.length);
  assert.deepEqual(posted, ['{"t": "failed"}']);
  await settled();
});
