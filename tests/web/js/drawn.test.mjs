// Small drawings: the faces of tiles, the outlines of pieces, signs in moves.

import assert from "node:assert/strict";
import test from "node:test";

import { markup, page } from "./browser.mjs";

const { face } = await page("art");
const { drawing, faceOf } = await page("faces");
const { gameOf } = await page("games");
const { OUTLINES } = await page("magician_outlines");
const { pieceFace, PIECES, properties, shape, underside } = await page("pieces");
const { signsOf } = await page("signs");
const { cellName, placeOf, rowName } = await page("words");

const GAME = { look: ({ owner }) => ({ className: `owner-${owner}`, faces: '<svg class="up"><circle r="1"/></svg><svg class="down"></svg>' }) };

test("a sun and a moon, filled on the upper side, in outline on the other", () => {
  assert.equal(face(0, true), '<svg class="up" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/><circle class="band" r="13.9"/><g class="picture"><circle r="4.9"/><path d="M-1.67 -6.18L0.00 -11.20L1.67 -6.18ZM3.19 -5.55L7.92 -7.92L5.55 -3.19ZM6.18 -1.67L11.20 -0.00L6.18 1.67ZM5.55 3.19L7.92 7.92L3.19 5.55ZM1.67 6.18L0.00 11.20L-1.67 6.18ZM-3.19 5.55L-7.92 7.92L-5.55 3.19ZM-6.18 1.67L-11.20 0.00L-6.18 -1.67ZM-5.55 -3.19L-7.92 -7.92L-3.19 -5.55Z"/></g></svg>');
  assert.equal(face(0, false), '<svg class="down" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/><circle class="groove" r="14.2"/><circle class="groove" r="12.9"/><g class="picture"><circle r="4.7"/><path d="M-1.55 -6.72L0.00 -10.90L1.55 -6.72ZM3.66 -5.85L7.71 -7.71L5.85 -3.66ZM6.72 -1.55L10.90 -0.00L6.72 1.55ZM5.85 3.66L7.71 7.71L3.66 5.85ZM1.55 6.72L0.00 10.90L-1.55 6.72ZM-3.66 5.85L-7.71 7.71L-5.85 3.66ZM-6.72 1.55L-10.90 0.00L-6.72 -1.55ZM-5.85 -3.66L-7.71 -7.71L-3.66 -5.85Z"/></g></svg>');
  assert.equal(face(1, true), '<svg class="up" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/><circle class="band" r="13.9"/><g class="picture"><path d="M8.17 3.78A9 9 0 1 1 0.70 -8.97A7.4 7.4 0 1 0 8.17 3.78Z"/><path d="M4.90 -6.70L5.79 -3.89L8.60 -3.00L5.79 -2.11L4.90 0.70L4.01 -2.11L1.20 -3.00L4.01 -3.89Z"/></g></svg>');
  assert.equal(face(1, false), '<svg class="down" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/><circle class="groove" r="14.2"/><circle class="groove" r="12.9"/><g class="picture"><path d="M7.84 3.77A8.7 8.7 0 1 1 0.60 -8.68A7.2 7.2 0 1 0 7.84 3.77Z"/><path d="M5.00 -6.30L5.77 -3.87L8.20 -3.10L5.77 -2.33L5.00 0.10L4.23 -2.33L1.80 -3.10L4.23 -3.87Z"/></g></svg>');
});

test("a face is drawn at its place, with the side that shows", () => {
  assert.equal(markup(faceOf(GAME, { owner: 1, up: true }, 30, 100, 50)), '<g class="owner-1"><svg class="up" x="85" y="35" width="30" height="30"><circle r="1"></circle></svg></g>');
  assert.equal(markup(faceOf(GAME, { owner: 0, up: false }, 30)), '<g class="owner-0"><svg class="down" x="-15" y="-15" width="30" height="30"></svg></g>');
});

test("a drawing fills its container; without a tile there is a ring", () => {
  assert.equal(markup(drawing(GAME, { owner: 0, up: true })), '<svg viewBox="-17 -17 34 34" aria-hidden="true"><g class="owner-0"><svg class="up" x="-16" y="-16" width="32" height="32"><circle r="1"></circle></svg></g></svg>');
  assert.equal(markup(drawing(GAME, null)), '<svg viewBox="-17 -17 34 34" aria-hidden="true"><circle class="hollow" r="15"></circle></svg>');
});

test("a piece shows each of its properties by its shape", () => {
  assert.equal(shape(0), '<g class="black"><ellipse class="solid" rx="12.8" ry="8"/></g>');
  assert.equal(shape(1), '<g class="black"><rect class="solid" x="-11.2" y="-7.2" width="22.4" height="14.4" rx="0.6"/></g>');
  assert.equal(shape(2), '<g class="black"><ellipse class="solid" rx="12.8" ry="8"/><ellipse class="hole" rx="4.2" ry="4.2"/></g>');
  assert.equal(shape(3), '<g class="black"><rect class="solid" x="-11.2" y="-7.2" width="22.4" height="14.4" rx="0.6"/><rect class="hole" x="-3.7" y="-3.7" width="7.4" height="7.4" rx="0.6"/></g>');
  assert.equal(shape(4), '<g class="black" transform="rotate(90)"><ellipse class="solid" rx="12.8" ry="8"/></g>');
  assert.equal(shape(8), '<g class="brown"><ellipse class="solid" rx="12.8" ry="8"/><path class="grain" d="M-9.08 -4.5H9.08"/><path class="grain" d="M-11.07 -1.5H11.07"/><path class="grain" d="M-11.07 1.5H11.07"/><path class="grain" d="M-9.08 4.5H9.08"/></g>');
  assert.equal(shape(9), '<g class="brown"><rect class="solid" x="-11.2" y="-7.2" width="22.4" height="14.4" rx="0.6"/><path class="grain" d="M-9.7 -4.5H9.70"/><path class="grain" d="M-9.7 -1.5H9.70"/><path class="grain" d="M-9.7 1.5H9.70"/><path class="grain" d="M-9.7 4.5H9.70"/></g>');
  assert.equal(shape(15), '<g class="brown" transform="rotate(90)"><rect class="solid" x="-11.2" y="-7.2" width="22.4" height="14.4" rx="0.6"/><path class="grain" d="M-9.7 -4.5H9.70"/><path class="grain" d="M-9.7 -1.5H9.70"/><path class="grain" d="M-9.7 1.5H9.70"/><path class="grain" d="M-9.7 4.5H9.70"/><rect class="hole" x="-3.7" y="-3.7" width="7.4" height="7.4" rx="0.6"/></g>');
  assert.deepEqual([PIECES, properties(0), properties(9), properties(6), properties(15)], [16, ["black", "horizontal", "solid", "round"], ["brown", "horizontal", "solid", "square"], ["black", "vertical", "hollow", "round"], ["brown", "vertical", "hollow", "square"]]);
});

test("all pieces have the same disc and underside", () => {
  assert.deepEqual([pieceFace(0).replace(shape(0), "..."), underside()], ['<svg class="up" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/>...</svg>', '<svg class="down" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/><circle class="groove" r="9"/></svg>']);
});

test("a move has small drawings where letters stand for tiles and turns", () => {
  const game = { ...GAME, signs: () => ["b2", { text: "N", sign: "N" }, { text: "f", sign: "flip" }, { text: "x", sign: "x" }, { text: "U", sign: "" }, { text: "", tile: { owner: 1, up: true } }] };
  const parts = signsOf(game, "any", 0);
  assert.deepEqual(parts.map(markup), ["b2", '<span class="sign">N<svg class="stroke" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8h9.5M8.5 4l4 4-4 4" transform="rotate(270 8 8)"></path></svg></span>', '<span class="sign">f<svg class="stroke" viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 8a4.5 4.5 0 1 0 1.6-3.4M4 2v3.2h3.2" transform="rotate(0 8 8)"></path></svg></span>', '<span class="sign">x<svg class="stroke" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" transform="rotate(0 8 8)"></path></svg></span>', '<span class="sign">U</span>', '<span class="sign"><svg viewBox="-17 -17 34 34" aria-hidden="true"><g class="owner-1"><svg class="up" x="-16" y="-16" width="32" height="32"><circle r="1"></circle></svg></g></svg></span>']);
  const turned = ["E", "S", "W"].map((sign) => /rotate\((\d+)/.exec(markup(signsOf({ ...GAME, signs: () => [{ text: sign, sign }] }, "", 0)[0]))[1]);
  assert.deepEqual(turned, ["0", "90", "180"]);
});

test("cells are named from the left, and from the buttons where the board says so", () => {
  const [near, far] = [{ rows: 7, fromFront: true }, { rows: 4 }];
  assert.deepEqual([cellName(0, 1, near), cellName(6, 6, near), cellName(2, 3, far), rowName(0, near), rowName(0, far)], ["b7", "g1", "d3", "7", "1"]);
  assert.deepEqual([placeOf("b7", near), placeOf("d3", far)], [{ column: 1, row: 0 }, { column: 3, row: 2 }]);
});

test("every chess piece has an outline that is closed and within its tile", () => {
  assert.deepEqual(Object.entries(OUTLINES).map(([name, { cuts }]) => [name, cuts.length]), [["pawn", 0], ["rook", 2], ["knight", 2], ["magician", 2], ["king", 2]]);
  for (const { outline, cuts } of Object.values(OUTLINES)) {
    for (const path of [outline, ...cuts]) {
      assert.match(path, /^M[-\d. ]+([LC][-\d. ]+)+Z$/);
      assert.ok(path.match(/-?[\d.]+/g).every((number) => Math.abs(Number(number)) <= 13));
    }
  }
  const { faces } = gameOf("magician").look({ owner: 0, piece: "r", up: true });
  assert.ok(faces.includes(`<path class="solid" d="${OUTLINES.rook.outline}"/><path class="cut" d="${OUTLINES.rook.cuts.join("")}"/>`));
});
