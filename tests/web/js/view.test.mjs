import assert from "node:assert/strict";
import test from "node:test";

import { element, frames, observers, page } from "./browser.mjs";

const { place, View } = await page("view");

const HELLO = { rows: 4, columns: 4, homes: [[0, 0, 60, 220], [1, 1, 60, -60]], plate: { pitch_mm: 40, margin_mm: 30, well_depth_mm: 2 }, tile: { thickness_mm: 5, diameter_mm: 32 } };

// The board on a table of this size in pixels.
function made(width, height, hello = HELLO) {
  const [table, scene] = [element(), element()];
  table.box = { width, height };
  scene.box = { left: 100, top: 50 };
  frames.length = 0;
  const view = new View(table, scene);
  if (hello) view.describe(hello);
  return { view, table, scene };
}

test("the plate has the cells, a margin, and a strip for the buttons in front", () => {
  const { view } = made(1000, 1000);
  assert.deepEqual([view.plate, view.rim, view.thickness, view.radius, view.reach], [{ left: -30, top: -30, right: 150, bottom: 165, lip: 150 }, 2, 5, 16, 18]);
});

test("all is as large as the table allows, with a little room around it", () => {
  const { view, scene, table } = made(400, 1000);
  assert.deepEqual([view.left, view.top, view.right, view.bottom], [-32, -82, 152, 221]);
  assert.deepEqual([view.scale, scene.style["--mm"], scene.style.width, scene.style.height, table.style["--tall"]], [2.1739130434782608, "2.1739130434782608px", "400px", "658.695652173913px", 1.6467391304347827]);
  assert.ok(view.scale * (view.right - view.left) <= 400 && view.scale * (view.bottom - view.top) <= 1000);
  assert.equal(made(10, 10).view.scale, 0.4);
});

test("the trays go beside the plate on a wide table, but not for a small gain", () => {
  const beside = (width, height) => made(width, height).view.slots[0].at.x < 0;
  assert.deepEqual([beside(1500, 500), beside(500, 800)], [true, false]);
  const { view } = made(500, 500);
  const chosen = (one, other) => {
    view.ways = [one, other].map((width) => ({ left: 0, top: 0, right: width - 4, bottom: 96, slots: [] }));
    view.fit();
    return view.ways.indexOf(view.chosen);
  };
  assert.deepEqual([chosen(110, 100), chosen(108, 100), chosen(105, 100)], [1, 0, 0]);
});

test("the page is told when the trays have moved, and all parts when the size has changed", () => {
  const { view, table } = made(500, 800, null);
  let moved = 0;
  view.rearranged = () => (moved += 1);
  view.fit(); // before the board is known
  const part = view.add({ resized: () => (part.size = view.scale), draw: () => false });
  view.add({});
  view.describe(HELLO);
  const before = part.size;
  table.box = { width: 250, height: 400 };
  observers.at(-1)();
  assert.deepEqual([moved, before > part.size], [1, true]);
  table.box = { width: 1500, height: 300 };
  observers.at(-2)();
  assert.equal(moved, 2);
});

test("a point of the table has its place on the screen, higher the higher it is", () => {
  const { view } = made(400, 1000);
  Object.assign(view, { left: -30, top: -90, scale: 2, rim: 2 });
  assert.deepEqual([view.x(0), view.y(0), view.y(0, 2), view.y(0, 12)], [60, 180, 180, 176]);
  assert.deepEqual(view.point({ clientX: 160, clientY: 230 }), { x: 0, y: 0 });
});

test("a tile keeps inside of what is seen", () => {
  const { view } = made(400, 1000);
  Object.assign(view, { left: 0, right: 200, top: 0, bottom: 100, radius: 16 });
  assert.deepEqual([view.inside(100, 50), view.inside(-5, 300), view.inside(300, -5)], [{ x: 100, y: 50 }, { x: 16, y: 84 }, { x: 184, y: 16 }]);
});

test("a tile in a tray is drawn where the tray is, and taken from there", () => {
  const { view } = made(400, 1000);
  const slots = [{ x: 60, y: 220, at: { x: 50, y: 200 }, size: 0.5 }, { x: 60, y: -60, at: { x: 10, y: -80 }, size: 1 }];
  Object.assign(view, { slots, reach: 18, left: -500, right: 500, top: -500, bottom: 500 });
  assert.deepEqual([view.slotAt(60, 220), view.slotAt(78, 202), view.slotAt(79, 220), view.slotAt(60, 201), view.slotAt(60, -60)], [0, 0, null, null, 1]);
  assert.deepEqual([view.drawn(64, 224, 0), view.drawn(64, 224, null), view.drawn(64, -60, 1)], [{ x: 52, y: 202, size: 0.5 }, { x: 64, y: 224, size: 1 }, { x: 14, y: -80, size: 1 }]);
  assert.deepEqual([view.ground({ x: 52, y: 202 }), view.ground({ x: 50, y: 230 }), view.ground({ x: 14, y: -80 })], [{ x: 64, y: 224 }, { x: 60, y: 238 }, { x: 64, y: -60 }]);
  assert.deepEqual([view.ground({ x: 50, y: 100 }), view.ground({ x: 50, y: 236 }), view.ground({ x: 50, y: 237 }), view.ground({ x: -400, y: 100 })], [{ x: 50, y: 100 }, { x: 60, y: 238 }, { x: 50, y: 237 }, { x: -400, y: 100 }]);
  view.slots = [];
  assert.deepEqual(view.ground({ x: 52, y: 202 }), { x: 52, y: 202 });
});

test("the plate is never part of a tray", () => {
  const { view } = made(400, 1000);
  Object.assign(view, { slots: [{ x: 60, y: 220, at: { x: 50, y: 170 }, size: 1 }], reach: 18 });
  const { left, right, top, bottom } = view.plate;
  const taken = (x, y) => view.ground({ x, y }).y !== y;
  assert.deepEqual([taken(50, bottom - 1), taken(50, bottom), bottom], [false, true, 165]);
  Object.assign(view.slots[0], { at: { x: left, y: 60 } });
  assert.deepEqual([taken(left + 1, 60), taken(left, 60)], [false, true]);
  Object.assign(view.slots[0], { at: { x: right, y: 60 } });
  assert.deepEqual([taken(right - 1, 60), taken(right, 60)], [false, true]);
  Object.assign(view.slots[0], { at: { x: 50, y: top } });
  assert.deepEqual([taken(50, top + 1), taken(50, top)], [false, true]);
});

test("parts are drawn while one of them moves, once for each picture", () => {
  const { view } = made(400, 1000);
  const seen = [];
  frames.length = 0;
  view.asked = view.last = 0;
  const part = view.add({ moving: true, draw: (seconds) => (seen.push(seconds), part.moving) });
  view.add({ draw: (seconds) => (seen.push(seconds), false) });
  view.wake();
  view.wake();
  assert.equal(frames.length, 1);
  frames.pop()(50);
  assert.equal(frames.length, 1);
  part.moving = false;
  frames.pop()(50.2);
  assert.equal(frames.length, 0);
  view.wake();
  frames.pop()(9000);
  assert.deepEqual(seen, [0.05, 0.05, 0.001, 0.001, 0.1, 0.1]);
});

test("an element can be put over a part of the board", () => {
  const box = element();
  place(box, { left: -10, top: -20, scale: 2 }, 0, 5, 30, 45);
  assert.deepEqual([box.style.left, box.style.top, box.style.width, box.style.height], ["20px", "50px", "60px", "80px"]);
});
