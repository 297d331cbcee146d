import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { describe, faultOf, gameOf, inOrder, titleOf } = await page("games");

test("a game with a module of its own is drawn by it, any other as a plain one of the board's size", () => {
  assert.deepEqual(["flip", "xtic", "kono", "magician", "lap"].map((name) => gameOf(name).name), ["flip", "xtic", "kono", "magician", "lap"]);
  describe({ rows: 3, columns: 5 });
  const made = gameOf("teeko");
  assert.deepEqual([made.name, made.rows, made.columns, made.empty], ["teeko", 3, 5, `1_${"-".repeat(15)}`]);
  describe({ rows: 3, columns: 5 });
  assert.equal(gameOf("teeko"), made);
  describe({ rows: 4, columns: 5 });
  assert.equal(gameOf("teeko").rows, 4);
  describe({ rows: 4, columns: 4 });
  assert.equal(gameOf("teeko").columns, 4);
  assert.equal(gameOf("toString").name, "toString");
});

test("until the board has named its game the tiles are those of flip tiles; without a game there are tiles alone", () => {
  assert.equal(gameOf(), gameOf("flip"));
  const bare = gameOf("");
  assert.deepEqual([bare.name, bare.turning, bare.editor, bare.positionOf], ["", true, undefined, undefined]);
  for (const name of ["things", "alike", "codes", "help", "tileName", "look", "trayName"]) assert.equal(bare[name], gameOf("flip")[name], name);
});

test("games are offered in the page's order, those without a module last, each once", () => {
  assert.deepEqual(inOrder(["teeko", "kono", "", "flip", "teeko", "lap"]), ["flip", "kono", "lap", "teeko"]);
  assert.deepEqual([titleOf("magician"), titleOf("teeko")], ["Magician Chess", undefined]);
});

test("a game without a drawing has no fault", () => {
  assert.equal(faultOf("teeko"), "");
});

test("Lap counts the tiles that are still to come when a position is set up", () => {
  const lap = gameOf("lap");
  assert.equal(lap.empty, `1_${"-".repeat(16)}3300`);
  assert.equal(lap.picture.length, 22);
  const set = (cells, mover = "x") => lap.editor.positionOf([...cells, mover]);
  assert.deepEqual([set("x-o-------------"), set("xxxxo-----------", "o"), set("----------------")], ["1_x-o-------------2200", "2_xxxxo-----------0200", "1_----------------3300"]);
  assert.deepEqual([lap.lights, lap.codes.length, lap.rows, lap.columns, lap.title], [{ 22: "the roll" }, 6, 4, 4, "Lap"]);
});

test("a game from outside may bring its drawing; what is wrong with it is said once", async () => {
  console.warn = () => {};
  const module = "data:text/javascript,export const loadAll = async (names) => Object.fromEntries(names.map((name) => [name, name])); export const drawn = (shared, drawing, tools, failed) => { failed(new Error('broken')); failed(new Error('again')); return { ...shared, title: drawing + ' ' + Object.keys(tools).join() }; };";
  const { URL: plain } = globalThis;
  globalThis.URL = function (name, base) {
    return name === "drawings.js" ? new String(module) : new plain(name, base);
  };
  document.querySelector = (what) => ({ 'meta[name="drawings"]': { content: "teeko ludo" }, 'meta[name="starts"]': { content: '{"ludo": "1_xo"}' } })[what] ?? null;
  const games = await import("./js/games.js?drawn");
  globalThis.URL = plain;
  games.describe({ rows: 5, columns: 5 });
  assert.deepEqual([games.gameOf("teeko").title, games.gameOf("ludo").title, games.gameOf("other").title], ["teeko t,placeOf", "ludo t,placeOf", "other"]);
  assert.deepEqual([games.gameOf("ludo").empty, games.gameOf("ludo").editor.blank, games.gameOf("teeko").empty], ["1_xo", `1_${"-".repeat(25)}`, `1_${"-".repeat(25)}`]);
  assert.deepEqual([games.faultOf("teeko"), games.faultOf("teeko"), games.faultOf("other")], ["The drawing of teeko has a fault: broken", "", ""]);
});
