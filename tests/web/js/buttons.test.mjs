import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, outer, page, timers } from "./browser.mjs";

const { Buttons } = await page("buttons");

// The board's three buttons; `sent`: what the board was told, as "press 1".
function made() {
  const [group, sent] = [element(), []];
  for (const mask of [1, 2, 4]) {
    const button = element("button");
    button.dataset.button = String(mask);
    group.append(button);
  }
  const view = { covered: null, scale: 2, left: -30, top: -30, plate: { left: -27, right: 147, lip: 147 } };
  outer.handlers = {};
  const buttons = new Buttons(view, group, () => ({ send: ({ t, button }) => sent.push(`${t} ${button}`) }));
  const down = () => buttons.all.filter(({ classes }) => classes.has("down")).map(({ dataset }) => dataset.button);
  return { all: buttons.all, buttons, sent, view, down };
}

test("a press lasts as long as the pointer is down", () => {
  const { all: [left, middle], sent, down } = made();
  fire(left, "pointerdown", { button: 0, pointerId: 7 });
  assert.deepEqual([sent, down(), left.captured], [["press 1"], ["1"], 7]);
  fire(middle, "pointerdown", { button: 0, pointerId: 8 });
  assert.deepEqual(down(), ["1", "2"]);
  fire(left, "pointerup");
  fire(left, "lostpointercapture"); // it follows, and ends nothing more
  assert.deepEqual([sent, down()], [["press 1", "press 2", "release 1"], ["2"]]);
  fire(middle, "pointercancel");
  assert.deepEqual([sent[3], down()], ["release 2", []]);
});

test("only the main button of a mouse presses, and a click with a pointer is no further press", () => {
  const { all: [left], sent } = made();
  fire(left, "pointerdown", { button: 2, pointerId: 7 });
  fire(left, "click", { detail: 1 });
  assert.deepEqual([sent, left.captured], [[], undefined]);
});

test("Enter is a short press, and a second one ends the first", () => {
  const { all: [, , right], sent, down } = made();
  fire(right, "click");
  const [end, ms] = timers.at(-1);
  assert.deepEqual([sent, down()], [["press 4"], ["4"]]);
  assert.ok(ms > 100 && ms < 300); // the board sees it, and does not take it for a long one
  fire(right, "click");
  assert.deepEqual(sent, ["press 4", "release 4", "press 4"]);
  end();
  end();
  assert.deepEqual([sent.slice(3), down()], [["release 4"], []]);
});

test("the timer of a press that was ended does not end the next", (at) => {
  const stopped = [];
  const was = globalThis.clearTimeout;
  globalThis.clearTimeout = (timer) => stopped.push(timer);
  at.after(() => (globalThis.clearTimeout = was));
  const { all: [left, middle] } = made();
  fire(left, "click");
  const first = timers.length;
  fire(middle, "click");
  fire(left, "click");
  assert.deepEqual(stopped, [undefined, undefined, first]);
});

test("a key that repeats presses once, and what is not down is not released", () => {
  const { buttons, sent } = made();
  buttons.press(2);
  buttons.press(2);
  buttons.release(1);
  buttons.release(2);
  buttons.release(2);
  assert.deepEqual(sent, ["press 2", "release 2"]);
});

test("all are let go when the window loses the focus", () => {
  const { buttons, sent, down } = made();
  for (const mask of [1, 4]) buttons.press(mask);
  for (const act of outer.handlers.blur) act();
  assert.deepEqual([sent.slice(2), down()], [["release 1", "release 4"], []]);
});

test("nothing is pressed under a position that is shown", () => {
  const { buttons, sent, view } = made();
  let refused = 0;
  view.covered = () => (refused += 1);
  buttons.press(1);
  assert.deepEqual([sent, refused], [[], 1]);
});

test("the buttons stand side by side on the front edge, no wider than a hand needs", () => {
  const { all, buttons, view } = made();
  const place = () => (buttons.resized(), all.map(({ style: { left, top, width, height } }) => [left, top, width, height].map(parseFloat)));
  assert.deepEqual(place(), [[14, 338, 100, 46], [130, 338, 100, 46], [246, 338, 100, 46]]);
  view.plate.right = 573;
  assert.deepEqual(place().map(([left, , width]) => [left, width]), [[126, 160], [526, 160], [926, 160]]);
});
