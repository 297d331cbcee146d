import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { Setup } = await page("setup");
const { describe, gameOf } = await page("games");

function editor(name) {
  const told = [];
  describe({ rows: 4, columns: 4 });
  const setup = new Setup(element(), element(), (position) => told.push(position));
  setup.play(gameOf(name));
  return [setup, told];
}

test("a piece of xtic lies in one place only", () => {
  const [setup, told] = editor("xtic");
  const [letter] = gameOf("xtic").editor.brushes;
  assert.notEqual(letter, "-");
  setup.put(3, letter);
  setup.put(5, letter);
  assert.deepEqual([setup.letters[3], setup.letters[5]], ["-", letter]);
  assert.equal(told.length, 2);
  assert.equal(told[1].split(letter).length, 2);
});

test("tiles of flip tiles lie in many places", () => {
  const [setup] = editor("flip");
  const [letter] = gameOf("flip").editor.brushes;
  for (const cell of [3, 5]) setup.put(cell, letter);
  assert.deepEqual([setup.letters[3], setup.letters[5]], [letter, letter]);
});
