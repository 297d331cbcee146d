// Recognises the meaning of a light from its last second, as people do: from its colour and from how
// its brightness changes, at any point of its cycle.

const STEP_MS = 32;
const SAMPLES = 32; // one cycle of a light
const STEPS = 16; // brightness steps in a cycle, as in the board's palette
const GAMMA = 2.2; // from the palette's perceived brightness to the light sent
const DARK = 1; // a byte below which a light is off
const ROUNDING = SAMPLES / 2; // energy that rounding to bytes may add or remove
const RESIDUAL = 0.2; // fraction of a light's energy that its meaning may leave unexplained

export const OFF = 0;
export const CHANGING = -1;

const dot = (one, other) => one.reduce((sum, value, index) => sum + value * other[index], 0);

function unit(values) {
  const length = Math.hypot(...values);
  return length ? values.map((value) => value / length) : values;
}

// Brightness over one cycle, interpolated linearly between the palette's steps.
function wave(levels) {
  return Array.from({ length: SAMPLES }, (_, index) => {
    const step = (index * STEPS) / SAMPLES;
    const [here, next] = [Math.floor(step), Math.ceil(step)].map((each) => Number(levels[each % STEPS]));
    return Math.pow(here + (next - here) * (step % 1), GAMMA);
  });
}

// Each meaning of a board's palette: its colour, and its brightness over two cycles.
function meanings({ colours, movements }) {
  return colours.match(/.{6}/g).map((hex, meaning) => {
    const cycle = unit(wave(movements.slice(STEPS * meaning, STEPS * (meaning + 1))));
    return { colour: unit(hex.match(/../g).map((pair) => Math.pow(parseInt(pair, 16), GAMMA))), cycles: [...cycle, ...cycle] };
  });
}

export class Waveform {
  // `speed`: board time divided by wall time; `palette`: `colours` and `movements`, one per meaning.
  constructor(speed, palette) {
    this.speed = speed;
    this.meanings = meanings(palette);
    this.frames = []; // board times, and the bytes of all LEDs
    this.receivedMs = 0;
    this.known = new Map(); // by colours over time
  }

  hear(ms, bytes) {
    this.frames.push({ ms, bytes });
    this.receivedMs = performance.now();
    // Keep the frame before the last second: it is still visible at the beginning of it.
    while (this.frames.length > 1 && this.frames[1].ms < ms - STEP_MS * SAMPLES) this.frames.shift();
  }

  // The current board time: frames arrive only when something changes.
  now() {
    const last = this.frames.at(-1)?.ms ?? 0;
    return last + (performance.now() - this.receivedMs) * this.speed;
  }

  // The index of a light's meaning; CHANGING if nothing explains the last second.
  meaning(cell) {
    const start = this.now() - STEP_MS * SAMPLES;
    const light = [];
    let frame = 0;
    for (let index = 0; index < SAMPLES; index += 1) {
      while (frame + 1 < this.frames.length && this.frames[frame + 1].ms <= start + index * STEP_MS) frame += 1;
      light.push(this.frames[frame]?.bytes.slice(3 * cell, 3 * cell + 3) ?? [0, 0, 0]);
    }
    // Cached, as many cells show the same and a light repeats every cycle.
    const key = light.join();
    if (this.known.size > 500) this.known.clear();
    if (!this.known.has(key)) this.known.set(key, this.explain(light));
    return this.known.get(key);
  }

  explain(light) {
    const energy = light.reduce((sum, colour) => sum + dot(colour, colour), 0);
    if (energy < DARK ** 2) return OFF;
    const least = Math.max(0, (1 - RESIDUAL) * energy - ROUNDING);
    let [best, found] = [Math.sqrt(least), CHANGING];
    this.meanings.forEach(({ colour, cycles }, meaning) => {
      if (meaning === OFF) return;
      const along = light.map((one) => dot(one, colour));
      if (dot(along, along) < best * best) return; // this colour explains no more than the best so far
      for (let shift = 0; shift < SAMPLES; shift += 1) {
        let fit = 0;
        for (let index = 0; index < SAMPLES; index += 1) fit += along[index] * cycles[shift + index];
        if (fit > best) [best, found] = [fit, meaning];
      }
    });
    return found;
  }
}
