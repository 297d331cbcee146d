import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { lightName } = await page("meanings");
const sided = { turning: true };
const plain = { turning: false, alike: false };
const alike = { turning: false, alike: true };

test("a light is called by what it means, a dark one not at all", () => {
  assert.deepEqual([0, -1, 1, 3, 5, 10, 13].map((light) => lightName(light, sided)), ["", "the light is changing", "may be lifted", "may be placed here", "lift this", "in a line that is not locked", "must not lie here"]);
});

test("a place is lit for a tile of its owner, and for its side where that counts", () => {
  const puts = (game) => [5, 6, 7, 8, 9, 10].map((light) => lightName(light, game));
  assert.deepEqual(puts(sided).slice(1, 5), ["first player's goes here, up side", "first player's goes here, down side", "second player's goes here, up side", "second player's goes here, down side"]);
  assert.deepEqual(puts(plain), ["lift this", "first player's goes here", "first player's goes here", "second player's goes here", "second player's goes here", "in a line that is not locked"]);
  assert.deepEqual(puts(alike).slice(1, 5), Array(4).fill("goes here"));
});

test("a game's own words count while it is played, not in the menu", () => {
  const game = { ...plain, lights: { 1: "the roll" } };
  assert.deepEqual([lightName(1, game, true), lightName(1, game), lightName(2, game, true)], ["the roll", "may be lifted", "may be set here"]);
});
