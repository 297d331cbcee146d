import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, outer, page, repeated } from "./browser.mjs";

const { Keyboard } = await page("keyboard");

const HELLO = {
  rows: 2,
  columns: 3,
  plate: { pitch_mm: 40, well_diameter_mm: 26 },
  homes: [[0, 0, -60, 0], [1, 0, -60, 40], [2, 1, 140, 0]], // tile, owner and place
};
const tileAt = (id, x, y, more = {}) => ({ id, piece: id, cell: null, slot: null, world: { x, y, holder: 0 }, ...more });

// The keys of a board with two rows of three cells, and what they have told the rest of the page.
function made(tiles = []) {
  const acts = [];
  const act = (name) => (...what) => void acts.push([name, ...what]);
  const view = { covered: null, scale: 2, slotAt: () => null, drawn: (x, y) => ({ x, y, size: 1 }), x: (mm) => 2 * mm, y: (mm) => 2 * mm };
  const hand = { tile: null, pointer: false, take: (tile, pointer) => acts.push(["take", tile.id, pointer]), move: act("move"), putDown: act("down"), putBack: act("back"), turn: act("turn") };
  const all = new Map(tiles.map((tile) => [tile.id, tile]));
  const near = (x, y, mm) => [...all.values()].find(({ world }) => world && !world.holder && Math.hypot(world.x - x, world.y - y) <= mm) ?? null;
  const game = { trayName: (owner, place) => `tray ${owner}, place ${place + 1}` };
  const world = { all, game, state: { phase: "match" }, at: near, nameOf: ({ id }) => `tile ${id}`, groundAt: (cell) => (cell === 4 ? "hole" : "empty") };
  const choice = { offers: ({ id }) => id === 9, choose: act("choose") };
  const lights = { words: (cell, _, on) => (cell === 1 || cell === undefined ? `lit ${on}` : "") };
  const buttons = { press: act("press"), release: act("release") };
  const spell = { press: (cell) => (cell === 4 || cell === undefined) && acts.push(["spell", cell]) > 0, words: (cell) => (cell === 1 ? "target" : "") };
  const group = element();
  outer.handlers = {};
  document.activeElement = null;
  const keyboard = new Keyboard(view, hand, world, choice, lights, buttons, spell, { press: act("cell") }, group);
  keyboard.describe(HELLO);
  const stop = (name) => keyboard.stops.find((each) => each.name === name).element;
  const key = (name, on = element(), more = {}) => fire(on, "keydown", { key: name, ...more });
  const labels = () => Object.fromEntries(keyboard.stops.map((each) => each.element.attributes["aria-label"].split(/: (.*)/)));
  return { acts, all, group, hand, key, keyboard, labels, stop, view, world };
}

const here = ({ keyboard }) => keyboard.stops.find(({ element: it }) => it === document.activeElement)?.name;

// The stops that these arrow keys lead to, one after the other.
function path(made, from, ...keys) {
  made.stop(from).focus();
  return keys.map((way) => {
    made.key(`Arrow${way}`, document.activeElement);
    return here(made);
  });
}

test("each cell and place is a stop, the other side's tray first, and Tab leads to the first cell", () => {
  const { keyboard, group } = made();
  assert.deepEqual(keyboard.stops.map(({ name }) => name), ["tray 1, place 1", "a1", "b1", "c1", "a2", "b2", "c2", "tray 0, place 1", "tray 0, place 2"]);
  assert.deepEqual(group.children.map(({ tabIndex }) => tabIndex), [-1, 0, -1, -1, -1, -1, -1, -1, -1]);
  assert.deepEqual(group.children.map(({ dataset }) => dataset.cell), [undefined, "a1", "b1", "c1", "a2", "b2", "c2", undefined, undefined]);
  assert.deepEqual(keyboard.stops.map(({ cell }) => cell), [undefined, 0, 1, 2, 3, 4, 5, undefined, undefined]);
  assert.ok(group.children.every(({ type }) => type === "button"));
});

test("stops lie where the cells are drawn, as large as they are", () => {
  const { keyboard, stop, view } = made();
  assert.deepEqual(["left", "top", "width", "height"].map((side) => stop("b2").style[side]), ["54px", "54px", "52px", "52px"]);
  view.drawn = (x, y) => ({ x: x + 10, y, size: 0.5 });
  keyboard.resized();
  assert.deepEqual(["left", "top", "width", "height"].map((side) => stop("b2").style[side]), ["87px", "67px", "26px", "26px"]);
});

test("a label says the place, what lies there, its light, a target and the last move", () => {
  const { keyboard, labels, world } = made([tileAt(5, 42, -3), tileAt(9, 141, 0)]);
  keyboard.mark([1, 2]);
  keyboard.describeStops();
  assert.deepEqual(labels(), {
    "tray 1, place 1": "tile 9, may be given",
    a1: "empty",
    b1: "tile 5: lit true: target: last move",
    c1: "empty: last move",
    a2: "empty",
    b2: "hole",
    c2: "empty",
    "tray 0, place 1": "empty",
    "tray 0, place 2": "empty",
  });
  world.state = { phase: "menu" };
  keyboard.describeStops();
  assert.equal(labels().b1, "tile 5: lit false: target: last move");
  world.state = null;
  keyboard.describeStops();
  assert.equal(labels().b1, "tile 5: lit false: target: last move");
});

test("arrow keys go from cell to cell, into the trays, and no farther", () => {
  const keys = made();
  assert.deepEqual(path(keys, "a1", "Right", "Right", "Down", "Left", "Left", "Up"), ["b1", "c1", "c2", "b2", "a2", "a1"]);
  assert.deepEqual(path(keys, "a1", "Left", "Down", "Right"), ["tray 0, place 1", "tray 0, place 2", "a2"]);
  assert.deepEqual(path(keys, "c2", "Down", "Right", "Right"), ["c2", "tray 1, place 1", "tray 1, place 1"]);
  assert.deepEqual(path(keys, "b1", "Up"), ["b1"]);
  assert.deepEqual(path(keys, "tray 1, place 1", "Down"), ["tray 1, place 1"]); // too far aside
});

test("the stop that was reached is the one that Tab leads to, and that the focus comes back to", () => {
  const keys = made();
  fire(keys.stop("c2"), "focusin");
  assert.deepEqual(keys.group.children.filter(({ tabIndex }) => tabIndex === 0), [keys.stop("c2")]);
  document.activeElement = null;
  keys.keyboard.focus();
  assert.equal(here(keys), "c2");
  fire(keys.group, "focusin"); // not at a stop
  assert.equal(keys.stop("c2").tabIndex, 0);
});

test("arrow keys carry the tile in the hand, and do nothing with another key or elsewhere", () => {
  const keys = made();
  assert.deepEqual(path(keys, "a1", "Right"), ["b1"]);
  assert.deepEqual(keys.acts, []);
  keys.hand.tile = {};
  assert.ok(keys.key("ArrowDown", keys.stop("b1")).stopped);
  assert.deepEqual(keys.acts, [["move", 40, 40]]);
  for (const held of ["altKey", "ctrlKey", "metaKey"]) assert.ok(!keys.key("ArrowDown", keys.stop("b1"), { [held]: true }).stopped);
  assert.ok(!keys.key("x", keys.stop("b1")).stopped);
  assert.ok(!keys.key("ArrowDown", keys.group).stopped);
  assert.ok(keys.key("ArrowUp", keys.stop("b1")).stopped); // there is nothing
  assert.equal(keys.acts.length, 1);
});

test("Enter takes a tile, presses an empty cell, and puts down what is in the hand", () => {
  const keys = made([tileAt(5, 40, 0)]);
  for (const name of ["b1", "c1", "tray 0, place 2"]) fire(keys.stop(name), "click");
  assert.deepEqual(keys.acts, [["take", 5, false], ["cell", 2]]);
  keys.hand.tile = {};
  fire(keys.stop("c2"), "click");
  assert.deepEqual(keys.acts.slice(2), [["move", 80, 40], ["down"]]);
});

test("Enter chooses a piece on offer, and takes a hole before what lies there", () => {
  const keys = made([tileAt(9, 140, 0), tileAt(5, 40, 40)]);
  fire(keys.stop("tray 1, place 1"), "click");
  fire(keys.stop("b2"), "click");
  assert.deepEqual(keys.acts, [["choose", 9], ["spell", 4]]);
});

test("a click with a pointer is not an Enter, and nothing is taken under a position shown", () => {
  const keys = made([tileAt(5, 40, 0)]);
  fire(keys.stop("b1"), "click", { detail: 1 });
  fire(keys.group, "click");
  let refused = 0;
  keys.view.covered = () => (refused += 1);
  keys.hand.tile = {};
  fire(keys.stop("b1"), "click");
  assert.deepEqual([keys.acts, refused], [[], 1]);
});

test("1, 2 and 3 press the board's buttons as long as they are down, but not in a text", () => {
  const { key, acts } = made();
  for (const name of ["1", "2", "3", "4"]) key(name);
  key("1", undefined, { repeat: true });
  for (const held of ["altKey", "ctrlKey", "metaKey"]) key("1", undefined, { [held]: true });
  for (const tag of ["input", "textarea", "select"]) key("1", element(tag));
  for (const name of ["1", "3", "4"]) fire(element(), "keyup", { key: name });
  assert.deepEqual(acts, [["press", 1], ["press", 2], ["press", 4], ["release", 1], ["release", 4]]);
});

test("F turns over what is in the hand, Escape puts it back, Space only where a pointer holds it", () => {
  const { acts, hand, key, stop } = made();
  for (const name of ["f", "F", " ", "Escape"]) assert.ok(!key(name).stopped);
  hand.tile = {};
  for (const name of ["f", "F", "Escape"]) assert.ok(key(name).stopped);
  assert.deepEqual(acts, [["turn"], ["turn"], ["back"]]);
  for (const [name, more] of [["f", { repeat: true }], [" ", {}], ["g", {}], ["1", { repeat: true }]]) assert.ok(!key(name, undefined, more).stopped);
  assert.equal(acts.length, 3);
  hand.pointer = true;
  assert.ok(!key("g").stopped);
  assert.ok(key(" ").stopped);
  assert.ok(key(" ", stop("b1")).stopped);
  assert.ok(!key(" ", element("button")).stopped); // Space presses that button
  assert.deepEqual(acts.slice(3), [["turn"], ["turn"]]);
});

test("a question mark shows the keys", async () => {
  const { key, keyboard } = made();
  let asked = 0;
  keyboard.explain = async () => void (asked += 1);
  key("!");
  assert.equal(asked, 0);
  key("?");
  assert.equal(asked, 1);
  const { keyboard: other } = made();
  await other.explain();
  await other.explain();
  const dialogs = document.body.within.filter(({ tag }) => tag === "dialog");
  assert.deepEqual(dialogs.map(({ open, attributes }) => [open, attributes["aria-labelledby"]]), [[true, "keys-name"]]);
  const rows = dialogs[0].within.filter(({ tag }) => tag === "div").map(({ children: [keys, words] }) => [keys.textContent.trim(), words.textContent]);
  assert.deepEqual(rows[1], ["Enter", "pick up, set down"]);
  assert.ok(rows.some(([keys, words]) => keys === "S T" && words === "on a cell: say again, type a move"));
});

test("labels follow what lies there, several times a second", () => {
  const keys = made();
  const [describe, ms] = repeated.at(-1);
  assert.ok(ms >= 100 && ms <= 250);
  keys.all.set(5, tileAt(5, 40, 0));
  describe();
  assert.match(keys.labels().b1, /^tile 5/);
});

test("a tile beside the cells has a stop of its own as long as it lies there", () => {
  const keys = made([tileAt(5, 60, 20), tileAt(6, 42, 8), tileAt(7, -30, 90, { world: { x: -30, y: 90, holder: 4 } }), { id: 8, world: null }]);
  const stray = () => keys.keyboard.stops.filter(({ tile }) => tile).map(({ name, x, y, tile }) => [name, x, y, tile.id]);
  assert.deepEqual(stray(), [["beside the cells", 60, 20, 5]]);
  assert.equal(keys.labels()["beside the cells"], "tile 5");
  Object.assign(keys.all.get(5).world, { x: 64, y: 25 });
  keys.keyboard.describeStops();
  assert.deepEqual(stray(), [["beside the cells", 64, 25, 5]]);
  assert.equal(keys.keyboard.stops.at(-1).element.style.top, "24px");
  keys.keyboard.stops.at(-1).element.focus();
  fire(document.activeElement, "click");
  assert.deepEqual(keys.acts, [["take", 5, false]]);
  Object.assign(keys.all.get(5).world, { x: 78, y: 41 }); // now on c2, where the focus goes
  keys.keyboard.describeStops();
  assert.deepEqual([stray(), here(keys), keys.group.children.length], [[], "c2", 9]);
});

test("a stray tile that goes leaves the focus where it is", () => {
  const keys = made([tileAt(5, 60, 20)]);
  keys.stop("a1").focus();
  keys.all.get(5).world.holder = 2;
  keys.keyboard.describeStops();
  assert.deepEqual([keys.keyboard.stops.length, here(keys)], [9, "a1"]);
});

test("a position shown has the stops and the words of its own board, and the focus stays on its cell", () => {
  const keys = made([tileAt(5, 60, -15)]);
  keys.stop("b2").focus();
  const board = { ...HELLO, rows: 3, homes: [] };
  const shown = { board, words: (cell) => [`cell ${cell}`, "last move"], place: { x: 10, y: 20 } };
  keys.keyboard.look(shown);
  assert.deepEqual([keys.keyboard.stops.length, here(keys), keys.labels().b2], [9, "b2", "cell 4: last move"]);
  assert.ok(keys.keyboard.stops.every(({ tile }) => !tile)); // that tile is of the live game
  assert.deepEqual([keys.keyboard.stops[4].x, keys.keyboard.stops[4].y], [50, 60]);
  keys.stop("a3").focus();
  keys.keyboard.look(null);
  // There is no third row here: the focus goes where Tab leads.
  assert.deepEqual([keys.keyboard.stops.length, here(keys), keys.labels().b2], [10, "a1", "hole"]);
});

test("a position of the same board keeps the stops", () => {
  const keys = made();
  const before = keys.stop("b2");
  keys.keyboard.look({ board: HELLO, words: () => ["shown"], place: { x: 0, y: 0 } });
  assert.deepEqual([keys.stop("b2") === before, keys.labels().b2], [true, "shown"]);
  keys.keyboard.look(null);
  assert.deepEqual([keys.stop("b2") === before, keys.labels().b2], [true, "hole"]);
  keys.keyboard.look({ board: { ...HELLO, homes: [] }, words: () => ["x"], place: { x: 0, y: 0 } });
  assert.equal(keys.keyboard.stops.length, 6);
  const narrow = { board: { ...HELLO, columns: 2 }, words: () => ["x"], place: { x: 0, y: 0 } };
  keys.keyboard.look(narrow);
  assert.equal(keys.keyboard.stops.length, 7);
});

test("another board has stops of its own", () => {
  const keys = made();
  keys.keyboard.forget();
  assert.deepEqual([keys.keyboard.stops, keys.group.children], [[], []]);
  keys.keyboard.describe({ ...HELLO, homes: [], fromFront: true });
  assert.deepEqual(keys.keyboard.stops.map(({ name }) => name), ["a2", "b2", "c2", "a1", "b1", "c1"]);
});
