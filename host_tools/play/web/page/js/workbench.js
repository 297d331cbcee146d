// The workbench: the board's measurements, the simulated world, and faults to cause. The figures come
// from the board; only the true field comes from the world.

import { BenchChart } from "./benchchart.js";
import { KNOBS, read, write } from "./benchlink.js";
import { SensorCharts } from "./sensorcharts.js";
import { gameOf } from "./games.js";
import { t } from "./language.js";
import { Tapes } from "./tapes.js";
import { cellName } from "./words.js";

// From the top of the chart down: the code of a reading between these thresholds.
const BANDS = [1, 4, 0, 2, 3];
const LINES_KEPT = 150;
const UNITS = { noise: "×", tremor: " mm", spread: "×", temperature: " °C" };

// Limits that apply to a real board.
const NOT_HERE = {
  mirror: t("The sensors are real: they, the power and the cable cannot be changed from here, and the true field is not known."),
  inject: t("The knobs adjust the simulated sensors whose readings the real board receives. Its power and cable cannot be cut from here."),
};

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

// Zero is shown without a sign.
function figure(value, digits, unit) {
  return `${value.toFixed(digits).replace(/^-(0(\.0+)?)$/, "$1")}${unit}`;
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export class Workbench {
  constructor(panel, panels, link) {
    Object.assign(this, { panel, panels, link });
    this.part = (name) => panel.querySelector(`[data-part="${name}"]`);
    this.chart = new BenchChart(this.part("chart"));
    this.charts = new SensorCharts(this.part);
    this.chosen = 0;
    this.cells = [];
    this.bench = null;
    this.state = null;
    this.readings = null; // the board's last readings
    this.limits = null; // and its thresholds
    this.game = gameOf();
    this.leds = "";
    panels.watch((id, open) => {
      if (id === panel.id) this.watch(open);
    });
    for (const name of KNOBS) {
      const slider = this.slider(name);
      slider.addEventListener("input", () => {
        this.link().send({ t: "knobs", [name]: Number(slider.value) });
        this.showKnob(name, Number(slider.value));
      });
    }
    this.part("fault").addEventListener("change", (event) => {
      const [how, mv] = event.target.value.split(":");
      this.link().send({ t: "break", cell: this.chosen, how, mv: Number(mv ?? 0) });
    });
    for (const kind of ["power", "cable"]) {
      this.part(kind).addEventListener("click", () => this.link().send({ t: kind, on: !this.bench?.[kind] }));
    }
    this.tapes = new Tapes(this.part, (on) => this.link().send({ t: "record", on }));
    this.part("copy").addEventListener("click", () => this.copy());
    this.part("accept").addEventListener("click", () => this.answer(true));
    this.part("refuse").addEventListener("click", () => this.answer(false));
    addEventListener("hashchange", () => this.arrive());
  }

  slider(name) {
    return this.panel.querySelector(`input[name="${name}"]`);
  }

  describe(hello) {
    const known = ["rows", "columns", "fromFront"].every((key) => hello[key] === this.board?.[key]);
    this.board = hello;
    if (!known) this.build(hello);
    this.bench = null;
    if (this.panels.isOpen(this.panel.id)) this.watch(true);
  }

  build(hello) {
    const { rows, columns } = hello;
    for (const name of ["cells", "leds", "charts"]) this.part(name).replaceChildren();
    Object.assign(this, { cells: [], readings: null, field: null });
    for (let cell = 0; cell < rows * columns; cell += 1) {
      const name = cellName(Math.floor(cell / columns), cell % columns, hello);
      const button = make("button", "cell");
      button.type = "button";
      const parts = { name: make("b", "", name), mv: make("span", "mv", "–"), state: make("em", "", "–"), mt: make("span", "", "–"), raw: make("span", "", "–") };
      button.append(...Object.values(parts).flatMap((part) => [part, " "])); // text between words, for screen readers
      button.addEventListener("click", () => this.choose(cell));
      this.part("cells").append(button);
      const led = make("li");
      const bytes = { name: make("b", "", name), hex: make("code", "", "000000"), lamp: make("i") };
      led.append(bytes.lamp, bytes.name, bytes.hex);
      this.part("leds").append(led);
      this.cells.push({ name, button, parts, bytes });
    }
    this.charts.build(this.cells.map(({ name }) => name));
    this.part("charts").style.setProperty("--columns", columns);
    this.part("cells").style.setProperty("--columns", columns);
    this.part("leds").style.setProperty("--columns", columns);
    this.choose(0);
  }

  choose(cell) {
    this.chosen = cell;
    this.cells.forEach(({ button }, index) => button.setAttribute("aria-pressed", String(index === cell)));
    put(this.part("chosen"), this.cells[cell].name);
    this.chart.clear();
    this.showFault();
    this.showCells();
  }

  watch(on) {
    this.link()?.send({ t: "watch", on });
    if (on) this.showLeds();
  }

  // The names of readings in this game.
  play(game) {
    if (game === this.game) return;
    this.game = game;
    this.showLimits();
  }

  showLimits() {
    if (this.limits) this.chart.limits(this.limits, BANDS.map((code) => this.game.codes[code]));
  }

  // From the server

  hear(line) {
    if (line?.t === "state") this.state = line;
    if (line?.t === "limits") {
      this.limits = line;
      this.showLimits();
    }
    if (line?.t !== "cells") {
      this.log(line);
      if (line?.t === "state") this.arrive();
      return;
    }
    this.readings = line;
    this.charts.zeros(line);
    if (!this.panels.isOpen(this.panel.id)) return;
    this.chart.add(line.mv[this.chosen]);
    this.showCells();
  }

  truth({ field, ma }) {
    this.field = field;
    put(this.part("ma"), `${ma.toFixed(0)} mA`);
  }

  // All readings of all cells since the last message.
  scans(message) {
    if (this.panels.isOpen(this.panel.id)) this.charts.add(message);
  }

  stands(bench) {
    if (this.bench && this.bench.seed !== bench.seed) this.charts.clear(); // another board
    this.bench = bench;
    this.charts.scaled(bench.mv_per_count);
    this.tapes.show(bench.recording);
    for (const name of KNOBS) {
      if (document.activeElement !== this.slider(name)) this.slider(name).value = bench.knobs[name];
      this.showKnob(name, bench.knobs[name]);
    }
    const { device } = bench;
    put(this.part("seed"), device ? t("Real board on {port}", { port: device.port }) : t("Board {seed}", { seed: bench.seed }));
    put(this.part("power"), bench.power ? t("Cut the power") : t("Switch the power on"));
    put(this.part("cable"), bench.cable ? t("Unplug the cable") : t("Plug the cable in"));
    const online = device ? device.status === "ready" : bench.power && bench.cable;
    this.allow(device);
    if (!online) this.readings = null;
    this.showFault();
    this.showCells();
    this.arrive();
  }

  // Disable what a real board cannot do.
  allow(device) {
    const real = Boolean(device);
    for (const name of ["power", "cable", "copy"]) this.part(name).disabled = real;
    const sensed = real && !device.inject;
    this.part("fault").disabled = sensed;
    for (const name of KNOBS) this.slider(name).disabled = sensed;
    this.part("device").hidden = !real;
    if (real) put(this.part("device"), NOT_HERE[device.inject ? "inject" : "mirror"]);
  }

  light(hex) {
    this.leds = hex;
    if (this.panels.isOpen(this.panel.id)) this.showLeds();
  }

  log(line) {
    if (!line) return;
    const list = this.part("log");
    const low = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(make("li", "", JSON.stringify(line)));
    while (list.children.length > LINES_KEPT) list.firstChild.remove();
    if (low) list.scrollTop = list.scrollHeight;
  }

  // Display

  showKnob(name, value) {
    put(this.slider(name).closest("label").querySelector("output"), `${value}${UNITS[name]}`);
    this.slider(name).setAttribute("aria-valuetext", `${value}${UNITS[name]}`);
  }

  showFault() {
    const found = this.bench?.breaks.find(([cell]) => cell === this.chosen);
    const fault = this.part("fault");
    fault.value = found ? `${found[1]}:${found[2]}` : "whole";
    if (!fault.value) fault.value = found[1]; // of a value not in the list
    this.cells.forEach(({ button }, index) => {
      button.classList.toggle("broken", Boolean(this.bench?.breaks.some(([cell]) => cell === index)));
    });
  }

  showCells() {
    const { readings, field } = this;
    const scale = this.bench?.mv_per_mt ?? 1;
    this.cells.forEach(({ parts }, cell) => {
      const state = readings ? this.game.codes[readings.codes[cell]] : t("no data");
      const mv = readings ? figure(readings.mv[cell], 0, " mV") : "–";
      put(parts.state, state);
      put(parts.mv, mv);
      put(parts.mt, readings ? figure(readings.mv[cell] / scale, 1, " mT") : "–");
      put(parts.raw, readings ? t("raw {count}", { count: readings.raw[cell] }) : "–");
    });
    const cell = this.chosen;
    const figures = readings
      ? [String(readings.raw[cell]), figure(readings.mv[cell], 1, " mV"), figure(readings.mv[cell] / scale, 2, " mT"), field ? figure(field[cell], 2, " mT") : "–", this.game.codes[readings.codes[cell]], String(readings.zero[cell])]
      : ["–", "–", "–", field ? figure(field[cell], 2, " mT") : "–", t("no data"), "–"];
    ["raw", "mv", "measured", "true", "state", "zero"].forEach((name, row) => put(this.part(`fig-${name}`), figures[row]));
  }

  showLeds() {
    this.cells.forEach(({ bytes }, cell) => {
      const hex = this.leds.slice(6 * cell, 6 * cell + 6) || "000000";
      put(bytes.hex, hex);
      bytes.lamp.style.background = `#${hex}`;
    });
  }

  // The link

  async copy() {
    if (!this.bench) return;
    const address = location.origin + location.pathname + write(this.bench, this.state, this.board);
    this.part("link").value = address;
    this.part("link").hidden = false;
    try {
      await navigator.clipboard.writeText(address);
      put(this.part("copied"), t("Copied. The link restores this board, game, knobs and faults."));
    } catch {
      this.part("link").select();
      put(this.part("copied"), t("Copy it from the text field."));
    }
  }

  // A link was opened: followed at once on a board without a game, otherwise the user is asked.
  arrive() {
    if (this.bench?.device) return; // a link sets up simulated boards only
    const scene = this.bench && this.board && location.hash ? read(location.hash, this.board) : null;
    if (!scene || (!this.state && this.bench.cable && this.bench.power)) return;
    if (this.state?.moves?.length) {
      this.part("question").hidden = false;
      this.panels.open(this.panel.id);
    } else this.answer(true);
  }

  answer(yes) {
    const scene = read(location.hash, this.board);
    history.replaceState(null, "", location.pathname);
    this.part("question").hidden = true;
    if (yes && scene) {
      this.link().send(scene);
      this.panels.open(this.panel.id);
    }
  }
}
