// Modules that are loaded when their panel is first opened: the workbench, lessons, spells, a real board.

import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, outer, page } from "./browser.mjs";

const { Bench } = await page("bench");
const { Learn } = await page("learn");
const { whenOpened } = await page("opened");
const { RealBoard } = await page("realboard");
const { Spells } = await page("spells");

for (const name of ["workbench", "intro", "spell"]) await page(name); // so that importing them again takes no time

const settled = () => new Promise((done) => setImmediate(done));
const warned = [];
console.warn = (error) => warned.push(error);
location.hash = "";

function opening(id) {
  outer.handlers = {};
  const [panel, watchers] = [element(), []];
  panel.id = id;
  panel.innerHTML = '<div class="head"></div><div></div>';
  const panels = { watch: (changed) => watchers.push(changed), open: (opened, yes = true) => watchers.forEach((changed) => changed(opened, yes)), isOpen: () => true, offer: (...of) => (panels.offered = of) };
  return { panel, panels };
}

test("a panel loads its module once, when it is first opened; until then its buttons do nothing", async () => {
  const { panel, panels } = opening("one");
  let [asked, arrive] = [0, null];
  whenOpened(panel, panels, () => new Promise((done) => (asked += 1, (arrive = done))));
  panels.open("other");
  panels.open("one", false);
  assert.equal(asked, 0);
  panels.open("one");
  panels.open("one");
  assert.deepEqual([asked, panel.children.map(({ inert }) => inert)], [1, [false, true]]);
  arrive();
  await settled();
  assert.deepEqual(panel.children.map(({ inert }) => inert), [false, false]);
});

test("a module that cannot be loaded is reported in its panel", async () => {
  const { panel, panels } = opening("one");
  const ask = whenOpened(panel, panels, async () => {
    throw new Error("no connection");
  });
  ask();
  await settled();
  assert.equal(panel.textContent, "This could not be loaded. Reload this page to try again.");
  assert.equal(warned.pop().message, "no connection");
});

const SCENES = { device: null, power: true, cable: true, knobs: {}, breaks: [], seed: 1 };

// A bench that is not loaded, and what it shows of the board's state.
function bench() {
  const { panel, panels } = opening("workbench");
  const odd = element();
  const made = new Bench(panel, panels, odd, () => ({ send() {} }));
  const state = (more) => {
    made.stands({ ...SCENES, ...more });
    return [odd.textContent, odd.classes.has("fault"), document.body.classes.has("unheard")];
  };
  return { made, state, odd, panel, panels };
}

test("everybody is told when the board has no power or no cable", () => {
  const { state } = bench();
  assert.deepEqual([state({}), state({ power: false }), state({ cable: false }), state({ power: false, cable: false })], [["", false, false], ["The board has no power. Switch it on at the workbench.", false, true], ["The board's cable is unplugged: the board plays on with its lights, but this page receives nothing.", false, true], ["The board has no power. Switch it on at the workbench.", false, true]]);
});

test("of a real board it is told how it works and what is wrong", () => {
  const { state } = bench();
  const device = (more) => state({ power: false, device: { say: "Board on a cable.", status: "ready", inject: false, injecting: false, ...more } });
  assert.deepEqual([device({}), device({ inject: true }), device({ inject: true, injecting: true }), device({ status: "away" }), device({ status: "wrong" }), device({ status: "asking" })], [["Board on a cable. Move the tiles on the board; those drawn here follow it.", false, false], ["Board on a cable. Sending it the readings of the tiles on this page.", false, false], ["Board on a cable. It senses the tiles on this page, not the tiles that lie on it.", false, false], ["Board on a cable.", true, true], ["Board on a cable.", true, true], ["Board on a cable.", false, true]]);
});

test("the workbench gets what came before it was opened, the last of each kind and the last 150 lines", async () => {
  const { made, panels, panel } = bench();
  made.describe({ rows: 1, columns: 1 });
  made.hear({ t: "old" });
  made.describe({ rows: 1, columns: 2 });
  made.hear(undefined);
  for (let index = 0; index < 160; index += 1) made.hear({ t: "n", index });
  made.light("00ff00");
  made.play({ codes: ["none"] });
  made.truth({ field: [1, 2], ma: 60 });
  made.scans({ ms: [1], raw: [[1, 2]] });
  panels.open("workbench");
  await settled();
  assert.ok(made.workbench, String(warned.at(-1)));
  const { workbench } = made;
  await settled();
  assert.deepEqual([workbench.cells.length, workbench.leds, workbench.game, workbench.field, panel.querySelector('[data-part="log"]').children.length], [2, "00ff00", { codes: ["none"] }, null, 150]);
  made.light("0000ff");
  made.hear({ t: "last" });
  made.truth({ field: [1, 2], ma: 60 });
  made.scans({ ms: [1], raw: [[1, 2]] });
  assert.deepEqual([workbench.leds, workbench.field, workbench.charts.readings.length], ["0000ff", [1, 2], 1]);
  assert.equal(panel.querySelector('[data-part="log"]').children.at(-1).textContent, '{"t":"last"}');
});

test("a link to a bench loads the workbench, another link does not", () => {
  const loads = (hash, act) => {
    const { made } = bench();
    let asked = 0;
    made.load = () => (asked += 1);
    location.hash = hash;
    act(made);
    location.hash = "";
    return asked;
  };
  const changed = () => fire(element(), "hashchange");
  assert.deepEqual([loads("#seed=7", changed), loads("#noise=1&seed=7", changed), loads("#position=1_&aseed=1", changed), loads("#seed=7", (made) => made.describe({ rows: 1, columns: 1 }))], [1, 1, 0, 1]);
});

test("a board that starts again has no lines and messages of before", () => {
  const { made } = bench();
  made.hear({ t: "old" });
  made.light("00");
  made.describe({ rows: 1, columns: 1 });
  assert.deepEqual([made.lines, [...made.last.keys()]], [[], ["describe"]]);
});

test("lessons get the board's last line of each kind, and may be running", async () => {
  const { panel, panels } = opening("intro");
  globalThis.fetch = async () => ({ json: async () => ({}) });
  const learn = new Learn(panel, panels, () => ({ send() {} }), () => {}, { all: [] });
  learn.hear(undefined);
  learn.hear({ t: "menu", items: [] });
  learn.hear({ t: "state", phase: "match", say: "one" });
  learn.hear({ t: "state", phase: "match", say: "two" });
  assert.equal(learn.teaching, false);
  learn.clear();
  panels.open("intro");
  await settled();
  assert.equal(learn.intro.state.say, "two");
  learn.hear({ t: "state", phase: "match", say: "three" });
  assert.equal(learn.intro.state.say, "three");
  learn.intro.parked = "a game";
  assert.equal(learn.teaching, true);
  learn.clear();
  assert.equal(learn.teaching, false);
});

test("spells are loaded with the first game that has them", async () => {
  const [view, box] = [{ scene: element() }, element()];
  const spells = new Spells(view, { holes: [] }, element(), box, () => ({ send() {} }), { told() {}, refused() {} });
  const hello = { plate: {} };
  spells.describe(hello);
  spells.play({ name: "flip" }, { position: "one" });
  spells.putBack();
  spells.hear({});
  await settled();
  assert.deepEqual([spells.spell, spells.press(3), spells.words(3)], [null, false, ""]);
  const magician = { name: "magician", spells: () => new Map() };
  spells.play(magician, { position: "two" });
  await settled();
  const { spell } = spells;
  assert.deepEqual([spell.hello, spell.game, spell.state.position], [hello, magician, "two"]);
  spells.play(magician, { position: "three" });
  spells.describe({ plate: 2 });
  await settled();
  assert.deepEqual([spells.spell === spell, spell.state.position, spell.hello], [true, "three", { plate: 2 }]);
  const did = [];
  Object.assign(spell, { hear: (message) => did.push(message), putBack: () => did.push("put back"), press: (cell) => cell === 3, words: (cell) => `cell ${cell}` });
  spells.hear("answer");
  spells.putBack();
  assert.deepEqual([did, spells.press(3), spells.press(4), spells.words(4)], [["answer", "put back"], true, false, "cell 4"]);
});

test("spells are not loaded on the page of a real board", async () => {
  const { querySelector } = document;
  document.querySelector = (what) => (what === 'meta[name="board"]' ? element() : null);
  const spells = new Spells();
  spells.describe({});
  spells.play({ spells: () => new Map() }, { position: "one" });
  await settled();
  document.querySelector = querySelector;
  assert.deepEqual([spells.spell, spells.asked], [null, undefined]);
});

test("a real board is offered where the page has a module for it", async () => {
  const { panel, panels } = opening("cable");
  const without = new RealBoard(panel, panels, () => {});
  assert.deepEqual(panels.offered, ["cable", false]);
  without.hear({});
  without.stands({});
  const module = "data:text/javascript,export class CablePanel { constructor(...of) { this.of = of; this.received = []; } hear(message) { this.received.push(message); } stands(device) { this.received.push(device); } }";
  document.querySelector = () => ({ content: module });
  const found = new RealBoard(panel, panels, () => "link");
  assert.deepEqual(panels.offered, ["cable", true]);
  found.hear("too early");
  panels.open("cable");
  await settled();
  found.hear("message");
  found.stands("device");
  assert.deepEqual([found.cable.of.slice(0, 2), found.cable.received], [[panel, "link"], ["message", "device"]]);
  document.querySelector = () => null;
});
