// Describes a light in words by its last second: its colour and how it moves. This is what
// people see of it; what it means, the board says.

import { t } from "./language.js";

const STEP_MS = 16;
const SAMPLES = 64; // a little over one second, the cycle of a light

const EYE = 2.2; // eyes see about this root of the light

const HUES = [
  [18, t("light|red")], [48, t("light|orange")], [70, t("light|yellow")], [165, t("light|green")], [200, t("light|turquoise")],
  [232, t("light|blue")], [300, t("light|violet")], [335, t("light|magenta")], [361, t("light|red")],
];
const WHITE = t("light|white");
// Once, twice, and oftener in a cycle.
const RISING = [t("rising"), t("rising twice"), t("rising three times")];
const FALLING = [t("falling"), t("falling twice"), t("falling three times")];
const FLASHING = [t("flashing"), t("flashing twice"), t("flashing three times")];
const BLINKING = [t("blinking"), t("blinking twice"), t("blinking three times")];
const BRIGHT = 0.75;
const DIM = 0.35;
const DARK = 0.15;
const SUDDEN = 10; // samples at most from dark to bright
const SHORT = 11; // samples of brightness that make a flash, not a blink

function colourName(red, green, blue) {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 0.35 * most) return WHITE;
  let hue = 60;
  if (most === red) hue *= ((green - blue) / (most - least) + 6) % 6;
  else if (most === green) hue *= (blue - red) / (most - least) + 2;
  else hue *= (red - green) / (most - least) + 4;
  return HUES.find(([end]) => hue < end)[1];
}

// How brightness moves over one cycle, in the words that the board's own sentences use.
function movement(levels, most) {
  const seen = levels.map((level) => Math.pow(level / most, 1 / EYE));
  const least = Math.min(...seen);
  if (least > 0.75) return t("steady");
  if (least > 1.2 * DARK) {
    const jump = Math.max(...seen.map((value, at) => Math.abs(seen[(at + SUDDEN / 2) % SAMPLES] - value)));
    return jump > 0.4 ? t("glowing") : t("pulsing");
  }
  let count = 0; // how often it lights up
  let bright = 0; // samples for which it is bright
  let slowUps = 0;
  let slowDowns = 0;
  let left = 0; // when it was last dark
  let fell = 0; // when it was last bright
  let lit = false;
  let black = false;
  for (let at = -SAMPLES; at < SAMPLES; at += 1) {
    const value = seen[(at + SAMPLES) % SAMPLES];
    const counts = at >= 0; // the first round only finds the beginnings
    if (value > BRIGHT) {
      if (counts && !lit) count += 1;
      if (counts && !lit && at - left > SUDDEN) slowUps += 1;
      if (counts) bright += 1;
      [lit, black, fell] = [true, false, at];
    } else if (value < DIM) {
      if (value < DARK && counts && !black && at - fell > SUDDEN) slowDowns += 1;
      if (value < DARK) [black, left] = [true, at];
      lit = false;
      if (!black) left = at;
    }
  }
  const how = (names) => names[Math.min(Math.max(count, 1), names.length) - 1];
  if (slowUps && slowDowns) return t("pulsing");
  if (slowUps) return how(RISING);
  if (slowDowns) return how(FALLING);
  return how(bright / count < SHORT ? FLASHING : BLINKING);
}

export class Waveform {
  // `speed`: board time over the time on the wall.
  constructor(speed) {
    this.speed = speed;
    this.frames = []; // when in board time, and the bytes of all LEDs
    this.heard = 0;
  }

  hear(ms, bytes) {
    this.frames.push({ ms, bytes });
    this.heard = performance.now();
    // The frame before the last second still shows at its beginning.
    while (this.frames.length > 1 && this.frames[1].ms < ms - STEP_MS * SAMPLES) this.frames.shift();
  }

  // Board time now: frames come only when something changes.
  now() {
    const last = this.frames.at(-1)?.ms ?? 0;
    return last + (performance.now() - this.heard) * this.speed;
  }

  // "" for a dark light.
  words(cell) {
    const start = this.now() - STEP_MS * SAMPLES;
    const levels = [];
    let most = 0;
    let brightest = null;
    let frame = 0;
    for (let at = 0; at < SAMPLES; at += 1) {
      while (frame + 1 < this.frames.length && this.frames[frame + 1].ms <= start + at * STEP_MS) frame += 1;
      const rgb = this.frames[frame]?.bytes.slice(3 * cell, 3 * cell + 3) ?? [0, 0, 0];
      const level = rgb[0] + rgb[1] + rgb[2];
      levels.push(level);
      if (level > most) [most, brightest] = [level, rgb];
    }
    if (most < 2) return "";
    const colour = colourName(...brightest.map((value) => Math.pow(value, 1 / EYE)));
    return t("{colour} light, {movement}", { colour, movement: movement(levels, most) });
  }
}
