import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const warned = [];
console.warn = (error) => warned.push(error.message);

const kept = new Map([["old", "1"]]);
let full = false;
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, text) => {
    if (full) throw new Error("no space");
    kept.set(key, text);
  },
  removeItem: (key) => kept.delete(key),
};
Object.defineProperty(globalThis, "sessionStorage", {
  get() {
    throw new Error("blocked");
  },
});

const { stored, storedInTab } = await page("preferences");

test("a setting lasts in this browser until it is deleted", () => {
  assert.deepEqual([stored.get("old"), stored.get("none")], ["1", null]);
  stored.set("new", "2");
  assert.deepEqual([kept.get("new"), stored.get("new")], ["2", "2"]);
  stored.set("new", null);
  assert.deepEqual([kept.has("new"), stored.get("new")], [false, null]);
});

test("what another tab has stored since is read", () => {
  stored.set("shared", "of this tab");
  kept.set("shared", "of the other");
  assert.equal(stored.get("shared"), "of the other");
});

test("where the browser stores nothing it lasts until the page is closed", () => {
  assert.deepEqual(warned.splice(0), ["blocked"]);
  assert.equal(storedInTab.get("one"), null);
  storedInTab.set("one", "1");
  assert.equal(storedInTab.get("one"), "1");
  storedInTab.set("one", null);
  assert.equal(storedInTab.get("one"), null);
  full = true;
  stored.set("big", "3");
  assert.deepEqual([stored.get("big"), warned.splice(0)], ["3", ["no space"]]);
  full = false;
  stored.set("big", "4");
  assert.deepEqual([stored.get("big"), kept.get("big")], ["4", "4"]);
  localStorage.getItem = () => {
    throw new Error("blocked later");
  };
  assert.equal(stored.get("other"), null);
});
