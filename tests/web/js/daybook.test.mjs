import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { Daybook } = await page("daybook");

function made(text = null) {
  const store = { text, get() { return this.text; }, set(_, words) { this.text = words; } };
  return new Daybook(store);
}

test("days in a row are counted up to today, or to yesterday while today may still come", () => {
  const book = made();
  assert.deepEqual(book.streak(100), { count: 0, included: false });
  for (const day of [95, 97, 98, 99]) book.add(day, "daily-kono");
  assert.deepEqual(book.streak(100), { count: 3, included: false });
  book.add(100, "daily-kono");
  book.add(100, "daily-kono");
  assert.deepEqual([book.streak(100), book.streak(101), book.streak(102)], [{ count: 4, included: true }, { count: 4, included: false }, { count: 0, included: false }]);
  assert.deepEqual([book.all[100], book.has(100, "daily-kono"), book.has(100, "daily-xtic-normal")], [["daily-kono"], true, false]);
});

test("days from a file join, and damaged ones are left out", () => {
  const book = made();
  book.add(7, "one");
  book.merge({ 7: ["one", "two"], 8: ["three"], x: ["four"], 9: "five", 10: [6] });
  assert.deepEqual(book.all, { 7: ["one", "two"], 8: ["three"] });
  for (const text of ["{", "null", "[]", "7"]) assert.deepEqual(made(text).all, {}, text);
});

test("a thousand days are kept", () => {
  const book = made();
  book.merge(Object.fromEntries(Array.from({ length: 1100 }, (_, day) => [day, ["one"]])));
  assert.deepEqual([Object.keys(book.all).length, book.streak(1099).count], [1000, 1000]);
});
