import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { Clock, announced, timeText } = await page("clock");

// A clock of flip tiles, the time of the page, and what is shown.
function made() {
  const place = element();
  const parent = element();
  parent.append(place);
  let ms = 0;
  let next = null;
  const clock = new Clock(place, {
    now: () => ms,
    wait: (act, after) => (next = { act, at: ms + after }),
    stop: () => (next = null),
  });
  const say = (left, turn, more = {}) => clock.hear({ t: "state", game: "flip", phase: "match", clock: left && { left, turn }, ...more });
  // Let time pass, with what the page has asked for.
  const pass = (span) => {
    const end = ms + span;
    while (next && next.at <= end) {
      const { act, at } = next;
      ms = at;
      next = null;
      act();
    }
    ms = end;
  };
  const shown = () => clock.sides.map(({ textContent }) => textContent);
  return { clock, say, pass, shown, live: () => clock.live.textContent, runs: () => next !== null };
}

test("times are minutes and seconds", () => {
  assert.deepEqual([0, 9, 60, 125, 600].map(timeText), ["0:00", "0:09", "1:00", "2:05", "10:00"]);
});

test("only the time of the player to move goes on between the board's messages", () => {
  const { say, pass, shown, runs } = made();
  say([180_000, 180_000], null);
  pass(5000);
  assert.deepEqual(shown(), ["Sun: 3:00", "Moon: 3:00"]);
  assert.equal(runs(), false);
  say([180_000, 180_000], 1);
  pass(61_500);
  assert.deepEqual(shown(), ["Sun: 3:00", "Moon: 1:59, runs"]);
  say([180_000, 118_500], 0);
  pass(1500);
  assert.deepEqual(shown(), ["Sun: 2:59, runs", "Moon: 1:59"]);
});

test("the time stands still in the menu, and the clock goes with the game", () => {
  const { clock, say, pass, shown } = made();
  say([180_000, 100_000], 1);
  pass(10_000);
  say(undefined, null, { phase: "menu" });
  pass(10_000);
  assert.deepEqual(shown(), ["Sun: 3:00", "Moon: 1:30"]);
  assert.equal(clock.box.hidden, false);
  say(null);
  assert.equal(clock.box.hidden, true);
});

test("only the board says that a time is up", () => {
  const { say, pass, shown, runs } = made();
  say([2000, 2000], 0);
  pass(60_000);
  assert.deepEqual(shown(), ["Sun: 0:01, runs", "Moon: 0:02"]);
  say([0, 2000], null);
  assert.deepEqual(shown(), ["Sun: 0:00, time is up", "Moon: 0:02"]);
  assert.equal(runs(), false);
});

test("full minutes, 30 and 10 seconds are announced, and no other second", () => {
  const { say, pass, live } = made();
  say([180_000, 180_000], 0);
  const heard = [];
  for (let second = 0; second < 179; second += 1) {
    pass(1000);
    if (live() && live() !== heard.at(-1)) heard.push(live());
  }
  assert.deepEqual(heard, ["Sun: 2 minutes left.", "Sun: 1 minute left.", "Sun: 30 seconds left.", "Sun: 10 seconds left."]);
  assert.equal(announced("Sun", 0), "");
});
