// The readings of all cells over minutes, as small charts and as a file.

import { t } from "./language.js";

const MINUTES = 10;
const MOST_PER_SECOND = 50;
const CAPACITY = MINUTES * 60 * MOST_PER_SECOND;
const DRAW_MS = 250;
const LEAST_SPAN_MV = 4; // minimum range of a chart; less is noise
const RATE_SCANS = 40; // number of last scans that determine the rate

// The latest readings of all cells: a ring buffer of scans with their board times.
export class Readings {
  constructor(cells, capacity = CAPACITY) {
    Object.assign(this, { cells, capacity, first: 0, length: 0 });
    this.times = new Float64Array(capacity);
    this.raw = new Uint16Array(capacity * cells);
  }

  place(index) {
    return (this.first + index) % this.capacity;
  }

  time(index) {
    return this.times[this.place(index)];
  }

  value(index, cell) {
    return this.raw[this.place(index) * this.cells + cell];
  }

  clear() {
    this.length = 0;
  }

  add(ms, raw) {
    if (this.length && ms < this.time(this.length - 1)) this.clear(); // the board's clock restarted
    if (this.length === this.capacity) {
      this.first = this.place(1);
      this.length -= 1;
    }
    const place = this.place(this.length);
    this.times[place] = ms;
    this.raw.set(raw, place * this.cells);
    this.length += 1;
  }

  // The first scan that is not older than this time.
  since(ms) {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time(middle) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // The current rate in scans per second of board time; null before there are two scans.
  rate() {
    const count = Math.min(this.length, RATE_SCANS);
    if (count < 2) return null;
    const ms = this.time(this.length - 1) - this.time(this.length - count);
    return ms > 0 ? ((count - 1) * 1000) / ms : null;
  }

  csv(names, millivolts) {
    const heads = ["board_ms", ...names.map((name) => `${name}_counts`), ...names.map((name) => `${name}_mv`)];
    const rows = [heads.join(",")];
    for (let index = 0; index < this.length; index += 1) {
      const counts = names.map((_, cell) => this.value(index, cell));
      rows.push([this.time(index), ...counts, ...counts.map((raw, cell) => millivolts(raw, cell).toFixed(2))].join(","));
    }
    return `${rows.join("\r\n")}\r\n`;
  }
}

export class SensorCharts {
  constructor(part) {
    this.part = part;
    this.zero = null;
    this.gain = null;
    this.perCount = 0;
    this.drawn = 0;
    this.names = [];
    for (const name of ["span", "scale"]) part(name).addEventListener("change", () => this.draw());
    part("save").addEventListener("click", () => this.save());
  }

  build(names) {
    Object.assign(this, { names, zero: null });
    this.readings = new Readings(names.length);
    this.charts = names.map((name) => {
      const figure = document.createElement("figure");
      const canvas = document.createElement("canvas");
      const caption = document.createElement("figcaption");
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", t("{name}: no reading yet", { name }));
      caption.innerHTML = "<b></b><span></span>";
      caption.firstChild.textContent = name;
      figure.append(caption, canvas);
      this.part("charts").append(figure);
      return { canvas, range: caption.lastChild };
    });
  }

  zeros({ zero, gain }) {
    this.zero = zero;
    this.gain = gain;
  }

  scaled(perCount) {
    this.perCount = perCount;
  }

  clear() {
    this.readings?.clear();
  }

  millivolts(raw, cell) {
    return ((raw - this.zero[cell]) * this.gain[cell] * this.perCount) / 1024;
  }

  add({ ms, raw }) {
    if (!this.readings) return;
    ms.forEach((time, index) => this.readings.add(time, raw[index]));
    if (performance.now() - this.drawn >= DRAW_MS) this.draw();
  }

  draw() {
    this.drawn = performance.now();
    const { readings } = this;
    if (!this.zero || !readings.length) return;
    const rate = readings.rate();
    this.part("rate").textContent = rate === null ? "" : t("{rate} readings a second", { rate: rate.toFixed(0) });
    const seconds = Number(this.part("span").value);
    const end = readings.time(readings.length - 1);
    const start = Math.max(end - seconds * 1000, readings.time(0));
    const from = readings.since(start);
    const ranges = this.names.map((_, cell) => this.range(from, cell));
    const widest = [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
    const same = this.part("scale").value === "same";
    // Measure everything before drawing: otherwise each chart forces a layout of the page.
    const style = getComputedStyle(this.part("charts"));
    const inks = { line: style.color, zero: style.getPropertyValue("--line") };
    const sizes = this.charts.map(({ canvas }) => [canvas.clientWidth, canvas.clientHeight]);
    this.charts.forEach(({ canvas, range }, cell) => {
      const [low, high] = ranges[cell];
      const said = t("{low} to {high}", { low: signed(low), high: signed(high) });
      range.textContent = said;
      canvas.setAttribute("aria-label", t("{name}: {range} mV in {seconds} s", { name: this.names[cell], range: said, seconds: Math.round((end - start) / 1000) }));
      this.line(canvas, sizes[cell], inks, cell, from, start, end, same ? widest : ranges[cell]);
    });
  }

  range(from, cell) {
    let [low, high] = [Infinity, -Infinity];
    for (let index = from; index < this.readings.length; index += 1) {
      const raw = this.readings.value(index, cell);
      if (raw < low) low = raw;
      if (raw > high) high = raw;
    }
    return [this.millivolts(low, cell), this.millivolts(high, cell)];
  }

  // One chart: in each pixel column a stroke from the lowest to the highest reading.
  line(canvas, size, inks, cell, from, start, end, [low, high]) {
    const density = devicePixelRatio || 1;
    const [width, height] = size.map((pixels) => Math.round(pixels * density));
    if (!width || !height) return;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, width, height);
    const middle = (low + high) / 2;
    const half = Math.max(high - low, LEAST_SPAN_MV) / 2;
    const x = (ms) => ((ms - start) / (end - start || 1)) * (width - 1);
    const y = (mv) => height / 2 - ((mv - middle) / half) * (height / 2 - density);
    if (Math.abs(middle) < half) {
      pen.strokeStyle = inks.zero;
      pen.lineWidth = 1;
      pen.strokeRect(0, y(0), width, 0);
    }
    pen.strokeStyle = inks.line;
    pen.lineWidth = density;
    pen.lineJoin = "round";
    pen.beginPath();
    let column = null;
    const finish = () => {
      if (!column) return;
      pen.lineTo(column.at, y(this.millivolts(column.low, cell)));
      pen.lineTo(column.at, y(this.millivolts(column.high, cell)));
    };
    for (let index = from; index < this.readings.length; index += 1) {
      const here = Math.round(x(this.readings.time(index)));
      const raw = this.readings.value(index, cell);
      if (column?.at === here) {
        if (raw < column.low) column.low = raw;
        if (raw > column.high) column.high = raw;
        continue;
      }
      finish();
      column = { at: here, low: raw, high: raw };
    }
    finish();
    pen.stroke();
  }

  save() {
    if (!this.zero || !this.readings.length) return;
    const text = this.readings.csv(this.names, (raw, cell) => this.millivolts(raw, cell));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.download = `lodeboard-readings-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}

function signed(mv) {
  const text = mv.toFixed(Math.abs(mv) < 100 ? 1 : 0);
  return /^-0(\.0)?$/.test(text) ? text.slice(1) : text.replace("-", "−");
}
