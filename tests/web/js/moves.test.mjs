import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { moveList } = await page("moves");
const { gameOf } = await page("games");

const kono = gameOf("kono");
const [sun, moon] = kono.sides;
const course = { positions: ["p0", "p1", "p2", "p3"], names: ["b4b2", "a1a3", "b3b1"], turns: [0, 1, 0, 1] };
const study = (value, remoteness = null, verdict = "undecided") => ({ value, remoteness, verdict });

// The list's buttons; `chosen`: the numbers of those that were pressed.
function listed(studies = [], graded = [], at = 0) {
  const chosen = [];
  const list = moveList(course, studies, graded, at, (number) => chosen.push(number), kono);
  return { list, chosen, buttons: list.children.map(({ children: [button] }) => button) };
}

const parts = (button) => button.children.filter((each) => each !== " ").map(({ textContent }) => textContent);
const described = (button) => button.attributes["aria-description"];

test("each position has a button with its number and the move that led to it", () => {
  const { list, buttons } = listed();
  assert.deepEqual([list.tag, list.className], ["ol", "moves"]);
  assert.deepEqual(buttons.map(parts), [["", "Start", "", "…"], ["1", "b4b2", "", "…"], ["2", "a1a3", "", "…"], ["3", "b3b1", "", "…"]]);
  assert.deepEqual(buttons[0].children.filter((each) => each !== " ").map(({ className }) => className), ["number", "move", "grade", "standing"]);
  assert.deepEqual(buttons.map(described), ["The start", `Move 1, ${sun}: b4b2`, `Move 2, ${moon}: a1a3`, `Move 3, ${sun}: b3b1`]);
  assert.ok(buttons.every(({ type, className }) => type === "button" && className === ""));
});

test("a button chooses its position, and the one shown is marked", () => {
  const { buttons, chosen } = listed([], [], 2);
  for (const button of buttons) button.click();
  assert.deepEqual(chosen, [0, 1, 2, 3]);
  assert.deepEqual(buttons.map(({ dataset }) => dataset.at), [0, 1, 2, 3]);
  assert.deepEqual(buttons.map((button) => button.getAttribute("aria-current")), [null, null, "step", null]);
});

test("moves have a sign and a word for how good they were, once that is known", () => {
  const { buttons } = listed([], [{ grade: "best" }, { grade: "blunder" }]);
  assert.deepEqual(buttons.map((button) => parts(button)[2]), ["", "★", "✗", ""]);
  assert.deepEqual(buttons.map(({ className }) => className), ["", "best", "blunder", ""]);
  assert.equal(described(buttons[1]), `Move 1, ${sun}: b4b2; best move`);
  assert.equal(parts(listed([], [{ grade: "good" }]).buttons[1])[2], "✓");
  assert.equal(parts(listed([], [{ grade: null }]).buttons[1])[2], "");
});

test("each position says who stands to win there, and how soon", () => {
  const { buttons } = listed([study("win", 7), study("win"), study("tie"), study(null)]);
  assert.deepEqual(buttons.map((button) => parts(button)[3]), [`${sun} in 7`, `${moon} wins`, "draw", "?"]);
  assert.deepEqual(buttons.map((button) => described(button).split("; ")[1]), [`${sun} to play wins in 7 ${kono.unit[1]}`, `${moon} to play wins`, `${sun} to play draws`, `${moon} to play not known`]);
  const lost = listed([study("lose", 1), study("lose", 0, "lose")]).buttons;
  assert.deepEqual([parts(lost[0])[3], parts(lost[1])[3]], [`${moon} in 1`, `${sun} won`]);
});
