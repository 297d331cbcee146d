import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const { Pointer } = await page("pointer");

// A scene of which each pixel is a millimetre, with tile 5 at 10, 20. `acts`: what the hand was told.
function made({ turning = true, offers = false, refuses = false } = {}) {
  const acts = [];
  const scene = element();
  const face = element();
  face.className = "tile";
  face.dataset.tile = "5";
  scene.append(face);
  const tile = { id: 5, piece: 4, shown: { x: 10, y: 20 }, follow: null };
  const hand = {
    tile: null,
    take(it, pointer) {
      acts.push(["take", it.id]);
      if (refuses) return false;
      Object.assign(hand, { tile: it, pointer });
      return true;
    },
    carry: (x, y) => acts.push(["carry", x, y]),
    turn: () => acts.push(["turn"]),
    putDown: () => (acts.push(["down"]), (hand.tile = null)),
    putBack: () => (acts.push(["back"]), (hand.tile = null)),
  };
  const asked = [];
  const cells = { press: (cell) => acts.push(["press", cell]) };
  const tiles = { cellOf: ({ x, y }) => (x < 200 ? `${x} ${y}` : null), game: { turning }, radius: 13, get: (id) => (id === 5 ? tile : null), at: (...at) => (asked.push(at), null) };
  const choice = { offers: () => offers, choose: (piece) => acts.push(["choose", piece]) };
  const view = { point: ({ clientX: x, clientY: y }) => ({ x, y }), ground: ({ x, y }) => ({ x: x + 1, y: y + 1 }) };
  const pointer = new Pointer(view, hand, tiles, choice, cells, scene);
  const at = (name, x, y, { on = scene, ...more } = {}) => fire(on, `pointer${name}`, { pointerId: 1, pointerType: "mouse", button: 0, clientX: x, clientY: y, ...more });
  return { acts, asked, at, face, hand, pointer, scene, tile, tiles };
}

test("a tile is dragged by the point where it was touched", () => {
  const { acts, at, face, scene } = made();
  assert.ok(at("down", 12, 19, { on: face }).stopped);
  assert.equal(scene.captured, 1);
  at("move", 15, 22);
  assert.deepEqual(acts, [["take", 5]]); // not far enough for a drag
  at("move", 12, 27);
  at("move", 60, 70);
  at("up", 60, 70);
  at("move", 90, 90); // with an empty hand
  assert.deepEqual(acts, [["take", 5], ["carry", 10, 28], ["carry", 58, 71], ["down"]]);
});

test("seven pixels are a tap still, one more is a drag", () => {
  for (const [far, last] of [[7, "take"], [8, "down"]]) {
    const { acts, at, face } = made();
    at("down", 10, 20, { on: face });
    at("move", 10 + far, 20);
    at("up", 10 + far, 20);
    assert.equal(acts.at(-1)[0], last);
  }
});

test("a tile that was clicked follows the mouse, and is put where the next click is", () => {
  const { acts, at, face, hand } = made();
  at("down", 10, 20, { on: face });
  at("up", 10, 20);
  assert.ok(hand.tile);
  at("move", 30, 40);
  at("down", 50, 60);
  at("up", 52, 62);
  assert.deepEqual(acts, [["take", 5], ["carry", 30, 40], ["carry", 52, 62], ["down"]]);
});

test("a finger that taps does not carry the tile, and neither does the mouse one that keys have taken", () => {
  const { acts, at, face, hand } = made();
  at("down", 10, 20, { on: face, pointerType: "touch" });
  at("up", 10, 20, { pointerType: "touch" });
  at("move", 30, 40, { pointerType: "touch" });
  hand.pointer = false;
  at("move", 30, 40);
  assert.deepEqual(acts, [["take", 5]]);
});

test("a second click puts the tile down, a second tap turns it over where there is something to turn", () => {
  for (const [pointerType, turning, last] of [["mouse", true, "down"], ["touch", true, "turn"], ["touch", false, "down"]]) {
    const { acts, at, face, tile } = made({ turning });
    for (let time = 0; time < 2; time += 1) {
      at("down", 10, 20, { on: face, pointerType });
      at("up", 10, 20, { pointerType });
    }
    assert.deepEqual(acts, [["take", 5], [last]]);
    assert.equal(tile.follow, null);
  }
});

test("a tile in the hand is gripped where it follows the pointer", () => {
  const { acts, at, face, tile } = made();
  at("down", 10, 20, { on: face });
  at("up", 10, 20);
  tile.follow = { x: 40, y: 50 };
  at("down", 41, 52, { on: face });
  at("move", 61, 72);
  assert.deepEqual(acts.at(-1), ["carry", 60, 70]);
});

test("a second finger turns over what the first holds, and nothing else counts of it", () => {
  const { acts, at, face } = made();
  at("down", 10, 20, { on: face, pointerType: "touch" });
  at("down", 10, 20, { pointerType: "touch" }); // the first one again
  assert.equal(acts.length, 1);
  at("down", 90, 90, { pointerId: 2, pointerType: "touch" });
  at("move", 70, 90, { pointerId: 2, pointerType: "touch" });
  at("up", 90, 90, { pointerId: 2, pointerType: "touch" });
  assert.deepEqual(acts, [["take", 5], ["turn"]]);
  at("move", 60, 70, { pointerType: "touch" });
  at("up", 60, 70, { pointerType: "touch" });
  assert.deepEqual(acts.slice(2), [["carry", 60, 70], ["down"]]);
});

test("buttons of the page and other buttons of the mouse take nothing", () => {
  const { acts, at, face, scene, tile, tiles } = made();
  const button = element("button");
  scene.append(button);
  tiles.at = () => tile; // under the button
  at("down", 10, 20, { on: button });
  at("down", 10, 20, { on: face, button: 2 });
  at("move", 60, 70);
  at("up", 60, 70);
  assert.deepEqual(acts, []);
});

test("a press beside all tiles takes the one that lies there and is drawn elsewhere", () => {
  const { acts, asked, at, tiles, tile } = made();
  assert.ok(!at("down", 30, 40).stopped);
  at("cancel", 30, 40);
  assert.deepEqual(asked, [[31, 41, 13]]);
  acts.length = 0;
  tiles.at = () => tile;
  assert.ok(at("down", 30, 40).stopped);
  assert.deepEqual(acts, [["take", 5]]);
});

test("a tap beside all tiles presses the cell there, a drag and a scroll press nothing", () => {
  const { acts, at, scene, pointer } = made();
  at("down", 30, 40);
  assert.equal(scene.captured, 1);
  at("move", 33, 40);
  at("up", 33, 40);
  at("down", 250, 40);
  at("up", 250, 40);
  assert.deepEqual(acts.splice(0), [["press", "33 40"], ["press", null]]);
  at("down", 30, 40);
  at("move", 30, 60);
  at("up", 30, 40);
  at("down", 30, 40);
  at("cancel", 30, 40);
  at("up", 30, 40);
  assert.deepEqual([acts.filter(([name]) => name !== "back"), pointer.drag], [[], null]);
});

test("a tap that puts a tile down presses no cell, nor does one at a question", () => {
  const { acts, at, face, scene } = made();
  at("down", 10, 20, { on: face });
  at("up", 10, 20);
  at("down", 50, 60);
  at("up", 50, 60);
  assert.deepEqual(acts.at(-1), ["down"]);
  const box = element();
  box.id = "question";
  scene.append(box);
  at("down", 30, 40, { on: box });
  at("up", 30, 40);
  assert.deepEqual(acts.at(-1), ["down"]);
});

test("a tile that the hand cannot take is not dragged", () => {
  const { acts, at, face, pointer } = made({ refuses: true });
  assert.ok(!at("down", 10, 20, { on: face }).stopped);
  at("move", 60, 70);
  at("up", 60, 70);
  assert.deepEqual([acts, pointer.drag], [[["take", 5]], null]);
});

test("a tap chooses a piece on offer, a drag takes it from the point first touched", () => {
  const tapped = made({ offers: true });
  assert.ok(tapped.at("down", 10, 20, { on: tapped.face }).stopped);
  assert.equal(tapped.scene.captured, 1);
  tapped.at("move", 17, 20);
  tapped.at("up", 17, 20);
  assert.deepEqual(tapped.acts, [["choose", 4]]);
  const dragged = made({ offers: true });
  dragged.at("down", 12, 19, { on: dragged.face });
  dragged.at("move", 12, 40, { pointerId: 2 });
  assert.deepEqual(dragged.acts, []);
  dragged.at("move", 12, 40);
  dragged.at("up", 12, 40);
  assert.deepEqual(dragged.acts, [["take", 5], ["carry", 10, 41], ["down"]]);
  assert.ok(dragged.hand.pointer);
});

test("a tile that is taken out of the hand in the middle of a drag is not put down", () => {
  const { acts, at, face, hand } = made();
  at("down", 10, 20, { on: face });
  at("move", 60, 70);
  hand.tile = null;
  at("up", 60, 70);
  assert.deepEqual(acts, [["take", 5], ["carry", 60, 70]]);
});

test("what the browser cancels goes back, if it is the same finger", () => {
  const { acts, at, face, pointer } = made();
  at("cancel", 1, 1);
  at("down", 10, 20, { on: face });
  at("cancel", 1, 1, { pointerId: 2 });
  assert.deepEqual(acts, [["take", 5]]);
  at("cancel", 1, 1);
  assert.deepEqual([acts.at(-1), pointer.drag], [["back"], null]);
});

test("the right button turns the tile in the hand over, a long touch does not", () => {
  const { acts, face, at, scene } = made();
  assert.ok(!fire(scene, "contextmenu", { pointerType: "mouse" }).stopped);
  at("down", 10, 20, { on: face });
  for (const pointerType of ["mouse", undefined]) assert.ok(fire(scene, "contextmenu", { pointerType }).stopped);
  assert.deepEqual(acts.slice(1), [["turn"], ["turn"]]);
  assert.ok(fire(scene, "contextmenu", { pointerType: "touch" }).stopped);
  assert.equal(acts.length, 3);
});

test("one turn of the wheel turns the tile over once", () => {
  const { acts, face, at, scene } = made();
  assert.ok(!fire(scene, "wheel", { timeStamp: 5000 }).stopped);
  at("down", 10, 20, { on: face });
  const turned = [5000, 5280, 5400, 5681].map((timeStamp) => (assert.ok(fire(scene, "wheel", { timeStamp }).stopped), acts.length - 1));
  assert.deepEqual(turned, [1, 1, 1, 2]);
  assert.deepEqual(acts.slice(1), [["turn"], ["turn"]]);
});
