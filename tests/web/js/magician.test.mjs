import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { magician } = await page("magician");

const at = (name) => (7 - Number(name[1])) * 7 + name.charCodeAt(0) - 97;
const words = (...steps) => steps.map((step) => magician.stepWords(step));

test("a position is seven ranks, the farthest first", () => {
  const cells = magician.cellsOf(magician.empty);
  assert.equal(cells.length, 49);
  assert.deepEqual(["a7", "d7", "d4", "d1", "c4", "e4", "c1"].map((name) => cells[at(name)]), ["r", "k", "X", "K", "-", "-", "N"]);
  assert.equal(magician.holesOf(magician.empty).length, 9);
  assert.deepEqual(magician.holesOf("7/7/6X/7/X6/7/7 w - - 0 1"), [20, 28]);
  assert.equal(magician.layout("pP5/X6/7/7/7/7/7 w - - 0 1").slice(0, 9), "uU-------");
});

test("letters stand for pieces of both colours, holes, or nothing", () => {
  assert.deepEqual([..."Kn X-".replace(" ", "")].map((letter) => magician.tileAt(letter)), [{ owner: 0, piece: "k", up: true }, { owner: 1, piece: "n", up: true }, { hole: true, up: true }, null]);
  const called = [{ owner: 0, piece: "k" }, { owner: 1, piece: "m" }, { owner: 0 }, { owner: 1, piece: "" }, { hole: true }, { owner: 1, piece: "k", checked: true }];
  assert.deepEqual(called.map((tile) => magician.tileName(tile)), ["white king", "black magician", "white spare tile", "black spare tile", "hole", "black king, in check"]);
  assert.deepEqual([0, 1].map((owner) => [..."krnmp"].map((piece) => magician.tileName({ owner, piece }))), [["white king", "white rook", "white knight", "white magician", "white pawn"], ["black king", "black rook", "black knight", "black magician", "black pawn"]]);
  assert.deepEqual([magician.trayName(0, 2), magician.trayName(1, 0)], ["white tray, place 3", "black tray, place 1"]);
});

test("white has one rim and black two, a spare tile no picture, a hole three arms", () => {
  const looks = [{ owner: 0, piece: "" }, { owner: 1, piece: "" }, { hole: true }].map((tile) => magician.look(tile));
  assert.deepEqual(looks, [{ className: "white-piece", faces: '<svg class="up" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/><circle class="rim" r="14.3"/></svg><svg class="down" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/><circle class="rim" r="9"/></svg>' }, { className: "black-piece", faces: '<svg class="up" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/><circle class="rim" r="14.6"/><circle class="rim" r="13.4"/></svg><svg class="down" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/><circle class="rim" r="9"/></svg>' }, { className: "pit", faces: '<svg class="up" viewBox="-16 -16 32 32"><circle class="body" r="16"/><path class="arm" transform="rotate(0)" d="M2.5 0C4.5 -5.5 11 -6 14.6 -3.2C10.5 -4 6.5 -2 5.5 2Z"/><path class="arm" transform="rotate(120)" d="M2.5 0C4.5 -5.5 11 -6 14.6 -3.2C10.5 -4 6.5 -2 5.5 2Z"/><path class="arm" transform="rotate(240)" d="M2.5 0C4.5 -5.5 11 -6 14.6 -3.2C10.5 -4 6.5 -2 5.5 2Z"/></svg>' }]);
  assert.match(magician.look({ owner: 1, piece: "p" }).faces, /<path class="solid" d="M0 -9.6.*<path class="cut" d=""/);
});

test("moves and the parts of spells in words", () => {
  assert.deepEqual(words("c2", "c2c4", "c2c7r", "r", "d1@d4", "@d4e4", "d1@d4xe4", "xe4", "b1@d4e4"), ["set the magician on c2", "move c2 to c4", "move c2 to c7, promote to rook", "promote to rook", "spell: the magician on d1 at the hole on d4", "spell: hole d4 to e4", "spell: hole d4 to e4, drop the piece there", "drop the piece on e4", "spell: hole d4 to e4"]);
  assert.deepEqual([magician.turnWords("c2c4", 0), magician.turnWords("c6c7n", 1), magician.turnWords("b1@d4e4", 0), magician.turnWords("b1@d4xe4", 1)], ["White moves c2 to c4.", "Black moves c6 to c7 and promotes to knight.", "White moves the hole from d4 to e4.", "Black moves the hole from d4 to e4 and drops the piece there."]);
});

test("a written move has the drawings of its piece or hole", () => {
  assert.deepEqual(["Kd1", "Hd4e4", "c4", "R1a3"].map((name) => magician.signs(name, 1)), [[{ text: "K", tile: { owner: 1, piece: "k", up: true } }, "d1"], [{ text: "H", tile: { hole: true, up: true } }, "d4e4"], ["c4"], [{ text: "R", tile: { owner: 1, piece: "r", up: true } }, "1a3"]]);
});

test("a step has its place, with the cell that it comes from; a whole spell is the way of its hole", () => {
  assert.deepEqual(["c2", "c2c4", "b1@d4", "b1@d4e4", "@d4xe4", "r"].map((step) => magician.stepAt(step)), [{ column: 2, row: 5 }, { column: 2, row: 3, from: { column: 2, row: 5 } }, { column: 3, row: 3, from: { column: 1, row: 6 } }, { column: 4, row: 3, from: { column: 3, row: 3 } }, { column: 4, row: 3, from: { column: 3, row: 3 } }, null]);
});

test("the spells that move a hole, by the cell it goes to; dropping the piece there comes last", () => {
  const moves = ["c2c4", "b1@d4xe4", "b1@d4e4", "f1@d4c3", "b1@c4c5", "r"];
  assert.deepEqual(magician.spells(moves, at("d4")), new Map([[at("e4"), [{ move: "b1@d4e4", drops: false }, { move: "b1@d4xe4", drops: true }]], [at("c3"), [{ move: "f1@d4c3", drops: false }]]]));
  assert.equal(magician.spells(moves, at("a1")).size, 0);
});

test("the number of moves before a position follows from its move number and who is to move", () => {
  const ply = (turn, number) => magician.plyOf(`7/7/7/7/7/7/7 ${turn} - - 0 ${number}`);
  assert.deepEqual([ply("w", 1), ply("b", 1), ply("w", 2), ply("b", 12)], [0, 1, 2, 23]);
});

test("a pawn becomes one of three pieces of its colour", () => {
  const { choices } = magician;
  assert.deepEqual([0, 1, 2].map((number) => [choices.name(number), choices.letter(number), choices.move(number), choices.tile(number, { turn: 1 }), choices.place(number)]), [["rook", "r", "r", { owner: 1, piece: "r", up: true }, ""], ["knight", "n", "n", { owner: 1, piece: "n", up: true }, ""], ["magician", "m", "m", { owner: 1, piece: "m", up: true }, ""]]);
  assert.deepEqual([choices.brief, choices.count, choices.columns, choices.first], [true, 3, 3, 23]);
});

test("the editor has keys for white and black, and a place for who is to move", () => {
  const { editor } = magician;
  assert.equal(editor.brushes.join(""), "KRNMPkrnmpX-");
  assert.deepEqual([editor.keys, editor.spots, editor.unique], [{ K: "K", R: "R", N: "N", M: "M", P: "P", k: "k", r: "r", n: "n", m: "m", p: "p", x: "X", X: "X" }, ["to move"], false]);
  const set = (position) => editor.positionOf(editor.lettersOf(position));
  assert.equal(set(magician.empty), magician.empty);
  assert.equal(set(editor.blank), editor.blank);
  assert.equal(editor.lettersOf(editor.blank).at(-1), "K");
  assert.equal(editor.lettersOf(editor.blank.replace(" w ", " b ")).at(-1), "k");
});

test("castling stays possible where king and rook stand at home", () => {
  const set = (rows, turn = "w") => magician.editor.positionOf(magician.editor.lettersOf(`${rows} ${turn} - - 0 1`)).split(" ").slice(1, 3).join(" ");
  assert.deepEqual([set("r2k3/7/7/7/7/7/3K2R", "b"), set("3k2r/7/7/7/7/7/R2K3"), set("r2K3/7/7/7/7/7/R2k3"), set("R2k2R/7/7/7/7/7/r2K2r"), set("r1k3r/7/7/7/7/7/7")], ["b Ga", "w Ag", "w -", "w -", "w -"]);
  assert.deepEqual([magician.rows, magician.columns, magician.fromFront, magician.sheet, magician.sparse, magician.guesses, magician.turning, magician.alike], [7, 7, true, true, true, true, false, false]);
  assert.deepEqual([magician.sides, magician.unit, magician.acts, magician.codes], [["White", "Black"], ["turn", "turns"], { lift: "Move", give: "Choose" }, ["empty", "white", "white", "black", "black", "unclear"]]);
});

// Which piece each tile is; `tiles`: [owner, cell or null, more].
function told(tiles, position, game = "magician") {
  const all = tiles.map(([owner, name, more]) => ({ owner, cell: name ? at(name) : null, heads: null, held: false, ...more }));
  const changed = magician.identify(all, { game, position });
  return [all.map(({ piece }) => piece), changed.map((tile) => all.indexOf(tile))];
}

test("a tile is the piece that the board has in its cell, if the colour fits", () => {
  const position = "3k3/7/7/7/7/7/3K2R w - - 0 1";
  assert.deepEqual(told([[0, "d1"], [0, "g1"], [1, "d7"], [1, "g1"]], position), [["k", "r", "k", "r"], [0, 1, 2, 3]]);
  assert.deepEqual(told([[0, null, { heads: at("d1") }], [0, "g1", { held: true }], [1, null]], position), [["k", "p", "r"], [0, 1, 2]]);
});

test("a tile in a cell of the other colour's piece is not that piece", () => {
  assert.deepEqual(told([[1, "g1"]], "7/7/7/7/7/7/6N w - - 0 1"), [["r"], [0]]);
});

test("the other tiles are the rest of a set, each what it was if that is left, and one is spare", () => {
  const set = Array.from({ length: 17 }, () => [0, null]);
  const [pieces] = told(set, "7/7/7/7/7/7/7 w - - 0 1");
  assert.equal(pieces.join(), "p,p,p,p,p,p,r,m,n,k,n,m,r,,,,");
  const kept = told([[0, null, { piece: "p" }], [0, "d1"], [0, null, { piece: "k" }], [0, null]], "7/7/7/7/7/7/3K3 w - - 0 1");
  assert.deepEqual(kept, [["p", "k", "p", "p"], [1, 2, 3]]);
});

test("of another game, or without a position, nothing is known of the tiles", () => {
  assert.deepEqual(told([[0, "d1"]], magician.empty, "flip"), [[undefined], []]);
  assert.deepEqual(told([[0, "d1"]], null), [[undefined], []]);
  assert.deepEqual(magician.identify([{ owner: 0, cell: 3 }], null), []);
});
