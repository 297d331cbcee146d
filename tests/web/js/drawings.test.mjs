import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { drawn } = await page("drawings");
const { plain } = await page("plain");

const shared = plain("teeko", 4, 4);
const faulty = () => {
  throw new Error("broken");
};

function draw(make) {
  const faults = [];
  return [drawn(shared, make, {}, (error) => faults.push(error.message)), faults];
}

test("a drawing replaces what it gives, but not the name and the size", () => {
  const [game, faults] = draw(() => ({ title: "Teeko", name: "flip", rows: 9, stepWords: (step) => `${step}!` }));
  assert.deepEqual([game.title, game.name, game.rows, game.stepWords("a1")], ["Teeko", "teeko", 4, "a1!"]);
  assert.deepEqual(game.look({ owner: 0 }), shared.look({ owner: 0 }));
  assert.deepEqual(faults, []);
});

test("what fails, or is of another type, is replaced by the plain one", () => {
  for (const make of [faulty, () => null, () => ({ look: faulty }), () => ({ look: () => undefined }), () => ({ look: 5 })]) {
    assert.deepEqual(draw(make)[0].look({ owner: 1 }), shared.look({ owner: 1 }));
  }
  const [game, faults] = draw(() => ({ look: faulty }));
  game.look({ owner: 1 });
  assert.deepEqual(faults, ["broken"]);
});
