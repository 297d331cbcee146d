import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { Held } = await page("held");

function made() {
  const box = element();
  Object.assign(box, { hidden: true, offsetWidth: 300 });
  box.append(...["turn", "back"].map(() => Object.assign(element("button"), { offsetWidth: 40 })));
  let left = 0;
  const view = { radius: 16, x: (mm) => 2 * mm, y: (mm) => 2 * mm };
  const held = new Held(view, box, () => (left += 1));
  const at = () => box.children.map(({ style }) => [style.left, style.top]);
  document.activeElement = null;
  return { held, box, view, at, left: () => left };
}

test("the buttons stand on both sides of where the tile was taken, and stay there", () => {
  const { held, box, at } = made();
  const tile = { shown: { x: 70, y: 60, size: 1 } };
  held.show(tile);
  assert.deepEqual([box.hidden, at()], [false, [["100px", "80px"], ["180px", "80px"]]]);
  tile.shown.x = 10;
  held.show(tile);
  assert.deepEqual(at(), [["100px", "80px"], ["180px", "80px"]]);
  held.show(null);
  held.show({ shown: { x: 60, y: 60 } });
  assert.deepEqual(at(), [["80px", "80px"], ["160px", "80px"]]);
});

test("the tray's smaller tiles have them nearer, and none leaves the picture", () => {
  const { held, at } = made();
  held.show({ shown: { x: 70, y: 60, size: 0.5 } });
  assert.deepEqual(at(), [["120px", "100px"], ["160px", "100px"]]);
  held.show(null);
  held.show({ shown: { x: 5, y: 2, size: 1 } });
  assert.deepEqual(at(), [["20px", "20px"], ["50px", "20px"]]);
  held.show(null);
  held.show({ shown: { x: 148, y: 60, size: 1 } });
  assert.deepEqual(at(), [["256px", "80px"], ["280px", "80px"]]);
});

test("they follow the size of the picture while they are shown", () => {
  const { held, view, at } = made();
  held.resized(); // nothing was taken yet
  held.show({ shown: { x: 70, y: 60, size: 1 } });
  view.x = (mm) => mm;
  held.resized();
  assert.deepEqual(at(), [["50px", "80px"], ["90px", "80px"]]);
  held.show(null);
  view.x = (mm) => 3 * mm;
  held.resized();
  assert.deepEqual(at(), [["50px", "80px"], ["90px", "80px"]]);
});

test("a focus on one of them is not lost when they go", () => {
  const { held, box, left } = made();
  held.show({ shown: { x: 70, y: 60, size: 1 } });
  held.show(null);
  assert.deepEqual([box.hidden, left()], [true, 0]);
  held.show({ shown: { x: 70, y: 60, size: 1 } });
  box.children[0].focus();
  held.show(null);
  assert.equal(left(), 1);
});
