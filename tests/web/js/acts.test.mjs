import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { actOf } = await page("acts");

const act = (more, serves = false) => actOf({ phase: "match", ask: "place", game: "flip", turn: 0, machine: 2, ...more }, serves);

test("a player's own step has the word of its game and the player's light", () => {
  assert.deepEqual(act({}), { word: "Place", light: "yours" });
  assert.deepEqual(act({ ask: "lift" }), { word: "Flip", light: "yours" });
  assert.deepEqual(act({ ask: "lift", game: "kono" }), { word: "Move", light: "yours" });
});

test("a step that is carried out for the board has a plain word, and none where the page does it", () => {
  assert.deepEqual(act({ ask: "lift", step: 0 }), { word: "Lift", light: "board" });
  assert.deepEqual(act({ ask: "lift", step: 0 }, true), { word: "Board's turn", light: "board" });
  assert.deepEqual(act({ ask: "wait" }), { word: "Board's turn", light: "board" });
});

test("what is wrong has its own light, unless the page puts it right", () => {
  for (const serves of [false, true]) assert.deepEqual(act({ ask: "fix" }, serves), { word: "Put it right", light: "wrong" });
  assert.deepEqual(act({ ask: "restore" }), { word: "Set up", light: "wrong" });
  assert.deepEqual(act({ ask: "restore" }, true), { word: "Wait", light: "board" });
});

test("outside of a game there is a word for what is asked, if it is known", () => {
  assert.deepEqual(act({ phase: "menu", ask: "menu" }), { word: "Menu", light: "board" });
  assert.deepEqual(act({ phase: "menu", ask: "other" }), { word: "", light: "board" });
});

test("the end is that of the person at the board, or of the side where people or the board play both", () => {
  const end = (result, turn, machine) => act({ ask: "over", result, turn, machine });
  assert.deepEqual(end("tie", 0, 2), { word: "Draw", light: "over" });
  const words = (machine) => [end("win", 0, machine), end("lose", 0, machine), end("win", 1, machine), end("lose", 1, machine)].map(({ word }) => word);
  assert.deepEqual(words(2), ["You win", "You lose", "You lose", "You win"]);
  assert.deepEqual(words(1), ["You lose", "You win", "You win", "You lose"]);
  for (const both of [0, 3]) assert.deepEqual(words(both), ["Sun wins", "Moon wins", "Moon wins", "Sun wins"]);
});
