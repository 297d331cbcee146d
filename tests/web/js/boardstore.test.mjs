import assert from "node:assert/strict";
import test from "node:test";

import { site } from "./browser.mjs";

globalThis.location = { href: "http://site/play/index.html#x" };
console.warn = () => {};

const { BoardStore, FIRST, lastBoard, only, playing } = await site("boardstore");

const settled = () => new Promise((done) => setImmediate(done));

// The browser's database: values by key; `broken`: which operations fail.
const base = { values: new Map(), opened: [], broken: null, stores: [] };
const later = (request, act) => { setImmediate(() => { try { request.result = act(); request.onsuccess?.({ target: request }); } catch (error) { request.error = error; request.onerror?.(); } }); return request; };
const fails = (what) => { if (base.broken === what) throw new Error(`no ${what}`); };
class Transaction {
  constructor() {
    this.open = 0;
  }

  objectStore(name) {
    base.store = name;
    const done = (act) => { this.open += 1; return later({}, () => { const found = act(); setImmediate(() => this.end()); return found; }); };
    return {
      get: (key) => done(() => (fails("get"), base.values.get(key))),
      put: (value, key) => done(() => { if (base.broken === "put") { this.error = new Error("no put"); this.failed = true; } else base.values.set(key, value); }),
    };
  }

  end() {
    this.open -= 1;
    if (this.open || this.over) return;
    this.over = true;
    if (this.failed) this.onabort?.();
    else this.oncomplete?.();
  }

  commit() {
    base.committed = (base.committed ?? 0) + 1;
  }
}
globalThis.indexedDB = {
  open: (...of) => {
    base.opened.push(of);
    const request = {};
    return later(request, () => {
      fails("open");
      const database = { createObjectStore: (name) => base.stores.push(name), transaction: (name, mode) => Object.assign(new Transaction(), { name, mode }) };
      request.result = database;
      if (!base.stores.length) request.onupgradeneeded();
      base.database = database;
      return database;
    });
  },
};

function fresh(values = {}) {
  base.values = new Map(Object.entries(values));
  Object.assign(base, { broken: null, opened: [] });
}

test("the files of a board are stored together and read again", async () => {
  fresh();
  const store = new BoardStore("tile4x4");
  assert.deepEqual(await store.read(), []);
  await store.write([["a", 1]]);
  assert.deepEqual([await store.read(), [...base.values.keys()], base.stores, base.store, base.opened], [[["a", 1]], ["all"], ["files"], "files", [["lodeboard /play/", 1]]]);
  const other = new BoardStore("tile7x7");
  await other.write([["b", 2]]);
  assert.deepEqual([await other.read(), await store.read(), base.values.has("tile7x7")], [[["b", 2]], [["a", 1]], true]);
});

test("a database that could not be opened is opened the next time", async () => {
  fresh({ all: "files" });
  base.broken = "open";
  const store = new BoardStore("tile4x4");
  assert.equal(await store.read(), null);
  base.broken = null;
  assert.deepEqual([await store.read(), base.opened.length], ["files", 2]);
  await store.read();
  assert.equal(base.opened.length, 2);
  base.database.onclose(); // by the browser
  await store.write("more");
  assert.deepEqual([base.opened.length, base.values.get("all")], [3, "more"]);
});

test("a failure to write is reported", async () => {
  fresh();
  const store = new BoardStore("tile4x4");
  base.broken = "put";
  await assert.rejects(store.write("files"), /no put/);
  base.broken = null;
  await store.write("files");
  assert.equal(base.values.get("all"), "files");
});

test("the kind of board played last is remembered", async () => {
  fresh();
  assert.deepEqual([await lastBoard(), FIRST], ["tile4x4", "tile4x4"]);
  await playing("tile7x7");
  assert.equal(await lastBoard(), "tile7x7");
  base.broken = "get";
  assert.equal(await lastBoard(), "tile4x4");
  fresh();
});

// Locks as the browser gives them; `held`: somebody else has the board.
function locks(held, failing = false) {
  const asked = [];
  const request = async (name, ...rest) => {
    asked.push(name);
    if (failing) throw new Error("denied");
    const [options, act] = rest.length > 1 ? rest : [{}, rest[0]];
    if (held && options.ifAvailable) return act(null);
    if (held) await new Promise((free) => (found.free = free));
    return act({ name });
  };
  const found = { asked };
  Object.defineProperty(globalThis, "navigator", { value: { locks: { request } }, configurable: true });
  return found;
}

async function used() {
  const did = [];
  only(() => did.push("taken")).then(() => did.push("mine"));
  await settled();
  return did;
}

test("one tab has the board, the next one waits and says so", async () => {
  const { asked } = locks(false);
  assert.deepEqual([await used(), asked], [["mine"], ["lodeboard /play/"]]);
  const other = locks(true);
  const did = await used();
  assert.deepEqual([did, other.asked.length], [["taken"], 2]);
  other.free();
  await settled();
  assert.deepEqual(did, ["taken", "mine"]);
});

test("a browser without locks, or that denies them, gives each tab its own board", async () => {
  locks(false, true);
  assert.deepEqual(await used(), ["mine"]);
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  assert.deepEqual(await used(), ["mine"]);
});
