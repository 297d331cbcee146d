// The rings of light around the wells, from the bytes that the LEDs really get.

// An LED's byte is proportional to its light. A screen's is not: eyes and screens both take
// about the 2.2nd root. And even a dim LED is bright to look at, hence the exposure.
const EXPOSURE = 5;
const GAMMA = 1 / 2.2;
const AFTERGLOW_S = 0.012;
const CALM_AFTERGLOW_S = 0.35; // with reduced motion nothing flashes
const HISTORY = 56; // samples: a little over one cycle of a light

function display(linear) {
  return Math.pow(1 - Math.exp(-EXPOSURE * linear), GAMMA);
}

const HUES = [
  [18, "red"], [48, "orange"], [70, "yellow"], [165, "green"], [200, "turquoise"],
  [262, "blue"], [335, "magenta"], [361, "red"],
];

function colourName(red, green, blue) {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 0.22 * most) return "white";
  let hue = 60;
  if (most === red) hue *= ((green - blue) / (most - least) + 6) % 6;
  else if (most === green) hue *= (blue - red) / (most - least) + 2;
  else hue *= (red - green) / (most - least) + 4;
  return HUES.find(([end]) => hue < end)[1];
}

export class Lights {
  constructor(view, canvas) {
    this.view = view;
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.cells = [];
  }

  describe(hello) {
    const { plate, rows, columns } = hello;
    this.ring = (plate.ring_inner_mm + plate.ring_outer_mm) / 4;
    this.width = (plate.ring_outer_mm - plate.ring_inner_mm) / 2;
    this.cells = Array.from({ length: rows * columns }, (_, cell) => ({
      x: (cell % columns) * plate.pitch_mm,
      y: Math.floor(cell / columns) * plate.pitch_mm,
      bytes: [0, 0, 0],
      shown: [0, 0, 0],
      peaks: [],
    }));
    this.dirty = true;
  }

  // "rrggbb" per cell, in hexadecimal.
  show(hex) {
    this.cells.forEach((cell, number) => {
      cell.bytes = [0, 2, 4].map((at) => parseInt(hex.substr(6 * number + at, 2), 16));
    });
    this.view.wake();
  }

  // Called at an even pace, so that a light can be described by its last second.
  sample() {
    for (const cell of this.cells) {
      cell.peaks.push(cell.bytes);
      if (cell.peaks.length > HISTORY) cell.peaks.shift();
    }
  }

  // What a cell's light looks like, in words.
  words(number) {
    const { peaks } = this.cells[number];
    const sums = peaks.map(([red, green, blue]) => red + green + blue);
    const most = Math.max(0, ...sums);
    if (most < 3) return "";
    const name = colourName(...peaks[sums.indexOf(most)]);
    const least = Math.min(...sums);
    if (least > 0.75 * most) return `${name} light`;
    const dark = sums.filter((sum) => sum < 0.02 * most).length;
    return dark > HISTORY / 12 ? `${name} light, blinking` : `${name} light, pulsing`;
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
    const lag = this.view.still.matches ? CALM_AFTERGLOW_S : AFTERGLOW_S;
    const part = 1 - Math.exp(-seconds / lag);
    let moving = false;
    for (const cell of this.cells) {
      for (let at = 0; at < 3; at += 1) {
        const gap = cell.bytes[at] / 255 - cell.shown[at];
        if (gap === 0) continue;
        moving = true;
        cell.shown[at] += Math.abs(gap) < 0.0008 ? gap : gap * part;
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
      const colour = cell.shown.map(display);
      const strength = Math.max(...colour);
      if (strength > 0.02) this.glow(cell, colour, strength);
    }
  }

  glow(cell, colour, strength) {
    const { pen, ring, width } = this;
    const [red, green, blue] = colour.map((value) => Math.round((255 * value) / strength));
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
