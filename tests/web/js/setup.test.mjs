import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

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

test("a piece leaves the first cell, too", () => {
  const [setup] = editor("xtic");
  const [letter] = gameOf("xtic").editor.brushes;
  setup.put(0, letter);
  setup.put(5, letter);
  assert.deepEqual([setup.letters[0], setup.letters[5]], ["-", letter]);
});

test("tiles of flip tiles lie in many places", () => {
  const [setup] = editor("flip");
  const [letter] = gameOf("flip").editor.brushes;
  for (const cell of [3, 5]) setup.put(cell, letter);
  assert.deepEqual([setup.letters[3], setup.letters[5]], [letter, letter]);
});

const label = (cell) => cell.attributes["aria-label"];

test("the editor begins empty, with a label for each cell and place, and Tab leads to the first", () => {
  const [{ board, cells, place }] = editor("xtic");
  assert.equal(cells.length, 17);
  assert.deepEqual([label(cells[0]), label(cells[6]), label(cells[15]), label(cells[16])], ["a1: empty", "c2: empty", "d4: empty", "in hand: empty"]);
  assert.deepEqual(cells.map(({ tabIndex }) => tabIndex), [0, ...Array(16).fill(-1)]);
  assert.deepEqual([board.style["--columns"], label(board), board.children], [4, gameOf("xtic").editor.label, cells]);
  assert.ok(cells.every(({ type, children }) => type === "button" && children.length === 1));
  assert.deepEqual(place.children.map(({ children: [input, picture] }) => [input.type, input.name, picture.tag]), place.children.map(() => ["radio", "brush", "svg"]));
});

test("the brushes are those of the game, the first one chosen", () => {
  const [setup] = editor("flip");
  const inputs = setup.place.children.map(({ children }) => children[0]);
  assert.deepEqual(inputs.map(({ value }) => value), ["U", "D", "u", "d", "-"]);
  assert.deepEqual(inputs.map(label), ["sun tile, up side", "sun tile, down side", "moon tile, up side", "moon tile, down side", "take away"]);
  assert.deepEqual(setup.place.children.map(({ title }) => title), inputs.map(label));
  assert.deepEqual([setup.brush, setup.place.querySelector("input").checked], ["U", true]);
});

test("a click puts the brush's tile there, and a second one takes it away", () => {
  const [setup, told] = editor("flip");
  const brush = (number) => fire(setup.place.children[number].children[0], "change");
  setup.cells[5].click();
  brush(3);
  setup.cells[5].click();
  setup.cells[6].click();
  setup.cells[6].click();
  assert.deepEqual(told, ["2_-----U----------", "2_-----d----------", "1_-----dd---------", "2_-----d----------"]);
  assert.equal(label(setup.cells[5]), "b2: moon tile, down side");
  brush(4);
  setup.cells[5].click();
  setup.cells[5].click();
  assert.deepEqual(told.slice(4), ["1_----------------", "1_----------------"]);
});

test("keys put tiles, take them away and go from cell to cell", () => {
  const [setup, told] = editor("flip");
  const key = (name, cell, more = {}) => fire(setup.cells[cell], "keydown", { key: name, ...more });
  for (const name of ["u", "D", "Delete", "d", "Backspace", "U", "-"]) assert.ok(key(name, 0).stopped, name);
  assert.deepEqual(told.map((position) => position[2]), ["U", "d", "-", "D", "-", "u", "-"]);
  const ways = { ArrowLeft: 4, ArrowRight: 6, ArrowUp: 1, ArrowDown: 9 };
  for (const [name, to] of Object.entries(ways)) {
    const event = key(name, 5);
    assert.ok(event.stopped && event.ended);
    assert.equal(document.activeElement, setup.cells[to], name);
    assert.deepEqual(setup.cells.flatMap(({ tabIndex }, cell) => (tabIndex === 0 ? [cell] : [])), [to]);
  }
  for (const [name, cell] of [["ArrowLeft", 4], ["ArrowRight", 3], ["ArrowUp", 2], ["ArrowDown", 14]]) {
    setup.cells[cell].focus();
    assert.ok(key(name, cell).stopped);
    assert.equal(document.activeElement, setup.cells[cell], name);
  }
  assert.equal(told.length, 7);
});

test("other keys, keys with another one, and keys elsewhere do nothing", () => {
  const [setup, told] = editor("flip");
  for (const held of ["altKey", "ctrlKey", "metaKey"]) assert.ok(!fire(setup.cells[0], "keydown", { key: "u", [held]: true }).stopped);
  const other = fire(setup.cells[0], "keydown", { key: "q" });
  assert.ok(!other.stopped && !other.ended);
  assert.ok(!fire(setup.board, "keydown", { key: "u" }).stopped);
  assert.deepEqual(told, []);
});

test("arrow keys lead into the place for the piece in the hand", () => {
  const [setup] = editor("xtic");
  fire(setup.cells[12], "keydown", { key: "ArrowDown" });
  assert.equal(document.activeElement, setup.cells[16]);
  fire(setup.cells[16], "keydown", { key: "ArrowRight" });
  assert.equal(document.activeElement, setup.cells[16]);
});

test("a position is taken over, and told only when it is changed", () => {
  const [setup, told] = editor("flip");
  setup.load("1_---d-duD-U--D-Du");
  assert.deepEqual([told, setup.position, label(setup.cells[3])], [[], "1_---d-duD-U--D-Du", "d1: moon tile, down side"]);
  const before = setup.cells[3].children[0];
  setup.put(0, "U");
  assert.deepEqual([told, setup.cells[3].children[0] === before], [["2_U--d-duD-U--D-Du"], true]);
});

test("the same game again leaves the position, another one empties it", () => {
  const [setup] = editor("flip");
  setup.put(5, "U");
  setup.play(gameOf("flip"));
  assert.equal(setup.letters[5], "U");
  setup.play(gameOf("kono"));
  assert.ok(setup.letters.every((letter) => letter === "-"));
});

test("empty cells are no piece that lies in one place only", () => {
  const [setup] = editor("xtic");
  const [letter] = gameOf("xtic").editor.brushes;
  setup.put(0, letter);
  setup.put(0, "-");
  assert.ok(setup.letters.every((each) => each === "-"));
  setup.put(0, letter);
  setup.put(0, letter);
  assert.equal(setup.letters[0], letter);
});
