import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { Ending } = await page("ending");
const { Sparks } = await page("sparks");

Math.random = () => 0.5;

function made(lit = [0, 2]) {
  const [scene, view] = [element(), { woken: 0, wake: () => (view.woken += 1), still: { matches: false }, scale: 2, left: -30, top: -20, add: (part) => ((view.added ??= []).push(part), part) }];
  Object.assign(scene.style, { width: "200px", height: "100.6px" });
  const lights = { cells: [{ x: 0, y: 0 }, { x: 40, y: 0 }, { x: 80, y: 0 }], colour: (number) => (lit.includes(number) ? { colour: [255, 100, 0] } : null) };
  const sparks = new Sparks(view, lights, scene);
  return { sparks, scene, view, lights };
}

test("sparks rise from the lit cells, one after another, once the board has lit the line", () => {
  const { sparks, scene, view } = made();
  sparks.begin(1);
  assert.deepEqual([view.woken, sparks.draw(0.6), scene.children.length], [1, true, 0]);
  assert.deepEqual([sparks.draw(0.1), scene.children.length, sparks.all.length], [true, 1, 32]);
  assert.deepEqual([sparks.all[0], sparks.all[16]], [{ x: 0, y: 0, dx: -57.5, dy: -54.99999999999999, age: -0, size: 1.35, colour: "255 154 89" }, { x: 80, y: 0, dx: -57.5, dy: -54.99999999999999, age: -0.14, size: 1.35, colour: "255 154 89" }]);
  const [canvas] = scene.children;
  assert.deepEqual([canvas.id, canvas.attributes["aria-hidden"], canvas.width, canvas.height, sparks.mm], ["sparks", "true", 200, 101, 2]);
});

test("fewer of them for a board that has won", () => {
  const { sparks } = made();
  sparks.begin(0.35);
  sparks.draw(1);
  assert.equal(sparks.all.length, 12);
});

test("they fly, fall, fade and go", () => {
  const { sparks, scene } = made([0]);
  sparks.begin(1 / 16);
  sparks.draw(0.7);
  const { strokes } = sparks.canvas.getContext();
  sparks.draw(0.5);
  assert.deepEqual(strokes, [["setTransform", 1, 0, 0, 1, 0, 0], ["clearRect", 0, 0, 200, 101], ["setTransform", 2, 0, 0, 2, 60, 40], ["fillStyle=", "rgb(255 154 89 / 0.736842105263158)"], ["beginPath"], ["arc", -28.75, -4.9999999999999964, 1.136842105263158, 0, 6.283185307179586], ["fill"]]);
  sparks.draw(0.5);
  assert.deepEqual([sparks.all[0].x.toFixed(2), sparks.all[0].y.toFixed(2), sparks.all[0].dy], ["-57.50", "12.50", 35.00000000000001]);
  sparks.draw(0.95);
  assert.deepEqual([sparks.draw(0.1), scene.children, sparks.canvas, sparks.draw(0.1)], [false, [], null, false]);
  sparks.resized();
});

test("a spark of a later cell waits for its time", () => {
  const { sparks } = made([0, 1]);
  sparks.begin(1 / 16);
  sparks.draw(0.7);
  sparks.draw(0.1);
  const { strokes } = sparks.canvas.getContext();
  assert.equal(strokes.filter(([name]) => name === "arc").length, 1);
  strokes.length = 0;
  sparks.draw(0.041);
  assert.equal(strokes.filter(([name]) => name === "arc").length, 2);
});

test("without lit cells there is nothing to see; a fine screen has more pixels, up to two", () => {
  const { sparks, scene } = made([]);
  sparks.begin(1);
  sparks.draw(1);
  assert.deepEqual([scene.children, sparks.draw(1)], [[], false]);
  for (const [ratio, width, mm] of [[3, 400, 4], [undefined, 200, 2]]) {
    globalThis.devicePixelRatio = ratio;
    const fine = made();
    fine.sparks.begin(1);
    fine.sparks.draw(1);
    assert.deepEqual([fine.sparks.canvas.width, fine.sparks.mm], [width, mm]);
  }
});

// The share of sparks with which an end is celebrated; 0: not at all.
async function celebrated(states, still = false) {
  const { view, lights, scene } = made();
  view.still.matches = still;
  const ending = new Ending(view, lights, scene);
  for (const state of states) await ending.hear({ phase: "match", ask: "over", result: "win", turn: 0, machine: 0, ...state });
  return [ending.sparks?.share ?? 0, view.added?.length ?? 0];
}

const PLAYS = { ask: "place" };

test("an end that the page has seen coming is celebrated, quietly if the board has won against a person", async () => {
  assert.deepEqual(await celebrated([PLAYS, {}]), [1, 1]);
  assert.deepEqual(await celebrated([{}]), [0, 0]);
  assert.deepEqual(await celebrated([PLAYS, {}, {}, PLAYS, {}]), [1, 1]);
  assert.deepEqual(await celebrated([PLAYS, { machine: 1 }]), [0.35, 1]);
  assert.deepEqual(await celebrated([PLAYS, { machine: 2 }]), [1, 1]);
  assert.deepEqual(await celebrated([PLAYS, { machine: 2, result: "lose" }]), [0.35, 1]);
  assert.deepEqual(await celebrated([PLAYS, { machine: 1, result: "lose" }]), [1, 1]);
  assert.deepEqual(await celebrated([PLAYS, { machine: 3 }]), [1, 1]);
});

test("no sparks after a draw, with reduced motion, or while the game's end is not shown", async () => {
  assert.deepEqual(await celebrated([PLAYS, { result: "tie" }]), [0, 0]);
  assert.deepEqual(await celebrated([PLAYS, {}], true), [0, 0]);
  assert.deepEqual(await celebrated([PLAYS, { phase: "menu" }]), [0, 0]);
  assert.deepEqual(await celebrated([PLAYS, { phase: "menu" }, {}]), [1, 1]);
  // Once only: not again after the menu.
  assert.deepEqual(await celebrated([PLAYS, {}, { phase: "menu" }, { machine: 1 }]), [1, 1]);
});
