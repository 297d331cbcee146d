import assert from "node:assert/strict";
import test from "node:test";

import { outer, page, Socket, timers } from "./browser.mjs";

const { Link } = await page("link");

test("a lost connection is tried again, ever later up to five seconds, and soon after it was there", () => {
  const said = [];
  const link = new Link({ up: () => said.push("up"), down: () => said.push("down") });
  const waits = [];
  const fail = () => {
    Socket.all.at(-1).onclose({ code: 1006 });
    const [again, ms] = timers.pop();
    waits.push(ms);
    again();
  };
  for (let time = 0; time < 12; time++) fail();
  assert.deepEqual(waits, [...waits].sort((a, b) => a - b));
  assert.ok(waits[0] < 1000 && waits[1] > waits[0]);
  assert.equal(waits.at(-1), 5000);
  assert.equal(Socket.all.length, 13);
  Socket.all.at(-1).onopen();
  fail();
  assert.equal(waits.at(-1), waits[0]);
  assert.deepEqual(said.slice(-2), ["up", "down"]);
  link.send({ t: "x" }); // it is not open: nothing is sent, and nothing fails
});

test("a server that changes its board is not called silent", () => {
  const why = [];
  new Link({ up() {}, down: (words) => why.push(words) });
  for (const code of [1012, 1006]) Socket.all.at(-1).onclose({ code });
  assert.deepEqual(why, ["Another board is set up.", "The board does not answer. Is lodeboard play still running? Trying again."]);
});

test("messages go to their handler, and unknown ones nowhere", () => {
  const received = [];
  new Link({ up() {}, down() {}, hello: (message) => received.push(message.you) });
  for (const message of [{ t: "hello", you: 3 }, { t: "other" }]) Socket.all.at(-1).onmessage({ data: JSON.stringify(message) });
  assert.deepEqual(received, [3]);
});

test("a link asks the server that the page came from, in the same way", () => {
  const made = () => (new Link({ up() {}, down() {} }), Socket.all.at(-1).address);
  assert.equal(made(), "ws://board/link");
  location.protocol = "https:";
  assert.equal(made(), "wss://board/link");
  location.protocol = "http:";
});

test("what is sent before the connection is there is lost, later it is sent as JSON", () => {
  const link = new Link({ up() {}, down() {} });
  const socket = Socket.all.at(-1);
  link.send({ t: "lost" });
  socket.readyState = Socket.OPEN;
  link.send({ t: "press", button: 2 });
  link.post({ cable: "leave" }); // there is no worker
  assert.deepEqual(socket.sent, ['{"t":"press","button":2}']);
});

const FILES = { worker: "worker.js", analysis: "analysisworker.js", service: "service.js", early: `data:text/javascript,${encodeURIComponent(`export class Early {
  constructor(shown, board, t) { Object.assign(this, { shown, board, t, begun: false }); globalThis.early = this; }
  async begin(real) { this.real = real; await globalThis.opened; this.begun = true; }
  hear(message) { this.board.hear(message); }
  send(message) { this.board.send(message); }
}`)}` };

// A link to a worker. `open()`: the board may begin; `workers`: all that were made, with what they were sent.
async function inWorker(handlers = {}, { fails = false } = {}) {
  const workers = [];
  const left = {};
  const kept = [];
  let open;
  globalThis.opened = new Promise((done) => (open = done));
  globalThis.Worker = class {
    constructor(address, options) {
      if (fails) throw new Error("no module workers");
      Object.assign(this, { address, options, sent: [], ended: false });
      workers.push(this);
    }
    postMessage(message) {
      this.sent.push(message);
    }
    terminate() {
      this.ended = true;
    }
  };
  Object.assign(document, { querySelector: (what) => ({ content: FILES[/"(.*)"/.exec(what)[1]] }), addEventListener: (name, act) => (left[name] = act), hidden: false });
  outer.handlers = {};
  navigator.serviceWorker = { register: async (address) => kept.push(address) };
  const received = [];
  const link = new Link({ up: () => received.push("up"), down: (...why) => received.push(why), frame: (message) => received.push(message), guessed: (message) => received.push(message), ...handlers });
  await settled();
  return { link, workers, received, open: async () => (open(), await settled()), left, kept };
}

const settled = () => new Promise((done) => setImmediate(() => setImmediate(done)));
const LOADED = "The board could not be loaded. Reload this page to try again.";
const CANNOT = "This browser cannot run the board: it lacks WebAssembly, module workers or DecompressionStream. A current one can.";

test("a board in a worker hears at once what was sent while it was loaded, and then everything", async () => {
  const { link, workers: [worker], received, open } = await inWorker();
  assert.deepEqual([worker.address, worker.options, received], ["worker.js", { type: "module", name: "" }, ["up"]]);
  link.send({ t: "press" });
  worker.onmessage({ data: '{"t":"frame","ms":1}' });
  assert.deepEqual([worker.sent, received.length], [[], 1]);
  await open();
  assert.deepEqual([worker.sent, received[1]], [['{"t":"press"}'], { t: "frame", ms: 1 }]);
  link.send({ t: "release" });
  assert.equal(worker.sent[1], '{"t":"release"}');
  worker.onmessage({ data: '{"t":"unknown"}' });
});

test("a board that is like a real one is told so", async () => {
  const { stored } = await page("preferences");
  stored.set("lodeboard-like-real", "on");
  const { workers } = await inWorker();
  stored.set("lodeboard-like-real", null);
  assert.equal(workers[0].options.name, "like-real");
  assert.equal(globalThis.early.real, true);
});

test("the site is kept for later once the board has lit up, and once only", async () => {
  const { workers: [worker], open, kept, received } = await inWorker();
  await open();
  assert.deepEqual(kept, []);
  for (const ms of [1, 2]) worker.onmessage({ data: `{"t":"frame","ms":${ms}}` });
  assert.deepEqual([kept, received.slice(1)], [["service.js"], [{ t: "frame", ms: 1 }, { t: "frame", ms: 2 }]]);
});

test("questions about games go to a worker of their own", async () => {
  const { link, workers, received } = await inWorker();
  link.send({ t: "guess", id: 4 });
  assert.deepEqual([workers.length, workers[1].address], [2, "analysisworker.js"]);
  workers[1].onmessage({ data: '{"t":"ready"}' });
  workers[1].onmessage({ data: '{"t":"guessed","id":4}' });
  assert.deepEqual([workers[1].sent, received.at(-1), workers[0].sent], [['{"t":"guess","id":4}'], { t: "guessed", id: 4 }, []]);
});

test("bytes of a real board go to the page's port, and news of it to the worker", async () => {
  const { link, workers: [worker] } = await inWorker();
  worker.onmessage({ data: new Uint8Array([1]) }); // nobody takes them yet
  const taken = [];
  link.cable((bytes) => taken.push(...bytes));
  worker.onmessage({ data: new Uint8Array([2, 3]) });
  link.post({ cable: "leave" });
  assert.deepEqual([taken, worker.sent], [[2, 3], [{ cable: "leave" }]]);
});

test("a worker hears that the page is left, by whatever way", async () => {
  const { workers: [worker], left } = await inWorker();
  for (const act of outer.handlers.pagehide) act();
  left.visibilitychange();
  assert.equal(worker.sent.length, 1);
  document.hidden = true;
  left.visibilitychange();
  assert.deepEqual(worker.sent, [{ leaving: true }, { leaving: true }]);
});

test("a worker that fails is ended, and what can be done is said", async () => {
  const { link, workers: [worker], received, open, left } = await inWorker();
  await open();
  worker.onerror();
  await settled();
  assert.deepEqual([worker.ended, received.at(-1)], [true, [LOADED, true]]);
  link.send({ t: "press" });
  link.post({ cable: "leave" });
  document.hidden = true;
  left.visibilitychange();
  assert.deepEqual(worker.sent, []);
  const said = await inWorker();
  await said.open();
  said.workers[0].onmessage({ data: '{"t":"failed","say":"It has no room."}' });
  await settled();
  assert.deepEqual([said.workers[0].ended, said.received.at(-1)], [true, ["It has no room.", true]]);
});

test("what shows the board while it is loaded may be missing", async (at) => {
  const { early } = FILES;
  const said = at.mock.method(console, "error", () => {});
  FILES.early = "data:text/javascript,throw new Error('missing')";
  const { workers: [worker], received } = await inWorker();
  FILES.early = early;
  assert.deepEqual([worker.ended, received.at(-1), said.mock.callCount()], [true, [LOADED, true], 1]);
});

test("a browser that lacks something is named, and a reload is not offered", async () => {
  const down = [CANNOT, false];
  assert.deepEqual((await inWorker({}, { fails: true })).received, [down]);
  for (const name of ["WebAssembly", "DecompressionStream"]) {
    const was = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value: undefined, configurable: true });
    const { workers, received } = await inWorker();
    Object.defineProperty(globalThis, name, was);
    assert.deepEqual([workers, received], [[], [down]], name);
  }
});
