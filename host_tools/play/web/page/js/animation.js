// A game as an animated GIF: one picture per position; the last one is shown longest.

import { changes, diagram } from "./diagram.js";
import { drawn } from "./photo.js";

const ENCODER = "gifenc/gifenc.js"; // loaded on first use
const WIDTH = 480; // pixels
const COLOURS = 64;
const STEP_MS = 1000;
const END_MS = 3000;

// `place`: an element of the page that holds the drawings while they are rendered.
export async function animation({ positions }, game, place) {
  const { GIFEncoder, quantize, applyPalette } = await import(new URL(ENCODER, document.baseURI));
  const gif = GIFEncoder();
  for (const [index, position] of positions.entries()) {
    const changed = index ? changes(positions[index - 1].split(";")[0], position, game) : [];
    const drawing = diagram(position, game, [], changed);
    place.replaceChildren(drawing);
    const ground = getComputedStyle(drawing.querySelector(".ground")).fill;
    const { width, height, data } = pixels(await drawn(drawing, WIDTH, ground));
    const palette = quantize(data, COLOURS);
    const delay = index === positions.length - 1 ? END_MS : STEP_MS;
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
  }
  place.replaceChildren();
  gif.finish();
  return new Blob([gif.bytes()], { type: "image/gif" });
}

function pixels(canvas) {
  return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
}
