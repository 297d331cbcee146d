import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { CellPress } = await page("cellpress");
const { gameOf } = await page("games");

const HELLO = { rows: 4, columns: 4, plate: { pitch_mm: 40 } };
const EMPTY = { flip: "1_----------------", xtic: "----------------/5", lap: "1_----------------3330", kono: "1_oooooooo-xxxxxxx" };

// A board on the screen that asks a person to place.
function made(name = "flip", more = {}) {
  document.body.className = "";
  document.body.classes.clear();
  document.body.classes.add("on-screen");
  const [sent, asked] = [[], []];
  const view = { covered: null };
  const choice = { chooseAt: (cell) => cell === 15 };
  const question = { ask: (at, what, answers) => asked.push({ at, what, answers }), close: () => asked.push("closed") };
  const cells = new CellPress(view, choice, question, () => ({ send: (message) => sent.push(message) }), () => sent.push("carried"));
  const state = { game: name, rules: "r", phase: "match", ask: "place", turn: 0, machine: 2, step: null, position: EMPTY[name], ...more };
  const play = (other = {}) => cells.play(gameOf(name), { ...state, ...other });
  cells.describe(HELLO);
  play();
  asked.length = 0;
  const answer = (moves) => cells.hear({ id: sent.findLast(({ t }) => t === "legal")?.id, moves });
  return { answer, asked, cells, play, sent, state, view };
}

// What is sent after the press of a cell, where these moves are legal.
function pressed(found, cell, moves) {
  found.cells.press(cell);
  if (found.sent.length) found.answer(moves);
  return found.sent.filter(({ t }) => t !== "legal");
}

test("the legal moves of the position are asked for, and the one that places there is made", () => {
  const found = made("xtic");
  found.cells.press(6);
  const [{ id, ...asked }] = found.sent;
  assert.deepEqual([asked, typeof id], [{ t: "legal", game: "xtic", rules: "r", position: EMPTY.xtic }, "number"]);
  found.answer(["b2", "c2", "d2"]);
  assert.deepEqual(found.sent.slice(1), ["carried", { t: "play", move: "c2" }]);
  found.answer(["b2", "c2", "d2"]); // a second answer to the same question
  assert.equal(found.sent.length, 3);
  assert.deepEqual(pressed(made("lap"), 8, ["a3", "again"]), ["carried", { t: "play", move: "a3" }]);
});

test("a cell where nothing may be placed stays empty", () => {
  for (const [name, cell, moves] of [["xtic", 6, ["b2"]], ["lap", 8, ["a4a3", "a3off", "pass"]], ["kono", 8, ["a4a3", "a1a3"]], ["flip", 8, ["a4Na3U"]], ["xtic", 6, undefined]]) {
    assert.deepEqual(pressed(made(name), cell, moves), []);
  }
});

test("where a tile may lie either side up, the page asks which", () => {
  const found = made();
  assert.deepEqual(pressed(found, 6, ["c2U", "c2D", "b1U"]), []);
  const [{ at, what, answers }] = found.asked.slice(-1);
  assert.deepEqual([at, what, answers.map(([words]) => words), answers.map(([, , picture]) => picture.tag)], [{ x: 80, y: 40 }, "What to place on c2", ["Up side", "Down side"], ["svg", "svg"]]);
  answers[1][1]();
  assert.deepEqual(found.sent.slice(1), ["carried", { t: "play", move: "c2D" }]);
});

test("answers of a game without words of its own say what is done", () => {
  const found = made("lap");
  pressed(found, 8, ["a3", "a3"]);
  assert.deepEqual(found.asked.at(-1).answers.map(([words]) => words), ["place on a3", "place on a3"]);
});

test("nothing is placed while the board asks for something else, or hands move everything", () => {
  for (const more of [{ ask: "lift" }, { ask: "give" }, { machine: 1 }, { phase: "menu" }, { step: 3 }]) {
    assert.deepEqual(pressed(made("xtic", more), 6, ["c2"]), []);
  }
  const hands = made("xtic");
  document.body.classes.clear();
  assert.deepEqual(pressed(hands, 6, ["c2"]), []);
  const later = made("xtic");
  later.cells.press(6);
  later.play({ position: "------5---------/-", ask: "give" });
  later.answer(["c2"]);
  assert.equal(later.sent.length, 1);
});

test("a press beside the cells, and one on a cell that stands for a choice, place nothing", () => {
  assert.deepEqual([pressed(made("xtic"), null, []), pressed(made("xtic"), 15, ["d4"])], [[], []]);
});

test("a press closes the question of before; so does another position or board", () => {
  const found = made();
  for (const act of [() => found.cells.press(null), () => found.play({ position: "2_U---------------" }), () => found.cells.describe(HELLO)]) {
    act();
    assert.deepEqual(found.asked.splice(0), ["closed"]);
  }
  found.play({ position: "2_U---------------" });
  assert.deepEqual(found.asked, []);
});

test("under a position that is looked at, the page says why nothing is placed", () => {
  const found = made("xtic");
  let told = 0;
  found.view.covered = () => (told += 1);
  found.cells.press(6);
  assert.deepEqual([told, found.sent], [1, []]);
});
