import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { CHANGING, OFF, Waveform } = await page("waveform");

// Dark; steady red; steady green; green that blinks: on for half a cycle; and one that never shines.
const PALETTE = { colours: "000000ff000000ff0000ff000000ff", movements: "0000000000000000" + "9999999999999999" + "9999999999999999" + "9999999900000000" + "0000000000000000" };
const CYCLE_MS = 1024;

let now = 0;
performance.now = () => now;

// What the lights of two cells mean at the end of frames [ms, first cell's bytes].
function made(frames, { speed = 1, later = 0 } = {}) {
  now = 5000;
  const waveform = new Waveform(speed, PALETTE);
  for (const [ms, bytes] of frames) waveform.hear(ms, [...bytes, 0, 0, 0]);
  now += later;
  return waveform;
}

const RED = [200, 0, 0];
const GREEN = [0, 200, 0];
const NONE = [0, 0, 0];
const blinking = (from, count) => Array.from({ length: count }, (_, half) => [from + (half * CYCLE_MS) / 2, half % 2 ? NONE : GREEN]);

test("a steady light is known by its colour, however bright", () => {
  assert.equal(made([[0, RED]], { later: 2000 }).meaning(0), 1);
  assert.equal(made([[0, [20, 0, 0]]], { later: 2000 }).meaning(0), 1);
  assert.equal(made([[0, GREEN]], { later: 2000 }).meaning(0), 2);
  assert.equal(made([[0, GREEN]], { later: 2000 }).meaning(1), OFF);
});

test("a blinking light is known by its rhythm, wherever it is in its cycle", () => {
  for (const later of [0, 100, 300, 500]) assert.deepEqual([5, 6].map((halves) => made(blinking(0, halves), { later }).meaning(0)), [3, 3], String(later));
});

test("a light that fits no meaning is changing", () => {
  assert.equal(made([[0, [0, 0, 200]]], { later: 2000 }).meaning(0), CHANGING);
  assert.equal(made([[0, [150, 150, 0]]], { later: 2000 }).meaning(0), CHANGING);
  assert.equal(made([[0, RED], [1000, GREEN]], { later: 500 }).meaning(0), CHANGING);
});

test("a light of one unit in one channel is not dark, half a unit for an instant is", () => {
  assert.equal(made([[0, NONE]], { later: 2000 }).meaning(0), OFF);
  assert.equal(made([]).meaning(0), OFF);
  assert.equal(made([[0, [1, 0, 0]]], { later: 2000 }).meaning(0), 1);
});

test("only the last second counts, in the board's time", () => {
  assert.equal(made([[0, RED], [1000, GREEN]], { later: 1100 }).meaning(0), 2);
  assert.equal(made([[0, RED], [1000, GREEN]], { later: 300, speed: 4 }).meaning(0), 2);
  assert.equal(made([[0, RED], [1000, GREEN]], { later: 300 }).meaning(0), CHANGING);
});

test("frames of the last second are kept, and the one before", () => {
  const waveform = made(Array.from({ length: 50 }, (_, index) => [100 * index, RED]));
  assert.deepEqual(waveform.frames.map(({ ms }) => ms), [3800, 3900, 4000, 4100, 4200, 4300, 4400, 4500, 4600, 4700, 4800, 4900]);
  assert.equal(waveform.now(), 4900);
  now += 30;
  assert.equal(waveform.now(), 4930);
  assert.equal(new Waveform(1, PALETTE).now(), now);
});

test("what was found out is remembered, and forgotten before it grows without end", () => {
  const waveform = made([[0, RED]], { later: 2000 });
  waveform.meaning(0);
  let asked = 0;
  waveform.explain = () => (asked += 1);
  waveform.meaning(0);
  assert.equal(asked, 0);
  waveform.meaning(1);
  assert.equal(asked, 1);
  for (let index = 0; index < 600; index += 1) waveform.known.set(index, OFF);
  waveform.meaning(1);
  assert.deepEqual([asked, waveform.known.size], [2, 1]);
});
