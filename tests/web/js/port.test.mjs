import assert from "node:assert/strict";
import test from "node:test";

import { site, timers } from "./browser.mjs";

const { Port } = await site("port");

const settled = () => new Promise((done) => setImmediate(done));
const cleared = [];
globalThis.clearTimeout = (timer) => cleared.push(timer);
const serial = { ports: [], listeners: [], getPorts: async () => serial.ports, addEventListener: (name, act) => serial.listeners.push(act), removeEventListener: (name, act) => serial.listeners.splice(serial.listeners.indexOf(act), 1) };
Object.defineProperty(globalThis, "navigator", { value: { serial }, configurable: true });

// A port of the browser; `bytes.push` sends from the board, `end` unplugs it.
class Wire {
  constructor(id = 1) {
    Object.assign(this, { id, connected: true, did: [], written: [], waiting: [], opens: true });
  }

  getInfo() {
    return { usbProductId: this.id };
  }

  async open(options) {
    this.did.push(["open", options]);
    if (!this.opens) throw new Error("no");
    this.done = false;
    this.readable = { getReader: () => this.reader() };
    this.writable = { getWriter: () => ({ write: async (bytes) => { if (this.stuck) await new Promise(() => {}); if (this.broken) throw new Error("gone"); this.written.push(bytes); }, releaseLock: () => this.did.push("writer released") }) };
  }

  async setSignals(signals) {
    this.did.push(["signals", signals]);
    if (this.silent) throw new Error("no signals");
  }

  reader() {
    return {
      read: () => (this.done ? Promise.resolve({ done: true }) : new Promise((resolve, reject) => this.waiting.push({ resolve, reject }))),
      releaseLock: () => this.did.push("reader released"),
      cancel: async () => this.end(),
    };
  }

  give(value) {
    this.waiting.shift().resolve({ value, done: false });
  }

  end() {
    this.done = true;
    this.waiting.shift()?.resolve({ done: true });
  }

  fail(again) {
    if (!again) this.readable = null;
    this.waiting.shift().reject(new Error("lost"));
  }

  async close() {
    this.did.push("close");
  }
}

async function made(wire = new Wire(), ports = [wire]) {
  serial.ports = ports;
  serial.listeners.length = timers.length = cleared.length = 0;
  const told = [];
  const tell = Object.fromEntries(["opened", "lost", "fed", "written"].map((name) => [name, (...of) => told.push([name, ...of])]));
  const port = new Port(wire, tell);
  await settled();
  return { port, wire, told };
}

// The browser reports a port.
async function news() {
  for (const act of [...serial.listeners]) act();
  await settled();
}

test("a port is opened, with the signal that MicroPython waits for", async () => {
  const { wire, told } = await made();
  assert.deepEqual([wire.did, told], [[["open", { baudRate: 115200, bufferSize: 16384 }], ["signals", { dataTerminalReady: true }]], [["opened"]]]);
  const silent = new Wire();
  silent.silent = true;
  assert.deepEqual((await made(silent)).told, [["opened"]]);
  const bare = new Wire();
  bare.setSignals = undefined;
  assert.deepEqual((await made(bare)).told, [["opened"]]);
});

test("a port without an output is open all the same", async () => {
  const wire = new Wire();
  const open = wire.open.bind(wire);
  wire.open = async (options) => { await open(options); wire.writable = null; };
  assert.deepEqual((await made(wire)).told, [["opened"]]);
});

test("bytes go both ways, in order", async () => {
  const { port, wire, told } = await made();
  wire.give("one");
  await settled();
  wire.give("two");
  await settled();
  port.write(new Uint8Array(3));
  port.write(new Uint8Array(5));
  await settled();
  assert.deepEqual([told.slice(1), wire.written.map(({ length }) => length)], [[["fed", "one"], ["fed", "two"], ["written", 3], ["written", 5]], [3, 5]]);
  wire.broken = true;
  port.write(new Uint8Array(1));
  await settled();
  wire.broken = false;
  port.write(new Uint8Array(2));
  await settled();
  assert.deepEqual(told.slice(5), [["written", 2]]);
});

test("a fault of the line is not the end while the port gives another stream", async () => {
  const { wire, told } = await made();
  wire.fail(true);
  await settled();
  wire.give("more");
  await settled();
  assert.deepEqual([told.slice(1), wire.did.includes("reader released")], [[["fed", "more"]], true]);
});

test("a board that is unplugged is reported, and opened again when it is back", async () => {
  const { wire, told, port } = await made();
  wire.fail(false);
  await settled();
  assert.deepEqual([told[1].slice(0, 2), wire.did.slice(-3), port.writer], [["lost", "gone"], ["reader released", "writer released", "close"], null]);
  assert.match(told[1][2], /Plug it in again/);
  port.write(new Uint8Array(1));
  await settled();
  assert.deepEqual(wire.written, []);
  await news();
  assert.deepEqual([told.at(-1), serial.listeners.length, cleared.length], [["opened"], 0, 1]);
});

test("it is looked for again and again, twice a second", async () => {
  const wire = new Wire();
  wire.opens = false;
  const { told } = await made(wire);
  const [act, ms] = timers.findLast(([, wait]) => wait === 500);
  assert.equal(ms, 500);
  act();
  await settled();
  assert.deepEqual([told.length, serial.listeners.length], [2, 1]);
});

test("a port that cannot be opened is busy, unless it is gone", async () => {
  const wire = new Wire();
  wire.opens = false;
  const busy = await made(wire);
  assert.deepEqual(busy.told[0].slice(0, 2), ["lost", "busy"]);
  assert.match(busy.told[0][2], /^the port cannot be opened/);
  const away = new Wire();
  Object.assign(away, { opens: false, connected: false });
  assert.deepEqual((await made(away)).told[0].slice(0, 2), ["lost", "gone"]);
});

test("a board that comes back as another port is found by what it is", async () => {
  const [old, stranger, again] = [new Wire(1), new Wire(2), new Wire(1)];
  const { told } = await made(old, [stranger, again]);
  assert.deepEqual([old.did, stranger.did, again.did.length, told], [[], [], 2, [["opened"]]]);
  const gone = new Wire(1);
  gone.connected = false;
  const found = new Wire(1);
  await made(gone, [gone, found]);
  assert.deepEqual([gone.did, found.did.length], [[], 2]);
  const only = new Wire(1);
  await made(only, []);
  assert.equal(only.did.length, 2);
  const [first, second] = [new Wire(1), new Wire(1)];
  await made(second, [first, second]);
  assert.deepEqual([first.did, second.did.length], [[], 2]);
});

test("closing waits for what is written, and does not open it again", async () => {
  const { port, wire, told } = await made();
  port.write(new Uint8Array(3));
  const closed = port.close();
  await closed;
  await news();
  assert.deepEqual([wire.written.length, wire.did.at(-1), told.map(([name]) => name), serial.listeners], [1, "close", ["opened", "written"], []]);
});

test("a board that reads nothing does not hold up the end for long", async () => {
  const { port, wire } = await made();
  wire.stuck = true;
  port.write(new Uint8Array(3));
  let over = false;
  const closed = port.close().then(() => (over = true));
  await settled();
  assert.equal(over, false);
  const [act, ms] = timers.at(-1);
  assert.equal(ms, 2000);
  act();
  await closed;
  assert.ok(over);
});

test("a port that never opened can be closed", async () => {
  const wire = new Wire();
  wire.opens = false;
  const { port, told } = await made(wire);
  const closed = port.close();
  await settled();
  await news();
  await closed;
  assert.equal(told.length, 1);
});
