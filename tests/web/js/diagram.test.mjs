import assert from "node:assert/strict";
import test from "node:test";

import { element, markup, page } from "./browser.mjs";

const { changes, diagram, drawCells, positionWords } = await page("diagram");
const { gameOf } = await page("games");

const flip = gameOf("flip");
// A game of two cells and a place beside them, with plain faces.
const SMALL = { ...flip, rows: 1, columns: 2, cellsOf: (position) => [...position].slice(0, 2), look: ({ owner }) => ({ className: `owner-${owner}`, faces: '<svg class="up"></svg><svg class="down"></svg>' }), editor: { spots: ["hand"], lettersOf: (position) => [...position] } };

const drawn = (...of) => markup(diagram(...of)).replace(/<g class="mark [^>]*>.*?<text[^>]*>(.*?)<\/text><\/g>/g, "($1)");

test("a position in words, for people who listen", () => {
  assert.equal(positionWords("U-d", SMALL), "a1 sun tile, up side; hand moon tile, down side");
  assert.equal(positionWords("1_-D--------------", flip), "b1 sun tile, down side");
  assert.equal(positionWords("1_----------------", flip), "The board is empty");
});

test("a position is drawn with names, cells and tiles, changed cells marked, and what lies beside the board", () => {
  assert.equal(drawn("U-d", SMALL, [], [1]), '<svg class="diagram" viewBox="-27 -27 90 90" role="img" aria-label="a1 sun tile, up side; hand moon tile, down side"><rect class="ground" x="-27" y="-27" width="90" height="90" rx="9"></rect><text class="label" x="0" y="-21">a</text><text class="label" x="40" y="-21">b</text><text class="label" x="-22.6" y="2">1</text><circle class="hollow" cx="0" cy="0" r="17.6"></circle><g class="owner-0"><svg class="up" x="-15.5" y="-15.5" width="31" height="31"></svg></g><circle class="hollow changed" cx="40" cy="0" r="17.6"></circle><circle class="hollow" cx="0" cy="40" r="17.6"></circle><text class="label beside" x="22" y="41.6">hand</text><g class="owner-1"><svg class="down" x="-15.5" y="24.5" width="31" height="31"></svg></g><g class="marks"></g></svg>');
  assert.equal(drawn("-D-", SMALL), '<svg class="diagram" viewBox="-27 -27 90 90" role="img" aria-label="b1 sun tile, down side"><rect class="ground" x="-27" y="-27" width="90" height="90" rx="9"></rect><text class="label" x="0" y="-21">a</text><text class="label" x="40" y="-21">b</text><text class="label" x="-22.6" y="2">1</text><circle class="hollow" cx="0" cy="0" r="17.6"></circle><circle class="hollow" cx="40" cy="0" r="17.6"></circle><g class="owner-0"><svg class="down" x="24.5" y="-15.5" width="31" height="31"></svg></g><circle class="hollow" cx="0" cy="40" r="17.6"></circle><text class="label beside" x="22" y="41.6">hand</text><g class="marks"></g></svg>');
});

test("names are larger on a large board", () => {
  const named = (columns) => {
    const place = element("g");
    drawCells(place, "", { rows: 2, columns, cellsOf: () => [] });
    return place.children.map(markup);
  };
  assert.deepEqual(named(4).slice(3), ['<text class="label" x="120" y="-21">d</text>', '<text class="label" x="-22.6" y="2">1</text>', '<text class="label" x="-22.6" y="42">2</text>']);
  assert.deepEqual(named(5).slice(4), ['<text class="label large" x="160" y="-21">e</text>', '<text class="label large" x="-22.6" y="2">1</text>', '<text class="label large" x="-22.6" y="42">2</text>']);
  const wide = { ...SMALL, columns: 5, cellsOf: () => [], editor: { spots: ["hand"], lettersOf: () => [..."------"] } };
  assert.match(drawn("", wide), /<text class="label large beside"/);
});

test("steps are marked on the board, and the move that the board would choose", () => {
  assert.match(drawn("U--", SMALL, [["b1U", "win", 1]]), /<g class="marks"><g transform="translate\(40 0\)">.*\(W1\)/);
  const arrows = { ...SMALL, stepAt: () => ({ column: 1, row: 0, from: { column: 0, row: 0 } }) };
  assert.match(drawn("U--", arrows, [], [], "a1b1"), /class="arrow opinion"/);
  assert.doesNotMatch(drawn("U--", arrows), /arrow/);
});

test("choices that have no cell are drawn below the board, eight in a row", () => {
  const game = { ...SMALL, choices: {}, stepAt: (step) => (step[0] === "=" ? null : { column: 0, row: 0 }), chosenBy: () => ({ owner: 1, up: true }) };
  assert.equal(drawn("---", game, [["=1", "win", 2]]), '<svg class="diagram" viewBox="-27 -27 90 70" role="img" aria-label="The board is empty"><rect class="ground" x="-27" y="-27" width="90" height="70" rx="9"></rect><text class="label" x="0" y="-21">a</text><text class="label" x="40" y="-21">b</text><text class="label" x="-22.6" y="2">1</text><circle class="hollow" cx="0" cy="0" r="17.6"></circle><circle class="hollow" cx="40" cy="0" r="17.6"></circle><g class="owner-1"><svg class="up" x="-20.5" y="22.5" width="17" height="17"></svg></g><g class="marks"><g transform="translate(-7.5 36.5) scale(0.62)">(W2)</g></g></svg>');
  const nine = Array.from({ length: 9 }, (_, number) => [`=${number}`, "tie", 1]);
  const high = (steps) => /viewBox="([^"]*)"/.exec(drawn("---", game, steps))[1];
  assert.deepEqual([high(nine.slice(0, 8)), high(nine), high([["a1", "win", 1]]), high([])], ["-27 -27 90 70", "-27 -27 90 90", "-27 -27 90 90", "-27 -27 90 90"]);
  assert.deepEqual([...drawn("---", game, nine).matchAll(/<g transform="(translate[^"]* scale[^"]*)">/g)].slice(7).map((found) => found[1]), ["translate(132.5 36.5) scale(0.62)", "translate(-7.5 56.5) scale(0.62)"]);
  assert.match(drawn("-", { ...game, editor: { spots: [], lettersOf: () => ["-", "-"] } }), /viewBox="-27 -27 90 50"/);
});

test("the cells that differ between two positions", () => {
  assert.deepEqual(changes("1_-D--------------", "2_UD-------------d", flip), [0, 15]);
});
