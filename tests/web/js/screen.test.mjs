import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const still = { matches: false, addEventListener: (_, act) => (still.changed = act) };
globalThis.matchMedia = () => still;
const { likeReal, Screen } = await page("screen");
const { stored } = await page("preferences");

const HEARD = { on: true, speed: "normal", force: false, to: { 3: 5 } };

// The switches, with what this browser keeps of them; `sent`: what the server was told.
function made({ real = null, speed = null, force = null } = {}) {
  stored.set("lodeboard-like-real", real);
  stored.set("lodeboard-speed", speed);
  stored.set("lodeboard-force", force);
  const [box, sent, bound] = [element(), [], []];
  box.querySelector("[data-part='speed']").options = [{ value: "slow" }, { value: "normal" }, { value: "fast" }];
  const screen = new Screen(box, () => ({ send: ({ t, ...message }) => sent.push(message) }), (to) => bound.push(to));
  return { screen, box, sent, bound };
}

test("a page tells the server what this browser keeps, before and after the board is there", () => {
  const none = made();
  none.screen.prefer();
  none.screen.hear(HEARD);
  assert.deepEqual([none.sent, none.bound, likeReal()], [[{ still: false }], [{ 3: 5 }], false]);
  const kept = made({ real: "on", speed: "fast", force: "on" });
  kept.screen.prefer();
  assert.deepEqual([kept.sent, likeReal()], [[{ on: false }], true]);
  kept.screen.hear(HEARD);
  assert.deepEqual(kept.sent.slice(1), [{ still: false }, { speed: "fast" }, { force: true }, { on: false }]);
  kept.screen.hear(HEARD);
  assert.equal(kept.sent.length, 5);
  const off = made({ real: "off", speed: "unknown", force: "off" });
  off.screen.prefer();
  off.screen.hear(HEARD);
  assert.deepEqual(off.sent, [{ on: true }, { still: false }, { force: false }]);
});

test("the switches show what the server says, unless something else was chosen here since", () => {
  const { screen, box } = made();
  const shown = (more) => {
    screen.hear({ ...HEARD, ...more });
    return [box.hidden, screen.own.hidden, screen.input.checked, screen.speed.value, screen.force.checked, document.body.classes.has("on-screen")];
  };
  assert.deepEqual(shown({}), [false, false, false, "normal", false, true]);
  assert.deepEqual(shown({ on: false, speed: "slow", force: true }), [false, true, true, "slow", true, false]);
  screen.speed.value = "fast";
  fire(screen.speed, "change");
  assert.equal(shown({ speed: "slow" })[3], "fast");
  assert.equal(shown({ speed: "fast" })[3], "fast");
  assert.equal(shown({ speed: "slow" })[3], "slow");
});

test("a choice is kept in this browser and sent", () => {
  const { screen, sent } = made();
  const choose = (what, field, value) => (Object.assign(what, { [field]: value }), fire(what, "change"));
  choose(screen.speed, "value", "slow");
  choose(screen.force, "checked", true);
  choose(screen.input, "checked", true);
  assert.deepEqual(sent, [{ speed: "slow" }, { force: true }, { on: false }]);
  assert.deepEqual(["speed", "force", "like-real"].map((name) => stored.get(`lodeboard-${name}`)), ["slow", "on", "on"]);
  choose(screen.force, "checked", false);
  choose(screen.input, "checked", false);
  assert.deepEqual([sent.slice(3), likeReal(), stored.get("lodeboard-force")], [[{ force: false }, { on: true }], false, "off"]);
});

test("less motion is told when it is asked for, and again on a new connection", () => {
  const { screen, box, sent } = made();
  still.matches = true;
  still.changed(); // before the server is there
  assert.deepEqual(sent, []);
  screen.hear(HEARD);
  still.matches = false;
  still.changed();
  assert.deepEqual(sent, [{ still: true }, { still: false }]);
  screen.describe({ seat: "first" });
  assert.deepEqual([box.hidden, document.body.classes.has("on-screen")], [true, false]);
  still.changed();
  screen.hear(HEARD);
  assert.deepEqual(sent.slice(2), [{ still: false }]);
});

test("a page that only watches tells the server nothing", () => {
  const { screen, box, sent } = made({ real: "on", speed: "fast" });
  screen.describe({ seat: "watching" });
  screen.hear(HEARD);
  still.changed();
  assert.deepEqual([sent, box.hidden], [[], true]);
});
