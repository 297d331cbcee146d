import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, outer, page } from "./browser.mjs";

const { Workbench } = await page("workbench");
const { gameOf } = await page("games");

const KNOBS = { noise: 2, tremor: 0.3, spread: 1, temperature: 25 };
const BENCH = { seed: 7, knobs: KNOBS, breaks: [], power: true, cable: true, mv_per_count: 0.5, mv_per_mt: 10, recording: null, device: null };
const HELLO = { rows: 1, columns: 2 };
const CELLS = { t: "cells", mv: [-3.06, 120.4], codes: [0, 1], raw: [2048, 2300], zero: [2050, 2060], gain: [1024, 1024] };
const LIMITS = { t: "limits", empty_mv: 60, far_mv: [100, 240], near_mv: [375, 1500] };

const copied = [];
Object.defineProperty(globalThis, "navigator", { value: { clipboard: { writeText: async (text) => copied.push(text) } }, configurable: true });

// A workbench that is open; `sent`: what the server was told.
function made({ open = true } = {}) {
  outer.handlers = {};
  document.activeElement = null;
  Object.assign(location, { origin: "http://board", pathname: "/", hash: "" });
  const [panel, sent] = [element(), []];
  panel.id = "workbench";
  panel.innerHTML = Object.keys(KNOBS).map((name) => `<label>${name}<input name="${name}"/><output></output></label>`).join("");
  const panels = { isOpen: () => open, watch: (changed) => (panels.changed = changed), open: (id) => (panels.opened = id) };
  const part = (name) => panel.querySelector(`[data-part="${name}"]`);
  const bench = new Workbench(panel, panels, () => ({ send: (message) => sent.push(message) }));
  bench.describe(HELLO);
  sent.length = 0;
  const figures = () => ["raw", "mv", "measured", "true", "state", "zero"].map((name) => part(`fig-${name}`).textContent);
  const show = (yes) => (open = yes);
  return { bench, panel, panels, part, sent, figures, show };
}

const words = ({ parts }) => Object.values(parts).map(({ textContent }) => textContent);

test("each cell has a button with its name, and a light", () => {
  const { bench, part } = made();
  assert.deepEqual(bench.cells.map(words), [["a1", "–", "no data", "–", "–"], ["b1", "–", "no data", "–", "–"]]);
  assert.deepEqual([part("cells").children[0].textContent, part("leds").children.map(({ textContent }) => textContent)], ["a1 – no data – – ", ["a1000000", "b1000000"]]);
  assert.deepEqual(["charts", "cells", "leds"].map((name) => part(name).style["--columns"]), [2, 2, 2]);
  bench.describe(HELLO);
  assert.equal(part("cells").children.length, 2);
  assert.deepEqual([part("cells").children[0].type, part("cells").children[0].className, part("charts").children.length], ["button", "cell", 2]);
});

test("another board has cells, lights and charts of its own, without readings", () => {
  const { bench, part, figures } = made();
  bench.stands(BENCH);
  bench.hear(CELLS);
  bench.truth({ field: [1, 2], ma: 1 });
  part("cells").children[1].click();
  for (const [board, names] of [[{ rows: 2, columns: 2 }, ["a1", "b1", "a2", "b2"]], [{ rows: 2, columns: 2, fromFront: true }, ["a2", "b2", "a1", "b1"]], [{ rows: 1, columns: 1 }, ["a1"]]]) {
    bench.describe(board);
    bench.stands(BENCH);
    assert.deepEqual(bench.cells.map(({ name }) => name), names);
    assert.deepEqual(["cells", "leds", "charts"].map((name) => part(name).children.length), Array(3).fill(names.length));
    assert.deepEqual([part("chosen").textContent, figures(), part("cells").style["--columns"]], [names[0], ["–", "–", "–", "–", "no data", "–"], board.columns]);
  }
});

test("readings of the board are shown for every cell, and all figures of the chosen one", () => {
  const { bench, part, figures } = made();
  assert.deepEqual(figures(), ["–", "–", "–", "–", "no data", "–"]);
  bench.stands(BENCH);
  bench.hear(CELLS);
  assert.deepEqual(bench.cells.map(words), [["a1", "-3 mV", "empty", "-0.3 mT", "raw 2048"], ["b1", "120 mV", "sun up", "12.0 mT", "raw 2300"]]);
  assert.deepEqual(figures(), ["2048", "-3.1 mV", "-0.31 mT", "–", "empty", "2050"]);
  part("cells").children[1].click();
  bench.truth({ field: [-0.001, 12.3456], ma: 61.6 });
  bench.hear(CELLS);
  assert.deepEqual(figures(), ["2300", "120.4 mV", "12.04 mT", "12.35 mT", "sun up", "2060"]);
  assert.deepEqual([part("ma").textContent, part("chosen").textContent, bench.cells.map(({ button }) => button.attributes["aria-pressed"])], ["62 mA", "b1", ["false", "true"]]);
  part("cells").children[0].click();
  assert.equal(figures()[3], "0.00 mT");
  bench.readings = null;
  bench.showCells();
  assert.deepEqual(figures(), ["–", "–", "–", "0.00 mT", "no data", "–"]);
});

test("a closed panel draws nothing, but knows the last readings", () => {
  const { bench, show, part } = made();
  show(false);
  bench.hear(CELLS);
  assert.deepEqual([words(bench.cells[0])[1], bench.readings], ["–", CELLS]);
  bench.light("ff000000ff00");
  assert.equal(part("leds").children[0].textContent, "a1000000");
  bench.scans({ ms: [1], raw: [[1, 2]] });
  assert.equal(bench.charts.readings.length, 0);
  show(true);
  bench.scans({ ms: [1], raw: [[1, 2]] });
  assert.equal(bench.charts.readings.length, 1);
});

test("the lights are shown with their bytes", () => {
  const { bench, part } = made();
  bench.light("ff000000ff00");
  assert.deepEqual([part("leds").children.map(({ textContent }) => textContent), bench.cells.map(({ bytes }) => bytes.lamp.style.background)], [["a1ff0000", "b100ff00"], ["#ff0000", "#00ff00"]]);
});

test("the server is asked for readings while the panel is open", () => {
  const { bench, panels, sent, show } = made();
  panels.changed("workbench", true);
  panels.changed("workbench", false);
  panels.changed("other", true);
  assert.deepEqual(sent.splice(0), [{ t: "watch", on: true }, { t: "watch", on: false }]);
  bench.light("ff0000");
  bench.leds = "00ff00";
  panels.changed("workbench", true);
  assert.equal(bench.cells[0].bytes.hex.textContent, "00ff00");
  sent.length = 0;
  bench.describe(HELLO);
  show(false);
  bench.describe(HELLO);
  assert.deepEqual([sent, bench.bench], [[{ t: "watch", on: true }], null]);
});

test("knobs are sent as they are turned, and shown with their unit", () => {
  const { bench, panel, sent } = made();
  bench.stands(BENCH);
  const shown = () => panel.querySelectorAll("output").map(({ textContent }) => textContent);
  assert.deepEqual([shown(), panel.querySelectorAll("input").map(({ value }) => value)], [["2×", "0.3 mm", "1×", "25 °C"], [2, 0.3, 1, 25]]);
  const tremor = panel.querySelector('input[name="tremor"]');
  tremor.value = "1.5";
  fire(tremor, "input");
  assert.deepEqual([sent, shown()[1], tremor.attributes["aria-valuetext"]], [[{ t: "knobs", tremor: 1.5 }], "1.5 mm", "1.5 mm"]);
  document.activeElement = tremor;
  bench.stands(BENCH);
  assert.deepEqual([tremor.value, shown()[1]], ["1.5", "0.3 mm"]);
});

test("a fault is caused in the chosen cell, and the cells with faults are marked", () => {
  const { bench, part, sent } = made();
  const fault = part("fault");
  for (const value of ["stuck:50", "whole"]) {
    fault.value = value;
    fire(fault, "change");
  }
  assert.deepEqual(sent, [{ t: "break", cell: 0, how: "stuck", mv: 50 }, { t: "break", cell: 0, how: "whole", mv: 0 }]);
  bench.stands({ ...BENCH, breaks: [[1, "drift", 20]] });
  assert.deepEqual([fault.value, bench.cells.map(({ button }) => button.classes.has("broken"))], ["whole", [false, true]]);
  bench.choose(1);
  assert.equal(fault.value, "drift:20");
  let chosen = "";
  Object.defineProperty(fault, "value", { get: () => (chosen === "drift" ? chosen : ""), set: (value) => (chosen = value) });
  bench.choose(1);
  assert.equal(chosen, "drift");
});

test("power and cable are switched by their buttons, which say what they do", () => {
  const { bench, part, sent } = made();
  part("power").click();
  bench.stands(BENCH);
  for (const name of ["power", "cable"]) part(name).click();
  assert.deepEqual(sent, [{ t: "power", on: true }, { t: "power", on: false }, { t: "cable", on: false }]);
  assert.deepEqual([part("power").textContent, part("cable").textContent, part("seed").textContent], ["Cut the power", "Unplug the cable", "Board 7"]);
  bench.hear(CELLS);
  bench.stands({ ...BENCH, power: false });
  assert.deepEqual([part("power").textContent, bench.readings], ["Switch the power on", null]);
  bench.hear(CELLS);
  bench.stands({ ...BENCH, cable: false });
  assert.deepEqual([part("cable").textContent, bench.readings], ["Plug the cable in", null]);
  bench.hear(CELLS);
  bench.stands(BENCH);
  assert.equal(bench.readings, CELLS);
});

test("of a real board only what it can do is offered, with the reason", () => {
  const { bench, part, panel } = made();
  const off = () => [...["power", "cable", "copy", "fault"].map((name) => part(name).disabled), ...panel.querySelectorAll("input").map(({ disabled }) => disabled)];
  bench.stands(BENCH);
  assert.deepEqual([off(), part("device").hidden], [Array(8).fill(false), true]);
  bench.stands({ ...BENCH, power: false, device: { port: "/dev/ttyACM0", status: "ready", inject: false } });
  assert.deepEqual([off(), part("device").hidden, part("seed").textContent], [Array(8).fill(true), false, "Real board on /dev/ttyACM0"]);
  assert.match(part("device").textContent, /^The sensors are real/);
  bench.hear(CELLS);
  bench.stands({ ...BENCH, device: { port: "p", status: "ready", inject: true } });
  assert.deepEqual([off(), bench.readings], [[true, true, true, ...Array(5).fill(false)], CELLS]);
  assert.match(part("device").textContent, /^The knobs adjust/);
  bench.stands({ ...BENCH, device: { port: "p", status: "away", inject: true } });
  assert.equal(bench.readings, null);
});

test("another board has no readings of the one before", () => {
  const { bench } = made();
  bench.stands(BENCH);
  bench.scans({ ms: [1], raw: [[1, 2]] });
  bench.stands(BENCH);
  assert.equal(bench.charts.readings.length, 1);
  bench.stands({ ...BENCH, seed: 8 });
  assert.equal(bench.charts.readings.length, 0);
  assert.equal(bench.charts.perCount, 0.5);
});

test("the bands of the chart are named as the game names readings, the strongest first", () => {
  const { bench, part } = made();
  const names = () => part("chart").querySelectorAll(".name").map(({ textContent }) => textContent);
  bench.play(gameOf("kono"));
  assert.deepEqual(names(), []);
  bench.hear(LIMITS);
  assert.deepEqual(names(), ["sun", "moon", "empty", "sun", "moon"]);
  bench.play(gameOf("magician"));
  assert.deepEqual(names(), ["white", "black", "empty", "white", "black"]);
  part("chart").children[0].replaceChildren();
  bench.play(gameOf("magician"));
  assert.deepEqual(names(), []);
});

test("the chart has the readings of the chosen cell, and begins again with another", () => {
  const { bench } = made();
  bench.choose(1);
  bench.hear(CELLS);
  assert.deepEqual([bench.chart.points.map(([, mv]) => mv), bench.charts.zero], [[120.4], CELLS.zero]);
  bench.choose(0);
  assert.deepEqual(bench.chart.points, []);
});

test("what the board says is kept for reading, the last 150 lines, in view unless the reader is elsewhere", () => {
  const { bench, part } = made();
  const log = part("log");
  Object.assign(log, { scrollHeight: 1000, clientHeight: 100, scrollTop: 861 });
  bench.hear(undefined);
  bench.hear(CELLS);
  bench.hear({ t: "hello" });
  assert.deepEqual([log.children.map(({ textContent }) => textContent), log.scrollTop], [['{"t":"hello"}'], 1000]);
  log.scrollTop = 860;
  for (let index = 0; index < 160; index += 1) bench.hear({ t: "n", index });
  assert.deepEqual([log.children.length, log.children[0].textContent, log.scrollTop], [150, '{"t":"n","index":10}', 860]);
});

test("a link to all this is copied, or shown to be copied", async () => {
  const { bench, part } = made();
  part("copy").click();
  assert.deepEqual(copied, []);
  bench.stands(BENCH);
  part("copy").click();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual([copied, part("link").value, part("link").hidden, part("copied").textContent], [["http://board/#seed=7&noise=2&tremor=0.3&spread=1&temperature=25"], copied[0], false, "Copied. The link restores this board, game, knobs and faults."]);
  navigator.clipboard.writeText = async () => {
    throw new Error("no");
  };
  await bench.copy();
  assert.deepEqual([part("link").selected, part("copied").textContent], [true, "Copy it from the text field."]);
});

test("a link is followed at once on a board without a game, otherwise only after a question", () => {
  const { bench, panels, part, sent } = made();
  globalThis.history = { replaceState: (...of) => (location.hash = "", assert.equal(of[2], "/")) };
  part("question").hidden = true;
  location.hash = "#seed=9";
  bench.arrive();
  bench.stands(BENCH);
  assert.deepEqual(sent, []); // the board may have a game
  bench.hear({ t: "state", moves: [] });
  assert.deepEqual([sent.length, sent[0].seed, panels.opened, part("question").hidden, location.hash], [1, 9, "workbench", true, ""]);
  bench.hear({ t: "state", moves: ["a1U"] });
  assert.equal(sent.length, 1);
  location.hash = "#seed=5";
  panels.opened = null;
  fire(element(), "hashchange");
  assert.deepEqual([sent.length, part("question").hidden, panels.opened], [1, false, "workbench"]);
  part("refuse").click();
  assert.deepEqual([sent.length, part("question").hidden, location.hash], [1, true, ""]);
  location.hash = "#seed=5";
  fire(element(), "hashchange");
  part("accept").click();
  assert.equal(sent.at(-1).seed, 5);
  location.hash = "#position=1_";
  fire(element(), "hashchange");
  assert.ok(part("question").hidden);
});

test("a board without power or cable has no game, so a link is followed; a real board follows none", () => {
  for (const off of [{ power: false }, { cable: false }]) {
    const { bench, sent } = made();
    location.hash = "#seed=9";
    bench.stands({ ...BENCH, ...off });
    assert.equal(sent.length, 1);
  }
  const { bench, sent } = made();
  location.hash = "#seed=9";
  bench.stands({ ...BENCH, power: false, device: { port: "p", status: "away" } });
  assert.deepEqual(sent, []);
});
