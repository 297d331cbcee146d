import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { drawn, loadAll } = await page("drawings");
const { plain } = await page("plain");

const shared = plain("teeko", 4, 4);
const faulty = () => {
  throw new Error("broken");
};

function draw(make) {
  const faults = [];
  return [drawn(shared, make, {}, (error) => faults.push(error.message)), faults];
}

test("a drawing replaces what it gives, but not the name and the size", () => {
  const [game, faults] = draw(() => ({ title: "Teeko", name: "flip", rows: 9, stepWords: (step) => `${step}!` }));
  assert.deepEqual([game.title, game.name, game.rows, game.stepWords("a1")], ["Teeko", "teeko", 4, "a1!"]);
  assert.deepEqual(game.look({ owner: 0 }), shared.look({ owner: 0 }));
  assert.deepEqual(faults, []);
});

test("what fails, or is of another type, is replaced by the plain one", () => {
  for (const make of [faulty, () => null, () => ({ look: faulty }), () => ({ look: () => undefined }), () => ({ look: 5 })]) {
    assert.deepEqual(draw(make)[0].look({ owner: 1 }), shared.look({ owner: 1 }));
  }
  const [game, faults] = draw(() => ({ look: faulty }));
  game.look({ owner: 1 });
  assert.deepEqual(faults, ["broken"]);
});

test("an empty cell and a step without a place are null; where null is no answer, the plain one is used", () => {
  const nothing = () => null;
  const [game, faults] = draw(() => ({ tileAt: nothing, stepAt: nothing, look: nothing, handOf: nothing }));
  assert.deepEqual([game.tileAt("."), game.stepAt("a1"), game.handOf(""), faults], [null, null, null, []]);
  assert.deepEqual(game.look({ owner: 1 }), shared.look({ owner: 1 }));
});

test("a part of the editor leaves the rest of it plain, and its functions are guarded, too", () => {
  const [game, faults] = draw(() => ({ editor: { brushes: ["x"], keys: { a: "x" }, lettersOf: faulty }, acts: { place: "Put" } }));
  const { editor, acts } = game;
  assert.deepEqual([editor.brushes, editor.keys, editor.blank, acts], [["x"], { a: "x" }, shared.editor.blank, { ...shared.acts, place: "Put" }]);
  assert.deepEqual([editor.lettersOf(shared.empty), faults], [shared.editor.lettersOf(shared.empty), ["broken"]]);
  for (const wrong of [null, []]) assert.deepEqual(draw(() => ({ editor: wrong }))[0].editor, shared.editor);
});

test("of what it gives, only functions are guarded, and `this` is the game", () => {
  const [game, faults] = draw(() => ({ own: 5, twice() { return this.own * 2; }, sum: (a, b) => a + b, nothing: () => undefined }));
  assert.deepEqual([game.own, game.twice(), game.sum(1, 2), game.nothing(), faults], [5, 10, 3, undefined, []]);
});

test("a value of another type is said and left out", () => {
  const [game, faults] = draw(() => ({ look: 5, rows: 9, columns: 2 }));
  assert.deepEqual([faults, game.look, game.rows, game.columns], [["look is of another type"], shared.look, 4, 4]);
});

test("a module that gives nothing is a fault", () => {
  assert.deepEqual(draw(faulty)[1], ["broken"]);
  assert.equal(draw(() => null)[1].length, 1);
});

test("modules are loaded by name, and one that is missing fails when it is to draw", async (at) => {
  const { baseURI } = document;
  at.after(() => (document.baseURI = baseURI));
  document.baseURI = new URL("./", import.meta.url).href;
  const found = await loadAll(["none"]);
  assert.deepEqual(Object.keys(found), ["none"]);
  assert.throws(found.none, /none\.js/);
  const { mkdir, rm, writeFile } = await import("node:fs/promises");
  const folder = new URL("games/", document.baseURI);
  at.after(() => rm(folder, { recursive: true }));
  await mkdir(folder);
  await writeFile(new URL("made.js", folder), "export default () => ({ title: 'Made' });");
  assert.equal((await loadAll(["made"])).made().title, "Made");
});
