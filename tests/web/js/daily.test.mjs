import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { dailyCourses } = await page("daily");

const DAY_MS = 86_400_000;
const FEN = "3k3/7 b - - 0 1";
const PROBLEMS = {
  flip: { magic: [["1_a|a1U|3", "2_b|b2D|0"], ["1_c|c3U|0", "2_d|d4D|5"]], eclipse: [["2_e|e1U|1"]] },
  kono: { "": [["2_k|a1a2|5"]] },
  xtic: { normal: [["-/5|a1|3"], ["-/-|=5|0"]] },
  magician: { standard: [[`${FEN}|a1a2|1`], [`${FEN}|a1a3|3`]] },
};
const book = () => ({ kept: [], has(day, name) { return this.kept.includes(`${day} ${name}`); }, add(day, name) { this.kept.push(`${day} ${name}`); } });

function on(day, more = 0, days = book()) {
  Date.now = () => day * DAY_MS + more;
  return dailyCourses(PROBLEMS, days);
}

test("there is a course for each rule set, with one problem of each difficulty", () => {
  const { "daily-flip-magic": magic, ...others } = on(20_000);
  const { steps, finished, ...course } = magic;
  assert.deepEqual(course, { game: "flip", rules: "magic", label: "Problems of the day: Magic", note: "Three positions, one right move in each: 2024-10-04.", farewell: "Those were today's problems. New ones come tomorrow; your game is back as it was.", translated: true });
  assert.deepEqual(steps, [{ title: "Problem 1", say: "The suns are to move. Find the only move that wins. It wins in 3 turns, yours and your opponent's. Make it on the board.", position: "1_a", done: { moves: 1, last: ["a1U"] }, missed: "That gives the win away. Try again.", after: "Right: a1U is the only move." }, { title: "Problem 2", say: "The suns are to move. Find the only move that holds the draw. Make it on the board.", position: "1_c", done: { moves: 1, last: ["c3U"] }, missed: "That loses. Try again.", after: "Right: c3U is the only move." }]);
  assert.deepEqual(Object.keys(others), ["daily-flip-eclipse", "daily-kono", "daily-xtic-normal", "daily-magician-standard"]);
  assert.equal(typeof finished, "function");
});

test("the problems change at midnight in UTC, and come again after a year of them", () => {
  const positions = (...at) => on(...at)["daily-flip-magic"].steps.map(({ position }) => position);
  assert.deepEqual([positions(20_000, DAY_MS - 1), positions(20_001), positions(20_002)], [["1_a", "1_c"], ["2_b", "2_d"], ["1_a", "1_c"]]);
});

test("each game says what is to be found", () => {
  const courses = on(20_000);
  const said = (name) => courses[name].steps.map(({ say, missed }) => [say, missed]);
  assert.deepEqual(said("daily-kono"), [["The moons are to move. Find the only move that wins. It wins in 5 turns, yours and your opponent's. Make it on the board.", "That gives the win away. Try again."]]);
  assert.deepEqual(said("daily-xtic-normal"), [["Find the only step that wins. It wins in 3 steps, yours and your opponent's. Make it on the board.", "That gives the win away. Try again."], ["Find the only move that holds the draw. Make it on the board.", "That loses. Try again."]]);
  assert.deepEqual(said("daily-magician-standard"), [["Black to play. Find the only move that mates. Make it on the board.", "That does not mate in time. Try again."], ["Black to play. Mate in 2 moves: find the only first move. Make it on the board.", "That does not mate in time. Try again."]]);
  assert.deepEqual(Object.values(courses).map(({ label }) => label.split(": ")[1]), ["Magic", "Eclipse", "Four Field Kono", "xtic", "Magician Chess"]);
});

test("solved problems are remembered for their day", () => {
  const days = book();
  on(20_000, 0, days)["daily-kono"].finished();
  const note = (day) => on(day, 0, days)["daily-kono"].note;
  assert.deepEqual([note(20_000), note(20_001)], ["Three positions, one right move in each: 2024-10-04. You have solved them.", "Three positions, one right move in each: 2024-10-05."]);
});
