// A page that a board serves: its code, its connection, and what it cannot do.

import assert from "node:assert/strict";
import test from "node:test";

import { fire, page, repeated, Socket, timers } from "./browser.mjs";

const { Carrier } = await page("onboard");
const { Link } = await page("link");
const { storedInTab } = await page("preferences");

const CELLS = [0, 1, 2, 3];
const DATA = {
  ...{ hello: { t: "hello", name: "small", rows: 2, columns: 2 }, bench: { t: "bench", seed: 1 }, version: 3, longest: 60 },
  ...{ order: [1, 0, 3, 2], owners: [0, 0, 1, 1], alike: { one: false, other: true } },
  tiles: CELLS.map((id) => [id, 10 * id, 90, 0, 1, 0, 0, 0]),
  centres: [[0, 0], [40, 0], [0, 40], [40, 40]],
};
const HELLO = { t: "hello", v: 3, board: "small" };
const script = Object.assign(document.createElement("script"), { textContent: JSON.stringify(DATA) });
document.getElementById = () => script;

// A page and the board's end of its connection.
function connected({ inside = true } = {}) {
  const heard = [];
  const names = ["up", "hello", "frame", "said", "bench", "error", "record", "legal", "drawn"];
  const handlers = Object.fromEntries(names.map((name) => [name, (message) => heard.push(message ?? name)]));
  handlers.down = (...why) => heard.push(["down", ...why]);
  document.body.replaceChildren();
  repeated.length = timers.length = 0;
  const at = { ms: 0 };
  const carrier = new Carrier(handlers, () => at.ms);
  const socket = () => Socket.all.at(-1);
  const tell = (line) => {
    socket().readyState = Socket.OPEN;
    socket().onmessage({ data: typeof line === "string" ? line : JSON.stringify(line) });
  };
  const sent = () => socket().sent.splice(0).map((text) => JSON.parse(text));
  const look = (ms) => {
    at.ms += ms;
    repeated[0][0]();
  };
  const [dialog] = document.body.within.filter(({ tag }) => tag === "dialog");
  const found = { carrier, heard: () => heard.splice(0), socket, tell, sent, look, at, dialog, ...parts(dialog) };
  tell({ t: "code", ok: false, say: "" });
  if (inside) {
    for (const cell of CELLS) found.cells[cell].click();
    tell({ t: "code", ok: true });
    tell(HELLO);
    sent();
    found.heard();
  }
  return found;
}

function parts(dialog) {
  const cells = dialog.within.filter(({ tag, dataset }) => tag === "button" && dataset.cell !== undefined);
  const [clear, again] = dialog.children.at(-1).children;
  const [name, how, say, grid, now] = dialog.children;
  return { cells, clear, again, name, how, say, grid, now };
}

const labels = (cells) => cells.map(({ attributes }) => attributes["aria-label"]);
const forget = () => storedInTab.set("lodeboard-code", null);

test("the page asks for the code, and enters with the right one", () => {
  forget();
  const { cells, tell, sent, dialog, say, now, heard } = connected({ inside: false });
  assert.deepEqual([dialog.open, document.activeElement], [true, cells[0]]);
  for (const cell of [3, 0]) cells[cell].click();
  assert.deepEqual(labels(cells), ["a1, number 2", "b1", "a2", "b2, number 1"]);
  assert.deepEqual([cells[3].textContent, now.textContent], ["1", "Chosen: b2, a1"]);
  for (const cell of [3, 2, 1]) cells[cell].click(); // one that is chosen already changes nothing
  assert.deepEqual(sent(), [{ c: "code", cells: [3, 0, 2, 1] }]);
  assert.equal(now.textContent, "The board checks the code.");
  cells[0].click(); // while the board checks it
  tell({ t: "code", ok: false, say: "That is wrong." });
  assert.deepEqual([say.textContent, labels(cells).join()], ["That is wrong.", "a1,b1,a2,b2"]);
  for (const cell of CELLS) cells[cell].click();
  tell({ t: "code", ok: true });
  assert.deepEqual([dialog.open, sent()], [false, [{ c: "code", cells: CELLS }, { c: "hello" }]]);
  assert.deepEqual(heard(), ["up", DATA.hello, { t: "frame", ms: 0, tiles: DATA.tiles, leds: "000000".repeat(4) }]);
  tell(HELLO);
  assert.deepEqual(sent(), [{ c: "watch", on: true, lights: true }]);
  const [line, bench] = heard();
  assert.deepEqual([line, bench.device.status], [{ t: "said", line: HELLO }, "ready"]);
});

test("the last cell is taken back by choosing it again, and all with a button; arrow keys walk", () => {
  forget();
  const { cells, clear, now, dialog } = connected({ inside: false });
  assert.equal(clear.disabled, true);
  for (const cell of [1, 2, 2]) cells[cell].click();
  assert.deepEqual([now.textContent, clear.disabled], ["Chosen: b1", false]);
  clear.click();
  assert.deepEqual([now.textContent, clear.disabled, document.activeElement], ["", true, cells[0]]);
  for (const [key, cell] of [["ArrowRight", 1], ["ArrowRight", 1], ["ArrowDown", 3], ["ArrowLeft", 2], ["ArrowUp", 0]]) {
    fire(document.activeElement, "keydown", { key });
    assert.equal(document.activeElement, cells[cell]);
  }
  assert.equal(fire(cells[0], "keydown", { key: "ArrowDown", altKey: true }).stopped, false);
  assert.equal(fire(dialog, "cancel").stopped, true);
  dialog.close(); // as some browsers do when Escape is pressed twice
  assert.equal(dialog.open, true);
});

test("the code of a board with fewer cells has all of them", () => {
  forget();
  const { hello } = DATA;
  script.textContent = JSON.stringify({ ...DATA, hello: { ...hello, rows: 1 } });
  const { cells, sent } = connected({ inside: false });
  script.textContent = JSON.stringify(DATA);
  for (const cell of [1, 0]) cells[cell].click();
  assert.deepEqual(sent(), [{ c: "code", cells: [1, 0] }]);
});

test("the code that worked is sent by itself after the connection was lost", () => {
  forget();
  const { tell, sent, socket, heard, dialog, carrier } = connected();
  carrier.send({ t: "press", button: 1 });
  socket().onclose();
  const [[, why]] = heard();
  assert.match(why, /^The board does not answer/);
  const [open, ms] = timers.pop();
  assert.equal(ms, 400);
  open();
  tell({ t: "code", ok: false, say: "" });
  assert.deepEqual([sent(), dialog.open], [[{ c: "code", cells: CELLS }], false]);
  tell({ t: "code", ok: true });
  assert.deepEqual(heard().slice(0, 2), ["up", DATA.hello]);
  assert.deepEqual(sent(), [{ c: "hello" }]);
});

test("a stored code that is no longer right is forgotten, and nothing is said of it", () => {
  storedInTab.set("lodeboard-code", "[1,2,3,0]");
  const { tell, sent, dialog, say } = connected({ inside: false });
  assert.deepEqual([sent(), dialog.open ?? false], [[{ c: "code", cells: [1, 2, 3, 0] }], false]);
  tell({ t: "code", ok: false, say: "That is wrong." });
  assert.deepEqual([dialog.open, say.textContent, storedInTab.get("lodeboard-code")], [true, "", null]);
});

test("a page waits ever longer between tries, and shows why in an open dialog", () => {
  forget();
  const { socket, now, dialog } = connected({ inside: false });
  const waits = [];
  for (let time = 0; time < 9; time += 1) {
    socket().onclose();
    const [open, ms] = timers.pop();
    waits.push(ms);
    open();
  }
  assert.deepEqual([waits[0], waits.at(-1)], [400, 5000]);
  assert.deepEqual([dialog.open, /Trying again/.test(now.textContent)], [true, true]);
});

test("another phone takes the place, and gives it back only when somebody asks for it", () => {
  forget();
  const { tell, sent, socket, heard, dialog, say, grid, again, name } = connected();
  tell({ t: "code", ok: false, say: "Another phone plays now." });
  socket().onclose();
  assert.deepEqual([heard(), timers], [[["down", "Another phone plays now."]], []]);
  assert.deepEqual([dialog.open, say.textContent, grid.hidden, name.textContent], [true, "Another phone plays now.", true, "Not connected"]);
  const before = Socket.all.length;
  again.click();
  assert.equal(Socket.all.length, before + 1);
  tell({ t: "code", ok: false, say: "" });
  assert.deepEqual(sent(), [{ c: "code", cells: CELLS }]);
  tell({ t: "code", ok: true });
  assert.equal(dialog.open, false);
});

test("a silent board is asked, and then the connection is made again", () => {
  forget();
  const { look, sent, tell, socket, heard } = connected();
  look(5900);
  assert.deepEqual(sent(), []);
  look(500);
  look(500);
  assert.deepEqual(sent(), [{ c: "hello" }]);
  look(500);
  assert.deepEqual(sent(), [{ c: "hello" }]);
  tell({ t: "sound", hertz: 0, ms: 1 });
  heard();
  look(6000);
  assert.deepEqual(sent(), []);
  const old = socket();
  look(7600);
  assert.deepEqual([heard()[0][0], old.readyState, timers.length], ["down", 3, 1]);
  old.onclose(); // it is not tried twice
  old.onmessage({ data: "{}" });
  assert.equal(timers.length, 1);
});

test("a code that the board does not answer is given up; nobody who types is disturbed", () => {
  forget();
  const { cells, look, heard } = connected({ inside: false });
  look(60_000);
  assert.deepEqual(heard(), []);
  for (const cell of CELLS) cells[cell].click();
  look(13_000);
  assert.deepEqual(heard(), []);
  look(600);
  assert.equal(heard()[0][0], "down");
});

test("buttons are held by repeating them", () => {
  forget();
  const { carrier, sent, look } = connected();
  carrier.send({ t: "press", button: 1 });
  carrier.send({ t: "press", button: 4 });
  look(500);
  carrier.send({ t: "release", button: 1 });
  carrier.send({ t: "release", button: 4 });
  look(500);
  assert.deepEqual(sent().map(({ held }) => held), [1, 5, 5, 4, 0]);
});

test("lines go to the board as they are, but for those that it could not read", () => {
  forget();
  const { carrier, socket, heard, sent } = connected();
  carrier.send({ t: "tell", line: { c: "set", name: "é" } });
  assert.deepEqual(socket().sent, ['{"c":"set","name":"\\u00e9"}\n']);
  sent();
  carrier.send({ t: "tell", line: { c: "x".repeat(60) } });
  assert.deepEqual([sent(), heard()], [[], [{ t: "said", line: { t: "error", say: "A line to the board has at most 60 characters." } }]]);
  carrier.lines.lose();
  carrier.send({ t: "tell", line: { c: "new" } });
  assert.deepEqual([sent(), heard()[0].line.say], [[], "The board does not answer, so that was not sent."]);
});

test("what a page cannot do here is refused, once the page is ready for it", async () => {
  forget();
  const { carrier, heard, sent } = connected();
  for (const message of [{ t: "legal", id: 7 }, { t: "study", id: 8 }, { t: "qr", id: 9 }, { t: "grab" }, { t: "move" }, { t: "park", on: true }, { t: "park", on: false }, { t: "screen" }, { t: "power" }, { t: "new kind" }]) carrier.send(message);
  assert.deepEqual(heard(), []);
  await null;
  const found = heard();
  assert.deepEqual(found.slice(0, 3).map(({ t, id }) => [t, id]), [["legal", 7], ["record", 8], ["drawn", 9]]);
  assert.deepEqual(found.slice(3).map(({ t, error }) => `${t}: ${error}`), [
    "error: the tiles drawn here are those on the board: move them there",
    "error: the tiles drawn here are those on the board: move them there",
    "error: nothing here can move the tiles of a real board",
    "error: cut the power of a real board by hand",
    "error: for this, the page must run on a computer",
  ]);
  assert.deepEqual(sent(), []);
});

test("a board with other firmware than the page is not played on", () => {
  forget();
  const { tell, heard, sent } = connected();
  tell({ ...HELLO, v: 4 });
  assert.match(heard()[0][1], /^This page does not fit/);
  tell({ t: "notice", say: "x" });
  assert.deepEqual([heard(), sent()], [[], []]);
});

test("a page of a board names it, and loads what talks to it", async () => {
  document.querySelector = (what) => (what === 'meta[name="board"]' ? { content: "small" } : null);
  const count = Socket.all.length;
  const link = new Link({ up() {}, down() {} });
  link.send({ t: "early" });
  link.post("nothing");
  while (!link.carrier.board) await new Promise((done) => setImmediate(done));
  assert.equal(Socket.all.length, count + 1);
  link.send({ t: "press", button: 1 }); // nobody has entered yet
  script.textContent = "damaged";
  const why = [];
  console.warn = () => {};
  new Link({ up() {}, down: (...words) => why.push(words) });
  await new Promise((done) => setImmediate(() => setImmediate(done)));
  assert.deepEqual(why, [["The board could not be loaded. Reload this page to try again.", true]]);
  script.textContent = JSON.stringify(DATA);
  document.querySelector = () => null;
});
