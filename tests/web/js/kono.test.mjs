import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { kono } = await page("kono");

test("a step is a move, a jump captures", () => {
  assert.deepEqual(["b2b1", "b2c2", "b4b2", "a1c1"].map((step) => kono.stepWords(step)), ["move b2 to b1", "move b2 to c2", "capture on b2 with the tile from b4", "capture on c1 with the tile from a1"]);
  assert.deepEqual([kono.turnWords("b2b1", 0), kono.turnWords("b4b2", 1)], ["Sun moves b2 to b1.", "Moon captures on b2 with the tile from b4."]);
});

test("a move is drawn with its way, a capture with its sign", () => {
  const signs = (move) => kono.signs(move)[1].sign;
  assert.deepEqual(["b2b1", "b2c2", "b2b3", "b2a2", "b4b2"].map(signs), ["N", "E", "S", "W", "x"]);
  assert.deepEqual(kono.signs("b2c2"), ["b2", { text: "", sign: "E" }, "c2"]);
});

test("the mark of a capture lies on the tile that is jumped over", () => {
  assert.deepEqual(["b2b1", "b2c2", "b4b2", "a1c1", "a1a3", "c1a1"].map((step) => kono.stepAt(step)), [
    { column: 1, row: 1, way: "N" },
    { column: 1, row: 1, way: "E" },
    { column: 1, row: 2, way: "N" },
    { column: 1, row: 0, way: "E" },
    { column: 0, row: 1, way: "S" },
    { column: 1, row: 0, way: "W" },
  ]);
  assert.equal(kono.empty, "1_ooooooooxxxxxxxx");
});
