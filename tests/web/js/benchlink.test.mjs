import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { KNOBS, read, write } = await page("benchlink");

const BOARD = { rows: 4, columns: 4 };
const KNOBBED = { noise: 2, tremor: 0.3, spread: 1, temperature: 25 };
const BENCH = { seed: 7, knobs: KNOBBED, breaks: [], power: true, cable: true };
const LEFT = write(BENCH, null, BOARD).length;
const EMPTY = { t: "scene", seed: 7, knobs: {}, breaks: [], settings: {}, start: "", moves: [], power: true, cable: true };

test("a link names the board and its knobs", () => {
  assert.equal(write(BENCH, null, BOARD), "#seed=7&noise=2&tremor=0.3&spread=1&temperature=25");
  assert.deepEqual(KNOBS, ["noise", "tremor", "spread", "temperature"]);
});

test("a link has faults, settings, the game, and what is switched off", () => {
  const bench = { ...BENCH, breaks: [[5, "stuck", 0], [14, "dead", 12]], power: false, cable: false };
  const state = { settings: { variant: 1, level: 2 }, position: "p2", start: "p0", moves: ["b2U", "b2Sd1D"] };
  assert.equal(write(bench, state, BOARD).slice(LEFT), "&break=b2:stuck:0,c4:dead:12&set=variant:1,level:2&start=p0&moves=b2U.b2Sd1D&power=off&cable=off");
  assert.equal(write(BENCH, { position: "p", start: "p", moves: [] }, BOARD).slice(LEFT), "&start=p");
});

test("during half a turn the link has the position, as the half has no notation", () => {
  const link = (position, ...moves) => write(BENCH, { position, start: "p0", moves }, BOARD).slice(LEFT);
  assert.deepEqual([link("p;b2S", "a1U", "b2S"), link("p;b2S", "a1U"), link("p", "b2S"), link("p;b2S", "b12N"), link("p;b2S", "xb2S")], ["&start=p;b2S", "&start=p0&moves=a1U", "&start=p0&moves=b2S", "&start=p;b2S", "&start=p0&moves=xb2S"]);
});

test("a link that was written is read as the same bench", () => {
  const bench = { ...BENCH, breaks: [[5, "stuck", 0], [14, "dead", 12]], power: false };
  const state = { settings: { variant: 1, level: 2 }, position: "p2", start: "p0", moves: ["b2U", "b2Sd1D"] };
  assert.deepEqual(read(write(bench, state, BOARD), BOARD), { ...EMPTY, knobs: KNOBBED, breaks: bench.breaks, settings: state.settings, start: "p0", moves: state.moves, power: false });
  assert.deepEqual(read(write({ ...BENCH, cable: false }, null, BOARD), BOARD), { ...EMPTY, knobs: KNOBBED, cable: false });
});

test("a position with blanks is written without any, as messengers end a link there", () => {
  const state = { position: "p", start: "p1 w - 0 1", moves: ["a1 b"] };
  const link = write(BENCH, state, BOARD);
  assert.equal(link.slice(LEFT), "&start=p1%20w%20-%200%201&moves=a1%20b");
  assert.deepEqual([read(link, BOARD).start, read(link, BOARD).moves], [state.start, state.moves]);
});

test("what a link leaves out stays as it is", () => {
  assert.deepEqual(read("#seed=7", BOARD), EMPTY);
  assert.deepEqual(read("#seed=7&break=b2:dead", BOARD).breaks, [[5, "dead", 0]]);
  assert.deepEqual(read("#noise=0&seed=7", BOARD).knobs, { noise: 0 });
});

test("an address without a bench is none", () => {
  for (const hash of ["", "#position=1_", "#seed=", "#seed=x7", "#seed=7x"]) assert.equal(read(hash, BOARD), null, hash);
});

test("what a messenger has put behind a link or encoded in it does no harm", () => {
  for (const end of [".", ")", "\"", "%22", "%3E>", " !", "%20.", "*`"]) assert.equal(read(`#seed=12${end}`, BOARD)?.seed, 12, end);
  assert.equal(read("#seed=7&start=1%5F%2D", BOARD).start, "1_-");
  assert.equal(read("#seed=7&start=1%255F%252D", BOARD).start, "1_-");
  assert.equal(read("#seed=7&start=50%", BOARD).start, "50%");
});
