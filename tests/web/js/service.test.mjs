import assert from "node:assert/strict";
import test from "node:test";

import { outer, site } from "./browser.mjs";

const stores = new Map([["http://site/ old", new Map()], ["http://other/ 1", new Map()]]);
const did = [];
Object.assign(globalThis, {
  FILES: ["index.html", "a.js"],
  VERSION: "7",
  registration: { scope: "http://site/" },
  clients: { claim: async () => did.push("claim") },
  Request: class {
    constructor(name, options) {
      Object.assign(this, { name, ...options });
    }
  },
  fetch: async (request) => `from the server: ${request.url}`,
  caches: {
    open: async (name) => {
      if (!stores.has(name)) stores.set(name, new Map());
      const store = stores.get(name);
      return { addAll: async (all) => all.forEach((each) => store.set(each.name, each.cache)), match: async ({ url }, options) => (did.push(options), store.get(url)) };
    },
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
  },
});
await site("service");

const happens = async (name, more = {}) => {
  let waits;
  for (const act of outer.handlers[name]) act({ waitUntil: (work) => (waits = work), respondWith: (work) => (waits = work), ...more });
  return waits;
};

test("all files of a version are stored, past the browser's own cache", async () => {
  await happens("install");
  assert.deepEqual([...stores.get("http://site/ 7")], [["index.html", "no-cache"], ["a.js", "no-cache"]]);
});

test("a version that takes over deletes the older ones, but no other site's", async () => {
  await happens("activate");
  assert.deepEqual([[...stores.keys()], did.splice(0)], [["http://other/ 1", "http://site/ 7"], ["claim"]]);
});

test("files come from the store, whatever follows their name; others from the server", async () => {
  const answer = (url, method = "GET") => happens("fetch", { request: { url, method } });
  assert.deepEqual([await answer("a.js"), did], ["no-cache", [{ ignoreSearch: true }]]);
  assert.equal(await answer("b.js"), "from the server: b.js");
  assert.equal(await answer("a.js", "POST"), undefined);
});
