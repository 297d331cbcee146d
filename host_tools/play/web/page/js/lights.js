// The rings of light around the cells, from the bytes sent to the LEDs.

import { lightName } from "./meanings.js";
import { Waveform } from "./waveform.js";

// An LED's byte is proportional to its light, but a screen's is not: a screen needs about the 2.2nd
// root. Even a dim LED looks bright, hence the exposure.
const EXPOSURE = 5;
const GAMMA = 1 / 2.2;
const AFTERGLOW_S = 0.012;
const LEAST_S = 0.03; // minimum time between drawings; saves the battery of phones
const CALM_AFTERGLOW_S = 0.35; // with reduced motion nothing flashes

// Brightness 0..1 and full-strength colour of an LED on the screen. The exposure applies to the sum of
// the channels, so that a bright amber stays amber. `leds`: the number of LEDs in a cell that show the
// same.
function display(linear, leds) {
  const most = Math.max(...linear);
  const strength = Math.pow(1 - Math.exp(-EXPOSURE * leds * most), GAMMA);
  return { strength, colour: linear.map((value) => 255 * Math.pow(value / most, GAMMA)) };
}

export class Lights {
  constructor(view, canvas) {
    this.view = view;
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.cells = [];
    this.waited = 0; // seconds since the last drawing
  }

  describe(hello) {
    const { plate, rows, columns } = hello;
    this.leds = hello.ledsPerCell;
    this.ring = (plate.ring_inner_mm + plate.ring_outer_mm) / 4;
    this.width = (plate.ring_outer_mm - plate.ring_inner_mm) / 2;
    this.cells = Array.from({ length: rows * columns }, (_, cell) => ({
      x: (cell % columns) * plate.pitch_mm,
      y: Math.floor(cell / columns) * plate.pitch_mm,
      bytes: [0, 0, 0],
      shown: [0, 0, 0],
    }));
    this.waveform = new Waveform(hello.speed, hello.palette);
    this.dirty = true;
  }

  // `ms` is board time; `hex` is "rrggbb" per cell.
  show(ms, hex) {
    const bytes = hex.match(/../g).map((pair) => parseInt(pair, 16));
    this.waveform.hear(ms, bytes);
    this.cells.forEach((cell, number) => {
      cell.bytes = bytes.slice(3 * number, 3 * number + 3);
    });
    this.view.wake();
  }

  // What a cell's light means in this game, in words; "" for a dark one.
  words(number, game, playing) {
    return lightName(this.waveform.meaning(number), game, playing);
  }

  // A cell's light on the screen: { strength, colour }; null for a dark one.
  colour(number) {
    const shown = this.cells[number]?.shown;
    return shown && Math.max(...shown) >= 0.0005 ? display(shown, this.leds) : null;
  }

  resized() {
    const { scene } = this.view;
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.canvas.width = Math.round(parseFloat(scene.style.width) * ratio);
    this.canvas.height = Math.round(parseFloat(scene.style.height) * ratio);
    this.ratio = ratio;
    this.dirty = true;
  }

  draw(seconds) {
    this.waited += seconds;
    if (this.waited < LEAST_S && !this.dirty) return true;
    const lag = this.view.still.matches ? CALM_AFTERGLOW_S : AFTERGLOW_S;
    const part = 1 - Math.exp(-this.waited / lag);
    this.waited = 0;
    let moving = false;
    for (const cell of this.cells) {
      for (let index = 0; index < 3; index += 1) {
        const gap = cell.bytes[index] / 255 - cell.shown[index];
        if (gap === 0) continue;
        moving = true;
        cell.shown[index] += Math.abs(gap) < 0.0008 ? gap : gap * part;
      }
    }
    if (moving || this.dirty) this.paint();
    this.dirty = false;
    return moving;
  }

  paint() {
    const { pen, view } = this;
    const mm = view.scale * this.ratio;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.setTransform(mm, 0, 0, mm, -view.left * mm, -view.top * mm);
    pen.globalCompositeOperation = "lighter";
    for (const cell of this.cells) {
      if (Math.max(...cell.shown) < 0.0005) continue;
      const { strength, colour } = display(cell.shown, this.leds);
      this.glow(cell, colour, strength);
    }
  }

  glow(cell, colour, strength) {
    const { pen, ring, width } = this;
    const [red, green, blue] = colour.map(Math.round);
    const tint = (alpha) => `rgb(${red} ${green} ${blue} / ${alpha * strength})`;
    const halo = pen.createRadialGradient(cell.x, cell.y, ring - 5, cell.x, cell.y, ring + 11);
    halo.addColorStop(0, tint(0));
    halo.addColorStop(0.2, tint(0.12));
    halo.addColorStop(0.31, tint(0.5));
    halo.addColorStop(0.42, tint(0.28));
    halo.addColorStop(0.65, tint(0.09));
    halo.addColorStop(1, tint(0));
    pen.fillStyle = halo;
    pen.beginPath();
    pen.arc(cell.x, cell.y, ring + 11, 0, 2 * Math.PI);
    pen.fill();
    const core = (value) => Math.round(value + (255 - value) * 0.45 * strength);
    pen.strokeStyle = `rgb(${core(red)} ${core(green)} ${core(blue)} / ${0.95 * strength})`;
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(cell.x, cell.y, ring, 0, 2 * Math.PI);
    pen.stroke();
  }
}
