import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { xtic } = await page("xtic");

const POSITION = "0---f-----------/3";

test("a position is sixteen cells and the piece in the hand", () => {
  assert.equal(xtic.empty, "----------------/-");
  assert.deepEqual([xtic.cellsOf(POSITION).join(""), xtic.handOf(POSITION), xtic.handOf(xtic.empty), xtic.handOf("/f")], ["0---f-----------", 3, null, 15]);
  assert.deepEqual([xtic.tileAt("-"), xtic.tileAt("b")], [null, { piece: 11, up: true }]);
  assert.equal(xtic.layout(POSITION), "U---U-----------");
  assert.deepEqual([xtic.rows, xtic.columns, xtic.alike, xtic.turning, xtic.rules], [4, 4, true, false, "normal"]);
  assert.equal(xtic.picture.length, 18);
  assert.deepEqual([xtic.sides, xtic.unit, xtic.codes, Object.keys(xtic.ruleSets)], [["First player", "Second player"], ["step", "steps"], ["empty", "a piece", "face down", "foreign magnet", "foreign magnet", "unclear"], ["normal", "nodiags", "torus"]]);
});

test("a piece is called by its properties, a face below hides them", () => {
  assert.deepEqual([xtic.tileName({ piece: 10, up: true }), xtic.tileName({ piece: 10, up: false })], ["piece a, brown horizontal hollow round", "a piece face down"]);
  const { className, faces } = xtic.look({ piece: 0 });
  assert.deepEqual([className, faces.includes('class="up"'), faces.includes('class="down"')], ["shared", true, true]);
  assert.deepEqual([xtic.trayName(0, 0), xtic.trayName(1, 4)], ["near tray, place 1", "far tray, place 5"]);
});

test("steps and moves in words, written and on the board", () => {
  assert.deepEqual([xtic.stepWords("=b"), xtic.stepWords("b3"), xtic.turnWords("=b", 1), xtic.turnWords("b3", 0)], ["give piece b, brown horizontal hollow square", "place on b3", "Second player gives piece b, brown horizontal hollow square.", "First player places on b3."]);
  assert.deepEqual([xtic.signs("=b"), xtic.signs("b3")], [[{ text: "=b", tile: { piece: 11, up: true } }], ["b3"]]);
  assert.deepEqual([xtic.stepAt("=b"), xtic.stepAt("b3")], [null, { column: 1, row: 2 }]);
  assert.deepEqual(xtic.chosenBy("=f"), { piece: 15, up: true });
});

test("the editor has a brush and a key for each piece, and a place for the hand", () => {
  const { editor } = xtic;
  assert.equal(editor.brushes.join(""), "0123456789abcdef-");
  assert.deepEqual([editor.unique, editor.spots, Object.keys(editor.keys).length, editor.keys.f], [true, ["in hand"], 16, "f"]);
  assert.equal(editor.lettersOf(POSITION).join(""), "0---f-----------3");
  assert.equal(editor.positionOf(editor.lettersOf(POSITION)), POSITION);
});

test("the choices are the pieces, and each says where it is", () => {
  const { choices } = xtic;
  const state = { position: POSITION, hand: 3 };
  assert.deepEqual([3, 0, 15, 7].map((piece) => choices.place(piece, state)), ["in hand", "on a1", "on a2", ""]);
  assert.deepEqual([choices.count, choices.columns, choices.letter(12), choices.move(12), choices.tile(12), choices.name(12), choices.words(12)], [16, 4, "c", "=c", { piece: 12, up: true }, "piece c, brown vertical solid round", ["brown", "vertical", "solid", "round"]]);
});

// Sixteen discs in the trays, with what is said of some; `moved`: the numbers that became others.
function discs(more = {}) {
  const tiles = Array.from({ length: 16 }, (_, number) => ({ cell: null, held: false, heads: null, ...more[number] }));
  const tell = (state) => xtic.identify(tiles, state).map((tile) => tiles.indexOf(tile));
  return { tiles, tell, pieces: () => tiles.map(({ piece }) => piece.toString(16)).join("") };
}

test("each disc is a piece from the beginning", () => {
  const { tell, pieces } = discs();
  assert.equal(tell(undefined).length, 16);
  assert.equal(pieces(), "0123456789abcdef");
  assert.deepEqual(tell(null), []);
  const more = [...Array(17)].map(() => ({}));
  xtic.identify(more, null);
  assert.equal(more[16].piece, 0);
});

test("a disc in a cell is the piece that the board has there, and the two change roles", () => {
  const { tiles, tell, pieces } = discs();
  tell();
  tiles[2].cell = 4;
  assert.deepEqual(tell({ position: POSITION }), [2, 15]);
  assert.equal(pieces(), "01f3456789abcde2");
  assert.deepEqual(tell({ position: POSITION }), []);
});

test("a disc that a hand carries over a cell is not the piece of that cell, one that heads for it is", () => {
  const { tiles, tell, pieces } = discs();
  tell();
  Object.assign(tiles[2], { cell: 4, held: true });
  assert.deepEqual(tell({ position: POSITION, hand: null }), []);
  tiles[5].heads = 4;
  assert.deepEqual(tell({ position: POSITION }), [5, 15]);
  assert.equal(pieces(), "01234f6789abcde5");
});

test("the disc that a hand takes from beside the board is the piece given", () => {
  const { tiles, tell, pieces } = discs();
  tell();
  tiles[9].held = true;
  assert.deepEqual(tell({ position: POSITION, hand: 3 }), [3, 9]);
  assert.equal(pieces(), "0129456783abcdef");
  assert.deepEqual(tell({ position: POSITION, hand: 3 }), []);
  const placed = discs({ 0: { cell: 0 } });
  placed.tell();
  placed.tiles[0].held = true; // a piece that lies on the board is not the one given
  assert.deepEqual(placed.tell({ position: POSITION, hand: 3 }), []);
  tiles[9].held = false;
  assert.deepEqual(tell({ position: POSITION, hand: 5 }), []);
});
