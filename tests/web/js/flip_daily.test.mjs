import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { dailyCourses } = await page("flip_daily");

const DAY_MS = 86_400_000;
const PROBLEMS = { magic: [["1_a a1U 3", "2_b b2D 0"], ["1_c c3U 0", "2_d d4D 5"]], eclipse: [["2_e e1U 1"]] };

function on(day, more = 0) {
  Date.now = () => day * DAY_MS + more;
  return dailyCourses(PROBLEMS);
}

test("there is a course for each rule set, with one problem of each difficulty", () => {
  const { "daily-magic": magic, ...others } = on(20_000);
  const { steps, ...course } = magic;
  assert.deepEqual(course, { game: "flip", rules: "magic", label: "Problems of the day: Magic", note: "Three positions, one right move in each: 2024-10-04.", farewell: "Those were today's problems. New ones come tomorrow; your game is back as it was.", translated: true });
  assert.deepEqual(steps, [{ title: "Problem 1", say: "The suns are to move. Find the only move that wins. It wins in 3 turns, yours and your opponent's. Make it on the board.", position: "1_a", done: { moves: 1, last: ["a1U"] }, missed: "That gives the win away. Try again.", after: "Right: a1U is the only move." }, { title: "Problem 2", say: "The suns are to move. Find the only move that holds the draw. Make it on the board.", position: "1_c", done: { moves: 1, last: ["c3U"] }, missed: "That loses. Try again.", after: "Right: c3U is the only move." }]);
  assert.deepEqual(Object.keys(others), ["daily-eclipse"]);
});

test("the problems change at midnight in UTC, and come again after a year of them", () => {
  const positions = (...at) => on(...at)["daily-magic"].steps.map(({ position }) => position);
  assert.deepEqual([positions(20_000, DAY_MS - 1), positions(20_001), positions(20_002)], [["1_a", "1_c"], ["2_b", "2_d"], ["1_a", "1_c"]]);
});
