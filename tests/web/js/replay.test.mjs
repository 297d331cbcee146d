import assert from "node:assert/strict";
import test from "node:test";

import { page, timers } from "./browser.mjs";

const { Replay } = await page("replay");

test("lights that came at once are shown one after the other, in the time between them", () => {
  const shown = [];
  const waits = [];
  const replay = new Replay((_, leds) => shown.push(leds));
  const later = () => {
    const [act, ms] = timers.pop();
    waits.push(Math.round(ms));
    act();
  };
  replay.hear({ ms: 100, leds: "a" });
  replay.hear({ ms: 250, leds: "d", before: [[140, "b"], [160, "c"]] });
  assert.deepEqual(shown, ["a", "b"]);
  later();
  later();
  assert.deepEqual([shown.join(""), waits], ["abcd", [20, 90]]);
  // More than the server collects at once is shown faster.
  replay.hear({ ms: 2400, leds: "f", before: [[1900, "e"]] });
  later();
  assert.equal(waits.at(-1), 250);
  assert.equal(shown.join(""), "abcdef");
});

test("what waits is shown at once when more comes, and not at all on another board", () => {
  const shown = [];
  const replay = new Replay((_, leds) => shown.push(leds));
  replay.hear({ ms: 200, leds: "b", before: [[100, "a"]] });
  replay.hear({ ms: 220 });
  assert.deepEqual(shown, ["a", "b"]);
  replay.hear({ ms: 400, leds: "d", before: [[300, "c"]] });
  replay.forget();
  replay.hear({ ms: 500, leds: "e" });
  assert.deepEqual(shown, ["a", "b", "c", "e"]);
});

test("a timer of lights that were dropped, or shown at once, is stopped", (at) => {
  const stopped = [];
  const was = globalThis.clearTimeout;
  globalThis.clearTimeout = (timer) => stopped.push(timer);
  at.after(() => (globalThis.clearTimeout = was));
  const replay = new Replay(() => {});
  replay.hear({ ms: 200, leds: "b", before: [[100, "a"]] });
  const timer = replay.timer;
  assert.equal(timer, timers.length);
  replay.hear({ ms: 220 });
  replay.forget();
  assert.deepEqual(stopped, [undefined, timer, timer]);
});

test("one moment needs no timer, and lights within the time that the server collects come at their pace", () => {
  const replay = new Replay(() => {});
  const before = timers.length;
  replay.hear({ ms: 200, leds: "a" });
  assert.equal(timers.length, before);
  replay.hear({ ms: 500, leds: "c", before: [[250, "b"]] });
  assert.equal(timers.at(-1)[1], 250);
  replay.hear({ ms: 1100, leds: "e", before: [[600, "d"]] });
  assert.equal(timers.at(-1)[1], 250);
});
