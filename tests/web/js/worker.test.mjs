import assert from "node:assert/strict";
import test from "node:test";

import { repeated, site, timers } from "./browser.mjs";
import { python, settled, until } from "./pyodide.mjs";

let now = 0;
performance.now = () => now;
const logged = [];
console.warn = (error) => logged.push(error.message ?? error);
console.error = (error) => logged.push(error.message ?? error);

const { BoardStore } = await site("boardstore");
const kept = new Map(); // the stored files by kind of board; "board": the kind played last
let broken = false;
BoardStore.prototype.get = async function get(key) {
  return key === "board" ? kept.get("board") : undefined;
};
BoardStore.prototype.open = async () => ({ transaction: () => ({ objectStore: () => ({ put: (value, key) => { const request = {}; setImmediate(() => (kept.set(key, value), request.onsuccess())); return request; } }) }) });
BoardStore.prototype.read = async function read() {
  return kept.get(this.key) ?? [];
};
BoardStore.prototype.write = async function write(files) {
  if (broken) throw new Error("no space");
  kept.set(this.key, files);
};

// What the board's Python keeps: `files` are stored by the next call.
class Board {
  constructor(post, files, more) {
    Object.assign(this, { post, files, ...more, tick_ms: 20, ticks: 0, received: [], kept: [], news: null, joined: 0, begun: 0, ended: 0 });
    boards.push(this);
  }

  tick() {
    if (this.fails) throw new Error("a fault");
    this.ticks += 1;
    now += this.slow ?? 0;
  }

  receive(text) {
    if (this.fails) throw new Error("a fault");
    this.received.push(text);
    const { t, name } = JSON.parse(text);
    if (t === "board") this.change(name);
  }

  keep(leaving) {
    if (this.stuck) throw new Error("cannot keep");
    this.left = leaving;
    const files = this.news;
    this.news = null;
    return files && { toJs: () => files, destroy: () => (this.destroyed = true) };
  }

  end() {
    this.ended += 1;
    return this.keep(false);
  }

  keeps(yes) {
    this.kept.push(yes);
  }

  begin() {
    this.begun += 1;
  }

  join() {
    this.joined += 1;
  }
}
const boards = [];
const cables = [];
const real = { name: "real", ticks: 0, tick_ms: 20, tick: () => (real.ticks += 1), receive: (text) => real.received.push(text), received: [] };
globalThis.self = { name: "" };

// A worker that has loaded; `posted`: its messages.
let workers = 0;
async function made({ before = [], name = "", known = ["tile4x4", "tile7x7"], fails = false } = {}) {
  self.name = name;
  boards.length = timers.length = repeated.length = logged.length = 0;
  now = 1000;
  broken = false;
  const posted = [];
  globalThis.postMessage = (message) => posted.push(typeof message === "string" ? JSON.parse(message) : message);
  const SiteBoard = { callKwargs: (post, files, more) => { if (!known.includes(more.name)) throw new Error(`no ${more.name}`); return new Board(post, files, more); } };
  const own = python({ "host_tools.play.site.board": { SiteBoard } });
  globalThis.loadPyodide = async () => {
    if (fails) throw new Error("no Python");
    return own;
  };
  const loading = import(`./site/worker.js?${(workers += 1)}`);
  await loading;
  for (const message of before) globalThis.onmessage({ data: message });
  await until(() => posted.some(({ t, say }) => t === "failed" || (t === "pace" && say === "")));
  const send = async (message) => { globalThis.onmessage?.({ data: typeof message === "string" || message.cable || message.leaving ? message : JSON.stringify(message) }); await settled(); await settled(); };
  const loop = (ms) => { now += ms; const [act] = timers.findLast(([each]) => each.name === "loop"); act(); };
  const keep = async () => { repeated[0][0](); await settled(); await settled(); };
  return { posted, send, loop, keep, own };
}

const pace = ({ posted }) => posted.filter(({ t }) => t === "pace");

test("the board is loaded with its stored files and runs", async () => {
  kept.set("all", [["settings", 1]]);
  const found = await made();
  const [board] = boards;
  assert.deepEqual([board.name, board.measured, board.files, found.posted.at(-1), pace(found)[0].bytes, board.kept], ["tile4x4", true, ["py", [["settings", 1]]], { t: "pace", say: "" }, 0, []]);
  board.post('{"t":"frame"}');
  assert.deepEqual(found.posted.at(-1), { t: "frame" });
  kept.clear();
});

test("who does everything by hand has a board that must be measured", async () => {
  await made({ name: "like-real" });
  assert.equal(boards[0].measured, false);
});

test("messages that came before the board was there are for it, the last wish for a kind of board counts", async () => {
  const { send } = await made({ before: ['{"t":"help"}', '{"t":"board","name":"tile4x4"}', '{"t":"board","name":"tile7x7"}', { leaving: true }] });
  assert.deepEqual([boards.map(({ name }) => name), boards[0].received, boards[0].left, kept.get("board")], [["tile7x7"], ['{"t":"help"}'], true, "tile7x7"]);
  await send({ t: "help" });
  assert.equal(boards[0].received.length, 2);
  kept.clear();
});

test("the kind played last is played again; one that this version does not have is replaced", async () => {
  kept.set("board", "tile7x7");
  await made();
  assert.equal(boards[0].name, "tile7x7");
  kept.set("board", "tile9x9");
  await made();
  assert.deepEqual([boards[0].name, logged], ["tile4x4", ["no tile9x9"]]);
  kept.clear();
});

test("a board whose files cannot be read stores nothing for now, and says so", async () => {
  const { read } = BoardStore.prototype;
  BoardStore.prototype.read = async () => null;
  await made();
  assert.deepEqual([boards[0].files, boards[0].kept], [["py", []], [false]]);
  BoardStore.prototype.read = read;
});

test("a page without Python says that the board could not be loaded", async () => {
  const { posted } = await made({ fails: true });
  assert.deepEqual([posted.find(({ t }) => t === "failed"), logged], [{ t: "failed", say: "The board could not be loaded. Reload this page to try again." }, ["no Python"]]);
});

test("the board ticks in real time, and skips what it is late by more than a moment", async () => {
  const { loop } = await made();
  const [board] = boards;
  assert.deepEqual([board.ticks, timers.at(-1)[1]], [1, 20]);
  loop(20);
  assert.equal(board.ticks, 2);
  loop(100);
  assert.deepEqual([board.ticks, timers.at(-1)[1]], [7, 20]);
  loop(221);
  assert.deepEqual([board.ticks, timers.at(-1)[1]], [8, 20]);
  loop(220); // as late as it may be
  assert.equal(board.ticks, 19);
});

test("a board that is too slow lets messages through between its ticks", async () => {
  const { loop } = await made();
  const [board] = boards;
  board.slow = 50;
  const before = board.ticks;
  loop(20);
  assert.equal(board.ticks - before, 5);
});

test("a fault of the board ends it, with a message", async () => {
  const { posted, loop } = await made();
  const [board] = boards;
  const count = timers.length;
  board.fails = true;
  loop(20);
  assert.deepEqual([posted.at(-1), timers.length, globalThis.onmessage], [{ t: "failed", say: "The board has stopped. Reload this page to start it again." }, count, null]);
  const other = await made();
  boards[0].fails = true;
  await other.send({ t: "help" });
  assert.equal(other.posted.at(-1).t, "failed");
});

test("what the board keeps is stored, also when the page is left or something was written", async () => {
  const { keep, send } = await made();
  const [board] = boards;
  assert.equal(repeated[0][1], 500);
  await keep();
  assert.deepEqual([kept.get("all"), board.kept], [undefined, []]);
  board.news = "files";
  await keep();
  assert.deepEqual([kept.get("all"), board.kept, board.destroyed, board.left], ["files", [true], true, false]);
  board.news = "more";
  await send({ leaving: true });
  assert.deepEqual([kept.get("all"), board.left], ["more", true]);
  board.news = "written";
  board.written();
  await settled();
  assert.equal(kept.get("all"), "written");
  kept.clear();
});

test("what could not be stored is stored later, once", async () => {
  const { keep } = await made();
  const [board] = boards;
  broken = true;
  board.news = "files";
  await keep();
  board.news = "newer";
  await keep();
  assert.deepEqual([board.kept, logged], [[false, false], ["no space", "no space"]]);
  const again = () => timers.filter(([, ms]) => ms === 3000);
  assert.equal(again().length, 1);
  broken = false;
  again()[0][0]();
  await settled();
  await settled();
  assert.deepEqual([kept.get("all"), board.kept.at(-1)], ["newer", true]);
  kept.clear();
  again()[0][0]();
  await settled();
  assert.equal(kept.get("all"), undefined); // nothing is left to be stored
  board.stuck = true;
  await keep();
  assert.deepEqual([board.kept.at(-1), logged.at(-1), again().length], [false, "cannot keep", 2]);
});

test("newer files that come while older ones are stored are not forgotten", async () => {
  const { keep } = await made();
  const [board] = boards;
  broken = true;
  board.news = "older";
  await keep();
  broken = false;
  const { write } = BoardStore.prototype;
  const writing = [];
  BoardStore.prototype.write = (files) => new Promise((resolve, reject) => writing.push({ files, resolve, reject }));
  board.news = "one";
  repeated[0][0]();
  board.news = "two";
  repeated[0][0]();
  writing[0].resolve();
  await settled();
  writing[1].reject(new Error("no"));
  await settled();
  timers.find(([, ms]) => ms === 3000)[0]();
  BoardStore.prototype.write = write;
  assert.deepEqual(writing.map(({ files }) => files), ["one", "two", "two"]);
});

test("another kind of board is played after the data of this one are stored; both are kept", async () => {
  const { send, loop } = await made();
  const [first] = boards;
  first.news = "files";
  await send({ t: "board", name: "tile7x7" });
  await until(() => boards.length > 1);
  await settled();
  assert.deepEqual([first.ended, kept.get("all"), kept.get("board"), boards[1].name], [1, "files", "tile7x7", "tile7x7"]);
  loop(20);
  await send({ t: "help" });
  assert.deepEqual([boards[1].received, boards[1].ticks > 0, first.received.length], [['{"t":"help"}'], true, 1]);
  await send({ t: "board", name: "tile4x4" });
  await until(() => first.begun);
  await settled();
  await send({ t: "help" });
  assert.deepEqual([boards.length, first.begun, first.received.at(-1)], [2, 1, '{"t":"help"}']);
  kept.clear();
});

test("while boards change nothing is ticked, and messages for the old one are lost", async () => {
  const { loop } = await made();
  const [first] = boards;
  globalThis.onmessage({ data: '{"t":"board","name":"tile7x7"}' });
  const before = first.ticks;
  globalThis.onmessage({ data: '{"t":"help"}' });
  repeated[0][0]();
  loop(40);
  assert.deepEqual([first.ticks, timers.at(-1)[1], first.received.length], [before, 200, 1]);
  await until(() => boards.length > 1);
  await settled();
  await settled();
  loop(20);
  assert.equal(boards[1].ticks, 2);
});

test("a kind of board that cannot be made ends the board, with a message", async () => {
  const { send, posted } = await made();
  await send({ t: "board", name: "tile9x9" });
  await until(() => posted.at(-1).t === "failed");
  assert.match(posted.at(-1).say, /^The board has stopped/);
  kept.clear();
});

const { Cable } = await site("cabled");

test("a real board on a cable takes the place of the simulated one while it is connected", async () => {
  const { send, loop, posted } = await made();
  const [board] = boards;
  const { load } = Cable;
  const post = [];
  Cable.load = async (own, tell) => (post.push(tell), { board: real, hear: async (message) => { if (message.fails) throw new Error("no port"); cables.push(message); } });
  await send({ cable: "opened" });
  await send({ t: "help" });
  assert.equal(board.received.length, 1);
  await send({ cable: "begin", board: "tile4x4" });
  await send({ t: "help" });
  const before = board.ticks;
  loop(20);
  assert.deepEqual([real.received, real.ticks, board.ticks, post.length], [['{"t":"help"}'], 1, before, 1]);
  await send({ cable: "leave" });
  await send({ t: "help" });
  assert.deepEqual([board.joined, board.received.length, cables.map(({ cable }) => cable)], [1, 2, ["opened", "begin", "leave"]]);
  post[0]('{"t":"cable"}');
  assert.deepEqual(posted.at(-1), { t: "cable" });
  await send({ cable: "flash", fails: true });
  assert.deepEqual([posted.at(-1), logged], [{ t: "cable", ended: true, wrong: "Something went wrong. Reload this page to try again." }, ["no port"]]);
  Cable.load = load;
});

// A cable as the worker has it; `did`: what its board was told.
async function cable() {
  const did = [];
  const call = (name) => Object.assign((...of) => (did.push([name, ...of]), `${name} done`), { callPromising: (...of) => (did.push([name, ...of]), `${name} done`) });
  const line = { opened: call("opened"), lost: call("lost"), fed: call("fed"), written: call("written") };
  let parts = null;
  const Cabled = (...of) => ((parts = of), { line, begin: call("begin"), leave: call("leave"), show_faults: call("faults"), flash: call("flash") });
  const own = python({ "host_tools.play.site.cabled": { Cabled }, "pyodide.ffi": { run_sync: "run_sync", can_run_sync: "can_run_sync" } });
  const made = await Cable.load(own, "post");
  return { made, did, parts, own };
}

test("the page's reports about the port go to the board on the cable", async () => {
  const { made: found, did, own, parts } = await cable();
  assert.deepEqual([own.did.map(([name]) => name), parts[0], parts.slice(3)], [["unpack", "import", "caches", "import", "import"], "post", ["run_sync", "can_run_sync"]]);
  for (const message of [{ cable: "opened" }, { cable: "lost", kind: "gone", why: "why" }, { cable: "fed", data: "data" }, { cable: "written", count: 3 }]) assert.equal(await found.hear(message), undefined);
  assert.deepEqual(did, [["opened"], ["lost", "gone", "why"], ["fed", ["py", "data"]], ["written", 3]]);
  did.length = 0;
  assert.deepEqual([await found.hear({ cable: "begin", board: "tile4x4" }), await found.hear({ cable: "leave" }), await found.hear({ cable: "log" })], ["begin done", "leave done", "faults done"]);
  assert.deepEqual(did, [["begin", "tile4x4"], ["leave"], ["faults"]]);
  const posted = [];
  globalThis.postMessage = (message) => posted.push(message);
  parts[1]({ toJs: () => "bytes" });
  assert.deepEqual(posted, ["bytes"]);
});

test("the firmware of the kind of board is fetched and flashed", async () => {
  const { made: found, did } = await cable();
  assert.equal(await found.hear({ cable: "flash", board: "tile4x4", erase: true }), "flash done");
  const [[, board, index, [, file], erase]] = did;
  assert.deepEqual([board, index, file.length, erase], ["tile4x4", "fffff", 5, true]);
});

test("Python waits for the next report of the page, or for a time", async () => {
  const { made: found, parts: [, , wait] } = await cable();
  timers.length = 0;
  const cleared = [];
  const { clearTimeout } = globalThis;
  globalThis.clearTimeout = (timer) => cleared.push(timer);
  let over = 0;
  wait(1.5).then(() => (over += 1));
  await found.hear({ cable: "begin" });
  await settled();
  assert.deepEqual([over, timers[0][1]], [0, 1500]);
  await found.hear({ cable: "opened" });
  await settled();
  assert.deepEqual([over, cleared.length], [1, 1]);
  wait(2).then(() => (over += 1));
  timers[1][0]();
  await settled();
  assert.equal(over, 2);
  await found.hear({ cable: "opened" });
  globalThis.clearTimeout = clearTimeout;
});
