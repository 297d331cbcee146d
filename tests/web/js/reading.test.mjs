import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const { Reading } = await page("reading");
const { TextBoard } = await page("textboard");
const { gameOf } = await page("games");

const settled = () => new Promise((done) => setImmediate(done));
const STATE = { phase: "match", ask: "place", turn: 0, machine: 2, game: "kono", rules: "", position: "1_" };

function made() {
  const [details, link, stops, spoken] = [element("details"), element("a"), element(), []];
  const keyboard = { stops: [{ name: "a1", label: "a1: empty", cell: 0, element: stops }], group: stops, describeStops() {} };
  const reading = new Reading(details, link, stops, { keyboard, voice: { sentence: "Go.", speak: (...lines) => spoken.push(...lines), again: () => spoken.push("again") }, link: () => ({ send() {} }) });
  return { reading, details, link, stops, spoken };
}

test("nothing is loaded until it is asked for; then it knows the game", async () => {
  const { reading, details } = made();
  reading.play(gameOf("kono"), STATE);
  reading.hear({ id: 1 });
  fire(details, "toggle");
  await settled();
  assert.equal(reading.board, undefined);
  details.open = true;
  fire(details, "toggle");
  await settled();
  assert.ok(reading.board instanceof TextBoard);
  assert.equal(reading.board.game.name, "kono");
  reading.play(gameOf("flip"), { ...STATE, game: "flip" });
  assert.equal(reading.board.game.name, "flip");
  const { board } = reading;
  fire(details, "toggle");
  await settled();
  assert.equal(reading.board, board);
});

test("the link at the top and a key on a cell lead to the field", async () => {
  const { reading, details, link, stops } = made();
  reading.play(gameOf("kono"), STATE);
  assert.ok(fire(link, "click").stopped);
  await settled();
  assert.deepEqual([details.open, document.activeElement], [true, reading.board.input.field]);
  document.activeElement = null;
  fire(stops, "keydown", { key: "t" });
  await settled();
  assert.equal(document.activeElement, reading.board.input.field);
});

test("letters on a cell read; with a modifier, or another letter, they do not", async () => {
  const { stops, spoken } = made();
  for (const [key, more] of [["r", {}], ["b", { ctrlKey: true }], ["b", { altKey: true }], ["b", { metaKey: true }], ["x", {}], ["Enter", {}], ["s", {}]]) {
    const { stopped } = fire(stops, "keydown", { key, ...more });
    assert.equal(Boolean(stopped), key.length === 1 && "rs".includes(key));
    await settled();
  }
  assert.deepEqual(spoken, ["Row 1: all empty", "again"]);
});
