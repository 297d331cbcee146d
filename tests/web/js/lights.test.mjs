import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { Lights } = await page("lights");

const HELLO = { rows: 1, columns: 2, speed: 1, ledsPerCell: 1, palette: { colours: "000000ff0000", movements: "0".repeat(16) + "9".repeat(16) }, plate: { ring_inner_mm: 30, ring_outer_mm: 34, pitch_mm: 40 } };

function made(more = {}) {
  const canvas = element();
  const view = { woken: 0, wake: () => (view.woken += 1), still: { matches: false }, scene: { style: { width: "200px", height: "100.6px" } }, scale: 2, left: -30, top: -20, ...more };
  const lights = new Lights(view, canvas);
  lights.describe(HELLO);
  const until = (seconds) => {
    for (let spent = 0; spent < seconds; spent += 0.05) lights.draw(0.05);
  };
  return { lights, view, canvas, strokes: canvas.pen.strokes, until };
}

globalThis.devicePixelRatio = 1;

test("each cell shows the colour of its light, the next moment in full", () => {
  const { lights, view, until } = made();
  assert.deepEqual([lights.cells.map(({ x, y }) => [x, y]), lights.ring, lights.width], [[[0, 0], [40, 0]], 16, 2]);
  lights.show(0, "ff0000004020");
  assert.equal(view.woken, 1);
  until(0.5);
  assert.deepEqual([lights.colour(0), lights.colour(1), lights.colour(2)], [{ strength: 0.996931649108505, colour: [255, 0, 0] }, { strength: 0.8585128767668928, colour: [0, 255, 186.08371347438438] }, null]);
});

test("a dim light is seen well, as a dim LED is, the more LEDs there are in a cell", () => {
  const { lights, until } = made();
  lights.show(0, "0a0000000000");
  until(0.5);
  const one = lights.colour(0).strength;
  lights.leds = 4;
  assert.ok(one > 0.4 && one < 0.5 && lights.colour(0).strength > one + 0.2);
  assert.equal(lights.colour(1), null);
});

test("lights are drawn at most 33 times a second, with a short glow after them", () => {
  const { lights, strokes } = made();
  assert.equal(lights.draw(0.001), false); // at once on another board
  assert.ok(strokes.length > 0);
  lights.draw(1);
  lights.show(0, "ff0000000000");
  assert.deepEqual([lights.draw(0.029), lights.cells[0].shown[0]], [true, 0]);
  assert.equal(lights.draw(0.001), true);
  assert.equal(lights.cells[0].shown[0].toFixed(4), "0.9179");
  for (let index = 0; index < 3; index += 1) lights.draw(0.05);
  assert.deepEqual([lights.cells[0].shown[0], lights.draw(0.05)], [1, false]);
});

test("with reduced motion no light flashes", () => {
  const { lights } = made({ still: { matches: true } });
  lights.show(0, "ff0000000000");
  lights.draw(0.035);
  assert.equal(lights.cells[0].shown[0].toFixed(4), "0.0952");
});

test("the canvas has the pixels of the screen, at most two for one of the page", () => {
  const { lights, canvas } = made();
  const size = (ratio) => {
    globalThis.devicePixelRatio = ratio;
    lights.dirty = false;
    lights.resized();
    return [canvas.width, canvas.height, lights.ratio, lights.dirty];
  };
  assert.deepEqual([size(1), size(3), size(undefined)], [[200, 101, 1, true], [400, 201, 2, true], [200, 101, 1, true]]);
});

test("a ring and a halo are drawn around each lit cell", () => {
  globalThis.devicePixelRatio = 1;
  const { lights, strokes } = made();
  lights.resized();
  lights.show(0, "0000000000ff");
  lights.draw(9);
  lights.draw(9);
  strokes.length = 0;
  lights.dirty = true;
  lights.draw(0);
  assert.deepEqual(strokes, [["setTransform", 1, 0, 0, 1, 0, 0], ["clearRect", 0, 0, 200, 101], ["setTransform", 2, 0, 0, 2, 60, 40], ["globalCompositeOperation=", "lighter"], ["createRadialGradient", 40, 0, 11, 40, 0, 27], ["stop", 0, "rgb(0 0 255 / 0)"], ["stop", 0.2, "rgb(0 0 255 / 0.11963179789302059)"], ["stop", 0.31, "rgb(0 0 255 / 0.4984658245542525)"], ["stop", 0.42, "rgb(0 0 255 / 0.27914086175038144)"], ["stop", 0.65, "rgb(0 0 255 / 0.08972384841976544)"], ["stop", 1, "rgb(0 0 255 / 0)"], ["fillStyle=", "gradient"], ["beginPath"], ["arc", 40, 0, 27, 0, 6.283185307179586], ["fill"], ["strokeStyle=", "rgb(114 114 255 / 0.9470850666530797)"], ["lineWidth=", 2], ["beginPath"], ["arc", 40, 0, 16, 0, 6.283185307179586], ["stroke"]]);
  strokes.length = 0;
  lights.draw(9);
  assert.deepEqual(strokes, []);
});

test("a light has its meaning in words", () => {
  const { lights } = made();
  lights.waveform = { meaning: (number) => number };
  assert.equal(lights.words(0, {}, true), "");
  assert.equal(lights.words(1, { lights: { 1: "the roll" } }, true), "the roll");
});
