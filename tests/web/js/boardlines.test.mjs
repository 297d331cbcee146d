// A real board's lines as the page's messages.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { BoardLines } = await page("boardlines");
const { Mirror } = await page("mirror");
const { WholeStates } = await page("wholestates");

const DATA = {
  ...{ hello: { t: "hello", name: "small" }, version: 3, order: [1, 0], owners: [0, 0, 1, 1], alike: { one: false, other: true } },
  tiles: [0, 1, 2, 3].map((id) => [id, 10 * id, 90, 0, 1, 0, 0, 0]),
  centres: [[0, 0], [40, 0]],
};

function lines() {
  const [shown, said] = [[], []];
  const made = new BoardLines(DATA, (message) => shown.push(message), (command) => said.push(command));
  const hear = (line) => made.hear(typeof line === "string" ? line : JSON.stringify(line));
  hear({ t: "hello", v: 3, board: "small" });
  shown.length = said.length = 0;
  return { made, hear, shown: () => shown.splice(0), said: () => said.splice(0) };
}

test("lights come in the order of the cells, as red, green and blue, and once", () => {
  const { hear, shown } = lines();
  for (const grb of ["0102030a0b0c", "0102030a0b0c", "01", "zz02030a0b0c", 5]) hear({ t: "lights", grb, ms: 7 });
  assert.deepEqual(shown(), [{ t: "frame", ms: 0, leds: "0b0a0c020103" }]);
});

test("the board's clock moves on, over its end, and not for leaps", () => {
  const { hear, shown, made } = lines();
  const times = [100, 140, 130, 50_000, 50_020, 2 ** 30 - 10, 10].map((ms) => (hear({ t: "sound", hertz: 5, ms }), made.ms));
  assert.deepEqual(times, [0, 40, 40, 40, 60, 60, 80]);
  assert.deepEqual(shown().at(-1), { t: "frame", ms: 80, tones: [[80, 5]] });
  hear({ t: "sound", hertz: 0 });
  assert.deepEqual(shown(), [{ t: "frame", ms: 80, tones: [[80, 0]] }]);
});

test("what is no message is passed on as text, half a message and what is only for recordings not at all", () => {
  const { hear, shown } = lines();
  for (const line of ["MicroPython", '{"t": "not', "{}", { t: "scan" }, { t: "zeros" }, { t: "cells" }, { t: "cells", codes: [1] }]) hear(line);
  assert.deepEqual(shown(), [{ t: "said", text: "MicroPython" }]);
  hear({ t: "later kind" });
  assert.deepEqual(shown(), [{ t: "said", line: { t: "later kind" } }]);
});

test("tiles of another set are taken out when a game with it begins", () => {
  const { hear, shown } = lines();
  const state = { t: "state", moves: [], moves_from: 0 };
  hear({ t: "cells", codes: [3, 0] });
  assert.deepEqual(shown()[0].tiles, [[2, 0, 0, 0, 1, 0, 0, 0]]);
  for (const [number, game] of ["one", "unknown", "other", "other"].entries()) hear({ ...state, number, game, position: "-" });
  hear({ ...state, number: 4, game: "one", position: "" });
  const [tiles] = shown().filter(({ t }) => t === "frame");
  assert.deepEqual(tiles.tiles, DATA.tiles);
  hear({ t: "cells", codes: [1, 2] });
  assert.deepEqual(shown()[0].tiles, [[0, 0, 0, 0, 1, 0, 0, 0], [1, 40, 0, 0, 0, 0, 0, 0]]);
});

test("nothing counts before the hello of the right board", () => {
  const { made, hear, shown, said } = lines();
  made.lose();
  hear({ t: "notice", say: "x" });
  hear({ t: "hello", v: 3, board: "large" });
  hear({ t: "notice", say: "x" });
  assert.deepEqual([shown(), said(), made.ready], [[], [], false]);
  hear({ t: "hello", v: 3, board: "small" });
  assert.deepEqual([said(), made.ready], [[{ c: "watch", on: true, lights: true }], true]);
});

test("a mirror moves the first free tile of a player, and keeps what the board is unsure of", () => {
  const mirror = new Mirror(DATA);
  const ids = (codes) => mirror.show(codes).map(([id]) => id);
  assert.deepEqual([ids([1, 0]), ids([5, 2]), ids([5, 5]), ids([0, 0])], [[0], [1], [], [0, 1]]);
  assert.deepEqual([ids([4, 0]), mirror.tiles[2]], [[2], [2, 0, 0, 0, 0, 0, 0, 0]]);
  assert.deepEqual([ids([0, 4]), ids([0, 4])], [[2], []]);
  mirror.use(true);
  assert.deepEqual([mirror.use(true), ids([3, 1])], [false, [0]]); // there is no tile of the second player
});

test("states are completed with the moves before, and asked for when one was missed", () => {
  const asked = [];
  const states = new WholeStates(() => asked.push(1));
  const whole = (number, from, moves) => states.whole({ t: "state", number, moves_from: from, moves })?.moves;
  assert.equal(whole(5, 1, ["b"]), undefined);
  assert.deepEqual([whole(6, 0, ["a", "b"]), whole(7, 2, ["c"]), whole(8, 1, ["x"])], [["a", "b"], ["a", "b", "c"], ["a", "x"]]);
  assert.equal(whole(10, 2, ["d"]), undefined); // one was missed
  assert.deepEqual([whole(11, 0, ["e"]), whole(12, 2, ["f"])], [["e"], undefined]); // that one does not fit
  states.forget();
  assert.equal(whole(13, 1, ["g"]), undefined);
  assert.equal(asked.length, 4);
  // One without a game.
  assert.deepEqual(states.whole({ t: "state", number: 20, say: "x" }), { t: "state", say: "x" });
  assert.equal(states.next, -1);
  assert.deepEqual([whole(21, 0, ["h"]), states.whole({ number: 22 }), whole(23, 1, ["i"])], [["h"], {}, ["h", "i"]]);
});
