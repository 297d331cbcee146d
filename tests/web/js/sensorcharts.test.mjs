import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page, timers } from "./browser.mjs";

const { Readings, SensorCharts } = await page("sensorcharts");

let now = 0;
performance.now = () => now;
globalThis.devicePixelRatio = 1;
globalThis.getComputedStyle = () => ({ color: "ink", getPropertyValue: (name) => `of ${name}` });

const times = (readings) => Array.from({ length: readings.length }, (_, index) => readings.time(index));

test("the latest readings are kept, the oldest go first", () => {
  const readings = new Readings(2, 3);
  for (let index = 0; index < 5; index += 1) readings.add(10 * index, [index, 100 + index]);
  assert.deepEqual([times(readings), readings.value(0, 0), readings.value(2, 1)], [[20, 30, 40], 2, 104]);
  assert.equal(new Readings(1).capacity, 30_000);
});

test("readings of a board that has started again replace those before", () => {
  const readings = new Readings(1, 4);
  for (const ms of [10, 20, 20, 5, 6]) readings.add(ms, [ms]);
  assert.deepEqual(times(readings), [5, 6]);
  readings.clear();
  assert.equal(readings.length, 0);
});

test("the first reading not older than a time is found", () => {
  const readings = new Readings(1, 8);
  for (const ms of [10, 20, 30, 40]) readings.add(ms, [0]);
  assert.deepEqual([0, 10, 11, 20, 40, 41].map((ms) => readings.since(ms)), [0, 0, 1, 1, 3, 4]);
});

test("the rate is that of the last forty scans", () => {
  const readings = new Readings(1, 200);
  assert.equal(readings.rate(), null);
  readings.add(0, [0]);
  assert.equal(readings.rate(), null);
  readings.add(0, [0]);
  assert.equal(readings.rate(), null);
  readings.add(50, [0]);
  assert.equal(readings.rate(), 40);
  for (let index = 1; index <= 60; index += 1) readings.add(50 + 10 * index, [0]);
  assert.equal(readings.rate(), 100);
});

test("the readings as a file: board time, counts, millivolts", () => {
  const readings = new Readings(2, 4);
  readings.add(10, [5, 6]);
  readings.add(20, [7, 8]);
  assert.equal(readings.csv(["a1", "b1"], (raw, cell) => raw / 4 + cell), "board_ms,a1_counts,b1_counts,a1_mv,b1_mv\r\n10,5,6,1.25,2.50\r\n20,7,8,1.75,3.00\r\n");
});

// The charts of two cells, 5 by 10 pixels, ten seconds wide.
function made() {
  const parts = {};
  const part = (name) => (parts[name] ??= element());
  part("span").value = "10";
  part("scale").value = "each";
  const charts = new SensorCharts(part);
  charts.build(["a1", "b1"]);
  for (const { canvas } of charts.charts) Object.assign(canvas, { clientWidth: 5, clientHeight: 10 });
  charts.zeros({ zero: [100, 100], gain: [1024, 2048] });
  charts.scaled(0.5);
  now = 1000;
  charts.drawn = 0;
  const strokes = (cell) => (charts.charts[cell].canvas.getContext().strokes);
  return { charts, part, strokes };
}

test("each cell has a chart with its name, that says so while there is no reading", () => {
  const { part } = made();
  const [figure] = part("charts").children;
  const [caption, canvas] = figure.children;
  assert.deepEqual([part("charts").children.length, caption.textContent, canvas.attributes["aria-label"]], [2, "a1", "a1: no reading yet"]);
});

test("the range of each cell is said in millivolts, with the rate", () => {
  const { charts, part } = made();
  charts.add({ ms: [0, 1000, 2000], raw: [[100, 90], [104, 110], [80, 400]] });
  assert.deepEqual(charts.charts.map(({ canvas, range }) => [range.textContent, canvas.attributes["aria-label"]]), [["−10.0 to 2.0", "a1: −10.0 to 2.0 mV in 2 s"], ["−10.0 to 300", "b1: −10.0 to 300 mV in 2 s"]]);
  assert.equal(part("rate").textContent, "1 readings a second");
  charts.clear();
  charts.add({ ms: [0], raw: [[100, 100]] });
  charts.draw();
  assert.equal(part("rate").textContent, "");
  assert.deepEqual(charts.charts.map(({ range }) => range.textContent), ["0.0 to 0.0", "0.0 to 0.0"]);
});

test("a reading that rounds to zero has no sign", () => {
  const { charts } = made();
  charts.scaled(0.02);
  charts.add({ ms: [0], raw: [[99, 100]] });
  assert.equal(charts.charts[0].range.textContent, "0.0 to 0.0");
});

test("only the time chosen counts", () => {
  const { charts, part } = made();
  charts.add({ ms: [0, 5000, 20_000], raw: [[999, 100], [500, 100], [102, 100]] });
  assert.match(charts.charts[0].canvas.attributes["aria-label"], /1.0 to 1.0 mV in 10 s/);
  part("span").value = "15";
  fire(part("span"), "change");
  assert.match(charts.charts[0].canvas.attributes["aria-label"], /1.0 to 200 mV in 15 s/);
});

test("charts are drawn at most four times a second, and when a choice changes", () => {
  const { charts, part } = made();
  charts.add({ ms: [0, 10], raw: [[100, 100], [100, 100]] });
  now = 1249;
  charts.add({ ms: [20], raw: [[300, 100]] });
  assert.equal(charts.charts[0].range.textContent, "0.0 to 0.0");
  now = 1250;
  charts.add({ ms: [30], raw: [[300, 100]] });
  assert.equal(charts.charts[0].range.textContent, "0.0 to 100");
  charts.readings.add(40, new Uint16Array([500, 100]));
  fire(part("scale"), "change");
  assert.equal(charts.charts[0].range.textContent, "0.0 to 200");
});

test("a chart is a stroke in each column of pixels from the lowest to the highest reading, over a line at zero", () => {
  const { charts, strokes } = made();
  charts.add({ ms: [0, 1000, 1001, 1002, 4000], raw: [[90, 100], [108, 100], [110, 100], [96, 100], [100, 100]] });
  assert.deepEqual(strokes(0), [["clearRect", 0, 0, 5, 10], ["strokeStyle=", "of --line"], ["lineWidth=", 1], ["strokeRect", 0, 5, 5, 0], ["strokeStyle=", "ink"], ["lineWidth=", 1], ["lineJoin=", "round"], ["beginPath"], ["lineTo", 0, 9], ["lineTo", 0, 9], ["lineTo", 1, 6.6], ["lineTo", 1, 1], ["lineTo", 4, 5], ["lineTo", 4, 5], ["stroke"]]);
  assert.deepEqual(charts.charts.map(({ canvas }) => [canvas.width, canvas.height]), [[5, 10], [5, 10]]);
});

test("charts have the same scale where that is chosen; noise is not drawn large, and no zero where it is far away", () => {
  const { charts, part, strokes } = made();
  part("scale").value = "same";
  charts.add({ ms: [0, 4000], raw: [[300, 100], [304, 102]] });
  const lines = (cell) => strokes(cell).filter(([name]) => ["lineTo", "strokeRect"].includes(name)).map((stroke) => stroke.map((value) => (typeof value === "number" ? Math.round(100 * value) / 100 : value)));
  assert.deepEqual([lines(0), lines(1)], [[["lineTo", 0, 1.16], ["lineTo", 0, 1.16], ["lineTo", 4, 1], ["lineTo", 4, 1]], [["lineTo", 0, 9], ["lineTo", 0, 9], ["lineTo", 4, 8.84], ["lineTo", 4, 8.84]]]);
  part("scale").value = "each";
  strokes(0).length = strokes(1).length = 0;
  charts.draw();
  assert.deepEqual([lines(0), lines(1)], [[["lineTo", 0, 7], ["lineTo", 0, 7], ["lineTo", 4, 3], ["lineTo", 4, 3]], [["strokeRect", 0, 7, 5, 0], ["lineTo", 0, 7], ["lineTo", 0, 7], ["lineTo", 4, 3], ["lineTo", 4, 3]]]);
});

test("a chart begins at the first reading, and keeps its canvas", () => {
  const { charts, strokes } = made();
  charts.add({ ms: [1000, 3000], raw: [[100, 100], [100, 100]] });
  const columns = () => strokes(0).filter(([name]) => name === "lineTo").map(([, x]) => x);
  assert.deepEqual(columns(), [0, 0, 4, 4]);
  const [{ canvas }] = charts.charts;
  for (const [name, value] of [["width", 5], ["height", 10]]) Object.defineProperty(canvas, name, { get: () => value, set: () => assert.fail("this empties it") });
  charts.draw();
});

test("a chart that is not seen is not drawn, on a fine screen it has more pixels", () => {
  const { charts, strokes } = made();
  charts.charts[0].canvas.clientWidth = 0;
  globalThis.devicePixelRatio = 2;
  charts.add({ ms: [0, 1000], raw: [[100, 100], [100, 100]] });
  globalThis.devicePixelRatio = 1;
  assert.deepEqual([strokes(0), charts.charts[1].canvas.width, charts.charts[1].canvas.height], [[], 10, 20]);
  assert.ok(strokes(1).some(([name, value]) => name === "lineWidth=" && value === 2));
  charts.charts[1].canvas.clientHeight = 0;
  strokes(1).length = 0;
  charts.draw();
  assert.deepEqual(strokes(1), []);
});

test("readings can be saved as a file", async () => {
  const { charts, part } = made();
  const links = [];
  document.createElement = (tag) => {
    const link = element(tag);
    if (tag === "a") links.push(link);
    return link;
  };
  const files = [];
  URL.createObjectURL = (file) => (files.push(file), "blob:1");
  const gone = [];
  URL.revokeObjectURL = (address) => gone.push(address);
  part("save").click(); // nothing yet
  charts.add({ ms: [10], raw: [[102, 100]] });
  let clicked = 0;
  element().constructor.prototype.click = function click() {
    if (this.tag === "a") clicked += 1;
    else fire(this, "click");
  };
  part("save").click();
  assert.equal(await files[0].text(), "board_ms,a1_counts,b1_counts,a1_mv,b1_mv\r\n10,102,100,1.00,0.00\r\n");
  assert.match(links[0].download, /^lodeboard-readings-\d{4}-\d\d-\d\dT\d{6}\.csv$/);
  assert.deepEqual([files.length, clicked, links[0].href, files[0].type], [1, 1, "blob:1", "text/csv"]);
  const [end, ms] = timers.at(-1);
  end();
  assert.deepEqual([ms, gone], [10_000, ["blob:1"]]);
});

test("before the board has told its zeros and cells nothing is drawn or saved", () => {
  const { charts, part } = made();
  charts.zero = null;
  charts.add({ ms: [10], raw: [[102, 100]] });
  part("save").click();
  assert.equal(charts.charts[0].range.textContent, "");
  const none = new SensorCharts((name) => part(name));
  none.clear();
  none.add({ ms: [10], raw: [[1]] });
  assert.equal(none.readings, undefined);
  const fresh = made();
  fresh.charts.draw();
  assert.equal(fresh.charts.charts[0].range.textContent, "");
});
