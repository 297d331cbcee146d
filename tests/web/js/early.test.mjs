import assert from "node:assert/strict";
import test from "node:test";

import { element, page, site, timers } from "./browser.mjs";

const { Early } = await site("early");
const { BoardStore } = await site("boardstore");
const { t } = await page("language");

let now = 0;
performance.now = () => now;

const HELLO = { t: "hello", name: "tile4x4", you: 3, rows: 4, columns: 4, plate: { pitch_mm: 40, well_diameter_mm: 34, well_depth_mm: 2 } };
const START = "1_----------------";
const LINE = { t: "state", phase: "match", ask: "place", game: "flip", rules: "magic", position: START, moves: [] };
const state = (more = {}) => ({ t: "said", line: { ...LINE, ...more } });
// Poses: number, place, height, side, tilt and its direction, whose hand.
const SUN = [10, 0, 200, 0, 1, 0, 0, 0];
const MOON = [11, 40, -60, 0, 1, 0, 0, 0];
const tiles = (...poses) => ({ t: "frame", ms: 5, leds: "ff", tiles: poses });
const CYCLE = { t: "cycle", cycle: 1000, frames: [{ ms: 100, leds: "one" }, { ms: 400, leds: "two" }] };
const FIRST = [HELLO, { t: "menu" }, state(), tiles(SUN, MOON), CYCLE];

let files = [];
BoardStore.prototype.get = async () => undefined;
BoardStore.prototype.read = async () => files;

const words = (messages) => messages.map((message) => JSON.parse(JSON.stringify(message)));

// A page whose board is still loading; `shown`: what the page was given, `received`: what as the board's own,
// `sent`: what went to the board. `kept`: the messages of a stored game.
async function made({ kept = null, any = Boolean(kept), hands = false, begin = true } = {}) {
  document.body.classes.clear();
  document.activeElement = null;
  document.querySelector = () => null;
  document.documentElement.lang = "en";
  document.getElementById("first").textContent = JSON.stringify(FIRST);
  document.getElementById("say").textContent = "";
  files = any ? [["settings", new Uint8Array()], ...(kept ? [["page.json", new TextEncoder().encode(JSON.stringify(kept))]] : [])] : [];
  timers.length = 0;
  now = 0;
  const [shown, received, sent] = [[], [], []];
  const pages = Object.fromEntries(["hello", "frame", "said", "error", "pace"].map((name) => [name, (message) => shown.push([name, message])]));
  const early = new Early(pages, { hear: (message) => received.push(message), send: (message) => sent.push(message) }, t);
  if (begin) await early.begin(hands);
  const poses = () => shown.flatMap(([, message]) => message.tiles ?? []);
  const take = (tile, ...acts) => {
    shown.length = 0;
    early.send({ t: "grab", tile });
    for (const act of acts) early.send(act);
    return poses();
  };
  // The board is there, with its tiles.
  const come = (...more) => [HELLO, state({ phase: "start" }), ...more].forEach((message) => early.hear(message));
  const says = () => document.getElementById("say").textContent;
  return { early, shown, received, sent, poses, take, come, says };
}

const drop = (x, y) => ({ t: "drop", x, y });

test("a new page shows a new board while it loads, with lights that go on and on", async () => {
  const { shown, says, early } = await made();
  assert.deepEqual(shown.map(([name]) => name), ["hello", "said", "frame", "frame"]);
  assert.deepEqual([shown[2][1].leds, shown[2][1].tiles.length, shown[3][1]], [undefined, 2, { t: "frame", ms: 100, leds: "one" }]);
  assert.deepEqual([document.body.classes.has("early"), document.body.classes.has("coming-back"), says(), early.begun], [true, false, "", true]);
  const next = () => {
    const [act, ms] = timers.pop();
    now += ms;
    act();
    return [ms, shown.at(-1)[1]];
  };
  assert.deepEqual([next(), next(), next()], [[300, { t: "frame", ms: 400, leds: "two" }], [700, { t: "frame", ms: 1100, leds: "one" }], [300, { t: "frame", ms: 1400, leds: "two" }]]);
  early.live = true;
  timers.pop()[0]();
  assert.deepEqual([shown.at(-1)[1].ms, timers], [1400, []]);
});

test("a stored game is shown as it was, and comes back", async () => {
  const kept = [HELLO, state({ moves: ["a1U"], position: "2_U" }), tiles(SUN)];
  const { shown, says, take } = await made({ kept });
  assert.deepEqual([shown.map(([name]) => name), shown[1][1].line.moves, says(), document.body.classes.has("coming-back"), timers], [["hello", "said", "frame"], ["a1U"], "Your game comes back.", true, []]);
  take(10);
  await null;
  assert.deepEqual(shown, [["error", { error: "the board is still being loaded" }]]);
});

test("a stored game without moves can be played at once, its lights are those of the page only if it begins the same", async () => {
  const same = await made({ kept: [HELLO, state(), tiles(SUN)] });
  assert.deepEqual([same.says(), timers.length, same.take(10).length], ["", 1, 1]);
  for (const more of [{ game: "kono" }, { rules: "eclipse" }, { position: "2_" }, { ask: "lift" }]) {
    const other = await made({ kept: [HELLO, state(more), tiles(SUN)] });
    assert.deepEqual([timers.length, other.take(10).length], [0, 1]);
  }
  for (const more of [{ phase: "menu" }, { ask: "over" }, { moves: ["a1U"] }, { moves: undefined }]) {
    const other = await made({ kept: [HELLO, state(more), tiles(SUN)] });
    assert.deepEqual([other.says(), other.take(10)], ["Your game comes back.", []]);
  }
});

test("the last of several states counts", async () => {
  const { says } = await made({ kept: [HELLO, state({ moves: ["a1U"] }), state(), tiles(SUN)] });
  assert.equal(says(), "");
});

test("of stored files without a picture only the size of the board is known", async () => {
  const { shown, says } = await made({ any: true });
  assert.deepEqual([shown.map(([name]) => name), says()], [["hello"], "Your game comes back."]);
});

test("who does everything by hand sees the tiles alone, and cannot move them yet", async () => {
  const { shown, take } = await made({ hands: true });
  assert.deepEqual([shown.map(([name]) => name), timers], [["hello", "frame"], []]);
  take(10);
  await null;
  assert.equal(shown[0][0], "error");
  const kept = await made({ hands: true, kept: [HELLO, state(), tiles(SUN)] });
  assert.deepEqual(kept.shown.map(([name]) => name), ["hello", "said", "frame"]);
});

test("the progress of loading is said in megabytes", async () => {
  const { early, shown } = await made();
  shown.length = 0;
  early.hear({ t: "pace", bytes: 2_340_000, all: 9_000_000 });
  assert.deepEqual(shown, [["pace", { say: "Loading the board: 2.3 of 9.0 MB.", starting: 26 }]]);
});

test("a tile that is taken is held high, and lies where it is put down", async () => {
  const { take, early } = await made();
  assert.deepEqual(take(10, { t: "move", x: 30, y: 50 }, drop(42, 83)), [[10, 0, 200, 28, 1, 0, 0, 3], [10, 30, 50, 28, 1, 0, 0, 3], [10, 40, 80, 0, 1, 0, 0, 0]]);
  assert.deepEqual(early.moved, { id: 10, from: SUN, turned: false, x: 40, y: 80 });
});

test("put down beside a cell, or put back, it returns to where it was", async () => {
  const back = async (...acts) => (await made()).take(10, ...acts).at(-1);
  for (const [x, y] of [[17, 0], [0, 17], [-40, 0], [0, -40], [160, 0], [0, 160]]) assert.deepEqual(await back(drop(x, y)), SUN, `${x} ${y}`);
  assert.deepEqual(await back({ t: "move", x: 40, y: 40 }, { t: "back" }), SUN);
  for (const [x, y] of [[16, 0], [0, 0], [120, 120]]) assert.equal((await back(drop(x, y)))[7], 0);
  assert.deepEqual((await back(drop(135, 120))).slice(1, 3), [120, 120]);
});

test("a tile can be turned over in the hand", async () => {
  const { take, early } = await made();
  assert.deepEqual(take(10, { t: "turn" }, drop(0, 0)).map((pose) => pose[4]), [1, 0, 0]);
  assert.equal(early.moved.turned, true);
  assert.deepEqual((await made()).take(10, { t: "turn" }, { t: "turn" }, drop(0, 0)).at(-1)[4], 1);
});

test("a tile on another one lies higher", async () => {
  const { early, take } = await made();
  early.poses.set(11, [11, 40, 1.9, 0, 1, 0, 0, 0]);
  assert.equal(take(10, drop(40, 0)).at(-1)[3], 2);
  early.poses.set(11, [11, 40, 2.1, 0, 1, 0, 0, 0]);
  assert.equal(take(10, drop(40, 0)).at(-1)[3], 0);
});

test("one tile is placed: another that is taken sends it back, the same may be moved on", async () => {
  const { take } = await made();
  take(10, drop(0, 0));
  assert.deepEqual(take(10, { t: "turn" }, drop(40, 0)).at(-1), [10, 40, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(take(11).slice(0, 2), [SUN, [11, 40, -60, 28, 1, 0, 0, 3]]);
  const same = await made();
  same.take(10, { t: "turn" }, drop(0, 0));
  same.take(10, drop(40, 0));
  assert.deepEqual([same.early.moved.turned, same.take(10, drop(300, 300)).at(-1)], [true, SUN]);
});

test("an empty hand does nothing", async () => {
  const { early, shown } = await made();
  shown.length = 0;
  for (const act of [{ t: "turn" }, drop(0, 0), { t: "back" }, { t: "move", x: 1, y: 1 }]) early.send(act);
  assert.deepEqual(shown, []);
});

test("the board takes over when it asks for something, with all that it has said", async () => {
  const { early, received, come } = await made();
  come();
  early.hear({ t: "menu" });
  early.hear({ t: "error", error: "too early" });
  assert.deepEqual([received, early.live], [[], false]);
  early.hear({ t: "said", line: { t: "state", phase: "match" } });
  assert.equal(early.live, false);
  early.hear(state());
  early.hear({ ...tiles(SUN), tones: [[0, 440]] });
  assert.deepEqual([words(received).map(({ t: kind }) => kind), early.live, document.body.classes.has("early")], [["hello", "menu", "said", "frame"], true, false]);
  assert.deepEqual(received.at(-1).tones, [[0, 440]]);
});

test("tones of frames that came early are not played", async () => {
  const { early, received, come } = await made();
  come({ ...tiles(SUN), tones: [[0, 440]] });
  early.hear(state());
  assert.deepEqual([received[1].tiles, received[1].tones], [[SUN], undefined]);
});

test("what is said of loading and of failures goes to the page at once", async () => {
  const { early, received } = await made();
  early.hear({ t: "pace", say: "Open in another tab." });
  early.hear({ t: "failed", say: "No." });
  assert.deepEqual(received.map(({ say }) => say), ["Open in another tab.", "No."]);
});

test("a tile in the hand keeps the board waiting", async () => {
  const { early, received, come, take } = await made();
  take(10);
  come(state());
  assert.deepEqual(received, []);
  early.send(drop(300, 300));
  assert.equal(received.length, 2);
});

test("the tile placed is placed on the board by its hand, and shown there meanwhile", async () => {
  const { early, received, sent, come, take } = await made();
  take(10, { t: "turn" }, drop(40, 80));
  come(tiles(SUN, MOON), state());
  assert.deepEqual(sent, [{ t: "grab", tile: 10 }, { t: "turn" }, { t: "drop", x: 40, y: 80 }]);
  const placed = [10, 40, 80, 0, 0, 0, 0, 0];
  assert.deepEqual(received[1].tiles, [placed, MOON]);
  early.hear(tiles([10, 20, 90, 28, 0, 0, 0, 3]));
  assert.deepEqual(received.at(-1).tiles, [placed]);
  early.hear({ t: "frame", ms: 1, leds: "aa" });
  assert.equal(received.at(-1).tiles, undefined);
  early.hear(tiles([10, 40, 80, 28, 0, 0, 0, 3]));
  assert.deepEqual(received.at(-1).tiles, [placed]);
  early.hear(tiles([10, 42, 80, 0, 0, 0, 0, 0]));
  assert.deepEqual(received.at(-1).tiles, [placed]);
  early.hear(tiles([10, 41.9, 80, 0, 0, 0, 0, 0]));
  assert.deepEqual(received.at(-1).tiles, [[10, 41.9, 80, 0, 0, 0, 0, 0]]);
  early.hear(tiles([10, 99, 80, 28, 0, 0, 0, 3]));
  assert.deepEqual(received.at(-1).tiles, [[10, 99, 80, 28, 0, 0, 0, 3]]);
});

test("a tile that was not turned is not turned by the board's hand", async () => {
  const { sent, come, take } = await made();
  take(10, drop(40, 80));
  come(state());
  assert.deepEqual(sent.map(({ t: kind }) => kind), ["grab", "drop"]);
});

test("a tile that cannot be placed, or that the user takes again, is shown where the board has it", async () => {
  for (const act of [(early) => early.hear({ t: "error", error: "no" }), (early) => early.send({ t: "grab", tile: 11 })]) {
    const { early, received, come, take } = await made();
    take(10, drop(40, 80));
    come(state());
    const real = [10, 0, 190, 28, 1, 0, 0, 3];
    early.hear(tiles(real));
    act(early);
    assert.deepEqual(received.filter(({ t: kind }) => kind === "frame").at(-1).tiles, [real]);
    early.hear(tiles(SUN));
    assert.deepEqual(received.at(-1).tiles, [SUN]);
  }
  const quiet = await made();
  quiet.take(10, drop(40, 80));
  quiet.come(state());
  quiet.received.length = 0;
  quiet.early.hear({ t: "error", error: "no" });
  assert.deepEqual(quiet.received.map(({ t: kind }) => kind), ["error"]);
});

test("it is not placed on a board that begins another game, or has been told something", async () => {
  const placed = async (more, before = () => {}) => {
    const { early, sent, come, take } = await made();
    take(10, drop(40, 80));
    before(early);
    come(state(more));
    return sent.some(({ t: kind }) => kind === "grab");
  };
  assert.deepEqual([await placed({}), await placed({ game: "kono" }), await placed({ moves: ["a1U"] }), await placed({}, (early) => early.send({ t: "tell", line: { c: "set", level: 2 } })), await placed({}, (early) => early.send({ t: "help", mode: "off" }))], [true, false, false, false, true]);
});

test("settings and other wishes are sent once the board is there, pressed buttons are not", async () => {
  const { early, sent, come } = await made();
  const level = { t: "tell", line: { c: "set", level: 2 } };
  for (const message of [level, { t: "press", button: 0 }, { t: "release", button: 0 }, { t: "help", speed: "fast" }]) early.send(message);
  assert.deepEqual(sent, []);
  early.send({ t: "screen", on: true });
  assert.deepEqual(sent.splice(0), [{ t: "screen", on: true }]);
  come(state());
  assert.deepEqual(sent, [level, { t: "help", speed: "fast" }]);
  early.send({ t: "press", button: 0 });
  assert.deepEqual(sent.at(-1), { t: "press", button: 0 });
});

test("another game that is chosen takes the tile back and turns the lights off", async () => {
  const { early, sent, shown, says, take, come } = await made();
  take(10, drop(40, 80));
  shown.length = 0;
  early.send({ t: "tell", line: { c: "set", variant: 1 } });
  assert.deepEqual([shown[0][1].tiles, shown[1][1], says(), sent], [[SUN], { t: "frame", ms: 0, leds: "0".repeat(96) }, "The game that you chose starts when it is loaded.", []]);
  assert.deepEqual(take(10), []);
  const count = shown.length;
  timers.pop()?.[0]();
  assert.equal(shown.length, count);
  come(state());
  assert.deepEqual(sent, []);
});

test("another kind of board that is chosen is waited for", async () => {
  const { early, sent, received, come } = await made();
  early.send({ t: "board", name: "tile7x7" });
  assert.deepEqual(sent, [{ t: "board", name: "tile7x7" }]);
  come({ t: "menu", old: true }, state());
  assert.deepEqual(received, []);
  for (const message of [{ ...HELLO, name: "tile7x7" }, { t: "menu" }, state()]) early.hear(message);
  assert.deepEqual(received.map(({ t: kind, old }) => [kind, old]), [["hello", undefined], ["menu", undefined], ["said", undefined]]);
  assert.equal(received[0].name, "tile7x7");
  early.send({ t: "board", name: "tile4x4" });
  assert.equal(early.live, true);
});

test("a board that asked and then said hello again is not ready", async () => {
  const { early, received, take } = await made();
  take(10);
  for (const message of [HELLO, state(), HELLO]) early.hear(message);
  early.send({ t: "back" });
  assert.deepEqual(received, []);
});

test("the focus stays in its cell when the board takes over", async () => {
  const { early, come } = await made();
  const [before, after] = [element("button"), element("button")];
  before.dataset.cell = "5";
  before.focus();
  document.querySelector = (what) => (what === '#stops [data-cell="5"]' ? after : null);
  come(state());
  assert.equal(document.activeElement, after);
  const other = await made();
  document.querySelector = () => assert.fail("nothing was focused");
  other.come(state());
  assert.ok(early.live);
});

test("messages that the early page has no place for are not shown", async () => {
  const { early, shown } = await made({ begin: false });
  early.show([{ t: "unknown" }, HELLO], false);
  assert.deepEqual(shown.map(([name]) => name), ["hello"]);
});
