import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, markup, outer, page } from "./browser.mjs";

const { Past } = await page("past");
const { gameOf } = await page("games");

const flip = gameOf("flip");
const COURSE = { positions: ["1_----------------", "2_-----U----------", "1_-----U----d-----"], turns: [0, 1, 0], moves: ["b2U", "a4D"], names: ["b2U", "a4D"] };
const HELLO = { rows: 4, columns: 4, plate: { pitch_mm: 36, well_diameter_mm: 34 } };
const NONE = [];

// A page that may show an earlier position; `did`: what happened.
function made(hello = HELLO) {
  outer.handlers = {};
  document.body.classes.clear();
  const [bar, overlay, did] = [element(), element("svg"), []];
  bar.hidden = true;
  const view = { left: -30, top: -40, right: 150, bottom: 200, covered: null, plate: { left: -20, top: -20, right: 130, bottom: 150 } };
  const act = (name) => (...of) => void did.push([name, ...of]);
  const keyboard = { look: (seen) => (keyboard.seen = seen), focus: act("focus") };
  const choice = { play: act("play"), value: act("value") };
  const past = new Past(bar, overlay, view, { keyboard, choice, hand: { putBack: act("put back") }, spell: { putBack: act("put back a hole") } }, { step: act("step"), leave: act("leave") });
  past.describe(hello);
  const show = (index, more = {}) => past.show({ course: COURSE, game: flip, at: index, words: `Move ${index}`, steps: NONE, opinion: "", ...more });
  const part = (name) => bar.querySelector(`[data-part="${name}"]`);
  return { past, bar, overlay, view, keyboard, did, show, part };
}

test("an earlier position covers the board, with what it is and who was to move", () => {
  const { bar, overlay, view, show, part, did } = made();
  show(1);
  assert.deepEqual([bar.hidden, part("where").textContent, part("turn").textContent, part("refused").textContent, bar.sought, document.body.classes.has("looking-back")], [false, "Move 1", "Moon to play.", "", 1, true]);
  assert.deepEqual(did, [["put back"], ["put back a hole"], ["play", flip, { position: COURSE.positions[1], hand: null, turn: 1 }], ["value", NONE]]);
  assert.deepEqual(overlay.children.slice(0, 3).map(markup), ['<rect x="-20" y="-20" width="150" height="170" rx="9" class="ground"></rect>', '<rect x="-20" y="-20" width="150" height="170" rx="9" class="edge"></rect>', '<rect x="-20" y="-20" width="150" height="170" rx="9" class="frame"></rect>']);
  assert.deepEqual([overlay.attributes, overlay.children[3].attributes, overlay.children[4].attributes, typeof view.covered], [{ viewBox: "-30 -40 180 240" }, { class: "field", transform: "translate(0 0) scale(1)" }, { transform: "translate(0 0) scale(1)" }, "function"]);
  assert.deepEqual(overlay.querySelectorAll(".changed").map(({ attributes }) => [attributes.cx, attributes.cy]), [[40, 40]]);
});

test("the first position has no last move", () => {
  const { overlay, show } = made();
  show(0);
  assert.equal(overlay.querySelectorAll(".changed").length, 0);
});

test("values and an opinion are marked on it", () => {
  const { overlay, show } = made();
  show(1, { steps: [["a1U", "win", 1]] });
  assert.match(markup(overlay.children[4]), /W1/);
  show(1, { game: { ...flip, stepAt: () => ({ column: 1, row: 0, from: { column: 0, row: 0 } }) }, opinion: "a1b1" });
  assert.match(markup(overlay.children[4]), /opinion/);
});

test("what is shown already is not drawn again; a change of words keeps the choices", () => {
  const { overlay, show, did, part } = made();
  show(1);
  const [, frame] = overlay.children;
  show(1);
  assert.equal(overlay.children[1], frame);
  show(1, { words: "Another name" });
  assert.deepEqual([part("where").textContent, did.filter(([name]) => name === "play").length], ["Another name", 1]);
  show(2);
  assert.equal(did.filter(([name]) => name === "play").length, 2);
  show(2, { game: { ...flip } });
  assert.equal(did.filter(([name]) => name === "play").length, 3);
  assert.equal(did.filter(([name]) => name === "put back").length, 1);
});

test("the piece in the hand at that time is shown among the choices", () => {
  const { show, did } = made();
  const xtic = gameOf("xtic");
  show(0, { game: xtic, course: { ...COURSE, positions: [`${"-".repeat(16)}/a`] } });
  assert.equal(did.find(([name]) => name === "play")[2].hand, 10);
});

test("the buttons end at the first and the last position, and are not there for a single one", () => {
  const { show, past, bar } = made();
  const buttons = () => ["earlier", "later"].map((name) => bar.querySelector(`[data-do="${name}"]`)).map(({ disabled, hidden }) => [disabled, hidden]);
  show(0);
  assert.deepEqual(buttons(), [[true, false], [false, false]]);
  show(2);
  assert.deepEqual(buttons(), [[false, false], [true, false]]);
  show(0, { course: { ...COURSE, positions: COURSE.positions.slice(0, 1) } });
  assert.deepEqual(buttons(), [[true, true], [true, true]]);
  assert.ok(past.shown);
});

test("who tries to move there is told that it is not possible", () => {
  const { show, view, part, overlay } = made();
  show(1);
  view.covered();
  assert.equal(part("refused").textContent, "You cannot move here. Go back to the game to play.");
  show(2);
  assert.equal(part("refused").textContent, "");
  fire(overlay, "pointerdown");
  assert.notEqual(part("refused").textContent, "");
});

test("back in the game the board is as it is now", () => {
  const { past, show, bar, overlay, view, keyboard, did } = made();
  past.hide();
  assert.deepEqual(did, []);
  const now = { position: "now" };
  past.play(flip, now);
  show(1);
  past.play(flip, now);
  did.length = 0;
  past.hide();
  assert.deepEqual([bar.hidden, overlay.children, view.covered, keyboard.seen, document.body.classes.has("looking-back"), past.shown], [true, [], null, null, false, null]);
  assert.deepEqual(did, [["play", flip, now]]);
});

test("moves of the game go to the choices, unless an earlier position is shown", () => {
  const { past, show, did } = made();
  past.play(flip, { position: "one" });
  show(1);
  did.length = 0;
  past.play(flip, { position: "two" });
  assert.deepEqual(did, []);
  const fresh = made();
  fresh.show(1);
  fresh.did.length = 0;
  fresh.past.hide(); // before the board has said its game
  assert.deepEqual(fresh.did, []);
});

test("buttons and keys step through the game and leave it", () => {
  const { show, bar, did } = made();
  const pressed = (key, more = {}) => {
    did.length = 0;
    const { stopped } = fire(element("main"), "keydown", { key, ...more });
    return [stopped, ...did];
  };
  assert.deepEqual([pressed("ArrowRight"), pressed("Escape"), pressed("End")], [[false], [false], [false]]);
  assert.deepEqual(pressed("ArrowLeft"), [true, ["step", "earlier"]]);
  show(1);
  assert.deepEqual([pressed("ArrowRight"), pressed("Home"), pressed("a")], [[true, ["step", "later"]], [true, ["step", "first"]], [false]]);
  assert.deepEqual(pressed("Escape"), [true, ["leave"], ["focus"]]);
  for (const more of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { defaultPrevented: true }]) assert.deepEqual(pressed("ArrowRight", more), [false]);
  const [field, stops] = [element("input"), element()];
  stops.id = "stops";
  did.length = 0;
  assert.ok(!fire(field, "keydown", { key: "ArrowLeft" }).stopped && !fire(stops, "keydown", { key: "ArrowLeft" }).stopped);
  assert.ok(fire(field, "keydown", { key: "Escape" }).stopped);
  document.querySelector = () => element("dialog");
  assert.deepEqual(pressed("Escape"), [false]);
  document.querySelector = () => null;
  did.length = 0;
  for (const name of ["earlier", "later", "live"]) bar.querySelector(`[data-do="${name}"]`).click();
  assert.deepEqual(did, [["step", "earlier"], ["step", "later"], ["leave"], ["focus"]]);
});

test("a cell is said with what lay there and whether the last move changed it", () => {
  const { show, keyboard } = made();
  show(1);
  const { words, board, place } = keyboard.seen;
  assert.deepEqual([words(5), words(0)], [["sun tile, up side", "last move"], ["empty"]]);
  assert.deepEqual([board, place], [{ rows: 4, columns: 4, fromFront: undefined, homes: [], plate: { pitch_mm: 40, well_diameter_mm: 34 } }, { x: 0, y: 0, size: 1 }]);
});

test("a game of another size is drawn as large as the plate allows", () => {
  const { past, show, keyboard } = made({ ...HELLO, rows: 7, columns: 7, plate: { pitch_mm: 36, well_diameter_mm: 34 } });
  assert.deepEqual([past.placed({ rows: 4, columns: 4 }), past.placed({ rows: 7, columns: 7 }), past.placed({ rows: 2, columns: 9 })], [{ x: 5.588235294117652, y: 15.588235294117652, size: 0.8235294117647058 }, { x: 0, y: 0, size: 1 }, { x: -5.5405405405405475, y: 57.432432432432435, size: 0.3783783783783784 }]);
  assert.deepEqual([past.placed({ rows: 7, columns: 4 }).size === 1, past.placed({ rows: 4, columns: 7 }).size === 1], [false, false]);
  show(1);
  const { plate, rows } = keyboard.seen.board;
  assert.deepEqual([rows, plate.pitch_mm.toFixed(3), plate.well_diameter_mm.toFixed(3)], [4, "32.941", "28.000"]);
});

test("a page that has no size yet draws nothing wrong", () => {
  const { past, view, overlay } = made();
  view.left = undefined;
  past.resized();
  assert.deepEqual(overlay.attributes, {});
});
