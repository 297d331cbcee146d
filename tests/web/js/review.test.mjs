import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const { gameOf } = await page("games");

const EMPTY = gameOf("flip").empty;
const COURSE = { game: "flip", rules: "magic", start: EMPTY, positions: [EMPTY, "2_-----U----------", "1_-----U----d-----"], turns: [0, 1, 0], moves: ["b2U", "c3D"], names: ["b2U", "c3D"], verdict: "undecided" };
const STUDY = { verdict: "undecided", value: "win", remoteness: 3, steps: [["a1U", "win", 3]] };
const CARD = { best: 1, good: 0, blunders: 0, unknown: 0, moves: 1, accuracy: 100 };
document.getElementById("data").textContent = JSON.stringify({ course: COURSE, studies: [STUDY, STUDY, { ...STUDY, value: "tie" }], graded: [{ grade: "best" }, { grade: "blunder" }], players: [CARD, CARD] });
await page("review");
const place = document.getElementById("review");
const part = (name) => place.querySelectorAll(`[data-part="${name}"]`)[0];
const button = (name) => place.querySelectorAll(`[data-do="${name}"]`)[0];
const press = (key) => fire(element(), "keydown", { key }).stopped;
const here = () => part("moves").querySelectorAll("[aria-current]").map(({ dataset }) => dataset.at);

test("a review begins with the first position and all that is known of the game", () => {
  assert.match(part("sentence").textContent, /^Sun to play\. Sun wins in 3 turns/);
  assert.deepEqual([here(), part("picture").children.length, part("chart").children.length, part("card").children.length, part("steps").textContent], [[0], 1, 1, 2, "place on a1, up side: wins in 3 turns"]);
  assert.match(part("moves").textContent, /★.*✗/);
  assert.ok(!document.body.classes.has("no-turning"));
});

test("buttons and keys step through it, as far as there are moves", () => {
  const off = () => ["first", "earlier", "later", "last"].map((name) => button(name).disabled);
  assert.deepEqual(off(), [true, true, false, false]);
  button("later").click();
  assert.deepEqual([here(), off(), part("picture").querySelectorAll(".changed").length], [[1], [false, false, false, false], 1]);
  assert.deepEqual([press("ArrowRight"), here(), off()], [true, [2], [false, false, true, true]]);
  assert.match(part("sentence").textContent, /it is a draw/);
  assert.deepEqual([press("Home"), here(), press("End"), here(), press("ArrowLeft"), here(), press("a"), here()], [true, [0], true, [2], true, [1], false, [1]]);
  button("first").click();
  button("last").click();
  button("earlier").click();
  assert.deepEqual(here(), [1]);
});

test("a click on a move or on the chart shows its position", () => {
  part("moves").querySelectorAll("button")[2].click();
  assert.deepEqual(here(), [2]);
  fire(part("chart").querySelectorAll(".spot")[0], "click");
  assert.deepEqual(here(), [0]);
});
