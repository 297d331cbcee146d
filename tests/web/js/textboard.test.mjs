import assert from "node:assert/strict";
import test from "node:test";

import { element, observers, page } from "./browser.mjs";

const { litWords, movesWords, rowsOf, rowWords, TextBoard, wordsOf } = await page("textboard");
const { gameOf } = await page("games");

const stop = (name, words, cell) => ({ name, cell, label: `${name}: ${words}`, element: element("button") });
const STOPS = [
  stop("tray, place 1", "moon tile", undefined),
  stop("a2", "sun tile, up side: may be lifted: last move", 0),
  stop("b2", "empty", 1),
  stop("a1", "empty: may be placed here", 2),
  stop("b1", "empty: may be placed here", 3),
];

test("the words of a cell are its label", () => {
  assert.deepEqual(wordsOf(STOPS[1]), ["sun tile, up side", "may be lifted", "last move"]);
  assert.deepEqual(wordsOf(STOPS[2]), ["empty"]);
});

test("rows have the names of the board, and no trays", () => {
  assert.deepEqual(rowsOf(STOPS).map(({ name, cells }) => [name, cells.map((each) => each.name)]), [["2", ["a2", "b2"]], ["1", ["a1", "b1"]]]);
  const ten = rowsOf(["a9", "a10"].map((name, cell) => stop(name, "empty", cell)));
  assert.deepEqual(ten.map(({ name }) => name), ["9", "10"]);
});

test("a row is read cell by cell, or at once where all are the same", () => {
  const [two, one] = rowsOf(STOPS);
  assert.equal(rowWords(two), "Row 2: a2 sun tile, up side, may be lifted, last move; b2 empty");
  assert.equal(rowWords(one), "Row 1: all empty, may be placed here");
});

test("what may be done is read move by move, or of many by their cells", () => {
  const lit = ["may be lifted: a2", "last move: a2", "may be placed here: a1, b1"];
  assert.deepEqual(litWords([...STOPS, stop("c1", "empty: the light is changing", 4)]), lit);
  const moves = (count) => Array.from({ length: count }, (_, index) => ({ words: `move ${index}` }));
  assert.deepEqual(movesWords(moves(2), STOPS), ["move 0", "move 1"]);
  assert.deepEqual(movesWords(moves(17), STOPS), [...lit, "17 moves"]);
});

// The section, its keyboard and what was spoken.
function made(open = true) {
  const [details, spoken] = [Object.assign(element("details"), { open }), []];
  const keyboard = { stops: STOPS, group: element(), describeStops() {} };
  const voice = { sentence: "Your turn.", speak: (...lines) => spoken.push(...lines), again: () => spoken.push("again") };
  const xtic = gameOf("xtic");
  const state = { phase: "match", ask: "place", turn: 0, machine: 2, game: "xtic", rules: "normal", position: `${"-".repeat(16)}/5`, hand: 5 };
  const sent = [];
  const board = new TextBoard(details, { keyboard, voice, link: () => ({ send: (message) => sent.push(message) }) }, [xtic, state]);
  return { board, details, keyboard, sent, place: details.querySelector("[data-part='reading']"), told: () => spoken.splice(0) };
}

test("keys read a row, the board with what is in the hand, what may be done, and the last message", () => {
  const { board, sent, told } = made();
  const read = (key, at) => [board.read(key, at), told()];
  assert.deepEqual(read("2"), [true, ["Row 2: a2 sun tile, up side, may be lifted, last move; b2 empty"]]);
  assert.deepEqual(read("r", STOPS[4].element), [true, ["Row 1: all empty, may be placed here"]]);
  const [, whole] = read("b");
  assert.deepEqual([whole.length, whole.at(-1)], [3, "In hand: piece 5, black vertical solid square."]);
  assert.deepEqual(read("s"), [true, ["again"]]);
  assert.deepEqual(read("3"), [false, []]);
  assert.deepEqual(read("r", element()), [false, []]);
  assert.deepEqual(read("m"), [true, []]);
  board.hear({ id: sent.at(-1).id, moves: ["a1"], names: ["a1"] });
  assert.deepEqual(told(), ["Your turn.", "First player places on a1."]);
});

test("buttons read the same", () => {
  const { place, told } = made();
  const buttons = place.within.filter(({ tag }) => tag === "button");
  assert.deepEqual(buttons.map(({ textContent }) => textContent), ["Read the board", "What may I do?", "Say again"]);
  buttons[2].click();
  assert.deepEqual(told(), ["again"]);
});

test("the table has the cells by rows and columns, and follows their labels while it is open", () => {
  const { details, keyboard, place } = made();
  const changed = observers.at(-1);
  const rows = () => place.within.filter(({ tag }) => tag === "tr").map(({ children }) => children.map(({ textContent }) => textContent));
  const table = [["", "a", "b"], ["2", "sun tile, up side, may be lifted, last move", "empty"], ["1", "empty, may be placed here", "empty, may be placed here"]];
  assert.deepEqual(rows(), table);
  const heads = place.within.filter(({ tag }) => tag === "th").map(({ attributes }) => attributes.scope);
  assert.deepEqual(heads, ["col", "col", "row", "row"]);
  keyboard.stops = [...STOPS.slice(0, 2), stop("b2", "moon tile", 1), ...STOPS.slice(3)];
  details.open = false;
  changed();
  assert.deepEqual(rows(), table);
  details.open = true;
  changed();
  assert.equal(rows()[1][2], "moon tile");
  keyboard.stops = STOPS.slice(0, 3);
  changed();
  assert.deepEqual(rows().map(([name]) => name), ["", "2"]);
});
