// The whole page, assembled: what its parts do with the messages of the server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { fire, frames, page, Socket } from "./browser.mjs";

const { body } = document;
body.innerHTML = /<body>([^]*)<\/body>/.exec(readFileSync("index.html", "utf8"))[1];
const element = (id) => body.querySelectorAll(`#${id}`)[0];
document.getElementById = element;
// A module for real boards, as the site's page names it.
const CABLE = "data:text/javascript,export class CablePanel { constructor(panel) { this.panel = panel; } hear({ say }) { this.panel.said = say; } stands(device) { this.panel.device = device; } }";
document.querySelector = (what) => (what === 'meta[name="cable"]' ? { content: CABLE } : what.startsWith("#") ? body.querySelectorAll(what)[0] ?? null : null);
const all = (what, place = body) => place.querySelectorAll(what);
for (const field of all("input, select, option, textarea")) field.value = field.attributes.value ?? "";
const part = (id, name) => all(`[data-part="${name}"]`, element(id))[0];
for (const name of ["analysis", "intro", "workbench", "spell", "gameview", "cable"]) if (name !== "cable") await page(name);
Object.assign(element("scene").style, { width: "600px", height: "600px" });
element("table").box = { left: 0, top: 0, width: 600, height: 600 };
globalThis.getComputedStyle = () => ({ position: covering, color: "", getPropertyValue: () => "" });
globalThis.scrollBy = (...of) => scrolled.push(of);
globalThis.fetch = async () => ({ json: async () => ({}) });
Object.assign(location, { hash: "", origin: "http://board", pathname: "/", search: "" });
let covering = "static";
const scrolled = [];
const warned = [];
console.warn = (error) => warned.push(error);

const tones = []; // what the page has played
const node = class {
  constructor() {
    this.gain = { setTargetAtTime: (...of) => tones.push(of), setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  }

  connect(other) {
    return other;
  }

  start() {}

  stop() {}
};
Object.assign(globalThis, { GainNode: node, OscillatorNode: node, AudioContext: class { state = "running"; currentTime = 0; } });

await page("main");
const [socket] = Socket.all;
socket.readyState = Socket.OPEN;
const settled = () => new Promise((done) => setImmediate(done));
const tell = (message) => socket.onmessage({ data: JSON.stringify(message) });
const sent = () => socket.sent.splice(0).map((text) => JSON.parse(text));

const PALETTE = { colours: "000000ff0000", movements: "0".repeat(16) + "9".repeat(16) };
const PLATE = { pitch_mm: 40, margin_mm: 30, well_diameter_mm: 34, well_depth_mm: 2, ring_inner_mm: 34, ring_outer_mm: 38 };
const HELLO = { t: "hello", name: "tile4x4", you: 3, rows: 4, columns: 4, speed: 1, ledsPerCell: 1, palette: PALETTE, longest: 5000, plate: PLATE, tile: { diameter_mm: 32, thickness_mm: 5 }, homes: [[10, 0, 0, 240], [11, 1, 0, -80]], buttons: [] };
const EMPTY = "1_----------------";
const STATE = { t: "state", phase: "match", ask: "place", game: "flip", rules: "magic", start: EMPTY, position: EMPTY, moves: [], turn: 0, machine: 2, level: "easy", say: "Place a tile.", settings: { variant: 0, players: 0, starts: 0, level: 0 } };
const line = (more) => tell({ t: "said", line: { ...STATE, ...more } });
const pose = (id, x, y, more = [0, 1, 0, 0, 0]) => [id, x, y, ...more];

test("before there is a board the page says that it waits for it, and asks it to begin as it likes", () => {
  assert.equal(element("say").textContent, "Waiting for the board.");
  socket.onopen();
  assert.equal(element("trouble").textContent, "");
});

test("the board is drawn with its tiles when it says hello", () => {
  tell(HELLO);
  assert.equal(all(".cell", element("plate")).length, 16);
  assert.equal(element("tiles").children.length, 2);
  assert.ok(all("[data-cell]", element("stops")).length >= 16);
  tell({ t: "said", line: { t: "menu", items: [{ name: "level", field: "level", values: ["easy", "hard"] }, { name: "game", field: "variant", values: ["flip (magic)", "magician (standard)"] }] } });
  line();
  assert.deepEqual([element("say").textContent, body.classes.has("no-game"), element("intro").hidden], ["Place a tile.", false, true]);
  assert.match(part("record", "sides").textContent, /Sun: you, to move/);
  assert.match(element("moving").textContent, /tiles/);
  assert.ok(sent().some(({ t, record }) => t === "write" && record === `position ${EMPTY}\n`));
});

test("frames move tiles and show lights", () => {
  tell({ t: "frame", ms: 100, leds: "ff0000".padEnd(96, "0"), tiles: [pose(10, 40, 0), pose(11, 80, 0)] });
  frames.pop()(900);
  fire(body, "pointerdown");
  tones.length = 0;
  tell({ t: "frame", ms: 150 });
  assert.equal(tones.length, 0);
  tell({ t: "frame", ms: 200, tones: [[0, 440]] });
  assert.ok(tones.length > 0);
  const [first] = element("tiles").children;
  assert.ok(!first.classes.has("held"));
  tell({ t: "frame", ms: 300, leds: "0".repeat(96), before: [[250, "00ff00".padEnd(96, "0")]] });
  for (let index = 0; index < 5 && frames.length; index += 1) frames.pop()(1000 + 40 * index);
  const { strokes } = element("lights").pen;
  assert.ok(strokes.some(([name]) => name === "arc"));
});

test("a tile is taken with the mouse and put back with its button", () => {
  sent();
  const [stop] = all('[data-cell="b1"]', element("stops"));
  stop.focus();
  fire(stop, "keydown", { key: "Enter" });
  fire(stop, "click", { detail: 0 });
  const grabbed = sent();
  assert.deepEqual(grabbed[0], { t: "grab", tile: 10 });
  assert.match(element("in-hand").textContent, /sun tile/);
  assert.equal(element("held").hidden, false);
  element("turn").click();
  assert.deepEqual(sent().at(-1), { t: "turn" });
  assert.match(element("in-hand").textContent, /^Turning it over: sun tile, down side/);
  element("back").focus();
  element("back").click();
  assert.deepEqual(sent().at(-1), { t: "back" });
  assert.deepEqual([element("in-hand").textContent, element("held").hidden, element("stops").contains(document.activeElement)], ["Your hand is empty.", true, true]);
});

test("what the server refuses is said, and the hand is empty", () => {
  const [stop] = all('[data-cell="b1"]', element("stops"));
  fire(stop, "keydown", { key: "Enter" });
  fire(stop, "click", { detail: 0 });
  tell({ t: "error", error: "the tile is held" });
  assert.equal(element("in-hand").textContent.includes("sun tile"), false);
  assert.match(body.textContent, /the tile is held/i);
});

test("the sheet gets the server's notation, the last move is marked on the board", () => {
  line({ moves: ["b2U"], position: "2_-----U----------", turn: 1 });
  const asked = sent().findLast(({ t }) => t === "write");
  tell({ t: "written", id: asked.id, game: "flip", rules: "magic", start: EMPTY, positions: [EMPTY, "2_-----U----------"], turns: [0, 1], moves: ["b2U"], names: ["b2U"], verdict: "undecided", check: false });
  assert.match(part("record", "lines").textContent, /b2U/);
  assert.equal(all("path", all("#last-move", element("plate"))[0]).length, 4);
  assert.match(element("last").textContent, /Sun places on b2/);
  assert.match(all('[data-cell="b2"]', element("stops"))[0].attributes["aria-label"] ?? "", /last move|b2/);
});

test("an earlier position is drawn over the board, and left again", () => {
  const [start] = all("button", part("record", "lines"));
  start.click();
  assert.equal(element("past").hidden, true); // it is the position of the game
  fire(body, "keydown", { key: "ArrowLeft" });
  assert.deepEqual([element("past").hidden, part("past", "where").textContent], [false, "The start position of your game."]);
  assert.ok(element("shown").children.length > 0);
  assert.equal(all("button", part("record", "lines"))[0].attributes["aria-current"], undefined);
  all('[data-do="live"]', element("past"))[0].click();
  assert.deepEqual([element("past").hidden, element("shown").children.length], [true, 0]);
});

test("the panels get what is known of the game", async () => {
  sent();
  all('button[aria-controls="analysis"]')[0].click();
  const { id } = sent().find(({ t }) => t === "study");
  const course = { id, game: "flip", rules: "magic", start: EMPTY, positions: [EMPTY, "2_-----U----------"], turns: [0, 1], moves: ["b2U"], names: ["b2U"], verdict: "undecided" };
  tell({ t: "record", ...course });
  tell({ t: "studied", id, at: 1, verdict: "undecided", value: "tie", remoteness: 2, steps: [["a1U", "tie", 2]] });
  await settled();
  await settled();
  assert.match(part("analysis", "sentence").textContent, /it is a draw/);
  tell({ t: "scorecard", id, moves: [{ grade: "best" }], players: [{}, {}] });
  tell({ t: "guessed", position: EMPTY, move: "a1U", name: "a1U" });
  await settled();
  assert.match(part("analysis", "moves").textContent, /★/);
  const values = element("show-values");
  values.checked = true;
  fire(values, "change");
  assert.equal(element("values").children.length, 1);
  all('button[aria-controls="analysis"]')[0].click();
  assert.deepEqual([element("analysis").hidden, element("values").children.length], [true, 0]);
});

test("settings, the hand's helper, the pace and notices are shown as the server has them", () => {
  tell({ t: "helper", mode: "board", speed: "fast" });
  assert.equal(all('[data-mode="board"]')[0].attributes["aria-pressed"], "true");
  tell({ t: "pace", say: "The computer is slow." });
  assert.equal(element("pace-say").textContent, "The computer is slow.");
  tell({ t: "told", say: "A notice." });
  assert.equal(element("notice").textContent, "A notice.");
  tell({ t: "screen", on: true, speed: "normal", force: false, to: {} });
  assert.ok(body.classes.has("on-screen"));
  tell({ t: "unknown" });
  line({ moves: ["b2U"], position: "2_-----U----------", turn: 1 });
  assert.equal(element("notice").textContent, "A notice."); // a state without a fault leaves it
});

test("the state of the bench reaches the page and the helper", () => {
  const bench = { t: "bench", seed: 1, knobs: {}, breaks: [], power: false, cable: true, device: null };
  tell(bench);
  assert.match(element("odd").textContent, /no power/);
  tell({ ...bench, power: true, device: { say: "A board.", status: "ready", inject: false } });
  assert.match(element("odd").textContent, /^A board\. Move the tiles on the board/);
  assert.ok(all('[data-mode="board"]')[0].disabled);
  tell({ ...bench, power: true });
  assert.ok(!all('[data-mode="board"]')[0].disabled);
  tell({ t: "truth", field: [], ma: 1 });
  tell({ t: "scans", ms: [], raw: [] });
  tell({ t: "cable" });
});

test("the panel of a real board gets what is reported of it", async () => {
  all('button[aria-controls="cable"]')[0].click();
  await settled();
  await settled();
  tell({ t: "cable", say: "Connected." });
  tell({ t: "bench", seed: 1, knobs: {}, breaks: [], power: true, cable: true, device: { say: "A board.", status: "ready" } });
  assert.deepEqual([element("cable").said, element("cable").device.say], ["Connected.", "A board."]);
  tell({ t: "bench", seed: 1, knobs: {}, breaks: [], power: true, cable: true, device: null });
  all('button[aria-controls="cable"]')[0].click();
});

test("the end of a game is shown with its card; on a phone the board stays in sight", () => {
  covering = "fixed";
  const [first] = all("[data-cell]", element("stops"));
  first.box = { top: 100, height: 40 };
  line({ ask: "over", result: "win", turn: 0, moves: ["b2U"], say: "You win." });
  assert.deepEqual([element("ended").hidden, element("ended-name").textContent, scrolled], [false, "You win.", [[{ top: 70, behavior: "instant" }]]]);
  covering = "static";
  line({ moves: [] });
  assert.equal(element("ended").hidden, true);
  line({ ask: "over", result: "win", turn: 0, moves: ["b2U"], say: "You win." });
  assert.equal(scrolled.length, 1);
  line({ moves: ["b2U"] });
});

test("holes are drawn where a game has them", async () => {
  line({ game: "magician", rules: "standard", start: "x", position: "3k3/7/7/3X3/7/7/3K3 w - - 0 1", moves: [], ask: "lift" });
  assert.equal(all(".pit", all("#holes", element("plate"))[0]).length, 1);
  await settled();
  const [holes] = all("#holes", element("plate"));
  line({ game: "magician", rules: "standard", start: "x", position: "3k3/7/7/3X3/7/7/2K4 b - - 0 1", moves: [], ask: "lift" });
  assert.equal(all("#holes", element("plate"))[0], holes);
  line();
  assert.equal(all(".pit", all("#holes", element("plate"))[0]).length, 0);
});

test("a spell's hole is in the hand, and why it cannot be cast is said; a king in check is marked", async () => {
  const state = { game: "magician", rules: "standard", start: "x", position: "3k3/7/7/3X3/7/7/3K3 w - - 0 1", moves: [], ask: "lift", machine: 0 };
  tell({ ...HELLO, rows: 7, columns: 7, homes: [[10, 0, 0, 340]] });
  tell({ t: "screen", on: true, speed: "normal", force: false, to: {} });
  line(state);
  await settled();
  await settled();
  const asked = sent();
  const write = asked.findLast(({ t }) => t === "write");
  tell({ t: "written", id: write.id, game: "magician", rules: "standard", start: state.position, positions: [state.position], turns: [0], moves: [], names: [], verdict: "undecided", check: true });
  tell({ t: "frame", ms: 400, tiles: [pose(10, 120, 240)] });
  assert.ok(element("tiles").children[0].classes.has("checked"));
  const [stop] = all('[data-cell="d4"]', element("stops"));
  fire(stop, "click", { detail: 0 });
  assert.match(element("in-hand").textContent, /hole/);
  tell({ t: "legal", id: sent().find(({ t }) => t === "legal").id, moves: [] });
  assert.match(element("in-hand").textContent, /no magician of yours reaches this hole/);
  // Beside an earlier position no hole is in the hand.
  line({ ...state, position: "3k3/7/7/3X3/7/7/2K4 w - - 0 1", moves: ["d1c1"] });
  const again = sent().findLast(({ t }) => t === "write");
  tell({ t: "written", id: again.id, game: "magician", rules: "standard", start: state.position, positions: [state.position, "3k3/7/7/3X3/7/7/2K4 w - - 0 1"], turns: [0, 0], moves: ["d1c1"], names: ["d1c1"], verdict: "undecided", check: false });
  fire(stop, "click", { detail: 0 });
  assert.match(element("in-hand").textContent, /hole/);
  fire(body, "keydown", { key: "ArrowLeft" });
  assert.deepEqual([element("past").hidden, element("in-hand").textContent], [false, "Your hand is empty."]);
  all('[data-do="live"]', element("past"))[0].click();
  tell(HELLO);
  line();
  tell({ t: "frame", ms: 500, tiles: [pose(10, 40, 0), pose(11, 80, 0)] });
  frames.pop()(5000);
});

test("a board without a game has no lessons and no analysis", () => {
  const opener = (id) => all(`button[aria-controls="${id}"]`)[0].hidden;
  line({ game: "", position: null, moves: null });
  assert.deepEqual([body.classes.has("no-game"), opener("intro"), opener("analysis"), element("record").hidden], [true, true, true, true]);
  line();
  assert.deepEqual([body.classes.has("no-game"), opener("intro"), opener("analysis"), element("record").hidden], [false, false, false, false]);
});

test("a lost connection is said, and nothing stays in the hand", () => {
  const [stop] = all('[data-cell="b1"]', element("stops"));
  fire(stop, "keydown", { key: "Enter" });
  fire(stop, "click", { detail: 0 });
  tell({ t: "pace", say: "The computer is slow." });
  socket.onclose({ code: 1006 });
  assert.match(body.textContent, /The board does not answer/);
  assert.deepEqual([element("in-hand").textContent, element("pace").hidden], ["Your hand is empty.", true]);
});

test("another hello is another board: nothing of the one before is left", () => {
  const asked = () => sent().filter(({ t }) => t === "write").length;
  line();
  tell({ ...HELLO, homes: [[20, 0, 0, 240]] });
  assert.equal(element("tiles").children.length, 1);
  sent();
  line();
  assert.equal(asked(), 1);
});
