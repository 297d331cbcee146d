import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { Tiles } = await page("tiles");
const { gameOf } = await page("games");

let now = 0;
performance.now = () => now;

const HELLO = { you: 3, rows: 4, columns: 4, homes: [[10, 0], [11, 1]], plate: { pitch_mm: 40, well_diameter_mm: 34 }, tile: { diameter_mm: 32 } };

// Two tiles on a table that is drawn one pixel for a millimetre.
function made(still = false) {
  const view = { woken: 0, wake: () => (view.woken += 1), scale: 1, thickness: 5, rim: 2, still: { matches: still }, slot: null, slotAt: () => view.slot, drawn: (x, y, slot) => (slot === null ? { x, y, size: 1 } : { x: x + 100, y, size: 0.5 }), x: (mm) => mm, y: (mm, z) => mm - z / 5 };
  const tiles = new Tiles(view, element());
  tiles.describe(HELLO);
  const [sun, moon] = [tiles.get(10), tiles.get(11)];
  // Pose: place, height, side, tilt and its direction, whose hand.
  const pose = (x, y, { id = 10, z = 0, up = 1, tilt = 0, towards = 0, holder = 0 } = {}) => tiles.hear([[id, x, y, z, up, tilt, towards, holder]]);
  const settle = () => {
    for (let index = 0; index < 40; index += 1) tiles.draw(0.05);
  };
  return { tiles, view, sun, moon, pose, settle };
}

const numbers = (text) => text.replace(/-?\d+\.\d{3,}(e-\d+)?/g, (number) => String(Number(Number(number).toFixed(3))));
const drawn = (tile) => [tile.element.style.transform, tile.edge.style.transform, tile.face.style.transform, tile.shadow.style.transform].map(numbers);

test("each tile has a face, an edge and a shadow, and lies a little askew", () => {
  const { tiles, sun, moon } = made();
  assert.deepEqual([tiles.parent.children.length, sun.owner, moon.owner, sun.radius, tiles.radius, tiles.me], [2, 0, 1, undefined, 16, 3]);
  assert.deepEqual([sun.element.style["--yaw"], moon.element.style["--yaw"], sun.element.dataset.tile], ["3deg", "-1deg", 10]);
  assert.deepEqual([...sun.element.classes], ["tile", "owner-0"]);
  assert.ok(sun.face.children.length === 2);
});

test("a tile lies where the world has it, at once when it is seen first", () => {
  const { tiles, view, sun, pose } = made();
  pose(40, 80);
  assert.deepEqual([view.woken, sun.cell, sun.shown], [1, 9, { x: 40, y: 80, size: 1, z: 0, angle: 0 }]);
  tiles.draw(0.01);
  assert.deepEqual(drawn(sun), ["translate3d(40px, 79px, 0) scale(1)", "translateY(1.5px) rotate(0deg) scaleX(1)", "rotate(0deg) translateX(0px) scaleX(1) rotate(0deg)", "translate(0.5px, 1.9px) rotate(0deg) scale(1, 1)"]);
  assert.deepEqual([sun.element.style.zIndex, sun.shadow.style.opacity, sun.face.classes.has("turned"), sun.placed, sun.stale], [100, 0.95, false, true, false]);
});

test("it moves smoothly to where it goes, and rests there", () => {
  const { tiles, sun, pose, settle } = made();
  pose(0, 0);
  tiles.draw(0.1);
  pose(40, 0, { z: 10 });
  assert.equal(tiles.draw(0.045), true);
  assert.ok(Math.abs(sun.shown.x - 40 * (1 - Math.exp(-1))) < 1e-9 && Math.abs(sun.shown.z - 10 * (1 - Math.exp(-1))) < 1e-9);
  settle();
  assert.deepEqual([sun.shown.x, sun.shown.z, tiles.draw(0.1)], [40, 10, false]);
});

test("with reduced motion it is there at once", () => {
  const { tiles, sun, pose } = made(true);
  pose(0, 0);
  pose(40, 12, { z: 10, tilt: 170 });
  tiles.draw(0.01);
  assert.deepEqual(sun.shown, { x: 40, y: 12, size: 1, z: 10, angle: 180 });
  pose(40, 12, { tilt: 20 });
  tiles.draw(0.01);
  assert.equal(sun.shown.angle, 20);
});

test("small remainders of a way end", () => {
  const { sun, tiles, pose } = made();
  pose(0, 0);
  tiles.draw(0.1);
  const near = (key, off) => {
    Object.assign(sun.shown, { x: 0, y: 0, z: 0, size: 1, angle: 0 });
    sun.shown[key] += off;
    tiles.draw(0.001);
    return sun.shown[key];
  };
  assert.deepEqual([near("x", 0.019), near("y", 0.019), near("z", 0.019), near("size", 0.0049), near("angle", 0.29)], [0, 0, 0, 1, 0]);
  assert.ok(near("x", 0.021) > 0.02 && near("size", 0.0051) > 1.0049 && near("angle", 0.31) > 0.3);
});

test("in a tray it is drawn in the tray, on its way over the board not", () => {
  const { view, sun, pose, settle } = made();
  view.slot = 4;
  pose(0, 0);
  assert.deepEqual([sun.slot, sun.shown], [4, { x: 100, y: 0, size: 0.5, z: 0, angle: 0 }]);
  pose(0, 0, { holder: 3 }); // lifted where it lies
  assert.equal(sun.slot, 4);
  view.slot = 5;
  pose(60, 0, { holder: 3 });
  assert.equal(sun.slot, null);
  view.slot = 4;
  pose(0, 0, { holder: 3 }); // a place that it passes
  assert.equal(sun.slot, null);
  pose(0, 0);
  settle();
  assert.deepEqual([sun.slot, sun.shown.size], [4, 0.5]);
});

test("it follows my pointer at once, until the world has it after it was put down", () => {
  const { tiles, sun, pose } = made();
  pose(0, 0);
  now = 1000;
  sun.follow = { x: 77, y: 33 };
  assert.equal(tiles.draw(0.01), true);
  assert.deepEqual([sun.shown.x, sun.shown.y, sun.shown.size], [77, 33, 1]);
  pose(5, 5, { holder: 3 });
  pose(5, 5);
  assert.ok(sun.follow); // it is in my hand
  sun.follow.until = 2000;
  pose(5, 5, { holder: 3 });
  assert.ok(sun.follow);
  pose(77, 33);
  assert.equal(sun.follow, null);
  sun.follow = { x: 1, y: 1, until: 2000 };
  now = 2000;
  tiles.draw(0.01);
  assert.ok(sun.follow);
  now = 2001;
  tiles.draw(0.01);
  assert.equal(sun.follow, null);
});

test("a tile that is held lies above the others", () => {
  const { sun, tiles, pose } = made();
  pose(0, 0, { z: 12, holder: 3 });
  tiles.draw(0.1);
  assert.deepEqual([sun.element.style.zIndex, sun.element.classes.has("held"), sun.held], [5000, true, true]);
  pose(0, 0, { z: 12 });
  tiles.resized();
  tiles.draw(0.1);
  assert.deepEqual([sun.element.style.zIndex, sun.element.classes.has("held"), sun.held], [220, false, false]);
  sun.taken = true;
  assert.ok(sun.held);
});

test("a tile that is turned shows its edge on the way, then its other side", () => {
  const { sun, tiles, pose, settle } = made();
  pose(0, 0, { up: 1 });
  assert.ok(sun.up);
  pose(0, 0, { up: 1, tilt: 60, towards: 30, z: 22 });
  settle();
  assert.deepEqual(drawn(sun), ["translate3d(0px, -5.4px, 0) scale(1)", "translateY(0.75px) rotate(30deg) scaleX(0.635)", "rotate(30deg) translateX(2.165px) scaleX(0.5) rotate(-30deg)", "translate(2.9px, 10.3px) rotate(30deg) scale(0.712, 1.12)"]);
  assert.deepEqual([sun.face.classes.has("turned"), numbers(String(sun.shadow.style.opacity))], [false, "0.59"]);
  pose(0, 0, { up: 0, z: 60 });
  settle();
  assert.deepEqual([sun.face.classes.has("turned"), sun.shown.angle, sun.up, numbers(String(sun.shadow.style.opacity)), ...drawn(sun).slice(2)], [true, 180, false, "0.45", "rotate(0deg) translateX(0px) scaleX(1) rotate(0deg)", "translate(7.46px, 26.26px) rotate(0deg) scale(1.348, 1.348)"]);
  tiles.resized();
  assert.ok(sun.stale);
});

test("from a whole turn it goes on the shorter way", () => {
  const { sun, tiles, pose, settle } = made();
  pose(0, 0, { up: 0, tilt: 170 });
  tiles.draw(0.1);
  assert.equal(sun.shown.angle, 350);
  pose(0, 0, { up: 1, tilt: 0 });
  tiles.draw(0.01);
  assert.ok(sun.shown.angle > -10 && sun.shown.angle < 0);
  settle();
  assert.equal(sun.shown.angle, 0);
  sun.shown.angle = 180;
  tiles.draw(0.001);
  assert.ok(sun.shown.angle > 0);
});

test("a tile that the world has not mentioned yet is not drawn", () => {
  const { tiles, moon, pose } = made();
  pose(0, 0);
  tiles.draw(0.1);
  assert.deepEqual([moon.placed, moon.up, moon.held], [false, true, false]);
  pose(0, 0, { id: 99 });
  assert.equal(tiles.get(99), undefined);
});

test("a tile lies in a cell while its centre is over the well", () => {
  const { tiles } = made();
  const cells = [[0, 0], [120, 120], [40, 17], [57, 0], [56.9, 0], [-21, 0], [0, -21], [160, 0], [0, 160], [52, 52], [52, 52.1], [-40, 40], [160, 40], [40, -40], [40, 160]];
  assert.deepEqual(cells.map(([x, y]) => tiles.cellOf({ x, y })), [0, 15, null, null, 1, null, null, null, null, 5, null, null, null, null, null]);
});

test("the topmost tile under a point is found, if it lies and has been drawn", () => {
  const { tiles, sun, moon, pose } = made();
  pose(0, 0, { z: 5 });
  assert.equal(tiles.at(0, 0, 16), null);
  tiles.draw(0.1);
  assert.deepEqual([tiles.at(16, 0, 16), tiles.at(17, 0, 16), tiles.at(0, 17, 16)], [sun, null, null]);
  pose(3, 0, { id: 11 });
  tiles.draw(0.1);
  assert.equal(tiles.at(0, 0, 16), sun);
  pose(3, 0, { id: 11, z: 9 });
  assert.equal(tiles.at(0, 0, 16), moon);
  pose(3, 0, { id: 11, z: 9, holder: 3 });
  assert.equal(tiles.at(0, 0, 16), sun);
});

test("another game gives the tiles other faces and names", () => {
  const { tiles, sun } = made();
  assert.deepEqual([tiles.nameOf(sun), tiles.nameOf(sun, true)], ["sun tile, up side", "sun tile, down side"]);
  tiles.play(gameOf("magician"), { game: "magician", position: gameOf("magician").empty });
  assert.deepEqual([[...sun.element.classes], tiles.nameOf(sun)], [["tile", "white-piece"], "white pawn"]);
  const before = sun.face.children[0];
  tiles.play(gameOf("magician"), { game: "magician", position: gameOf("magician").empty });
  assert.equal(sun.face.children[0], before);
});

test("a king in check is marked and called so", () => {
  const { tiles, sun, moon } = made();
  const game = { ...gameOf("magician"), identify: (all) => (all.forEach((tile) => (tile.piece = "k")), []) };
  tiles.play(game, { game: "magician", position: game.empty });
  tiles.check(0);
  assert.deepEqual([sun.element.classes.has("checked"), moon.element.classes.has("checked"), tiles.nameOf(sun)], [true, false, "white king, in check"]);
  tiles.check(null);
  assert.equal(tiles.nameOf(sun), "white king");
  game.identify = (all) => (all.forEach((tile) => (tile.piece = "p")), []);
  tiles.check(0);
  assert.ok(!sun.element.classes.has("checked"));
});

test("the piece given is marked among those beside the board", () => {
  const { tiles, sun, moon, pose } = made();
  const marks = (state) => {
    tiles.play(gameOf("xtic"), state);
    return [sun, moon].map(({ element: { classes } }) => [classes.has("given"), classes.has("later")]);
  };
  const none = { game: "xtic", position: gameOf("xtic").empty };
  assert.deepEqual(marks({ ...none, hand: 1 }), [[false, true], [true, false]]);
  assert.deepEqual(marks(none), [[false, false], [false, false]]);
  pose(0, 0);
  assert.deepEqual(marks({ ...none, hand: 1 })[0], [false, false]);
});

test("a tile whose piece changes gets its face, a tile that heads for a cell is the piece there", () => {
  const { tiles, sun, moon } = made();
  tiles.play(gameOf("xtic"), { game: "xtic", position: `0${"-".repeat(15)}/-` });
  assert.deepEqual([sun.piece, moon.piece], [0, 1]);
  tiles.bind({ 11: 0 });
  assert.deepEqual([sun.piece, moon.piece, moon.heads, sun.heads], [1, 0, 0, null]);
});

test("holes are told where the position has them, in their own game only", () => {
  const { tiles } = made();
  const game = gameOf("magician");
  assert.deepEqual(tiles.holes, []);
  tiles.play(game, { game: "magician", position: "X6/7/7/7/7/7/7 w - - 0 1" });
  assert.deepEqual([tiles.holes, tiles.groundAt(0), tiles.groundAt(1)], [[0], "hole", "empty"]);
  tiles.play(game, { game: "flip", position: "1_" });
  assert.deepEqual(tiles.holes, []);
  tiles.play(game, { game: "magician" });
  assert.deepEqual(tiles.holes, []);
  tiles.play(gameOf("flip"), { game: "flip", position: "1_" });
  assert.deepEqual(tiles.holes, []);
});

test("another board has other tiles", () => {
  const { tiles, sun } = made();
  tiles.describe({ ...HELLO, homes: [[20, 0]] });
  assert.deepEqual([tiles.get(10), tiles.parent.children.length, tiles.get(20) === sun], [undefined, 1, false]);
});
