import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { flip } = await page("flip");

test("after half a turn the flip has been made", () => {
  const lies = (position) => flip.cellsOf(position).join("");
  assert.equal(lies("1_U-d-------------"), "U-d-------------");
  assert.equal(lies("1_U-d-------------;c1W"), "Uu--------------");
  assert.equal(lies("1_U-d-------------;c1S"), "U-----u---------");
  assert.equal(lies("2_-----U----------;b2N"), "-D--------------");
  assert.equal(lies("2_-----D----------;b2E"), "------U---------");
  assert.equal(lies("1_-----u----------;b2E"), "------d---------");
});

test("steps are said with the way, or the side that is up", () => {
  const said = (...steps) => steps.map((step) => flip.stepWords(step));
  assert.deepEqual(said("b2N", "b2E", "b2S", "b2W"), ["north", "east", "south", "west"].map((way) => `flip b2 to the ${way}`));
  assert.deepEqual(said("c3U", "c3D"), ["place on c3, up side", "place on c3, down side"]);
});

test("turns are said with the cells that a tile comes from and goes to", () => {
  assert.equal(flip.turnWords("b2U", 0), "Sun places on b2, up side showing.");
  assert.equal(flip.turnWords("b2D", 1), "Moon places on b2, down side showing.");
  assert.equal(flip.turnWords("b2Ec3D", 1), "Moon flips b2 to c2 and places on c3, down side showing.");
  assert.equal(flip.turnWords("b2Sc3U", 0), "Sun flips b2 to b3 and places on c3, up side showing.");
  assert.deepEqual(["N", "W"].map((way) => /to (\S+)/.exec(flip.turnWords(`b2${way}c3U`, 0))[1]), ["b1", "a2"]);
});

test("a move is drawn with the flip, its way and the tile that is placed", () => {
  assert.deepEqual(flip.signs("b2U", 0), [{ text: "", tile: { owner: 0, up: true } }, "b2", { text: "U", sign: "" }]);
  assert.deepEqual(flip.signs("b2Ec3D", 1), [{ text: "", sign: "flip" }, "b2", { text: "E", sign: "E" }, { text: "", tile: { owner: 1, up: false } }, "c3", { text: "D", sign: "" }]);
  assert.deepEqual(flip.signs("b2E", 0), ["b2E"]);
  assert.equal(flip.signs("b2Ec3D", 1).map((part) => part.text ?? part).join(""), "b2Ec3D");
});

test("marks of steps lie on their cell, with the way or the side", () => {
  assert.deepEqual([flip.stepAt("b3S"), flip.stepAt("d1U")], [{ column: 1, row: 2, way: "S" }, { column: 3, row: 0, side: "U" }]);
});

test("the number of tiles says who is to play in a position set up by hand", () => {
  const letters = (text) => [...text.padEnd(16, "-")];
  assert.deepEqual(["", "U", "Ud"].map((text) => flip.editor.positionOf(letters(text))[0]), ["1", "2", "1"]);
  assert.equal(flip.editor.positionOf(flip.editor.lettersOf("2_U---------------")), "2_U---------------");
});
