import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { cellName, placeOf, rowName, withoutClearing } = await page("words");
const near = { rows: 4, fromFront: true };
const far = { rows: 4 };

test("rows are counted from the side that the board has it", () => {
  assert.deepEqual([0, 3].map((row) => rowName(row, far)), ["1", "4"]);
  assert.deepEqual([0, 3].map((row) => rowName(row, near)), ["4", "1"]);
  assert.deepEqual([cellName(1, 2, far), cellName(1, 2, near)], ["c2", "c3"]);
});

test("a name leads to its cell, with two digits too", () => {
  assert.deepEqual([placeOf("c2", far), placeOf("c3", near), placeOf("b12", { rows: 12 })], [{ column: 2, row: 1 }, { column: 2, row: 1 }, { column: 1, row: 11 }]);
});

test("the advice on another game is left out at the end of the sentence only", () => {
  assert.equal(withoutClearing("You win. Clear the board for a new game."), "You win.");
  assert.equal(withoutClearing("A draw.  Clear the board for a new one."), "A draw.");
  for (const other of ["Clear the board for a new game. Now.", "Clear the board for a new start."]) assert.equal(withoutClearing(other), other);
});
