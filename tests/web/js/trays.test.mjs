import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { arrangements } = await page("trays");

const PLATE = { left: -30, top: -30, right: 150, bottom: 165 };

const rounded = (ways) => ways.map(({ slots, left, top, right, bottom }) => [[left, top, right, bottom], slots.map(({ id, tray, at, size }) => [id, tray, Math.round(10 * at.x) / 10, Math.round(10 * at.y) / 10, size])]);

test("trays lie behind and in front of the plate, in two rows of smaller tiles, or beside it", () => {
  const homes = [0, 1, 2, 3, 4, 5].map((id) => [id, id % 2, 10 * id, id < 4 ? 200 : 240]);
  const ways = rounded(arrangements(homes, PLATE, 16, 36));
  assert.deepEqual(ways[0], [[-30, -116, 150, 255], [[0, 0, 42, 195, 1], [2, 0, 78, 195, 1], [4, 0, 42, 231, 1], [1, 1, 42, -60, 1], [3, 1, 78, -60, 1], [5, 1, 42, -96, 1]]]);
  assert.deepEqual(ways[1], [[-30, -72, 150, 211], [[0, 0, 19.5, 191, 0.75], [2, 0, 46.5, 191, 0.75], [4, 0, 73.5, 191, 0.75], [1, 1, 19.5, -56, 0.75], [3, 1, 46.5, -56, 0.75], [5, 1, 73.5, -56, 0.75]]]);
  assert.deepEqual(ways[2], [[-76, -30, 196, 165], [[0, 0, -56, 31.5, 1], [2, 0, -56, 67.5, 1], [4, 0, -56, 103.5, 1], [1, 1, 176, 31.5, 1], [3, 1, 176, 67.5, 1], [5, 1, 176, 103.5, 1]]]);
});

test("each place keeps where its tile lies on the table", () => {
  const [{ slots }] = arrangements([[7, 1, 12, -60], [8, 0, 5, 200]], PLATE, 16, 36);
  assert.deepEqual(slots.map(({ id, x, y, tray }) => [id, x, y, tray]), [[8, 5, 200, 0], [7, 12, -60, 1]]);
});

test("a tray of many tiles has as many columns as its first row, or half of them", () => {
  const many = Array.from({ length: 10 }, (_, id) => [id, 0, 10 * id, id < 7 ? 200 : 240]);
  const columns = arrangements(many, PLATE, 16, 36).map(({ slots }) => new Set(slots.map(({ at }) => at.x.toFixed(3))).size);
  assert.deepEqual(columns, [7, 5, 2]);
});

test("without tiles the plate is all", () => {
  assert.deepEqual(rounded(arrangements([], PLATE, 16, 36)), [[[-30, -30, 150, 165], []], [[-30, -30, 150, 165], []], [[-30, -30, 150, 165], []]]);
});

test("a plate lower than a tile has one tile in each row beside it", () => {
  const [, , beside] = arrangements([[0, 0, 0, 0], [1, 0, 9, 0]], { left: 0, top: 0, right: 20, bottom: 20 }, 16, 36);
  assert.deepEqual(rounded([beside])[0], [[-82, -10, 20, 34], [[0, 0, -62, 10, 1], [1, 0, -26, 10, 1]]]);
});
