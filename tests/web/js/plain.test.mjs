import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { plain } = await page("plain");
const game = plain("made", 2, 3);

test("a position is read cell by cell, and what is missing is empty", () => {
  assert.deepEqual(game.cellsOf("1_x-oUd-33"), ["x", "-", "o", "U", "d", "-"]);
  assert.deepEqual(game.cellsOf("1_x"), ["x", "-", "-", "-", "-", "-"]);
  assert.deepEqual([game.empty, game.title, game.name, game.rows, game.columns], ["1_------", "made", "made", 2, 3]);
});

test("letters stand for tiles of the two owners, with a side up", () => {
  assert.deepEqual([..."xUDoud-"].map(game.tileAt), [
    { owner: 0, up: true }, { owner: 0, up: true }, { owner: 0, up: false },
    { owner: 1, up: true }, { owner: 1, up: true }, { owner: 1, up: false }, null,
  ]);
});

test("a tile has a name, with its side where sides count", () => {
  const all = [[0, true], [0, false], [1, true], [1, false]].map(([owner, up]) => ({ owner, up }));
  assert.deepEqual(all.map((tile) => game.tileName(tile)), ["sun tile", "sun tile", "moon tile", "moon tile"]);
  assert.deepEqual(all.map((tile) => game.tileName.call({ turning: true }, tile)), ["sun tile, up side", "sun tile, down side", "moon tile, up side", "moon tile, down side"]);
});

test("tiles are drawn by their owner, both sides of them", () => {
  const [sun, moon] = [0, 1].map((owner) => game.look({ owner }));
  assert.deepEqual([sun.className, moon.className], ["owner-0", "owner-1"]);
  assert.notEqual(sun.faces, moon.faces);
  assert.ok(sun.faces.includes("up") && sun.faces.includes("down"));
});

test("places in the trays are numbered from one", () => {
  assert.deepEqual([game.trayName(0, 0), game.trayName(1, 7)], ["first player's tray, place 1", "second player's tray, place 8"]);
});

test("tiles are laid with the up side up, unless the letter says otherwise", () => {
  assert.equal(game.layout("1_xo-UDd"), "Uu-UDd");
});

const STEPS = {
  a2: ["place on a2", "Sun places on a2.", { column: 0, row: 1 }],
  c1b2: ["move c1 to b2", "Sun moves c1 to b2.", { column: 1, row: 1, from: { column: 2, row: 0 } }],
  c1off: ["take c1 off the board", "Sun takes c1 off the board.", null],
  r12: ["roll 12", "Sun rolls 12.", null],
  again: ["roll once more", "Sun rolls once more.", null],
  pass: ["pass", "Sun passes.", null],
  "?": ["?", "Sun: ?", null],
};

test("steps and turns are said in words, and have their place", () => {
  for (const [step, found] of Object.entries(STEPS)) assert.deepEqual([game.stepWords(step), game.turnWords(step, 0), game.stepAt(step)], found, step);
  assert.equal(game.turnWords("a2", 1), "Moon places on a2.");
  assert.deepEqual(game.signs("a2"), ["a2"]);
});

test("the editor's last letter says who is to play", () => {
  const { lettersOf, positionOf } = game.editor;
  for (const position of ["1_x-o-x-", "2_x-o-x-"]) assert.equal(positionOf(lettersOf(position)), position);
  assert.deepEqual([lettersOf("2_x-o-x-").at(-1), lettersOf("1_x-o-x-").at(-1), game.editor.blank], ["o", "x", game.empty]);
});
