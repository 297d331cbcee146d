// A tile's face as a separate picture, for legends and diagrams.

import { svg } from "./svg.js";

// The visible face of a tile, centred on 0, 0 and `across` wide.
export function faceOf(game, tile, across, x = 0, y = 0) {
  const { className, faces } = game.look(tile);
  const group = svg("g", { class: className });
  group.innerHTML = faces;
  const face = group.querySelector(tile.up ? ".up" : ".down");
  for (const [key, value] of Object.entries({ x: x - across / 2, y: y - across / 2, width: across, height: across })) face.setAttribute(key, value);
  group.replaceChildren(face);
  return group;
}

// The same as an image that fills its container; without a tile, an empty ring.
export function drawing(game, tile) {
  const shown = tile ? faceOf(game, tile, 32) : svg("circle", { class: "hollow", r: 15 });
  return svg("svg", { viewBox: "-17 -17 34 34", "aria-hidden": "true" }, shown);
}
